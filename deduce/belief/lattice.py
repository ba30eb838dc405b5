"""Walking worlds: iterating, finding by rank and finding the heaviest, on any counted lattice.

A lattice is a graph in which every world is reached in exactly one way. A node stands for "what is still to
be decided" and offers choices; a choice gives one unknown a value and leaves some nodes that are decided
independently of each other.
"""

from __future__ import annotations

import heapq
import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from deduce.belief.engine import Picks

__all__ = ["Choice", "Lattice", "Node", "Totals", "at_rank", "heaviest_worlds", "iterate"]

Node: TypeAlias = tuple[int, int]
"""How far down, and which one of the nodes there."""
Choice: TypeAlias = tuple[int, int, int, tuple[Node, ...]]
"""The unknown (-1: none), its value, what that multiplies the weight by, and the nodes left to decide."""
Totals: TypeAlias = Callable[[Node], int]
"""Something summed up over all that can still follow from a node: a number of worlds, a greatest weight."""


class Lattice(ABC):
    """A graph in which every world is reached in exactly one way."""

    size: int
    """How many unknowns a world has."""

    @abstractmethod
    def roots(self) -> tuple[Node, ...]:
        """Return the nodes to decide, independently of each other."""

    @abstractmethod
    def choices(self, node: Node) -> Sequence[Choice]:
        """Return the choices at a node, always in the same order."""


def iterate(lattice: Lattice, counts: Totals) -> Iterator[Picks]:
    """Iterate over all worlds in the order of the choices."""
    picks = [-1] * lattice.size
    # Each frame: the choices not yet tried at one node, and the nodes waiting behind it.
    waiting = lattice.roots()
    if not all(counts(node) for node in waiting):
        return
    stack: list[tuple[Iterator[Choice], tuple[Node, ...]]] = []

    def descend(nodes: tuple[Node, ...]) -> None:
        stack.append((iter(lattice.choices(nodes[0])), nodes[1:]))

    if not waiting:
        yield tuple(picks)
        return
    descend(waiting)
    while stack:
        untried, behind = stack[-1]
        choice = next(untried, None)
        if choice is None:
            stack.pop()
            continue
        unknown, value, _, below = choice
        if not all(counts(node) for node in below):
            continue
        if unknown >= 0:
            picks[unknown] = value
        waiting = below + behind
        if waiting:
            descend(waiting)
        else:
            yield tuple(picks)


def at_rank(lattice: Lattice, rank: int, totals: Totals, weight: Callable[[int, int], int] | None) -> Picks:
    """Return the world at a rank.

    Args:
        lattice: Where to look.
        rank: From 0 up to the total of the roots (exclusive).
        totals: For each node, the number (or the weight) of what follows.
        weight: The weight of an unknown's value by itself, or None to count every world once.
    """
    picks = [-1] * lattice.size
    waiting = lattice.roots()
    while waiting:
        behind = waiting[1:]
        beside = 1
        for node in behind:
            beside *= totals(node)
        for unknown, value, factor, below in lattice.choices(waiting[0]):
            heavy = 1 if weight is None or unknown < 0 else factor * weight(unknown, value)
            share = beside * heavy
            for node in below:
                share *= totals(node)
            if rank < share:
                rank //= heavy
                if unknown >= 0:
                    picks[unknown] = value
                waiting = below + behind
                break
            rank -= share
        else:
            message = "rank is beyond the last world"
            raise IndexError(message)
    return tuple(picks)


def heaviest_worlds(
    lattice: Lattice, best: Totals, weight: Callable[[int, int], int]
) -> Iterator[tuple[Picks, int]]:
    """Iterate over all worlds with their weights, heaviest first; equally heavy ones in a fixed order.

    Best first with a perfect forecast: the weight so far times the greatest weight of what follows.

    Args:
        lattice: Where to look.
        best: For each node, the greatest weight of what follows.
        weight: The weight of an unknown's value.
    """
    ticket = itertools.count()
    roots = lattice.roots()
    forecast = 1
    for node in roots:
        forecast *= best(node)
    if not forecast:
        return
    # Entries: minus the forecast, minus the depth and a ticket for ties (the deepest first, or all worlds of
    # equal weight would be begun before one is finished), the weight so far, the picks, and what is waiting.
    heap: list[tuple[int, int, int, int, tuple[tuple[int, int], ...], tuple[Node, ...]]] = [
        (-forecast, 0, next(ticket), 1, (), roots)
    ]
    while heap:
        negative, depth, _, so_far, picked, waiting = heapq.heappop(heap)
        if not waiting:
            values = dict(picked)
            yield tuple(values.get(place, -1) for place in range(lattice.size)), -negative
            continue
        behind = waiting[1:]
        beside = 1
        for node in behind:
            beside *= best(node)
        for unknown, value, factor, below in lattice.choices(waiting[0]):
            heavy = so_far if unknown < 0 else so_far * factor * weight(unknown, value)
            forecast = heavy * beside
            for node in below:
                forecast *= best(node)
            if forecast:
                step = picked if unknown < 0 else (*picked, (unknown, value))
                heapq.heappush(heap, (-forecast, depth - 1, next(ticket), heavy, step, below + behind))
