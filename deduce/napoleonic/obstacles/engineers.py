"""Sappers: what their figures are worth, and how long their work takes."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["Worth", "bridge_time", "cover_time", "demolition_time", "sapper"]


class Worth(NamedTuple):
    """What a figure is worth.

    Attributes:
        combat: In melee.
        fire: In fire.
        budget: What it costs.
    """

    combat: Amount
    fire: Amount
    budget: Amount


@procedure("NAP-ENG-1")
def sapper(book: Book, commonest: Worth) -> Worth:
    """Return what a sapper is worth, from the commonest infantry figure of his nation.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> tuple(sapper(book_of(), Worth(4, 3, 20)))
        (3, 1, 30)
    """
    return Worth(
        commonest.combat - book.number("sapper.combat"),
        commonest.fire - book.number("sapper.fire"),
        commonest.budget + book.number("sapper.budget"),
    )


@procedure("NAP-ENG-2")
def bridge_time(book: Book, sappers: int, length: Amount, width: Amount) -> int:
    """Return how many quarters a bridge takes.

    Examples:
        >>> from fractions import Fraction
        >>> from deduce.napoleonic.book import book_of
        >>> bridge_time(book_of(), 2, 8, Fraction("1.5"))
        8

    Args:
        book: The book.
        sappers: How many figures work at it.
        length: How long it is to be.
        width: How wide it is to be: every lane of the width that one sapper builds is work of its own.
    """
    lanes = math.ceil(Fraction(width) / book.number("sapper.lane"))
    return _quarters(book, Fraction(length) * lanes / book.number("sapper.bridge"), sappers)


@procedure("NAP-ENG-3")
def cover_time(book: Book, sappers: int, length: Amount) -> int:
    """Return how many quarters light cover takes.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> cover_time(book_of(), 1, 3)
        8
    """
    return _quarters(book, Fraction(length) / book.number("sapper.cover"), sappers)


@procedure("NAP-ENG-4")
def demolition_time(book: Book, sappers: int, length: Amount, periods: Amount) -> int:
    """Return how many quarters a demolition takes.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> demolition_time(book_of(), 1, 3, 2)
        16

    Args:
        book: The book.
        sappers: How many figures work at it.
        length: How much is to be destroyed.
        periods: How many periods one sapper takes for his stretch of such a thing.
    """
    return _quarters(book, Fraction(length) / book.number("sapper.stretch") * periods, sappers)


def _quarters(book: Book, periods: Fraction, sappers: int) -> int:
    """Return how many quarters work takes of which one sapper would take some periods."""
    return math.ceil(periods / sappers * book.number("period.quarters"))
