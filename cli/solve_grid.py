"""The grid of a case as it is known so far, as rows of signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from deduce.intake.characters import harmless

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deduce.casefile.grid import Grid
    from deduce.problem.statements import Unknown, Value

__all__ = ["certain_rows", "drawn_rows", "signs_of"]

OPEN = (".", "?", "-", "~")
"""What stands for an open cell: the first of these that stands for nothing else."""
HOLE = " "
LONGEST_SIGN = 3


def certain_rows(grid: Grid, certain: Mapping[Unknown, Value]) -> list[list[str | None]]:
    """Return what is certain of each place, row by row; None where nothing is, or where there is no cell."""
    known = {str(unknown): str(value) for unknown, value in certain.items()}
    return [[known.get(cell) if cell else None for cell in row] for row in grid.drawn_rows]


def signs_of(values: Iterable[Value]) -> dict[str, str]:
    """Return a short sign for each value: a number, or as much of a text as tells it from all others."""
    shown = list(dict.fromkeys(values))
    names = {harmless(str(value)): isinstance(value, str) for value in shown}
    for length in range(1, LONGEST_SIGN + 1):
        signs = {name: name[:length] if is_text else name for name, is_text in names.items()}
        if len(set(signs.values())) == len(names):
            return signs
    return {name: name for name in names}


def drawn_rows(grid: Grid, certain: Mapping[Unknown, Value], values: Iterable[Value]) -> list[str]:
    """Return the rows of the grid with a sign for what is certain, and below them what the signs mean."""
    signs = signs_of(values)
    open_sign = next((sign for sign in OPEN if sign not in signs.values()), " ")
    width = max(map(cell_len, signs.values()))
    rows = []
    for names, known in zip(grid.drawn_rows, certain_rows(grid, certain), strict=True):
        marks = [
            (signs[harmless(value)] if value is not None else open_sign) if name else HOLE
            for name, value in zip(names, known, strict=True)
        ]
        rows.append(" ".join(" " * (width - cell_len(mark)) + mark for mark in marks).rstrip())
    shortened = [f"{sign} {name}" for name, sign in signs.items() if sign != name]
    is_open = any(open_sign in row.split() for row in rows)
    meanings = [*shortened, *([f"{open_sign} open"] if is_open else [])]
    return [*rows, *([", ".join(meanings)] if meanings else [])]
