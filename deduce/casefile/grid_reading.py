"""Reading the grids of a case file: their sizes, their pictures, and what these give."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from deduce.casefile.facts import LONGEST_NAME
from deduce.casefile.grid import MOST_CELLS, OPEN, Grid, Picture, PictureError, name_of_cell
from deduce.errors import IntakeError, did_you_mean
from deduce.intake.numbers import quoted, whole_of
from deduce.problem.statements import Statement, Value, among, repeats

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.casefile.source import Source

__all__ = ["GRID_KEYS", "GivenGrid", "read_grids"]

GRID_KEYS = frozenset({"name", "rows", "columns", "values", "given", "regions", "legend", "maps"})
_TAKEN = frozenset({"given", "region", "regions"})


@dataclass(frozen=True)
class GivenGrid:
    """A grid, and what is known of its cells from the start.

    Attributes:
        grid: The grid.
        values: What each cell can be.
        drawn: By cell, what its place in the picture says of it, which is taken for granted.
    """

    grid: Grid
    values: list[Value]
    drawn: dict[str, Statement]


def read_grids(source: Source) -> list[GivenGrid]:
    """Read the grids of a file: the table [grid], or the blocks [[grid]], each with a name.

    Raises:
        CaseFileError: If something is wrong with one.
    """
    if not isinstance(source.data.get("grid", []), list):
        return [_GridReader(source, source.table(source.data, "grid", ""), "grid").read()]
    blocks = source.blocks("grid")
    found: dict[str, GivenGrid] = {}
    cells = 0
    for number, block in blocks:
        where = f"grid {number}"
        given = _GridReader(source, block, where).read()
        name = given.grid.called
        if not name and len(blocks) > 1:
            message = 'which grid is this? give each of several grids a name, such as name = "left"'
            raise source.error(message, where)
        if name in found:
            raise source.error(f"two grids are called {quoted(name)}; call them otherwise", where, "name")
        cells += len(given.grid.cells)
        if cells > MOST_CELLS:
            message = f"the grids up to here have {cells:,} cells, more than {MOST_CELLS:,}"
            raise source.error(message, where)
        found[name] = given
    return [*found.values()]


class _GridReader:
    """Reads the table of a grid.

    Args:
        source: The file.
        block: The table.
        where: What it is called in messages.
    """

    def __init__(self, source: Source, block: Mapping[str, Any], where: str) -> None:
        self.source = source
        self.block = block
        self.where = where
        source.known_keys(block, GRID_KEYS, where, "the grid")
        self.name: str = source.label(block, "name", where)
        self.values: list[Value] = source.listed(block, "values", where)
        if repeated := repeats(self.values):
            message = f"the value {quoted(repeated[0])} stands twice; list every value once"
            raise source.error(message, self.where, "values", repeated[0])
        self.by_name = {str(value): value for value in self.values}

    def read(self) -> GivenGrid:
        """Read everything."""
        pictures = self._pictures()
        rows, columns = self._size(pictures)
        for name, picture in pictures.items():
            where, key = self._place(name)
            self.source.checked(lambda one: one.check_size(rows, columns), picture, where, key)
        legend = self._legend(pictures)
        whole = Grid(rows, columns, pictures, called=self.name)
        if "given" not in pictures:
            return GivenGrid(whole, self.values, {})
        signs = [(place, sign, self._meaning(place, sign, legend)) for place, sign in self._given(whole)]
        holes = frozenset(place for place, _, meaning in signs if meaning == [])
        drawn: dict[str, Statement] = {}
        clues: dict[str, Value] = {}
        for place, _, meaning in signs:
            cell = name_of_cell(*place, self.name)
            if not isinstance(meaning, list):
                clues[cell] = meaning
            elif 0 < len(meaning) < len(self.values):
                drawn[cell] = among(cell, meaning)
        grid = Grid(rows, columns, pictures, holes, self.name, clues)
        if not grid.cells:
            raise self.source.error("no cell is left in the grid", self.where, "given")
        return GivenGrid(grid, self.values, drawn)

    def _pictures(self) -> dict[str, Picture]:
        texts = {
            key: self.source.string(self.block, key, self.where)
            for key in ("given", "regions")
            if key in self.block
        }
        maps = self.source.table(self.block, "maps", self.where)
        for name in maps:
            self.source.check_length(name, LONGEST_NAME, f"{self.where}.maps")
            if not name.isidentifier() or name in _TAKEN:
                message = f"a map cannot be called {quoted(name)}; use a word of its own"
                raise self.source.error(message, f"{self.where}.maps", name)
            texts[name] = self.source.string(maps, name, f"{self.where}.maps")
        read: dict[str, Picture] = {}
        for name, text in texts.items():
            where, key = self._place(name)
            read[name] = self.source.checked(partial(Picture.read, name), text, where, key)
        return read

    def _place(self, picture: str) -> tuple[str, str]:
        return (self.where if picture in _TAKEN else f"{self.where}.maps", picture)

    def _size(self, pictures: Mapping[str, Picture]) -> tuple[int, int]:
        drawn = next(iter(pictures.values()), None)
        sizes = []
        for key, of_picture in (
            ("rows", len(drawn.lines) if drawn else 0),
            ("columns", len(drawn.lines[0]) if drawn else 0),
        ):
            if key not in self.block and not of_picture:
                message = f"the grid has no {key!r}; say how many, or draw it under 'given'"
                raise self.source.error(message, self.where)
            try:
                sizes.append(whole_of(self.block.get(key, of_picture), key, 1, MOST_CELLS))
            except IntakeError as error:
                raise self.source.error(error.reason, self.where, key) from None
        rows, columns = sizes
        if rows * columns > MOST_CELLS:
            message = f"{rows:,} rows of {columns:,} make {rows * columns:,} cells, more than {MOST_CELLS:,}"
            raise self.source.error(message, self.where, "rows")
        return rows, columns

    def _given(self, grid: Grid) -> list[tuple[tuple[int, int], str]]:
        """Return all characters of what is given; a point only counts where the legend explains it."""
        legend = self.source.table(self.block, "legend", self.where)
        is_explained = any(OPEN in signs for signs in legend)
        every = [(place, grid.sign("given", place)) for place in grid.places]
        return [(place, sign) for place, sign in every if is_explained or sign != OPEN]

    def _legend(self, pictures: Mapping[str, Picture]) -> dict[str, Value | list[Value]]:
        """Return what the characters of what is given mean: a value, or a list of those that can be there."""
        legend: dict[str, Value | list[Value]] = {}
        for signs, meaning in self.source.table(self.block, "legend", self.where).items():
            if "given" not in pictures:
                raise self.source.error("there is a legend, but nothing is given", self.where, "legend")
            wanted = meaning if isinstance(meaning, list) else [meaning]
            values = [self._value(value) for value in wanted]
            for sign in signs:
                if sign in legend:
                    message = f"the legend explains {quoted(sign)} twice"
                    raise self.source.error(message, self.where, "legend")
                legend[sign] = values if isinstance(meaning, list) else values[0]
        return legend

    def _value(self, name: object) -> Value:
        if isinstance(name, bool) or str(name) not in self.by_name:
            message = f"a cell has no value {quoted(name)}; {did_you_mean(name, self.by_name)}"
            raise self.source.error(message, self.where, "legend", name)
        return self.by_name[str(name)]

    def _meaning(
        self, place: tuple[int, int], sign: str, legend: Mapping[str, Value | list[Value]]
    ) -> Value | list[Value]:
        if sign in legend:
            return legend[sign]
        if sign in self.by_name:
            return self.by_name[sign]
        message = (
            f"{quoted(sign)} in row {place[0]}, column {place[1]} is neither a value of the cells nor "
            f"explained by a legend ({OPEN!r} stands for an open cell)"
        )
        error = PictureError(message, place[0] - 1)
        raise self.source.in_picture(error, self.where, "given")
