"""What the book says of a line, in words and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deduce.ruling.judgement import value_data
from deduce.ruling.languages import Words, filled
from deduce.tabletop.rulings import Verdict
from deduce.tabletop.said import Role, Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.napoleonic.adjudicator.reading import Asked
    from deduce.napoleonic.book import Book
    from deduce.ruling.judgement import Judgement

__all__ = ["names_of", "verdict_data", "verdict_said"]

_OPEN = Words("to be known: ", "reste à savoir : ")
_THEN = Words("if it may:", "si c'est permis :")
_READ = Words("read as: ", "compris : ")


def names_of(book: Book, asked: Asked) -> dict[str, Words]:
    """Return what the two that are asked about are called.

    Args:
        book: The book, whose own names stand for whoever has none.
        asked: What is asked.
    """
    given = {"one": asked.one, "other": asked.other}
    return {**book.law.names, **{place: Words(name, name) for place, name in given.items() if name}}


def verdict_said(book: Book, asked: Asked, judgement: Judgement, language: str) -> tuple[Said, ...]:
    """Return a verdict in words: what comes of the act, why it may not be done, or what has to be known.

    Args:
        book: The book.
        asked: What is asked.
        judgement: What the book says of it.
        language: "en" or "fr".
    """
    head, *_ = judgement.said(language)
    between = " : " if language == "fr" else ": "
    who = asked.one
    if asked.other:
        who = f"{asked.one or names_of(book, asked)['one'].said(language)} > {asked.other}"
    role = Role.WARNING if judgement.verdict is Verdict.REFUSED else Role.PARAGRAPH
    said = [Said(f"{who}{between}{head}" if who else head, role)]
    said += [Said(f"  {line}") for line in _grounds(judgement, language)]
    if asked.said:
        names = names_of(book, asked)
        read = [filled(book.law.features[name].fact_said(asked.facts[name]), names) for name in asked.said]
        apart = " ; " if language == "fr" else "; "
        said.append(Said(f"  ({_READ.said(language)}{apart.join(each.said(language) for each in read)})"))
    return tuple(said)


def _grounds(judgement: Judgement, language: str) -> Iterator[str]:
    """Iterate over what a verdict rests on: why not, or what comes of it, or what has to be known first."""
    yield from judgement.refused(language)
    questions = [question.said(language) for question in judgement.questions]
    outcomes = [outcome.said(language) for outcome in judgement.outcomes]
    if judgement.verdict is Verdict.ALLOWED:
        yield from outcomes
        yield from (f"{_OPEN.said(language)}{each}" for each in questions)
    else:
        yield from questions
        yield from ([_THEN.said(language)] if outcomes else [])
        yield from (f"  {each}" for each in outcomes)
    yield from judgement.presumed(language)
    yield from (other.said(language) for other in judgement.instead)


def verdict_data(asked: Asked, judgement: Judgement) -> dict[str, Any]:
    """Return a verdict as data for JSON, without the name of the format.

    Args:
        asked: What is asked.
        judgement: What the book says of it.
    """
    return {
        "one": asked.one or None,
        "other": asked.other or None,
        "facts": {name: value_data(fact) for name, fact in asked.facts.items()},
        "judgement": judgement.as_data(),
    }
