"""What `deduce confusion replay` finds out, before it is printed one way or the other."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.confusion import RecordError, load_diagrams, parse_record, read_record
from deduce.confusion.record.mend import misprints

if TYPE_CHECKING:
    from pathlib import Path

    from deduce.confusion import Game, Record
    from deduce.confusion.record.mend import Correction

__all__ = ["Replayed", "find", "load"]


@dataclass(frozen=True)
class Replayed:
    """A record up to some turn.

    Attributes:
        file: The record's file as it was named.
        record: The record.
        ply: How many turns were replayed.
        game: The game as it stood then.
        corrections: The misprints that would explain the problems, if they were looked for.
    """

    file: str
    record: Record
    ply: int
    game: Game
    corrections: tuple[Correction, ...] | None = None


def load(file: str, diagrams: Path | None = None) -> Record:
    """Read a record from a file, or from standard input.

    Raises:
        RecordError: If it cannot be read.
        DataError: If the diagrams cannot be read.
    """
    chosen = None if diagrams is None else load_diagrams(diagrams)
    if file != "-":
        return read_record(file, chosen)
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        message = "is not text in UTF-8"
        raise RecordError(message, "standard input") from None
    return parse_record(text, name="standard input", diagrams=chosen)


def find(file: str, ply: int | None, diagrams: Path | None = None, *, mend: bool = False) -> Replayed:
    """Replay a record.

    Raises:
        RecordError: If it cannot be read, or has not so many turns.
        DataError: If the diagrams cannot be read.
    """
    record = load(file, diagrams)
    wanted = len(record.plies) if ply is None else ply
    try:
        game = record.at(wanted)
    except IndexError as error:
        message = f"--ply {wanted}: {error}"
        raise RecordError(message, file) from None
    return Replayed(file, record, wanted, game, tuple(misprints(record)[0]) if mend else None)
