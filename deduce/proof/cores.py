"""Smallest sets of entries that cannot all be true, by implicit hitting sets.

A set of entries is impossible exactly if it meets every correction set (a set of entries without which the others
can all be true). So the cheapest set that meets all correction sets seen so far is tried; if it is possible after
all, growing it yields a new correction set that it missed. The first impossible one is a smallest one.
(The method of A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with minimal
hitting set dualization", 2015.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from deduce.errors import DeduceError
from deduce.problem.statements import ALWAYS, Statement

if TYPE_CHECKING:
    from deduce.proof.oracles import Oracle

__all__ = ["cheapest_hitting_set", "smallest_core", "smallest_cores"]


def smallest_core(oracle: Oracle, extra: Statement) -> frozenset[int] | None:
    """Return a smallest set of entries that cannot all be true together with a statement.

    Returns:
        The set, or None if all entries can be true together with the statement.
    """
    return next(smallest_cores(oracle, extra), None)


def smallest_cores(oracle: Oracle, extra: Statement = ALWAYS) -> Iterator[frozenset[int]]:
    """Iterate over all minimal sets of entries that cannot all be true with a statement, smallest first.

    Args:
        oracle: Answers which entries can be true together.
        extra: The statement.
    """
    costs = _costs(oracle)
    corrections: list[int] = []
    found: list[int] = []
    everything = (1 << len(costs)) - 1
    while True:
        chosen = cheapest_hitting_set(corrections, found, costs)
        if chosen is None:
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
        correction = everything & ~sum(1 << number for number in grown)
        if not correction:
            return
        corrections.append(correction)


def _costs(oracle: Oracle) -> list[int]:
    """Return what each entry costs: one entry first, then the unknowns it speaks of, then its age."""
    log = oracle.log
    most_unknowns = (1 + len(log)) * (1 + len(log.problem.unknowns))
    ages = (1 + len(log)) ** 2
    return [
        (most_unknowns + len(entry.statement.scope)) * ages + len(log) - 1 - number
        for number, entry in enumerate(log)
    ]


def cheapest_hitting_set(
    sets: Sequence[int], avoided: Sequence[int], costs: Sequence[int]
) -> int | None:
    """Return the cheapest set of members that meets every set and contains none of the avoided sets.

    Exact, by branch and bound. Sets are integers, one bit a member.

    Args:
        sets: What must be met.
        avoided: What must not be contained whole.
        costs: What each member costs.
    """
    best: list[int | None] = [None]
    best_cost = [sum(costs) + 1]

    def at_least(open_sets: list[int]) -> int:
        """Bound what meeting the open sets still costs: disjoint ones each need a member of their own."""
        bound = covered = 0
        for members in sorted(open_sets, key=int.bit_count):
            if not members & covered:
                covered |= members
                bound += min(costs[place] for place in _places(members))
        return bound

    def search(chosen: int, cost: int, barred: int) -> None:
        if any(not whole & ~chosen for whole in avoided):
            return
        open_sets = [members & ~barred for members in sets if not members & chosen]
        if not all(open_sets):
            return
        if not open_sets:
            if cost < best_cost[0]:
                best[0], best_cost[0] = chosen, cost
            return
        if cost + at_least(open_sets) >= best_cost[0]:
            return
        tightest = min(open_sets, key=int.bit_count)
        for place in sorted(_places(tightest), key=costs.__getitem__):
            search(chosen | 1 << place, cost + costs[place], barred)
            barred |= 1 << place

    search(0, 0, 0)
    return best[0]


def _places(members: int) -> list[int]:
    places = []
    while members:
        bit = members & -members
        places.append(bit.bit_length() - 1)
        members ^= bit
    return places
