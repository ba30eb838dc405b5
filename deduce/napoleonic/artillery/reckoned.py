"""What comes of acts by the procedures of this chapter."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.napoleonic.movement.reckoned import change_time, taken
from deduce.ruling.judgement import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.book import Book, Reckon
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Question

__all__ = ["ARTILLERY"]


def _limber(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how long limbering takes."""
    yield from taken(change_time(book, {**facts, "to": "limbered"}))


def _unlimber(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how long unlimbering takes."""
    yield from taken(change_time(book, {**facts, "to": "battery"}))


def _man_handle(book: Book, _: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how far hands move a battery in a period, one effort after the other."""
    efforts = Fraction(book.number("period.quarters")) / book.number("man-handle.takes")
    yield Outcome("per_period", book.number("man-handle.way") * efforts, ("NAP-ART-13", "NAP-ART-15"))


ARTILLERY: Mapping[str, tuple[Reckon, ...]] = {
    "limber": (_limber,),
    "unlimber": (_unlimber,),
    "man-handle": (_man_handle,),
}
"""For each act what reckons."""
