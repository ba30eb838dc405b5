"""What a player can do now: every attempt, and whatever may come before it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.crowd import CARRY, MOVE, PASS, Choices
from deduce.confusion.engine.actions import (
    SILENT,
    Answer,
    Attempt,
    Expose,
    GiftReply,
    Manner,
    MoveTwo,
    PromotionReply,
    Remove,
    Reveal,
    SwapTwo,
)
from deduce.confusion.engine.deeds import is_early
from deduce.confusion.engine.position import FRESH
from deduce.confusion.engine.turns import after

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from deduce.confusion.advice.lookups import Floats, Ints
    from deduce.confusion.advice.standpoint import Standpoint
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.position import Position

__all__ = ["Option", "as_choices", "attempt_options", "early_options", "may_move", "reply_options"]

KINDS = {Manner.MOVE: MOVE, Manner.CARRY: CARRY, Manner.PASS: PASS}
MOST_REVEALS = 6
MOST_SWAPS = 4
LIKELY_AGENT = 0.3
"""From this chance on it is worth a thought to remove a piece as the double agent."""


@dataclass(frozen=True)
class Option:
    """Something that the player can do now.

    Attributes:
        action: What is done.
        chance: For an attempt, the chance of a yes by all that the player goes by; for an accepted promotion,
            that it succeeds; else 1.
        position: Where the game stands after it, if it is no attempt.
        otherwise: Where it stands if it fails.
        exact: The exact chance by facts alone, if it was asked for: the other one is rounded, and may go by
            behaviour as well.
    """

    action: Action
    chance: float
    position: Position | None = None
    otherwise: Position | None = None
    exact: float | None = field(default=None, compare=False)

    @property
    def by_facts(self) -> float:
        """The chance by facts alone, as it is shown."""
        return self.chance if self.exact is None else self.exact

    def told(self, standpoint: Standpoint) -> Option:
        """Return the option with the chance by facts alone.

        Args:
            standpoint: Where the player stands.
        """
        if not isinstance(self.action, Attempt):
            return self
        return replace(self, exact=standpoint.chance_by_facts(self.action))


def attempt_options(standpoint: Standpoint) -> list[Option]:
    """Return all attempts with their chances of a yes: exact by facts, or by what was read as well."""
    return [Option(attempt, standpoint.chance_of_yes(attempt)) for attempt in standpoint.position.attempts()]


def early_options(standpoint: Standpoint, named: Collection[Action] = ()) -> list[Option]:
    """Return what may come before the attempt and is worth a thought (CF-DA-2, CF-DA-3, CF-TOK).

    Args:
        standpoint: Where the player stands.
        named: What is returned in any case, if it is possible.
    """
    position, game = standpoint.position, standpoint.game
    if position.stage != FRESH or position.outcome is not None:
        return []
    early = (each for each in named if is_early(each))
    actions = dict.fromkeys(
        (*_agents(standpoint), *_reveals(standpoint), MoveTwo(), *_swaps(standpoint), *early)
    )
    return [Option(action, 1, after(position, action, SILENT)) for action in actions if game.can(action)]


def reply_options(standpoint: Standpoint) -> list[Option]:
    """Return the replies if the player is offered something (CF-VAR-5); else nothing."""
    position, agent = standpoint.position, standpoint.lookups.agent
    if position.stage.gift:
        return [
            Option(GiftReply(accept), 1, after(position, GiftReply(accept), SILENT))
            for accept in (True, False)
        ]
    if position.stage.offer is None:
        return []
    letter = standpoint.view.rules.letters.index(position.stage.offer)
    chance = 1 - float(standpoint.knows[standpoint.side, letter, agent]) if agent >= 0 else 1.0
    declined = after(position, PromotionReply(accept=False), SILENT)
    found = [Option(PromotionReply(accept=False), 1, declined)]
    promoted = after(position, PromotionReply(accept=True), Answer(promoted=True))
    shown = None
    if chance < 1:
        # The opponent is taken to accept Z.
        number = standpoint.lookups.numbers[agent]
        shown = after(position, PromotionReply(accept=True), Answer(promoted=False, shown=number))
        if shown.stage.gift:
            shown = after(shown, GiftReply(accept=True), SILENT)
    found.append(Option(PromotionReply(accept=True), chance, promoted, shown))
    return found


def _agents(standpoint: Standpoint) -> Iterator[Action]:
    rules, agent = standpoint.view.rules, standpoint.lookups.agent
    if agent < 0:
        return
    deal = standpoint.view.opponent_deal
    if deal is not None:
        yield from (
            Expose(letter) for letter in rules.letters if rules.diagrams[deal[letter]].is_double_agent
        )
    mine = standpoint.knows[standpoint.side, :, agent]
    yield from (
        Remove(letter) for letter, chance in zip(rules.letters, mine, strict=True) if chance >= LIKELY_AGENT
    )


def _reveals(standpoint: Standpoint) -> Iterator[Action]:
    """Yield the pieces that most is to be learned about."""
    if not standpoint.view.rules.tokens:
        return
    rows = standpoint.knows[standpoint.side]
    unsure = -(rows * np.log2(np.maximum(rows, 1e-9))).sum(axis=1)
    order = np.argsort(-unsure, kind="stable")[:MOST_REVEALS]
    yield from (Reveal(standpoint.view.rules.letters[place]) for place in order if unsure[place] > 0)


def _swaps(standpoint: Standpoint) -> Iterator[Action]:
    """Yield the swaps that bring the most to where it counts: near Z, of what is known to get there."""
    position, side, lookups = standpoint.position, standpoint.side, standpoint.lookups
    letters = standpoint.view.rules.letters
    board = standpoint.view.rules.board
    if not standpoint.view.rules.tokens:
        return
    gains: list[tuple[float, SwapTwo]] = []
    home = [
        (place, position.squares[board.pieces[side][place]])
        for place in range(len(letters))
        if position.is_home(side, position.squares[board.pieces[side][place]])
    ]
    near = lookups.near[side][position.neutral]
    for (one, here), (two, there) in combinations(home, 2):
        rows = standpoint.knows[side][[one, two]]
        stay = max(float(rows[0] @ near[here, :-1]), float(rows[1] @ near[there, :-1]))
        swapped = max(float(rows[0] @ near[there, :-1]), float(rows[1] @ near[here, :-1]))
        gains.append((swapped - stay, SwapTwo(letters[one], letters[two])))
    gains.sort(key=lambda gain: -gain[0])
    yield from (swap for gain, swap in gains[:MOST_SWAPS] if gain > 0)


def may_move(position: Position) -> Ints:
    """Return the places of the letters that may make the attempt."""
    letters = {attempt.letter for attempt in position.attempts()}
    return np.array(
        [place for place, letter in enumerate(position.rules.letters) if letter in letters], np.int32
    )


def as_choices(standpoint: Standpoint, attempts: list[Attempt], which: Ints, chances: Floats) -> Choices:
    """Return attempts, one for each of some games that stand where the standpoint does.

    Args:
        standpoint: Where the search begins.
        attempts: The attempts.
        which: For each game, the number of its attempt.
        chances: The chance of a yes of each attempt.
    """
    position, lookups, rules = standpoint.position, standpoint.lookups, standpoint.view.rules
    rows = np.array(
        [
            (
                rules.letters.index(attempt.letter),
                attempt.way * lookups.reach + attempt.distance - 1,
                KINDS[attempt.kind],
                position.squares[position.piece(standpoint.side, attempt.letter)],
                position.target(attempt),
            )
            for attempt in attempts
        ],
        np.int32,
    )
    letter, step, kind, start, target = rows[which].T
    games = np.arange(len(which), dtype=np.int32)
    return Choices(games, letter, step, kind, start, target, chances[which].astype(np.float32))
