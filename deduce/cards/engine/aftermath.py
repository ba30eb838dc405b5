"""What follows by itself after anything that changes units: engagements end, bodies go, somebody has won."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.engine.changes import Change
from deduce.cards.engine.happenings import BecameMob, Freed, Happening, Won
from deduce.cards.engine.ledger import Engagement, Ledger, Outcome
from deduce.cards.engine.units import State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.cards.engine.units import Unit

__all__ = ["disengaged", "engaged", "settled", "victor"]


def engaged(ledger: Ledger, one: str, other: str) -> Ledger:
    """Return the ledger with two units locked together, as of this turn (CC-ENG-1)."""
    first, second = sorted((one, other))
    rest = tuple(each for each in ledger.engagements if (each.one, each.other) != (first, second))
    return ledger.changed(engagements=(*rest, Engagement(first, second, ledger.turn)))


def disengaged(ledger: Ledger, ended: Iterable[Engagement]) -> Change:
    """End engagements; units that are engaged with nobody any more are cleared of their dead (CC-KILL-3)."""
    gone = {*ended}
    if not gone:
        return Change(ledger)
    after = ledger.changed(engagements=tuple(each for each in ledger.engagements if each not in gone))
    freed = [
        unit
        for unit in after.roster
        if any(each.of(unit.letter) for each in gone) and not after.foes_of(unit.letter)
    ]
    if not freed:
        return Change(after)
    after = after.with_units(*map(_cleared, freed))
    told: tuple[Happening, ...] = (Freed(tuple((unit.letter, unit.lying) for unit in freed)),)
    return Change(after, told)


def _cleared(unit: Unit) -> Unit:
    """Return a unit without its dead that lie there."""
    return replace(unit, lying=0, gone=unit.gone + unit.lying) if unit.lying else unit


def settled(before: Ledger, ledger: Ledger) -> Change:
    """Do what follows from how things stand now.

    Args:
        before: How they stood before the entry.
        ledger: How they stand after what the entry itself says.
    """
    told: list[Happening] = []
    for unit in ledger.roster:
        earlier = before.units[unit.letter]
        if unit is earlier:
            continue
        is_gone = unit.state is State.GONE and earlier.state is not State.GONE and not unit.was_removed
        if is_gone or (earlier.ranks and unit.state is State.MOB):
            told.append(BecameMob(unit.letter, is_gone))
    broken = [each for each in ledger.engagements if not _stands(ledger, each)]
    change = Change(ledger, tuple(told)).then(disengaged(ledger, broken))
    outcome = victor(change.ledger)
    if outcome is None or ledger.outcome is not None:
        return change
    return change.then(Change(replace(change.ledger, outcome=outcome), (Won(outcome),)))


def _stands(ledger: Ledger, engagement: Engagement) -> bool:
    """Tell whether both units of an engagement have men in ranks (DEC-20)."""
    return all(ledger.units[letter].ranks for letter in (engagement.one, engagement.other))


def victor(ledger: Ledger) -> Outcome | None:
    """Return how the battle has ended, if it has (CC-WIN-1, DEC-44)."""
    needed = int(ledger.edition.number("sites.needed"))
    for side in range(2):
        if 0 < needed <= ledger.sites_of(side):
            return Outcome(side, "CC-WIN-1")
    alive = [side for side in range(2) if ledger.is_alive(side)]
    if len(alive) == 2 or not ledger.roster:
        return None
    return Outcome(alive[0] if alive else None, "CC-WIN-3")
