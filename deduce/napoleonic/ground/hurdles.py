"""Linear obstacles on a way: how many ranks pass in a half."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.ruling.amounts import Amount

__all__ = ["ranks_over"]


@procedure("NAP-LIN-7", "NAP-LIN-11", "DEC-28")
def ranks_over(half: Amount, deduction: Amount, depth: Amount) -> int:
    """Return how many ranks pass an obstacle in half a period.

    Examples:
        >>> from fractions import Fraction
        >>> [ranks_over(9, Fraction(share), Fraction("2.5")) for share in ("1/4", "1/2")]
        [2, 1]

    Args:
        half: How far the unit goes in half a period, in the open.
        deduction: The share of it that the obstacle costs.
        depth: How deep a base is.
    """
    return int(half * (1 - deduction) // depth)
