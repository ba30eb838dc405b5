"""What a road adds to the distance."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["bonus", "least_without_bonus", "share_gone"]

HALF = Fraction(1, 2)


@procedure("NAP-ROAD-3", "NAP-ROAD-4")
def bonus(book: Book, distance: Amount) -> Fraction:
    """Return what a road adds to a distance: a tenth, rounded half up to one decimal unless that is off.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> str(bonus(book_of(), Fraction(9, 2))), str(bonus(book_of(house="DEC-27=exact"), Fraction(9, 2)))
        ('1/2', '9/20')
    """
    exact = Fraction(distance) * book.number("road.bonus")
    if book.choice("DEC-27") == "exact":
        return exact
    step = book.number("road.bonus.step")
    return Fraction(math.floor(exact / step + HALF) * step)


def share_gone(book: Book, distance: Amount) -> Fraction:
    """Return how much of its move a unit has spent when it has gone so far on a road, in cm; exact."""
    return Fraction(distance) / (1 + book.number("road.bonus"))


def least_without_bonus(book: Book, distance: Amount) -> Fraction:
    """Return the least distance that a road makes into so much, or more.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> str(least_without_bonus(book_of(), 5))
        '9/2'
    """
    wanted = Fraction(distance)
    exact = share_gone(book, wanted)
    if book.choice("DEC-27") == "exact":
        return exact
    step, share = book.number("road.bonus.step"), book.number("road.bonus")
    # Just below and just above the exact bonus: the bonus rounded up sets in at half a step before it.
    steps = math.floor((wanted - exact) / step)
    tries = [max(wanted - k * step, (k - HALF) * step / share) for k in range(steps, steps + 2)]
    return max(Fraction(min(tries)), Fraction(0))
