"""Wheeling: the inner end stays, the outer one pays for its arc."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["Wheel", "arc", "arcs", "forward", "is_column_quicker", "wheeled"]


@dataclass(frozen=True)
class Wheel:
    """What a wheel costs.

    Attributes:
        way: The arc that is paid for, in cm.
        quarters: How long it takes, exactly.
        ready: In which quarter of the wheel the front is aligned again, from 1.
        left: How far the unit may still go in that quarter, in cm.
    """

    way: Fraction
    quarters: Fraction
    ready: int
    left: Fraction


def arc(book: Book, radius: Amount, degrees: Amount) -> Fraction:
    """Return the arc of a circle, in cm.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> round(float(arc(book_of(), 27, 90)), 1)
        42.4
    """
    turn = Fraction(degrees) / book.number("angle.half-turn")
    return Fraction(radius) * turn * book.number("angle.pi")


@procedure("NAP-PIVOT-1")
def arcs(book: Book, base: Amount, figures: int, degrees: Amount) -> list[Fraction]:
    """Return how far the outer corner of each figure swings, from the inner end, where one stays put.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> [round(float(each), 1) for each in arcs(book_of(), 2, 2, 90)]
        [0.0, 3.1, 6.3]
    """
    return [arc(book, base * corner, degrees) for corner in range(figures + 1)]


@procedure("NAP-PIVOT-3", "NAP-PIVOT-4", "NAP-PIVOT-5")
def wheeled(book: Book, front: Amount, degrees: Amount, quarter: Amount, *, is_loose: bool = False) -> Wheel:
    """Return what a wheel costs: the arc of the outer corner, from the unit's move (DEC-1).

    Examples:
        >>> from fractions import Fraction
        >>> from deduce.napoleonic.book import book_of
        >>> wheeled(book_of(), Fraction(9, 2), 90, Fraction(9, 2)).ready
        2

    Args:
        book: The book.
        front: How wide the unit is, in cm.
        degrees: By how much it turns.
        quarter: What it may cover in a quarter, in cm.
        is_loose: Whether its status is one of the loose ones.
    """
    way = arc(book, front * book.number("wheel.radius"), degrees)
    pace = Fraction(quarter) * book.number("wheel.loose" if is_loose else "wheel.steady")
    quarters = way / pace
    ready = math.ceil(quarters)
    return Wheel(way, quarters, ready, (ready - quarters) * Fraction(quarter))


@procedure("NAP-PIVOT-2")
def forward(wheel: Wheel, quarters: int, quarter: Amount) -> Fraction:
    """Return how far a unit may have gone on since it began to wheel: not at all before it is aligned.

    Args:
        wheel: The wheel.
        quarters: How many quarters of it were played.
        quarter: What the unit may cover in a quarter, in cm.
    """
    if quarters < wheel.ready:
        return Fraction(0)
    return wheel.left + (quarters - wheel.ready) * Fraction(quarter)


@procedure("NAP-PIVOT-7")
def is_column_quicker(
    line: Wheel, column: Wheel, to_column: Amount | None, to_line: Amount | None
) -> bool | None:
    """Tell whether a line should go to column, wheel and deploy again; None if a time is not known.

    Args:
        line: What the wheel costs in line.
        column: What it costs in column.
        to_column: How many quarters the change to column takes.
        to_line: How many the change back takes.
    """
    if to_column is None or to_line is None:
        return None
    return to_column + column.quarters + to_line < line.quarters
