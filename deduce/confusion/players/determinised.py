"""Determinised Monte Carlo: the usual way to play games of hidden information, as an opponent.

It deals the open diagrams at random, as the exact chances have it, and then plays on as if everybody saw all
diagrams; the attempt with the best mean over all deals is made. That is strong, and it has the flaw of its
kind: in each deal it plans as one who will know, so an answer is worth nothing to it for what it teaches.
The games are those of the advisor's own fast engine, and so are the rules of thumb by which they are played
on.
"""

from __future__ import annotations

import time as clock
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.options import as_choices, attempt_options, reply_options
from deduce.confusion.advice.playout import play_on
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.engine.actions import Attempt
from deduce.confusion.players.advisor import ThinkingPlayer

if TYPE_CHECKING:
    from deduce.confusion.advice.crowd import Crowd
    from deduce.confusion.advice.lookups import Ints
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.view import View

__all__ = ["DeterminisedPlayer"]

WORLDS = 256
TURNS = 60
"""How many turns games are played on; nearly all are over by then."""
BOLD = 0.7
"""How much an attempt that was tried little is preferred."""
FEWEST, MOST = 24, 96
"""How many games are played side by side: few where there is little time."""


class DeterminisedPlayer(ThinkingPlayer):
    """Plays dealt worlds to the end with all diagrams seen by all, and makes the attempt that wins most."""

    def choose(self, view: View) -> Action:
        """Return the attempt that wins most of the games played on."""
        began = clock.perf_counter()
        seed = self.seed * 10_007 + len(view.events)
        standpoint = Standpoint(view, seed=seed, size=WORLDS)
        replies = reply_options(standpoint)
        if replies:
            return max(replies, key=lambda option: option.chance).action
        options = [option for option in attempt_options(standpoint) if option.chance > 0]
        if not options:
            return standpoint.position.attempts()[0]
        attempts = [option.action for option in options if isinstance(option.action, Attempt)]
        chances = np.array([option.chance for option in options])
        draw = np.random.default_rng(seed)
        wins, games, nodes = np.zeros(len(options)), np.zeros(len(options)), 0
        seconds = self.budget.seconds
        at_once = MOST if seconds is None else min(max(int(400 * seconds), FEWEST), MOST)
        while True:
            optimism = BOLD * np.sqrt(np.log(games.sum() + 2) / (games + 0.1))
            mean = np.where(games > 0, wins / np.maximum(games, 1), 0.5)
            tried = np.argsort(-(mean + optimism), kind="stable")[: at_once // 4].astype(np.int32)
            which = np.resize(tried, at_once).astype(np.int32)
            worlds = draw.integers(len(standpoint.worlds), size=at_once).astype(np.int32)
            crowd = self._crowd(standpoint, worlds)
            chosen = as_choices(standpoint, attempts, which, chances)
            crowd.act(chosen, crowd.answers(chosen, draw))
            played = play_on(crowd, standpoint.side, TURNS, draw)
            nodes += played.nodes + at_once
            np.add.at(wins, which, played.values)
            np.add.at(games, which, 1)
            if self.budget.share(clock.perf_counter() - began, nodes) >= 1:
                break
        mean = np.where(games > 0, wins / np.maximum(games, 1), 0)
        return attempts[int(np.argmax(mean))]

    @staticmethod
    def _crowd(standpoint: Standpoint, worlds: Ints) -> Crowd:
        """Return games in which everybody sees all diagrams."""
        crowd = standpoint.crowd(standpoint.position, worlds)
        crowd.knows = np.eye(crowd.lookups.kinds, dtype=np.float32)[crowd.deal]
        return crowd
