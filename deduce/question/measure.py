"""The numbers of one question."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.problem.statements import any_of
from deduce.problem.weights import SMALLEST_FLOAT, log2
from deduce.question.shares import Shares

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.belief.belief import Belief
    from deduce.belief.ways import Ways
    from deduce.question.answering import Answer, Labels
    from deduce.question.question import Question

__all__ = ["Measure", "chance", "measured", "open_answers"]


@dataclass(frozen=True)
class Measure:
    """A question with its numbers.

    Attributes:
        question: The question.
        heard: How likely each answer is to be heard.
        truths: How likely each answer is to be the true one.
        bits: How much is learned on average.
        worst: How much is learned from the least telling answer, and that answer.
        place: The position of the unknown if the question is about one only, else None.
        masks: For a question about one unknown: the values behind each answer that may be true, as bits.
        labels: The true answer in each way in which the unknowns can be that were asked about, if these were
            gone through.
    """

    question: Question
    heard: Mapping[Answer, Fraction]
    truths: Mapping[Answer, Fraction]
    bits: float
    worst: tuple[float, Answer]
    place: int | None = None
    masks: tuple[int, ...] = ()
    labels: Labels | None = None

    @cached_property
    def open(self) -> list[Answer]:
        """The answers that may be the true one."""
        return open_answers(self.truths)

    @cached_property
    def truth_bits(self) -> float:
        """The entropy of the true answer, the same to the last digit for the same shares in any order."""
        if not self.question.noise:
            return self.bits
        shares = [self.truths[answer] for answer in self.open]
        return -math.fsum(float(share) * log2(share) for share in shares)


def open_answers(shares: Mapping[Answer, Fraction]) -> list[Answer]:
    """Return the answers that can come."""
    if isinstance(shares, Shares):
        return shares.open
    return [answer for answer, share in shares.items() if share]


def chance(question: Question, true: Answer, heard: Answer) -> Fraction:
    """Return how likely an answer is heard when another one is true."""
    if question.noise:
        return question.noise[true].get(heard, Fraction(0))
    return Fraction(int(true == heard))


def measured(belief: Belief, question: Question, ways: Ways | None = None) -> Measure:
    """Work out the numbers of a question that was checked.

    Args:
        belief: What is known so far.
        question: The question.
        ways: The ways in which all unknowns can be that it asks about, if these were gone through.

    Raises:
        QuestionError: If not exactly one answer is true in every world.
        ContradictionError: If no world is left.
        OutOfReachError: If the worlds cannot be counted.
    """
    if ways is not None:
        return _measured_by_ways(question, ways)
    place, masks = _one_unknown(belief, question)
    if place is None:
        truths = _truths(belief, question)
    else:
        table = belief.probabilities
        total = table.total
        truths = {
            answer: Fraction(table.weight(place, mask), total)
            for answer, mask in zip(question.answers, masks, strict=True)
        }
    open_masks = tuple(mask for mask, share in zip(masks, truths.values(), strict=False) if share)
    if question.noise:
        return _noisy(question, truths, place, open_masks)
    gains = {answer: abs(log2(share)) for answer, share in truths.items() if share}
    bits = math.fsum(float(truths[answer]) * gain for answer, gain in gains.items())
    worst = min((gain, answer) for answer, gain in gains.items())
    return Measure(question, truths, truths, bits, worst, place, open_masks)


def _measured_by_ways(question: Question, ways: Ways) -> Measure:
    """Work out the numbers of a question from its answer in each way, in whole numbers."""
    labels = question.labels(ways)
    truths = Shares(labels.weigh(ways), question.answers)
    if question.noise:
        return replace(_noisy(question, dict(truths), None, ()), labels=labels)
    total = truths.total
    gains = {answer: _gain(weight, total) for answer, weight in truths.weights.items()}
    bits = math.fsum(truths.weights[answer] / total * gain for answer, gain in gains.items())
    worst = min((gain, answer) for answer, gain in gains.items())
    return Measure(question, truths, truths, bits, worst, labels=labels)


def _gain(weight: int, total: int) -> float:
    """Return how much an answer teaches that stands in so much of the weight."""
    ratio = weight / total
    return abs(math.log2(ratio) if ratio > SMALLEST_FLOAT else log2(Fraction(weight, total)))


def _one_unknown(belief: Belief, question: Question) -> tuple[int | None, tuple[int, ...]]:
    """Return the unknown of a question about one only, with the values that are left behind each answer."""
    unknown = question.unknown
    if unknown is None:
        return None, ()
    place = belief.problem.places[unknown]
    left = belief.possible_masks[place]
    masks = tuple(belief.problem.allowed(said) & left for said in question.answers.values())
    union = 0
    for mask in masks:
        if union & mask:
            break
        union |= mask
    else:
        if union == left:
            return place, masks
    raise question.not_a_partition()


def _truths(belief: Belief, question: Question) -> dict[Answer, Fraction]:
    """Return how likely each answer is to be the true one."""
    statements = list(question.answers.values())
    if len(statements) == 2 and statements[1] == ~statements[0]:
        # Of yes and no, one is counted.
        first, second = question.answers
        share = belief.probability_of(statements[0])
        return {first: share, second: 1 - share}
    shares = {answer: belief.probability_of(said) for answer, said in question.answers.items()}
    if sum(shares.values()) != 1 or belief.probability_of(any_of(*statements)) != 1:
        raise question.not_a_partition()
    return shares


def _noisy(
    question: Question, truths: dict[Answer, Fraction], place: int | None, masks: tuple[int, ...]
) -> Measure:
    heard = {
        answer: sum((share * chance(question, true, answer) for true, share in truths.items()), Fraction(0))
        for answer in question.answers
    }
    # What an answer teaches: how far it moves the odds of the true answers (Kullback and Leibler).
    gains = {
        answer: sum(
            float(prior * likelihood / share) * log2(likelihood / share)
            for true, prior in truths.items()
            if (likelihood := chance(question, true, answer)) and prior
        )
        for answer, share in heard.items()
        if share
    }
    bits = sum(float(heard[answer]) * gain for answer, gain in gains.items())
    worst = min((gain, answer) for answer, gain in gains.items())
    # Rounding can leave a trace of a bit where nothing is learned.
    return Measure(question, heard, truths, bits if bits > 1e-12 else 0.0, worst, place, masks)
