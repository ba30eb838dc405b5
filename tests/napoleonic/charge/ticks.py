"""A charge played tick by tick, a twentieth of a centimetre at a time; written apart from the rules."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

TICKS = 20
"""Ticks in a centimetre."""


def ticks(length: Fraction | int) -> int:
    """A length in ticks; it has to be a whole number of them."""
    found = Fraction(length) * TICKS
    assert found.denominator == 1
    return int(found)


@dataclass
class Runner:
    """Somebody on the straight line between both.

    Attributes:
        pace: Ticks that it goes in a quarter.
        bonus: Ticks that it goes farther in the one quarter in which that brings the contact.
        starts: The quarter in which it begins to move, from 1.
    """

    pace: int
    bonus: int
    starts: int

    def share(self, quarter: int, *, with_bonus: bool) -> int:
        """What it goes in a quarter."""
        if quarter < self.starts:
            return 0
        return self.pace + (self.bonus if with_bonus else 0)


def closes(gap: int, speed: int) -> bool:
    """Whether a gap is walked off within a quarter, one tick after the other."""
    walked = 0
    while walked < speed and walked < gap:
        walked += 1
    return walked >= gap


def contact(distance: int, charger: Runner, other: Runner, direction: int, quarters: int) -> int | None:
    """The quarter of contact; None if there is none in so many quarters.

    In each quarter it is tried whether the contact comes with the bonuses; if not, both go without them.

    Args:
        distance: How far apart they are, in ticks.
        charger: Who charges.
        other: Who is charged.
        direction: 1 if the other comes towards him, -1 if it runs away, 0 if it stands.
        quarters: How many quarters there are.
    """
    gap = distance
    for quarter in range(1, quarters + 1):
        towards = charger.share(quarter, with_bonus=True) + direction * other.share(quarter, with_bonus=True)
        if charger.share(quarter, with_bonus=False) and closes(gap, towards):
            return quarter
        gap -= charger.share(quarter, with_bonus=False) + direction * other.share(quarter, with_bonus=False)
    return None


def fires(distance: int, charger: Runner, quarters: int) -> int:
    """The quarters that pass completely before the charger would touch without any bonus."""
    gap, number = distance, 0
    for quarter in range(1, quarters + 1):
        speed = charger.share(quarter, with_bonus=False)
        if speed and closes(gap, speed):
            return number
        gap -= speed
        number += 1
    return number
