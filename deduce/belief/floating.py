"""One-to-one assignments weighed in floats: as near as a float comes, in well under a millisecond or two.

Whatever is said to be exact is counted in whole numbers (`subsets`, `permanents`). Where weights of many
digits are asked for again and again, as by a search, this does: it only multiplies and adds what is not
negative, so no digits are lost, and a chance is off by less than one part in a million million.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from deduce.belief.permanents import layers
from deduce.errors import ContradictionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Whole: TypeAlias = NDArray[np.int64]

__all__ = ["FloatAssignment"]


class FloatAssignment:
    """All ways to give each unknown a value of its own, with a weight for each pair.

    Examples:
        >>> rows = FloatAssignment(np.array([[1.0, 3.0], [1.0, 1.0]])).chances
        >>> rows.round(6).tolist()
        [[0.25, 0.75], [0.75, 0.25]]

    Args:
        weights: A square: for each unknown the weight of each value, 0 where it cannot have it.

    Raises:
        ContradictionError: If there is no way at all.
    """

    def __init__(self, weights: Floats) -> None:
        # A row may be scaled as one likes; so no number gets too small or too great.
        highest = weights.max(axis=1, keepdims=True)
        self.weights: Floats = weights / np.where(highest > 0, highest, 1.0)
        if not self._tables[0][0] > 0:
            message = "no world is left"
            raise ContradictionError(message)

    @cached_property
    def _tables(self) -> list[Floats]:
        """For each unknown and set of used values, the weight of all ways to go on, scaled at each step."""
        size = len(self.weights)
        table = np.zeros(1 << size)
        table[-1] = 1.0
        tables = [table]
        for row, (sets, bits, larger) in zip(self.weights[::-1], reversed(layers(size)), strict=True):
            shares = row.take(bits)
            shares *= table.take(larger)
            found = shares.sum(axis=1)
            table = np.zeros(1 << size)
            highest = found.max()
            table[sets] = found / highest if highest > 0 else found
            tables.append(table)
        return tables[::-1]

    @cached_property
    def chances(self) -> Floats:
        """For each unknown the chance of each value."""
        size = len(self.weights)
        here: Floats = np.zeros(1 << size)
        here[0] = 1.0
        found = np.empty_like(self.weights)
        for place, (row, ahead, (sets, bits, larger)) in enumerate(
            zip(self.weights, self._tables[1:], layers(size), strict=True)
        ):
            onward = row.take(bits)
            onward *= here[sets][:, None]
            through = np.bincount(bits.ravel(), (onward * ahead.take(larger)).ravel(), size)
            found[place] = through / through.sum()
            ways = np.bincount(larger.ravel(), onward.ravel(), 1 << size)
            here = ways / ways.max()
        return found

    def sample(self, count: int, seed: int) -> Whole:
        """Draw worlds, each as likely as it is.

        Args:
            count: How many.
            seed: The same number always gives the same worlds.

        Returns:
            For each world and unknown, the place of its value.
        """
        size = len(self.weights)
        draw = np.random.default_rng(seed).random((size, count))
        used, picks = np.zeros(count, np.int64), np.empty((count, size), np.int64)
        bits = 1 << np.arange(size)
        for place, (row, ahead) in enumerate(zip(self.weights, self._tables[1:], strict=True)):
            shares = ahead.take(used[:, None] | bits) * row
            shares[(used[:, None] & bits) != 0] = 0.0
            ends = shares.cumsum(axis=1)
            chosen = (ends <= draw[place][:, None] * ends[:, -1:]).sum(axis=1)
            # A draw beside the very end of the last share still belongs to one that is possible.
            chosen = np.where(
                shares[np.arange(count), chosen.clip(max=size - 1)] > 0, chosen, shares.argmax(axis=1)
            )
            picks[:, place] = chosen
            used |= bits[chosen]
        return picks
