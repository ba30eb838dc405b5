"""Looking back: what was learned from each entry, against the best question that was on offer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.belief.belief import Belief
from deduce.errors import ContradictionError
from deduce.evidence.log import Log
from deduce.problem.shapes import needs, needs_function
from deduce.problem.weights import log2
from deduce.progress import SoFar
from deduce.question.question import Question, pair_questions
from deduce.question.rating import Rating, rank_questions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deduce.evidence.log import Entry
    from deduce.progress import Progress

__all__ = ["Lesson", "review"]


@dataclass(frozen=True)
class Lesson:
    """What an entry taught.

    Attributes:
        entry: The entry.
        bits: How much was learned from it: how surprising it was, in bits.
        expected: How much asking it was going to teach on average; None for a soft entry.
        best: The best question that was on offer then, or None if nothing was open any more.
    """

    entry: Entry
    bits: float
    expected: float | None
    best: Rating | None

    @property
    def regret(self) -> float | None:
        """How much more the best question was going to teach on average; None for a soft entry."""
        if self.expected is None or self.best is None:
            return None
        return max(self.best.bits - self.expected, 0.0)


def review(
    log: Log,
    questions: Callable[[Belief], Iterable[Question]] = pair_questions,
    *,
    progress: Progress[Lesson] | None = None,
) -> list[Lesson]:
    """Look back over a log.

    Examples:
        >>> from deduce import Log, Problem, fact, review
        >>> log = Log(Problem.one_to_one("AB", ["rook", "king"])).append(fact("A", "rook"))
        >>> [(lesson.bits, lesson.expected, lesson.best.bits) for lesson in review(log)]
        [(1.0, 1.0, 1.0)]

    Args:
        log: What was heard.
        questions: What could have been asked, given what was known; by default "is X v?" for every open pair.
        progress: Is told after each entry what was found so far.

    Raises:
        ContradictionError: If no world is left at some point.
        OutOfReachError: If the worlds cannot be counted.
    """
    needs(log, Log, "review", "review(Log(problem))")
    needs_function(questions, "review", "review(log, pair_questions)")
    lessons: list[Lesson] = []
    before = Belief(log.at(0))
    for number, entry in enumerate(log, 1):
        after = Belief(log.at(number))
        offered = [rating for rating in rank_questions(before, questions(before)) if not rating.is_useless]
        best = max(offered, key=lambda rating: rating.bits, default=None)
        lessons.append(_lesson(entry, before, after, best))
        if progress is not None:
            progress(SoFar(number / len(log), lessons.copy))
        before = after
    return lessons


def _lesson(entry: Entry, before: Belief, after: Belief, best: Rating | None) -> Lesson:
    if entry.is_hard:
        question = Question.yes_no(entry.statement)
        (asked,) = rank_questions(before, [question])
        share = asked.truths[next(iter(question.answers))]
        if not share:
            message = f"entry {entry.id} leaves no world, so nothing can be learned from it"
            raise ContradictionError(message)
        return Lesson(entry, abs(log2(share)), asked.bits, best)
    # Kullback and Leibler: the average, afterwards, of how much likelier each world became.
    if entry.likelihood is None:
        # It is the last of the statements on several unknowns.
        bits = after.log_weights[-1] - log2(Fraction(after.probabilities.total, before.weight))
        return Lesson(entry, max(bits, 0.0), None, best)
    bits = 0.0
    now = before
    for unknown, weights in entry.likelihood.weights.items():
        scale = sum(share * weights[value] for value, share in now.probabilities[unknown].items())
        bits += sum(
            float(share) * log2(weights[value] / scale)
            for value, share in after.probabilities[unknown].items()
        )
        now = Belief(now.log.append(weights={unknown: weights}))
    return Lesson(entry, max(bits, 0.0), None, best)
