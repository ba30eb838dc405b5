"""Rules on values that differ, and on combinations that are listed, on sets of values as bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.belief.search.rules import Masks, Rule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Different", "DifferentPair", "Pairs", "Rows"]


class DifferentPair(Rule):
    """Two unknowns differ."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__((first, second), 2)
        self.pair: tuple[int, int] = (first, second)

    def narrow(self, masks: Masks) -> list[int] | None:
        first, second = self.pair
        left, right = masks[first], masks[second]
        if not left & right:
            return []
        if not left & (left - 1):
            masks[second] = right = right & ~left
            return [second] if right else None
        if not right & (right - 1):
            masks[first] = left & ~right
            return [first]
        return []


class Different(Rule):
    """Unknowns differ from each other and from what is taken.

    It sees who has a value alone, and which value only one can have where every value is needed.
    """

    def __init__(self, places: Sequence[int], taken: int = 0) -> None:
        super().__init__(places, 4 + 2 * len(places))
        self.taken = taken

    def narrow(self, masks: Masks) -> list[int] | None:
        changed: list[int] = []
        taken = self.taken
        waiting: Sequence[int] = self.places
        while True:
            passed = _taken_from(masks, waiting, taken, changed)
            if passed is None:
                return None
            fresh, waiting = passed
            taken |= fresh
            if fresh:
                continue
            single = _single(masks, waiting)
            if single is None or not _kept(masks, waiting, single, changed):
                return None
            if not single:
                return changed


def _taken_from(
    masks: Masks, places: Sequence[int], taken: int, changed: list[int]
) -> tuple[int, list[int]] | None:
    """Take values away from unknowns, and return those that now have a single one, and who has several.

    None if one has none, or two have the same.
    """
    fresh = 0
    still_open = []
    for place in places:
        left = masks[place]
        if left & taken:
            left &= ~taken
            if not left:
                return None
            masks[place] = left
            changed.append(place)
        if left & (left - 1):
            still_open.append(place)
        elif left & fresh:
            return None
        else:
            fresh |= left
    return fresh, still_open


def _kept(masks: Masks, places: Sequence[int], single: int, changed: list[int]) -> bool:
    """Give values to whoever alone can have them, and tell whether nobody alone can have two."""
    for place in places if single else ():
        left = masks[place] & single
        if left:
            if left & (left - 1):
                return False
            masks[place] = left
            changed.append(place)
    return True


def _single(masks: Masks, places: Sequence[int]) -> int | None:
    """Return the values that only one can have, if all are needed; None if there are too few."""
    once = twice = 0
    for place in places:
        left = masks[place]
        twice |= once & left
        once |= left
    spare = once.bit_count() - len(places)
    if spare < 0:
        return None
    return 0 if spare else once & ~twice


class Pairs(Rule):
    """The values of two unknowns are one of the pairs that are listed."""

    def __init__(
        self, first: int, second: int, forwards: Mapping[int, int], backwards: Mapping[int, int]
    ) -> None:
        super().__init__((first, second), 4 + len(forwards) + len(backwards))
        self.pair: tuple[int, int] = (first, second)
        self.forwards = forwards
        self.backwards = backwards

    def narrow(self, masks: Masks) -> list[int] | None:
        first, second = self.pair
        left, right = masks[first], masks[second]
        reached = _reached(left, self.forwards) & right
        if not reached:
            return None
        changed = []
        if reached != right:
            masks[second] = reached
            changed.append(second)
        back = _reached(reached, self.backwards) & left
        if back != left:
            masks[first] = back
            changed.append(first)
        return changed


def _reached(mask: int, partners: Mapping[int, int]) -> int:
    found = 0
    while mask:
        bit = mask & -mask
        found |= partners.get(bit, 0)
        mask ^= bit
    return found


class Rows(Rule):
    """The values of some unknowns are one of the rows of a table; a set of rows is an integer, too."""

    def __init__(self, places: Sequence[int], columns: Sequence[Mapping[int, int]], count: int) -> None:
        super().__init__(places, 4 + sum(map(len, columns)) * (1 + count // 2_000))
        self.columns: tuple[tuple[int, Mapping[int, int]], ...] = tuple(zip(places, columns, strict=True))
        self.all: int = (1 << count) - 1

    def narrow(self, masks: Masks) -> list[int] | None:
        rows = self.all
        still_open = []
        for place, rows_of in self.columns:
            mask = masks[place]
            if mask & (mask - 1):
                still_open.append((place, mask, rows_of))
                rows &= _reached(mask, rows_of)
            else:
                rows &= rows_of.get(mask, 0)
        if not rows:
            return None
        changed = []
        for place, before, rows_of in still_open:
            mask = before
            left = 0
            while mask:
                bit = mask & -mask
                if rows & rows_of.get(bit, 0):
                    left |= bit
                mask ^= bit
            if left != before:
                masks[place] = left
                changed.append(place)
        return changed
