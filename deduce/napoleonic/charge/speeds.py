"""What the tables of the nations have for a unit that charges; what they lack is asked for, and never 0."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Question

__all__ = ["Speeds", "speeds_of"]


@dataclass(frozen=True)
class Speeds:
    """How fast a unit charges.

    Attributes:
        per_period: What it goes in a period; None if the tables do not say it.
        pace: What it goes in a quarter; likewise.
        bonus: Its distance bonus; likewise.
        rules: The rules of the speed.
        bonus_rules: The rules of the bonus.
        questions: What has to be known first.
    """

    per_period: Amount | None
    pace: Amount | None
    bonus: Amount | None
    rules: tuple[str, ...] = ()
    bonus_rules: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()


def speeds_of(book: Book, facts: Mapping[str, Fact]) -> Speeds:
    """Return how fast a unit charges.

    Args:
        book: The book.
        facts: What is known of it, by the features of the book.
    """
    move = book.looked_up("move", facts)
    more = book.looked_up("distance-bonus", facts)
    per_period, bonus = move.amount("per_period"), more.amount("bonus")
    questions = {each.feature: each for each in (*more.questions, *move.questions)}
    return Speeds(
        per_period,
        None if per_period is None else Fraction(per_period) / book.number("period.quarters"),
        bonus,
        move.rules,
        more.rules,
        tuple(questions.values()),
    )
