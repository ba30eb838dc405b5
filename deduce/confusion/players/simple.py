"""Opponents with one idea each: chance, the goal, information, and safety.

All but the random one know the exact chance of a yes to each of their attempts, from the same sheet that the
companion shows, and the truth about the opponent's pieces, which every player sees. None looks further than
its own next move.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Attempt, GiftReply, Manner, PromotionReply
from deduce.confusion.engine.position import EMPTY
from deduce.confusion.knowledge.sheet import sheet_of
from deduce.confusion.players.sight import Sight, hurts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.engine.view import View

__all__ = ["GoalPlayer", "InformationPlayer", "RandomPlayer", "SafetyPlayer", "SimplePlayer"]

PREFER = 1e-9
"""Scores that differ by less are alike."""


class SimplePlayer:
    """What all of them share: attempts only, no tokens, and a generator of their own.

    Args:
        rules: The rules.
        seed: Where the random numbers begin.
    """

    def __init__(self, rules: Rules, *, seed: int = 0) -> None:
        self.rules = rules
        self.draw: random.Random = random.Random(seed)  # noqa: S311 - a game, not a secret
        ordinary = [diagram for diagram in rules.diagrams.values() if not diagram.is_double_agent]
        self.disguise: Diagram = self.draw.choice(ordinary)

    def choose(self, view: View) -> Action:
        """Return what to do now."""
        stage = view.position.stage
        if stage.gift:
            return GiftReply(accept=self.takes())
        if stage.offer is not None:
            return PromotionReply(accept=self.accepts(view, stage.offer))
        return self.attempt(view)

    def attempt(self, view: View) -> Attempt:
        """Return an attempt."""
        raise NotImplementedError

    def accepts(self, view: View, letter: str) -> bool:
        """Tell whether to accept a promotion: unless it would show the double agent (CF-VAR-5)."""
        agent = view.rules.diagrams.double_agent
        return agent is None or sheet_of(view.game(), view.side).certain.get(letter) != agent.number

    def takes(self) -> bool:
        """Tell whether to take the offered Z."""
        return True

    def allows(self, view: View, attempt: Attempt) -> bool:
        """Return what to answer for the double agent: as one other diagram would, but nothing that hurts."""
        return not hurts(view.position, attempt) and self.disguise.allows(attempt.way, attempt.distance)

    def best(self, attempts: Sequence[Attempt], score: Callable[[Attempt], float]) -> Attempt:
        """Return an attempt with the greatest score; one at random among equals."""
        return self.draw.choice(_top(attempts, score))


def _top(attempts: Sequence[Attempt], score: Callable[[Attempt], float]) -> list[Attempt]:
    """Return the attempts with the greatest score."""
    scores = [score(attempt) for attempt in attempts]
    least = max(scores) - PREFER
    return [each for each, found in zip(attempts, scores, strict=True) if found >= least]


class RandomPlayer(SimplePlayer):
    """Does anything that is possible, and answers anything."""

    def attempt(self, view: View) -> Attempt:
        return self.draw.choice(view.attempts())

    def accepts(self, view: View, letter: str) -> bool:
        return self.draw.random() < 0.5

    def takes(self) -> bool:
        return self.draw.random() < 0.5

    def allows(self, view: View, attempt: Attempt) -> bool:
        return self.draw.random() < 0.5


class GoalPlayer(SimplePlayer):
    """Goes for Z and carries it to the last row, always by the most probable way.

    What an attempt brings nearer to the goal, times the chance of a yes, is all that it looks at.
    """

    def attempt(self, view: View) -> Attempt:
        sight = Sight(view)
        return self.best(sight.attempts, sight.towards_goal)


class InformationPlayer(SimplePlayer):
    """Makes the attempt whose answer tells most, and of these the one that is best for the goal."""

    def attempt(self, view: View) -> Attempt:
        sight = Sight(view)
        return self.best(_top(sight.attempts, sight.bits), sight.towards_goal)


class SafetyPlayer(SimplePlayer):
    """Takes what it can, goes for the goal, and does not leave pieces where they can be taken.

    Each attempt is worth what it gains after a yes and what stays in danger after a no, each times its
    chance; danger is what the opponent's pieces can take in one move by their true diagrams.
    """

    WIN = 100.0
    PIECE = 3.0
    NEUTRAL = 6.0
    ROW = 1.0
    NEARER = 0.4
    BIT = 0.3

    def attempt(self, view: View) -> Attempt:
        sight = Sight(view)
        return self.best(sight.attempts, lambda attempt: self._worth(sight, attempt))

    def _worth(self, sight: Sight, attempt: Attempt) -> float:
        yes = sight.chance(attempt)
        if not yes:
            return -self.WIN + sight.standing_danger(self.PIECE, self.NEUTRAL)
        gain, danger = self._gain(sight, attempt), self._danger(sight, attempt)
        if sight.wins_with(attempt) and (not danger or not sight.view.rules.late_contact):
            return yes * self.WIN
        refused = (1 - yes) * sight.standing_danger(self.PIECE, self.NEUTRAL)
        return yes * (gain - danger) - refused + self.BIT * sight.bits(attempt)

    def _gain(self, sight: Sight, attempt: Attempt) -> float:
        position, target = sight.position, sight.position.target(attempt)
        gain = self.NEARER * sight.nearer(attempt)
        if attempt.kind is not Manner.PASS and position.held[target] != EMPTY:
            gain += self.PIECE
            if target == position.neutral and sight.is_lost_unless_taken:
                gain += self.WIN
        if attempt.kind is Manner.MOVE:
            gain += self.NEUTRAL * ((target == position.neutral) - (sight.start(attempt) == position.neutral))
        else:
            gain += self.ROW * (sight.forward(target) - sight.forward(position.neutral))
            if attempt.kind is Manner.PASS and not sight.is_own(target):
                gain -= self.NEUTRAL
        return gain

    def _danger(self, sight: Sight, attempt: Attempt) -> float:
        """Return what the opponent could take at once if the attempt is allowed."""
        position, target = sight.position, sight.position.target(attempt)
        neutral = position.neutral if attempt.kind is Manner.MOVE else target
        if attempt.kind is Manner.PASS:
            return self.NEUTRAL if sight.is_attacked(target, None, neutral) else 0.0
        start = sight.start(attempt)
        danger = 0.0
        if sight.is_attacked(target, start, neutral):
            danger += self.PIECE + self.NEUTRAL * (target == neutral)
        elif neutral not in (target, start) and sight.is_own(neutral):
            danger += (self.PIECE + self.NEUTRAL) * sight.is_attacked(neutral, start, neutral, target)
        return danger
