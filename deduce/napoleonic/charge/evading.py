"""Evades: when an evading unit moves, whether the charge catches it, what it passes and when it is back."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = [
    "OWN_TURN", "caught_in", "counts_from", "evade_pace", "gone", "passing", "quarters_before_moving",
    "rejoined_after", "safe_beyond",
]  # fmt: skip

OWN_TURN = "faces"
"""The choice of DEC-17 by which the turn takes as long as it takes these troops."""


@procedure("NAP-EVADE-8")
def evade_pace(book: Book) -> Fraction:
    """Return what an evading unit goes in a quarter.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> evade_pace(book_of())
        Fraction(11, 2)
    """
    return Fraction(book.number("evade.per_period")) / book.number("period.quarters")


@procedure("NAP-EVADE-6", "NAP-EVADE-7")
def quarters_before_moving(book: Book, *, is_compelled: bool, turn: Amount | None = None) -> int:
    """Return how many quarters pass before an evading unit moves: the turn, and before it the reaction.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> book = book_of()
        >>> quarters_before_moving(book, is_compelled=False), quarters_before_moving(book, is_compelled=True)
        (1, 2)

    Args:
        book: The book.
        is_compelled: Whether it is compelled without having declared its evade.
        turn: How many quarters the turn takes, if that differs from what is printed here, as it can under
            DEC-17=faces.
    """
    turning = book.number("evade.turn") if turn is None else turn
    return int(turning + (book.number("reaction") if is_compelled else 0))


@procedure("NAP-EVADE-8")
def gone(book: Book, quarters: int, waits: int) -> Fraction:
    """Return how far an evading unit is by the end of some quarters.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> gone(book_of(), 3, 1)
        Fraction(11, 1)

    Args:
        book: The book.
        quarters: How many quarters passed since the charge was declared.
        waits: How many of them it did not move.
    """
    return evade_pace(book) * max(0, quarters - waits)


@procedure("NAP-EVADE-8")
def caught_in(
    book: Book, charger: tuple[Amount, Amount], distance: Amount, waits: int, quarters: int
) -> int | None:
    """Return in which quarter a charge catches an evading unit, from 1; None if it gets away this period.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> book = book_of()
        >>> caught_in(book, (9, 9), 30, 1, 4), caught_in(book, (9, 9), 30, 2, 4)
        (None, 3)

    Args:
        book: The book.
        charger: What the charger goes in a quarter, and its distance bonus.
        distance: How far apart they were at the start.
        waits: How many quarters the evading unit does not move.
        quarters: How many quarters the charge lasts at most.
    """
    pace, bonus = charger
    for quarter in range(1, quarters + 1):
        if pace * quarter + bonus >= distance + gone(book, quarter, waits):
            return quarter
    return None


@procedure("NAP-EVADE-8")
def safe_beyond(book: Book, charger: tuple[Amount, Amount], waits: int, quarters: int) -> Fraction:
    """Return the distance at the start beyond which an evading unit is not caught in the period.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> book = book_of()
        >>> safe_beyond(book, (9, 9), 1, 4), safe_beyond(book, (9, 9), 2, 4)
        (Fraction(57, 2), Fraction(34, 1))

    Args:
        book: The book.
        charger: What the charger goes in a quarter, and its distance bonus.
        waits: How many quarters the evading unit does not move.
        quarters: How many quarters the charge lasts at most; where none is left, any distance will do.
    """
    pace, bonus = charger
    each = range(1, quarters + 1)
    return max(
        (Fraction(pace * quarter + bonus) - gone(book, quarter, waits) for quarter in each),
        default=Fraction(0),
    )


@procedure("NAP-EVADE-10")
def rejoined_after(book: Book, re_forming: Amount) -> Amount:
    """Return how many quarters a detached company needs after an evade to re-form and rejoin its parent.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> rejoined_after(book_of(), 2)
        4

    Args:
        book: The book.
        re_forming: How many quarters re-forming takes it.
    """
    return re_forming + book.number("evade.rejoin")


@procedure("NAP-EVADE-11")
def counts_from(book: Book, period: int) -> int:
    """Return from which period on a company counts in the melee of its parent that it rejoined in one.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> counts_from(book_of(), 3)
        4
    """
    return period + int(book.number("evade.counts"))


@procedure("NAP-EVADE-14", "NAP-EVADE-15")
def passing(book: Book, gap: Amount, *, are_firm: bool) -> str:
    """Return how an evading unit passes two friends: "flows", "interpenetrates", or a "detour".

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> passing(book_of(), Fraction(14, 10), are_firm=False)
        'interpenetrates'

    Args:
        book: The book.
        gap: The gap between them.
        are_firm: Whether they are guard, elite or in square, whom nobody passes through.
    """
    if gap >= book.number("base.front.inf"):
        return "flows"
    return "detour" if are_firm else "interpenetrates"
