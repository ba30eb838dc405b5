"""Sudokus: as problems of the library, and some with published ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common import ROOT
from deduce import Log, Problem, all_different, fact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SIZE = range(1, 10)
HOUSES = {
    **{f"row {row}": [f"r{row}c{column}" for column in SIZE] for row in SIZE},
    **{f"column {column}": [f"r{row}c{column}" for row in SIZE] for column in SIZE},
    **{
        f"box {row + column // 3}": [f"r{row + r}c{column + c}" for r in range(3) for c in range(3)]
        for row in (1, 4, 7)
        for column in (1, 4, 7)
    },
}
"""The cells of each row, column and box."""
CELLS = [cell for row in SIZE for cell in HOUSES[f"row {row}"]]
RATED = [
    (float(rating), digits)
    for rating, digits in (
        line.split()
        for line in (ROOT / "tests" / "data" / "graded_sudokus.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
]
"""Published ratings, the lowest first, each with the cells row by row (0 for an empty one)."""


def sudoku(digits: str) -> Log:
    """A sudoku from its 81 cells, row by row, with a 0 for each empty one."""
    given = {cell: int(digit) for cell, digit in zip(CELLS, digits, strict=True) if digit != "0"}
    return sudoku_of(HOUSES, CELLS, SIZE, given)


def sudoku_of(
    houses: Mapping[str, Sequence[str]],
    cells: Sequence[str],
    digits: Sequence[object],
    given: Mapping[str, object],
) -> Log:
    """A sudoku from its houses, its cells and digits in any order, and what is given."""
    rules = [all_different(members, name) for name, members in houses.items()]
    log = Log(Problem(dict.fromkeys(cells, tuple(digits)), rules))
    return log.extended(log.entry_of(fact(cell, digit), id=cell) for cell, digit in given.items())
