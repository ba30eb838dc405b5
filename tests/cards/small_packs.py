"""What the tests of knowledge start from: ledgers, records, and packs of a few cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.kind import CARDS
from deduce.cards.ranks import RANKS
from deduce.tabletop.look import Look
from deduce.tabletop.record import Record, parse_record

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.packs import Deck

__all__ = ["deck_of", "ledger_of", "look_of", "record_of", "small"]

HEADERS = (
    "Game = cards\nEdition = en\nSides = Blue, Red\nFirst = Blue\n"
    "Blue = a inf 90; b cav 90; g art 90 1gun\nRed = n inf 90; o cav 90; r art 90 1gun\n"
)


def record_of(lines: Iterable[str] = (), *, house: str = "") -> Record[Ledger]:
    """A battle of large units."""
    head = HEADERS + (f"House = {house}\n" if house else "")
    rows = "".join(f"{number}. {line}\n" for number, line in enumerate(lines, 1))
    return parse_record(CARDS, f"{head}\n{rows}")


def look_of(lines: Iterable[str] = (), *, house: str = "") -> Look[Ledger]:
    record = record_of(lines, house=house)
    return Look(record, len(record.steps), 0)


def ledger_of(lines: Iterable[str] = (), *, house: str = "") -> Ledger:
    return record_of(lines, house=house).now


def deck_of(cards: Sequence[int]) -> Deck:
    return tuple(cards.count(rank) for rank in RANKS)


def small(left: Sequence[int], right: Sequence[int], *, house: str = "") -> Ledger:
    """A battle with packs of a few cards."""
    ledger = ledger_of(house=house)
    packs = [
        replace(pack, full=deck_of(cards)) for pack, cards in zip(ledger.packs, (left, right), strict=True)
    ]
    return replace(ledger, packs=(packs[0], packs[1]))
