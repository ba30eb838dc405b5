"""A record's entries, one after the other: what was said is followed, and what does not fit is noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.engine.deeds import after
from deduce.cards.notation.parsed import parse_line
from deduce.cards.permissions import refusals
from deduce.cards.record.unsealing import unsealed
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Followed
from deduce.tabletop.misfit import Fault

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger

__all__ = ["follow"]


def follow(ledger: Ledger, text: str) -> Followed[Ledger]:
    """Follow an entry as it is written; a ! behind it says that the table decided against the rules.

    Args:
        ledger: How things stand.
        text: The entry.
    """
    if ledger.outcome is not None and not ledger.is_sealed:
        rule = ledger.outcome.rule
        return Followed(ledger, (Fault(0, text, "the battle is over already; ignored", rule),))
    try:
        line = parse_line(text, ledger)
    except LineError as error:
        return Followed(ledger.changed(number=ledger.number + 1), (Fault(0, text, f"{error}; ignored"),))
    change = after(ledger, line.entry)
    faults = [Fault(0, text, each.message, each.rule) for each in change.objections]
    if not line.is_forced:
        faults += [Fault(0, text, each.reason, each.rule) for each in refusals(ledger, line.entry)]
    after_it, of_seal = unsealed(ledger, change.ledger, line, text)
    return Followed(after_it, (*(() if line.is_forced else faults), *of_seal))
