"""Packs: what is not yet turned up, known by taking away what was (CC-DECK)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from deduce.cards.ranks import RANKS, Seen, seen_of

__all__ = ["KEPT", "Deck", "Pack", "Turned"]

Deck: TypeAlias = tuple[int, ...]
"""How many cards there are of each rank, aces first."""
KEPT = 8
"""How many packs from before a shuffle are kept at most; what hangs on older ones is forgotten."""


class Turned(NamedTuple):
    """A card that was turned up since the pack was last shuffled.

    Attributes:
        entry: The number of the entry that says so.
        card: The ranks that it can have.
    """

    entry: int
    card: Seen


@dataclass(frozen=True)
class Pack:
    """A side's pack.

    Attributes:
        full: The whole pack.
        turned: What was turned up since it was shuffled, in order.
        shuffles: How often it was shuffled during the game.
        past: The pack as it was before some shuffle, where cards were not fully seen: results of combats may
            still tell something of the other pack.
        agreed: The entry in which the cards left were last counted, and were as many as they should be; 0 if
            they were not counted since it was shuffled.
    """

    full: Deck
    turned: tuple[Turned, ...] = ()
    shuffles: int = 0
    past: tuple[Pack, ...] = ()
    agreed: int = 0

    @property
    def size(self) -> int:
        """How many cards are left to turn."""
        return sum(self.full) - len(self.turned)

    @cached_property
    def seen(self) -> Deck:
        """How many of each rank were fully seen."""
        counts = [0] * len(RANKS)
        for each in self.turned:
            rank = seen_of(each.card)
            if rank is not None:
                counts[rank - 1] += 1
        return tuple(counts)

    @cached_property
    def left(self) -> Deck:
        """How many of each rank were not fully seen: those that are left, and those half seen or missed."""
        return tuple(max(all_ - gone, 0) for all_, gone in zip(self.full, self.seen, strict=True))

    @cached_property
    def vague(self) -> tuple[Turned, ...]:
        """The cards that were turned up and not fully seen."""
        return tuple(each for each in self.turned if seen_of(each.card) is None)

    def entries_of(self, rank: int) -> tuple[int, ...]:
        """Return the entries in which a rank was fully seen."""
        return tuple(each.entry for each in self.turned if seen_of(each.card) == rank)

    def turn(self, entry: int, card: Seen) -> Pack:
        """Return the pack after a card was turned up."""
        return replace(self, turned=(*self.turned, Turned(entry, card)))

    def shuffled(self) -> Pack:
        """Return the pack after all its discards were shuffled in: all memory of it is void (DEC-2)."""
        kept = (replace(self, past=()),) if self.vague else ()
        return replace(
            self, turned=(), shuffles=self.shuffles + 1, past=(*self.past, *kept)[-KEPT:], agreed=0
        )
