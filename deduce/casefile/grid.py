"""A grid of cells, as puzzles are printed: its pictures, and the groups of cells that rules speak of.

Every cell is an unknown called after its row and column, such as r3c7; where there are several grids, after
its grid as well, such as left.r3c7. A picture is a text of one line for each row and one character for each
column; it says what is given, or which region each cell belongs to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deduce.casefile.items import OUTSIDE, Item
from deduce.errors import ProblemError, did_you_mean
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deduce.problem.statements import Unknown, Value

__all__ = ["KINDS", "Grid", "Picture", "PictureError", "name_of_cell"]

MOST_CELLS = 10_000
"""How many cells a grid may have."""
MOST_NAMED = 1_000_000
"""How many cells the groups of one kind may have together."""
OPEN = "."
"""What stands in a picture where there is nothing to say."""
_STEPS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
_SIZED = re.compile(r"(box|block) ([0-9]{1,3})x([0-9]{1,3})")
KINDS = (
    "cell",
    "row",
    "column",
    "diagonal",
    "grid",
    "edge",
    "neighbours",
    "around",
    "pair",
    "touching pair",
    "box 3x3",
    "block 2x2",
)
"""What can be gone through in every grid; boxes and blocks also in other sizes."""

_Place = tuple[int, int]


def name_of_cell(row: int, column: int, grid: str = "") -> str:
    """Return what the cell in a row and a column is called, both counted from 1.

    Args:
        row: The row.
        column: The column.
        grid: What its grid is called; "" if it has no name.
    """
    return f"{grid}.r{row}c{column}" if grid else f"r{row}c{column}"


class PictureError(ProblemError):
    """A picture is not as it should be.

    Attributes:
        row: The line of the picture that is wrong, counted from 0.
    """

    def __init__(self, message: str, row: int) -> None:
        super().__init__(message)
        self.row = row


@dataclass(frozen=True)
class Picture:
    """A drawing of the grid: a line for each row, a character for each column.

    Attributes:
        name: What it is called.
        lines: Its lines.
    """

    name: str
    lines: tuple[str, ...]

    @classmethod
    def read(cls, name: str, text: str) -> Picture:
        """Read a picture; spaces in it only make it easier to read, and so do empty lines around it.

        Raises:
            PictureError: If its lines are not equally long.
        """
        lines = tuple("".join(line.split()) for line in text.rstrip().split("\n"))
        if not lines[0]:
            raise PictureError(f"{name} has no first line; write a character for each cell", 0)
        for number, line in enumerate(lines):
            if len(line) != len(lines[0]):
                message = (
                    f"row {number + 1} of {name}, {quoted(line)}, has {len(line)} characters, but row 1 "
                    f"has {len(lines[0])}"
                )
                raise PictureError(message, number)
        return cls(name, lines)

    def check_size(self, rows: int, columns: int) -> None:
        """Make sure that it has a character for each cell of a grid.

        Raises:
            PictureError: If not.
        """
        if (len(self.lines), len(self.lines[0])) != (rows, columns):
            message = (
                f"{self.name} has {len(self.lines)} rows of {len(self.lines[0])} characters, but the grid "
                f"has {rows} rows of {columns} cells"
            )
            raise PictureError(message, min(rows, len(self.lines) - 1))


@dataclass(frozen=True)
class Grid:
    """The cells of a grid and what is drawn on them.

    Attributes:
        rows: How many rows it has.
        columns: How many columns it has.
        pictures: What is drawn on it, by name.
        holes: The places, as rows and columns counted from 1, where there is no cell.
        called: What it is called; "" if it is the only one and has no name.
        clues: By cell, the value that is printed in it.
    """

    rows: int
    columns: int
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    holes: frozenset[_Place] = frozenset()
    called: str = ""
    clues: Mapping[str, Value] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What it is called among other words."""
        return f"the grid {self.called}" if self.called else "the grid"

    def name(self, row: int, column: int) -> str | None:
        """Return the name of the cell in a row and a column; None if there is none."""
        inside = 1 <= row <= self.rows and 1 <= column <= self.columns
        return self._cell((row, column)) if inside and (row, column) not in self.holes else None

    def _cell(self, place: _Place) -> str:
        return name_of_cell(*place, self.called)

    @cached_property
    def places(self) -> tuple[_Place, ...]:
        """Where the cells are, row by row."""
        every = ((row, column) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))
        return tuple(place for place in every if place not in self.holes)

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The names of all cells, row by row."""
        return tuple(map(self._cell, self.places))

    @cached_property
    def unknowns(self) -> frozenset[object]:
        """The names of all cells, to find out quickly what is one."""
        return frozenset(self.cells)

    @cached_property
    def drawn_rows(self) -> list[list[str | None]]:
        """The names of the cells in their rows; None where there is no cell."""
        return [
            [self.name(row, column) for column in range(1, self.columns + 1)]
            for row in range(1, self.rows + 1)
        ]

    def sign(self, picture: str, place: _Place) -> str:
        """Return the character that stands in a picture at a place."""
        return self.pictures[picture].lines[place[0] - 1][place[1] - 1]

    @cached_property
    def neighbours(self) -> dict[Unknown, list[Unknown]]:
        """Which cells stand beside each cell: above, right, below and left."""
        return {self._cell(place): [*self._named(self._beside(place))] for place in self.places}

    # --- Groups ----------------------------------------------------------------------------------

    def items(self, kind: str) -> list[Item]:
        """Return the groups of a kind, such as all rows.

        Raises:
            ProblemError: If there is no such kind, or there would be too many cells in all of them.
        """
        if kind in self.drawn_kinds:
            return self._of_picture(self.drawn_kinds[kind], kind)
        if sized := _SIZED.fullmatch(kind):
            return self._blocks(kind, int(sized[2]), int(sized[3]), is_box=sized[1] == "box")
        made: dict[str, Callable[[], list[Item]]] = {
            "cell": lambda: [self._of_cell(place, [place]) for place in self.places],
            "neighbours": lambda: [
                self._of_cell(place, self._beside(place), "beside ") for place in self.places
            ],
            "around": lambda: [self._of_cell(place, self._around(place), "around ") for place in self.places],
            "row": lambda: self._lines("row", self.rows, lambda row, column: (row, column), self.columns),
            "column": lambda: self._lines("column", self.columns, lambda col, row: (row, col), self.rows),
            "diagonal": self._diagonals,
            "edge": self._edges,
            "grid": lambda: [self._group(self.title, 1, self.places)],
            "pair": lambda: self._pairs(((0, 1), (1, 0))),
            "touching pair": lambda: self._pairs(((0, 1), (1, -1), (1, 0), (1, 1))),
        }
        if kind not in made:
            known = [*KINDS, *self.drawn_kinds]
            message = f"a grid has no {quoted(kind)} to go through; {did_you_mean(kind, known)}"
            raise ProblemError(message)
        return made[kind]()

    @cached_property
    def drawn_kinds(self) -> dict[str, str]:
        """By what its groups are called, each picture that divides the grid."""
        return {"region" if name == "regions" else name: name for name in self.pictures if name != "given"}

    def _group(
        self, label: str, number: int, places: Sequence[_Place], more: Mapping[str, Any] | None = None
    ) -> Item:
        cells = self._named(places)
        fields = {"name": label, "number": number, "cells": cells, "backwards": cells[::-1]}
        return Item(label, {**fields, **(more or {}), **self._of_grid})

    @property
    def _of_grid(self) -> dict[str, str]:
        """What can be named of the grid itself."""
        return {"grid": self.called} if self.called else {}

    def _labelled(self, label: str) -> str:
        """Return what a part of the grid is called, so that it is no other grid's."""
        return f"{label} of {self.called}" if self.called else label

    def _named(self, places: Sequence[_Place]) -> list[str]:
        return [name for place in places if (name := self.name(*place)) is not None]

    def _of_cell(self, place: _Place, places: Sequence[_Place], what: str = "") -> Item:
        """Return a cell with some others; all that is drawn on it can be named, and what lies beside it."""
        name = self._cell(place)
        signs = {kind: self.sign(picture, place) for kind, picture in self.drawn_kinds.items()}
        given = {"given": self.sign("given", place)} if "given" in self.pictures else {}
        beside = {
            side: self.name(place[0] + down, place[1] + right) or OUTSIDE
            for side, (down, right) in _STEPS.items()
        }
        fields = {**signs, **given, **beside, "row": place[0], "column": place[1], "cell": name}
        fields["name"] = what + name
        return self._group(name, self._numbers[place], places, fields)

    @cached_property
    def _numbers(self) -> dict[_Place, int]:
        return {place: number for number, place in enumerate(self.places, 1)}

    def _beside(self, place: _Place) -> list[_Place]:
        return [(place[0] + down, place[1] + right) for down, right in _STEPS.values()]

    def _around(self, place: _Place) -> list[_Place]:
        near = (-1, 0, 1)
        return [
            (place[0] + down, place[1] + right) for down in near for right in near if (down, right) != (0, 0)
        ]

    def _lines(self, noun: str, count: int, place: Callable[[int, int], _Place], length: int) -> list[Item]:
        return [
            self._group(
                self._labelled(f"{noun} {line}"), line, [place(line, step) for step in range(1, length + 1)]
            )
            for line in range(1, count + 1)
        ]

    def _diagonals(self) -> list[Item]:
        if self.rows != self.columns:
            message = f"only a square grid has diagonals; this one has {self.rows} rows of {self.columns}"
            raise ProblemError(message)
        size = range(1, self.rows + 1)
        falling = [(row, row) for row in size]
        rising = [(row, self.rows + 1 - row) for row in size]
        return [
            self._group(self._labelled("falling diagonal"), 1, falling),
            self._group(self._labelled("rising diagonal"), 2, rising),
        ]

    def _edges(self) -> list[Item]:
        width, height = range(1, self.columns + 1), range(1, self.rows + 1)
        sides = {
            "north": [(1, column) for column in width],
            "east": [(row, self.columns) for row in height],
            "south": [(self.rows, column) for column in width],
            "west": [(row, 1) for row in height],
        }
        return [
            self._group(self._labelled(f"{side} edge"), number, places, {"direction": side})
            for number, (side, places) in enumerate(sides.items(), 1)
        ]

    def _pairs(self, steps: Sequence[_Place]) -> list[Item]:
        found: list[Item] = []
        for place in self.places:
            first = self._cell(place)
            for down, right in steps:
                second = self.name(place[0] + down, place[1] + right)
                if second is not None:
                    fields = {"a": first, "b": second, "cells": [first, second], "number": len(found) + 1}
                    label = f"{first} and {second}"
                    found.append(Item(label, {"name": label, **fields, **self._of_grid}))
        return found

    def _blocks(self, kind: str, height: int, width: int, *, is_box: bool) -> list[Item]:
        if not (1 <= height <= self.rows and 1 <= width <= self.columns):
            message = f"there is no {kind} in a grid of {self.rows} rows and {self.columns} columns"
            raise ProblemError(message)
        if is_box and (self.rows % height or self.columns % width):
            message = (
                f"{self.rows} rows and {self.columns} columns cannot be divided into boxes of {height} rows "
                f"and {width} columns"
            )
            raise ProblemError(message)
        down, right = (height, width) if is_box else (1, 1)
        corners = [
            (row, column)
            for row in range(1, self.rows - height + 2, down)
            for column in range(1, self.columns - width + 2, right)
        ]
        if len(corners) * height * width > MOST_NAMED:
            message = (
                f"every {kind} would name {len(corners) * height * width:,} cells, more than {MOST_NAMED:,}"
            )
            raise ProblemError(message)
        noun = kind.partition(" ")[0]
        blocks = []
        for number, (top, left) in enumerate(corners, 1):
            places = [(top + row, left + column) for row in range(height) for column in range(width)]
            blocks.append(self._group(self._labelled(f"{noun} {number}"), number, places))
        return blocks

    def _of_picture(self, picture: str, kind: str) -> list[Item]:
        """Return the cells with the same character, for each character of a picture."""
        found: dict[str, list[_Place]] = {}
        for place, sign in self.signs(picture):
            found.setdefault(sign, []).append(place)
        return [
            self._group(self._labelled(f"{kind} {sign}"), number, places, {"letter": sign})
            for number, (sign, places) in enumerate(found.items(), 1)
        ]

    def signs(self, picture: str) -> Iterator[tuple[_Place, str]]:
        """Iterate over the cells on which a picture says something, with what it says."""
        for place in self.places:
            if (sign := self.sign(picture, place)) != OPEN:
                yield place, sign
