"""Counter-charges: when they have their bonuses, and when two that both move meet."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["bonuses_of_both", "has_bonuses", "least_distance", "meeting_quarter"]

STRICT = "contact"
"""The choice of DEC-14 by which a gap of exactly one quarter is not enough."""


@procedure("NAP-COUNTER-7")
def least_distance(book: Book, charger: Amount, counter: Amount) -> Amount:
    """Return the distance at the start from which a counter-charge has its bonuses.

    Under DEC-14=contact it has to be more than that.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> least_distance(book_of(), Fraction(9, 2), Fraction(9, 2))
        Fraction(27, 2)

    Args:
        book: The book.
        charger: What the charger goes in a quarter.
        counter: What the counter-charger goes in a quarter.
    """
    return book.number("counter.seen") * charger + book.number("counter.gap") * counter


@procedure("NAP-COUNTER-7")
def has_bonuses(book: Book, charger: Amount, counter: Amount, distance: Amount) -> bool:
    """Tell whether a counter-charge has its bonuses: is enough left after two quarters of the charger?

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> has_bonuses(book_of(), Fraction(9, 2), Fraction(9, 2), 13)
        False

    Args:
        book: The book.
        charger: What the charger goes in a quarter.
        counter: What the counter-charger goes in a quarter.
        distance: How far apart they were at the start.
    """
    least = least_distance(book, charger, counter)
    return distance > least if book.choice("DEC-14") == STRICT else distance >= least


@procedure("NAP-COUNTER-8")
def bonuses_of_both(*, is_effective: bool) -> str:
    """Return who has the bonuses of a charge: "both", or "charger" alone.

    Examples:
        >>> bonuses_of_both(is_effective=False)
        'charger'
    """
    return "both" if is_effective else "charger"


@procedure("NAP-COUNTER-7", "DEC-44")
def meeting_quarter(
    book: Book,
    charger: tuple[Amount, Amount],
    counter: tuple[Amount, Amount],
    distance: Amount,
) -> int:
    """Return the quarter of the charge in which charger and counter-charger meet, from 1.

    The counter-charger starts a quarter later; its distance bonus counts where it has its bonuses.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> meeting_quarter(book_of(), (Fraction(9, 2), 4), (Fraction(9, 2), 4), Fraction(27, 2))
        2

    Args:
        book: The book.
        charger: What the charger goes in a quarter, and its distance bonus.
        counter: What the counter-charger goes in a quarter, and its distance bonus.
        distance: How far apart they were at the start.
    """
    (pace, bonus), (other, more) = charger, counter
    alone = Fraction(distance) - bonus
    later = book.number("counter.after")
    if alone <= pace * later:
        # They touch before the counter-charger moves.
        return max(1, ceil(alone / pace))
    added = more if has_bonuses(book, pace, other, distance) else 0
    return max(int(later) + 1, ceil((alone - added + other * later) / (pace + other)))
