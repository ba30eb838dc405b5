"""A second way to walk: tick by tick, written apart, without looking ahead to any edge.

A tick is a small part of a quarter. In each tick the unit looks at what its bases touch, from its tail to a
hair before its head, and goes at the slowest speed.
"""

from __future__ import annotations

from fractions import Fraction

HAIR = Fraction(1, 10**6)


def naive_walk(
    ground: list[tuple[Fraction, Fraction]],
    behind: Fraction,
    depth: Fraction,
    per_quarter: Fraction,
    quarters: int,
    ticks: int,
) -> Fraction:
    """Return where the head is in the end.

    Args:
        ground: The pieces: where each ends, and its factor; in order, the first begins at 0.
        behind: The factor of the ground behind.
        depth: How deep the unit is.
        per_quarter: Its speed where nothing hinders.
        quarters: How long it walks.
        ticks: How many ticks a quarter has.
    """
    head = Fraction(0)
    end = ground[-1][0]
    for _ in range(quarters * ticks):
        factors = []
        start = Fraction(0)
        front = min(head + HAIR, end)
        if head - depth < 0:
            factors.append(behind)
        for stop, factor in ground:
            if start < front and stop > head - depth:
                factors.append(factor)
            start = stop
        head = min(head + per_quarter * min(factors) / ticks, end)
    return head
