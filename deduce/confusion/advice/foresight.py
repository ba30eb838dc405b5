"""Looking ahead: what an attempt brings, what the opponent makes of it, and how that stands.

After each answer the opponent is taken to choose among the replies that look best to their instinct: the
more they expect of one by what they know of their pieces, the likelier it is. What they get is what their
diagrams truly allow, which the player sees. What is there then is judged by what the player can know, or two
plies further by the best of the player's next attempts. No chance is in it beside the weights; that makes it
a better guess than a few games played on, and a worse one than many.
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
    from deduce.confusion.advice.lookups import Floats, Ints

__all__ = ["CALM", "NEXT", "REPLIES", "deepened", "foreseen"]

REPLIES = 3
"""So many replies are looked at: those that look best to the opponent;"""
NEXT = 4
"""and so many of the player's next attempts."""
CALM = 0.03
"""How far the opponent is from always doing what seems best to them, as a chance to win."""


def foreseen(crowd: Crowd, attempts: Choices, *, most: int = REPLIES, calm: float = CALM) -> Floats:
    """Return for each attempt the chance that its side wins after a no, and after a yes, two plies ahead.

    Args:
        crowd: The game as it stands, the first of the crowd.
        attempts: The attempts, all in that game.
        most: How many replies are looked at.
        calm: How far the opponent is from always doing what seems best to them.
    """
    weighing, judging = weights(crowd.lookups, crowd.values)
    found = crowd.foreseen(attempts, weighing, judging, replies=most, next_ones=0, calm=calm)
    if found is not None:
        return found
    side, count = crowd.turn, len(attempts)
    then = _alike(crowd, np.zeros(2 * count, np.int32))
    twice = attempts.take(np.tile(np.arange(count, dtype=np.int32), 2))
    twice = replace(twice, game=np.arange(2 * count, dtype=np.int32))
    then.act(twice, twice.game >= count)
    values = _over(then, side)
    if len(then):
        values[then.ids] = _after_reply(then, side, weighing, most, calm)
    return np.ascontiguousarray(values.reshape(2, count).T)


def deepened(
    crowd: Crowd, attempts: Choices, *, most: int = REPLIES, next_ones: int = NEXT, calm: float = CALM
) -> Floats | None:
    """Return the same four plies ahead: with the side's next attempt, and the reply to that.

    None if the engine does not look so far.

    Args:
        crowd: The game as it stands, the first of the crowd.
        attempts: The attempts, all in that game.
        most: How many replies are looked at.
        next_ones: How many next attempts are looked at: those that look best to the player.
        calm: How far the opponent is from always doing what seems best to them.
    """
    weighing, judging = weights(crowd.lookups, crowd.values)
    return crowd.foreseen(attempts, weighing, judging, replies=most, next_ones=next_ones, calm=calm)


def _alike(crowd: Crowd, which: Ints) -> Crowd:
    """Return games that stand as some of a crowd do, numbered anew."""
    other = crowd.copy()
    other.keep(which)
    other.ids = np.arange(len(which), dtype=np.int32)
    other.winner = np.full(len(which), NOBODY, np.int8)
    return other


def _after_reply(crowd: Crowd, side: int, weighing: Floats, most: int, calm: float) -> Floats:
    """Return a side's chance to win in games after what the opponent is likely to reply."""
    size = len(crowd)
    choices, points, phase = look(crowd)
    scores = np.einsum("sp,pk->sk", weighing, points)[phase, np.arange(len(choices))]
    replies = choices.take(_best_of_each(choices.game, scores, most))
    passing = _alike(crowd, np.arange(size, dtype=np.int32))
    passing.act(replies.take(np.zeros(0, np.int32)), np.zeros(0, np.bool_))
    quiet = _worth(passing, side)
    if not len(replies):
        return quiet
    game = replies.game
    later = _alike(crowd, game)
    believed, truly = _chances(crowd, replies)
    replies = replace(replies, game=np.arange(len(game), dtype=np.int32))
    later.act(replies, np.ones(len(game), np.bool_))
    worth = _worth(later, side)
    # The opponent goes by what they know; a no leaves all as it is.
    gain = believed * (quiet[game] - worth)
    best = np.full(size, -np.inf)
    np.maximum.at(best, game, gain)
    share = np.exp((gain - best[game]) / calm)
    total = np.bincount(game, share, size)
    mine = np.bincount(game, share * (truly * worth + (1 - truly) * quiet[game]), size)
    found: Floats = np.where(total > 0, mine / np.maximum(total, 1e-9), quiet).astype(np.float32)
    return found


def _best_of_each(game: Ints, scores: Floats, most: int) -> Ints:
    """Return the places of those with the greatest scores in each game, so many at most."""
    order = np.lexsort((-scores, game)).astype(np.int32)
    first = np.searchsorted(game[order], game[order])
    found: Ints = order[np.arange(len(order)) - first < most]
    return found


def _chances(crowd: Crowd, replies: Choices) -> tuple[Floats, Floats]:
    """Return how likely owners take a yes to be, and how likely it is."""
    kinds = crowd.deal[replies.game, crowd.turn, replies.letter]
    truly: Floats = crowd.lookups.allows[kinds, replies.step]
    believed, agent = replies.chance, crowd.lookups.agent
    if agent >= 0:
        hurts: npt.NDArray[np.bool_] = crowd.hurts(replies)
        truly = np.where(truly == HALF, np.where(hurts, YIELDS, HALF), truly).astype(np.float32)
        # What hurts is refused to a double agent, and its owner knows that (CF-DA-1).
        suspected = crowd.knows[replies.game, crowd.turn, replies.letter, agent]
        believed = np.where(hurts, np.maximum(believed - HALF * suspected, 0), believed).astype(np.float32)
    return believed, truly


def _worth(crowd: Crowd, side: int) -> Floats:
    """Return a side's chance to win in games in which it is to move."""
    found = _over(crowd, side)
    if len(crowd):
        judging = weights(crowd.lookups, crowd.values)[1]
        chances = crowd.judged(judging)
        found[crowd.ids] = judged(crowd, judging) if chances is None else chances
    return found


def _over(crowd: Crowd, side: int) -> Floats:
    """Return what a side has of games that are over: 1, 1/2 at the limit of turns, or 0."""
    found: Floats = (crowd.winner == side).astype(np.float32)
    found[crowd.winner == NOBODY] = HALF
    return found
