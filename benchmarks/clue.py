"""Made-up games of Clue: six players, 21 cards, random suggestions, seen by player 0."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce import Log, Problem, any_of, exactly, fact, none_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce import Statement

__all__ = ["ENVELOPE", "GROUPS", "PLACES", "ClueGame", "Heard"]

GROUPS = (range(6), range(6, 12), range(12, 21))
"""The cards by number: the suspects, the weapons and the rooms."""
CARDS = range(21)
ENVELOPE = 6
PLACES = range(7)
"""Where a card can be: with one of the players 0 to 5, or in the envelope."""
HAND = 3
"""How many cards each player holds."""


@dataclass(frozen=True)
class Heard:
    """One thing that player 0 heard: a player shows one of some cards, or has none of them."""

    player: int
    cards: tuple[int, ...]
    shows: bool

    @property
    def statement(self) -> Statement:
        """The same as a statement; the unknowns are the cards."""
        facts = [fact(card, self.player) for card in self.cards]
        return any_of(*facts) if self.shows else none_of(*facts)


@dataclass(frozen=True)
class ClueGame:
    """What player 0 knows.

    Attributes:
        hand: The cards of player 0.
        heard: What was heard, in order.
    """

    hand: tuple[int, ...]
    heard: tuple[Heard, ...]

    @classmethod
    def played(cls, turns: int, seed: int) -> ClueGame:
        """Deal the cards and play some turns; more turns with the same seed go on with the same game."""
        chance = random.Random(seed)
        holder = _dealt(chance)
        heard: list[Heard] = []
        for turn in range(turns):
            heard += _turn(chance, holder, turn % 6)
        return cls(tuple(card for card in CARDS if holder[card] == 0), tuple(heard))

    def log(self) -> Log:
        """Return the same as a log; the unknowns are the cards and the values where they are."""
        rules = {
            f"one {name} in the envelope": exactly(1, [fact(card, ENVELOPE) for card in group])
            for name, group in zip(("suspect", "weapon", "room"), GROUPS, strict=True)
        }
        for player in range(6):
            rules[f"the hand of {player}"] = exactly(HAND, [fact(card, player) for card in CARDS])
        log = Log(Problem(dict.fromkeys(CARDS, PLACES), rules, title="Clue"))
        for card in self.hand:
            log = log.append(fact(card, 0))
        for heard in self.heard:
            log = log.append(heard.statement)
        return log


def _dealt(chance: random.Random) -> list[int]:
    """Return where each card is."""
    holder = [-1] * len(CARDS)
    for group in GROUPS:
        holder[chance.choice(group)] = ENVELOPE
    rest = [card for card in CARDS if holder[card] != ENVELOPE]
    chance.shuffle(rest)
    for number, card in enumerate(rest):
        holder[card] = number // HAND
    return holder


def _turn(chance: random.Random, holder: list[int], asker: int) -> Iterator[Heard]:
    """Play one turn: a random suggestion, and the answers up to the first card that is shown."""
    cards = tuple(chance.choice(group) for group in GROUPS)
    for step in range(1, 6):
        player = (asker + step) % 6
        held = [card for card in cards if holder[card] == player]
        if not held:
            yield Heard(player, cards, shows=False)
            continue
        shown = (chance.choice(held),) if asker == 0 else cards
        yield Heard(player, shown, shows=True)
        return
