"""Lines for order sheets: `seal French H1`, `3 charge`, `open 3`, `3 diverted x`, `open all`, `7 evade`.

A sheet is typed in secret; its codes stand in the record. Without seals `3 charge k ~25-31` writes and
declares at once. In an umpire's record, and in one's own, `write French H1 3 charge k; 7 evade` says all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.napoleonic.lines.deeds import declared_at, ended_at, met_words, objections, said_of
from deduce.napoleonic.lines.form import Form
from deduce.napoleonic.lines.line import INSIST, INSIST_ON, body_named
from deduce.napoleonic.lines.sealing import all_opened, line_opened, sheet_sealed
from deduce.napoleonic.lines.sheet_notation import (
    BEGINNINGS,
    DEEDS,
    FATES,
    FRENCH,
    causes_of,
    in_english,
    label_of,
    parse_entry,
    parse_heading,
)
from deduce.napoleonic.orders.entries import Become, Declare, OpenLine, OpenSheets, Place, Seal, Table
from deduce.napoleonic.orders.following import follow
from deduce.napoleonic.orders.halves import half_text
from deduce.napoleonic.orders.opening import silent_lines
from deduce.napoleonic.orders.seals import labels_of
from deduce.napoleonic.orders.sheet import NONE
from deduce.ruling.languages import Words
from deduce.tabletop.errors import ImpossibleError, LineError
from deduce.tabletop.kind import Entry, Followed, Request
from deduce.tabletop.misfit import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.orders.entries import Entry as Parsed
    from deduce.napoleonic.orders.opening import Change
    from deduce.napoleonic.orders.state import Declared

__all__ = ["FORMS"]

SEALED = Words(
    "Sealed: two codes for every unit, whatever is written. open 3 shows one line when it touches, open all "
    "everything at the end.",
    "Scellé : deux codes par unité, quoi qu'il soit écrit. open 3 montre une ligne au contact, open all tout "
    "à la fin.",
)
FITS = Words("{label}: {order}, as it was sealed.", "{label} : {order}, comme scellé.")
WHOLE = Words("{sheet} is as it was sealed: {lines}.", "{sheet} est comme scellée : {lines}.")
WHY = Words("why:", "pourquoi :")
SILENT = Words(
    "{sheet}: written and not declared, so void: {units} (NAP-CHARGE-9).",
    "{sheet} : écrit et non déclaré, donc nul : {units} (NAP-CHARGE-9).",
)


def _table(battle: Battle) -> Table:
    """Return what one has to know of a battle to read such a line."""
    units = {name: body.side for name, body in battle.bodies.items()}
    return Table(battle.book, battle.sides, battle.clock.now, units)


def _insisted(text: str) -> tuple[str, bool]:
    """Return a line without the ! behind it, and whether there was one."""
    line = text.rstrip()
    return line.removesuffix(INSIST).rstrip(), line.endswith(INSIST)


# --- Typed lines -------------------------------------------------------------------------------------


def _read(battle: Battle, text: str, answers: tuple[str, ...]) -> Entry | Request | None:
    line, is_forced = _insisted(text)
    table = _table(battle)
    entry = _typed(battle, table, line, answers, is_forced=is_forced)
    if entry is None or isinstance(entry, Request):
        return entry
    written = f"{entry.written(table)}{f' {INSIST}' if is_forced else ''}"
    after, faults = _followed(battle, entry, table, written, battle.entries + 1)
    # A line or a key that does not fit is more likely misheard than a fraud, while it is typed.
    is_opened = isinstance(entry, OpenLine | OpenSheets)
    against = [_words(fault) for fault in faults if not fault.back or (is_opened and not fault.rule)]
    if against and not is_forced:
        message = "; ".join(against) + INSIST_ON.said(battle.language)
        raise ImpossibleError(message)
    return Entry(written, tuple(_said(battle, after, entry, faults)))


def _words(fault: Fault) -> str:
    """Return what does not fit, with its rule."""
    return f"{fault.message} ({fault.rule})" if fault.rule else fault.message


def _typed(
    battle: Battle, table: Table, text: str, answers: tuple[str, ...], *, is_forced: bool
) -> Parsed | Request | None:
    """Return the entry that a line is; what is kept in secret is looked up, and what is missing asked for."""
    line = in_english(text)
    word, rest = (*line.casefold().split(maxsplit=1), "", "")[:2]
    if word == "open" and rest in {"all", "tout"}:
        return all_opened(battle, table, answers)
    if word == "open" and rest and len(rest.split()) == 1:
        return line_opened(battle, table, label_of(line.split()[1], table), is_forced=is_forced)
    if word == "seal":
        side, half, codes = parse_heading(line.split(maxsplit=1)[1] if rest else "", table, battle.me)
        if not codes:
            empty = dict.fromkeys(labels_of(table.units_of(side)[0] or ()), NONE)
            if empty:
                _check_can_seal(battle, table, Seal(side, half, empty), is_forced=is_forced)
            return sheet_sealed(battle, table, side, half, answers)
    entry = _parsed(battle, table, line)
    if isinstance(entry, Become) and not entry.cause and causes_of(table.book, entry.fate):
        return _caused(battle, entry, answers)
    return entry


def _parsed(battle: Battle, table: Table, line: str) -> Parsed | None:
    """Return the entry that a line is; None if it is of another form.

    Raises:
        LineError: If it makes no sense, or is about units that are not there.
    """
    entry = parse_entry(line, table, battle.me)
    if isinstance(entry, Declare | Become):
        for name in filter(None, (entry.unit, entry.other)):
            body_named(battle, name)
    return entry


def _caused(battle: Battle, entry: Become, answers: tuple[str, ...]) -> Become | Request:
    """Return why a charge was stopped or diverted; it decides whether that may be."""
    causes = causes_of(battle.book, entry.fate)
    if battle.orders.running(entry.unit) is None:
        # Whatever the reason is, nothing can be stopped or diverted.
        return entry
    if not answers:
        feature = battle.book.law.features["cause"]
        shown = (feature.value_said(cause).said(battle.language) for cause in causes)
        return Request(f"{WHY.said(battle.language)} {', '.join(shown)}?", causes)
    cause = plain(answers[0].strip())
    if cause not in causes:
        message = f"{quoted(answers[0])} is no answer to that; {did_you_mean(answers[0], causes)}"
        raise LineError(message)
    return replace(entry, cause=cause)


def _check_can_seal(battle: Battle, table: Table, seal: Seal, *, is_forced: bool) -> None:
    """Make sure that a sheet can be sealed, before anybody types it.

    Raises:
        ImpossibleError: If it cannot be, or the rules object and nobody insists.
    """
    earlier = battle.orders.sealed_for(seal.side, seal.half)
    change = follow(battle.orders, seal, Place(table, battle.entries + 1, "", battle.me))
    if change.faults and (earlier is not None or not is_forced):
        message = "; ".join(map(_words, change.faults)).removesuffix("; ignored")
        raise ImpossibleError(message + (INSIST_ON.said(battle.language) if earlier is None else ""))


def _said(battle: Battle, after: Battle, entry: Parsed, faults: tuple[Fault, ...]) -> Iterator[str]:
    """Iterate over what is said when an entry is entered."""
    language = battle.language
    yield from (_words(fault) + "." for fault in faults)
    yield from (words.said(language) for words in met_words(battle, after))
    if isinstance(entry, Seal):
        yield SEALED.said(language)
    elif isinstance(entry, Declare):
        yield from said_of(battle, entry)
    elif isinstance(entry, OpenLine) and not faults:
        yield FITS.said(language).replace("{label}", entry.label).replace("{order}", entry.order)
    elif isinstance(entry, OpenSheets):
        for sheet in entry.sheets:
            name = f"{battle.sides[sheet.side]} {half_text(battle.book, sheet.half)}"
            if not faults:
                yield WHOLE.said(language).replace("{sheet}", name).replace("{lines}", sheet.sheet.text)
            silent = silent_lines(after.orders, sheet.side, sheet.half, sheet.sheet.orders)
            if silent:
                yield SILENT.said(language).replace("{sheet}", name).replace("{units}", " ".join(silent))


# --- Entries of a record -----------------------------------------------------------------------------


def _followed(
    battle: Battle, entry: Parsed, table: Table, text: str, number: int
) -> tuple[Battle, tuple[Fault, ...]]:
    """Return the battle after an entry, and what does not fit."""
    change: Change = follow(battle.orders, entry, Place(table, number, text, battle.me))
    faults = change.faults
    if isinstance(entry, Declare):
        faults = (*faults, *(Fault(0, text, words) for words in objections(battle, entry)))
    after = replace(battle, orders=change.orders)
    # What a unit did before is over before it begins what it declares now.
    after = _ended(after, battle.orders.under_way.values())
    if len(change.orders.declared) > len(battle.orders.declared) and isinstance(entry, Declare):
        after = _ended(declared_at(after, entry), change.orders.declared[-1:])
    return after, faults


def _ended(battle: Battle, declared: Iterable[Declared]) -> Battle:
    """Return the battle once that of which something became by now is over."""
    for each in [battle.orders.declared_by(each.entry) for each in declared]:
        if not each.goes_on:
            battle = ended_at(battle, each)
    return battle


def _follow(battle: Battle, text: str) -> Followed[Battle] | None:
    line, is_forced = _insisted(text)
    table = _table(battle)
    try:
        entry = _parsed(battle, table, line)
    except LineError as error:
        return battle.refused(text, str(error))
    if entry is None:
        return None
    after, faults = _followed(battle, entry, table, text, battle.entries)
    return Followed(after, tuple(fault for fault in faults if fault.back or not is_forced))


FORMS = (
    Form(
        "sheets",
        "seal French H1 (typed in secret), 3 charge, open 3, 3 touched k, 7 evade, open all",
        _read,
        _follow,
        (*BEGINNINGS, *FRENCH, *DEEDS, *FATES),
    ),
)
