"""What it costs, roughly, to work with a statement: steps and bytes, known before any of it is done."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from deduce.problem.chances import Drawn, Weighted
from deduce.problem.statements import AllDifferent, Among, Count, Predicate, Table

if TYPE_CHECKING:
    from deduce.problem.statements import Domains, Statement

__all__ = ["effort", "looks_at_others", "room", "tries"]

STEPS_OF_OTHERS = 8
"""How many steps it takes for each unknown to limit a statement that is no list of facts or rows."""


def effort(statement: Statement) -> int:
    """Return how many steps it takes to work out what limits leave of a statement."""
    if isinstance(statement, Table | Weighted):
        return 8 + len(statement.rows) * (1 + len(statement.unknowns)) // 12
    if isinstance(statement, Count):
        return 8 + sum([1 if isinstance(part, Among) else effort(part) for part in statement.parts])
    if isinstance(statement, Among | AllDifferent | Drawn):
        return 8 + len(statement.scope)
    # Sums, runs, regions: each limit goes through all of it.
    return 8 + STEPS_OF_OTHERS * len(statement.scope)


def looks_at_others(statement: Statement) -> bool:
    """Tell whether what a value leaves of a statement hangs on what the other unknowns can be.

    Facts were limited to that before.
    """
    if isinstance(statement, Count):
        return set(map(type, statement.parts)) != {Among}
    return True


def tries(statement: Statement, domains: Domains) -> int:
    """Return how many combinations of values are tried to write out the predicates of a statement."""
    if isinstance(statement, Predicate):
        return math.prod(len(domains[unknown]) for unknown in statement.unknowns)
    if isinstance(statement, Count):
        return sum([tries(part, domains) for part in statement.parts if not isinstance(part, Among)])
    return 0


def room(statement: Statement) -> int:
    """Return how many bytes a statement takes."""
    if isinstance(statement, Table | Weighted):
        return 500 + len(statement.rows) * (150 + 8 * len(statement.unknowns))
    if isinstance(statement, AllDifferent):
        return 700 + 8 * len(statement.unknowns) + 80 * len(statement.taken)
    if isinstance(statement, Drawn):
        return 1500 + 8 * len(statement.unknowns) + 200 * len(statement.copies)
    if isinstance(statement, Count):
        return 700 + sum([100 if isinstance(part, Among) else room(part) for part in statement.parts])
    return 700 + 100 * len(statement.scope)
