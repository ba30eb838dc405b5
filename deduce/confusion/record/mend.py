"""Finding misprints: which small change of a cell would let a record replay."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from deduce.confusion.engine.directions import DIRECTIONS
from deduce.confusion.notation.cells import read_cell
from deduce.confusion.record.replay import replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.notation.cells import Part
    from deduce.confusion.record.record import Ply, Record

__all__ = ["Correction", "misprints"]

REACH_BACK = 8
"""How many turns before the first problem a misprint is looked for."""
MOST = 12
"""How many misprints are corrected one after the other."""


@dataclass(frozen=True)
class Correction:
    """A cell that is probably a misprint.

    Attributes:
        ply: The turn as it is written.
        text: What it should probably be.
        others: Other small changes that would let the record replay just as far, as row, column and text.
    """

    ply: Ply
    text: str
    others: tuple[tuple[int, int, str], ...]

    def __str__(self) -> str:
        column = "left" if self.ply.column == 1 else "right"
        more = len(self.others)
        doubt = "" if not more else f" (or {more} other change{'' if more == 1 else 's'})"
        return f"row {self.ply.row}, {column} column: {self.ply.text} is probably {self.text}{doubt}"


def misprints(record: Record) -> tuple[list[Correction], Record]:
    """Find the cells whose change lets a record replay furthest, one after the other.

    One thing is changed at a time: the letter, the direction, the distance, whether Z is carried, or whether
    it was refused. Of several changes that help as much, the one closest before the problem is taken, of
    these the one most alike, and the others are named.

    Returns:
        The corrections, and the record with them.
    """
    found: list[Correction] = []
    while len(found) < MOST:
        place = _first_problem(record)
        if place is None:
            break
        best: list[tuple[tuple[int, int, int, float], int, str, Record]] = []
        for number in range(place, max(-1, place - REACH_BACK), -1):
            for text in _changes(record.plies[number].text):
                changed = _with(record, number, text)
                reached = _first_problem(changed)
                end = len(changed.plies) if reached is None else reached
                alike = SequenceMatcher(None, record.plies[number].text, text).ratio()
                best.append(((end, -len(changed.problems), number, alike), number, text, changed))
        best.sort(key=lambda change: change[0], reverse=True)
        if not best or best[0][0][0] <= place:
            break
        (end, problems, *_), number, text, changed = best[0]
        others = tuple(
            (record.plies[other].row, record.plies[other].column, written)
            for (reached, left, *_), other, written, _ in best[1:]
            if (reached, left) == (end, problems)
        )
        found.append(Correction(record.plies[number], text, others))
        record = changed
    return found, record


def _first_problem(record: Record) -> int | None:
    """Return the place of the first turn that does not fit; None if all do."""
    lines = {(problem.row, problem.column) for problem in record.problems if problem.row}
    for place, ply in enumerate(record.plies):
        if (ply.row, ply.column) in lines:
            return place
    return len(record.plies) - 1 if lines and record.plies else None


def _with(record: Record, number: int, text: str) -> Record:
    cells = [ply.text for ply in record.plies]
    behind = record.remarks
    cells[number] = text
    setup = record.setup
    document = record.document.with_cells([*cells, *behind], right_starts=setup.first != setup.left)
    return replay(document, setup)


def _changes(text: str) -> Iterator[str]:
    """Yield all small changes of a cell's last attempt."""
    cell = read_cell(text)
    parts = [part for part in cell.parts if part.action is None]
    if not parts:
        return
    part = parts[-1]
    before, behind = text[: part.place], f" {cell.comment}" if cell.comment else ""
    for written in _attempts(part):
        if written != part.text:
            yield before + written + behind


def _attempts(part: Part) -> Iterator[str]:
    mark = "Z" if part.letter == "Z" else part.letter + "Z" * part.carries
    move = f"{part.way}{part.distance}"
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXY":
        if part.letter not in {letter, "Z"}:
            yield _written(part, letter + "Z" * part.carries, move, refused=not part.allowed)
    for way in DIRECTIONS:
        yield _written(part, mark, f"{way}{part.distance}", refused=not part.allowed)
    for distance in range(max(1, part.distance - 2), part.distance + 3):
        yield _written(part, mark, f"{part.way}{distance}", refused=not part.allowed)
    if part.letter != "Z":
        yield _written(
            part, part.letter if part.carries else f"{part.letter}Z", move, refused=not part.allowed
        )
    yield _written(part, mark, move, refused=part.allowed)


def _written(part: Part, mark: str, move: str, *, refused: bool) -> str:
    text = f"{mark}-{move}"
    text += f"x{part.captured}" if part.captured else ""
    text += "xZ" if part.took_neutral else ""
    text += f">{part.passed_to}" if part.passed_to else ""
    if refused:
        return f"({text})"
    text += part.plus
    return text + (f">{part.gift}" if part.gift else "")
