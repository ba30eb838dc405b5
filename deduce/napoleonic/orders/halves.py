"""The halves that order sheets are for: how they are called, and in which quarters they lie."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.clock.state import Moment

__all__ = ["begins_half", "half_at", "half_text", "parse_half"]

_HALF = re.compile(r"(?:P(?P<period>[1-9][0-9]{0,2}))?H(?P<half>[1-9])", re.IGNORECASE)


def _quarters(book: Book) -> int:
    return int(book.number("half.quarters"))


def _halves(book: Book) -> int:
    """Return how many halves a period has."""
    return int(book.number("period.quarters")) // _quarters(book)


def half_at(book: Book, moment: Moment) -> int:
    """Return the half that a quarter lies in, counted from 0 since the battle began."""
    return moment // _quarters(book)


def begins_half(book: Book, moment: Moment) -> bool:
    """Tell whether a half begins with a quarter, so that one may still write and declare (NAP-CHARGE-3)."""
    return moment % _quarters(book) == 0


def half_text(book: Book, half: int) -> str:
    """Return what a half is called: "P1H2" is the second half of the first period."""
    period, place = divmod(half, _halves(book))
    return f"P{period + 1}H{place + 1}"


def parse_half(book: Book, text: str, moment: Moment) -> int:
    """Read what a half is called; "H1" alone is the one that is played, or the next one of that name.

    Args:
        book: The book.
        text: What it is called.
        moment: The quarter that is played.

    Raises:
        LineError: If there is no such half.
    """
    found, halves = _HALF.fullmatch(text), _halves(book)
    if found is None or int(found["half"]) > halves:
        names = " or ".join(f"H{place + 1}" for place in range(halves))
        message = f"{quoted(text)} is no half; write {names}, with its period if it is another one: P2H1"
        raise LineError(message)
    place = int(found["half"]) - 1
    if found["period"]:
        return (int(found["period"]) - 1) * halves + place
    now = half_at(book, moment)
    return now + (place - now) % halves
