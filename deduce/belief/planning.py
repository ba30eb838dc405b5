"""The order in which a decision diagram decides the unknowns: a tree of parts independent of each other."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeAlias

from deduce.problem.chances import Drawn, Weighted
from deduce.problem.comparison import Comparison
from deduce.problem.formulas import Parity, Same
from deduce.problem.regions import Connected
from deduce.problem.runs import Runs
from deduce.problem.statements import AllDifferent, Count, Domains, Statement, Table, Unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.belief.patience import Patience

__all__ = ["Tree", "planned"]

Tree: TypeAlias = list[tuple[Unknown, int | None]]
"""Unknowns, each with the number of the one above it; parents stand first."""


def planned(
    unknowns: Sequence[Unknown],
    domains: Domains,
    statements: Sequence[Statement],
    patience: Patience,
    shown: frozenset[Unknown] | None = None,
) -> Tree:
    """Put the unknowns into a tree.

    Args:
        unknowns: The unknowns.
        domains: Their values.
        statements: What ties them together.
        patience: When to give up.
        shown: If not None: those that are decided before all others that hang together with them.

    Raises:
        OutOfReachError: If that takes too long.
    """
    patience.at = "putting the unknowns into an order"
    return _Planner(unknowns, domains, statements, patience).tree(shown)


class _Planner:
    """Puts the unknowns into a tree.

    Greedy: within each part that hangs together, the next unknown is the one after which the least is left
    open, measured in bits of remainders that may have to be told apart.
    """

    def __init__(
        self,
        unknowns: Sequence[Unknown],
        domains: Domains,
        statements: Sequence[Statement],
        patience: Patience,
    ) -> None:
        self.patience = patience
        self.domains = domains
        self.statements = statements
        self.place = {unknown: number for number, unknown in enumerate(unknowns)}
        self.about: dict[Unknown, list[int]] = {unknown: [] for unknown in unknowns}
        for which, statement in enumerate(statements):
            for unknown in statement.scope:
                self.about[unknown].append(which)
        self.costs: list[_Cost] = []
        for statement in statements:
            patience.spend(_effort(statement))
            self.costs.append(_cost_of(statement, domains))

    def tree(self, shown: frozenset[Unknown] | None = None) -> Tree:
        """Return each unknown with the number of the one above it, parents first."""
        tree: Tree = []
        work: list[tuple[set[Unknown], int | None]] = [
            (part, None) for part in reversed(self._parts(set(self.place)))
        ]
        while work:
            group, parent = work.pop()
            self.patience.spend(len(group) + sum(len(self.about[unknown]) for unknown in group))
            chosen = min((shown and group & shown) or group, key=self._change)
            number = len(tree)
            tree.append((chosen, parent))
            for which in self.about[chosen]:
                self.costs[which].decide(chosen)
            work.extend((part, number) for part in reversed(self._parts(group - {chosen})))
        return tree

    def _parts(self, group: set[Unknown]) -> list[set[Unknown]]:
        """Split unknowns into parts that no statement ties together."""
        found = []
        left = set(group)
        followed: set[int] = set()
        seeds = iter(sorted(left, key=self.place.__getitem__))
        while left:
            seed = next(seed for seed in seeds if seed in left)
            left.discard(seed)
            queue = [seed]
            for unknown in queue:
                for which in self.about[unknown]:
                    if which in followed:
                        continue
                    followed.add(which)
                    fresh = self.statements[which].scope & left
                    left -= fresh
                    queue.extend(fresh)
            found.append(set(queue))
        return found

    def _change(self, unknown: Unknown) -> tuple[float, int, int]:
        """Return how many more bits must be told apart once an unknown is decided; then size and place."""
        change = sum(self.costs[which].change(unknown) for which in self.about[unknown])
        return (change, len(self.domains[unknown]), self.place[unknown])


def _cost_of(statement: Statement, domains: Domains) -> _Cost:
    if isinstance(statement, Comparison):
        return _CostOfSum(statement, domains)
    if isinstance(statement, Connected):
        return _CostOfRegion(statement)
    between = len(statement.scope) - 1
    if isinstance(statement, Same):
        common = frozenset.intersection(*(domains[unknown] for unknown in statement.unknowns))
        return _CostByNumber([0, *[math.log2(max(len(common), 1))] * between, 0])
    if isinstance(statement, Parity) and all(len(part.scope) == 1 for part in statement.parts):
        return _CostByNumber([0, *[1.0] * between, 0])
    return _CostByNumber(_cost(statement, domains))


class _Cost(ABC):
    """The bits of remainders of a statement to be told apart, as its unknowns are decided one by one."""

    @abstractmethod
    def change(self, unknown: Unknown) -> float:
        """Return how many more bits there are once an unknown is decided."""

    @abstractmethod
    def decide(self, unknown: Unknown) -> None:
        """Note that an unknown is decided."""


class _CostByNumber(_Cost):
    """The cost of a statement for which only the number of decided unknowns matters."""

    def __init__(self, bits: list[float]) -> None:
        self.bits = bits
        self.decided = 0

    def change(self, unknown: Unknown) -> float:
        return self.bits[self.decided + 1] - self.bits[self.decided]

    def decide(self, unknown: Unknown) -> None:
        self.decided += 1


class _CostOfSum(_Cost):
    """The cost of a sum: what was added up must be known, as far as the rest can still make up for it.

    So what weighs most is best decided first.
    """

    def __init__(self, statement: Comparison, domains: Domains) -> None:
        self.bits = {unknown: math.log2(max(len(domains[unknown]), 2)) for unknown in statement.scope}
        self.reach = dict.fromkeys(statement.scope, 0.0)
        for part, times in statement.total.parts:
            low, high = part.bounds(domains)
            for unknown in part.scope:
                self.reach[unknown] += abs(times) * (high - low) / len(part.scope)
        # Bits and reach of what is decided, and of what is open.
        self.decided = (0.0, 0.0)
        self.open = (math.fsum(self.bits.values()), math.fsum(self.reach.values()))
        self.left = len(self.bits)

    def change(self, unknown: Unknown) -> float:
        before = _bits_of_sum(self.decided, self.open)
        return (_bits_of_sum(*self._after(unknown)) if self.left > 1 else 0.0) - before

    def decide(self, unknown: Unknown) -> None:
        self.decided, self.open = self._after(unknown)
        self.left -= 1

    def _after(self, unknown: Unknown) -> tuple[tuple[float, float], tuple[float, float]]:
        bits, reach = self.bits[unknown], self.reach[unknown]
        return (
            (self.decided[0] + bits, self.decided[1] + reach),
            (self.open[0] - bits, self.open[1] - reach),
        )


class _CostOfRegion(_Cost):
    """The cost of cells that hang together: along the edge, what hangs together behind it must be known."""

    def __init__(self, statement: Connected) -> None:
        self.beside = statement.ground.beside
        self.open = set(statement.cells)
        self.edge: set[Unknown] = set()

    def change(self, unknown: Unknown) -> float:
        return len((self.beside[unknown] & self.open) - self.edge) - (unknown in self.edge)

    def decide(self, unknown: Unknown) -> None:
        self.open.discard(unknown)
        self.edge |= self.beside[unknown]
        self.edge &= self.open


def _bits_of_sum(decided: tuple[float, float], still_open: tuple[float, float]) -> float:
    sums = 1 + max(min(decided[1], still_open[1]), 0)
    return max(min(decided[0], still_open[0], math.log2(sums)), 0)


def _cost(statement: Statement, domains: Domains) -> list[float]:
    """Estimate the bits of remainders to be told apart, by how many unknowns of the scope are decided."""
    size = len(statement.scope)
    sizes = sorted(math.log2(max(len(domains[unknown]), 2)) for unknown in statement.scope)

    drawn_sets = _ways_to_draw(statement) if isinstance(statement, Drawn) else []
    reachable = (
        len(frozenset().union(*(domains[unknown] for unknown in statement.unknowns)))
        if isinstance(statement, AllDifferent)
        else 0
    )

    def bits(count: int) -> float:
        if isinstance(statement, Drawn):
            return math.log2(max(min(drawn_sets[count], drawn_sets[size - count]), 1))
        if isinstance(statement, AllDifferent):
            sets = min(math.comb(reachable, count), math.comb(reachable, size - count) + 1)
            return math.log2(sets)
        if isinstance(statement, Count):
            return math.log2(1 + min(count, size - count, max(statement.high, 1)))
        if isinstance(statement, Runs):
            # How far it is along its runs, from both ends.
            far = 2 * math.log2(sum(statement.lengths) + len(statement.lengths) + 1)
            return min(far, count, size - count)
        rows = len(statement.rows) if isinstance(statement, Table | Weighted) else 2**size
        return min(sum(sizes[:count]), sum(sizes[: size - count]), math.log2(max(rows, 2)))

    # Before the first and after the last unknown there is nothing to tell apart.
    return [bits(count) if 0 < count < size else 0.0 for count in range(size + 1)]


def _effort(statement: Statement) -> int:
    """Return how many steps it takes, roughly, to say what a statement costs."""
    size = len(statement.scope)
    if isinstance(statement, Drawn):
        return size * (1 + sum(min(copies, size) for copies in statement.supply.values()))
    if isinstance(statement, Count):
        return size
    return size * size


def _ways_to_draw(statement: Drawn) -> list[int]:
    """Return, for each number of draws up to all, how many different handfuls there are."""
    size = len(statement.unknowns)
    ways = [1] + [0] * size
    for copies in statement.supply.values():
        ways = [sum(ways[max(count - copies, 0) : count + 1]) for count in range(size + 1)]
    return ways
