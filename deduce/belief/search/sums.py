"""Sums of unknowns' numbers that lie in some intervals, on sets of values as bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.belief.search.rules import Masks, Rule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["BoundedSum", "ReachedSum"]


class ReachedSum(Rule):
    """A sum is one of those allowed; which sums can be reached is kept as bits, so it sees everything.

    Args:
        places: The unknowns.
        numbers: For each, what each value adds, by its bit; the least of them is 0.
        allowed: The sums that are allowed, as bits.
    """

    def __init__(self, places: Sequence[int], numbers: Sequence[Mapping[int, int]], allowed: int) -> None:
        super().__init__(places, 8 + 3 * sum(map(len, numbers)))
        self.numbers: tuple[tuple[int, Mapping[int, int]], ...] = tuple(zip(places, numbers, strict=True))
        self.allowed = allowed

    def narrow(self, masks: Masks) -> list[int] | None:
        known, still_open = _open_rows(self.numbers, masks)
        wanted = self.allowed >> known
        # What the first ones can add up to, and the last ones to what is wanted.
        reached = [1]
        for _, row in still_open:
            before = reached[-1]
            sums = 0
            for _, number in row:
                sums |= before << number
            reached.append(sums)
        if not reached.pop() & wanted:
            return None
        changed = []
        for place, row in reversed(still_open):
            before = reached.pop()
            left = following = 0
            for bit, number in row:
                rest = wanted >> number
                if before & rest:
                    left |= bit
                    following |= rest
            wanted = following
            if left != masks[place]:
                masks[place] = left
                changed.append(place)
        return changed


class BoundedSum(Rule):
    """A sum lies between two numbers; it sees what the least and the greatest of the others rule out.

    Args:
        places: The unknowns.
        numbers: For each, what each value adds, by its bit.
        low: The least sum that is allowed.
        high: The greatest.
    """

    def __init__(
        self, places: Sequence[int], numbers: Sequence[Mapping[int, int]], low: int, high: int
    ) -> None:
        super().__init__(places, 8 + 3 * sum(map(len, numbers)), again=True)
        self.numbers: tuple[tuple[int, Mapping[int, int]], ...] = tuple(zip(places, numbers, strict=True))
        self.low = low
        self.high = high

    def narrow(self, masks: Masks) -> list[int] | None:
        least, still_open = _open_rows(self.numbers, masks)
        most = least
        ends = []
        for _, row in still_open:
            numbers = [number for _, number in row]
            ends.append((min(numbers), max(numbers)))
            least += ends[-1][0]
            most += ends[-1][1]
        if least > self.high or most < self.low:
            return None
        changed = []
        for (place, row), (low, high) in zip(still_open, ends, strict=True):
            # With the others at their greatest, and at their least.
            bottom, top = self.low - most + high, self.high - least + low
            if low < bottom or high > top:
                left = sum([bit for bit, number in row if bottom <= number <= top])
                if not left:
                    return None
                masks[place] = left
                changed.append(place)
        return changed


def _open_rows(
    numbers: Sequence[tuple[int, Mapping[int, int]]], masks: Masks
) -> tuple[int, list[tuple[int, list[tuple[int, int]]]]]:
    """Return what the settled unknowns add up to, and what each value that is left to the others adds."""
    known = 0
    still_open = []
    for place, number_of in numbers:
        mask = masks[place]
        if mask & (mask - 1):
            row = []
            while mask:
                bit = mask & -mask
                row.append((bit, number_of[bit]))
                mask ^= bit
            still_open.append((place, row))
        else:
            known += number_of[mask]
    return known, still_open
