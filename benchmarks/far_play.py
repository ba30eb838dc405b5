"""Whole games of two sides that look two plies ahead, many side by side: how it stood, and who won.

Of what looks best to the instinct each side does what is worth most after the reply, as
`deduce.confusion.advice.foresight` has it. A turn takes far less than the advice does, so that thousands of
games can be learned from.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING
from unittest import mock

import numpy as np
from self_play import EVERY, LIMIT, WILD, Looks, Result, features_of, new_crowd

from deduce.confusion.advice import foresight
from deduce.confusion.advice.crowd import NOBODY
from deduce.confusion.advice.foresight import expected, likeliest
from deduce.confusion.advice.instinct import best_of_each, instinct

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from deduce.confusion import Rules
    from deduce.confusion.advice.crowd import Choices, Crowd
    from deduce.confusion.advice.lookups import Floats

    Mind = tuple[Floats, Floats]
    """The weights of an instinct, and of a judgement."""
    Side = tuple[Floats, Floats | None]
    """The same of a side that plays; without a judgement it goes by its instinct."""

__all__ = ["duel_ahead", "watch_ahead"]

LOOKED_AT = 12
"""So many attempts are looked at: those that look best to the instinct."""
HEAT = 0.1
"""How much chance mixes into what a side does by its instinct."""
COOL = 0.002
"""How much chance mixes into the choices of a duel, as a chance to win."""


@contextmanager
def _thinking(minds: dict[str, Mind]) -> Iterator[None]:
    """Let crowds look ahead with weights that the package does not have, by names of their own."""
    with mock.patch.object(foresight, "weights", lambda _, values: minds[values]):
        yield


def _chosen(crowd: Crowd, warm: Floats, draw: np.random.Generator) -> Choices:
    """Return what is worth most in each game two plies ahead, with a little chance."""
    attempts = likeliest(crowd, LOOKED_AT)
    luck = draw.gumbel(size=len(attempts)) * warm[crowd.ids[attempts.game]]
    return attempts.take(best_of_each(attempts.game, expected(crowd, attempts) + luck))


def watch_ahead(rules: Rules, sides: tuple[Side, Side], *, games: int, seed: int) -> Looks:
    """Let sides that look ahead play, half of the games after some wild turns.

    Args:
        rules: The rules.
        sides: The weights of both sides' instincts, and of their judgements.
        games: How many games are played.
        seed: The same seed plays the same games.
    """
    draw = np.random.default_rng(seed)
    crowd = new_crowd(rules, games, draw)
    wild = np.where(draw.random(games) < 0.5, 0, draw.integers(1, 60, size=games))
    warm = draw.uniform(0.002, 0.03, size=games).astype(np.float32)
    looks: list[tuple[Floats, npt.NDArray[np.int32], int, int]] = []
    minds = {
        str(side): (points, judging) for side, (points, judging) in enumerate(sides) if judging is not None
    }
    with _thinking(minds):
        for turn in range(LIMIT):
            if not len(crowd):
                break
            is_wild, side = wild[crowd.ids] > turn, crowd.turn
            crowd.values = str(side)
            if turn % EVERY == 0:
                looks.append((features_of(crowd)[~is_wild], crowd.ids[~is_wild], side, turn))
            points, judging = sides[side]
            if judging is None:
                chosen = instinct(crowd, points, heat=HEAT, draw=draw)
            else:
                chosen = _chosen(crowd, warm, draw)
            if is_wild.any():
                anything = instinct(crowd, points, heat=float(WILD), draw=draw)
                tame = chosen.take(~is_wild[chosen.game])
                chosen = _joined(anything.take(is_wild[anything.game]), tame)
            crowd.act(chosen, crowd.answers(chosen, draw))
    features, game, movers, turns = zip(*looks, strict=True)
    side_of = np.repeat(movers, [len(each) for each in game])
    numbers = np.concatenate(game)
    won = np.where(crowd.winner[numbers] == NOBODY, 0.5, crowd.winner[numbers] == side_of)
    after = np.repeat(np.array(turns, np.int32), [len(each) for each in game])
    return Looks(np.concatenate(features), won.astype(np.float32), numbers, after)


def _joined(one: Choices, other: Choices) -> Choices:
    """Return attempts in some games and in others, in order of the games."""
    columns = zip(vars(one).values(), vars(other).values(), strict=True)
    both = type(one)(*(np.concatenate(pair) for pair in columns))
    return both.take(np.argsort(both.game, kind="stable").astype(np.int32))


def duel_ahead(rules: Rules, first: Mind, second: Mind, *, pairs: int, seed: int) -> Result:
    """Let two sides that look ahead play games over the same deals with sides swapped.

    Args:
        rules: The rules.
        first: The weights of the instinct and of the judgement of one of them.
        second: Those of the other.
        pairs: How many pairs of games are played.
        seed: The same seed plays the same games.
    """
    points = np.zeros((2, pairs))
    for swapped in (0, 1):
        draw = np.random.default_rng(seed)
        crowd = new_crowd(rules, pairs, draw)
        warm = np.full(pairs, COOL, np.float32)
        sides = ("second", "first") if swapped else ("first", "second")
        with _thinking({"first": first, "second": second}):
            for _ in range(LIMIT):
                if not len(crowd):
                    break
                crowd.values = sides[crowd.turn]
                chosen = _chosen(crowd, warm, draw)
                crowd.act(chosen, crowd.answers(chosen, draw))
        points[swapped] = np.where(crowd.winner == NOBODY, 0.5, crowd.winner == swapped)
    return Result(float((points == 1).mean()), float((points == 0.5).mean()), points.mean(axis=0))
