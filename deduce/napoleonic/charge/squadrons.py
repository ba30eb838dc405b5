"""Charges of cavalry in line whose squadrons part: who still counts, who reaches another side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.ruling.amounts import Amount

__all__ = ["reaches_other_side", "strength_left"]


@procedure("NAP-CHARGE-49")
def strength_left(squadrons: list[int], halted: set[int]) -> int:
    """Return the strength of a line of which some squadrons have halted: they no longer count.

    Examples:
        >>> strength_left([4, 4, 4], {2})
        8

    Args:
        squadrons: How many figures each squadron has.
        halted: The places of those that halted, from 0.
    """
    return sum(figures for place, figures in enumerate(squadrons) if place not in halted)


@procedure("NAP-CHARGE-52")
def reaches_other_side(left: Amount, needed: Amount) -> bool:
    """Tell whether a line that pushes past reaches another side with the movement left in the half.

    Examples:
        >>> reaches_other_side(4, 3)
        True
    """
    return left >= needed
