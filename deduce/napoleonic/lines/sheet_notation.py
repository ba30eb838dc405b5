"""Entries about order sheets, read from lines as they are typed, or as a record writes them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.errors import IntakeError, did_you_mean
from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.napoleonic.adjudicator.units import facts_in
from deduce.napoleonic.charge.course import DIVERSIONS, STOPS
from deduce.napoleonic.lines.line import side_named
from deduce.napoleonic.orders.entries import (
    Become,
    Between,
    Declare,
    OpenLine,
    OpenSheet,
    OpenSheets,
    Seal,
    Write,
)
from deduce.napoleonic.orders.halves import half_at, parse_half
from deduce.napoleonic.orders.sheet import NONE, Deed, line_of, order_words, parse_sheet
from deduce.napoleonic.orders.state import Fate
from deduce.ruling.amounts import amount_of
from deduce.ruling.errors import RulingError
from deduce.tabletop.errors import LineError
from deduce.tabletop.keys import is_key
from deduce.tabletop.seals import is_salt, parse_code

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deduce.napoleonic.book import Book
    from deduce.napoleonic.clock.state import Moment
    from deduce.napoleonic.orders.entries import Entry, Table
    from deduce.ruling.amounts import Amount

__all__ = [
    "BEGINNINGS",
    "DEEDS",
    "FATES",
    "causes_of",
    "guess_of",
    "in_english",
    "is_opening",
    "label_of",
    "parse_entry",
    "parse_heading",
]

BEGINNINGS = ("seal", "open", "write", "declare", "between")
"""The words that such entries begin with."""
FRENCH = {
    "scelle": "seal", "sceller": "seal", "ouvre": "open", "ouvrir": "open", "ecris": "write",
    "ecrire": "write", "declarer": "declare", "entre": "between",
}  # fmt: skip
"""The same in French, without accents."""
DEEDS = {
    "charge": "charge",
    "charges": "charge",
    "evade": "evade",
    "evades": "evade",
    "esquive": "evade",
    "counter": "counter",
    "counter-charge": "counter",
    "counter-charges": "counter",
    "contre-charge": "counter",
}
"""What is declared, in both languages."""
FATES = {
    "touched": Fate.TOUCHED,
    "touches": Fate.TOUCHED,
    "touche": Fate.TOUCHED,
    "touchee": Fate.TOUCHED,
    "diverted": Fate.DIVERTED,
    "diverts": Fate.DIVERTED,
    "devie": Fate.DIVERTED,
    "deviee": Fate.DIVERTED,
    "stopped": Fate.STOPPED,
    "stops": Fate.STOPPED,
    "arrete": Fate.STOPPED,
    "arretee": Fate.STOPPED,
    "missed": Fate.MISSED,
    "misses": Fate.MISSED,
    "manque": Fate.MISSED,
    "manquee": Fate.MISSED,
    "void": Fate.VOID,
    "nulle": Fate.VOID,
}
"""What became of it, in both languages, without accents."""
CAUSES: Mapping[Fate, tuple[str, ...]] = {Fate.STOPPED: STOPS, Fate.DIVERTED: DIVERSIONS}
"""For what reasons a charge is stopped or diverted."""
HINTS = {Fate.STOPPED: " evades", Fate.DIVERTED: " x between", Fate.TOUCHED: " k"}
COMPELLED = frozenset({"compelled", "uncontrolled", "contrainte", "incontrolee"})
SILENT = frozenset({"sealed", "hidden", "scellee"})
"""What is said behind a charge whose target nobody says."""
_NUMBER = re.compile(r"[0-9]{1,4}(?:[.,][0-9]{1,4})?(?:cm)?")
_GUESS = re.compile(r"~(?P<least>[0-9.]{1,12})(?:-(?P<most>[0-9.]{1,12}))?(?:cm)?")
_SALT = re.compile(r"(?P<text>.*\S)\s+(?:salt|sel)=(?P<salt>\S+)", re.IGNORECASE)
_KEY = re.compile(r"key=(?P<key>\S+)\s*(?P<text>.*)", re.IGNORECASE)
_BETWEEN = re.compile(r"(?P<one>[^\s:,]+)\s+(?P<other>[^\s:,]+)\s*[:,]?\s*(?P<facts>.*)")


def is_opening(text: str) -> bool:
    """Tell whether a line opens something that was sealed, as is still done when the battle is over."""
    return in_english(text).split(maxsplit=1)[:1] == ["open"]


def in_english(text: str) -> str:
    """Return a line whose first word is in English, if it is one of those that such entries begin with.

    Examples:
        >>> in_english("Ouvre 3"), in_english("3 charge")
        ('open 3', '3 charge')
    """
    word, rest = (*text.split(maxsplit=1), "", "")[:2]
    known = FRENCH.get(plain(word), plain(word))
    return f"{known} {rest}".rstrip() if known in BEGINNINGS else text


def parse_entry(text: str, table: Table, me: int | None = None) -> Entry | None:
    """Read an entry.

    Args:
        text: The line, without a comment.
        table: What one has to know of the battle.
        me: The side that is meant where none is named.

    Returns:
        The entry; None if the line is about something else.

    Raises:
        LineError: If it is about order sheets, and makes no sense.
    """
    word, rest = (*in_english(text).split(maxsplit=1), "", "")[:2]
    if word == "seal":
        return _seal(rest, table, me)
    if word == "write":
        return _write(rest, table, me)
    if word in ELSEWHERE:
        return ELSEWHERE[word](rest, table)
    first, (deed, words) = word, (*rest.split(maxsplit=1), "", "")[:2]
    if deed.casefold() in DEEDS:
        return _declare(first, DEEDS[deed.casefold()], words.split(), table)
    fate = FATES.get(plain(deed))
    return None if fate is None else _become(first, fate, words.split(), table)


def _write(text: str, table: Table, me: int | None) -> Write:
    side, half, lines = parse_heading(text, table, me)
    return Write(side, half, parse_sheet(lines, table.book, *table.units_of(side)))


def parse_heading(text: str, table: Table, me: int | None = None) -> tuple[int, Moment, str]:
    """Read whose sheet it is and for which half, and return what stands behind that.

    Args:
        text: What was written.
        table: What one has to know of the battle.
        me: The side that is meant where none is named.

    Raises:
        LineError: If there is no such side or half.
    """
    first, rest = (*text.split(maxsplit=1), "", "")[:2]
    side = side_named(table.sides, first)
    if side is None:
        side, rest = me, text
    word, behind = (*rest.split(maxsplit=1), "", "")[:2]
    if side is None:
        message = f"write whose sheet it is: {' or '.join(table.sides)}, such as seal {table.sides[0]} H1"
        raise LineError(message)
    if not word:
        return side, half_at(table.book, table.now), ""
    return side, parse_half(table.book, word, table.now), behind


def label_of(text: str, table: Table) -> str:
    """Read what a line of a sheet is about: 3, or 3/order.

    Raises:
        LineError: If it is about nothing.
    """
    unit, slash, kind = text.partition("/")
    if not unit or (slash and plain(kind) not in {"order", "ordre"}):
        message = f"{quoted(text)} is no line of a sheet; write 3, or 3/order for its order"
        raise LineError(message)
    return f"{table.named(unit)}{f'/{Deed.ORDER}' if slash else ''}"


def _seal(text: str, table: Table, me: int | None) -> Seal:
    """Read the codes of a sheet; without any it is still to be asked what stands on it."""
    side, half, rest = parse_heading(text, table, me)
    codes = dict[str, str]()
    for word in rest.split():
        name, colon, code = word.rpartition(":")
        if not colon:
            message = f"{quoted(word)} is no unit with its code; write 3:Q4T7B-M2KXA"
            raise LineError(message)
        label = label_of(name, table)
        if label in codes:
            message = f"{quoted(label)} has two codes; every line has one"
            raise LineError(message)
        try:
            codes[label] = parse_code(code)
        except IntakeError as error:
            message = f"{label}: {error}"
            raise LineError(message) from None
    return Seal(side, half, codes)


def _open(text: str, table: Table) -> OpenLine | OpenSheets:
    word, rest = (*text.split(maxsplit=1), "", "")[:2]
    if not word:
        message = "write which line is opened: open 3, or open all at the end of the battle"
        raise LineError(message)
    if word.casefold() in {"all", "tout"}:
        return OpenSheets(tuple(_open_sheet(part, table) for part in rest.split("|") if part.strip()))
    word = label_of(word, table)
    found = _SALT.fullmatch(rest)
    if found is None or not is_salt(found["salt"].casefold()):
        message = (
            "a line is opened with what is written and its salt of 32 hexadecimal digits: "
            "open 3 charge k salt=...; where its sheet is kept, open 3 is enough"
        )
        raise LineError(message)
    said = found["text"].split()
    if said == [NONE]:
        return OpenLine(word, NONE, found["salt"].casefold())
    if len(said) == 1 and said[0].casefold() not in DEEDS:
        # Only whom it charges.
        said = [Deed.CHARGE, *said]
    line = line_of([word.partition("/")[0], *said], order_words(table.book))
    line = replace(line, what=table.named(line.what)) if line.deed is Deed.CHARGE else line
    if "/" in word and line.label != word:
        message = f"{quoted(word)} is an order, such as order harass"
        raise LineError(message)
    return OpenLine(line.label, line.order, found["salt"].casefold())


def _open_sheet(text: str, table: Table) -> OpenSheet:
    side, half, rest = parse_heading(text, table)
    found = _KEY.fullmatch(rest)
    if found is None or not is_key(found["key"].casefold()):
        message = "a sheet is opened with its key of 64 hexadecimal digits and its lines: key=... 3 charge k"
        raise LineError(message)
    return OpenSheet(side, half, found["key"].casefold(), parse_sheet(found["text"], table.book))


def _declared(text: str, table: Table) -> Declare:
    unit, deed, *words = (*text.split(), "", "")
    if deed.casefold() not in DEEDS:
        message = "write which unit, and what it does: declare 3 charge"
        raise LineError(message)
    return _declare(unit, DEEDS[deed.casefold()], [word for word in words if word], table)


def _declare(first: str, deed: str, words: list[str], table: Table) -> Declare:
    """Read what stands behind a deed that is declared."""
    unit = table.named(first)
    other, guess, is_compelled = "", None, False
    for word in words:
        if word.startswith("~"):
            guess = guess_of(word)
        elif plain(word) in COMPELLED:
            is_compelled = True
        elif plain(word) in SILENT or word == "?":
            continue
        elif not other and (word in table.units or not _NUMBER.fullmatch(word)):
            other = table.named(word)
        elif _NUMBER.fullmatch(word):
            message = f"nobody measures before a charge (NAP-CHARGE-10); write ~{word} for a guess"
            raise LineError(message)
        else:
            message = (
                f"{quoted(word)} means nothing here; behind the deed stand the other unit and a guess, "
                "such as 3 charge k ~25-31"
            )
            raise LineError(message)
    if other == unit:
        message = f"{unit} cannot {deed} itself"
        raise LineError(message)
    if other in table.units and table.units[other] == table.units.get(unit):
        message = f"{other} is on the side of {unit}; name an enemy, or none"
        raise LineError(message)
    return Declare(unit, deed, other, guess, is_compelled)


def guess_of(text: str) -> tuple[Amount, Amount]:
    """Read a guess of a distance.

    Examples:
        >>> guess_of("~25-31"), guess_of("~28")
        ((25, 31), (28, 28))

    Raises:
        LineError: If it is none.
    """
    found = _GUESS.fullmatch(text)
    numbers = [] if found is None else [each for each in found.groups() if each]
    try:
        amounts = [amount_of(each, "the guess") for each in numbers]
    except RulingError:
        amounts = []
    if not amounts or amounts[0] > amounts[-1]:
        message = f"{quoted(text)} is no guess; write ~28, or ~25-31 with the smaller number first"
        raise LineError(message)
    return amounts[0], amounts[-1]


def _become(first: str, fate: Fate, words: list[str], table: Table) -> Become:
    unit, cause, rest = table.named(first), "", list(words)
    if fate in CAUSES and rest and plain(rest[-1]) in causes_of(table.book, fate):
        cause = plain(rest.pop())
    if len(rest) > (fate in {Fate.TOUCHED, Fate.DIVERTED}):
        message = f"{quoted(rest[-1])} means nothing here; write {unit} {fate}{HINTS.get(fate, '')}"
        raise LineError(message)
    if fate is Fate.DIVERTED and not rest:
        message = f"write to whom {unit} is diverted: {unit} diverted x"
        raise LineError(message)
    return Become(unit, fate, table.named(rest[0]) if rest else "", cause)


def causes_of(book: Book, fate: Fate) -> tuple[str, ...]:
    """Return for what reasons a charge may be stopped or diverted, as the feature `cause` says them.

    Args:
        book: The book.
        fate: What becomes of it.
    """
    return tuple(word for word in book.law.features["cause"].words if word in CAUSES.get(fate, ()))


def _between(text: str, table: Table) -> Between:
    found = _BETWEEN.fullmatch(text)
    one, other = ("", "") if found is None else (table.named(found["one"]), table.named(found["other"]))
    if found is None or one == other:
        message = "write two units and what is known of them: between 3 k: distance 27.5, bearing ahead"
        raise LineError(message)
    for unit in (one, other):
        if unit not in table.units:
            message = f"there is no unit {quoted(unit)}; {did_you_mean(unit, table.units)}"
            raise LineError(message)
    words = found["facts"].replace(",", " ").split()
    facts = facts_in(table.book.law, words)
    if not facts:
        message = "write what is known of them: between 3 k: distance 27.5, bearing ahead"
        raise LineError(message)
    return Between(one, other, facts)


ELSEWHERE: Mapping[str, Callable[[str, Table], Entry]] = {
    "open": _open,
    "declare": _declared,
    "between": _between,
}
"""What reads entries in which nobody's own side is meant, by the word that they begin with."""
