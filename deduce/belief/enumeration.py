"""The referee: worlds listed one by one with python-constraint, and everything read off the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from deduce.belief.listed import MOST_LISTED, ListedEngine
from deduce.errors import OutOfReachError

if TYPE_CHECKING:
    import constraint

    from deduce.belief.engine import Picks
    from deduce.problem.statements import Statement

__all__ = ["EnumerationEngine"]


class EnumerationEngine(ListedEngine):
    """Lists every world; for small problems, and to check the other engines against."""

    name: ClassVar[str] = "enumeration"

    def _list(self) -> list[Picks]:
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
                message = (
                    f"the engine enumeration gave up after listing {MOST_LISTED:,} worlds; "
                    "leave the choice of the engine to deduce"
                )
                raise OutOfReachError(message)
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
