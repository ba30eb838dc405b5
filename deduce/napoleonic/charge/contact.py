"""When a charge touches, how far it reaches, and what its target can do until then. Exact, in centimetres."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.ruling.amounts import Amount

__all__ = [
    "bonus_lost", "change_is_in_time", "contact_quarter", "fire_quarters", "left_over", "reach",
    "safe_from_change",
]  # fmt: skip


@procedure("NAP-CHARGE-17", "NAP-CHARGE-19")
def contact_quarter(pace: Amount, bonus: Amount, distance: Amount) -> int:
    """Return the quarter of its movement in which a charge touches, from 1.

    The bonus is added once, in the quarter that touches.

    Examples:
        >>> contact_quarter(9, 9, 19), contact_quarter(9, 9, 18)
        (2, 1)

    Args:
        pace: What the charger goes in a quarter; more than 0.
        bonus: Its distance bonus.
        distance: How far the target is.
    """
    return max(1, ceil((Fraction(distance) - bonus) / pace))


@procedure("NAP-CHARGE-29", "NAP-CHARGE-30")
def reach(pace: Amount, bonus: Amount, quarters: int) -> Amount:
    """Return how far a charge gets in some quarters, with the bonus; a target farther away is missed.

    A charge that misses goes all that way, and is unformed.

    Examples:
        >>> reach(9, 9, 4), reach(9, 9, 2)
        (45, 27)

    Args:
        pace: What the charger goes in a quarter.
        bonus: Its distance bonus.
        quarters: How many quarters it moves.
    """
    return pace * quarters + bonus if quarters > 0 else 0


@procedure("NAP-CHARGE-22")
def fire_quarters(pace: Amount, distance: Amount, bonus: Amount = 0) -> int:
    """Return in how many quarters the target may fire: the bonus is not counted.

    Examples:
        >>> fire_quarters(Fraction(9, 2), 8, 4)
        1

    Args:
        pace: What the charger goes in a quarter; more than 0.
        distance: How far the target is.
        bonus: The charger's distance bonus: with one of more than a quarter's move the target would fire
            after the contact, which it does not.
    """
    return min(max(0, ceil(Fraction(distance) / pace) - 1), contact_quarter(pace, bonus, distance))


@procedure("NAP-CHARGE-23")
def change_is_in_time(
    pace: Amount, bonus: Amount, distance: Amount, takes: Amount, lost: Amount = 0, waits: Amount = 0
) -> bool:
    """Tell whether a change of formation is complete before the quarter of contact: the bonus is counted.

    Examples:
        >>> change_is_in_time(Fraction(9, 2), 4, 8, 1)
        False

    Args:
        pace: What the charger goes in a quarter; more than 0.
        bonus: Its distance bonus.
        distance: How far the target is.
        takes: How many quarters the change takes.
        lost: How many quarters pass before it can begin, such as the quarter of reaction.
        waits: How many quarters the charger needs to turn towards the target.
    """
    return waits + contact_quarter(pace, bonus, distance) > lost + takes


@procedure("NAP-CHARGE-23")
def safe_from_change(pace: Amount, bonus: Amount, takes: Amount, lost: Amount = 0) -> Amount:
    """Return the distance beyond which a change of formation is complete before the contact.

    Examples:
        >>> safe_from_change(9, 9, 1), safe_from_change(9, 9, 1, lost=1)
        (18, 27)

    Args:
        pace: What the charger goes in a quarter.
        bonus: Its distance bonus.
        takes: How many quarters the change takes.
        lost: How many quarters pass before it can begin.
    """
    return pace * (takes + lost) + bonus


@procedure("NAP-CHARGE-20")
def left_over(pace: Amount, bonus: Amount, distance: Amount) -> Amount:
    """Return how much movement is left in the quarter of contact to bring the other figures up.

    What is left of the bonus is lost, and brings nobody up.

    Examples:
        >>> left_over(9, 9, 5), left_over(9, 9, 12)
        (Fraction(4, 1), Fraction(0, 1))

    Args:
        pace: What the charger goes in a quarter; more than 0.
        bonus: Its distance bonus.
        distance: How far the target is.
    """
    quarters = contact_quarter(pace, bonus, distance)
    return max(Fraction(0), Fraction(pace) * quarters - distance)


@procedure("NAP-CHARGE-18")
def bonus_lost(pace: Amount, bonus: Amount, distance: Amount) -> Amount:
    """Return how much of the distance bonus is lost: all that the contact does not need.

    Examples:
        >>> bonus_lost(9, 9, 19)
        Fraction(8, 1)

    Args:
        pace: What the charger goes in a quarter; more than 0.
        bonus: Its distance bonus.
        distance: How far the target is.
    """
    quarters = contact_quarter(pace, bonus, distance)
    needed = max(Fraction(0), Fraction(distance) - Fraction(pace) * quarters)
    return bonus - needed
