"""The players behind the advice: one that thinks, and one that goes by its instinct alone."""

from __future__ import annotations

import time as clock
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.engines import prepare
from deduce.confusion.advice.listening import Listener
from deduce.confusion.advice.search import Search, has_time_for_deeper
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.engine.actions import Attempt, Manner
from deduce.confusion.engine.position import EMPTY
from deduce.confusion.knowledge.behaviour import behaviour_of
from deduce.tabletop.budget import Budget

if TYPE_CHECKING:
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.engine.view import View

__all__ = ["AdvisorPlayer", "InstinctPlayer", "ThinkingPlayer", "answer_for_agent"]

WORLDS = 256
"""How many worlds a search looks at."""
EQUAL = 0.004
"""What is worth less than the best by no more than this, as a chance to win, is as good as equal."""


class ThinkingPlayer:
    """What the players have in common that use the advisor's search or its games.

    Args:
        rules: The rules.
        seed: With a number of nodes, the same seed always plays the same moves.
        time: Seconds to think about each move.
        nodes: Turns to be played in the mind for each move.
    """

    def __init__(
        self, rules: Rules, *, seed: int = 0, time: float | None = None, nodes: int | None = None
    ) -> None:
        self.rules: Rules = rules
        self.seed: int = seed
        self.budget: Budget = Budget.of(time, nodes, 0.5)

    def allows(self, view: View, attempt: Attempt) -> bool:
        """Answer for the opponent's double agent so that it does the least good."""
        return answer_for_agent(view, attempt, self.seed)


class AdvisorPlayer(ThinkingPlayer):
    """Does what the advice says; of what is as good as equal, one by chance, so that it cannot be foretold.

    Args:
        rules: The rules.
        seed: With a number of nodes, the same seed always plays the same moves.
        time: Seconds to think about each move.
        nodes: Turns to be played in the mind for each move.
        behaviour: How it reads the opponent's choices, by the name of a model; "off" goes by facts alone,
            which was no worse in games (`docs/strength.md`).
        engine: What plays the games in its mind, by its name.
        values: The name of the weights by which they are played and judged.
        memory: Whether its search remembers what came of its next decisions: "on" or "off".
        mixing: Whether chance decides between what is as good as equal: "on" or "off".
        foresight: Whether it looks two plies ahead before any game is played: "on" or "off".
    """

    def __init__(
        self,
        rules: Rules,
        *,
        seed: int = 0,
        time: float | None = None,
        nodes: int | None = None,
        behaviour: str = "off",
        engine: str = "auto",
        values: str = "learned",
        memory: str = "on",
        mixing: str = "on",
        foresight: str = "on",
    ) -> None:
        super().__init__(rules, seed=seed, time=time, nodes=nodes)
        self._behaviour = behaviour_of(behaviour)
        self._engine = engine
        self._values = values
        self._remembers = memory == "on"
        self._mixes = mixing == "on"
        self._foresees = foresight == "on"
        self._listener = Listener()
        prepare(rules, engine)

    def choose(self, view: View) -> Action:
        """Return what the search finds best."""
        began = clock.perf_counter()
        seed = self.seed * 10_007 + len(view.events)
        standpoint = Standpoint(
            view,
            seed=seed,
            size=WORLDS,
            behaviour=self._behaviour,
            engine=self._engine,
            values=self._values,
            listener=self._listener,
        )
        search = Search(
            standpoint,
            seed=seed,
            remembers=self._remembers,
            foresees=self._foresees,
            deeper=has_time_for_deeper(self.budget),
        )
        seconds = self.budget.seconds
        if seconds is not None:
            seconds = max(seconds - (clock.perf_counter() - began), 0.001)
        search.think(Budget(seconds, self.budget.nodes))
        ranked = search.estimates
        if not self._mixes or ranked[0].sure == 1:
            return ranked[0].option.action
        least = ranked[0].value - EQUAL
        level = [each for each in ranked if each.games and each.option.chance > 0 and each.value >= least]
        chosen = level or ranked[:1]
        return chosen[int(np.random.default_rng(seed).integers(len(chosen)))].option.action


class InstinctPlayer(ThinkingPlayer):
    """Does what looks best at a glance; neither time nor nodes are needed."""

    def choose(self, view: View) -> Action:
        """Return what looks best."""
        # One glance is not worth compiling anything for.
        standpoint = Standpoint(view, seed=self.seed, size=1, engine="arrays")
        search = Search(standpoint, seed=self.seed, foresees=False)
        attempts = [each for each in search.estimates if isinstance(each.option.action, Attempt)]
        return (attempts or search.estimates)[0].option.action


def answer_for_agent(view: View, attempt: Attempt, seed: int) -> bool:
    """Return what to say to an attempt of the opponent's double agent (CF-DA-1).

    Whatever takes a piece or has to do with Z is refused, and so is the last row. Anything else is answered
    as one of the other diagrams would be, always the same one, so that the double agent is not shown up.

    Args:
        view: What the player who answers sees.
        attempt: What is tried.
        seed: Which diagram it is.
    """
    position, board = view.position, view.rules.board
    target = position.target(attempt)
    if (
        attempt.kind is not Manner.MOVE
        or target == position.neutral
        or position.held[target] != EMPTY
        or target in board.last_rows[position.turn]
    ):
        return False
    ordinary = [diagram for diagram in view.rules.diagrams.values() if not diagram.is_double_agent]
    disguise = ordinary[int(np.random.default_rng(seed).integers(len(ordinary)))]
    return disguise.allows(attempt.way, attempt.distance)
