"""Going through the ways in which everything can be that is asked about, where there are few enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.belief.ways import MOST_LISTED, Ways, called
from deduce.question.answering import FunctionAnswers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.belief.belief import Belief
    from deduce.problem.statements import Unknown
    from deduce.question.question import Question

__all__ = ["ways_asked_about"]

WORLDS_FOR_AN_ANSWER = 1_000
"""So many worlds are gone through in the time in which one statement is counted, roughly."""


def ways_asked_about(belief: Belief, questions: Sequence[Question]) -> Ways | None:
    """Return the ways in which the unknowns can be that some questions are about.

    Returns:
        The ways, or None where it is better to have the engine count the worlds with each answer: because all
        questions are about one unknown each, or because there are too many worlds.
    """
    problem = belief.problem
    for question in questions:
        question.check(problem)
    together = frozenset().union(*(question.scope for question in questions))
    unknowns = [unknown for unknown in problem.unknowns if unknown in together]
    if len(unknowns) == 1:
        return _ways_of_one(belief, unknowns[0])
    worth = sum(
        MOST_LISTED
        if isinstance(question.answers, FunctionAnswers)
        else WORLDS_FOR_AN_ANSWER * len(question.answers)
        for question in questions
        if len(question.scope) > 1
    )
    if not worth or not belief.probabilities.total or belief.count > min(worth, MOST_LISTED):
        return None
    return belief.ways(unknowns)


def _ways_of_one(belief: Belief, unknown: Unknown) -> Ways:
    """Return the values that an unknown can have, with their weights."""
    table = belief.probabilities
    problem = belief.problem
    row = table.numerators[problem.places[unknown]]
    having = {pick: weight for pick, weight in enumerate(row) if weight}
    names = called(problem, unknown, having)
    return Ways({unknown: [names[pick] for pick in having]}, list(having.values()))
