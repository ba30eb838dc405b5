"""Runs in a line, as CP-SAT reckons with them: how far the line is along its runs before each cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.problem.runs import HIT, MISS, OPEN, Runs
from deduce.problem.statements import Among

if TYPE_CHECKING:
    from ortools.sat.python.cp_model_helper import Literal

    from deduce.belief.cpsat import Encoding

__all__ = ["literal_of_runs"]


def literal_of_runs(encoding: Encoding, statement: Runs) -> Literal:
    """Return a literal that is true exactly where a statement on runs is.

    The states follow from the cells whether the runs are right or not, so that the opposite can be said, too.
    """
    left = statement.under(encoding.domains)
    if not isinstance(left, Runs):
        return encoding.literal(left)
    model, stages = encoding.model, left.stages
    names = iter(left.unknowns)
    always = encoding.literal_of(truth=True)
    # 0 is the state of a line that cannot come right any more.
    states: dict[int, Literal] = {left.start: always}
    for sign in left.line:
        value = frozenset((left.value,))
        cell = (
            encoding.literal(Among(next(names), value))
            if sign == OPEN
            else encoding.literal_of(truth=sign == HIT)
        )
        following: dict[int, Literal] = {}
        for state, literal in states.items():
            for step, switch, is_wrong in (
                (stages.hit(state), cell, sign == MISS),
                (stages.miss(state), cell.negated(), sign == HIT),
            ):
                if is_wrong:
                    continue
                if step not in following:
                    following[step] = model.new_bool_var("")
                model.add_bool_or([literal.negated(), switch.negated(), following[step]])
        encoding.take(8 * len(states) + len(following))
        model.add_exactly_one(following.values())
        states = following
    return states[left.end] if left.end in states else encoding.literal_of(truth=False)
