"""Claims of the opponent that can be checked: from which distance a counter-charge has its bonuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.charge.counter import has_bonuses, least_distance

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["claim_holds", "least_distance"]


def claim_holds(
    book: Book, charger: Amount | None, counter: Amount | None, nearest: Amount, farthest: Amount
) -> bool | None:
    """Tell whether a counter-charge has the bonuses that are claimed; None if that is open, or without data.

    Examples:
        >>> from fractions import Fraction
        >>> from deduce.napoleonic.book import book_of
        >>> column = Fraction(9, 2)
        >>> claim_holds(book_of(), column, column, 13, 13), claim_holds(book_of(), column, column, 13, 14)
        (False, None)

    Args:
        book: The book.
        charger: What the charger goes in a quarter; None if no table has it.
        counter: What the counter-charger goes in a quarter; likewise.
        nearest: The distance at the start, or the least that it can have been.
        farthest: The distance, or the most that it can have been.
    """
    if charger is None or counter is None:
        return None
    both = {has_bonuses(book, charger, counter, each) for each in (nearest, farthest)}
    return both.pop() if len(both) == 1 else None
