"""Melee at the walls: who touches, who fights, who folds round the corner, and whose loss it is.

Three rules say who fights: only whole bases along the wall (`touching`), no more defenders than attackers
(`defending`), and whoever a widened front brings up by the end of the first half (`widened`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.napoleonic.houses.sides import room_on
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["counted", "defending", "folding", "loss_from", "meet_in_streets", "touching", "widened"]


@procedure("NAP-HOUSE-38")
def touching(book: Book, front: int, length: Amount) -> int:
    """Return how many figures of a first rank fight: those whose whole base touches the wall.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> touching(book_of(), 4, 5)
        3

    Args:
        book: The book.
        front: How many figures wide the attacker is.
        length: How long the side is.
    """
    return min(front, room_on(book, length))


@procedure("NAP-HOUSE-40")
def folding(book: Book, front: int, length: Amount) -> int:
    """Return how many figures that overlap may fold onto another side, if their movement allows it (DEC-25).

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> folding(book_of(), 6, 5)
        2

    Args:
        book: The book.
        front: How many figures wide the attacker is; one end of it stands at a corner of the house.
        length: How long the side is.
    """
    if book.choice("DEC-25") == "rest":
        return front - touching(book, front, length)
    base = book.number("base.front.inf")
    return max(0, int((front * base - length) // base))


@procedure("NAP-HOUSE-41", "NAP-HOUSE-42")
def defending(attackers: int, there: int) -> int:
    """Return how many figures of the occupant fight: those on that side, as many as attack it at most.

    Examples:
        >>> defending(5, 1), defending(3, 8), defending(3, 2)
        (1, 3, 2)
    """
    return min(attackers, there)


@procedure("NAP-HOUSE-47", "NAP-HOUSE-48", "NAP-HOUSE-49")
def widened(book: Book, front: int, brought: int, quarters: int, room: int | None = None) -> int:
    """Return how many figures are in contact at the end of the first half, when a front is widened.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> widened(book_of(), 3, 9, 2)
        9

    Args:
        book: The book.
        front: How many are in contact before.
        brought: How many more are to be brought up.
        quarters: How many quarters of the first half are left for it; none in the second half.
        room: How many have room there; None if all do.
    """
    most = front + min(brought, int(book.number("widen.figures")) * quarters)
    return most if room is None else max(front, min(most, room))


@procedure("NAP-HOUSE-45")
def loss_from(inflicted: Mapping[str, Amount]) -> tuple[str, ...]:
    """Return from which side a loss of the occupant is taken: where most was inflicted; of several any.

    Examples:
        >>> loss_from({"N": 60, "E": 40})
        ('N',)

    Args:
        inflicted: What was inflicted on each side that is attacked.
    """
    most = max(inflicted.values(), default=0)
    return tuple(side for side, loss in inflicted.items() if loss == most)


@procedure("NAP-HOUSE-51")
def counted(book: Book, result: Amount, quarter: int) -> Fraction:
    """Return what a result of melee counts for, by the quarter in which the house was touched.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> [int(counted(book_of(), 6, quarter)) for quarter in (1, 2, 3, 4)]
        [6, 6, 3, 3]

    Args:
        book: The book.
        result: The result.
        quarter: The quarter of the period, from 1.
    """
    is_late = quarter > book.number("half.quarters")
    return Fraction(result) * (book.number("house.late") if is_late else 1)


@procedure("NAP-HOUSE-52")
def meet_in_streets(book: Book, first: int, second: int) -> bool:
    """Tell whether two enemies that enter a house by different sides meet in the streets.

    Then all of both fight from the first round on, unformed and without protection; otherwise the second
    attacks a house that is held.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> meet_in_streets(book_of(), 3, 4), meet_in_streets(book_of(), 1, 3)
        (True, False)

    Args:
        book: The book.
        first: The quarter in which one begins to enter, counted through all periods.
        second: The quarter in which the other does.
    """
    return abs(first - second) <= book.number("house.meeting")
