"""A second way to walk: tick by tick, written apart, without looking ahead to any edge.

A tick is a small part of a quarter. In each tick the unit looks at what its bases touch, from its tail to a
hair before its head, and goes at the slowest speed; on nothing but road it goes a tenth further.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

HAIR = Fraction(1, 10**6)


@dataclass(frozen=True)
class Strip:
    """A piece of ground.

    Attributes:
        end: Where it ends.
        factor: By how much a move on it is multiplied.
        is_road: Whether it is a road.
        crossing: The speed of whoever is across it, in cm a quarter, if it is a linear obstacle.
    """

    end: Fraction
    factor: Fraction
    is_road: bool = False
    crossing: Fraction | None = None


def naive_walk(
    strips: list[Strip], behind: Strip, depth: Fraction, per_quarter: Fraction, quarters: int, ticks: int
) -> Fraction:
    """Return where the head is in the end.

    Args:
        strips: The pieces, in order; the first begins at 0.
        behind: The ground behind.
        depth: How deep the unit is.
        per_quarter: Its speed where nothing hinders.
        quarters: How long it walks.
        ticks: How many ticks a quarter has.
    """
    head = Fraction(0)
    end = strips[-1].end
    for _ in range(quarters * ticks):
        front = min(head + HAIR, end)
        touched = [behind] if head - depth < 0 else []
        start = Fraction(0)
        for strip in strips:
            if start < front and strip.end > head - depth:
                touched.append(strip)
            start = strip.end
        speeds = [per_quarter * each.factor if each.crossing is None else each.crossing for each in touched]
        speed = min(speeds)
        if all(each.is_road for each in touched):
            speed = speed * 11 / 10
        head = min(head + speed / ticks, end)
    return head
