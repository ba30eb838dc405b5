"""Guesses of a distance: how likely each quarter is if the distance lies evenly within the guess.

That it does is an assumption, and whoever shows such a chance says so. All chances are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.napoleonic.charge.course import Leg
    from deduce.ruling.amounts import Amount

__all__ = ["Guess", "contact_chances", "missed_chance"]


@dataclass(frozen=True)
class Guess:
    """A distance that was guessed.

    Attributes:
        least: The least that it can be, in centimetres.
        most: The most that it can be; the same if it is one number.
    """

    least: Amount
    most: Amount

    @property
    def middle(self) -> Fraction:
        """The middle of it."""
        return Fraction(self.least + self.most) / 2

    def beyond(self, distance: Amount) -> Fraction:
        """Return the chance that it is more than a distance.

        Examples:
            >>> Guess(25, 31).beyond(27), Guess(28, 28).beyond(28)
            (Fraction(2, 3), Fraction(0, 1))
        """
        if self.least == self.most:
            return Fraction(self.least > distance)
        share = (Fraction(self.most) - distance) / (self.most - self.least)
        return min(Fraction(1), max(Fraction(0), share))


def contact_chances(guess: Guess, legs: Sequence[Leg]) -> tuple[Fraction, ...]:
    """Return for each quarter the chance that the charge touches in it.

    Args:
        guess: What was guessed.
        legs: What the charge does quarter by quarter.
    """
    before: Amount = 0
    chances = []
    for leg in legs:
        # What is not farther than it reached before was touched before.
        past = Fraction(1) if before == 0 else guess.beyond(before)
        chances.append(max(Fraction(0), past - guess.beyond(leg.touches_up_to)))
        before = leg.touches_up_to
    return tuple(chances)


def missed_chance(guess: Guess, legs: Sequence[Leg]) -> Fraction:
    """Return the chance that the charge misses.

    Args:
        guess: What was guessed.
        legs: What the charge does quarter by quarter; where it has no quarter, it misses.
    """
    return Fraction(1) if not legs else guess.beyond(legs[-1].touches_up_to)
