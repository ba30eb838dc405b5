"""Which order an enemy unit has, and whether it is in skirmish order: what its evading, or not, tells.

An order of which the table says nothing is never excluded by what an order permits.
"""

from __future__ import annotations

import itertools
from enum import StrEnum
from typing import TYPE_CHECKING

from deduce.evidence.log import Log
from deduce.napoleonic.charge.evading import quarters_before_moving
from deduce.napoleonic.hidden.deeds import comes, read_otherwise
from deduce.napoleonic.judging import completed
from deduce.problem.problem import Problem
from deduce.problem.statements import table
from deduce.ruling.asking import refusing
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.problem.weights import Weight
    from deduce.ruling.features import Fact

__all__ = ["CLOSE", "FORMATION", "ORDER", "SKIRMISH", "Answer", "answer_seen", "can_be", "orders_log"]

ORDER, FORMATION = "order", "formation"
SKIRMISH, CLOSE = "skirmish", "close order"
EVADE = "evade"
IN_THE_OPEN: Mapping[str, Fact] = {"ground": frozenset({"open"}), "covered": False}


class Answer(StrEnum):
    """What a unit does that is charged in the open."""

    DECLARED = "evades as it had declared"
    COMPELLED = "evades because it must"
    STANDS = "stands"


@procedure("NAP-EVADE-6", "NAP-EVADE-7")
def answer_seen(book: Book, quarter: int | None) -> Answer:
    """Return what it means that a unit under a charge begins to move off in a quarter.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> [str(answer_seen(book_of(), quarter)) for quarter in (2, 3, None)]
        ['evades as it had declared', 'evades because it must', 'stands']

    Args:
        book: The book.
        quarter: The quarter of the charge in which it moves first, from 1; None if it stood when even who is
            compelled would have moved.
    """
    if quarter is None:
        return Answer.STANDS
    waited = quarter - 1
    if waited < quarters_before_moving(book, is_compelled=True):
        return Answer.DECLARED
    return Answer.COMPELLED


def can_be(book: Book, order: str, formation: str, answer: Answer, known: Mapping[str, Fact]) -> bool:
    """Tell whether a unit of an order and a formation can have answered a charge so, in the open.

    Whether the unit itself is charged, or only stands in the way, is said by `charged`.

    Args:
        book: The book.
        order: Its order.
        formation: `SKIRMISH`, or `CLOSE` for any formation that is none.
        answer: What it did.
        known: What else is known of it, such as its arm, and whether it is `charged` itself.
    """
    return any(_can_be(read, order, formation, answer, known) for read in read_otherwise(book, EVADE))


def _can_be(book: Book, order: str, formation: str, answer: Answer, known: Mapping[str, Fact]) -> bool:
    words = book.law.features["formation"].words
    close = book.law.groups["close-order"]
    stands = [
        word
        for word in words
        if (word == SKIRMISH if formation == SKIRMISH else close.truth({"formation": word}, book.law.numbers))
    ]
    return any(
        _fits(book, completed(book, {**known, "order": order, "formation": each}), answer) for each in stands
    )


def _fits(book: Book, facts: Mapping[str, Fact], answer: Answer) -> bool:
    """Tell whether somebody of whom everything is known can have answered so."""
    before: dict[str, Fact] = {**IN_THE_OPEN, **facts}
    # Nobody is charged yet when it is declared, at the start of the half.
    wish: dict[str, Fact] = {**before, "charged": False, "in_path": False, "threatened": True}
    may_declare = not refusing(book.law, EVADE, wish)
    must = True in comes(book, EVADE, {"in_path": True, **before}, "must")
    if answer is Answer.STANDS:
        return not must
    # Whoever had declared it may still have lost time over its turn.
    return may_declare or (must and answer is Answer.COMPELLED)


def orders_log(
    book: Book,
    answers: Mapping[str, Answer],
    known: Mapping[str, Fact] | None = None,
    priors: Mapping[str, Mapping[str, Weight]] | None = None,
    formation: Fact | None = None,
) -> Log:
    """Return what answers to charges tell of a unit's order and formation, as a log of the core.

    Args:
        book: The book.
        answers: What it did, by the ids of the entries that tell it.
        known: What else is known of it.
        priors: What is assumed before, for `order` and `formation`; equal weights if nothing is said.
        formation: Its formation, where that is known.
    """
    orders = book.law.features[ORDER].words
    known_ones = (SKIRMISH, CLOSE) if formation is None else (SKIRMISH if formation == SKIRMISH else CLOSE,)
    problem = Problem({ORDER: orders, FORMATION: (SKIRMISH, CLOSE)}, priors=priors)
    log = Log(problem)
    for entry, answer in answers.items():
        rows = [
            pair for pair in itertools.product(orders, known_ones) if can_be(book, *pair, answer, known or {})
        ]
        log = log.append(table([ORDER, FORMATION], rows), str(answer), id=entry)
    return log
