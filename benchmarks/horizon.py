"""After how many turns games are best judged: what is won by many short games, and lost by judging early."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from intervals import RULESETS, position

from deduce.confusion.advice.instinct import look, weights
from deduce.confusion.advice.playout import HEAT
from deduce.confusion.advice.standpoint import Standpoint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.advice.crowd import Choices, Crowd
    from deduce.confusion.advice.lookups import Floats

__all__ = ["COST", "TURNS", "Horizon", "Place", "horizons", "places_of"]

TURNS = (0, 2, 4, 6, 8, 12, 16, 24)
LONG = 300
OPTIONS = 4
"""How many attempts are compared in a position: those that look best at a glance."""
COST = 4000
"""How many turns in the mind are spent on a position where it is chosen."""


class Horizon(NamedTuple):
    """What comes of judging after so many turns; the truth is what comes of games that are played to the end.

    Attributes:
        turns: How many turns games are played on.
        off: How far the values of attempts are off, by many games (root of the mean of squares).
        apart: Likewise, how far what lies between attempts of a position is off.
        spread: How far single games lie apart.
        nodes: How many turns a game costs, with the judgement.
        lost: What is lost by choosing the attempt that is best in so many games as COST pays for.
    """

    turns: int
    off: float
    apart: float
    spread: float
    nodes: float
    lost: float


class Place(NamedTuple):
    """A position, with what is tried there: for each attempt many games in which it was answered."""

    side: int
    crowds: list[Crowd]


def places_of(ruleset: str, positions: int, copies: int) -> Iterator[Place]:
    """Yield positions from games of the instinct against itself.

    Args:
        ruleset: The rules.
        positions: How many positions.
        copies: How many games there are of each attempt.
    """
    number, found = RULESETS.index(ruleset), 0
    while found < positions:
        view = position(number)
        number += len(RULESETS)
        if view is None:
            continue
        standpoint = Standpoint(view, seed=number, size=copies)
        place = standpoint.position
        crowd = standpoint.crowd(place, np.arange(copies, dtype=np.int32))
        draw, crowds = np.random.default_rng(number), []
        for chosen in _attempts(crowd):
            tried = crowd.copy()
            tried.act(chosen, tried.answers(chosen, draw))
            crowds.append(tried)
        if len(crowds) == OPTIONS:
            found += 1
            yield Place(standpoint.side, crowds)


def _attempts(crowd: Crowd) -> Iterator[Choices]:
    """Yield the attempts that look best, each in all games."""
    choices, points, phase = look(crowd)
    scores = np.einsum("sp,pk->sk", weights(crowd.lookups)[0], points)[phase, np.arange(len(choices))]
    first = np.flatnonzero(choices.game == 0)
    for best in first[np.argsort(-scores[first])][:OPTIONS]:
        same = (choices.letter == choices.letter[best]) & (choices.step == choices.step[best])
        yield choices.take(same & (choices.kind == choices.kind[best]))


def horizons(places: list[Place], weighing: Floats, judging: Floats, seed: int) -> Iterator[Horizon]:
    """Yield what comes of judging after more and more turns.

    Args:
        places: The positions.
        weighing: The weights of the instinct.
        judging: Those of the judgement.
        seed: The same seed plays the same games.
    """
    results = {turns: _played(places, turns, weighing, judging, seed) for turns in (*TURNS, LONG)}
    ends, _ = results[LONG]
    copies = ends.shape[2]
    truth, doubt = ends.mean(axis=2), ends.var(axis=2) / copies
    for turns in TURNS:
        values, nodes = results[turns]
        means = values.mean(axis=2)
        # What chance alone explains is taken off.
        chance = float((values.var(axis=2) / copies + doubt).mean())
        misses = means - truth
        off = float((misses**2).mean()) - chance
        apart = float(misses.var(axis=1, ddof=1).mean()) - chance
        games = max(1, min(copies, int(COST / OPTIONS / nodes)))
        batches = values[:, :, : copies // games * games].reshape(*means.shape, -1, games).mean(axis=3)
        taken = batches.argmax(axis=1)
        lost = truth.max(axis=1)[:, None] - np.take_along_axis(truth, taken, axis=1)
        spread = float(values.var(axis=2).mean()) ** 0.5
        yield Horizon(turns, max(off, 0) ** 0.5, max(apart, 0) ** 0.5, spread, nodes, float(lost.mean()))


def _played(
    places: list[Place], turns: int, weighing: Floats, judging: Floats, seed: int
) -> tuple[Floats, float]:
    """Return a value for each position, attempt and game, and the mean cost of a game."""
    copies = len(places[0].crowds[0].winner)
    found, nodes = np.zeros((len(places), OPTIONS, copies), np.float32), 0
    draw = np.random.default_rng([seed, turns])
    for number, place in enumerate(places):
        for option, crowd in enumerate(place.crowds):
            many = crowd.copy()
            played = many.play_on(turns, weighing, judging, heat=HEAT, draw=draw, spared=None, diary=None)
            if played is None:
                message = "the compiled engine is needed"
                raise SystemExit(message)
            values = np.where(many.winner == -1, 0.5, many.winner == place.side).astype(np.float32)
            values[played.ids] = played.chances if played.mover == place.side else 1 - played.chances
            found[number, option], nodes = values, nodes + played.nodes
    return found, nodes / found.size
