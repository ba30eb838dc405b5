"""What tests of Cards and Confusion start from: records from a few lines."""

from __future__ import annotations

from deduce.cards.engine.ledger import Ledger
from deduce.cards.kind import CARDS
from deduce.tabletop.look import Look, look_at
from deduce.tabletop.record import Record, parse_record
from deduce.tabletop.said import Said, Told


def battle(*lines: str, headers: str = "") -> Record[Ledger]:
    """Return a record of these entries, by the English edition unless the headers say otherwise."""
    entries = "".join(f"{number}. {line}\n" for number, line in enumerate(lines, 1))
    return parse_record(CARDS, f"Game = cards\n{headers}\n{entries}")


def now(*lines: str, headers: str = "") -> Ledger:
    """Return how things stand after these entries, of which every one must fit."""
    record = battle(*lines, headers=headers)
    assert record.misfits == ()
    return record.now


def look(*lines: str, headers: str = "") -> Look[Ledger]:
    """Return a look at a battle after these entries."""
    return look_at(battle(*lines, headers=headers), None, {})


def said(told: Told) -> str:
    """Return everything that is told, a line each."""
    return "\n".join(each.text for each in told.said if isinstance(each, Said))
