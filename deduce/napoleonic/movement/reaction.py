"""Reacting to what nobody foresaw: which quarter is lost, and when a new order counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book

__all__ = ["acts_from", "order_from"]


@procedure("NAP-REACT-1", "NAP-REACT-2")
def acts_from(book: Book, event: int, *, is_at_start: bool) -> int:
    """Return the moment from which a unit that was surprised may act.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> acts_from(book_of(), 0, is_at_start=True), acts_from(book_of(), 1, is_at_start=False)
        (1, 3)

    Args:
        book: The book.
        event: The quarter of what surprised it, from 0.
        is_at_start: Whether that stood at the start of the quarter, like a declaration; otherwise it
            happened in its course.
    """
    played = book.choice("DEC-40")
    loses_same = is_at_start if played == "told" else played == "same"
    begins = event if loses_same else event + 1
    return begins + int(book.number("reaction"))


@procedure("NAP-REACT-4")
def order_from(book: Book, arrival: int) -> int:
    """Return the moment from which a written order counts that somebody brought in the course of a quarter.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> order_from(book_of(), 0)
        2

    Args:
        book: The book.
        arrival: The quarter in which the base of whoever brings it touches the unit, from 0.
    """
    return acts_from(book, arrival, is_at_start=False)
