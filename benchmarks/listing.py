"""One-to-one worlds listed one by one, with python-constraint2 and with OR-Tools CP-SAT."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from timing import LIMIT

__all__ = ["MOST_WORLDS", "count", "cpsat", "pairs", "possible", "python_constraint", "sample"]

MOST_WORLDS = 200_000
"""A case with more worlds than this is not listed."""

World: TypeAlias = tuple[int, ...]
Lister: TypeAlias = Callable[[Sequence[int]], list[World]]


def python_constraint(rows: Sequence[int]) -> list[World]:
    """List all worlds with python-constraint2."""
    import constraint

    problem = constraint.Problem()
    places = range(len(rows))
    for place, row in enumerate(rows):
        problem.addVariable(place, [value for value in range(row.bit_length()) if row >> value & 1])
    problem.addConstraint(constraint.AllDifferentConstraint())
    return [tuple(found[place] for place in places) for found in problem.getSolutions()]


def cpsat(rows: Sequence[int]) -> list[World]:
    """List all worlds with CP-SAT, one worker."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    unknowns = [
        model.new_int_var_from_domain(
            cp_model.Domain.from_values([v for v in range(row.bit_length()) if row >> v & 1]), ""
        )
        for row in rows
    ]
    model.add_all_different(unknowns)
    worlds: list[World] = []

    class Collector(cp_model.CpSolverSolutionCallback):
        """Writes every solution down."""

        def on_solution_callback(self) -> None:
            """Write one down."""
            worlds.append(tuple(map(self.value, unknowns)))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.max_time_in_seconds = LIMIT
    if solver.solve(model, Collector()) != cp_model.OPTIMAL:
        raise TimeoutError
    return worlds


def count(lister: Lister, rows: Sequence[int]) -> int:
    """Return the number of worlds."""
    return len(lister(rows))


def pairs(lister: Lister, rows: Sequence[int]) -> list[list[int]]:
    """Return the number of worlds in which each unknown has each value."""
    table = [[0] * len(rows) for _ in rows]
    for world in lister(rows):
        for row, value in zip(table, world, strict=True):
            row[value] += 1
    return table


def possible(lister: Lister, rows: Sequence[int]) -> list[int]:
    """Return the values that each unknown has in some world, as bits."""
    masks = [0] * len(rows)
    for world in lister(rows):
        for place, value in enumerate(world):
            masks[place] |= 1 << value
    return masks


def sample(lister: Lister, rows: Sequence[int], size: int) -> list[World]:
    """Draw worlds from the list of all."""
    return random.Random(1).choices(lister(rows), k=size)
