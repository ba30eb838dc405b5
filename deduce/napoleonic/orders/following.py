"""What comes of entries about order sheets: what is known then, and what does not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.napoleonic.orders.entries import Become, Between, Declare, OpenLine, OpenSheets, Seal
from deduce.napoleonic.orders.halves import half_at, half_text, is_same_period
from deduce.napoleonic.orders.opening import (
    WRITTEN_BEFORE,
    Change,
    against,
    line_opened,
    nothing_written,
    sheets_opened,
    touched,
)
from deduce.napoleonic.orders.seals import About
from deduce.napoleonic.orders.sheet import Deed
from deduce.napoleonic.orders.state import Declared, Fate, Sealed, Written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.napoleonic.orders.entries import Entry, Place, Write
    from deduce.napoleonic.orders.state import Orders
    from deduce.tabletop.misfit import Fault

__all__ = ["follow"]


def follow(orders: Orders, entry: Entry, place: Place) -> Change:
    """Follow an entry: what was said counts, also where the rules object.

    Args:
        orders: What was known before.
        entry: The entry.
        place: Where it stands.
    """
    match entry:
        case OpenLine():
            return line_opened(orders, entry, place)
        case OpenSheets():
            return sheets_opened(orders, entry, place)
        case Declare():
            return _declared(orders, entry, place)
        case Become():
            return _become(orders, entry, place)
        case Between():
            return _between(orders, entry, place)
    return _sealed(orders, entry, place) if isinstance(entry, Seal) else _written(orders, entry, place)


# --- Sheets ------------------------------------------------------------------------------------------


def _sealed(orders: Orders, entry: Seal, place: Place) -> Change:
    side, name = place.table.sides[entry.side], half_text(place.table.book, entry.half)
    if not entry.codes:
        return Change(orders, (place.fault("there are no codes in this entry; ignored"),))
    earlier = orders.sealed_for(entry.side, entry.half)
    if earlier is not None:
        message = f"{side} {name} was sealed by entry {earlier.entry} already, and that seal counts; ignored"
        return Change(orders, (place.fault(message),))
    sealed = Sealed(entry.side, entry.half, About(side, name), entry.codes, place.number)
    faults = (*_late(entry, place), *_declared_before(orders, sealed, place))
    return Change(replace(orders, sealed=(*orders.sealed, sealed)), faults)


def _late(entry: Seal | Write, place: Place) -> Iterator[Fault]:
    """Yield what is wrong if a half began before its sheet was there."""
    if entry.half < place.table.now:
        name = half_text(place.table.book, entry.half)
        yield place.fault(f"{name} had begun before; orders are written before their half", "NAP-CHARGE-6")


def _declared_before(orders: Orders, sealed: Sealed, place: Place) -> Iterator[Fault]:
    """Yield what is wrong if something was declared before it was sealed."""
    for each in orders.declared_in(sealed.half):
        if each.is_written and each.unit in sealed.codes:
            message = f"entry {each.entry} declared {each.unit} {each.deed} before this sheet was sealed"
            yield place.fault(message, "NAP-CHARGE-6")


def _written(orders: Orders, entry: Write, place: Place) -> Change:
    if place.me not in {None, entry.side}:
        message = "only an umpire's record has the sheets of both sides; ignored"
        return Change(orders, (place.fault(message),))
    found = Written(entry.side, entry.half, entry.sheet, place.number)
    return Change(replace(orders, written=(*orders.written, found)), tuple(_late(entry, place)))


# --- Units -------------------------------------------------------------------------------------------


def _declared(orders: Orders, entry: Declare, place: Place) -> Change:
    table = place.table
    earlier = orders.running(entry.unit)
    if earlier is not None and _lasts(earlier, place):
        message = f"{entry.unit} declared {earlier.deed} in entry {earlier.entry}, and that goes on; ignored"
        return Change(orders, (place.fault(message),))
    if earlier is not None:
        orders = orders.becoming(earlier, earlier.ends(Fate.DONE, place.number, table.now))
    half, side = half_at(table.book, table.now), table.units.get(entry.unit)
    # Nobody writes what the enemy compels, nor a counter-charge (NAP-COUNTER-1, NAP-CHARGE-11).
    is_written = entry.deed in WRITTEN_BEFORE and not entry.is_compelled
    facts = orders.between.get((entry.unit, entry.other), {})
    found = Declared(
        entry.unit,
        side,
        entry.deed,
        table.now,
        half,
        place.number,
        entry.other,
        entry.guess,
        is_written,
        is_compelled=entry.is_compelled,
        is_off_axis=facts.get("bearing") == "front",
    )
    orders = orders.also(found)
    written = None if side is None else orders.written_for(side, half)
    if written is None or not is_written:
        return Change(orders)
    where = f"on its sheet, which entry {written.entry} wrote"
    if nothing_written(found, written.sheet.orders):
        fault = place.fault(
            f"{entry.unit} has no {entry.deed} {where}, so it is void", WRITTEN_BEFORE[Deed(entry.deed)]
        )
        return Change(orders.becoming(found, found.ends(Fate.VOID, place.number, table.now)), (fault,))
    other = written.sheet.orders[entry.unit].partition(" ")[2]
    if entry.other and entry.other != other:
        return Change(orders, (place.fault(f"{entry.unit} has {other} {where}", "NAP-CHARGE-6"),))
    return Change(orders.becoming(found, replace(found, other=other)))


def _lasts(declared: Declared, place: Place) -> bool:
    """Tell whether something goes on until it is said what became of it: a charge, within its period.

    Other deeds are over when the unit does something else, and so is a charge that was not heard of again:
    it ends with its period (NAP-CHARGE-29).
    """
    table = place.table
    return declared.deed == Deed.CHARGE and is_same_period(table.book, declared.moment, table.now)


def _become(orders: Orders, entry: Become, place: Place) -> Change:
    running = orders.running(entry.unit)
    if running is None:
        message = f"{entry.unit} declared nothing that goes on; ignored"
        last = next((each for each in reversed(orders.declared) if each.unit == entry.unit), None)
        if last is not None and last.fate is Fate.DIVERTED:
            meeting = f"when they meet, write {entry.unit} {last.diverted} melee"
            message = (
                f"{entry.unit} was diverted to {last.diverted} by entry {last.ended}; {meeting}; ignored"
            )
        return Change(orders, (place.fault(message),))
    if entry.fate is Fate.TOUCHED:
        return _touched(orders, running, entry.other, place)
    after = replace(running.ends(entry.fate, place.number, place.table.now), cause=entry.cause)
    if entry.fate is Fate.DIVERTED:
        after = replace(after, diverted=entry.other)
    return Change(orders.becoming(running, after), against(after, place))


def _touched(orders: Orders, running: Declared, other: str, place: Place) -> Change:
    faults: tuple[Fault, ...] = ()
    if other and running.other not in {"", other}:
        message = f"{running.unit} charges {running.other} by entry {running.entry}"
        faults = (place.fault(message, "NAP-CHARGE-6"),)
    elif running.deed == Deed.CHARGE and not (other or running.other):
        message = f"whom {running.unit} charges is shown when it touches: open {running.unit}"
        faults = (place.fault(message, "NAP-CHARGE-8"),)
    change = touched(orders, running, place, other or running.other)
    return change._replace(faults=(*faults, *change.faults))


def _between(orders: Orders, entry: Between, place: Place) -> Change:
    faults: tuple[Fault, ...] = ()
    if place.me is not None and "distance" in entry.facts:
        faults = (place.fault("nobody but an umpire may measure before a charge", "NAP-CHARGE-10"),)
    pair = entry.one, entry.other
    known = {**orders.between.get(pair, {}), **entry.facts}
    return Change(replace(orders, between={**orders.between, pair: known}), faults)
