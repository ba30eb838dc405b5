"""What the tests of the Napoleonic chapters share."""

from __future__ import annotations

from deduce.napoleonic.book import book_of
from deduce.napoleonic.judging import judged
from deduce.ruling.judgement import Judgement

BOOK = book_of()


def said(act: str, **facts: object) -> Judgement:
    """What the printed book says of an act."""
    return judged(BOOK, act, facts)  # type: ignore[arg-type]
