"""Order sheets as they are written: for each unit what it does in a half, and what order it has.

A sheet is what a side keeps to itself. So nothing here shows what stands on one, unless it is asked for its
text: not its repr, and no message about what is wrong with it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from deduce.intake.characters import plain
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from deduce.napoleonic.book import Book

__all__ = ["EXAMPLE", "NONE", "Deed", "Line", "Sheet", "line_of", "order_words", "parse_sheet"]

EXAMPLE = "3 charge k; 7 evade; 5 order harass"
NONE = "none"
"""What is sealed for a unit that nothing is written for."""
_BLANKS = re.compile(r"[;\n]")
_NAME = re.compile(r"[^\s:;,/=|!#~]{1,20}")


class Deed(StrEnum):
    """What can be written for a unit."""

    CHARGE = "charge"
    EVADE = "evade"
    ORDER = "order"


DEEDS = {
    "charge": Deed.CHARGE,
    "charges": Deed.CHARGE,
    "evade": Deed.EVADE,
    "evades": Deed.EVADE,
    "esquive": Deed.EVADE,
    "order": Deed.ORDER,
    "ordre": Deed.ORDER,
}
"""What deeds are called, in both languages."""
EMPTY = frozenset({"", NONE, "nothing", "rien", "-"})
"""How a sheet is written on which nothing stands."""


@dataclass(frozen=True, repr=False)
class Line:
    """A line of a sheet.

    Attributes:
        unit: The unit.
        deed: What it does, or that it has an order.
        what: Whom it charges, or which order it has; "" if it evades.
    """

    unit: str
    deed: Deed
    what: str = ""

    def __repr__(self) -> str:
        return "Line(...)"

    @property
    def label(self) -> str:
        """What the line is about: "3" is what unit 3 does, "3/order" which order it has."""
        return f"{self.unit}/{Deed.ORDER}" if self.deed is Deed.ORDER else self.unit

    @property
    def order(self) -> str:
        """What is written for the unit, such as "charge k"."""
        return f"{self.deed} {self.what}".strip()

    @property
    def text(self) -> str:
        """The line, such as "3 charge k"."""
        return f"{self.unit} {self.order}"


@dataclass(frozen=True, repr=False)
class Sheet:
    """A sheet of one side for one half.

    Attributes:
        lines: Its lines, in the order of their labels.
    """

    lines: tuple[Line, ...] = ()

    def __repr__(self) -> str:
        return "Sheet(...)"

    @property
    def text(self) -> str:
        """The sheet in one line, always written the same way."""
        return "; ".join(line.text for line in self.lines) or NONE

    @property
    def orders(self) -> Mapping[str, str]:
        """What is written, by what it is about: "charge k" for "3"."""
        return {line.label: line.order for line in self.lines}


def order_words(book: Book) -> Mapping[str, str]:
    """Return the orders that a book knows, by all that they are called."""
    feature = book.law.features["order"]
    named = {each.casefold(): word for word, words in feature.shown for each in (words.en, words.fr)}
    return {**named, **{word: word for word in feature.words}}


def parse_sheet(
    text: str, book: Book, ours: Collection[str] | None = None, theirs: Collection[str] | None = None
) -> Sheet:
    """Read a sheet.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> parse_sheet("7 esquive; 3 charge k", book_of()).text
        '3 charge k; 7 evade'

    Args:
        text: Its lines, with semicolons between them; "none" if nothing stands on it.
        book: The book.
        ours: The units of the side; None if they are not known.
        theirs: The units of the enemy that can be charged; None if they are not known.

    Raises:
        LineError: If a line makes no sense. The message tells which line it is, and not what stands there.
    """
    if text.strip().casefold() in EMPTY:
        return Sheet()
    orders, found = order_words(book), dict[str, Line]()
    for number, part in enumerate(filter(str.strip, _BLANKS.split(text)), 1):
        try:
            line = _known(line_of(part.split(), orders), ours, theirs)
            _check_new(line, found)
        except LineError as error:
            message = f"line {number} of the sheet: {error}"
            raise LineError(message) from None
        found[line.label] = line
    return Sheet(tuple(found[label] for label in sorted(found)))


def line_of(words: list[str], orders: Mapping[str, str]) -> Line:
    """Read a line of a sheet.

    Args:
        words: Its words.
        orders: The orders that there are, by all that they are called.

    Raises:
        LineError: If it makes no sense.
    """
    unit, deed, what, *_ = (*words, "", "", "")
    rest = words[2:]
    known = DEEDS.get(deed.casefold())
    if known is None or _NAME.fullmatch(unit) is None:
        message = f"write a unit and what it does, such as {EXAMPLE}"
        raise LineError(message)
    if known is Deed.EVADE and rest:
        message = "nothing stands behind evade"
        raise LineError(message)
    if known is Deed.CHARGE and (len(rest) != 1 or _NAME.fullmatch(what) is None or what == unit):
        message = "behind charge stands the one unit that is charged"
        raise LineError(message)
    if known is Deed.ORDER:
        order = orders.get(" ".join(rest).casefold())
        if order is None:
            message = f"behind order stands {_or(dict.fromkeys(orders.values()))}"
            raise LineError(message)
        return Line(unit, known, order)
    return Line(unit, known, what)


def _known(line: Line, ours: Collection[str] | None, theirs: Collection[str] | None) -> Line:
    """Return a line with its units as they are written elsewhere.

    Raises:
        LineError: If there are no such units.
    """
    if ours is not None:
        unit = _named(line.unit, ours)
        if unit is None:
            message = "the side has no such unit"
            raise LineError(message)
        line = replace(line, unit=unit)
    if line.deed is Deed.CHARGE and theirs is not None:
        what = _named(line.what, theirs)
        if what is None:
            message = "the enemy has no such unit"
            raise LineError(message)
        line = replace(line, what=what)
    return line


def _check_new(line: Line, before: Collection[str]) -> None:
    """Make sure that nothing of the same kind was written for a unit before.

    Raises:
        LineError: If something was.
    """
    if line.label in before:
        message = "something of the same kind stands in an earlier line for this unit"
        raise LineError(message)


def _named(word: str, units: Collection[str]) -> str | None:
    return next((unit for unit in units if plain(unit) == plain(word)), None)


def _or(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
