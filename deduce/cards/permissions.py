"""What the rules think of an entry, as far as the ledger can tell: the tool never sees the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.engine import entries as en
from deduce.tabletop.rulings import Ruling

if TYPE_CHECKING:
    from deduce.cards.engine.ledger import Ledger

__all__ = ["refusals"]


def refusals(ledger: Ledger, entry: en.Entry) -> tuple[Ruling, ...]:
    """Return why the rules refuse an entry; nothing if they do not, or cannot tell without measuring."""
    return ()
