"""Entries about order sheets, read from lines as they are typed, or as a record writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.errors import IntakeError, did_you_mean
from deduce.intake.numbers import quoted
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
from deduce.ruling.features import Fact, Sort
from deduce.tabletop.errors import LineError
from deduce.tabletop.keys import is_key
from deduce.tabletop.seals import is_salt, parse_code

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deduce.napoleonic.clock.state import Moment
    from deduce.napoleonic.orders.entries import Entry, Table
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Feature

__all__ = ["BEGINNINGS", "DEEDS", "FATES", "guess_of", "parse_entry", "parse_heading"]

BEGINNINGS = ("seal", "open", "write", "declare", "between")
"""The words that such entries begin with."""
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
    "diverted": Fate.DIVERTED,
    "diverts": Fate.DIVERTED,
    "dévie": Fate.DIVERTED,
    "stopped": Fate.STOPPED,
    "stops": Fate.STOPPED,
    "arrête": Fate.STOPPED,
    "missed": Fate.MISSED,
    "misses": Fate.MISSED,
    "manque": Fate.MISSED,
    "void": Fate.VOID,
    "nulle": Fate.VOID,
}
"""What became of it, in both languages."""
COMPELLED = frozenset({"compelled", "uncontrolled", "contrainte", "incontrôlée"})
SILENT = frozenset({"sealed", "hidden", "scellée"})
"""What is said behind a charge whose target nobody says."""
FLAGS = {"yes": True, "oui": True, "no": False, "non": False}
_GUESS = re.compile(r"~(?P<least>[0-9.]{1,12})(?:-(?P<most>[0-9.]{1,12}))?(?:cm)?")
_SALT = re.compile(r"(?P<text>.*\S)\s+(?:salt|sel)=(?P<salt>\S+)", re.IGNORECASE)
_KEY = re.compile(r"key=(?P<key>\S+)\s*(?P<text>.*)", re.IGNORECASE)
_BETWEEN = re.compile(r"(?P<one>[^\s:,]+)\s+(?P<other>[^\s:,]+)\s*[:,]?\s*(?P<facts>.*)")


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
    first, rest = (*text.split(maxsplit=1), "", "")[:2]
    word = first.casefold()
    if word == "seal":
        return _seal(rest, table, me)
    if word == "write":
        return _write(rest, table, me)
    if word in ELSEWHERE:
        return ELSEWHERE[word](rest, table)
    deed, words = (*rest.split(maxsplit=1), "", "")[:2]
    if deed.casefold() in DEEDS:
        return _declare(first, DEEDS[deed.casefold()], words.split())
    return _become(first, FATES[deed.casefold()], words.split()) if deed.casefold() in FATES else None


def _write(text: str, table: Table, me: int | None) -> Write:
    side, half, lines = parse_heading(text, table, me)
    ours, theirs = (_units(table, each) for each in (side, 1 - side))
    return Write(side, half, parse_sheet(lines, table.book, ours, theirs))


def _units(table: Table, side: int) -> list[str] | None:
    """Return the units of a side; None if none is known."""
    return [unit for unit, of in table.units.items() if of == side] or None


def parse_heading(text: str, table: Table, me: int | None = None) -> tuple[int, Moment, str]:
    """Read whose sheet it is and for which half, and return what stands behind that.

    Args:
        text: What was written.
        table: What one has to know of the battle.
        me: The side that is meant where none is named.

    Raises:
        LineError: If there is no such side or half.
    """
    rest, side = text.strip(), me
    for place, name in enumerate(table.sides):
        if rest.casefold().startswith(name.casefold()) and rest[len(name) : len(name) + 1].strip() == "":
            rest, side = rest[len(name) :].strip(), place
            break
    word, behind = (*rest.split(maxsplit=1), "", "")[:2]
    if side is None:
        message = f"write whose sheet it is: {' or '.join(table.sides)}, such as seal {table.sides[0]} H1"
        raise LineError(message)
    if not word:
        return side, half_at(table.book, table.now), ""
    return side, parse_half(table.book, word, table.now), behind


def _seal(text: str, table: Table, me: int | None) -> Seal:
    """Read the codes of a sheet; without any it is still to be asked what stands on it."""
    side, half, rest = parse_heading(text, table, me)
    codes = dict[str, str]()
    for word in rest.split():
        label, colon, code = word.rpartition(":")
        unit, slash, kind = label.partition("/")
        if not colon or not unit or (slash and kind != Deed.ORDER):
            message = f"{quoted(word)} is no unit with its code; write 3:Q4T7B-M2KXA"
            raise LineError(message)
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
    unit, slash, kind = word.partition("/")
    if not unit or (slash and kind != Deed.ORDER):
        message = f"{quoted(word)} is no line of a sheet; write open 3, or open 3/order"
        raise LineError(message)
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
    line = line_of([unit, *said], order_words(table.book))
    if slash and line.label != word:
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


def _declared(text: str, _: Table) -> Declare:
    unit, deed, *words = (*text.split(), "", "")
    if deed.casefold() not in DEEDS:
        message = "write which unit, and what it does: declare 3 charge"
        raise LineError(message)
    return _declare(unit, DEEDS[deed.casefold()], [word for word in words if word])


def _declare(unit: str, deed: str, words: list[str]) -> Declare:
    """Read what stands behind a deed that is declared."""
    other, guess, is_compelled = "", None, False
    for word in words:
        if word.startswith("~"):
            guess = guess_of(word)
        elif word.casefold() in COMPELLED:
            is_compelled = True
        elif word.casefold() in SILENT or word == "?":
            continue
        elif not other:
            other = word
        else:
            message = (
                f"{quoted(word)} means nothing here; behind the deed stand the other unit and a guess, "
                "such as 3 charge k ~25-31"
            )
            raise LineError(message)
    if other == unit:
        message = f"{unit} cannot {deed} itself"
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
    try:
        least = amount_of(found["least"], "the guess") if found else 0
        most = amount_of(found["most"], "the guess") if found and found["most"] else least
    except RulingError:
        found = None
    if found is None or most < least:
        message = f"{quoted(text)} is no guess; write ~28, or ~25-31 with the smaller number first"
        raise LineError(message)
    return least, most


def _become(unit: str, fate: Fate, words: list[str]) -> Become:
    if len(words) > 1 or (words and fate not in {Fate.TOUCHED, Fate.DIVERTED}):
        message = f"{quoted(words[-1])} means nothing here; write {unit} {fate}"
        raise LineError(message)
    if fate is Fate.DIVERTED and not words:
        message = f"write to whom {unit} is diverted: {unit} diverted x"
        raise LineError(message)
    return Become(unit, fate, words[0] if words else "")


def _between(text: str, table: Table) -> Between:
    found = _BETWEEN.fullmatch(text)
    if found is None or found["one"] == found["other"]:
        message = "write two units and what is known of them: between 3 k: distance 27.5, bearing ahead"
        raise LineError(message)
    for unit in (found["one"], found["other"]):
        if unit not in table.units:
            message = f"there is no unit {quoted(unit)}; {did_you_mean(unit, table.units)}"
            raise LineError(message)
    facts = dict[str, Fact]()
    for part in filter(str.strip, found["facts"].split(",")):
        name, *words = part.split()
        feature = table.book.law.features.get(name)
        if feature is None:
            message = f"there is no feature {quoted(name)}; {did_you_mean(name, table.book.law.features)}"
            raise LineError(message)
        facts[name] = _fact(feature, words)
    if not facts:
        message = "write what is known of them: between 3 k: distance 27.5, bearing ahead"
        raise LineError(message)
    return Between(found["one"], found["other"], facts)


def _fact(feature: Feature, words: list[str]) -> Fact:
    """Read what a feature is; a flag that is only named is so.

    Raises:
        LineError: If it cannot be that.
    """
    said = " ".join(words)
    try:
        if feature.sort is Sort.SEVERAL:
            return feature.read(words)
        if feature.sort is Sort.FLAG:
            return feature.read(FLAGS.get(said.casefold(), said) if said else True)
        if feature.sort is Sort.NUMBER and words[1:] == [feature.unit.name]:
            said = words[0]
        return feature.read(said)
    except RulingError as error:
        raise LineError(str(error)) from None


ELSEWHERE: Mapping[str, Callable[[str, Table], Entry]] = {
    "open": _open,
    "declare": _declared,
    "between": _between,
}
"""What reads entries in which nobody's own side is meant, by the word that they begin with."""
