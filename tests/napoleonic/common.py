"""What the tests of the Napoleonic chapters share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.book import Book, book_of
from deduce.napoleonic.judging import judged
from deduce.ruling.features import checked_facts

if TYPE_CHECKING:
    from deduce.ruling.judgement import Judgement

BOOK = book_of()
"""What the two chapters print."""


def said(act: str, /, book: Book = BOOK, **facts: object) -> Judgement:
    """What the book says of an act of unit 3 against unit k."""
    known = {name: each for name, each in facts.items() if each is not None}
    return judged(book, act, checked_facts(book.law.features, known), {"one": "3", "other": "k"})


def refusing(judgement: Judgement) -> set[str]:
    """The rules of the needs that are not fulfilled."""
    return {rule for each in judgement.refusals for rule in each.rules}


def asked(judgement: Judgement) -> list[str]:
    """What has to be known first."""
    return [each.feature for each in judgement.questions]
