"""What the tests of the Napoleonic chapters share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.book import Book, book_of
from deduce.napoleonic.judging import judged

if TYPE_CHECKING:
    from deduce.ruling.judgement import Judgement

BOOK = book_of()
"""What the two chapters print."""


def said(act: str, /, book: Book = BOOK, **facts: object) -> Judgement:
    """What the book says of an act of unit 3 against unit k."""
    known = {name: frozenset(each) if isinstance(each, list) else each for name, each in facts.items()}
    return judged(book, act, known, {"one": "3", "other": "k"})  # type: ignore[arg-type]


def refusing(judgement: Judgement) -> set[str]:
    """The rules of the needs that are not fulfilled."""
    return {rule for each in judgement.refusals for rule in each.rules}


def asked(judgement: Judgement) -> list[str]:
    """What has to be known first."""
    return [each.feature for each in judgement.questions]
