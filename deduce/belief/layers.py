"""A decision diagram: all worlds of a general problem at once.

The unknowns are put into a tree such that, once an unknown and everything above it is decided, its subtrees
no longer depend on each other. Going down that tree, all that matters of the decisions so far is what is
left of each statement (`Statement.under`). Two ways down that leave the same remainders share one node, so
the diagram is often exponentially smaller than the number of worlds. Counts, weights of all pairs, worlds
by rank and the heaviest worlds are then read off it, in whole numbers.
"""

from __future__ import annotations

import itertools
import math
import operator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from deduce.belief.lattice import Choice, Lattice, Node

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.belief.situation import Situation

__all__ = ["DecisionDiagram", "Layer"]

Below: TypeAlias = tuple[Node, ...]


@dataclass
class Layer:
    """One unknown's place in the tree, and all nodes at which it is decided.

    Attributes:
        unknown: The position of the unknown.
        below: The layers of its subtrees.
        sources: The statements whose shares the choices have, by their number in the situation.
        nodes: The nodes: for each, its choices as value, share of each source, and nodes (layer and number)
            left to decide.
    """

    unknown: int
    below: list[int] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    nodes: list[list[tuple[int, tuple[int, ...], Below]]] = field(default_factory=list)


class DecisionDiagram(Lattice):
    """A compiled diagram.

    Attributes:
        layers: The layers, parents before their subtrees.
        root_layers: The layers at the top, one for each part that is independent of the others.
        shares: For each statement of the situation, the share that all worlds have in common.
        size: The number of unknowns.
    """

    def __init__(self, size: int, layers: list[Layer], root_layers: list[int], shares: list[int]) -> None:
        self.size = size
        self.layers = layers
        self.root_layers = root_layers
        self.shares = shares
        self.common_share: int = math.prod(shares)

    def roots(self) -> tuple[Node, ...]:
        return tuple((layer, 0) for layer in self.root_layers)

    def choices(self, node: Node) -> Sequence[Choice]:
        number, place = node
        layer = self.layers[number]
        return [
            (layer.unknown, value, math.prod(shares), below) for value, shares, below in layer.nodes[place]
        ]

    def totals(self, situation: Situation | None, *, greatest: bool = False) -> list[list[int]]:
        """Return, per layer and node, the weight of all that follows (or of the heaviest that follows).

        Args:
            situation: Where the weights come from, or None to count every world once.
            greatest: Return the greatest weight instead of the sum.
        """
        totals: list[list[int]] = [[] for _ in self.layers]
        gather = max if greatest else sum
        is_weighted = situation is not None
        for number in range(len(self.layers) - 1, -1, -1):
            layer = self.layers[number]
            row = None if situation is None else situation.weights[layer.unknown]
            sums = totals[number]
            if situation is None and not greatest and len(layer.below) <= 1:
                # Sums of sums, as most are.
                following = totals[layer.below[0]] if layer.below else [1]
                sums += [
                    sum([following[below[0][1]] if below else 1 for _, _, below in choices])
                    for choices in layer.nodes
                ]
                continue
            for choices in layer.nodes:
                shares = []
                for value, factors, below in choices:
                    share = 1 if row is None else row[value]
                    if is_weighted and layer.sources:
                        share *= math.prod(factors)
                    for under, place in below:
                        share *= totals[under][place]
                    shares.append(share)
                sums.append(gather(shares) if shares else 0)
        return totals

    def product(self, totals: list[list[int]]) -> int:
        """Return the total of the whole diagram."""
        return math.prod(totals[layer][0] for layer in self.root_layers)

    def pairs(self, situation: Situation | None, totals: list[list[int]]) -> list[dict[int, int]]:
        """Return, per unknown, the weight of all worlds with each value, from the top down.

        Args:
            situation: Where the weights come from, or None to count every world once.
            totals: What `totals` returns for it.
        """
        weights: list[dict[int, int]] = [{} for _ in range(self.size)]
        for layer, value, _, through in self._flows(situation, totals):
            found = weights[layer.unknown]
            found[value] = found.get(value, 0) + through
        return weights

    def values(self, totals: list[list[int]]) -> list[int]:
        """Return, per unknown, the values that it has in any world, as bits.

        Args:
            totals: What `totals` returns without weights.
        """
        found = [0] * self.size
        reached = [bytearray(len(layer.nodes)) for layer in self.layers]
        if all(totals[root][0] for root in self.root_layers):
            for root in self.root_layers:
                reached[root][0] = 1
        for number, layer in enumerate(self.layers):
            seen: set[int] = set()
            for choices in itertools.compress(layer.nodes, reached[number]):
                for value, _, below in choices:
                    if len(below) == 1:
                        under, place = below[0]
                        if totals[under][place]:
                            seen.add(value)
                            reached[under][place] = 1
                    elif all(totals[under][place] for under, place in below):
                        seen.add(value)
                        for under, place in below:
                            reached[under][place] = 1
            found[layer.unknown] = sum([1 << value for value in seen])
        return found

    def shared(self, situation: Situation, totals: list[list[int]]) -> list[dict[int, int]]:
        """Return, per statement of the situation, the weight of all worlds in which it has a share.

        A world counts once for each time that it gets the share.
        """
        weights: list[dict[int, int]] = [{} for _ in self.shares]
        for layer, _, shares, through in self._flows(situation, totals):
            for source, share in zip(layer.sources, shares, strict=True):
                weights[source][share] = weights[source].get(share, 0) + through
        return weights

    def _flows(
        self, situation: Situation | None, totals: list[list[int]]
    ) -> Iterator[tuple[Layer, int, tuple[int, ...], int]]:
        """Iterate over all choices (layer, value, shares) with the weight of all worlds through them."""
        above: list[list[int]] = [[0] * len(layer.nodes) for layer in self.layers]
        roots = [totals[layer][0] for layer in self.root_layers]
        before = list(itertools.accumulate(roots, operator.mul, initial=1))
        after = list(itertools.accumulate(reversed(roots), operator.mul, initial=1))
        for number, layer_number in enumerate(self.root_layers):
            above[layer_number][0] = before[number] * after[len(roots) - 1 - number]
        for number, layer in enumerate(self.layers):
            row = None if situation is None else situation.weights[layer.unknown]
            is_shared = situation is not None and bool(layer.sources)
            for choices, reached in zip(layer.nodes, above[number], strict=True):
                if not reached:
                    continue
                for value, shares, below in choices:
                    through = reached if row is None else reached * row[value]
                    if is_shared:
                        through *= math.prod(shares)
                    if len(below) == 1:
                        under, place = below[0]
                        above[under][place] += through
                        through *= totals[under][place]
                    elif below:
                        through = _passed_on(through, below, totals, above)
                    if through:
                        yield layer, value, shares, through


def _passed_on(through: int, below: Sequence[Node], totals: list[list[int]], above: list[list[int]]) -> int:
    """Pass a weight on to nodes that are decided independently; return that of all worlds through them."""
    parts = [totals[under][place] for under, place in below]
    for index, (under, place) in enumerate(below):
        rest = math.prod(parts[:index]) * math.prod(parts[index + 1 :])
        above[under][place] += through * rest
    return through * math.prod(parts)
