"""What losses are worth, so that what combats bring can be compared.

The weights are a decision of ours (section 16 of the rules' digest) and a matter of taste: whoever asks gives
his own.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import NamedTuple

__all__ = ["USUAL", "Weights"]


class Weights(NamedTuple):
    """How much each loss weighs; what the enemy loses counts for us, what we lose against us.

    Attributes:
        kill: A man killed.
        confused: A man who becomes confused.
        broken: A unit that loses its last man in ranks, beside its men.
    """

    kill: Fraction = Fraction(1)
    confused: Fraction = Fraction(1, 2)
    broken: Fraction = Fraction(2)

    @property
    def unit(self) -> int:
        """The number of parts of which every worth is a whole number."""
        return lcm(*(Fraction(weight).denominator for weight in self))

    def loss(self, killed: int, confused: int, *, breaks: bool) -> Fraction:
        """Return how much a loss weighs."""
        return self.kill * killed + self.confused * confused + (self.broken if breaks else 0)


USUAL = Weights()
"""The weights of whoever did not say otherwise."""
