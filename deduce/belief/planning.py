"""The order in which a decision diagram decides the unknowns: a tree of parts independent of each other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

from deduce.problem.chances import Drawn, Weighted
from deduce.problem.statements import AllDifferent, Count, Domains, Statement, Table, Unknown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.belief.patience import Patience

__all__ = ["Tree", "planned"]

Tree: TypeAlias = list[tuple[Unknown, int | None]]
"""Unknowns, each with the number of the one above it; parents stand first."""


def planned(
    unknowns: Sequence[Unknown], domains: Domains, statements: Sequence[Statement], patience: Patience
) -> Tree:
    """Put the unknowns into a tree.

    Raises:
        OutOfReachError: If that takes too long.
    """
    patience.at = "putting the unknowns into an order"
    return _Planner(unknowns, domains, statements, patience).tree()


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
        self.decided = [0] * len(statements)
        self.costs: list[list[float]] = []
        for statement in statements:
            patience.spend(_effort(statement))
            self.costs.append(_cost(statement, domains))

    def tree(self) -> Tree:
        """Return each unknown with the number of the one above it, parents first."""
        tree: Tree = []
        work: list[tuple[set[Unknown], int | None]] = [
            (part, None) for part in reversed(self._parts(set(self.place)))
        ]
        while work:
            group, parent = work.pop()
            self.patience.spend(len(group) + sum(len(self.about[unknown]) for unknown in group))
            chosen = min(group, key=self._change)
            number = len(tree)
            tree.append((chosen, parent))
            for which in self.about[chosen]:
                self.decided[which] += 1
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
        change = 0.0
        for which in self.about[unknown]:
            cost, decided = self.costs[which], self.decided[which]
            change += cost[decided + 1] - cost[decided]
        return (change, len(self.domains[unknown]), self.place[unknown])


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
