"""What questions are worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.belief.belief import Belief
from deduce.problem.shapes import as_list, needs
from deduce.problem.statements import any_of
from deduce.progress import SoFar
from deduce.question.dominance import dominating
from deduce.question.measure import chance, measured, open_answers
from deduce.question.question import Question
from deduce.question.scope import ways_asked_about

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from deduce.problem.statements import Unknown, Value
    from deduce.progress import Progress
    from deduce.question.answering import Answer
    from deduce.question.measure import Measure

__all__ = ["Rating", "rank_questions"]


@dataclass(frozen=True, eq=False)
class Rating:
    """What a question is worth.

    Attributes:
        question: The question.
        probabilities: How likely each answer is to be heard, exactly.
        truths: How likely each answer is to be the true one; the same unless the question is noisy.
        bits: How much is learned on average, in bits.
        worst_bits: How much is learned from the least telling answer, in bits.
        worst_answer: That answer.
        dominated_by: A question that tells everything this one does, if there is one in the list: more, or
            the same and it stands earlier.
    """

    question: Question
    probabilities: Mapping[Answer, Fraction]
    truths: Mapping[Answer, Fraction]
    bits: float
    worst_bits: float
    worst_answer: Answer
    dominated_by: Question | None
    _belief: Belief = field(repr=False)

    @property
    def is_useless(self) -> bool:
        """Whether only one answer is possible (or, with noise, nothing can be learned)."""
        return len(open_answers(self.truths)) < 2 or self.bits == 0

    @cached_property
    def settles(self) -> dict[Answer, dict[Unknown, Value]]:
        """The unknowns that would become certain, by answer; answers that cannot come are left out.

        So are hidden unknowns.
        """
        known = {*self._belief.certain, *self._belief.problem.hidden}
        settled: dict[Answer, dict[Unknown, Value]] = {}
        true_ones = open_answers(self.truths)
        for answer in open_answers(self.probabilities):
            sources = [true for true in true_ones if chance(self.question, true, answer)]
            heard = any_of(*(self.question.answers[true] for true in sources))
            after = self._belief.given(heard).certain
            settled[answer] = {u: v for u, v in after.items() if u not in known}
        return settled


def rank_questions(
    belief: Belief, questions: Iterable[Question], *, progress: Progress[Rating] | None = None
) -> list[Rating]:
    """Rank questions by what is learned on average; useless and dominated ones come last.

    Examples:
        >>> from deduce import Belief, Log, Problem, Question, fact, rank_questions
        >>> belief = Belief(Log(Problem.one_to_one("AB", ["rook", "king"])))
        >>> questions = [Question.yes_no(fact("A", "rook")), Question.yes_no(fact("B", "king"))]
        >>> for rating in rank_questions(belief, questions):
        ...     print(rating.question.text, rating.bits, rating.dominated_by is questions[0])
        A is rook? 1.0 False
        B is king? 1.0 True

    Args:
        belief: What is known so far.
        questions: What could be asked.
        progress: Is told after each question what was found so far. What makes what pointless is only looked
            for in the second half.

    Raises:
        QuestionError: If a question is wrong.
        ContradictionError: If no world is left.
        OutOfReachError: If the worlds cannot be counted.
    """
    needs(belief, Belief, "rank_questions", "rank_questions(Belief(log), questions)")
    asked = as_list(questions, "the questions")
    for question in asked:
        needs(question, Question, "rank_questions", "Question.yes_no(fact('A', 'rook'))")
    measures: list[Measure] = []
    ways = ways_asked_about(belief, asked)
    for number, question in enumerate(asked, 1):
        measures.append(measured(belief, question, ways))
        if progress is not None:
            progress(SoFar(number / len(asked) / 2, lambda: _ranked(belief, measures, {})))

    def compared(share: float, better: Mapping[int, Question]) -> None:
        if progress is not None:
            progress(SoFar((1 + share) / 2, lambda: _ranked(belief, measures, better)))

    return _ranked(belief, measures, dominating(belief, measures, ways, compared))


def _ranked(belief: Belief, measures: Sequence[Measure], better: Mapping[int, Question]) -> list[Rating]:
    """Rank questions that were measured.

    Args:
        belief: What is known so far.
        measures: The questions with their numbers.
        better: For some of them, by their place, a question that makes them pointless.
    """
    ratings = [
        Rating(
            measure.question,
            measure.heard,
            measure.truths,
            measure.bits,
            *measure.worst,
            better.get(number),
            belief,
        )
        for number, measure in enumerate(measures)
    ]
    return sorted(ratings, key=lambda r: (r.is_useless, r.dominated_by is not None, -r.bits))
