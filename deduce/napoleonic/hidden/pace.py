"""Pace: how far a unit can have come, by what it can be and how it went.

A move that is shorter than a unit's most excludes nothing, and a unit whose speed no table has is excluded by
no distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from deduce.napoleonic.hidden.deeds import read_otherwise
from deduce.napoleonic.movement.pace import move_of, per_quarter, share_of_move
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["FORCED", "MOVE", "Way", "capacity", "density", "is_within", "ways_over"]

MOVE, FORCED = "move", "forced"
TERRAIN = "terrain-movement"


@dataclass(frozen=True)
class Way:
    """How a unit may have made a move.

    Attributes:
        act: At ordinary pace, or by a forced march.
        ground: The ground that it really went over.
        is_inside: Whether that ground lies hidden inside of what was seen, such as a path in a wood.
    """

    act: str
    ground: frozenset[str]
    is_inside: bool = False

    def __str__(self) -> str:
        inside = f" by {' and '.join(sorted(self.ground))}" if self.is_inside else ""
        return f"{self.act}{inside}"


@lru_cache(maxsize=512)
def ways_over(book: Book, ground: frozenset[str]) -> tuple[Way, ...]:
    """Return how a unit may have gone over some ground: what lies hidden inside of it counts too.

    Args:
        book: The book.
        ground: What was seen of the ground.
    """
    inside = [] if not ground else list(book.looked_up("inside", {"ground": ground}).values.values())
    grounds = [(ground, False), *((frozenset({str(each)}), True) for each in inside)]
    return tuple(Way(act, each, is_inside) for act in (MOVE, FORCED) for each, is_inside in grounds)


def capacity(book: Book, facts: Mapping[str, Fact], act: str, quarters: int) -> Fraction | None:
    """Return how many centimetres a unit can go at most, however the rules are read; None without data.

    Args:
        book: The book.
        facts: What the unit is, and the ground that it goes over.
        act: At what pace.
        quarters: In how many quarters.
    """
    return _capacity(book, frozenset(facts.items()), act, quarters)


@lru_cache(maxsize=16384)
def _capacity(book: Book, known: frozenset[tuple[str, Fact]], act: str, quarters: int) -> Fraction | None:
    facts = dict(known)
    most = Fraction(0)
    for read in read_otherwise(book, act):
        move = move_of(read, facts).values.get("per_period")
        share = share_of_move(read, act, facts).factor
        slowed = _slowed(read, facts)
        if isinstance(move, bool | str | frozenset) or move is None or share is None or slowed is None:
            return None
        most = max(most, per_quarter(read, move) * share * slowed * quarters)
    return most


def _slowed(book: Book, facts: Mapping[str, Fact]) -> Fraction | None:
    """Return by how much the ground multiplies a move; None if no table says it."""
    ground = facts.get("ground", frozenset())
    slowed = Fraction(1)
    for each in sorted(ground) if isinstance(ground, frozenset) else ():
        speed = book.looked_up(TERRAIN, {**facts, "ground": frozenset({each})}).values.get("speed")
        if isinstance(speed, bool | str | frozenset) or speed is None:
            return None
        slowed *= speed
    return slowed


@procedure("DEC-33")
def is_within(book: Book, made: Amount, most: Fraction) -> bool:
    """Tell whether a unit can have made a distance, as exactly as it was measured.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> is_within(book_of(), Fraction("4.7"), Fraction("4.5")), is_within(book_of(), 5, Fraction("4.5"))
        (True, False)

    Args:
        book: The book.
        made: How far it was seen to go.
        most: How far it can go.
    """
    return made - book.number("measure.tolerance") <= most


@procedure("DEC-32")
def density(book: Book, made: Amount, most: Fraction) -> Fraction:
    """Return how likely a distance is for a unit that can go so far, under the pace model: a density.

    A share of all units goes as far as it can, as exactly as it can be measured; the others go anything less,
    all equally likely.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> density(book_of(), 5, Fraction(5)), density(book_of(), 5, Fraction("7.5"))
        (Fraction(181, 100), Fraction(1, 25))

    Args:
        book: The book.
        made: How far it was seen to go.
        most: How far it can go.
    """
    if not is_within(book, made, most) or not most:
        return Fraction(0)
    tolerance, full = Fraction(book.number("measure.tolerance")), Fraction(book.number("pace.full"))
    rest = (1 - full) / most
    return rest + (full / (2 * tolerance) if abs(made - most) <= tolerance else 0)
