"""The referee: worlds listed one by one with python-constraint, and everything read off the list."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from deduce.belief.engine import Cells, Engine, Picks
from deduce.errors import OutOfReachError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import constraint

    from deduce.problem.statements import Statement, Unknown, Value

__all__ = ["MOST_LISTED", "EnumerationEngine"]

MOST_LISTED = 200_000
"""More worlds than this are not listed: that would take minutes, and gigabytes."""


class EnumerationEngine(Engine):
    """Lists every world; for small problems, and to check the other engines against."""

    name: ClassVar[str] = "enumeration"

    @property
    def _listed(self) -> list[Picks]:
        if self._list is None:
            message = (
                f"the engine enumeration gave up after listing {MOST_LISTED:,} worlds; "
                "leave the choice of the engine to deduce"
            )
            raise OutOfReachError(message)
        return self._list

    @cached_property
    def _list(self) -> list[Picks] | None:
        """All worlds in order, or None if there are too many."""
        import constraint

        problem = self.situation.problem
        if self.situation.shortage():
            return []
        solver = constraint.Problem()
        for place, mask in enumerate(self.situation.masks):
            values = [value for value in range(len(problem.values)) if mask >> value & 1]
            solver.addVariable(place, values)
        for statement in self.situation.joint:
            if statement.scope:
                self._add(solver, statement)
        size = range(len(problem.unknowns))
        listed: list[Picks] = []
        for solution in solver.getSolutionIter():
            listed.append(tuple(solution[place] for place in size))
            if len(listed) > MOST_LISTED:
                return None
        return sorted(listed)

    def _add(self, solver: constraint.Problem, statement: Statement) -> None:
        problem = self.situation.problem
        scope = [unknown for unknown in problem.unknowns if unknown in statement.scope]

        def holds(*picks: int) -> bool:
            return statement.holds(
                {unknown: problem.values[pick] for unknown, pick in zip(scope, picks, strict=True)}
            )

        places = [problem.places[unknown] for unknown in scope]
        solver.addConstraint(holds, places)

    def possible(self) -> tuple[int, ...]:
        masks = [0] * len(self.situation.masks)
        for picks in self._listed:
            for place, value in enumerate(picks):
                masks[place] |= 1 << value
        return tuple(masks)

    def count(self) -> int:
        return len(self._listed)

    def cells(self) -> Cells:
        rows = [[0] * len(self.situation.problem.values) for _ in self.situation.masks]
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
        from bisect import bisect_right
        from itertools import accumulate

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
