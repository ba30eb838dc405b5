"""Smallest sets of entries that cannot all be true, by implicit hitting sets.

A set of entries is impossible exactly if it meets every correction set (a set of entries without which the
others can all be true). So the cheapest set that meets all correction sets seen so far is tried; if it is
possible after all, growing it yields a new correction set that it missed. The first impossible one is a
smallest one. (The method of A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS
extraction with minimal hitting set dualization", 2015.)
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from deduce.errors import DeduceError, OutOfReachError
from deduce.problem.statements import ALWAYS, Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from deduce.proof.oracles import Oracle

__all__ = ["any_core", "cheapest_hitting_set", "smallest_core", "smallest_cores"]


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

    Raises:
        OutOfReachError: If the oracle is not allowed to take so many steps.
    """
    costs = _costs(oracle)
    # Of entries that say the same, the newest stands for all while sets are looked for, since it is the
    # cheapest; sets with the others in its place wait here for their turn.
    waiting = _Alike(oracle, costs)
    for core in _different_cores(oracle, extra, costs, fewer_than):
        yield from waiting.cheaper_than(sum(costs[number] for number in core))
        yield core
        waiting.add(core)
    yield from waiting.cheaper_than(None)


class _Alike:
    """Sets that say the same as one that was found, in other entries; the cheapest comes first."""

    def __init__(self, oracle: Oracle, costs: Sequence[int]) -> None:
        self._oracle = oracle
        self._costs = costs
        self._waiting: list[tuple[int, tuple[int, ...], tuple[int, ...], int]] = []

    def add(self, core: frozenset[int]) -> None:
        """Note a set; those that say the same follow it."""
        self._follow(tuple(sorted(core)), (0,) * len(core), 0)

    def cheaper_than(self, cost: int | None) -> Iterator[frozenset[int]]:
        """Iterate over those that are cheaper than something, or over all."""
        while self._waiting and (cost is None or self._waiting[0][0] < cost):
            _, core, older, place = heappop(self._waiting)
            yield frozenset(self._members(core, older))
            self._follow(core, older, place)

    def _members(self, core: tuple[int, ...], older: tuple[int, ...]) -> list[int]:
        return [self._oracle.alike[number][steps] for number, steps in zip(core, older, strict=True)]

    def _follow(self, core: tuple[int, ...], older: tuple[int, ...], first: int) -> None:
        """Put the sets in line in which one entry is the next older one, from a place on."""
        for place in range(first, len(core)):
            if older[place] + 1 < len(self._oracle.alike[core[place]]):
                following = (*older[:place], older[place] + 1, *older[place + 1 :])
                cost = sum(self._costs[number] for number in self._members(core, following))
                heappush(self._waiting, (cost, core, following, place))


def any_core(oracle: Oracle) -> frozenset[int]:
    """Return a set of entries that cannot all be true; all entries together must be such a set.

    It takes few questions: each entry of the set is found by halving. As long as the oracle may take as many
    steps as it needs, no entry of the set can be left out; otherwise some may be too many.
    """
    left = sorted(oracle.alike, reverse=True)
    core: list[int] = []

    try:
        while not oracle.refuted_again(core, ALWAYS):
            fewest = 0
            while len(left) - fewest > 1:
                middle = (fewest + len(left)) // 2
                if oracle.refuted_again([*core, *left[:middle]], ALWAYS):
                    del left[middle:]
                else:
                    fewest = middle
            core.append(left.pop())
    except OutOfReachError:
        core += left
    return frozenset(core)


def _different_cores(
    oracle: Oracle, extra: Statement, costs: Sequence[int], fewer_than: int | None
) -> Iterator[frozenset[int]]:
    """Iterate over all minimal sets of entries of which no two say the same, smallest first."""
    found: list[int] = []
    everything = _bits(oracle.alike)
    # Worlds that earlier questions have brought up give correction sets for nothing.
    corrections = _least(everything & ~_bits(true) for true in oracle.seen(extra))
    if 0 in corrections:
        return
    while True:
        chosen = _HittingSets(corrections, found, costs, oracle.spend).cheapest()
        if chosen is None or (fewer_than is not None and chosen.bit_count() >= fewer_than):
            return
        members = frozenset(_places(chosen))
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
    members = 0
    for number in numbers:
        members |= 1 << number
    return members


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

    def __init__(
        self,
        sets: Sequence[int],
        avoided: Sequence[int],
        costs: Sequence[int],
        spend: Callable[[float], None] = lambda _: None,
    ) -> None:
        self.spend = spend
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
        self.spend(1 + len(self.sets) + len(self.avoided))
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
