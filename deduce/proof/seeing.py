"""What there is to see next: everything that a single reason shows, easiest first.

A group of unknowns that share as many values, values that nobody else can have, or what one rule or entry
leaves. `Board.easiest` finds all that is as easy as the easiest; a chain takes the first of it, and a grade
takes all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from deduce.belief.matching import match
from deduce.belief.patience import Allowance
from deduce.proof.claims import Confinement
from deduce.proof.reasons import Different, reasons_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deduce.evidence.log import Log
    from deduce.problem.problem import Problem
    from deduce.proof.reasons import Needs, Reason

__all__ = ["Applied", "Board", "Group", "Seen", "groups_in"]

MOST_EFFORT = 10_000_000
"""How many steps the diagrams of all reasons may take together; then less is seen at a glance."""
Rank: TypeAlias = tuple[int, int]
"""How hard something is to see: how many things must be seen together, then of which sort it is."""


@dataclass(frozen=True)
class Group:
    """Unknowns and values that must go together, so that others lose the values (or these all others).

    Attributes:
        reason: Whose unknowns they are.
        confinement: The unknowns and the values.
        members: The positions of the unknowns.
        values: The values as bits.
        is_hidden: Whether nobody else can have the values; otherwise the unknowns have no other values.
        limited: What it leaves to the unknowns that it affects, by position.
    """

    reason: Different
    confinement: Confinement
    members: tuple[int, ...]
    values: int
    is_hidden: bool
    limited: Mapping[int, int]

    @property
    def rank(self) -> Rank:
        """How hard it is to see."""
        size = len(self.members)
        return (size, self.is_hidden if size == 1 else 3 + self.is_hidden)

    def needs(self, masks: Sequence[int]) -> Needs:
        """Return the values that must have been ruled out for it to be seen."""
        if not self.is_hidden:
            return [(place, ~self.values) for place in self.members]
        others = [place for place in self.reason.members if place not in self.members]
        return [(place, self.values) for place in others] + self.reason.tightness(masks)


@dataclass(frozen=True)
class Applied:
    """What one rule or entry on several unknowns leaves to them.

    Attributes:
        reason: The rule or entry.
        size: How many unknowns have to be seen together.
        limited: What it leaves to the unknowns that it affects, by position.
    """

    reason: Reason
    size: int
    limited: Mapping[int, int]

    @property
    def rank(self) -> Rank:
        """How hard it is to see."""
        return (self.size, 2)

    def needs(self, masks: Sequence[int]) -> Needs:
        """Return the values that must have been ruled out for it to be seen."""
        return self.reason.needs(masks)


Seen: TypeAlias = Group | Applied


class Board:
    """What is known so far, and the reasons that may show more.

    Args:
        log: What was heard.
        masks: What is left to each unknown from the start.

    Attributes:
        masks: What is left to each unknown now, as bits by position.
        reasons: The rules and joint entries.
        allowance: What their diagrams may take together; when it is spent, less is seen at a glance.
    """

    def __init__(self, log: Log, masks: Sequence[int]) -> None:
        self.problem: Problem = log.problem
        self.masks: list[int] = list(masks)
        self.allowance: Allowance = Allowance(MOST_EFFORT)
        self.reasons: list[Reason] = reasons_of(log, masks, self.allowance)
        self.touching: list[list[Reason]] = [[] for _ in masks]
        for reason in self.reasons:
            for place in reason.places:
                self.touching[place].append(reason)
        self._known: dict[tuple[Reason, str], tuple[tuple[int, ...], list[Group]]] = {}

    @property
    def is_one_group(self) -> bool:
        """Whether all that there is to say is that all unknowns of one group differ."""
        return all(isinstance(reason, Different) for reason in self.reasons) and len(self.reasons) < 2

    @property
    def is_settled(self) -> bool:
        """Whether every unknown is certain."""
        return all(not left & (left - 1) for left in self.masks)

    def strikes(self, limited: Mapping[int, int]) -> bool:
        """Tell whether something is ruled out that was not before."""
        return any(self.masks[place] & ~left for place, left in limited.items())

    def strike(self, limited: Mapping[int, int]) -> None:
        """Rule out what is not left, without a word."""
        for place, left in limited.items():
            self.masks[place] &= left

    def open_pairs(self, goal: Sequence[int] | None = None) -> list[tuple[int, int]]:
        """Return the values that may still be ruled out: the position of the unknown, and the value as a bit.

        Args:
            goal: What is left to each unknown in the end, where that is known.
        """
        return [
            (place, 1 << number)
            for place, mask in enumerate(self.masks)
            if mask & (mask - 1)
            for number in range(mask.bit_length())
            if (mask & ~goal[place] if goal else mask) >> number & 1
        ]

    def impossible(self) -> Reason | None:
        """Return a reason that cannot be true any more, if one is seen at a glance."""
        return next((reason for reason in self.reasons if reason.left(self.masks) is None), None)

    def easiest(self) -> list[Seen]:
        """Return everything that is as easy to see as what is easiest."""
        found: list[Seen] = []
        for reason in self.reasons:
            if isinstance(reason, Different):
                found += self._singles(reason)
            elif limited := reason.left(self.masks):
                found.append(Applied(reason, reason.size(self.masks), limited))
        if not found or min(seen.rank for seen in found)[0] > 1:
            for reason in self.reasons:
                if isinstance(reason, Different):
                    found += self._remembered(reason, "groups", self._larger)
        if not found:
            return []
        least = min(seen.rank for seen in found)
        return [seen for seen in found if seen.rank == least]

    def _remembered(
        self, reason: Different, what: Literal["singles", "groups"], find: Callable[[Different], list[Group]]
    ) -> list[Group]:
        """Look for groups again only where something has changed."""
        key = tuple([self.masks[place] for place in reason.members])
        known = self._known.get((reason, what))
        if known is None or known[0] != key:
            known = self._known[(reason, what)] = (key, find(reason))
        return known[1]

    def _singles(self, reason: Different) -> list[Group]:
        return self._remembered(reason, "singles", self._find_singles) if reason.left(self.masks) else []

    def _find_singles(self, reason: Different) -> list[Group]:
        """Return what is certain, and what only one of the unknowns can have."""
        rows = reason.rows(self.masks)
        once = twice = certain = 0
        for row in rows:
            twice |= once & row
            once |= row
            if row.bit_count() == 1:
                certain |= row
        found: list[Group] = []
        for number, row in enumerate(rows):
            if row.bit_count() == 1:
                found += self._group(reason, [number], row, is_hidden=False)
            elif once.bit_count() == len(rows) and (own := row & once & ~twice & ~certain):
                found += self._group(reason, [number], own, is_hidden=True)
        return found

    def _larger(self, reason: Different) -> list[Group]:
        """Return the smallest groups of more than one unknown."""
        return [
            group
            for is_hidden, members, values in groups_in(reason.rows(self.masks))
            if len(members) > 1
            for group in self._group(reason, members, values, is_hidden=is_hidden)
        ]

    def _group(
        self, reason: Different, numbers: Sequence[int], values: int, *, is_hidden: bool
    ) -> Iterator[Group]:
        """Yield a group, if it settles something."""
        members = tuple(reason.members[number] for number in numbers)
        limited = {
            place: self.masks[place] & (values if is_hidden else ~values)
            for place in reason.members
            if (place in members) == is_hidden
        }
        if self.strikes(limited):
            names = tuple(self.problem.unknowns[place] for place in members)
            confinement = Confinement(names, self.problem.values_of(values))
            yield Group(reason, confinement, members, values, is_hidden, limited)


def _closed(start: int, grow: Callable[[int], int]) -> int:
    """Grow a set until nothing is added any more."""
    while (larger := start | grow(start)) != start:
        start = larger
    return start


def groups_in(rows: Sequence[int]) -> list[tuple[bool, list[int], int]]:
    """Return the smallest groups in which unknowns and values must go together.

    With everyone matched to a value, the smallest set of values that is closed under "its owner could also
    have ..." around a value is the smallest confined group with that value; closed the other way round, the
    smallest group of values that nobody else can take.

    Args:
        rows: For each unknown, the values that are left to it.

    Returns:
        For each group: whether it is hidden (the values have no other takers) or open (the unknowns have no
        other values), the unknowns by number, and the values. Each group is there once.
    """
    given = match(rows)
    if given is None:
        return []
    taken, everyone = 0, 0
    for bit, row in zip(given, rows, strict=True):
        taken |= bit
        everyone |= row

    def had_by_owners(values: int) -> int:
        """Return all that the owners of some values could have."""
        had = 0
        for bit, row in zip(given, rows, strict=True):
            had |= row if bit & values else 0
        return had

    def owned_by_takers(values: int) -> int:
        """Return what those own who could take some values."""
        return sum(bit for bit, row in zip(given, rows, strict=True) if row & values)

    groups: dict[tuple[bool, int], tuple[bool, list[int], int]] = {}
    for start in given:
        for hidden, grow in ((False, had_by_owners), (True, owned_by_takers)):
            values = _closed(start, grow)
            # With values to spare, some of these may stay without an owner, so they confine nobody.
            if not (everyone if hidden else values) & ~taken:
                members = [number for number, bit in enumerate(given) if bit & values]
                groups.setdefault((hidden, values), (hidden, members, values))
    return list(groups.values())
