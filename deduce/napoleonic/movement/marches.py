"""Forced marches in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.napoleonic.book import Book

__all__ = ["forced_in_a_row", "may_force"]


@procedure("NAP-FORCED-3")
def forced_in_a_row(book: Book, periods: Sequence[bool]) -> int:
    """Return how many forced marches in a row count before the next period.

    After as many as are allowed, the row only ends with the whole rest (DEC-6).

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> forced_in_a_row(book_of(), [True, True]), forced_in_a_row(book_of(), [True, False])
        (2, 0)

    Args:
        book: The book.
        periods: For every period from the first, whether the unit was on a forced march in it.
    """
    most, rest = int(book.number("forced.most")), int(book.number("forced.rest"))
    row = pause = 0
    for marched in periods:
        if marched:
            row, pause = row + 1, 0
            continue
        pause += 1
        if row < most or pause >= rest:
            row = 0
    return row


@procedure("NAP-FORCED-3")
def may_force(book: Book, periods: Sequence[bool]) -> bool:
    """Tell whether a unit may be on a forced march in the next period.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> may_force(book_of(), [True, True, True])
        False

    Args:
        book: The book.
        periods: For every period from the first, whether the unit was on a forced march in it.
    """
    return forced_in_a_row(book, periods) < book.number("forced.most")
