"""Puzzles with OR-Tools CP-SAT used directly, with CPMpy and with python-constraint2.

Each returns what every unknown can be: it looks for solutions in which something has a value that was not
seen yet, until there is none. For a puzzle with one solution these are two questions.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from puzzle_rules import Different, Number, Rows, Same, Total
from timing import LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from puzzle_rules import Cell, Puzzle

__all__ = ["cpmpy_possible", "cpsat_possible", "python_constraint_possible", "unique"]

Possible: TypeAlias = "dict[Cell, tuple[int, ...]]"


class _CpSat:
    """A puzzle as a model of CP-SAT: a number for each unknown, literals where a rule needs them."""

    def __init__(self, puzzle: Puzzle) -> None:
        from ortools.sat.python import cp_model

        self.cp_model = cp_model
        self.puzzle = puzzle
        self.model = cp_model.CpModel()
        self._literals: dict[tuple[Cell, int], Any] = {}
        self.numbers = {
            cell: self.model.new_int_var_from_domain(cp_model.Domain.from_values(values), "")
            for cell, values in puzzle.domains.items()
        }
        for cell, value in puzzle.givens.items():
            self.model.add(self.numbers[cell] == value)
        for rule in puzzle.rules:
            self._add(rule)

    def literal(self, cell: Cell, value: int) -> Any:  # noqa: ANN401 - a variable or its negation
        """Return a literal that is true exactly where an unknown has a value."""
        values = self.puzzle.domains[cell]
        if set(values) <= {0, 1} and value in {0, 1} and len(values) == 2:
            return self.numbers[cell] if value else self.numbers[cell].negated()
        known = self._literals.get((cell, value))
        if known is None:
            known = self._literals[cell, value] = self.model.new_bool_var("")
            self.model.add(self.numbers[cell] == value).only_enforce_if(known)
            self.model.add(self.numbers[cell] != value).only_enforce_if(known.negated())
        return known

    def _add(self, rule: object) -> None:
        model = self.model
        if isinstance(rule, Different):
            model.add_all_different([self.numbers[cell] for cell in rule.cells])
        elif isinstance(rule, Rows):
            model.add_allowed_assignments([self.numbers[cell] for cell in rule.cells], rule.rows)
        elif isinstance(rule, Number):
            literals = [self.literal(*literal) for literal in rule.literals]
            if (rule.low, rule.high) == (1, len(literals)):
                model.add_bool_or(literals)
            else:
                model.add_linear_constraint(sum(literals), rule.low, rule.high)
        elif isinstance(rule, Same):
            self._same(rule)
        elif isinstance(rule, Total):
            model.add(sum(factor * self.numbers[cell] for factor, cell in rule.terms) == rule.is_)

    def _same(self, rule: Same) -> None:
        total = sum(self.literal(*literal) for literal in rule.number.literals)
        inside = self.cp_model.Domain(rule.number.low, rule.number.high)
        said = self.literal(*rule.fact)
        self.model.add_linear_expression_in_domain(total, inside).only_enforce_if(said)
        self.model.add_linear_expression_in_domain(total, inside.complement()).only_enforce_if(said.negated())

    def world(self) -> dict[Cell, int] | None:
        """Return a solution, if there is one."""
        solver = self.cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = LIMIT
        status = solver.solve(self.model)
        if status == self.cp_model.INFEASIBLE:
            return None
        if status not in {self.cp_model.OPTIMAL, self.cp_model.FEASIBLE}:
            raise TimeoutError
        return {cell: solver.value(number) for cell, number in self.numbers.items()}

    def another(self, seen: dict[Cell, set[int]]) -> dict[Cell, int] | None:
        """Return a solution in which something has a value that was not seen yet."""
        self.model.add_bool_or(
            [
                self.literal(cell, value)
                for cell, values in self.puzzle.domains.items()
                for value in values
                if value not in seen[cell]
            ]
        )
        return self.world()


def _all_seen(solver: Any, puzzle: Puzzle) -> Possible:  # noqa: ANN401 - any of the solvers
    seen: dict[Cell, set[int]] = {cell: set() for cell in puzzle.domains}
    found = solver.world()
    while found is not None:
        for cell, value in found.items():
            seen[cell].add(value)
        if all(len(seen[cell]) == len(values) for cell, values in puzzle.domains.items()):
            break
        found = solver.another(seen)
    return {cell: tuple(sorted(values)) for cell, values in seen.items()}


def cpsat_possible(puzzle: Puzzle) -> Possible:
    """Return what is possible, by CP-SAT."""
    return _all_seen(_CpSat(puzzle), puzzle)


class _CpMpy:
    """A puzzle as a model of CPMpy, with CP-SAT behind it."""

    def __init__(self, puzzle: Puzzle) -> None:
        import cpmpy

        self.cp = cpmpy
        self.puzzle = puzzle
        self.numbers = {
            cell: cpmpy.intvar(min(values), max(values)) for cell, values in puzzle.domains.items()
        }
        self.model = cpmpy.Model()
        for cell, values in puzzle.domains.items():
            if len(values) <= max(values) - min(values):
                self.model += cpmpy.InDomain(self.numbers[cell], list(values))
        for cell, value in puzzle.givens.items():
            self.model += self.numbers[cell] == value
        for rule in puzzle.rules:
            self.model += self._constraint(rule)
        self.solver: Any = None

    def _constraint(self, rule: object) -> Any:  # noqa: ANN401 - CPMpy has no types
        if isinstance(rule, Different):
            return self.cp.AllDifferent([self.numbers[cell] for cell in rule.cells])
        if isinstance(rule, Rows):
            return self.cp.Table(
                [self.numbers[cell] for cell in rule.cells], [list(row) for row in rule.rows]
            )
        if isinstance(rule, Same):
            cell, value = rule.fact
            return (self.numbers[cell] == value) == self._constraint(rule.number)
        if isinstance(rule, Total):
            return self.cp.sum([factor * self.numbers[cell] for factor, cell in rule.terms]) == rule.is_
        assert isinstance(rule, Number)  # noqa: S101 - the last kind
        total = self.cp.sum([self.numbers[cell] == value for cell, value in rule.literals])
        if rule.low == rule.high:
            return total == rule.low
        bounds = [total >= rule.low] * (rule.low > 0) + [total <= rule.high] * (
            rule.high < len(rule.literals)
        )
        return self.cp.all(bounds)

    def world(self) -> dict[Cell, int] | None:
        """Return a solution, if there is one."""
        self.solver = self.solver or self.cp.SolverLookup.get("ortools", self.model)
        if not self.solver.solve(num_workers=1, time_limit=LIMIT):
            return None
        return {cell: int(number.value()) for cell, number in self.numbers.items()}

    def another(self, seen: dict[Cell, set[int]]) -> dict[Cell, int] | None:
        """Return a solution in which something has a value that was not seen yet."""
        self.solver += self.cp.any(
            [
                self.numbers[cell] == value
                for cell, values in self.puzzle.domains.items()
                for value in values
                if value not in seen[cell]
            ]
        )
        return self.world()


def cpmpy_possible(puzzle: Puzzle) -> Possible:
    """Return what is possible, by CPMpy."""
    return _all_seen(_CpMpy(puzzle), puzzle)


def python_constraint_possible(puzzle: Puzzle) -> Possible:
    """Return what is possible, by listing all solutions with python-constraint2."""
    import constraint

    problem = constraint.Problem()
    for cell, values in puzzle.domains.items():
        problem.addVariable(cell, [puzzle.givens[cell]] if cell in puzzle.givens else list(values))
    for rule in puzzle.rules:
        if isinstance(rule, Different):
            problem.addConstraint(constraint.AllDifferentConstraint(), list(rule.cells))
        elif isinstance(rule, Rows):
            problem.addConstraint(partial(_in_rows, frozenset(rule.rows)), list(rule.cells))
        elif isinstance(rule, Total):
            cells = [cell for _, cell in rule.terms]
            factors = [factor for factor, _ in rule.terms]
            problem.addConstraint(constraint.ExactSumConstraint(rule.is_, factors), cells)
        elif isinstance(rule, Number):
            cells = list(dict.fromkeys(cell for cell, _ in rule.literals))
            literals = [(cells.index(cell), value) for cell, value in rule.literals]
            problem.addConstraint(partial(_in_bounds, literals, rule.low, rule.high), cells)
        elif isinstance(rule, Same):
            cells = list(dict.fromkeys([rule.fact[0], *(cell for cell, _ in rule.number.literals)]))
            literals = [(cells.index(cell), value) for cell, value in rule.number.literals]
            inside = partial(_in_bounds, literals, rule.number.low, rule.number.high)
            problem.addConstraint(partial(_is_same, rule.fact[1], inside), cells)
    seen: dict[Cell, set[int]] = {cell: set() for cell in puzzle.domains}
    for solution in problem.getSolutionIter():
        for cell, value in solution.items():
            seen[cell].add(value)
    return {cell: tuple(sorted(values)) for cell, values in seen.items()}


def _in_rows(rows: frozenset[tuple[int, ...]], *values: int) -> bool:
    return values in rows


def _in_bounds(literals: Sequence[tuple[int, int]], low: int, high: int, *values: int) -> bool:
    return low <= sum(values[place] == value for place, value in literals) <= high


def _is_same(value: int, inside: Any, *values: int) -> bool:  # noqa: ANN401 - a function
    truth: bool = (values[0] == value) == inside(*values)
    return truth


def unique(puzzle: Puzzle) -> Puzzle:
    """Give away unknowns until the puzzle has one solution: each time where another one differs."""
    while True:
        solver = _CpSat(puzzle)
        other = solver.another({cell: {value} for cell, value in puzzle.solution.items()})
        if other is None:
            return puzzle
        puzzle.given(next(cell for cell, value in other.items() if value != puzzle.solution[cell]))


def solved(puzzle: Puzzle) -> dict[Cell, int]:
    """Return a solution of a puzzle."""
    found = _CpSat(puzzle).world()
    if found is None:
        raise ValueError(puzzle.kind)
    return found
