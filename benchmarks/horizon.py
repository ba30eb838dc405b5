"""After how many turns games are best judged: what is won by many short games, and lost by judging early."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from self_play import new_crowd

from deduce.confusion.advice.instinct import instinct
from deduce.confusion.advice.playout import HEAT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion import Rules
    from deduce.confusion.advice.crowd import Crowd
    from deduce.confusion.advice.lookups import Floats

__all__ = ["Horizon", "horizons"]

TURNS = (0, 2, 4, 6, 8, 12, 16, 24)
LONG = 300
PLIES = (6, 12, 20, 30, 42, 60)
"""After how many turns it is looked at positions."""
COST = 2000
"""How many turns in the mind are spent on a position in the comparison at equal cost."""


class Horizon(NamedTuple):
    """What comes of judging after so many turns.

    Attributes:
        turns: How many turns games are played on.
        off: How far the mean of many such games lies from that of games that are played to the end (root of
            the mean of squares over positions).
        spread: How far single games lie apart in a position.
        nodes: How many turns a game costs, with the judgement.
        at_cost: How far off a position is after so many games as COST pays for.
    """

    turns: int
    off: float
    spread: float
    nodes: float
    at_cost: float


def _many(crowd: Crowd, game: int, copies: int) -> Crowd:
    """Return one game many times."""
    many = crowd.copy()
    for name in ("where", "deal", "knows", "laid", "side_at", "letter_at", "neutral"):
        setattr(many, name, np.repeat(getattr(crowd, name)[game : game + 1], copies, axis=0))
    many.ids, many.winner = np.arange(copies, dtype=np.int32), np.full(copies, -1, np.int8)
    return many


def horizons(
    rules: Rules, weighing: Floats, judging: Floats, *, positions: int, copies: int, seed: int
) -> Iterator[Horizon]:
    """Yield what comes of judging after more and more turns, over the same positions.

    Args:
        rules: The rules.
        weighing: The weights of the instinct.
        judging: Those of the judgement.
        positions: How many positions there are.
        copies: How often each is played on.
        seed: The same seed plays the same games.
    """
    places = list(_positions(rules, weighing, positions, seed))
    results = {turns: _played(places, turns, weighing, judging, copies, seed) for turns in (*TURNS, LONG)}
    values, _ = results[LONG]
    ends, ends_doubt = values.mean(axis=1), values.var(axis=1) / copies
    for turns in TURNS:
        values, nodes = results[turns]
        means, variances = values.mean(axis=1), values.var(axis=1)
        # What chance alone explains is taken off.
        off = float(((means - ends) ** 2 - variances / copies - ends_doubt).mean())
        spread = float(variances.mean())
        at_cost = max(off, 0.0) + spread * nodes / COST
        yield Horizon(turns, max(off, 0.0) ** 0.5, spread**0.5, nodes, at_cost**0.5)


def _positions(rules: Rules, weighing: Floats, positions: int, seed: int) -> Iterator[tuple[Crowd, int]]:
    draw = np.random.default_rng(seed)
    each = -(-positions // len(PLIES))
    for plies in PLIES:
        crowd = new_crowd(rules, 2 * each, draw)
        for _ in range(plies):
            chosen = instinct(crowd, weighing, heat=0.3, draw=draw)
            crowd.act(chosen, crowd.answers(chosen, draw))
        for game in range(min(each, len(crowd))):
            yield crowd, game


def _played(
    places: list[tuple[Crowd, int]], turns: int, weighing: Floats, judging: Floats, copies: int, seed: int
) -> tuple[Floats, float]:
    """Return a value for each position and copy, from the side to move, and the mean cost of a game."""
    found, nodes = np.zeros((len(places), copies), np.float32), 0
    draw = np.random.default_rng([seed, turns])
    for place, (crowd, game) in enumerate(places):
        many = _many(crowd, game, copies)
        played = many.play_on(turns, weighing, judging, heat=HEAT, draw=draw, spared=None, diary=None)
        if played is None:
            message = "the compiled engine is needed"
            raise SystemExit(message)
        values = np.where(many.winner == -1, 0.5, many.winner == crowd.turn).astype(np.float32)
        values[played.ids] = played.chances if played.mover == crowd.turn else 1 - played.chances
        found[place], nodes = values, nodes + played.nodes
    return found, nodes / found.size
