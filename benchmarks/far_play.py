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
from self_play import EVERY, LIMIT, WILD, Looks, Result, new_crowd

from deduce.confusion.advice import foresight
from deduce.confusion.advice.crowd import NOBODY
from deduce.confusion.advice.foresight import expected, likeliest
from deduce.confusion.advice.instinct import best_of_each, instinct, judgement

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from deduce.confusion import Rules
    from deduce.confusion.advice.crowd import Choices, Crowd
    from deduce.confusion.advice.lookups import Floats

    Mind = tuple[Floats, Floats]
    """The weights of an instinct, and of a judgement."""

__all__ = ["duel_ahead", "watch_ahead"]

LOOKED_AT = 12
"""So many attempts are looked at: those that look best to the instinct."""
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


def watch_ahead(rules: Rules, mind: Mind, *, games: int, seed: int) -> Looks:
    """Let sides that look ahead play against themselves, half of the games after some wild turns.

    Args:
        rules: The rules.
        mind: The weights of their instinct, and of their judgement.
        games: How many games are played.
        seed: The same seed plays the same games.
    """
    draw = np.random.default_rng(seed)
    crowd = new_crowd(rules, games, draw)
    crowd.values = "both"
    wild = np.where(draw.random(games) < 0.5, 0, draw.integers(1, 60, size=games))
    warm = draw.uniform(0.002, 0.03, size=games).astype(np.float32)
    looks: list[tuple[Floats, npt.NDArray[np.int32], int, int]] = []
    with _thinking({"both": mind}):
        for turn in range(LIMIT):
            if not len(crowd):
                break
            is_wild = wild[crowd.ids] > turn
            if turn % EVERY == 0:
                looks.append((judgement(crowd)[~is_wild], crowd.ids[~is_wild], crowd.turn, turn))
            chosen = _chosen(crowd, warm, draw)
            if is_wild.any():
                anything = instinct(crowd, mind[0], heat=float(WILD), draw=draw)
                tame = chosen.take(~is_wild[chosen.game])
                chosen = _joined(anything.take(is_wild[anything.game]), tame)
            crowd.act(chosen, crowd.answers(chosen, draw))
    features, game, sides, turns = zip(*looks, strict=True)
    side = np.repeat(sides, [len(each) for each in game])
    numbers = np.concatenate(game)
    won = np.where(crowd.winner[numbers] == NOBODY, 0.5, crowd.winner[numbers] == side)
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
