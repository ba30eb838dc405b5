"""Statements on sets of values as bits: what each leaves to the unknowns, changed in place.

A rule is asked with the values that are left to every unknown, takes out what it shows to be impossible, and
says whose values became fewer. It never takes out a value that a world within these has, and once every
unknown has a single value it tells whether it holds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "AnyOf",
    "Facts",
    "Fixed",
    "Formula",
    "HasOne",
    "Masks",
    "Node",
    "NumberOf",
    "OddNumber",
    "Rule",
    "Switches",
]

Masks: TypeAlias = list[int]
"""For each unknown, by position, the values that are left to it."""


class Rule(ABC):
    """What a statement leaves.

    Attributes:
        places: The unknowns that it speaks of.
        cost: How many steps it takes to ask it once, roughly.
        again: Whether it may see more when it is asked again at once.
        watched: If not None: as long as these unknowns keep what they have, nothing can come of asking it
            again, now or after going back to where they had more.
    """

    def __init__(self, places: Sequence[int], cost: int, *, again: bool = False) -> None:
        self.places: tuple[int, ...] = tuple(dict.fromkeys(places))
        self.cost = cost
        self.again = again
        self.watched: tuple[int, int] | None = None

    @abstractmethod
    def narrow(self, masks: Masks) -> list[int] | None:
        """Take out what cannot be, and return whose values became fewer; None if it cannot hold."""


class Facts(Rule):
    """At least `low` and at most `high` of some facts are true; a fact is an unknown and its values."""

    def __init__(self, facts: Sequence[tuple[int, int]], low: int, high: int) -> None:
        places = [place for place, _ in facts]
        # An unknown that is named twice can settle a fact by another one.
        super().__init__(places, 2 + len(facts), again=len(set(places)) < len(places))
        self.facts: tuple[tuple[int, int], ...] = tuple(facts)
        self.low = low
        self.high = high

    def narrow(self, masks: Masks) -> list[int] | None:
        true = 0
        still_open = []
        for fact in self.facts:
            place, inside = fact
            left = masks[place]
            if left & inside:
                if left & ~inside:
                    still_open.append(fact)
                else:
                    true += 1
        if true > self.high or true + len(still_open) < self.low:
            return None
        if still_open and (true == self.high or true + len(still_open) == self.low):
            return self._settle(masks, still_open, wanted=true < self.high)
        return []

    def _settle(
        self, masks: Masks, still_open: Sequence[tuple[int, int]], *, wanted: bool
    ) -> list[int] | None:
        """Make all open facts true, or all false."""
        for place, inside in still_open:
            masks[place] &= inside if wanted else ~inside
        changed = [place for place, _ in still_open]
        return None if self.again and not all(masks[place] for place in changed) else changed


class Switches(Rule):
    """At least `low` and at most `high` of some unknowns have one of the two values that all of them share.

    What `Facts` says in general, said of whole numbers of masks that are equal.

    Args:
        places: The unknowns, each named once; two or more.
        on: The value that is counted.
        off: The other one.
        low: How many have it at least.
        high: And at most.
    """

    def __init__(self, places: Sequence[int], on: int, off: int, low: int, high: int) -> None:
        super().__init__(places, 2 + len(places) // 2)
        self._masks_of = itemgetter(*places)
        self.on = on
        self.off = off
        self.low = low
        self.high = high

    def narrow(self, masks: Masks) -> list[int] | None:
        left = self._masks_of(masks)
        both = self.on | self.off
        true, still_open = left.count(self.on), left.count(both)
        if true > self.high or true + still_open < self.low:
            return None
        if not still_open or (true < self.high and true + still_open > self.low):
            return []
        settled = self.on if true < self.high else self.off
        changed = [place for place, mask in zip(self.places, left, strict=True) if mask == both]
        for place in changed:
            masks[place] = settled
        return changed


class AnyOf(Rule):
    """At least one of some facts is true.

    With two that can be there is nothing to see, so it watches these. They can be wherever more is left, so
    going back needs no word of it; and what is true stays true until the search goes back.
    """

    def __init__(self, facts: Sequence[tuple[int, int]]) -> None:
        super().__init__([place for place, _ in facts], 2 + len(facts) // 2)
        self.facts: tuple[tuple[int, int], ...] = tuple(facts)

    def narrow(self, masks: Masks) -> list[int] | None:
        open_place = -1
        open_inside = 0
        for place, inside in self.facts:
            left = masks[place]
            if left & inside:
                if not left & ~inside:
                    return []
                if open_place >= 0:
                    self.watched: tuple[int, int] | None = (open_place, place)
                    return []
                open_place, open_inside = place, inside
        if open_place < 0:
            return None
        masks[open_place] &= open_inside
        return [open_place]


class Node(ABC):
    """A part of a formula: true, false or open."""

    @abstractmethod
    def truth(self, masks: Masks) -> bool | None:
        """Tell whether it is true or false whatever is chosen; None if that is open."""

    @abstractmethod
    def demand(self, masks: Masks, changed: list[int], *, wanted: bool) -> bool:
        """Make it true or false as far as it says what that takes, and tell whether it can be.

        Args:
            masks: What is left.
            changed: Is told whose values became fewer.
            wanted: Whether it must be true.
        """


class HasOne(Node):
    """An unknown has one of some values."""

    def __init__(self, place: int, inside: int) -> None:
        self.place = place
        self.inside = inside

    def truth(self, masks: Masks) -> bool | None:
        left = masks[self.place]
        if not left & self.inside:
            return False
        return None if left & ~self.inside else True

    def demand(self, masks: Masks, changed: list[int], *, wanted: bool) -> bool:
        before = masks[self.place]
        left = before & (self.inside if wanted else ~self.inside)
        if left != before:
            masks[self.place] = left
            changed.append(self.place)
        return left != 0


class Fixed(Node):
    """True in every world, or in none."""

    def __init__(self, *, is_true: bool) -> None:
        self.is_true = is_true

    def truth(self, masks: Masks) -> bool | None:
        return self.is_true

    def demand(self, masks: Masks, changed: list[int], *, wanted: bool) -> bool:
        return self.is_true == wanted


class NumberOf(Node):
    """At least `low` and at most `high` of some parts are true."""

    def __init__(self, parts: Sequence[Node], low: int, high: int) -> None:
        self.parts: tuple[Node, ...] = tuple(parts)
        self.low = low
        self.high = high

    def _seen(self, masks: Masks) -> tuple[int, list[Node]]:
        """Return how many parts are true, and which are open."""
        true = 0
        still_open = []
        for part in self.parts:
            truth = part.truth(masks)
            if truth is None:
                still_open.append(part)
            elif truth:
                true += 1
        return true, still_open

    def truth(self, masks: Masks) -> bool | None:
        true, still_open = self._seen(masks)
        most = true + len(still_open)
        if true > self.high or most < self.low:
            return False
        return True if true >= self.low and most <= self.high else None

    def demand(self, masks: Masks, changed: list[int], *, wanted: bool) -> bool:
        true, still_open = self._seen(masks)
        size = len(still_open)
        # So many of the open ones may be true.
        counts = [count for count in range(size + 1) if (self.low <= true + count <= self.high) == wanted]
        if not counts:
            return False
        if counts in ([0], [size]):
            return all(part.demand(masks, changed, wanted=counts != [0]) for part in still_open)
        return True


class OddNumber(Node):
    """An odd number of parts is true, or an even number."""

    def __init__(self, parts: Sequence[Node], *, odd: bool) -> None:
        self.parts: tuple[Node, ...] = tuple(parts)
        self.odd = odd

    def truth(self, masks: Masks) -> bool | None:
        truths = [part.truth(masks) for part in self.parts]
        return None if None in truths else (truths.count(True) % 2 == 1) == self.odd

    def demand(self, masks: Masks, changed: list[int], *, wanted: bool) -> bool:
        truths = [part.truth(masks) for part in self.parts]
        is_right = ((truths.count(True) % 2 == 1) == self.odd) == wanted
        if None not in truths:
            return is_right
        if truths.count(None) > 1:
            return True
        return self.parts[truths.index(None)].demand(masks, changed, wanted=not is_right)


class Formula(Rule):
    """A formula that must be true."""

    def __init__(self, node: Node, places: Sequence[int], size: int) -> None:
        super().__init__(places, 2 + 3 * size, again=True)
        self.node = node

    def narrow(self, masks: Masks) -> list[int] | None:
        changed: list[int] = []
        return changed if self.node.demand(masks, changed, wanted=True) else None
