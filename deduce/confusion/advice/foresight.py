"""Looking ahead: what an attempt brings, what the opponent makes of it, and how that stands.

After each answer the opponent is taken to choose among the replies that look best to their instinct: the
more they expect of one by what they know of their pieces, the likelier it is. What they get is what their
diagrams truly allow, which the player sees. What is there then is judged by what the player can know, or two
plies further by the best of the player's next attempts. No lots are drawn for it. The opponent sees the
player's diagrams, so what they reply is looked at in deals that were drawn before; how it stands after that
does not hang on those. So it is a better guess than a few games played on, and a worse one than many.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.crowd import HALF, NOBODY, YIELDS, Choices
from deduce.confusion.advice.instinct import judged, look, weights

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.crowd import Crowd
    from deduce.confusion.advice.lookups import Floats

__all__ = ["CALM", "NEXT", "REPLIES", "believed", "expected", "foreseen", "likeliest", "standing"]

REPLIES = 3
"""So many replies are looked at: those that look best to the opponent;"""
NEXT = 4
"""and so many of the player's next attempts."""
CALM = 0.03
"""How far the opponent is from always doing what seems best to them, as a chance to win."""


def foreseen(crowd: Crowd, attempts: Choices, *, plies: int = 2) -> Floats:
    """Return for each attempt the chance that its side wins after a no, and after a yes.

    Args:
        crowd: Games, which stay as they are.
        attempts: Attempts in them, any number in each.
        plies: How far is looked ahead, the attempt included: an even number.
    """
    side, count = crowd.turn, len(attempts)
    twice = attempts.take(np.tile(np.arange(count, dtype=np.int32), 2))
    then = crowd.taken(twice.game)
    numbers = np.arange(2 * count, dtype=np.int32)
    then.act(replace(twice, game=numbers), numbers >= count)
    values = _over(then, side)
    if len(then):
        values[then.ids] = _after_reply(then, side, plies)
    return np.ascontiguousarray(values.reshape(2, count).T)


def expected(crowd: Crowd, attempts: Choices, *, plies: int = 2) -> Floats:
    """Return the chance that the side of each attempt wins, by what its owner takes a yes to be.

    Args:
        crowd: Games, which stay as they are.
        attempts: Attempts in them, any number in each.
        plies: How far is looked ahead.
    """
    chances, values = believed(crowd, attempts), foreseen(crowd, attempts, plies=plies)
    worth = (1 - chances) * values[:, 0] + chances * values[:, 1]
    found: Floats = worth.astype(np.float32)
    return found


def believed(crowd: Crowd, attempts: Choices) -> Floats:
    """Return how likely owners take a yes to be; what hurts is refused to a double agent (CF-DA-1)."""
    agent = crowd.lookups.agent
    if agent < 0:
        return attempts.chance
    suspected = crowd.knows[attempts.game, crowd.turn, attempts.letter, agent]
    refused = np.where(crowd.hurts(attempts), HALF * suspected, 0)
    return np.maximum(attempts.chance - refused, 0).astype(np.float32)


def likeliest(crowd: Crowd, most: int) -> Choices:
    """Return the attempts in each game that look best to the instinct, the best first.

    Args:
        crowd: The games.
        most: How many in each game.
    """
    weighing = weights(crowd.lookups, crowd.values)[0]
    found = crowd.likeliest(weighing, most)
    if found is not None:
        return found
    choices, points, phase = look(crowd)
    scores = np.einsum("sp,pk->sk", weighing, points)[phase, np.arange(len(choices))]
    order = np.lexsort((-scores, choices.game)).astype(np.int32)
    first = np.searchsorted(choices.game[order], choices.game[order])
    return choices.take(order[np.arange(len(order)) - first < most])


def _after_reply(crowd: Crowd, side: int, plies: int) -> Floats:
    """Return a side's chance to win in games after what the opponent is likely to reply."""
    size, replies = len(crowd), likeliest(crowd, REPLIES)
    game = replies.game
    passing, later = crowd.taken(np.arange(size, dtype=np.int32)), crowd.taken(game)
    passing.act(replies.take(np.zeros(0, np.int32)), np.zeros(0, np.bool_))
    later.act(replace(replies, game=np.arange(len(game), dtype=np.int32)), np.ones(len(game), np.bool_))
    quiet, worth = _worth(passing, side, plies), _worth(later, side, plies)
    truly = _truly(crowd, replies)
    # The opponent goes by what they know; a no leaves all as it is.
    gain = believed(crowd, replies) * (quiet[game] - worth)
    best = np.full(size, -np.inf)
    np.maximum.at(best, game, gain)
    share = np.exp((gain - best[game]) / CALM)
    total = np.bincount(game, share, size)
    mine = np.bincount(game, share * (truly * worth + (1 - truly) * quiet[game]), size)
    found: Floats = np.where(total > 0, mine / np.maximum(total, 1e-9), quiet).astype(np.float32)
    return found


def _truly(crowd: Crowd, replies: Choices) -> Floats:
    """Return how likely a yes to each reply is; what is said to their double agent is up to the player."""
    kinds = crowd.deal[replies.game, crowd.turn, replies.letter]
    truly: Floats = crowd.lookups.allows[kinds, replies.step]
    if crowd.lookups.agent < 0:
        return truly
    hurts: npt.NDArray[np.bool_] = crowd.hurts(replies)
    return np.where(truly == HALF, np.where(hurts, YIELDS, HALF), truly).astype(np.float32)


def _worth(crowd: Crowd, side: int, plies: int) -> Floats:
    """Return a side's chance to win in games after so many plies less two, in which it is to move."""
    found = _over(crowd, side)
    if len(crowd):
        found[crowd.ids] = standing(crowd) if plies <= 2 else _with_the_best(crowd, plies - 2)
    return found


def standing(crowd: Crowd) -> Floats:
    """Return the chance of the side to move to win each game, by how it stands."""
    judging = weights(crowd.lookups, crowd.values)[1]
    found = crowd.judged(judging)
    return judged(crowd, judging) if found is None else found


def _with_the_best(crowd: Crowd, plies: int) -> Floats:
    """Return what games are worth to the side to move with the best of its attempts."""
    attempts = likeliest(crowd, NEXT)
    best = np.full(len(crowd), -np.inf, np.float32)
    np.maximum.at(best, attempts.game, expected(crowd, attempts, plies=plies))
    left = np.isneginf(best)
    if left.any():
        best[left] = standing(crowd)[left]
    return best


def _over(crowd: Crowd, side: int) -> Floats:
    """Return what a side has of games that are over: 1, 1/2 at the limit of turns, or 0."""
    found: Floats = (crowd.winner == side).astype(np.float32)
    found[crowd.winner == NOBODY] = HALF
    return found
