"""The same as `deduce.proof.confinement`, in numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from deduce.proof.confinement import FORBIDDEN, Price

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from deduce.proof.confinement import Covers

    Integers: TypeAlias = NDArray[np.int64]
    Best: TypeAlias = list[list[tuple[int, int]]]

__all__ = ["cheapest_sets_numpy"]

LOW_BITS = 13
"""Sets of values are handled in blocks of 2^13, one for each choice of the further values."""


def cheapest_sets_numpy(covers: Sequence[Covers], width: int) -> tuple[Best, Best]:
    """Return the cheapest sets to strike and to settle each pair; see `cheapest_sets`."""
    size = len(covers)
    low = min(width, LOW_BITS)
    struck = (np.full((size, width), FORBIDDEN), np.zeros((size, width), dtype=np.int64))
    certain = (np.full((size, width), FORBIDDEN), np.zeros((size, width), dtype=np.int64))
    masks = [np.fromiter(cover, dtype=np.int64, count=len(cover)) for cover in covers]
    costs = [
        np.fromiter((cost for cost, _ in cover.values()), dtype=np.int64, count=len(cover))
        for cover in covers
    ]
    for high in range(1 << (width - low)):
        block = _confining(masks, costs, high, low)
        sets = np.arange(1 << low)
        counts = _popcount(low) + high.bit_count()
        useful = (block < FORBIDDEN).sum(axis=0) >= counts
        chosen, kept, needed = sets[useful], block[:, useful], counts[useful]
        without = _cheapest_others(kept, needed)
        values = chosen | high << low
        for value in range(width):
            inside = np.nonzero(values >> value & 1)[0]
            _lower(struck, value, without[:, inside], values[inside])
            outside = np.nonzero((values >> value & 1) == 0)[0]
            if value < low:
                own = block[:, chosen[outside] | 1 << value]
            else:
                larger = _confining(masks, costs, high | 1 << (value - low), low)
                own = larger[:, chosen[outside]]
            _lower(certain, value, without[:, outside] + own, values[outside])
    return _pairs(*struck), _pairs(*certain)


def _popcount(bits: int) -> Integers:
    counts = np.zeros(1, dtype=np.int64)
    for _ in range(bits):
        counts = np.concatenate([counts, counts + 1])
    return counts


def _confining(masks: list[Integers], costs: list[Integers], high: int, low: int) -> Integers:
    """Return, for each unknown and set of low values (with the high ones given), the cost to confine it."""
    block = np.full((len(masks), 1 << low), FORBIDDEN, dtype=np.int64)
    for row, mask, cost in zip(block, masks, costs, strict=True):
        fits = (mask >> low & ~high) == 0
        np.minimum.at(row, mask[fits] & ((1 << low) - 1), cost[fits])
    for bit in (1 << place for place in range(low)):
        halves = block.reshape(len(masks), -1, 2, bit)
        np.minimum(halves[:, :, 1], halves[:, :, 0], out=halves[:, :, 1])
    return block


def _cheapest_others(costs: Integers, counts: Integers) -> Integers:
    """Return, for each unknown and set, the cost of confining the cheapest so many others to the set."""
    size, columns = costs.shape
    ordered = np.sort(costs, axis=0)
    sums = np.vstack([np.zeros((1, columns), dtype=np.int64), ordered.cumsum(axis=0)])
    everywhere = np.arange(columns)
    # With the unknown itself among the cheapest, one more is needed in its place.
    limit = ordered[np.clip(counts - 1, 0, size - 1), everywhere]
    among = (costs <= limit) & (counts > 0)
    one_more = sums[np.minimum(counts + 1, size), everywhere] - costs
    one_more[:, counts + 1 > size] = FORBIDDEN
    total = np.where(among, one_more, sums[np.minimum(counts, size), everywhere])
    total[:, counts > size] = FORBIDDEN
    # A sum that took in a forbidden cost is far above every real one, even with a real cost taken off again.
    total[total >= FORBIDDEN // 2] = FORBIDDEN
    total += counts * Price.UNKNOWN
    return total


def _lower(best: tuple[Integers, Integers], value: int, prices: Integers, values: Integers) -> None:
    """Note the cheapest set for a value where it is cheaper than what was known."""
    if not prices.shape[1]:
        return
    where = prices.argmin(axis=1)
    found = prices[np.arange(len(prices)), where]
    cheaper = found < best[0][:, value]
    best[0][cheaper, value] = found[cheaper]
    best[1][cheaper, value] = values[where[cheaper]]


def _pairs(costs: Integers, sets: Integers) -> Best:
    return [
        list(zip(row, chosen, strict=True)) for row, chosen in zip(costs.tolist(), sets.tolist(), strict=True)
    ]
