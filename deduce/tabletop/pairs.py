"""How far to trust a win rate when games come in pairs that share their deals.

The two games of a pair are not independent: the unit is the pair. With the scores s of the pairs (the sum
over its m games, m = 2 except where a game is missing), the win rate is

    r = sum(s) / sum(m)

and its 95 % interval r ± 1.96 e with the error of a ratio

    e^2 = n / (n - 1) * sum((s - m r)^2) / sum(m)^2,

which for n whole pairs is just the variance of their means over n. Below ten pairs, and where all pairs have
the same score per game, that error means nothing; there Wilson's interval stands instead,

    (r + z^2 / 2n ± z sqrt(r (1 - r) / n + z^2 / 4n^2)) / (1 + z^2 / n),   z = 1.96,

with the number n of pairs rather than of games, which errs on the wide side. A difference in Elo is
400 log10(r / (1 - r)), for the rate and for both ends of its interval; at 0 and 1 it is infinite.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ENOUGH_PAIRS", "elo", "elo_text", "interval", "wilson"]

CONFIDENCE = 0.95
ENOUGH_PAIRS = 10
"""From so many pairs on, the spread between them says how far off the rate may be."""
BEYOND = 800
"""Larger differences in Elo are only said to be larger."""
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def interval(pairs: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Return the rate and the ends of its 95 % interval.

    Examples:
        >>> interval([(1, 0)] * 2 + [(1, 1)] * 2)[0]
        0.75

    Args:
        pairs: The scores of the games of each pair; at least one pair with a game.
    """
    count, games = len(pairs), sum(map(len, pairs))
    rate = math.fsum(map(sum, pairs)) / games
    if count < ENOUGH_PAIRS or len({sum(pair) / len(pair) for pair in pairs}) == 1:
        return rate, *wilson(rate, count)
    spread = math.fsum((sum(pair) - len(pair) * rate) ** 2 for pair in pairs)
    error = math.sqrt(count / (count - 1) * spread) / games
    return rate, max(0.0, rate - _Z * error), min(1.0, rate + _Z * error)


def wilson(rate: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a rate.

    Examples:
        >>> [round(end, 3) for end in wilson(1.0, 10)]
        [0.722, 1.0]

    Args:
        rate: The rate.
        count: How many results it comes from.
    """
    square = _Z * _Z / count
    middle, scale = rate + square / 2, 1 + square
    half = _Z * math.sqrt(rate * (1 - rate) / count + square / (4 * count))
    # The rate itself is always inside, also after rounding at 0 and 1.
    return max(0.0, min(rate, (middle - half) / scale)), min(1.0, max(rate, (middle + half) / scale))


def elo(rate: float) -> float:
    """Return the difference in Elo that a win rate stands for; infinite at 0 and 1.

    Examples:
        >>> round(elo(0.75))
        191
    """
    if rate <= 0:
        return -math.inf
    return math.inf if rate >= 1 else 400 * math.log10(rate / (1 - rate))


def elo_text(difference: float) -> str:
    """Return a difference in Elo in words.

    Examples:
        >>> elo_text(elo(0.75)), elo_text(elo(1))
        ('+191', '> 800')
    """
    if difference > BEYOND:
        return f"> {BEYOND}"
    return f"< -{BEYOND}" if difference < -BEYOND else f"{round(difference):+d}"
