"""The ways in which some unknowns can be: the worlds, without what the other unknowns are in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from deduce.belief.engine import Picks
    from deduce.belief.situation import Situation
    from deduce.problem.problem import Problem
    from deduce.problem.statements import Unknown, Value

__all__ = ["MOST_LISTED", "Ways", "called", "ways_of_worlds", "weighed_ways"]

MOST_LISTED = 200_000
"""More worlds than this are not listed to see in which ways some of the unknowns can be."""


@dataclass(frozen=True)
class Ways:
    """The ways in which some unknowns can be, each of them once, side by side in columns.

    Attributes:
        columns: For each of the unknowns, its value in each way.
        weights: For each way, the weight of all worlds in which the unknowns are that way.
    """

    columns: Mapping[Unknown, Sequence[Value]]
    weights: Sequence[int]

    @cached_property
    def total(self) -> int:
        """The weight of all ways together."""
        return sum(self.weights)

    @cached_property
    def are_alike(self) -> bool:
        """Whether all ways weigh the same."""
        return len(set(self.weights)) < 2

    @classmethod
    def of(cls, unknowns: Sequence[Unknown], rows: Sequence[Sequence[Value]]) -> Ways:
        """Put rows of values side by side, all of which weigh the same."""
        columns = list(zip(*rows, strict=True)) or [()] * len(unknowns)
        return cls(dict(zip(unknowns, columns, strict=True)), (1,) * len(rows))

    def array(self, unknown: Unknown) -> NDArray[Any]:
        """Return a column as an array: of whole numbers or texts if all are, else of objects."""
        found = self._arrays.get(unknown)
        if found is None:
            import numpy as np

            values = self.columns[unknown]
            kinds = set(map(type, values))
            found = np.array(values if kinds in ({int}, {str}) else [], dtype=None)
            if found.tolist() != list(values):
                found = np.fromiter(values, dtype=object, count=len(values))
            self._arrays[unknown] = found
        return found

    @cached_property
    def _arrays(self) -> dict[Unknown, NDArray[Any]]:
        return {}

    def __len__(self) -> int:
        return len(self.weights)


def ways_of_worlds(situation: Situation, worlds: Iterable[Picks], unknowns: Sequence[Unknown]) -> Ways:
    """Return the ways in which some unknowns are in these worlds, in the order in which they come first."""
    picked = list(worlds)
    columns = list(zip(*picked, strict=True)) or [()] * len(situation.problem.unknowns)
    return weighed_ways(
        situation, zip(picked, _weights(situation, columns, len(picked)), strict=True), unknowns
    )


def weighed_ways(
    situation: Situation, worlds: Iterable[tuple[Picks, int]], unknowns: Sequence[Unknown]
) -> Ways:
    """Return the same from worlds with their weights."""
    problem = situation.problem
    places = [problem.places[unknown] for unknown in unknowns]
    heavy: dict[Picks, int] = {}
    for picks, weight in worlds:
        way = tuple([picks[place] for place in places])
        heavy[way] = heavy.get(way, 0) + weight
    kept = list(zip(*heavy, strict=True)) or [()] * len(places)
    named = {
        unknown: tuple(map(called(problem, unknown, column).__getitem__, column))
        for unknown, column in zip(unknowns, kept, strict=True)
    }
    return Ways(named, tuple(heavy.values()))


def called(problem: Problem, unknown: Unknown, picks: Iterable[int]) -> dict[int, Value]:
    """Return some values of an unknown, as it calls them, by their positions."""
    return {pick: problem.called(unknown, problem.values[pick]) for pick in set(picks)}


def _weights(situation: Situation, columns: Sequence[Picks], size: int) -> list[int]:
    """Return the weight of each world, given as columns of picks."""
    problem = situation.problem
    weights = [1] * size
    for row, column in zip(situation.weights, columns, strict=True):
        if row is not None:
            weights = list(map(mul, weights, map(row.__getitem__, column)))
    for statement in situation.joint:
        if statement.carries_weight:
            scope = [place for place, name in enumerate(problem.unknowns) if name in statement.scope]
            picks = list(zip(*(columns[place] for place in scope), strict=True))
            heavy = {
                pick: statement.weight(
                    {
                        problem.unknowns[place]: problem.values[value]
                        for place, value in zip(scope, pick, strict=True)
                    }
                )
                for pick in set(picks)
            }
            weights = list(map(mul, weights, map(heavy.__getitem__, picks)))
    return weights
