"""Friends on the way: files through gaps, going through them, going round them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.napoleonic.movement.pace import per_quarter
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["DETOURS", "FLOWS", "INTERPENETRATES", "Flow", "abreast", "flow", "passage", "state_of_both"]

FLOWS = "flows"
INTERPENETRATES = "interpenetrates"
DETOURS = "detours"


@dataclass(frozen=True)
class Flow:
    """Filing through a gap.

    Attributes:
        abreast: How many figures pass abreast.
        way: How much further the unit goes until it is through, in cm.
        quarters: How many quarters that takes.
    """

    abreast: int
    way: Amount
    quarters: int


@procedure("NAP-RALLY-24")
def abreast(gap: Amount, base: Amount) -> int:
    """Return how many figures pass a gap abreast.

    Examples:
        >>> from fractions import Fraction
        >>> abreast(8, Fraction(5, 2))
        3
    """
    return math.floor(Fraction(gap) / base)


@procedure("NAP-RALLY-23", "NAP-RALLY-24")
def flow(book: Book, figures: int, gap: Amount, per_period: Amount) -> Flow | None:
    """Return what filing through a gap costs cavalry (DEC-8); None if not even one base fits.

    Examples:
        >>> from fractions import Fraction
        >>> from deduce.napoleonic.book import book_of
        >>> flow(book_of(), 12, Fraction(5, 2), 36).quarters, flow(book_of(), 12, 8, 36).quarters
        (7, 3)

    Args:
        book: The book.
        figures: The figures of the unit.
        gap: The gap between the friends, in cm.
        per_period: The move of the rally.
    """
    beside = abreast(gap, book.number("base.front.cav"))
    if not beside:
        return None
    if book.choice("DEC-8") == "free":
        return Flow(beside, 0, 0)
    way = math.ceil(Fraction(figures, beside)) * book.number("base.depth.cav")
    return Flow(beside, way, math.ceil(way / per_quarter(book, per_period)))


@procedure("NAP-RALLY-20", "NAP-RALLY-22", "NAP-RALLY-25")
def passage(book: Book, gap: Amount, friend: Mapping[str, Fact], *, is_followed: bool) -> str | None:
    """Return how a rally gets past friends: it flows, interpenetrates, or detours; None if not known.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> friend = {"their_status": "regular", "their_arm": "inf", "their_formation": "line"}
        >>> passage(book_of(), 8, friend, is_followed=False), passage(book_of(), 8, friend, is_followed=True)
        ('flows', 'interpenetrates')

    Args:
        book: The book.
        gap: The gap between the friends, in cm; 0 if there is none.
        friend: What is known of a friend in the way: their_status, their_arm, their_formation.
        is_followed: Whether an enemy follows it, so that it has no time to file.
    """
    fits = gap >= book.number("base.front.cav")
    if fits and not is_followed:
        return FLOWS
    spared = book.law.groups["friend-not-crossed"].truth(friend, book.law.numbers)
    if spared is None:
        return None
    return DETOURS if spared else INTERPENETRATES


@procedure("NAP-RALLY-21")
def state_of_both(how: str) -> str:
    """Return the state of the rallier and of the friends it passes: disorder if it went through them.

    Examples:
        >>> state_of_both("interpenetrates"), state_of_both("flows")
        ('disorder', '')

    Args:
        how: How it got past them.

    Returns:
        The state; "" if it changes nothing. Re-forming begins only when the passage is over.
    """
    return "disorder" if how == INTERPENETRATES else ""
