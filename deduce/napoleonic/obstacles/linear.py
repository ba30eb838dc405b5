"""Linear obstacles: who holds them, whom they cover, how many ranks pass, and who fights across."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["halves_over", "in_contact", "is_covered", "occupies"]


@procedure("NAP-LIN-3")
def occupies(gap: Amount) -> bool:
    """Tell whether a unit holds an obstacle: its bases touch it.

    Args:
        gap: How far from it they are, in centimetres.
    """
    return gap == 0


@procedure("NAP-LIN-12", "NAP-LIN-15", "NAP-LIN-16")
def is_covered(book: Book, gap: Amount, *, lies_between: bool, firer_gap: Amount | None = None) -> bool:
    """Tell whether a linear obstacle covers a target.

    It covers only from fire that comes across it (DEC-45), whoever is near enough (DEC-29).

    Examples:
        >>> from fractions import Fraction
        >>> from deduce.napoleonic.book import book_of
        >>> book = book_of()
        >>> [is_covered(book, Fraction(gap), lies_between=True) for gap in ("1.9", "2", "2.1")]
        [True, True, False]

    Args:
        book: The book.
        gap: How far the target is from the obstacle.
        lies_between: Whether the obstacle is between the firer and the target.
        firer_gap: How far the firer is from it; only asked for where DEC-45 is "both".
    """
    if not lies_between or not _near(book, gap):
        return False
    if occupies(gap) or book.choice("DEC-45") == "across":
        return True
    return firer_gap is not None and _near(book, firer_gap)


def _near(book: Book, gap: Amount) -> bool:
    limit = book.number("linear.cover")
    return gap < limit or (gap == limit and book.choice("DEC-29") == "covered")


@procedure("NAP-LIN-7", "NAP-LIN-11", "DEC-28")
def halves_over(ranks: int, each_half: int) -> int | None:
    """Return how many halves a unit takes to pass an obstacle; None if not even one rank passes in a half.

    Examples:
        >>> halves_over(6, 2), halves_over(6, 1), halves_over(1, 2), halves_over(6, 0)
        (3, 6, 1, None)
    """
    return -(-ranks // each_half) if each_half else None


@procedure("NAP-LIN-22")
def in_contact(front: int, their_front: int) -> int:
    """Return how many figures of either side fight across an obstacle: no overlap counts.

    Examples:
        >>> in_contact(6, 5)
        5
    """
    return min(front, their_front)
