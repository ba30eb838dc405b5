"""Pace: how far a unit can have come, by what it can be and how it went.

A move that is shorter than a unit's most excludes nothing, and a unit whose speed no table has is excluded by
no distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from deduce.napoleonic.ground.backwards import least_speed
from deduce.napoleonic.ground.ways import Stretch, length_of
from deduce.napoleonic.hidden.deeds import only, read_otherwise
from deduce.napoleonic.movement.pace import move_of, share_of_move
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = [
    "BY_HAND",
    "FORCED",
    "MOVE",
    "Way",
    "density",
    "full_move",
    "may_have_gone",
    "may_have_hauled",
    "most_made",
    "shortest_way",
    "ways_over",
]

MOVE, FORCED = "move", "forced"
BY_HAND = "man-handle"
"""How guns in battery are moved, without being limbered."""
INSIDE = "inside"
IN_TABLES = ("nation", "arm", "kind", "status", "formation")
"""The features by which the tables of the nations have a speed."""
ON_GROUND = ("arm", "formation", "front")
"""The features by which ground slows a unit."""
OPEN = frozenset({"open"})


@dataclass(frozen=True)
class Way:
    """How a unit may have made a move.

    Attributes:
        act: At ordinary pace, or by a forced march.
        stretches: The ground that it really went over.
        is_inside: Whether some of that lies hidden inside of what was seen, such as a path in a wood.
    """

    act: str
    stretches: tuple[Stretch, ...]
    is_inside: bool = False

    @property
    def ground(self) -> frozenset[str]:
        """The kinds of ground on it."""
        return frozenset().union(*(stretch.ground for stretch in self.stretches))

    @property
    def length(self) -> Amount:
        """How long it is."""
        return length_of(self.stretches)


@lru_cache(maxsize=512)
def ways_over(book: Book, stretches: tuple[Stretch, ...]) -> tuple[Way, ...]:
    """Return how a unit may have gone a way: what lies hidden inside of the ground that was seen counts too.

    Args:
        book: The book.
        stretches: The way as it was seen.
    """
    hidden: dict[str, tuple[str, ...]] = {}
    for word in sorted(frozenset().union(*(stretch.ground for stretch in stretches))):
        found = book.looked_up(INSIDE, {"ground": frozenset({word})}).values
        if found:
            hidden[word] = tuple(map(str, found.values()))
    each = [stretches]
    for word, inside in hidden.items():
        each += [tuple(_instead(stretch, word, other) for stretch in stretches) for other in inside]
    return tuple(Way(act, way, way != stretches) for act in (MOVE, FORCED) for way in each)


def _instead(stretch: Stretch, word: str, other: str) -> Stretch:
    return Stretch(stretch.length, frozenset(other if each == word else each for each in stretch.ground))


def may_have_gone(book: Book, facts: Mapping[str, Fact], way: Way, quarters: int) -> bool:
    """Tell whether a unit can be fast enough for a way, however the rules are read, or has no data.

    Args:
        book: The book.
        facts: What the unit is.
        way: The way.
        quarters: In how many quarters it went it.
    """
    return not way.stretches or any(
        (most := full_move(read, facts, way.act)) is None or _needed(read, facts, way, quarters) <= most
        for read in read_otherwise(book, way.act)
    )


@procedure("NAP-ART-13")
def may_have_hauled(book: Book, way: Way, quarters: int) -> bool:
    """Tell whether guns can have been moved by hand so far: a little in every half that the quarters touch.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> [may_have_hauled(book_of(), Way("move", (Stretch(each),)), 1) for each in (3, 4)]
        [True, False]

    Args:
        book: The book.
        way: The way, as it was measured.
        quarters: In how many quarters they were.
    """
    halves = ceil(Fraction(quarters - 1) / book.number("half.quarters")) + 1
    most = halves * book.number("man-handle.way")
    return length_of(shortest_way(book, way.stretches)) <= most


def full_move(book: Book, facts: Mapping[str, Fact], act: str) -> Fraction | None:
    """Return how far a unit goes in a period on open ground at some pace; None without data.

    Args:
        book: The book.
        facts: What the unit is.
        act: At what pace.
    """
    return _full_move(book, only(facts, IN_TABLES), act)


@lru_cache(maxsize=4096)
def _full_move(book: Book, known: frozenset[tuple[str, Fact]], act: str) -> Fraction | None:
    facts = dict(known)
    move = move_of(book, facts).values.get("per_period")
    share = share_of_move(book, act, {**facts, "ground": OPEN, "path": OPEN}).factor
    if isinstance(move, bool | str | frozenset) or move is None or share is None:
        return None
    return Fraction(move) * share


def _needed(book: Book, facts: Mapping[str, Fact], way: Way, quarters: int) -> Fraction:
    """Return how far a unit must go in a period to have made a way, as exactly as it was measured."""
    return _least(book, only(facts, ON_GROUND), way.stretches, quarters)


@procedure("DEC-33")
def shortest_way(book: Book, stretches: tuple[Stretch, ...]) -> tuple[Stretch, ...]:
    """Return a way as short as it can have been, for how exactly it was measured.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> [str(each.length) for each in shortest_way(book_of(), (Stretch(5), Stretch(2)))]
        ['24/5', '9/5']

    Args:
        book: The book.
        stretches: The way as it was measured; every piece of it can have been measured wrongly.
    """
    tolerance = book.number("measure.tolerance")
    return tuple(Stretch(max(Fraction(0), each.length - tolerance), each.ground) for each in stretches)


@lru_cache(maxsize=4096)
def _least(
    book: Book, known: frozenset[tuple[str, Fact]], stretches: tuple[Stretch, ...], quarters: int
) -> Fraction:
    return least_speed(book, shortest_way(book, stretches), quarters, dict(known))


def most_made(book: Book, facts: Mapping[str, Fact], way: Way, quarters: int) -> Fraction | None:
    """Return how much of such a way a unit makes at full pace, as the rules are played; None without data.

    Args:
        book: The book.
        facts: What the unit is.
        way: The way that was made; more of it goes on as it was on average.
        quarters: In how many quarters.
    """
    move = full_move(book, facts, way.act)
    needed = least_speed(book, way.stretches, quarters, facts)
    return None if move is None or not needed else way.length * move / needed


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
    tolerance, full = Fraction(book.number("measure.tolerance")), Fraction(book.number("pace.full"))
    if made - tolerance > most or not most:
        return Fraction(0)
    rest = (1 - full) / most
    return rest + (full / (2 * tolerance) if abs(made - most) <= tolerance else 0)
