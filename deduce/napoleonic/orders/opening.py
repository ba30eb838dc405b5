"""Lines and sheets that are opened: whether they fit their seals, and what was declared and not written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from deduce.napoleonic.orders import courses
from deduce.napoleonic.orders.halves import half_at, half_text
from deduce.napoleonic.orders.seals import line_code, line_salt, wrong_labels
from deduce.napoleonic.orders.sheet import NONE, Deed
from deduce.napoleonic.orders.state import Fate, Opened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.napoleonic.clock.state import Moment
    from deduce.napoleonic.orders.entries import OpenLine, OpenSheet, OpenSheets, Place, Table
    from deduce.napoleonic.orders.state import Declared, Orders, Sealed
    from deduce.tabletop.misfit import Fault

__all__ = [
    "WRITTEN_BEFORE",
    "Change",
    "against",
    "elsewhere",
    "is_as_sealed",
    "line_opened",
    "nothing_written",
    "sealed_of",
    "sheets_opened",
    "silent_lines",
    "touched",
]

WRITTEN_BEFORE = {Deed.CHARGE: "NAP-CHARGE-9", Deed.EVADE: "NAP-EVADE-2"}
"""By which rules it is void if it was declared and not written."""
COUNTER = "counter"
CHANGED = "one of the two entries was changed, or what was opened is not what was sealed"


class Change(NamedTuple):
    """What came of an entry.

    Attributes:
        orders: What is known then.
        faults: What does not fit.
    """

    orders: Orders
    faults: tuple[Fault, ...] = ()


# --- One line ----------------------------------------------------------------------------------------


def sealed_of(orders: Orders, label: str, half: Moment) -> Sealed | None:
    """Return the sealed sheet that a line is opened from: of its half if it was declared, else the latest.

    Args:
        orders: What is known.
        label: What the line is about.
        half: The quarter that the half begins with which is played.
    """
    running = orders.running(label)
    if running is not None and running.is_written:
        # What was declared in the half before stands on the sheet of that half.
        found = orders.sealed_line(label, running.half, is_own=True)
        if found is not None:
            return found
    return orders.sealed_line(label, half)


def line_opened(orders: Orders, entry: OpenLine, place: Place) -> Change:
    """Follow an entry that opens one line: a charge that touches says whom it is at (NAP-CHARGE-8).

    Args:
        orders: What was known before.
        entry: The entry.
        place: Where it stands.
    """
    table, label = place.table, entry.label
    sealed, running = sealed_of(orders, label, half_at(table.book, table.now)), orders.running(label)
    if sealed is None:
        return Change(orders, (place.fault(f"no seal has a line for {label}; ignored"),))
    earlier = orders.opened_line(sealed, label)
    if earlier is not None or sealed.opened:
        before = sealed.opened if earlier is None else earlier.entry
        return Change(orders, (place.fault(f"this line was opened by entry {before} already; ignored"),))
    faults = (*_unfitting(sealed, entry, place), *_of_another_half(sealed, running, place))
    found = Opened(sealed.side, sealed.half, label, entry.order, entry.salt, place.number)
    orders = replace(orders, opened=(*orders.opened, found))
    change = _shown(orders, entry, running, place)
    return change._replace(faults=(*faults, *change.faults))


def is_as_sealed(orders: Orders, opened: Opened) -> bool:
    """Tell whether a line that was opened is the one that was sealed, and nothing that was misread."""
    sealed = next((each for each in orders.sealed if opened in orders.openings(each)), None)
    if sealed is None:
        return False
    return line_code(opened.salt, sealed.about, opened.label, opened.order) == sealed.codes.get(opened.label)


def _shown(orders: Orders, entry: OpenLine, running: Declared | None, place: Place) -> Change:
    """Return what a line that is opened means for what its unit declared."""
    deed, _, other = entry.order.partition(" ")
    if running is None and deed == Deed.CHARGE:
        message = f"{entry.label} has no charge under way, so nobody has to see at whom it would be"
        return Change(orders, (place.fault(message, "NAP-CHARGE-8"),))
    if running is None or not running.is_written:
        return Change(orders)
    if deed != running.deed:
        return _void(orders, running, place)
    if deed != Deed.CHARGE:
        return Change(orders)
    change = touched(orders, running, place, other)
    if running.other in {"", other}:
        return change
    message = f"its sheet says {entry.order}, as entry {place.number} shows, and not {running.other}"
    text = f"{running.unit} {running.deed} {running.other}"
    fault = place.fault_of(running.entry, text, message, "NAP-CHARGE-6")
    return change._replace(faults=(*change.faults, fault))


def touched(orders: Orders, charge: Declared, place: Place, other: str) -> Change:
    """Return what is known once a charge touched; a counter-charge that comes to meet it has touched as well.

    Args:
        orders: What was known before.
        charge: The charge.
        place: Where the entry stands that says so.
        other: Whom it touched.
    """
    now = place.table.now
    after = charge.ends(Fate.TOUCHED, place.number, now, other)
    orders = orders.becoming(charge, after)
    meeting = orders.running(other)
    if meeting is not None and meeting.deed == COUNTER and meeting.other in {"", charge.unit}:
        orders = orders.becoming(meeting, meeting.ends(Fate.TOUCHED, place.number, now, charge.unit))
    return Change(orders, against(after, place))


def against(declared: Declared, place: Place) -> tuple[Fault, ...]:
    """Return what speaks against that which became of a charge.

    Args:
        declared: What was declared, with what became of it.
        place: Where the entry stands that says so.
    """
    wrong = courses.against(place.table.book, declared) if declared.deed == Deed.CHARGE else ""
    return (place.fault(wrong),) if wrong else ()


def _unfitting(sealed: Sealed, entry: OpenLine, place: Place) -> Iterator[Fault]:
    """Yield what is wrong if a line does not fit its seal; it is about the entry that sealed it."""
    code = sealed.codes[entry.label]
    if line_code(entry.salt, sealed.about, entry.label, entry.order) != code:
        message = (
            f"this is not the code of {entry.order}, as entry {place.number} opens it for "
            f"{sealed.about.side} {sealed.about.half}; {CHANGED}"
        )
        yield place.fault_of(sealed.entry, f"{entry.label}:{code}", message)


def _of_another_half(sealed: Sealed, running: Declared | None, place: Place) -> Iterator[Fault]:
    """Yield what is wrong if a line stands on the sheet of another half than that of its declaration."""
    if running is not None and running.is_written and running.half != sealed.half:
        yield place.fault(elsewhere(sealed, running, place.table), WRITTEN_BEFORE[Deed(running.deed)])


def elsewhere(sealed: Sealed, running: Declared, table: Table) -> str:
    """Return that what was declared stands, if at all, on the sheet of another half, where it is void.

    Args:
        sealed: The sheet.
        running: What was declared.
        table: What one has to know of the battle.
    """
    declared = half_text(table.book, running.half)
    return (
        f"{running.unit} declared {running.deed} in {declared}, and only {sealed.about.side} "
        f"{sealed.about.half} is sealed; what stands there was not declared, so it is void"
    )


def nothing_written(declared: Declared, orders: Mapping[str, str]) -> bool:
    """Tell whether something that was declared is void, because its sheet does not have it (NAP-CHARGE-9).

    What the enemy compels, and what needs no sheet, is never void.

    Args:
        declared: What was declared.
        orders: What stands on the sheet of its half, by what it is about.
    """
    order = orders.get(declared.unit, NONE)
    return declared.is_written and order.partition(" ")[0] != declared.deed


def _void(orders: Orders, declared: Declared, place: Place, faults: tuple[Fault, ...] = ()) -> Change:
    """Return what is known once it turned out that something was declared and not written."""
    half = half_text(place.table.book, declared.half)
    message = (
        f"its sheet for {half} does not have what {declared.unit} declared, so that is void; "
        f"entry {place.number} shows it"
    )
    text, rule = f"{declared.unit} {declared.deed}", WRITTEN_BEFORE[Deed(declared.deed)]
    after = declared.ends(Fate.VOID, place.number, place.table.now)
    fault = place.fault_of(declared.entry, text, message, rule)
    return Change(orders.becoming(declared, after), (*faults, fault))


# --- Whole sheets ------------------------------------------------------------------------------------


def sheets_opened(orders: Orders, entry: OpenSheets, place: Place) -> Change:
    """Follow an entry that opens whole sheets, and check everything that was said of them before.

    Args:
        orders: What was known before.
        entry: The entry.
        place: Where it stands.
    """
    faults: tuple[Fault, ...] = ()
    if not entry.sheets:
        faults = (place.fault("no sheet stands in this entry, so nothing is opened"),)
    for sheet in entry.sheets:
        sealed = orders.sealed_for(sheet.side, sheet.half)
        name = f"{place.table.sides[sheet.side]} {half_text(place.table.book, sheet.half)}"
        if sealed is None:
            faults = (*faults, place.fault(f"no sheet {name} was sealed; ignored"))
        elif sealed.opened:
            faults = (*faults, place.fault(f"{name} was opened by entry {sealed.opened} already; ignored"))
        else:
            orders, found = _sheet_opened(orders, sheet, sealed, place)
            faults = (*faults, *found)
    return Change(orders, faults)


def _sheet_opened(orders: Orders, sheet: OpenSheet, sealed: Sealed, place: Place) -> Change:
    right = sheet.sheet.orders
    wrong = wrong_labels(sheet.key, sealed.about, right, sealed.codes)
    if len(wrong) == len(sealed.codes) > 1:
        name = f"{sealed.about.side} {sealed.about.half}"
        message = f"none of its codes fits the key in entry {place.number}, so it stays closed; {CHANGED}"
        return Change(orders, (place.fault_of(sealed.entry, name, message),))
    faults = tuple(_misfits(orders, sheet, sealed, wrong, place))
    opened = replace(sealed, opened=place.number, key=sheet.key)
    orders = replace(orders, sealed=tuple(opened if each is sealed else each for each in orders.sealed))
    for declared in orders.declared_in(sheet.half):
        if declared.unit not in sealed.codes or declared.fate is Fate.VOID:
            continue
        if nothing_written(declared, right):
            orders, faults = _void(orders, declared, place, faults)
        elif declared.is_written and declared.fate is Fate.TOUCHED:
            order = right[declared.unit]
            if order != f"{declared.deed} {declared.other}":
                message = f"its sheet says {order}, as entry {place.number} shows, and not {declared.other}"
                fault = place.fault_of(declared.ended, declared.unit, message, "NAP-CHARGE-6")
                faults = (*faults, fault)
    return Change(orders, faults)


def _misfits(
    orders: Orders, sheet: OpenSheet, sealed: Sealed, wrong: Iterable[str], place: Place
) -> Iterator[Fault]:
    """Yield what does not fit the codes of a sheet, and what was opened alone and is otherwise on it."""
    right, name = sheet.sheet.orders, f"{sealed.about.side} {sealed.about.half}"
    for label in wrong:
        message = (
            f"this is not the code of {right.get(label, NONE)}, as entry {place.number} opens it; {CHANGED}"
        )
        yield place.fault_of(sealed.entry, f"{label}:{sealed.codes[label]}", message)
    for label in right:
        if label not in sealed.codes:
            message = f"entry {place.number} opens a line for {label}, and no code of it was sealed"
            yield place.fault_of(sealed.entry, name, message)
    for each in orders.openings(sealed):
        order, salt = right.get(each.label, NONE), line_salt(sheet.key, sealed.about, each.label)
        if (each.order, each.salt) != (order, salt):
            what = f"says {order}" if each.order != order else "gives this line another salt"
            message = f"the whole sheet, which entry {place.number} opens, {what}"
            yield place.fault_of(each.entry, f"{each.label} {each.order}", message)


def silent_lines(orders: Orders, side: int, half: Moment, sheet: Mapping[str, str]) -> tuple[str, ...]:
    """Return the units that had something written that was not declared, so that it is void (NAP-CHARGE-9).

    Args:
        orders: What is known.
        side: Whose sheet it is.
        half: The quarter that its half begins with.
        sheet: What stands on it, by what it is about.
    """
    said = {
        (each.unit, each.deed)
        for each in orders.declared_in(half)
        if each.is_written and each.side in {side, None}
    }
    aloud = {label: order.partition(" ")[0] for label, order in sheet.items() if "/" not in label}
    return tuple(label for label, deed in aloud.items() if (label, deed) not in said)
