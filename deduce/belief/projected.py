"""Worlds without some of the unknowns: each way in which the others can be counts once.

The diagram decides the unknowns that are shown first. So each way in which they can be is one way down it to
where only hidden unknowns are left, and weighs as much as all that can follow.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.belief.lattice import Choice, Lattice, Node, at_rank, heaviest_worlds, iterate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.belief.engine import Picks
    from deduce.belief.layers import DecisionDiagram
    from deduce.belief.situation import Situation

__all__ = ["ShownWorlds"]


class ShownWorlds(Lattice):
    """The worlds of a diagram without what the hidden unknowns are in them.

    Args:
        diagram: A diagram that decides the shown unknowns first.
        situation: What it was made of; it says which unknowns are shown.
    """

    def __init__(self, diagram: DecisionDiagram, situation: Situation) -> None:
        self.size: int = diagram.size
        self._diagram = diagram
        self._situation = situation
        self._shows = [situation.is_shown(layer.unknown) for layer in diagram.layers]
        # What follows from each node: all weights together, and of hidden unknowns nothing else matters.
        self._weights = diagram.totals(situation)
        roots = [layer for layer in diagram.root_layers if not self._shows[layer]]
        self._common: int = diagram.common_share * math.prod(self._weights[layer][0] for layer in roots)

    def roots(self) -> tuple[Node, ...]:
        return tuple((layer, 0) for layer in self._diagram.root_layers if self._shows[layer])

    def choices(self, node: Node) -> Sequence[Choice]:
        found: list[Choice] = []
        for unknown, value, share, below in self._diagram.choices(node):
            hidden = math.prod(self.weight_after(under) for under in below if not self._shows[under[0]])
            if hidden:
                shown = tuple(under for under in below if self._shows[under[0]])
                found.append((unknown, value, share * hidden, shown))
        return found

    def weight_after(self, node: Node) -> int:
        """Return the weight of all that follows from a node."""
        return self._weights[node[0]][node[1]]

    def count_after(self, node: Node) -> int:
        """Return in how many ways it can go on from a node, as far as is shown."""
        return self._counts[node[0]][node[1]]

    def count(self) -> int:
        """Return the number of ways."""
        return math.prod(map(self.count_after, self.roots())) if self._common else 0

    def worlds(self) -> Iterator[Picks]:
        """Iterate over all ways; hidden unknowns have the pick -1."""
        return iterate(self, self.count_after) if self._common else iter(())

    def ranked(self, ranks: Sequence[int], *, weighted: bool) -> list[Picks]:
        """Return the ways at some ranks; see `Engine.ranked`."""
        if not weighted:
            return [at_rank(self, rank, self.count_after, None) for rank in ranks]
        weight = self._situation.weight
        return [at_rank(self, rank // self._common, self.weight_after, weight) for rank in ranks]

    def heaviest(self) -> Iterator[tuple[Picks, int]]:
        """Iterate over all ways with their weights, the heaviest first."""
        if not self._common:
            return iter(())
        greatest = self._gathered(greatest=True)
        found = heaviest_worlds(self, lambda node: greatest[node[0]][node[1]], self._situation.weight)
        return ((picks, self._common * weight) for picks, weight in found)

    def entropy(self) -> float:
        """Return how much there is still to learn of what is shown, in bits."""
        means: list[list[float]] = [[] for _ in self._diagram.layers]
        for number in range(len(means) - 1, -1, -1):
            if self._shows[number]:
                nodes = range(len(self._diagram.layers[number].nodes))
                means[number] = [self._mean_log_weight((number, place), means) for place in nodes]
        total = math.prod(map(self.weight_after, self.roots()))
        return max(math.log2(total) - math.fsum(means[layer][place] for layer, place in self.roots()), 0.0)

    def _mean_log_weight(self, node: Node, means: Sequence[Sequence[float]]) -> float:
        """Return the average logarithm of the weight of what follows, each as likely as it is."""
        total = self.weight_after(node)
        parts: list[float] = []
        for unknown, value, share, below in self.choices(node):
            here = share * self._situation.weight(unknown, value)
            through = here * math.prod(map(self.weight_after, below))
            if through:
                after = math.fsum(means[layer][place] for layer, place in below)
                parts.append(through / total * (math.log2(here) + after))
        return math.fsum(parts)

    @cached_property
    def _counts(self) -> list[list[int]]:
        return self._gathered(greatest=False)

    def _gathered(self, *, greatest: bool) -> list[list[int]]:
        """Return for each node that is shown how many ways follow, or the weight of the heaviest of them."""
        found: list[list[int]] = [[] for _ in self._diagram.layers]
        for number in range(len(found) - 1, -1, -1):
            if not self._shows[number]:
                continue
            for place in range(len(self._diagram.layers[number].nodes)):
                parts = [0]
                for unknown, value, share, below in self.choices((number, place)):
                    part = math.prod(found[layer][under] for layer, under in below)
                    if greatest:
                        part *= share * self._situation.weight(unknown, value)
                    parts.append(part)
                found[number].append(max(parts) if greatest else sum(parts))
        return found
