"""Order sheets in a battle that is nothing else: entries one after the other, and q for the next quarter."""

from __future__ import annotations

from dataclasses import dataclass

from deduce.napoleonic.book import book_of
from deduce.napoleonic.lines.sheet_notation import parse_entry
from deduce.napoleonic.orders.entries import OpenLine, OpenSheet, OpenSheets, Place, Seal, Table
from deduce.napoleonic.orders.following import follow
from deduce.napoleonic.orders.seals import About, codes_of, labels_of, line_salt
from deduce.napoleonic.orders.sheet import NONE, parse_sheet
from deduce.napoleonic.orders.state import Orders
from deduce.tabletop.misfit import Fault

BOOK = book_of()
SIDES = ("French", "English")
UNITS = {"3": 0, "5": 0, "7": 0, "k": 1, "e2": 1, "e4": 1}
KEYS = ("5a" * 32, "c3" * 32)


def table(now: int = 0) -> Table:
    return Table(BOOK, SIDES, now, UNITS)


def about(side: int, half: str = "P1H1") -> About:
    return About(SIDES[side], half)


def own(side: int) -> list[str]:
    return [unit for unit, of in UNITS.items() if of == side]


def seal(text: str, side: int = 0, half: str = "P1H1", key: str = "") -> str:
    """The entry that seals a sheet."""
    orders = parse_sheet(text, BOOK).orders
    codes = codes_of(key or KEYS[side], about(side, half), orders, labels_of(own(side)))
    return f"seal {SIDES[side]} {half} {' '.join(f'{label}:{code}' for label, code in codes.items())}"


def opening(label: str, order: str, side: int = 0, half: str = "P1H1", key: str = "") -> str:
    """The entry that opens a line."""
    salt = line_salt(key or KEYS[side], about(side, half), label)
    return OpenLine(label, order, salt).written(table())


def whole(text: str, side: int = 0, half: str = "P1H1", key: str = "") -> str:
    """What opens a whole sheet, without the words before it."""
    return f"{SIDES[side]} {half} key={key or KEYS[side]} {text}"


@dataclass(frozen=True)
class Played:
    """What came of some entries.

    Attributes:
        orders: What is known.
        faults: What does not fit, by the number of the entry that it is about.
    """

    orders: Orders
    faults: tuple[tuple[int, Fault], ...]

    @property
    def found(self) -> list[tuple[int, str, str]]:
        """What does not fit: the number of the entry, what stands there, and the rule."""
        return [(number, fault.text, fault.rule) for number, fault in self.faults]

    @property
    def messages(self) -> str:
        return "\n".join(fault.message for _, fault in self.faults)


def played(*texts: str, me: int | None = 0) -> Played:
    """Follow entries as they are written; q goes on to the next quarter."""
    orders, now, faults = Orders(), 0, list[tuple[int, Fault]]()
    for number, text in enumerate(texts, 1):
        if text == "q":
            now += 1
            continue
        entry = parse_entry(text, table(now))
        assert entry is not None, text
        assert parse_entry(entry.written(table(now)), table(now)) == entry
        orders, found = follow(orders, entry, Place(table(now), number, text, me))
        faults += [(number - fault.back, fault) for fault in found]
    return Played(orders, tuple(faults))


__all__ = [
    "BOOK", "KEYS", "NONE", "SIDES", "UNITS", "OpenSheet", "OpenSheets", "Played", "Seal", "about", "opening",
    "own", "played", "seal", "table", "whole",
]  # fmt: skip
