"""Packs: what is not yet turned up, known by taking away what was (CC-DECK)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from deduce.cards.ranks import RANKS, Seen, seen_of

__all__ = ["Deck", "Pack", "Pile", "Turned"]

Deck: TypeAlias = tuple[int, ...]
"""How many cards there are of each rank, aces first."""


class Turned(NamedTuple):
    """A card that was turned up since the pack was last shuffled.

    Attributes:
        entry: The number of the entry that says so.
        card: The ranks that it can have.
    """

    entry: int
    card: Seen


class Pile(NamedTuple):
    """What was turned up of a pack before it was shuffled.

    Attributes:
        turned: The cards, in order.
        before: The same of the shuffle before; None for the first.
    """

    turned: tuple[Turned, ...]
    before: Pile | None


@dataclass(frozen=True)
class Pack:
    """A side's pack.

    Attributes:
        full: The whole pack.
        turned: What was turned up since it was shuffled, in order.
        shuffles: How often it was shuffled during the game.
        past: What was turned up before; odds only depend on it as far as results of combats tell together of
            that and of the other pack.
    """

    full: Deck
    turned: tuple[Turned, ...] = ()
    shuffles: int = 0
    past: Pile | None = field(default=None, repr=False, compare=False)

    @property
    def size(self) -> int:
        """How many cards are left to turn."""
        return sum(self.full) - len(self.turned)

    @cached_property
    def seen(self) -> Deck:
        """How many of each rank were fully seen."""
        counts = [0] * len(RANKS)
        for each in self.turned:
            if len(each.card) == 1:
                counts[min(each.card) - 1] += 1
        return tuple(counts)

    @cached_property
    def left(self) -> Deck:
        """How many of each rank were not fully seen: those that are left, and those half seen or missed."""
        return tuple([max(all_ - gone, 0) for all_, gone in zip(self.full, self.seen, strict=True)])

    @cached_property
    def vague(self) -> tuple[Turned, ...]:
        """The cards that were turned up and not fully seen."""
        return tuple(each for each in self.turned if seen_of(each.card) is None)

    def entries_of(self, rank: int) -> tuple[int, ...]:
        """Return the entries in which a rank was fully seen."""
        return tuple(each.entry for each in self.turned if seen_of(each.card) == rank)

    def narrowed(self, card: Seen) -> Seen:
        """Return the ranks that the next card can have of those it was seen to have; all if none is left."""
        if len(card) == 1:
            return card
        left = self.left
        return frozenset([rank for rank in card if left[rank - 1]]) or card

    def crowded(self, card: Seen) -> range | None:
        """Return ranks among which a card must be, and of which no card is left; None if there are none.

        What is known of a card are ranks in a row, so cards fit together if they fit into every row.
        """
        if len(card) == 1:
            rank = min(card)
            if self.seen[rank - 1] >= self.full[rank - 1]:
                return range(rank, rank + 1)
        for low in range(min(card), 0, -1):
            for high in range(max(card), len(RANKS) + 1):
                there = sum(self.full[low - 1 : high])
                if there > len(self.turned):
                    # And of more ranks there are as many at least.
                    break
                if sum(1 for least, most in self.spans if low <= least and most <= high) >= there:
                    return range(low, high + 1)
        return None

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The least and the greatest rank that each card can have that was turned up."""
        return tuple((min(each.card), max(each.card)) for each in self.turned)

    def among(self, ranks: range) -> tuple[Turned, ...]:
        """Return the cards that were turned up and must have one of these ranks, which are in a row."""
        wanted = frozenset(ranks)
        return tuple([each for each in self.turned if each.card <= wanted])

    def turn(self, entry: int, card: Seen) -> Pack:
        """Return the pack after a card was turned up."""
        after = Pack(self.full, (*self.turned, Turned(entry, card)), self.shuffles, self.past)
        rank = seen_of(card)
        seen = self.seen
        if rank is not None:
            seen = (*seen[: rank - 1], seen[rank - 1] + 1, *seen[rank:])
        # So it is not counted again for every card.
        after.__dict__["seen"] = seen
        return after

    def shuffled(self) -> Pack:
        """Return the pack after all its discards were shuffled in: all memory of it is void (DEC-2)."""
        return Pack(self.full, (), self.shuffles + 1, Pile(self.turned, self.past))
