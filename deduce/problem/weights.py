"""Weights: exact non-negative numbers."""

from __future__ import annotations

import contextlib
import math
from fractions import Fraction
from typing import TypeAlias

from deduce.errors import IntakeError, ProblemError
from deduce.intake.numbers import share_of

__all__ = ["Weight", "exact", "log2"]

SMALLEST_FLOAT = 2.0**-1000

Weight: TypeAlias = int | float | str | Fraction
"""What may be given as a weight. A float counts as the decimal number that it prints as: 0.1 is 1/10."""


def log2(share: Fraction) -> float:
    """Return the logarithm of a share to the base 2, also of one that is too small for a float."""
    above, below = share.numerator, share.denominator
    ratio = above / below
    return math.log2(ratio) if ratio > SMALLEST_FLOAT else math.log2(above) - math.log2(below)


def exact(weight: Weight, what: str = "weight", *, most: int | None = None) -> Fraction:
    """Read a weight as an exact fraction.

    Examples:
        >>> exact(0.1), exact("2/3")
        (Fraction(1, 10), Fraction(2, 3))

    Args:
        weight: A number, or a text such as "2/3" or "0.25". A text or a float is bounded in its digits and
            its exponent, whole numbers and fractions are not.
        what: What it is, for the error message.
        most: The greatest value that is allowed, if there is one.

    Raises:
        ProblemError: If it is not a number, not finite, negative or too great.
    """
    given: object = weight
    if not isinstance(weight, str | float | int | Fraction):
        # Other numbers that are exact already.
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            given = Fraction(weight)
    try:
        return share_of(given, what, most)
    except IntakeError as error:
        raise ProblemError(error.reason) from None
