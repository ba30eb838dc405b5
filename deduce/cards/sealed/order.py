"""The order of packs that the tool turns, as it follows from their key, and the seal that binds it.

Each pack is shuffled as one does by hand: the first card is drawn from all, the next from all but that one,
and so on, so every order comes from equally many draws. Each draw is a number of 64 bits that HMAC-SHA256
makes of the key and of what is drawn; a number that would favour some cards is thrown away, and the next one
is taken. Whoever has the key can do all of it again.
"""

from __future__ import annotations

import hashlib
import hmac
from itertools import count
from typing import TYPE_CHECKING

from deduce.cards.ranks import RANKS

if TYPE_CHECKING:
    from deduce.cards.engine.packs import Deck

__all__ = ["order_of", "seal_of"]

FORMAT = "deduce.cards.packs/1"
BYTES = 8
ALL = 1 << 8 * BYTES
"""How many numbers can be drawn."""


def seal_of(key: str, decks: tuple[Deck, Deck]) -> str:
    """Return the seal of two packs, which tells nothing of their order without the key.

    Args:
        key: The key, as 64 hexadecimal digits.
        decks: What is in both packs, the left side's first.
    """
    lines = [FORMAT, key, *(" ".join(map(str, deck)) for deck in decks)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def order_of(key: str, side: int, shuffles: int, deck: Deck) -> tuple[int, ...]:
    """Return the ranks of a pack in the order in which they are turned up.

    Args:
        key: The key.
        side: Whose pack it is.
        shuffles: How often it was shuffled before.
        deck: What is in it.
    """
    cards = [rank for rank in RANKS for _ in range(deck[rank - 1])]
    for place in range(len(cards)):
        other = place + _below(len(cards) - place, key, f"pack {side} shuffle {shuffles} card {place}")
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def _below(limit: int, key: str, purpose: str) -> int:
    """Draw a number from 0 to below a limit, each with the same chance."""
    fair = ALL - ALL % limit
    for attempt in count():
        message = f"{FORMAT} {purpose} try {attempt}".encode()
        drawn = int.from_bytes(hmac.digest(bytes.fromhex(key), message, "sha256")[:BYTES], "big")
        if drawn < fair:
            return drawn % limit
    raise AssertionError  # There is always a next try.
