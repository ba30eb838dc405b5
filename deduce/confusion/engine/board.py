"""What all positions under some rules share: the squares by number, and what lies around each of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from deduce.confusion.engine.actions import Attempt, Manner
from deduce.confusion.engine.directions import OFFSETS, Square

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.confusion.engine.rules import Rules

__all__ = ["EMPTY", "FREE", "OWN", "TARGET", "Board"]

Rays: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""For each square and direction, the squares in that direction, nearest first."""
Named: TypeAlias = tuple[tuple[tuple[Attempt, ...], ...], ...]
"""For each piece and direction, the attempts in that direction, nearest first."""
Runs: TypeAlias = tuple[tuple[tuple[tuple[Attempt, ...], ...], ...], ...]
"""For each piece, direction and number, so many of the nearest attempts in that direction."""


EMPTY = 255
"""What a square holds when no piece is there."""
FREE, TARGET, OWN = 0, 1, 2
"""What a square is to a side: to be passed through, to be reached but not passed, or neither."""


class Board:
    """The board of some rules, and who plays on it.

    Squares are numbered row by row from 0, and pieces in the order of their letters, side 0's first.
    Nobody changes a board, but nothing prevents it: its dictionaries are plain and its attributes not locked,
    since every attempt looks at them.

    Attributes:
        columns: The number of columns.
        rows: The number of rows.
        letters: The letter of each piece.
        numbers: For each side, the number of each letter's piece.
        pieces: For each side, the numbers of its pieces.
        meanings: For each side, what a square that holds this is to it: FREE, TARGET or OWN; a table for
            `bytes.translate`.
        last_rows: For each side, the squares of the opponent's first row.
        homes: For each side, the squares of its own half: its nearest 5 of 11 rows.
        rays: For each side, square and direction as that side sees it, the squares in that direction.
        neighbours: For each square, the squares next to it.
        is_roomy: Whether a side with a piece always has an attempt: no part of the board can be filled with
            one side's pieces, and what is next to them can be reached.
        moves: Every attempt to move that there can be, made once.
        carries: Likewise, every attempt to carry the neutral piece.
        passes: Likewise, every attempt to pass it.
    """

    def __init__(self, rules: Rules) -> None:
        self.columns: int = rules.columns
        self.rows: int = rules.rows
        self.letters: str = 2 * rules.letters
        size = len(rules.letters)
        self.pieces: tuple[range, range] = (range(size), range(size, 2 * size))
        self.numbers: tuple[Mapping[str, int], Mapping[str, int]] = (
            dict(zip(rules.letters, self.pieces[0], strict=True)),
            dict(zip(rules.letters, self.pieces[1], strict=True)),
        )
        self.meanings: tuple[bytes, bytes] = (_meanings(self.pieces[0]), _meanings(self.pieces[1]))
        squares, half = range(self.columns * self.rows), self.rows // 2 * self.columns
        self.last_rows: tuple[range, range] = (squares[-self.columns :], squares[: self.columns])
        self.homes: tuple[range, range] = (squares[:half], squares[len(squares) - half :])
        reach = rules.diagrams.longest_reach
        seen = _rays(self.columns, self.rows, rules.off_columns, reach)
        self.rays: tuple[Rays, Rays] = (seen, tuple((*around[4:], *around[:4]) for around in seen))
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(ray[0] for ray in around if ray) for around in seen
        )
        parts = "".join(" x"[column in rules.off_columns] for column in range(1, self.columns + 1))
        self.is_roomy: bool = all(len(part) * self.rows > size for part in parts.split("x") if part)
        self.moves: Runs = _runs(self.letters, reach)
        self.carries: Named = _named(self.letters, reach, Manner.CARRY)
        self.passes: Named = _named(self.letters, reach, Manner.PASS)

    def number(self, square: Square) -> int:
        """Return the number of a square."""
        return (square[1] - 1) * self.columns + square[0] - 1

    def square(self, number: int) -> Square:
        """Return the square of a number."""
        row, column = divmod(number, self.columns)
        return column + 1, row + 1


def _meanings(own: range) -> bytes:
    return bytes(FREE if held == EMPTY else OWN if held in own else TARGET for held in range(EMPTY + 1))


@cache
def _rays(columns: int, rows: int, off_columns: frozenset[int], reach: int) -> Rays:
    def ray(number: int, step: Square) -> tuple[int, ...]:
        row, column = divmod(number, columns)
        found: list[int] = []
        for _ in range(reach):
            column, row = column + step[0], row + step[1]
            if not (0 <= column < columns and 0 <= row < rows) or column + 1 in off_columns:
                break
            found.append(row * columns + column)
        return tuple(found)

    return tuple(tuple(ray(number, step) for step in OFFSETS) for number in range(columns * rows))


@cache
def _named(letters: str, reach: int, kind: Manner) -> Named:
    return tuple(
        tuple(
            tuple(Attempt(letter, way, distance, kind) for distance in range(1, reach + 1))
            for way in range(len(OFFSETS))
        )
        for letter in letters
    )


@cache
def _runs(letters: str, reach: int) -> Runs:
    return tuple(
        tuple(tuple(line[:number] for number in range(reach + 1)) for line in around)
        for around in _named(letters, reach, Manner.MOVE)
    )
