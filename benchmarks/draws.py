"""What two players saw, and did not see, of the cards turned up from their packs."""

from __future__ import annotations

import random
from dataclasses import dataclass

from deduce import Log, Problem, among, drawn, where

__all__ = ["COURT", "RANKS", "SUIT", "Draws", "beats"]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COURT = ("J", "Q", "K")
SUIT = 4
"""How many cards of each rank a pack has."""


def beats(ours: str, theirs: str) -> bool:
    """Tell whether a card wins against another."""
    return RANKS.index(ours) > RANKS.index(theirs)


@dataclass(frozen=True)
class Draws:
    """What is known of cards turned up from one pack or two.

    Attributes:
        left: For each card, the ranks that it can have; the last one is the next card, of the last pack.
        packs: The cards of each pack.
        won: Of which pairs of cards it is known that the first won.
    """

    left: dict[str, tuple[str, ...]]
    packs: tuple[tuple[str, ...], ...]
    won: tuple[tuple[str, str], ...] = ()

    @classmethod
    def history(cls, cards: int, half_seen: int, seed: int) -> Draws:
        """So many cards were turned up; of some it was only seen whether they were court cards."""
        draw = random.Random(seed)
        pack = draw.sample([rank for rank in RANKS for _ in range(SUIT)], cards)
        missed = set(draw.sample(range(cards), half_seen))
        plain = tuple(rank for rank in RANKS if rank not in COURT)
        left = {
            f"card {place}": (COURT if rank in COURT else plain) if place in missed else (rank,)
            for place, rank in enumerate(pack)
        }
        left["next"] = RANKS
        return cls(left, (tuple(left),))

    @classmethod
    def combats(cls, count: int) -> Draws:
        """So many combats that nobody saw, all won by the first side; the next card is one of its own."""
        ours = [f"our card {number}" for number in range(count)]
        theirs = [f"their card {number}" for number in range(count)]
        left = dict.fromkeys([*theirs, *ours, "next"], RANKS)
        return cls(left, (tuple(theirs), (*ours, "next")), tuple(zip(ours, theirs, strict=True)))

    @property
    def next(self) -> str:
        """The card that is asked for."""
        return tuple(self.left)[-1]

    @property
    def won_places(self) -> list[tuple[int, int]]:
        """The same as `won`, by the positions of the cards."""
        order = list(self.left)
        return [(order.index(ours), order.index(theirs)) for ours, theirs in self.won]

    def places(self, pack: tuple[str, ...]) -> list[int]:
        """Return the positions of the cards of a pack."""
        order = list(self.left)
        return [order.index(name) for name in pack]

    @property
    def combinations(self) -> int:
        """How many combinations of ranks there are."""
        found = 1
        for ranks in self.left.values():
            found *= len(ranks)
        return found

    def log(self) -> Log:
        """Return the same as a log."""
        supply = dict.fromkeys(RANKS, SUIT)
        log = Log(Problem(dict.fromkeys(self.left, RANKS), [drawn(pack, supply) for pack in self.packs]))
        for name, ranks in self.left.items():
            log = log.append(among(name, ranks))
        for pair in self.won:
            log = log.append(where(beats, pair))
        return log
