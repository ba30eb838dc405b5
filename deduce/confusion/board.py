"""The geometry of the board: squares by number, and what lies in each direction."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from deduce.confusion.directions import OFFSETS, Square

if TYPE_CHECKING:
    from deduce.confusion.rules import Rules

__all__ = ["Board", "board_of"]


class Board:
    """A board of some size, with some columns taken off.

    Squares are numbered row by row from 0.

    Attributes:
        columns: The number of columns.
        rows: The number of rows.
        rays: For each square and direction (as side 0 sees it), the squares in that direction, nearest first.
    """

    def __init__(self, columns: int, rows: int, off_columns: frozenset[int], reach: int) -> None:
        self.columns = columns
        self.rows = rows
        self.rays: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(self._ray(number, step, off_columns, reach) for step in OFFSETS)
            for number in range(columns * rows)
        )

    def _ray(self, number: int, step: tuple[int, int], off: frozenset[int], reach: int) -> tuple[int, ...]:
        column, row = self.square(number)
        ray = []
        for _ in range(reach):
            column, row = column + step[0], row + step[1]
            if not (1 <= column <= self.columns and 1 <= row <= self.rows) or column in off:
                break
            ray.append(self.number((column, row)))
        return tuple(ray)

    def number(self, square: Square) -> int:
        """Return the number of a square."""
        return (square[1] - 1) * self.columns + square[0] - 1

    def square(self, number: int) -> Square:
        """Return the square of a number."""
        row, column = divmod(number, self.columns)
        return column + 1, row + 1


@cache
def _board(columns: int, rows: int, off_columns: frozenset[int], reach: int) -> Board:
    return Board(columns, rows, off_columns, reach)


def board_of(rules: Rules) -> Board:
    """Return the board that some rules are played on."""
    return _board(rules.columns, rules.rows, rules.off_columns, rules.diagrams.longest_reach)
