"""Who masks whom. What else is seen and what not stands as needs of seeing in law.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["Seen", "masks"]

LINES = frozenset({"line", "double-line"})
COLUMNS = frozenset({"column", "division-column"})


class Seen(NamedTuple):
    """What somebody sees of a unit from afar.

    Attributes:
        arm: Its arm.
        formation: Its formation.
    """

    arm: str
    formation: str


@procedure("NAP-HILL-6")
def masks(book: Book, masker: Seen, masked: Seen, share: Amount) -> bool:
    """Tell whether a unit masks another that stands behind it.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> masks(book_of(), Seen("inf", "line"), Seen("inf", "column"), 1)
        True
        >>> masks(book_of(), Seen("inf", "line"), Seen("cav", "line"), 1)
        False

    Args:
        book: The book.
        masker: The unit in front.
        masked: The unit behind.
        share: How much of the front of the masked unit the other covers: 1 is all of it.
    """
    if masker.formation == "skirmish":
        return False
    if masker.formation in COLUMNS and masked.formation in LINES:
        return False
    if masker.arm == "inf" and masker.formation in LINES and masked.arm == "cav":
        return masked.formation not in LINES | COLUMNS
    return share >= 1 if book.choice("DEC-20") == "whole" else share > 0
