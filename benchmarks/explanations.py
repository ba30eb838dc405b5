"""Smallest proofs with CPMpy's explanation tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["proof_size"]


def proof_size(entries: Sequence[tuple[int, int]], size: int, cell: tuple[int, int]) -> int:
    """Return how few entries rule out a pair, by `cpmpy.tools.explain.smus`.

    Args:
        entries: For each entry the unknown that it is on and the values that it leaves, as bits.
        size: The number of unknowns and of values.
        cell: The unknown and the value.
    """
    import cpmpy
    from cpmpy.tools.explain import smus

    pairs = cpmpy.boolvar(shape=(size, size))
    hard = [cpmpy.sum(pairs[place, :]) == 1 for place in range(size)]
    hard += [cpmpy.sum(pairs[:, value]) == 1 for value in range(size)]
    hard.append(pairs[cell])
    soft = [
        cpmpy.all([~pairs[place, value] for value in range(size) if not mask >> value & 1])
        for place, mask in entries
    ]
    return len(smus(soft, hard))
