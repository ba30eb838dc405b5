"""Ledgers as tests begin them and go on with them."""

from __future__ import annotations

from pathlib import Path

from deduce.cards.engine.changes import Change
from deduce.cards.engine.deeds import after
from deduce.cards.engine.ledger import Ledger
from deduce.cards.kind import CARDS
from deduce.cards.notation.parsed import parse_line
from deduce.cards.record.setup import begin
from deduce.tabletop.document import parse_document
from deduce.tabletop.kind import Begun, Source

ARMIES = (
    "Blue = a inf 12 odf; b inf 10; c cav 8; g art 4 1gun\n"
    "Red = n inf 12 odf; o inf 10; p cav 8; r art 4 1gun\n"
)
"""Two armies with a unit of each kind, and foot with special men and without."""


def begun(headers: str, folder: Path | None = None) -> Begun[Ledger]:
    """Read the headers of a battle."""
    document = parse_document(headers + "\n", CARDS.layout)
    return begin(Source(document, "battle.txt", folder or Path(), {}))


def ledger_of(edition: str = "en", house: str = "", more: str = ARMIES) -> Ledger:
    """Return a ledger before its first entry."""
    rules = f"House = {house}\n" if house else ""
    return begun(f"Edition = {edition}\n{rules}{more}").state


def change_of(ledger: Ledger, line: str) -> Change:
    """Return what comes of a line."""
    return after(ledger, parse_line(line, ledger).entry)


def played(ledger: Ledger, *lines: str) -> Ledger:
    """Return a ledger after lines to which nobody objects."""
    for line in lines:
        change = change_of(ledger, line)
        assert not change.objections, (line, change.objections)
        ledger = change.ledger
    return ledger


def objected(ledger: Ledger, line: str) -> tuple[tuple[str, str], ...]:
    """Return what cannot be so in a line, with the ids of the rules."""
    return tuple((each.message, each.rule) for each in change_of(ledger, line).objections)


def counts(ledger: Ledger, *letters: str) -> tuple[str, ...]:
    """Return ranks, confused and dead of units, such as 5/3/2."""
    return tuple(ledger.units[letter].counts for letter in letters)
