"""The table `puzzle` of a case file: what the file says of itself as a puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deduce.errors import IntakeError
from deduce.intake.numbers import quoted, whole_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.casefile.facts import Names
    from deduce.casefile.source import Source
    from deduce.evidence.log import Log
    from deduce.problem.statements import Unknown

__all__ = ["SAFE", "PuzzleHeader", "read_puzzle_header"]

SAFE = "safe"
"""What an unknown must be known to be before the entry is told that it names."""
_WHERE = "puzzle"
_TEXTS = ("kind", "seed", "size", "about", "picture")
_KEYS = frozenset({*_TEXTS, "grade", "asks", "opened"})


@dataclass(frozen=True)
class PuzzleHeader:
    """What a case file says of the puzzle that it is.

    Attributes:
        kind: The name of its kind; "" if it was not made by a generator.
        seed: The seed that it follows from.
        size: Its size, as its kind writes it.
        grade: How hard it is, from 1 to 5; 0 if nobody said.
        about: What has to be known to begin, in words.
        picture: What is drawn beside the clues.
        asks: The unknowns that are to be found out.
        opened: How many entries are told from the start; each further one is about the unknown that its id
            names, and told once that is known to be safe. None if all are.
    """

    kind: str = ""
    seed: str = ""
    size: str = ""
    grade: int = 0
    about: str = ""
    picture: str = ""
    asks: tuple[Unknown, ...] = ()
    opened: int | None = None


def read_puzzle_header(source: Source, names: Names, log: Log) -> PuzzleHeader | None:
    """Read the table; None if there is none.

    Raises:
        CaseFileError: If something is wrong with it.
    """
    if "puzzle" not in source.data:
        return None
    block = source.table(source.data, "puzzle", "")
    source.known_keys(block, _KEYS, _WHERE, "puzzle")
    asks = log.problem.shown
    if "asks" in block:
        listed = source.listed(block, "asks", _WHERE)
        asks = tuple(source.checked(names.unknown, name, _WHERE, "asks", name) for name in listed)
        for name in asks:
            if name in log.problem.hidden:
                message = f"{quoted(name)} is hidden, so nobody is asked for it; leave it out"
                raise source.error(message, _WHERE, "asks", name)
    opened = _number(source, block, "opened", 0, len(log)) if "opened" in block else None
    for entry in () if opened is None else log[opened:]:
        if entry.id not in names.unknowns or SAFE not in names.values[names.unknown(entry.id)].values:
            message = (
                f"entry {quoted(entry.id)} is told later, so its id must be the name of an unknown that "
                f"can be {SAFE!r}"
            )
            raise source.error(message, _WHERE, "opened")
    return PuzzleHeader(
        **{key: source.string(block, key, _WHERE, default="") for key in _TEXTS},
        grade=_number(source, block, "grade", 1, 5) if "grade" in block else 0,
        asks=asks,
        opened=opened,
    )


def _number(source: Source, block: Mapping[str, Any], key: str, least: int, most: int) -> int:
    try:
        return whole_of(block[key], key, least, most)
    except IntakeError as error:
        raise source.error(str(error), _WHERE, key) from None
