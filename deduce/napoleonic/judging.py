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
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Judgement, Question

__all__ = ["MENDING", "comes_of", "completed", "judged"]

DERIVED = ("usual", "orders", "formations")
"""The tables that say more of a unit: what is so while nobody says otherwise, what its order permits, what
its formation is in its army."""
COVERS = ("none", "light", "hard")
"""What something is covered by, the better the later."""
MENDING = ("re-form", "leave")
"""Acts after which a unit can stand better than before."""


def completed(book: Book, facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return facts with those that follow from them by the book's tables; what was said itself stays.

    Args:
        book: The book.
        facts: What is known.
    """
    known = checked_facts(book.law.features, facts)
    tables = book.law.tabled
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
    known, called = completed(book, facts), _called(book, names)
    judgement = asking.verdict(book.law, action, known, called)
    if judgement.refusals:
        return judgement
    more, unknown = _reckoned(book, action, known, called)
    outcomes = _told(book, action, known, called, (*judgement.outcomes, *more))
    return replace(judgement, outcomes=outcomes, questions=_merged((*judgement.questions, *unknown)))


def comes_of(
    book: Book,
    action: str,
    facts: Mapping[str, Fact],
    names: Mapping[str, Words | str] | None = None,
    wanted: str = "",
) -> tuple[tuple[Outcome, ...], tuple[Question, ...]]:
    """Return what comes of an act that is done, allowed or not, and what has to be known to say more.

    Args:
        book: The book.
        action: The act, such as "about".
        facts: What is known.
        names: What the units are called: `one`, `other`.
        wanted: What is to come of it, by name, if nothing else is asked about; such as "takes".

    Raises:
        RulingError: If there is no such act or feature, or a feature cannot be what it is said to be.
    """
    known, called = completed(book, facts), _called(book, names)
    outcomes, questions = asking.comes_of(book.law, action, known, called, wanted)
    more, unknown = _reckoned(book, action, known, called)
    return _told(book, action, known, called, (*outcomes, *more)), _merged((*questions, *unknown))


def _called(book: Book, names: Mapping[str, Words | str] | None) -> dict[str, Words]:
    given = {
        name: Words(said, said) if isinstance(said, str) else said for name, said in (names or {}).items()
    }
    return {**book.law.names, **given}


def _reckoned(
    book: Book, action: str, known: Mapping[str, Fact], called: Mapping[str, Words]
) -> tuple[list[Outcome], list[Question]]:
    """Return what comes of an act by the procedures of the chapters, and what these have to know first."""
    outcomes: list[Outcome] = []
    questions: list[Question] = []
    for reckon in RECKONED.get(action, ()):
        for found in reckon(book.unnamed, known):
            if isinstance(found, Outcome):
                outcomes.append(found)
            else:
                questions.append(replace(found, asks=filled(found.asks, called)))
    return outcomes, questions


def _told(
    book: Book,
    action: str,
    known: Mapping[str, Fact],
    called: Mapping[str, Words],
    outcomes: Iterable[Outcome],
) -> tuple[Outcome, ...]:
    """Return what comes of an act in words, with one state where there are several causes."""
    counted = known if action not in MENDING else {}
    return tuple(
        replace(
            each,
            words=filled(each.words, called)
            if each.words
            else asking.outcome_words(book.law, each.name, each.value, called),
        )
        for each in one_state(book, counted, _one_cover(outcomes))
    )


def _one_cover(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Iterate over outcomes with one cover where several things cover the same unit: the best."""
    found = tuple(outcomes)
    best = max((each for each in found if each.name == "cover"), key=_how_good, default=None)
    return (each for each in found if each.name != "cover" or each is best)


def _how_good(cover: Outcome) -> int:
    return COVERS.index(str(cover.value))


def _merged(questions: Iterable[Question]) -> tuple[Question, ...]:
    """Return questions with each feature once: as it is asked first."""
    merged: dict[str, Question] = {}
    for each in questions:
        merged.setdefault(each.feature, each)
    return tuple(merged.values())
