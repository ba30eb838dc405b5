"""Which further question would best confirm that an entry is a slip."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.evidence.log import Log
from deduce.problem.shapes import as_list, needs
from deduce.problem.weights import log2
from deduce.progress import SoFar
from deduce.proof.slips import DEFAULT_RATE, SlipModel
from deduce.question.measure import measured
from deduce.question.question import Question, pair_questions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.problem.weights import Weight
    from deduce.progress import Progress
    from deduce.question.answering import Answer

__all__ = ["Confirmation", "confirming_questions"]


@dataclass(frozen=True)
class Confirmation:
    """What a question would tell about a suspected entry.

    Attributes:
        question: The question.
        bits: How much its answer tells, on average, about whether the entry is a slip.
        slip_after: For each answer that can come, how likely the entry would then be a slip.
    """

    question: Question
    bits: float
    slip_after: dict[Answer, Fraction]


def confirming_questions(
    log: Log,
    id: str,
    questions: Iterable[Question] | None = None,
    rate: Weight = DEFAULT_RATE,
    *,
    progress: Progress[Confirmation] | None = None,
) -> list[Confirmation]:
    """Rank questions by how much they tell about whether an entry is a slip.

    Args:
        log: What was heard.
        id: The id of the suspected entry.
        questions: What could be asked, and answered truthfully; by default "is X v?" for every open pair.
        rate: How often an entry is a slip.
        progress: Is told after each question what was found so far.

    Raises:
        EvidenceError: If there is no such entry.
        QuestionError: If a question is wrong.
        OutOfReachError: If the worlds cannot be counted.
    """
    needs(log, Log, "confirming_questions", "confirming_questions(log, '3')")
    entry = log.entry(id)
    model = SlipModel(log, rate)
    belief = model.belief
    slipped = model.slipped(entry)
    prior = belief.probability_of(slipped)
    if questions is None:
        # Whether another entry is a slip is an unknown of the doubted log, but nothing that can be asked.
        known = log.problem.domains.keys()
        asked = [q for q in pair_questions(belief) if q.unknown in known]
    else:
        asked = as_list(questions, "the questions")
        for question in asked:
            needs(question, Question, "confirming_questions", "Question.yes_no(fact('A', 'rook'))")
            question.check(log.problem)
    found: list[Confirmation] = []
    if_slipped = belief.given(slipped) if prior else None
    for number, question in enumerate(asked, 1):
        shares = measured(belief, question).truths
        after = {
            answer: (
                if_slipped.probability_of(question.answers[answer]) * prior / share
                if if_slipped is not None
                else Fraction(0)
            )
            for answer, share in shares.items()
            if share
        }
        left = sum(float(shares[answer]) * _entropy(share) for answer, share in after.items())
        found.append(Confirmation(question, max(_entropy(prior) - left, 0.0), after))
        if progress is not None:
            progress(SoFar(number / len(asked), lambda: _ranked(found)))
    return _ranked(found)


def _ranked(found: list[Confirmation]) -> list[Confirmation]:
    return sorted(found, key=lambda confirmation: -confirmation.bits)


def _entropy(share: Fraction) -> float:
    return -sum(float(part) * log2(part) for part in (share, 1 - share) if part)
