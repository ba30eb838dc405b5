"""The two packs of a random battle: real cards in a random order, which the ledger only learns one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.random_battle.habits import CHANCES, HALF_SEEN
from deduce.cards.ranks import COURT, LETTERS, RANKS

if TYPE_CHECKING:
    import random

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.engine.packs import Deck

__all__ = ["Piles", "seen_as"]


class Piles:
    """Both packs, shuffled when the ledger says so.

    Args:
        ledger: How things stand at the beginning.
        rng: Where the order comes from.
    """

    def __init__(self, ledger: Ledger, rng: random.Random) -> None:
        self._rng = rng
        self._full = [pack.full for pack in ledger.packs]
        self._piles = [self._shuffled(full) for full in self._full]
        self._shuffles = [0, 0]

    def _shuffled(self, full: Deck) -> list[int]:
        cards = [rank for rank, count in zip(RANKS, full, strict=True) for _ in range(count)]
        self._rng.shuffle(cards)
        return cards

    def turn_up(self, side: int) -> int:
        """Turn up a side's next card; an empty pack is shuffled first (DEC-2)."""
        if not self._piles[side]:
            self._piles[side] = self._shuffled(self._full[side])
            self._shuffles[side] += 1
        return self._piles[side].pop()

    def follow(self, ledger: Ledger) -> None:
        """Shuffle what the ledger says was shuffled.

        Raises:
            ValueError: If the ledger counts other cards than there are.
        """
        for side, pack in enumerate(ledger.packs):
            if pack.shuffles > self._shuffles[side]:
                self._piles[side] = self._shuffled(self._full[side])
                self._shuffles[side] = pack.shuffles
            if pack.size != len(self._piles[side]):
                message = f"the ledger counts {pack.size} cards, and {len(self._piles[side])} are there"
                raise ValueError(message)


def seen_as(card: int, rng: random.Random) -> str:
    """Return how a card that was turned up is written: as it is, or as somebody saw it who looked away."""
    letter = LETTERS[card - 1]
    if rng.random() >= CHANCES["half seen"]:
        return letter
    how = rng.choice(HALF_SEEN)
    if how == "court" and card in COURT:
        return "c"
    if how == "below" and card < RANKS[-1]:
        return f"<{LETTERS[rng.randint(card, RANKS[-1] - 1)]}"
    if how == "above" and card > RANKS[0]:
        return f">{LETTERS[rng.randint(RANKS[0] - 1, card - 2)]}"
    return "?"
