"""Marks: what somebody has crossed out already, and whether it can be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.errors import ContradictionError, ProblemError
from deduce.intake.numbers import quoted
from deduce.problem.statements import ALWAYS, Among, listed
from deduce.proof.cores import smallest_core
from deduce.proof.oracles import oracle_for
from deduce.proof.words import joined

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from deduce.evidence.log import Log
    from deduce.problem.problem import Problem
    from deduce.problem.statements import Statement, Unknown, Value

__all__ = ["check_marks", "marked", "marks_of"]


def marks_of(problem: Problem, known: Mapping[Unknown, Collection[Value]]) -> dict[int, int]:
    """Return what is left to the unknowns of which something is crossed out, as bits by position.

    Args:
        problem: The problem.
        known: For some unknowns, the values that are not crossed out.

    Raises:
        ProblemError: If there is no such unknown or value, or it is no such mapping.
    """
    if not hasattr(known, "items"):
        message = f"what is not crossed out is {quoted(known)}; write for example {{'A': ['rook', 'king']}}"
        raise ProblemError(message)
    marks: dict[int, int] = {}
    for unknown, values in known.items():
        problem.check_unknown(unknown)
        names = listed(values, "values")
        for value in names:
            problem.check_value(unknown, value)
        place = problem.places[unknown]
        left = problem.mask(names)
        if problem.start[place] & ~left:
            marks[place] = left
    return marks


def marked(problem: Problem, marks: Mapping[int, int]) -> list[Statement]:
    """Return marks as statements, in their order."""
    return [
        Among(problem.unknowns[place], frozenset(problem.values_of(left))) for place, left in marks.items()
    ]


def check_marks(log: Log, marks: Mapping[int, int]) -> None:
    """Make sure that what is crossed out leaves a world.

    Args:
        log: What was heard.
        marks: What is left, as `marks_of` returns it.

    Raises:
        ContradictionError: If not; it names a smallest set of unknowns of which too much is crossed out.
    """
    problem = log.problem
    heard = log.assuming(*(entry.statement for entry in log)).at(0)
    on_marks = heard.extended(
        heard.entry_of(statement, id=str(number)) for number, statement in enumerate(marked(problem, marks))
    )
    oracle = oracle_for(on_marks)
    if oracle.grown(range(len(on_marks)), ALWAYS) is not None:
        return
    core = smallest_core(oracle, ALWAYS)
    if not core:
        message = "no world is left, whatever is crossed out; see conflicts(log)"
        raise ContradictionError(message)
    named = [
        (problem.unknowns[place], problem.values_of(left & problem.start[place], problem.unknowns[place]))
        for number, (place, left) in enumerate(marks.items())
        if number in core
    ]
    too_much = "; ".join(f"{name} is left {joined(left, 'or') or 'nothing'}" for name, left in named)
    message = f"too much is crossed out: {too_much}; with what was heard, that leaves no world"
    raise ContradictionError(message)
