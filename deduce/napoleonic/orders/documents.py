"""What the record knows of order sheets, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deduce.napoleonic.orders.entries import guess_text
from deduce.napoleonic.orders.halves import half_text

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.orders.state import Orders

__all__ = ["orders_data"]


def orders_data(orders: Orders, book: Book, sides: tuple[str, str]) -> dict[str, Any]:
    """Return what the record knows of order sheets, for JSON: nothing that is still sealed.

    Args:
        orders: What is known of them.
        book: The book.
        sides: What the two sides are called.
    """
    return {
        "sealed": [
            {
                "side": sides[each.side],
                "half": half_text(book, each.half),
                "codes": dict(each.codes),
                "entry": each.entry,
                "opened": each.opened or None,
            }
            for each in orders.sealed
        ],
        "opened": [
            {"line": each.label, "order": each.order, "half": half_text(book, each.half), "entry": each.entry}
            for each in orders.opened
        ],
        "declared": [
            {
                "unit": each.unit,
                "deed": each.deed,
                "half": half_text(book, each.half),
                "other": each.other or None,
                "guess": guess_text(each.guess) or None,
                "fate": str(each.fate),
                "diverted_to": each.diverted or None,
                "entry": each.entry,
            }
            for each in orders.declared
        ],
        "written": [
            {"side": sides[each.side], "half": half_text(book, each.half), "sheet": each.sheet.text}
            for each in orders.written
        ],
    }
