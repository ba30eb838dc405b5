"""Battles that advice is asked about."""

from __future__ import annotations

from deduce.cards.engine.ledger import Ledger
from deduce.cards.kind import CARDS
from deduce.tabletop.look import Look, look_at
from deduce.tabletop.record import parse_record
from deduce.tabletop.said import Grid, Told

ARMIES = """Blue = a inf 10; b inf 10; c cav 10; g art 4 1gun
Red = n inf 10; o inf 10; p cav 8; r art 4 1gun"""


def look(*lines: str, edition: str = "en", armies: str = ARMIES, headers: str = "") -> Look[Ledger]:
    """A look at a battle after some lines, which must all fit."""
    numbered = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
    text = f"Game = cards\nEdition = {edition}\n{headers}{armies}\n\n{numbered}\n"
    record = parse_record(CARDS, text, name="battle.txt")
    assert not [step.faults for step in record.steps if step.faults]
    return look_at(record, None, {})


def words(told: Told) -> str:
    """All that is said, a line each."""
    assert not any(isinstance(each, Grid) for each in told.said)
    return "\n".join(each.text for each in told.said if not isinstance(each, Grid))
