"""What questions are worth."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deduce.belief.belief import Belief, World
    from deduce.problem.statements import Unknown, Value
    from deduce.question.question import Answer, Question

__all__ = ["Rating", "rank_questions"]

WITNESSES = 24
"""Worlds drawn to tell questions apart quickly; what they cannot tell apart is compared exactly."""


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
    probabilities: dict[Answer, Fraction]
    truths: dict[Answer, Fraction]
    bits: float
    worst_bits: float
    worst_answer: Answer
    dominated_by: Question | None
    _belief: Belief = field(repr=False)

    @property
    def is_useless(self) -> bool:
        """Whether only one answer is possible (or, with noise, nothing can be learned)."""
        return sum(1 for share in self.truths.values() if share) < 2 or self.bits == 0

    @cached_property
    def settles(self) -> dict[Answer, dict[Unknown, Value]]:
        """The unknowns that would become certain, by answer; answers that cannot come are left out."""
        known = self._belief.certain
        settled: dict[Answer, dict[Unknown, Value]] = {}
        for answer, share in self.probabilities.items():
            if not share:
                continue
            sources = [
                true for true in self.truths if self.truths[true] and _chance(self.question, true, answer)
            ]
            if len(sources) == 1:
                after = self._belief.given(self.question.answers[sources[0]]).certain
                settled[answer] = {u: v for u, v in after.items() if u not in known}
            else:
                settled[answer] = {}
        return settled


def rank_questions(belief: Belief, questions: Iterable[Question]) -> list[Rating]:
    """Rank questions by what is learned on average; useless and dominated ones come last.

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

    Raises:
        QuestionError: If a question is wrong.
        ContradictionError: If no world is left.
        OutOfReachError: If the worlds cannot be counted.
    """
    asked = list(questions)
    for question in asked:
        question.check(belief.problem)
    measures = [_measured(belief, question) for question in asked]
    dominating = _dominating(belief, measures)
    ratings = [
        Rating(
            measure.question,
            measure.heard,
            measure.truths,
            measure.bits,
            *measure.worst,
            dominating.get(number),
            belief,
        )
        for number, measure in enumerate(measures)
    ]
    return sorted(ratings, key=lambda r: (r.is_useless, r.dominated_by is not None, -r.bits))


@dataclass(frozen=True)
class _Measure:
    """A question with its numbers; see `Rating`."""

    question: Question
    heard: dict[Answer, Fraction]
    truths: dict[Answer, Fraction]
    bits: float
    worst: tuple[float, Answer]

    @cached_property
    def open(self) -> list[Answer]:
        """The answers that may be the true one."""
        return [answer for answer, share in self.truths.items() if share]

    @cached_property
    def truth_bits(self) -> float:
        """The entropy of the true answer."""
        return -sum(float(share) * math.log2(share) for share in self.truths.values() if share)


def _chance(question: Question, true: Answer, heard: Answer) -> Fraction:
    if question.noise:
        return question.noise[true].get(heard, Fraction(0))
    return Fraction(int(true == heard))


def _measured(belief: Belief, question: Question) -> _Measure:
    truths = question.truths(belief)
    if not question.noise:
        gains = {answer: abs(math.log2(share)) for answer, share in truths.items() if share}
        bits = sum(float(truths[answer]) * gain for answer, gain in gains.items())
        worst = min((gain, answer) for answer, gain in gains.items())
        return _Measure(question, truths, truths, bits, worst)
    heard = {
        answer: sum((share * _chance(question, true, answer) for true, share in truths.items()), Fraction(0))
        for answer in question.answers
    }
    gains = {}
    for answer, share in heard.items():
        if share:
            gains[answer] = sum(
                float(prior * chance / share) * math.log2(chance / share)
                for true, prior in truths.items()
                if (chance := _chance(question, true, answer)) and prior
            )
    bits = sum(float(heard[answer]) * gain for answer, gain in gains.items())
    worst = min((gain, answer) for answer, gain in gains.items())
    # Rounding can leave a trace of a bit where nothing is learned.
    return _Measure(question, heard, truths, bits if bits > 1e-12 else 0.0, worst)


def _dominating(belief: Belief, measures: Sequence[_Measure]) -> dict[int, Question]:
    """Find, for each question, another one that tells everything it does."""
    useful = [number for number, measure in enumerate(measures) if len(measure.open) > 1]
    worlds = belief.sample(WITNESSES, seed=0) if len(useful) > 1 else []
    labels = {number: _labels(measures[number], worlds) for number in useful}
    # The most telling questions first, then the earliest, so that a dominating question is met first.
    order = sorted(useful, key=lambda number: (-measures[number].truth_bits, number))
    found: dict[int, Question] = {}
    met: dict[object, list[int]] = {}
    for number in order:
        measure = measures[number]
        # A two-way question can only be given away by a two-way question if they are the same.
        twin_key = (frozenset(measure.truths.values()) - {0}, labels[number])
        two_way = len(measure.open) == 2
        candidates = met.get("many", []) + (met.get(twin_key, []) if two_way else [])
        for other in candidates:
            if _maps(labels[other], labels[number]) and _tells(belief, measures[other], measure):
                found[number] = measures[other].question
                break
        else:
            met.setdefault(twin_key if two_way else "many", []).append(number)
    return found


def _labels(measure: _Measure, worlds: Sequence[World]) -> tuple[int, ...]:
    """Number the true answers in some worlds by first appearance."""
    statements = [measure.question.answers[answer] for answer in measure.open]
    numbers: dict[int, int] = {}
    labels = []
    for world in worlds:
        true = next(number for number, said in enumerate(statements) if said.holds(world))
        labels.append(numbers.setdefault(true, len(numbers)))
    return tuple(labels)


def _maps(finer: tuple[int, ...], coarser: tuple[int, ...]) -> bool:
    """Tell whether, as far as the labels show, one answer gives away the other."""
    image: dict[int, int] = {}
    return all(image.setdefault(a, b) == b for a, b in zip(finer, coarser, strict=True))


def _tells(belief: Belief, telling: _Measure, told: _Measure) -> bool:
    """Tell exactly whether the answer to one question always gives away the answer to another."""
    if telling.question.noise and telling.question != told.question:
        return False
    statements = [told.question.answers[answer] for answer in told.open]
    for answer in telling.open:
        after = belief.given(telling.question.answers[answer])
        if all(after.given(~said).is_consistent for said in statements):
            return False
    return True
