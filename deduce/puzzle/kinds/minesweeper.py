"""Minesweeper without guessing: from the first click on, some square is always certain to be safe."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from deduce.casefile.grid import name_of_cell
from deduce.casefile.puzzle_header import SAFE
from deduce.puzzle.candidates import MINE
from deduce.puzzle.draft import Clue, Draft
from deduce.puzzle.kinds.kind import Kind, Span

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from deduce.puzzle.kinds.kind import Size

__all__ = ["MINESWEEPER"]

_SHARE = (0.1, 0.13, 0.16, 0.19, 0.22)
"""Which share of the squares has a mine, for each grade."""
Square = tuple[int, int]


def _around(square: Square, size: Size) -> list[Square]:
    """Return the squares that touch one."""
    rows, columns = (
        range(max(1, here - 1), min(most, here + 1) + 1) for here, most in zip(square, size, strict=True)
    )
    return [other for other in itertools.product(rows, columns) if other != square]


def _opened(first: Square, near: Mapping[Square, list[Square]], mines: set[Square]) -> list[Square]:
    """Return what the first click opens: where no mine is near, all squares around as well."""
    opened = [first]
    for square in opened:
        if not mines & {*near[square]}:
            opened += [other for other in near[square] if other not in opened]
    return opened


def _clue(square: Square, near: list[Square], mines: set[Square]) -> Clue:
    name, number = name_of_cell(*square), len(mines & {*near})
    around = [f"{name_of_cell(*other)} is {MINE}" for other in near]
    count = {"exactly": number, "of": around} if number else {"none_of": around}
    return Clue(f"{name} shows {number}", {"all_of": [f"{name} is {SAFE}", count]}, name)


def _draw(draw: random.Random, size: Size, grade: int) -> Draft:
    """Draw a board and where it is entered; whether it needs a guess is looked after later."""
    rows, columns = size
    board = list(itertools.product(range(1, rows + 1), range(1, columns + 1)))
    near = {square: _around(square, size) for square in board}
    first = draw.choice(board)
    free = [square for square in board if square != first and square not in near[first]]
    count = max(1, min(round(len(board) * _SHARE[grade - 1]), len(free)))
    mines = set(draw.sample(free, count)) if free else set()
    opened = _opened(first, near, mines)
    others = [square for square in board if square not in mines and square not in opened]
    names = tuple(name_of_cell(*square) for square in board)
    there_are = "There is 1 mine" if count == 1 else f"There are {count} mines"
    return Draft(
        title=f"{there_are[10 if count > 1 else 9 :]} on {rows} by {columns} squares".strip(),
        about=(
            f"{there_are} on {rows} rows of {columns} squares; r1c1 is the upper left one. A number says how "
            "many of the squares around it have a mine; a square that you find to be safe may tell its own. "
            "No guess is needed. Where are the mines?"
        ),
        unknowns=(),
        grid={"rows": rows, "columns": columns, "values": [MINE, SAFE]},
        rules={there_are: {"exactly": len(mines), "of": [f"{name} is {MINE}" for name in names]}},
        clues=tuple(_clue(square, near[square], mines) for square in (*opened, *others)),
        solution={name_of_cell(*square): MINE if square in mines else SAFE for square in board},
        opened=len(opened),
    )


MINESWEEPER = Kind(
    about="Where are the mines? From the first click on no guess is needed.",
    spans=(Span("rows", 3, 9), Span("columns", 3, 9)),
    usual=((5, 5), (5, 5), (6, 6), (5, 5), (6, 6)),
    draw=_draw,
    grades=(1, 3, 4, 5),
)
