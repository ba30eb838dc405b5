"""Guns at obstacles: what they change them into, and how long that takes."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["halves_of_fire"]


@procedure("NAP-LIN-19")
def halves_of_fire(book: Book, length: Amount) -> int:
    """Return how many halves a battery takes to change a stretch of an obstacle.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> halves_of_fire(book_of(), 6)
        2

    Args:
        book: The book.
        length: How long the stretch is.
    """
    return math.ceil(Fraction(length) / book.number("guns.change"))
