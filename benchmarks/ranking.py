"""What a look ahead would rank first, told by the points that the instinct sees: weights for a glance.

The instinct was tuned by games, and leaves out most of what a look ahead would choose if it looked at
everything. Much of that is where the judgement errs, so a player that looks at what it ranks first plays no
better; but games of such a player are what the judgement learns from where it errs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.instinct import PHASES

if TYPE_CHECKING:
    import numpy.typing as npt
    from far_play import Options

    from deduce.confusion.advice.lookups import Floats

__all__ = ["lost_by", "ranking_of"]

EQUAL = 0.02
"""By how much worse, as a chance to win, an attempt is wanted e times less often."""
STEPS, RATE = 600, 0.05


def ranking_of(options: Options, begun: Floats) -> Floats:
    """Return weights by which what is worth most comes first, as far as points tell it.

    Args:
        options: All that could be attempted in some positions.
        begun: The weights to begin with: a row for each phase.
    """
    order = np.argsort(options.position, kind="stable")
    points, worth, phase = options.points[order], options.worth[order].astype(float), options.phase[order]
    starts = np.flatnonzero(np.diff(options.position[order], prepend=-1))
    which = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(order)))
    wanted = _shares(worth / EQUAL, starts, which)
    wide = points.std(axis=0) + 1e-3
    points = points / wide
    weights = begun * wide
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        error = _shares(np.einsum("kp,kp->k", points, weights[phase]), starts, which) - wanted
        slope = np.stack([(error * (phase == each)) @ points for each in range(len(PHASES))]) / len(starts)
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope**2 - square)
        rate = RATE * (1 - step / STEPS)
        weights = weights - rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    return np.ascontiguousarray(weights / wide, np.float32)


def _shares(
    scores: npt.NDArray[np.float64], starts: npt.NDArray[np.int64], which: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Return for each attempt which part of its position it gets, by scores as logarithms."""
    parts = np.exp(scores - np.maximum.reduceat(scores, starts)[which])
    return np.asarray(parts / np.add.reduceat(parts, starts)[which])


def lost_by(options: Options, weights: Floats, most: int) -> float:
    """Return what is lost, as a chance to win, by looking only at what some weights rank first.

    Args:
        options: All that could be attempted in some positions.
        weights: The weights.
        most: How many attempts are looked at in each.
    """
    scores = np.einsum("kp,kp->k", options.points, weights[options.phase])
    order = np.lexsort((-scores, options.position))
    worth, position = options.worth[order], options.position[order]
    starts = np.flatnonzero(np.diff(position, prepend=-1))
    sizes = np.diff(starts, append=len(order))
    place = np.arange(len(order)) - np.repeat(starts, sizes)
    best = np.maximum.reduceat(worth, starts)
    found = np.maximum.reduceat(np.where(place < most, worth, -np.inf), starts)
    return float((best - found).mean())
