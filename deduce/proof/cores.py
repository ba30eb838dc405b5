"""Smallest sets of entries that cannot all be true, by implicit hitting sets.

A set of entries is impossible exactly if it meets every correction set (a set of entries without which the
others can all be true). So the cheapest set that meets all correction sets seen so far is tried; if it is
possible after all, growing it yields a new correction set that it missed. The first impossible one is a
smallest one. (The method of A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS
extraction with minimal hitting set dualization", 2015.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.errors import DeduceError
from deduce.problem.statements import ALWAYS, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deduce.proof.oracles import Oracle

__all__ = ["cheapest_hitting_set", "smallest_core", "smallest_cores"]


def smallest_core(
    oracle: Oracle, extra: Statement, *, fewer_than: int | None = None
) -> frozenset[int] | None:
    """Return a smallest set of entries that cannot all be true together with a statement.

    Args:
        oracle: Answers which entries can be true together.
        extra: The statement.
        fewer_than: Only look for a set with fewer entries than this.

    Returns:
        The set, or None if there is none.
    """
    return next(smallest_cores(oracle, extra, fewer_than=fewer_than), None)


def smallest_cores(
    oracle: Oracle, extra: Statement = ALWAYS, *, fewer_than: int | None = None
) -> Iterator[frozenset[int]]:
    """Iterate over all minimal sets of entries that cannot all be true with a statement, smallest first.

    Args:
        oracle: Answers which entries can be true together.
        extra: The statement.
        fewer_than: Only look for sets with fewer entries than this.
    """
    costs = _costs(oracle)
    found: list[int] = []
    everything = (1 << len(costs)) - 1
    # Worlds that earlier questions have brought up give correction sets for nothing.
    corrections = _least(everything & ~_bits(true) for true in oracle.seen(extra))
    if 0 in corrections:
        return
    while True:
        chosen = cheapest_hitting_set(corrections, found, costs)
        if chosen is None or (fewer_than is not None and chosen.bit_count() >= fewer_than):
            return
        members = frozenset(number for number in range(len(costs)) if chosen >> number & 1)
        grown = oracle.grown(members, extra)
        if grown is None:
            if not oracle.refuted_again(members, extra):
                message = f"entries {sorted(members)} were refuted, but not when asked again"
                raise DeduceError(message)
            yield members
            if not members:
                return
            found.append(chosen)
            continue
        correction = everything & ~_bits(grown)
        if not correction:
            return
        corrections.append(correction)


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _least(sets: Iterable[int]) -> list[int]:
    """Return the sets that contain no other one."""
    least: list[int] = []
    for candidate in sorted(set(sets), key=lambda members: (members.bit_count(), members)):
        if all(smaller & ~candidate for smaller in least):
            least.append(candidate)
    return least


def _costs(oracle: Oracle) -> list[int]:
    """Return what each entry costs: one entry first, then the unknowns it speaks of, then its age."""
    log = oracle.log
    most_unknowns = (1 + len(log)) * (1 + len(log.problem.unknowns))
    ages = (1 + len(log)) ** 2
    return [
        (most_unknowns + len(entry.statement.scope)) * ages + len(log) - 1 - number
        for number, entry in enumerate(log)
    ]


def cheapest_hitting_set(sets: Sequence[int], avoided: Sequence[int], costs: Sequence[int]) -> int | None:
    """Return the cheapest set of members that meets every set and contains none of the avoided sets.

    Exact, by branch and bound. Sets are integers, one bit a member.

    Args:
        sets: What must be met.
        avoided: What must not be contained whole.
        costs: What each member costs.
    """
    return _HittingSets(sets, avoided, costs).cheapest()


class _HittingSets:
    """The search for the cheapest hitting set."""

    def __init__(self, sets: Sequence[int], avoided: Sequence[int], costs: Sequence[int]) -> None:
        self.sets = sets
        self.avoided = avoided
        self.costs = costs
        self.best: int | None = None
        self.best_cost = sum(costs) + 1

    def cheapest(self) -> int | None:
        """Return the cheapest set, or None if there is none."""
        self._search(0, 0, 0)
        return self.best

    def _search(self, chosen: int, cost: int, barred: int) -> None:
        """Try all ways to complete a choice without the members that are barred."""
        if any(not whole & ~chosen for whole in self.avoided):
            return
        unmet = [members & ~barred for members in self.sets if not members & chosen]
        if not all(unmet) or cost + self._at_least(unmet) >= self.best_cost:
            return
        if not unmet:
            self.best, self.best_cost = chosen, cost
            return
        tightest = min(unmet, key=int.bit_count)
        for place in sorted(_places(tightest), key=self.costs.__getitem__):
            self._search(chosen | 1 << place, cost + self.costs[place], barred)
            barred |= 1 << place

    def _at_least(self, unmet: list[int]) -> int:
        """Bound what meeting some sets costs: disjoint ones each need a member of their own."""
        bound = covered = 0
        for members in sorted(unmet, key=int.bit_count):
            if not members & covered:
                covered |= members
                bound += min(self.costs[place] for place in _places(members))
        return bound


def _places(members: int) -> list[int]:
    places = []
    while members:
        bit = members & -members
        places.append(bit.bit_length() - 1)
        members ^= bit
    return places
