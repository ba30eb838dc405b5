"""What a charge adds to the melee: who earns it, combat bonus, push ranks."""

from __future__ import annotations

from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["combat_value", "earns_bonuses", "front_rank", "push_ranks", "ranks_of"]

FOOT = "inf"


@procedure("NAP-CHARGE-15", "NAP-CHARGE-16", "NAP-CHARGE-21")
def earns_bonuses(book: Book, pace: Amount, moved: Amount, *, is_straight: bool) -> bool:
    """Tell whether a charge has its bonuses: it moved far enough, and straight in the quarter before contact.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> book = book_of()
        >>> earns_bonuses(book, Fraction(9, 2), 5, is_straight=True)
        True
        >>> earns_bonuses(book, Fraction(9, 2), 4, is_straight=True)
        False

    Args:
        book: The book.
        pace: What the charger goes in a quarter.
        moved: How far it went until the contact.
        is_straight: Whether it went straight in the quarter before the contact.
    """
    return is_straight and moved >= book.number("charge.earns") * pace


@procedure("NAP-CHARGE-24")
def combat_value(combat: Amount, charge: Amount, push: Amount = 0) -> Amount:
    """Return the combat value of a figure that charges, with its combat bonus and the push ranks.

    Examples:
        >>> combat_value(5, 3)
        8

    Args:
        combat: Its combat value.
        charge: Its combat bonus.
        push: What the push ranks add.
    """
    return combat + charge + push


@procedure("NAP-CHARGE-25")
def front_rank(book: Book, bonuses: Sequence[Amount]) -> tuple[Amount, Fraction]:
    """Return the combat bonus of a front rank of equal combat values, and by what its losses are multiplied.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> front_rank(book_of(), [2, 3, 3])
        (2, Fraction(11, 10))

    Args:
        book: The book.
        bonuses: The combat bonus of each figure in it; at least one.
    """
    is_mixed = len(set(bonuses)) > 1
    return min(bonuses), Fraction(book.number("charge.mixed.losses") if is_mixed else 1)


@procedure("NAP-CHARGE-26", "NAP-CHARGE-27", "NAP-CHARGE-28")
def push_ranks(book: Book, arm: str, ranks: Sequence[int], *, is_column: bool = True) -> Amount:
    """Return what the push ranks of a charging column of infantry add.

    A rank that is narrower than the first does not count, nor does any behind it.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> push_ranks(book_of(), "inf", [3] * 6), push_ranks(book_of(), "inf", [3, 3, 2, 3])
        (3, 1)

    Args:
        book: The book.
        arm: Which arm charges.
        ranks: How many figures stand in each rank, the first one in front.
        is_column: Whether it is in column.
    """
    if arm != FOOT or not is_column or not ranks:
        return 0
    first, *behind = ranks
    full = sum(1 for _ in takewhile(lambda rank: rank >= first, behind))
    return book.number("charge.push.each") * min(full, int(book.number("charge.push.most")))


def ranks_of(figures: int, front: int) -> Sequence[int]:
    """Return the ranks of so many figures on such a front, the last one with what is left.

    Examples:
        >>> ranks_of(8, 3)
        [3, 3, 2]

    Args:
        figures: How many figures there are.
        front: How many stand in the first rank; at least one.
    """
    full, rest = divmod(figures, front)
    return [front] * full + [rest] * (rest > 0)
