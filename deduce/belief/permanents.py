"""Counting one-to-one assignments with numpy.

Two methods, both exact:

* Glynn's formula with its gradient: all pairs at once from 2^(n-1) sign vectors, in floats that hold whole
  numbers only. `glynn_pairs` first proves from the sizes that no number can exceed what a float holds
  exactly.
* The subset program: for every stage and every set of bits already used, the number of ways to get there and
  to go on from there, in 64-bit integers, after a proof that they cannot overflow.
"""

from __future__ import annotations

import math
import threading
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from deduce.belief.subsets import Stage

    Floats: TypeAlias = NDArray[np.float64]
    Integers: TypeAlias = NDArray[np.int64]

__all__ = ["backward_tables", "glynn_fits", "glynn_pairs", "layers", "stage_pairs", "unrank"]

LARGEST_GLYNN = 13
EXACT_FLOAT = 2**53
WIDEST_LAYERS = 16
"""Beyond this width the lists of sets take more memory than they save time."""


class _Workspace(threading.local):
    """Working arrays by size, one set a thread: making them anew would cost more than the arithmetic."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Floats, Floats, Floats, Floats]] = {}

    def of(self, size: int) -> tuple[Floats, Floats, Floats, Floats]:
        """Return the sign vectors, the same times their own product, and two arrays to work in."""
        if size not in self._made:
            numbers = np.arange(2 ** (size - 1))
            signs = np.ones((size, len(numbers)))
            for row in range(1, size):
                signs[row] = 1 - 2 * (numbers >> (row - 1) & 1)
            signed = signs * signs.prod(axis=0)
            self._made[size] = (signs, signed, np.empty_like(signs), np.empty_like(signs))
        return self._made[size]


_WORKSPACE = _Workspace()


@cache
def _sum_of_powers(size: int) -> int:
    """Return the sum of |s|^(size-1) over all sign vectors, s being the sum of a vector's signs."""
    sums = ((math.comb(size, minus), abs(size - 2 * minus)) for minus in range(size + 1))
    powers: int = sum(ways * total ** (size - 1) for ways, total in sums)
    return powers // 2


@lru_cache(maxsize=256)
def glynn_fits(heights: tuple[int, ...]) -> bool:
    """Tell whether every number in `glynn_pairs` is sure to be exact in a float.

    By Hölder's inequality and the contraction principle no sum in it exceeds the one of a matrix in which
    every column is filled with its greatest weight.

    Args:
        heights: The greatest weight in each column, at least 1; as many columns as rows.
    """
    size = len(heights)
    return size <= LARGEST_GLYNN and _sum_of_powers(size) * math.prod(sorted(heights)[1:]) < EXACT_FLOAT


def glynn_pairs(masks: Sequence[int], weights: Sequence[Sequence[int] | None]) -> list[list[int]]:
    """Return the weight of all assignments that use each pair, for as many values as unknowns.

    Args:
        masks: For each unknown, the values that it can have.
        weights: For each unknown, the weight of each value, or None where each weighs 1.
    """
    size = len(masks)
    matrix = (np.array(masks)[:, None] >> np.arange(size) & 1).astype(np.float64)
    for number, heavy in enumerate(weights):
        if heavy is not None:
            matrix[number] *= heavy
    signs, signed, sums, without = _WORKSPACE.of(size)
    multiply = np.multiply
    np.matmul(matrix.T, signs, out=sums)
    # without[j] becomes the product of all column sums but column j's.
    without[1] = sums[0]
    for column in range(2, size):
        multiply(without[column - 1], sums[column - 1], out=without[column])
    behind = sums[size - 1]
    for column in range(size - 2, 0, -1):
        without[column] *= behind
        behind *= sums[column]
    without[0] = behind
    minors = signed @ without.T
    # The sums are whole multiples of 2^(size-1), so shifting divides exactly.
    exact = (minors.astype(np.int64) >> (size - 1)) * matrix.astype(np.int64)
    pairs: list[list[int]] = exact.tolist()
    return pairs


def _split(table: Integers, bit: int) -> tuple[Integers, Integers]:
    """Return the parts of a table for the sets without a bit and with it."""
    halves = table.reshape(-1, 2, bit)
    return halves[:, 0, :], halves[:, 1, :]


@lru_cache(maxsize=4)
def layers(width: int) -> list[tuple[Integers, Integers, Integers]]:
    """Return, by number of bits: the sets of so many, their missing bits, and the sets with one added."""
    everything = np.arange(1 << width)
    missing = (everything[:, None] >> np.arange(width) & 1) == 0
    layers = []
    for count in range(width):
        sets = everything[missing.sum(axis=1) == width - count]
        bits = np.nonzero(missing[sets])[1].reshape(len(sets), width - count)
        layers.append((sets, bits, sets[:, None] | 1 << bits))
    return layers


def backward_tables(stages: Sequence[Stage], width: int, *, greatest: bool = False) -> list[Integers]:
    """Return, per stage and set of used bits, the weight of all ways to the end with all bits used.

    Args:
        stages: The options of each stage.
        width: The number of bits.
        greatest: Return the weight of the heaviest way instead.
    """
    if len(stages) == width <= WIDEST_LAYERS:
        return _layered_tables(stages, width, greatest=greatest)
    table = np.zeros(1 << width, dtype=np.int64)
    table[-1] = 1
    tables = [table]
    for stage in reversed(stages):
        before = np.zeros_like(table)
        for bit, weight, _, _ in stage:
            target, source = before, table
            if bit:
                target, source = _split(before, bit)[0], _split(table, bit)[1]
            if greatest:
                np.maximum(target, source * weight, out=target)
            else:
                target += source * weight
        table = before
        tables.append(table)
    return tables[::-1]


def _layered_tables(stages: Sequence[Stage], width: int, *, greatest: bool) -> list[Integers]:
    """Do the same where every stage uses up one bit, so that a stage only meets sets of one size."""
    table = np.zeros(1 << width, dtype=np.int64)
    table[-1] = 1
    tables = [table]
    for stage, (sets, bits, larger) in zip(reversed(stages), reversed(layers(width)), strict=True):
        weights = np.zeros(width, dtype=np.int64)
        for bit, weight, _, _ in stage:
            weights[bit.bit_length() - 1] = weight
        shares = weights.take(bits)
        shares *= table.take(larger)
        table = np.zeros(1 << width, dtype=np.int64)
        table[sets] = shares.max(axis=1) if greatest else shares.sum(axis=1)
        tables.append(table)
    return tables[::-1]


def stage_pairs(stages: Sequence[Stage], width: int) -> tuple[int, dict[tuple[int, int], int]]:
    """Return the total weight, and the weight of all ways through each option (by unknown and value)."""
    after = backward_tables(stages, width)
    total = int(after[0][0])
    pairs: dict[tuple[int, int], int] = {}
    table = np.zeros(1 << width, dtype=np.int64)
    table[0] = 1
    for stage, ahead in zip(stages, after[1:], strict=True):
        following = np.zeros_like(table)
        for bit, weight, unknown, value in stage:
            if not bit:
                following += table
                continue
            source = _split(table, bit)[0]
            pairs[unknown, value] = int((source * _split(ahead, bit)[1]).sum()) * weight
            _split(following, bit)[1][...] += source * weight
        table = following
    return total, pairs


def unrank(
    stages: Sequence[Stage], after: Sequence[Integers], ranks: Sequence[int], size: int
) -> list[tuple[int, ...]]:
    """Return the worlds at some ranks, all at once.

    Args:
        stages: The options of each stage.
        after: What `backward_tables` returns.
        ranks: The ranks.
        size: The number of unknowns.
    """
    rank = np.array(ranks, dtype=np.int64)
    used = np.zeros(len(ranks), dtype=np.int64)
    picks = np.full((size + 1, len(ranks)), -1, dtype=np.int64)
    everyone = np.arange(len(ranks))
    for stage, ahead in zip(stages, after[1:], strict=True):
        columns = np.array(stage, dtype=np.int64).T
        bits, weights, unknowns, values = columns[:, :, None]
        shares = ahead.take(used | bits)
        if not stage[0][0]:
            # Where a stage may use no bit, sets that hold a bit already lead on too, but not by using it.
            shares[((used & bits) != 0)] = 0
        if weights.max() > 1:
            shares *= weights
        ends = shares.copy()
        for row in range(1, len(stage)):
            ends[row] += ends[row - 1]
        choice = (ends <= rank).sum(axis=0)
        rank -= ends[choice, everyone] - shares[choice, everyone]
        if weights.max() > 1:
            rank //= columns[1][choice]
        used |= columns[0][choice]
        # An unknown of -1 (a value that nobody has) lands in the last row, which is dropped.
        picks[unknowns[choice, 0], everyone] = values[choice, 0]
    worlds: list[tuple[int, ...]] = list(zip(*picks[:size].tolist(), strict=True))
    return worlds
