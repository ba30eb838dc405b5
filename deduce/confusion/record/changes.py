"""All small changes of a turn as it is written, among which misprints are looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.engine.directions import DIRECTIONS
from deduce.confusion.notation.cells import read_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.notation.cells import Part

__all__ = ["changes"]


def changes(text: str) -> Iterator[str]:
    """Yield all small changes of the last attempt in a cell.

    One thing is changed at a time: the letter, the direction, the distance, whether Z is carried, or whether
    it was refused.
    """
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
