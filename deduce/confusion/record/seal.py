"""The seal of a match: what binds its deals from the beginning, without telling anything of them.

Before the first turn the file gets a hash of both deals and placements with a key that nobody has seen; at
the end it gets the key. Then anybody can check that nothing was dealt anew on the way.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from deduce.tabletop.keys import is_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.confusion.engine.game import Deal, Placements
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.record.moment import Moment
    from deduce.confusion.record.setup import Setup
    from deduce.tabletop.record import Record

__all__ = ["OPENED", "SEALED", "UNSEALED", "closed", "deal_words", "is_key", "seal_fault", "seal_of"]

SEALED = "Sealed"
"""The header of the seal."""
OPENED = "Opened"
"""The header of the key that the seal was made with, once the game is over."""
UNSEALED = "no, the deals follow from the seed"
"""What stands in the place of a seal where a seed was asked for."""


def deal_words(deal: Deal) -> str:
    """Return a deal as it stands in a header."""
    return " ".join(f"{letter}{deal[letter]}" for letter in sorted(deal))


def seal_of(key: str, rules: Rules, deals: tuple[Deal, Deal], placements: Placements) -> str:
    """Return the seal of both deals and placements with a key."""
    return hashlib.sha256("\n".join([key, *_sealed_lines(rules, deals, placements)]).encode()).hexdigest()


def _sealed_lines(rules: Rules, deals: tuple[Deal, Deal], placements: Placements) -> Iterator[str]:
    for name, deal, placed in zip(rules.sides, deals, placements, strict=True):
        yield f"{name} = {deal_words(deal)}"
        if placed is not None:
            squares = (f"{letter}{column},{row}" for letter, (column, row) in sorted(placed.items()))
            yield f"Placement {name} = {' '.join(squares)}"


def closed(record: Record[Moment]) -> str:
    """Return why nothing is entered into a record at a table: it is a match whose deals are still sealed.

    What the machine would have answered to an entry could be tried out with it, one after the other.
    """
    headers = record.begun.others
    if not is_key(headers.get(SEALED, "")) or OPENED in headers:
        return ""
    return (
        f"is a match whose deals are still sealed; deduce confusion play goes on with it (a copy without its "
        f"line {SEALED} is a record like any other)"
    )


def seal_fault(headers: Mapping[str, str], setup: Setup) -> tuple[str, str] | None:
    """Check the seal of a match that was opened.

    Args:
        headers: All that the record says about itself.
        setup: What follows from it.

    Returns:
        The header at fault and what is wrong with it; None if nothing is, or nothing was sealed or opened.
    """
    seal, key = headers.get(SEALED, UNSEALED), headers.get(OPENED)
    first, second = setup.deals
    is_dealt = first is not None and second is not None
    if seal == UNSEALED:
        return None if key is None else (OPENED, "is here, but nothing was sealed")
    if key is None:
        lacking = f"cannot be checked, since both deals are here and {OPENED} is missing"
        return (SEALED, lacking) if is_dealt else None
    for header, found in ((SEALED, seal), (OPENED, key)):
        if not is_key(found):
            return header, "is not what the program writes, 64 hexadecimal digits"
    if first is None or second is None:
        return OPENED, "is here, but a deal is missing that was sealed"
    if seal_of(key, setup.rules, (first, second), setup.placements) != seal:
        return SEALED, "does not fit the deals and placements here, so the match did not begin with these"
    return None
