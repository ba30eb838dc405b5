"""What probably was noted wrongly of a pack, in words and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deduce.cards.knowledge.likeness import named
from deduce.cards.knowledge.slips import slips_of
from deduce.tabletop.said import Told, lines

if TYPE_CHECKING:
    from deduce.cards.knowledge.sheet import PackSheet
    from deduce.cards.knowledge.slips import Slip

__all__ = ["slips_told"]

MOST = 8
"""How many slips are told in words; the data have all."""


def slips_told(sheet: PackSheet) -> Told:
    """Tell what clashes in what was noted of a pack, and what is probably wrong."""
    if sheet.is_consistent:
        noted = len(sheet.ledger.packs[sheet.seat].turned)
        cards = "1 card was" if noted == 1 else f"{noted} cards were"
        said = f"{sheet.title}: nothing contradicts; {cards} turned up since it was shuffled."
        return Told(lines([said]), {"consistent": True, "conflicts": [], "suspects": []})
    conflicts = [
        [{"id": entry.id, "text": entry.text} for entry in conflict.entries] for conflict in sheet.conflicts
    ]
    slips = slips_of(sheet.ledger.packs[sheet.seat], sheet.seat, sheet.ledger.sides[sheet.seat], sheet.moment)
    rows = [f"{sheet.title}: what was noted of its cards contradicts itself. These cannot all be right:"]
    rows += ["  " + "; ".join(f"{each['id']} {each['text']}" for each in conflict) for conflict in conflicts]
    if slips:
        rows.append("Likeliest slips first:")
        for slip in slips[:MOST]:
            rows.append(f"  {100 * float(slip.probability):4.1f}% {slip.words}. {slip.remedy}")
        rows.append(named())
    else:
        rows.append("No one or two cards and no single shuffle explain it: more than that is wrong.")
    data = {
        "consistent": False,
        "conflicts": conflicts,
        "suspects": [_data(sheet, slip) for slip in slips],
        "weights": named(),
    }
    return Told(lines(rows), data, fits=False)


def _data(sheet: PackSheet, slip: Slip) -> dict[str, Any]:
    return {
        "id": str(slip.entry),
        "others": [str(each) for each in slip.others],
        "text": sheet.said(slip.entry),
        "probability": float(slip.probability),
        "fraction": str(slip.probability),
        "words": slip.words,
        "remedy": slip.remedy,
        "why": slip.why,
    }
