"""Blocks that stand for many: they are written out before they are read."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deduce.casefile.items import SKIPPED, Beyond, Budget, Filler, Item, things, with_clues
from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from deduce.casefile.grid import Grid
    from deduce.casefile.source import Source

__all__ = ["EACH_KEYS", "Block", "Expansion"]

_WAYS = ("each", "each_of", "each_pair", "each_next")
EACH_KEYS = frozenset({*_WAYS, "grid", "fields", "clues"})
"""The keys that say what a block goes through."""


@dataclass(frozen=True)
class Block:
    """A block as it is read.

    Attributes:
        number: Which of its kind it is in the file, from 1.
        where: What it is called in messages.
        data: Its keys, without those that say what it goes through.
        item: The thing that it is about; None if it goes through nothing.
    """

    number: int
    where: str
    data: Mapping[str, Any]
    item: Item | None = None


class Expansion:
    """Writes out the blocks of one file.

    Args:
        source: The file.
        grids: Its grids.
        unknowns: The names of all unknowns.
        budget: How much may come of it.
    """

    def __init__(
        self, source: Source, grids: Sequence[Grid], unknowns: Mapping[str, object], budget: Budget
    ) -> None:
        self.source = source
        self.grids: dict[str, Grid] = {grid.called: grid for grid in grids}
        self.filler: Filler = Filler(unknowns, budget)
        self._known: dict[tuple[str, str], list[Item]] = {}

    def blocks(self, name: str) -> Iterator[Block]:
        """Iterate over the blocks of a name; one for each thing that a block goes through."""
        for number, block in self.source.blocks(name):
            where = f"{name} {number}"
            if not block.keys() & EACH_KEYS:
                yield Block(number, where, block)
                continue
            data = {key: value for key, value in block.items() if key not in EACH_KEYS}
            for item in self._items(block, where):
                with self.source.about(item.label):
                    filled = self._filled(data, item, where)
                if filled is not None:
                    yield Block(number, where, filled, item)

    def _filled(self, data: Mapping[str, Any], item: Item, where: str) -> dict[str, Any] | None:
        """Return a block about one thing; None if it speaks of a neighbour that is not there."""
        filled = {}
        for key, value in data.items():
            needle = value if isinstance(value, str) else None
            read = functools.partial(self.filler.part, item=item, key=key)
            try:
                filled[key] = self.source.checked(read, value, where, key, needle)
            except Beyond:
                return None
        return filled

    def _items(self, block: Mapping[str, Any], where: str) -> Iterable[Item]:
        ways = [way for way in _WAYS if way in block]
        if not ways:
            key = min(block.keys() & EACH_KEYS)
            message = f"has {key!r}, but goes through nothing; say what with 'each' or 'each_of'"
            raise self.source.error(message, where, key)
        for key, way in (("fields", "each_of"), ("grid", "each")):
            if key in block and way not in ways:
                raise self.source.error(f"{key!r} does not go with {ways[0]!r}", where, key)
        items = self._of_grids(block, where) if ways[0] == "each" else self._of_list(ways[0], block, where)
        self._count(items, where, ways[0])
        if "clues" in block:
            items = self._with_clues(items, block, where)
        found: Iterable[Item] = items
        for way in ways[1:]:
            found = self._within(found, way, block, where)
        return found

    def _count(self, items: list[Item], where: str, way: str) -> None:
        self.source.built(lambda: self.filler.budget.count(len(items)), where, way)

    def _of_list(self, way: str, block: Mapping[str, Any], where: str) -> list[Item]:
        listed = self.source.listed(block, way, where)
        has_names = way == "each_of" and "fields" in block
        names = self.source.listed(block, "fields", where) if has_names else []
        return self.source.built(lambda: things(way, listed, names), where, way)

    def _within(
        self, items: Iterable[Item], way: str, block: Mapping[str, Any], where: str
    ) -> Iterator[Item]:
        """Iterate over what there is to go through within each thing; the list can name its fields."""
        for item in items:
            with self.source.about(item.label):
                filled = self._filled({way: block[way]}, item, where)
                if filled is None or filled[way] == []:
                    continue
                inner = self._of_list(way, {**block, **filled}, where)
                self._count(inner, where, way)
            for thing in inner:
                yield item.with_inner(thing)

    def _of_grids(self, block: Mapping[str, Any], where: str) -> list[Item]:
        if not self.grids:
            message = "'each' goes through a grid, but the file has no [grid]; go through a list with each_of"
            raise self.source.error(message, where, "each")
        grids = self._wanted(block, where)
        items: list[Item] = []
        for kind in self._texts(block, "each", where):
            # Of several grids, those go without that have no such picture.
            drawn = [grid for grid in grids if kind in grid.drawn_kinds]
            for grid in drawn or grids:
                key = (grid.called, kind)
                if key not in self._known:
                    with self.source.about(grid.title if len(self.grids) > 1 else ""):
                        self._known[key] = self.source.checked(grid.items, kind, where, "each", kind)
                items += self._known[key]
        return items

    def _wanted(self, block: Mapping[str, Any], where: str) -> list[Grid]:
        """Return the grids that a block goes through: those that it names, or all."""
        if "grid" not in block:
            return [*self.grids.values()]
        names = self._texts(block, "grid", where)
        for name in names:
            if name not in self.grids or not name:
                known = did_you_mean(name, filter(None, self.grids))
                raise self.source.error(f"no grid is called {quoted(name)}; {known}", where, "grid", name)
        return [self.grids[name] for name in names]

    def _texts(self, block: Mapping[str, Any], key: str, where: str) -> list[str]:
        """Return what stands under a key that is a text or a list of texts."""
        given = block[key]
        found = self.source.listed(block, key, where) if isinstance(given, list) else [given]
        if not all(isinstance(text, str) for text in found):
            raise self.source.error(f"{key!r} must be a text or a list of texts", where, key)
        return found

    def _with_clues(self, items: list[Item], block: Mapping[str, Any], where: str) -> list[Item]:
        clues = block["clues"]
        if isinstance(clues, str):
            clues = self._drawn(items, clues, where)
        elif not isinstance(clues, list | Mapping):
            message = "'clues' must be a list, a table, or the name of a picture"
            raise self.source.error(message, where, "clues")
        return self.source.built(lambda: with_clues(items, clues), where, "clues")

    def _drawn(self, items: list[Item], picture: str, where: str) -> list[Any]:
        """Return the characters of a picture as clues of cells; digits are numbers."""
        if items and not any("cell" in item.fields and picture in item.fields for item in items):
            message = (
                f"{quoted(picture)} is no picture with a clue for each of these; name 'given' or one of "
                "[grid.maps], and go through 'cell', 'neighbours' or 'around'"
            )
            raise self.source.error(message, where, "clues", picture)
        # Where there are several grids, one may be without that picture.
        signs = [str(item.fields.get(picture, SKIPPED)) for item in items]
        return [int(sign) if sign.isascii() and sign.isdigit() else sign for sign in signs]
