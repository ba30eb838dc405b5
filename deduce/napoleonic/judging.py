"""What the book says of an act: its needs, what comes of it, and what the chapters reckon besides."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.napoleonic.movement.states import merged as one_state
from deduce.napoleonic.reckoned import RECKONED
from deduce.ruling import asking
from deduce.ruling.features import checked_facts
from deduce.ruling.judgement import Outcome
from deduce.ruling.languages import Words, filled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Judgement, Question

__all__ = ["completed", "judged"]

DERIVED = ("orders", "formations")
"""The tables that say more of a unit: what its order permits, what its formation is in its army."""
MENDING = ("re-form", "leave")
"""Acts after which a unit can stand better than before."""


def completed(book: Book, facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return facts with those that follow from them by the book's tables; what was said itself stays.

    Args:
        book: The book.
        facts: What is known.
    """
    known = checked_facts(book.law.features, facts)
    tables = {row.table for row in book.law.rows}
    for table in DERIVED:
        if table in tables:
            found = book.looked_up(table, known).values
            known = {**{name: each for name, each in found.items() if name in book.law.features}, **known}
    return known


def judged(
    book: Book, action: str, facts: Mapping[str, Fact], names: Mapping[str, Words | str] | None = None
) -> Judgement:
    """Tell whether an act is allowed, with all that comes of it.

    Args:
        book: The book.
        action: The act, such as "charge".
        facts: What is known; what is missing is not known.
        names: What the units are called: `one`, `other`.

    Raises:
        RulingError: If there is no such act or feature, or a feature cannot be what it is said to be.
    """
    known = completed(book, checked_facts(book.law.features, facts))
    given = {
        name: Words(said, said) if isinstance(said, str) else said for name, said in (names or {}).items()
    }
    called = {**book.law.names, **given}
    judgement = asking.verdict(book.law, action, known, called)
    if judgement.refusals:
        return judgement
    outcomes, questions = list(judgement.outcomes), list(judgement.questions)
    for reckon in RECKONED.get(action, ()):
        for found in reckon(book, known):
            if isinstance(found, Outcome):
                outcomes.append(found)
            else:
                questions.append(replace(found, asks=filled(found.asks, called)))
    merged: dict[str, Question] = {each.feature: each for each in reversed(questions)}
    asked = tuple(each for each in questions if merged[each.feature] is each)
    counted = known if action not in MENDING else {}
    told = tuple(
        each
        if each.words
        else replace(each, words=asking.outcome_words(book.law, each.name, each.value, called))
        for each in one_state(book, counted, outcomes)
    )
    return replace(judgement, outcomes=told, questions=asked)
