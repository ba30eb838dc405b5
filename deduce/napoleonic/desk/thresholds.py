"""What hangs on the distance of a charge, as thresholds: nobody has to measure to know them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.napoleonic.charge.contact import reach, safe_from_change
from deduce.napoleonic.charge.course import expected, movement_quarters, quarters_from
from deduce.napoleonic.charge.evading import quarters_before_moving, safe_beyond

if TYPE_CHECKING:
    from fractions import Fraction

    from deduce.napoleonic.book import Book
    from deduce.napoleonic.charge.course import Leg
    from deduce.ruling.amounts import Amount

__all__ = ["Evades", "Thresholds", "thresholds"]

HALVES = (1, 2)


@dataclass(frozen=True)
class Evades:
    """Beyond which distance an evading unit is not caught in the period.

    Attributes:
        half: In which half the charge is declared: 1 or 2.
        declared: If it declared its evade.
        compelled: If it is compelled to evade.
    """

    half: int
    declared: Fraction
    compelled: Fraction


@dataclass(frozen=True)
class Thresholds:
    """What hangs on the distance of a charge.

    Attributes:
        pace: What the charger goes in a quarter.
        bonus: Its distance bonus.
        is_off_axis: Whether it turns towards its target first.
        legs: What it does quarter by quarter if it is declared in the first half, and in the second.
        earns_from: From which distance on it earns its other bonuses.
        fires_beyond: In how many quarters the target fires beyond which distance, as far as the charge
            reaches.
        change_beyond: Beyond which distance a change of formation of a quarter that begins at once is
            complete before the contact.
        reacting_beyond: The same, if the quarter of reaction is lost first.
        evades: Beyond which distance an evading unit is safe, by the half of the declaration.
    """

    pace: Amount
    bonus: Amount
    is_off_axis: bool
    legs: tuple[tuple[Leg, ...], tuple[Leg, ...]]
    earns_from: Amount
    fires_beyond: tuple[tuple[int, Amount], ...]
    change_beyond: Amount
    reacting_beyond: Amount
    evades: tuple[Evades, ...]


def thresholds(book: Book, pace: Amount, bonus: Amount, *, is_off_axis: bool = False) -> Thresholds:
    """Return what hangs on the distance of a charge.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> found = thresholds(book_of(), 9, 9)
        >>> [leg.touches_up_to for leg in found.legs[0]], found.change_beyond, found.reacting_beyond
        ([18, 27, 36, 45], 18, 27)

    Args:
        book: The book.
        pace: What the charger goes in a quarter; more than 0.
        bonus: Its distance bonus.
        is_off_axis: Whether it turns towards its target first; the target has that quarter as well.
    """
    first, second = (expected(book, pace, bonus, half, is_off_axis=is_off_axis) for half in HALVES)
    quarters = quarters_from(book, 1)
    waits = quarters - movement_quarters(book, 1, is_off_axis=is_off_axis)
    change, lost = (int(book.number(name)) for name in ("charge.change", "reaction"))
    farthest = first[-1].touches_up_to
    # Where the bonus is more than a quarter's move, no quarter of fire comes after the contact.
    fires = (
        (waits + number, max(pace * number, reach(pace, bonus, number - 1)))
        for number in range(1, quarters + 1)
    )
    return Thresholds(
        pace,
        bonus,
        is_off_axis,
        (first, second),
        book.number("charge.earns") * pace,
        tuple((number, beyond) for number, beyond in fires if beyond < farthest),
        _change_beyond(pace, bonus, change - waits),
        _change_beyond(pace, bonus, change + lost - waits),
        tuple(_evades(book, (pace, bonus), half, waits) for half in HALVES),
    )


def _change_beyond(pace: Amount, bonus: Amount, takes: int) -> Amount:
    """Return beyond which distance a change is in time; 0 if the charger is still turning when it is done."""
    return safe_from_change(pace, bonus, takes) if takes > 0 else 0


def _evades(book: Book, charger: tuple[Amount, Amount], half: int, waits: int) -> Evades:
    """Return beyond which distance evading infantry that turns quickly is safe."""
    quarters = quarters_from(book, half)
    declared, compelled = (
        safe_beyond(
            book,
            charger,
            quarters_before_moving(book, is_compelled=is_compelled) - waits,
            quarters - waits,
        )
        for is_compelled in (False, True)
    )
    return Evades(half, declared, compelled)
