"""The halves that order sheets are for. Each is known by the quarter that it begins with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.intake.numbers import quoted
from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.clock.state import Play
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.clock.state import Moment

__all__ = ["half_at", "half_text", "is_same_period", "parse_half"]

_HALF = re.compile(r"(?:P(?P<period>[1-9][0-9]{0,2}))?H(?P<half>[1-9])", re.IGNORECASE)


def half_at(book: Book, moment: Moment) -> Moment:
    """Return the quarter that the half of a quarter begins with.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> [half_at(book_of(), moment) for moment in range(5)]
        [0, 0, 2, 2, 4]
    """
    return calendar_of(book).begin(moment, Play.HALVES)


def is_same_period(book: Book, one: Moment, other: Moment) -> bool:
    """Tell whether two quarters lie in the same period."""
    calendar = calendar_of(book)
    return calendar.begin(one, Play.PERIODS) == calendar.begin(other, Play.PERIODS)


def half_text(book: Book, half: Moment) -> str:
    """Return what a half is called: "P1H2" is the second half of the first period."""
    date = calendar_of(book).date(half)
    return f"P{date.period}H{date.half}"


def parse_half(book: Book, text: str, moment: Moment) -> Moment:
    """Read what a half is called; "H1" alone is the one that is played, or the next one of that name.

    Args:
        book: The book.
        text: What it is called.
        moment: The quarter that is played.

    Raises:
        LineError: If there is no such half.
    """
    calendar, found = calendar_of(book), _HALF.fullmatch(text)
    begins = range(0, calendar.period, calendar.half)
    if found is None or int(found["half"]) > len(begins):
        names = " or ".join(f"H{place + 1}" for place in range(len(begins)))
        message = f"{quoted(text)} is no half; write {names}, with its period if it is another one: P2H1"
        raise LineError(message)
    begin = begins[int(found["half"]) - 1]
    if found["period"]:
        return (int(found["period"]) - 1) * calendar.period + begin
    half = calendar.begin(moment, Play.PERIODS) + begin
    return half if half >= calendar.begin(moment, Play.HALVES) else half + calendar.period
