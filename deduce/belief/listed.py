"""An engine that has all worlds as a list, and reads everything off it."""

from __future__ import annotations

import math
from abc import abstractmethod
from bisect import bisect_right
from collections import Counter
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from deduce.belief.engine import Cells, Engine, Picks
from deduce.errors import OutOfReachError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.problem.statements import Unknown, Value

__all__ = ["MOST_LISTED", "ListedEngine"]

MOST_LISTED = 200_000
"""More worlds than this are not listed: that would take minutes, and gigabytes."""


class ListedEngine(Engine):
    """Reads all answers off the list of the worlds."""

    @abstractmethod
    def _list(self) -> list[Picks]:
        """List all worlds, in order.

        Raises:
            OutOfReachError: If there are too many.
        """

    @cached_property
    def _outcome(self) -> list[Picks] | OutOfReachError:
        try:
            return self._list()
        except OutOfReachError as error:
            # What was given up is not begun again by the next question.
            return error

    @property
    def _listed(self) -> list[Picks]:
        if isinstance(self._outcome, OutOfReachError):
            raise self._outcome
        return self._outcome

    def possible(self) -> tuple[int, ...]:
        if not self._listed:
            return (0,) * len(self.situation.masks)
        return tuple(
            [sum([1 << value for value in set(column)]) for column in zip(*self._listed, strict=True)]
        )

    def count(self) -> int:
        return len(self._listed)

    def cells(self) -> Cells:
        rows = [[0] * len(self.situation.problem.values) for _ in self.situation.masks]
        if not self.situation.is_weighted:
            for row, column in zip(rows, zip(*self._listed, strict=True), strict=False):
                for value, number in Counter(column).items():
                    row[value] = number
            return Cells(len(self._listed), rows)
        total = 0
        for picks in self._listed:
            weight = self._weight(picks)
            total += weight
            for place, value in enumerate(picks):
                rows[place][value] += weight
        return Cells(total, rows)

    def worlds(self) -> Iterator[Picks]:
        return iter(self._listed)

    def ranked(self, ranks: Sequence[int], *, weighted: bool) -> list[Picks]:
        if not weighted:
            return [self._listed[rank] for rank in ranks]
        ends = list(accumulate(map(self._weight, self._listed)))
        return [self._listed[bisect_right(ends, rank)] for rank in ranks]

    def heaviest(self) -> Iterator[tuple[Picks, int]]:
        ordered = sorted(self._listed, key=self._weight, reverse=True)
        return ((picks, self._weight(picks)) for picks in ordered)

    def _weight(self, picks: Picks) -> int:
        weight = 1
        for place, value in enumerate(picks):
            weight *= self.situation.weight(place, value)
        if self._weighing:
            world = self._world(picks)
            weight *= math.prod(self.situation.joint[number].weight(world) for number in self._weighing)
        return weight

    @cached_property
    def _weighing(self) -> list[int]:
        """The statements that carry weight, by their number."""
        return [number for number, statement in enumerate(self.situation.joint) if statement.carries_weight]

    def _world(self, picks: Picks) -> dict[Unknown, Value]:
        problem = self.situation.problem
        return {unknown: problem.values[pick] for unknown, pick in zip(problem.unknowns, picks, strict=True)}

    def log_weights(self) -> list[float]:
        averages = [0.0] * len(self.situation.joint)
        total = self.cells().total
        for number in self._weighing:
            statement = self.situation.joint[number]
            averages[number] = math.fsum(
                float(Fraction(self._weight(picks), total)) * math.log2(statement.weight(self._world(picks)))
                for picks in self._listed
            )
        return averages
