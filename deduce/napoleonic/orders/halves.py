"""The halves that order sheets are for. Each is known by the quarter that it begins with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.clock.state import Moment

__all__ = ["half_at", "half_text", "is_same_period", "parse_half"]

_HALF = re.compile(r"(?:P(?P<period>[1-9][0-9]{0,2}))?H(?P<half>[1-9])", re.IGNORECASE)


def _quarters(book: Book) -> int:
    return int(book.number("half.quarters"))


def _halves(book: Book) -> int:
    """Return how many halves a period has."""
    return int(book.number("period.quarters")) // _quarters(book)


def half_at(book: Book, moment: Moment) -> Moment:
    """Return the quarter that the half of a quarter begins with.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> [half_at(book_of(), moment) for moment in range(5)]
        [0, 0, 2, 2, 4]
    """
    return moment - moment % _quarters(book)


def is_same_period(book: Book, one: Moment, other: Moment) -> bool:
    """Tell whether two quarters lie in the same period."""
    quarters = int(book.number("period.quarters"))
    return one // quarters == other // quarters


def half_text(book: Book, half: Moment) -> str:
    """Return what a half is called: "P1H2" is the second half of the first period."""
    period, place = divmod(half // _quarters(book), _halves(book))
    return f"P{period + 1}H{place + 1}"


def parse_half(book: Book, text: str, moment: Moment) -> Moment:
    """Read what a half is called; "H1" alone is the one that is played, or the next one of that name.

    Args:
        book: The book.
        text: What it is called.
        moment: The quarter that is played.

    Raises:
        LineError: If there is no such half.
    """
    found, halves, quarters = _HALF.fullmatch(text), _halves(book), _quarters(book)
    if found is None or int(found["half"]) > halves:
        names = " or ".join(f"H{place + 1}" for place in range(halves))
        message = f"{quoted(text)} is no half; write {names}, with its period if it is another one: P2H1"
        raise LineError(message)
    place = int(found["half"]) - 1
    if found["period"]:
        return ((int(found["period"]) - 1) * halves + place) * quarters
    now = moment // quarters
    return (now + (place - now) % halves) * quarters
