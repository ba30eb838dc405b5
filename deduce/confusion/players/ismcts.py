"""OpenSpiel's search over what a player cannot tell apart, as a player of Confusion."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from deduce.confusion.adapters.action_numbers import AgentReply
from deduce.confusion.adapters.numbered_game import NumberedGame
from deduce.confusion.adapters.openspiel import ConfusionGame
from deduce.confusion.engine.game import Game
from deduce.confusion.errors import ConfusionError
from deduce.confusion.knowledge.sheet import sheet_of

try:
    import numpy as np
    from open_spiel.python.algorithms import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
        ismcts,
        mcts,
    )
except ImportError:
    raise ConfusionError("OpenSpiel is not installed; pip install 'deduce-tabletop[openspiel]'") from None

if TYPE_CHECKING:
    from deduce.confusion.adapters.action_numbers import Choice
    from deduce.confusion.adapters.openspiel import ConfusionState
    from deduce.confusion.engine.actions import Action, Attempt
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.engine.view import View

__all__ = ["IsmctsPlayer", "TimeIsOverError", "TimedBot"]

FEWEST_SIMULATIONS = 2
"""The first simulation only opens the tree; it takes another one to prefer anything."""
MANY_SIMULATIONS = 1 << 40
NO_LIMIT_TURNS = 1000
DRAWN_AT_ONCE = 64


class IsmctsPlayer:
    """A player that decides by OpenSpiel's information set Monte Carlo tree search.

    For every decision it draws a deal of its own that fits what it heard, makes a state of OpenSpiel from
    it, and lets `open_spiel.python.algorithms.ismcts.ISMCTSBot` search from there: with its usual settings
    but for `exploration`, one random rollout for each simulation (`RandomRolloutEvaluator`), and the most
    visited action in the end. Each simulation starts from a deal that is drawn anew from the player's sheet,
    exactly as likely as it is, so the first one only serves to begin with. An answer for a double agent
    counts as the toss of a coin. Nothing that the player may not see is looked at.

    A rollout plays at random until the game ends. In Confusion that takes hundreds of turns, so most of them
    end in a draw by the limit of turns of the rules; if the rules have none, 1000 turns after the current
    one. With `rollout_turns`, the game counts as drawn so many turns after the current one at the latest, for
    the tree as well as for the rollouts.

    Examples:
        >>> from deduce.confusion.engine.rules import Rules
        >>> player = IsmctsPlayer(Rules.of("classic"), seed=1, simulations=100, rollout_turns=40)

    Args:
        rules: The rules of the games that will be played.
        seed: With a number of simulations, the same seed makes the same decisions.
        simulations: How many simulations there are for each decision; at least two are made.
        time: Instead of that, how many seconds each decision may take. A simulation that has begun is
            finished, and at least two are made.
        rollout_turns: After how many turns from the current one a game counts as drawn at the latest; None
            for as above.
        exploration: How much the search looks at what seems to be worse (`uct_c`).

    Attributes:
        simulations_made: How many simulations the last decision took; 0 if there was nothing to decide.

    Raises:
        ConfusionError: If it is not either `simulations` or `time`, or one of them leaves nothing.
    """

    def __init__(
        self,
        rules: Rules,
        seed: int,
        *,
        simulations: int | None = None,
        time: float | None = None,
        rollout_turns: int | None = None,
        exploration: float = 1.5,
    ) -> None:
        if (simulations is None) == (time is None):
            raise ConfusionError("give either the number of simulations or the time for each decision")
        for name, given in (("simulations", simulations), ("time", time), ("rollout_turns", rollout_turns)):
            if given is not None and given <= 0:
                message = f"{name} is {given}; it must be more than 0"
                raise ConfusionError(message)
        self._game = ConfusionGame(rules=rules)
        self._rollout_turns = rollout_turns
        self._seconds = time
        self._draw = random.Random(seed)  # noqa: S311 - a player, not a secret
        generator = np.random.RandomState(self._draw.getrandbits(32))
        self._bot: TimedBot = TimedBot(
            game=self._game,
            evaluator=mcts.RandomRolloutEvaluator(1, generator),
            uct_c=exploration,
            max_simulations=max(simulations or MANY_SIMULATIONS, FEWEST_SIMULATIONS),
            random_state=generator,
        )
        self._bot.set_resampler(self._resampled)
        self._deals: list[dict[str, int]] = []
        self.simulations_made: int = 0

    def choose(self, view: View) -> Action:
        """Return what to do now.

        Raises:
            ConfusionError: If it is not this player's decision, or if the view is of a game under other rules
                or does not show the opponent's diagrams.
            ContradictionError: If no deal fits what was heard.
        """
        chosen = self._decided(view, None)
        if isinstance(chosen, AgentReply):
            message = "there is nothing to choose, but an answer to give"
            raise ConfusionError(message)
        return chosen

    def allows(self, view: View, attempt: Attempt) -> bool:
        """Return what to answer to an attempt of the opponent's double agent.

        Raises:
            ConfusionError: As for `choose`.
            ContradictionError: As for `choose`.
        """
        chosen = self._decided(view, attempt)
        return isinstance(chosen, AgentReply) and chosen.allow

    def _decided(self, view: View, asked: Attempt | None) -> Choice:
        started = time.monotonic()
        state = self._state(view, asked)
        self._deals = []
        bot = self._bot
        bot.simulations_made = 0
        bot.deadline = None if self._seconds is None else started + self._seconds
        number = int(bot.step(state))
        self.simulations_made = bot.simulations_made
        return self._game.numbers.choice(number)

    def _state(self, view: View, asked: Attempt | None) -> ConfusionState:
        """Return a state that looks to its player like the view."""
        if view.rules != self._game.rules:
            raise ConfusionError("the view is of a game under other rules than the player was made for")
        known, side = view.game(), view.side
        theirs = view.opponent_deal
        if theirs is None:
            raise ConfusionError("the view must show the opponent's diagrams; they are needed for the search")
        (mine,) = sheet_of(known, side).sample(1, self._draw.getrandbits(53))
        theirs = dict(theirs)
        game = Game(
            self._game.rules, (mine, theirs) if side == 0 else (theirs, mine), view.first, view.placements
        )
        for event in view.events:
            game.push(event.action, event.answer)
        # The limit of the rules holds as well.
        ahead = self._rollout_turns or (NO_LIMIT_TURNS if game.rules.half_move_limit is None else None)
        limit = None if ahead is None else game.position.turns + ahead
        play = NumberedGame(game, limit, asked)
        if play.decider != side:
            raise ConfusionError("it is not this player's decision")
        return self._game.state_of(play)

    def _resampled(self, state: ConfusionState, player: int) -> ConfusionState:
        """Return a state that looks the same to a player, with its own deal drawn anew."""
        play = state.play
        if play is None:
            raise ConfusionError("the diagrams are not dealt yet")
        if not self._deals:
            self._deals = play.sheet(player).sample(DRAWN_AT_ONCE, self._draw.getrandbits(53))
        return state.with_play(play.with_deal(player, self._deals.pop()))


class TimeIsOverError(Exception):
    """The time for a decision is over."""


class TimedBot(ismcts.ISMCTSBot):  # type: ignore[misc,unused-ignore]
    """OpenSpiel's bot, which also stops when its time is over.

    Attributes:
        deadline: The time at which it begins no further simulation; None for no such time.
        simulations_made: How many simulations it began.
    """

    deadline: float | None = None
    simulations_made: int = 0

    def run_search(self, state: ConfusionState) -> list[tuple[int, float]]:
        try:
            found: list[tuple[int, float]] = super().run_search(state)
        except TimeIsOverError:
            found = self.get_final_policy(state, self._root_node)
        return found

    def sample_root_state(self, state: ConfusionState) -> ConfusionState:
        made, deadline = self.simulations_made, self.deadline
        if made >= FEWEST_SIMULATIONS and deadline is not None and time.monotonic() >= deadline:
            raise TimeIsOverError
        self.simulations_made += 1
        sampled: ConfusionState = super().sample_root_state(state)
        return sampled
