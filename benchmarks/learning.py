"""Learning how likely the side to move wins, from how games stood: a small network, trained in numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt
    from self_play import Looks

    from deduce.confusion.advice.lookups import Floats

__all__ = ["RATE", "Bin", "aims", "chances", "learn", "loss", "put_right", "reliability"]

BATCH = 1024
RATE = 2e-3
"""How fast is learned at first, if nothing is known."""
DECAY = 1e-4
"""How much great weights cost."""
BINS = 10
STEPS = 20
"""How often two numbers are bettered by which chances are put right; more change nothing."""
STRIDE = 0.5
"""By how much each of them is bettered at most at one of these steps: far from the end they lead too far."""


class Bin(NamedTuple):
    """Positions that are called about alike.

    Attributes:
        positions: How many there are.
        called: The mean chance that they are called.
        won: The share of them that was won; draws count a half.
        margin: How far off the latter may be (95 %), since the positions of one game belong together.
    """

    positions: int
    called: float
    won: float
    margin: float


def chances(features: Floats, judging: Floats) -> npt.NDArray[np.float64]:
    """Return the chances that a judgement gives positions.

    Args:
        features: What the positions are judged by.
        judging: The weights of the judgement.
    """
    rows = features @ judging[:, :-2].T + judging[:, -2]
    rows[:, 1:] = np.maximum(rows[:, 1:], 0)
    return np.asarray(1 / (1 + np.exp(-(rows @ judging[:, -1]).astype(float))))


def loss(called: npt.NDArray[np.float64], won: Floats) -> float:
    """Return the mean log loss, in bits.

    Args:
        called: The chances that were given.
        won: What came of it.
    """
    sure = np.clip(called, 1e-6, 1 - 1e-6)
    return float(-(won * np.log2(sure) + (1 - won) * np.log2(1 - sure)).mean())


def reliability(called: npt.NDArray[np.float64], looks: Looks) -> list[Bin]:
    """Return what was won of the positions that were called alike.

    Args:
        called: The chances that were given.
        looks: The positions.
    """
    found = []
    for low in np.arange(BINS) / BINS:
        here = (called >= low) & (called < low + 1 / BINS)
        if not here.any():
            continue
        won = float(looks.won[here].mean())
        by_game = np.bincount(looks.game[here], looks.won[here] - won)
        margin = 1.96 * float(np.sqrt((by_game**2).sum())) / int(here.sum())
        found.append(Bin(int(here.sum()), float(called[here].mean()), won, margin))
    return found


def put_right(called: Floats, before: Floats, won: Floats) -> Floats:
    """Return chances put right by how much too sure, or too hopeful, others of the same kind were.

    Args:
        called: The chances.
        before: Chances of which it is known what came of them.
        won: What came of them.
    """
    slope, shift = 1.0, 0.0
    odds = _odds(before)
    for _ in range(STEPS):
        now = 1 / (1 + np.exp(-(slope * odds + shift)))
        error, weight = won - now, now * (1 - now)
        columns = np.stack([odds, np.ones_like(odds)])
        step = np.linalg.solve((columns * weight) @ columns.T, columns @ error)
        slope, shift = np.array([slope, shift]) + np.clip(step, -STRIDE, STRIDE)
    return (1 / (1 + np.exp(-(slope * _odds(called) + shift)))).astype(np.float32)


def _odds(called: Floats) -> npt.NDArray[np.float64]:
    """Return the logarithms of the odds."""
    sure = np.clip(called.astype(float), 1e-3, 1 - 1e-3)
    return np.asarray(np.log(sure / (1 - sure)))


def aims(looks: Looks, ahead: Floats, trust: float) -> Floats:
    """Return what to learn of each position: what came of its game, smoothed by what was foreseen on the way.

    Who wins hangs on luck that a position knows nothing of, and all positions of a game share it. What a look
    ahead finds of this position and of the next ones of the same game has less of it. Between two looks at a
    game lies an odd number of turns, so the next one is from the other side.

    Args:
        looks: The positions.
        ahead: The chances that a look ahead gives them.
        trust: How much what comes later counts at each step; 1 for the end of the game alone.
    """
    order = np.lexsort((looks.turn, looks.game))
    following = np.full(len(order), -1)
    same = looks.game[order[1:]] == looks.game[order[:-1]]
    following[order[:-1][same]] = order[1:][same]
    found = looks.won.astype(np.float32)
    for turn in np.unique(looks.turn)[::-1]:
        here = np.flatnonzero(looks.turn == turn)
        then = following[here]
        later = np.where(then >= 0, 1 - found[then], found[here])
        found[here] = (1 - trust) * ahead[here] + trust * later
    return found


def learn(
    looks: Looks,
    units: int,
    *,
    epochs: int,
    seed: int,
    start: Floats | None = None,
    rate: float = RATE,
) -> Floats:
    """Return the weights of a judgement that fits positions, in the form that the package has them.

    Args:
        looks: The positions.
        units: How many hidden units there are; 0 for a sum alone.
        epochs: How often all positions are gone through.
        seed: The same seed learns the same.
        start: The judgement to go on from, in that form and with as many units; by default one that knows
            nothing.
        rate: How fast is learned at first; slower for going on, since else what was known is lost.

    Raises:
        ValueError: If what is gone on from has another number of units.
    """
    if start is not None and len(start) != units + 1:
        message = f"what is gone on from has {len(start) - 1} units, not {units}"
        raise ValueError(message)
    draw = np.random.default_rng(seed)
    middle, wide = looks.features.mean(axis=0), looks.features.std(axis=0) + 1e-3
    features = (looks.features - middle) / wide
    size = features.shape[1]
    flat = np.zeros(size + 1 + (size + 2) * units, np.float32)
    direct, hidden, bias, counts = _parts(flat, size, units)
    hidden[:] = draw.standard_normal(hidden.shape) * np.sqrt(2 / size)
    counts[:] = draw.standard_normal(units) * 0.1
    if start is not None:
        direct[:size], hidden[:] = start[0, :size] * wide, (start[1:, :size] * wide).T
        direct[size] = start[0, size] + start[0, :size] @ middle
        bias[:], counts[:] = start[1:, size] + start[1:, :size] @ middle, start[1:, -1]
    mean, square, steps = np.zeros_like(flat), np.zeros_like(flat), 0
    total = epochs * (len(features) // BATCH)
    for _ in range(epochs):
        order = draw.permutation(len(features))
        for begin in range(0, len(order) - BATCH + 1, BATCH):
            which = order[begin : begin + BATCH]
            steps += 1
            slope = _slope(features[which], looks.won[which], flat, units) + DECAY * flat
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            slower = rate * (1 + np.cos(np.pi * steps / total)) / 2
            flat -= slower * (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.999**steps)) + 1e-8)
    # The package has features as they are: not moved to the middle, nor scaled.
    found = np.zeros((units + 1, size + 2), np.float32)
    found[0, :size], found[1:, :size] = direct[:size] / wide, (hidden / wide[:, None]).T
    found[0, size] = direct[size] - found[0, :size] @ middle
    found[1:, size] = bias - found[1:, :size] @ middle
    found[0, -1], found[1:, -1] = 1, counts
    return found


def _parts(flat: Floats, size: int, units: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Return what belongs to the sum, and to the units their weights, constants, and what they count."""
    begins = np.cumsum([size + 1, size * units, units])
    direct, hidden, bias, counts = np.split(flat, begins)
    return direct, hidden.reshape(size, units), bias, counts


def _slope(features: Floats, won: Floats, flat: Floats, units: int) -> Floats:
    """Return how the loss changes with each weight."""
    direct, hidden, bias, counts = _parts(flat, features.shape[1], units)
    inner = np.maximum(features @ hidden + bias, 0)
    called = 1 / (1 + np.exp(-(features @ direct[:-1] + direct[-1] + inner @ counts)))
    error = ((called - won) / len(won)).astype(np.float32)
    back = (error[:, None] * counts) * (inner > 0)
    parts = (
        features.T @ error,
        error.sum(keepdims=True),
        features.T @ back,
        back.sum(axis=0),
        inner.T @ error,
    )
    return np.concatenate([part.ravel() for part in parts])
