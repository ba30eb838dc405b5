"""In which house, wood or crops a unit can be that was lost from sight: how soon it can be there."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from deduce.napoleonic.ground.backwards import least_speed
from deduce.napoleonic.ground.ways import Stretch, length_of
from deduce.napoleonic.hidden.deeds import comes, read_otherwise
from deduce.napoleonic.hidden.pace import FORCED, MOVE, full_move, shortest_way
from deduce.napoleonic.movement.states import re_forming, worst_of
from deduce.ruling.asking import refusing
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["HIDING", "Arrival", "arrivals", "reached_after", "ready_after"]

HOUSE = "house"
HIDING = ("house", "wood", "crops")
"""What can hide a unit: a house that it is ready in, and growth whose edge it has reached."""
OPEN, ROAD = frozenset({"open"}), frozenset({"road"})


@dataclass(frozen=True)
class Arrival:
    """Whether a unit can be ready inside of a house by now, or have reached the edge of a wood or of crops.

    Attributes:
        house: The house, the wood or the crops.
        needs: How many quarters it needs, by the pace at which it marches: at ordinary pace ("move") and
            by a forced march ("forced"), after which it re-forms before it enters; None without data. A pace
            that it cannot have is missing.
        can_be: Whether it can be ready inside by now; None without data.
        rules: The rules by which it cannot.
        by_road: Whether it can be only if a road led it there, with its bonus.
    """

    house: str
    needs: Mapping[str, int | None]
    can_be: bool | None
    rules: tuple[str, ...] = ()
    by_road: bool = False


def arrivals(
    book: Book,
    facts: Mapping[str, Fact],
    houses: Mapping[str, Amount],
    quarters: int,
    hiding: Mapping[str, str] | None = None,
) -> tuple[Arrival, ...]:
    """Return for every place whether a unit can be there, so long after it was lost from sight.

    In a house it has to be ready; of a wood and of crops it only has to have reached the edge.

    The way is taken to be open ground in a straight line. A road is faster, and nobody saw whether there was
    one: so it counts for what can be. Over anything else it only takes longer.

    Args:
        book: The book.
        facts: What is known of the unit.
        houses: How far each place is from where it was seen last.
        quarters: How many quarters have passed since.
        hiding: Which of the places are a "wood" or "crops"; all others are houses.
    """
    found = []
    for house, distance in houses.items():
        what = (hiding or {}).get(house, HOUSE)
        ready = ready_after if what == HOUSE else reached_after
        paces = [act for act in (MOVE, FORCED) if _may(book, act, facts)]
        needs = {act: ready(book, facts, distance, act) for act in paces}
        known = [each for each in needs.values() if each is not None]
        in_time = any(each <= quarters for each in known)
        can_be = True if in_time else None if len(known) < len(needs) else False
        by_road = False
        if can_be is False:
            roads = (ready(book, facts, distance, act, ground=ROAD) for act in paces)
            can_be = by_road = any(each is not None and each <= quarters for each in roads)
        entry: tuple[str, dict[str, Fact]] = (HOUSE, {**facts, "ground": OPEN})
        if what != HOUSE:
            entry = (MOVE, {**facts, "ground": OPEN, "path": frozenset({what})})
        if not _may(book, *entry):
            can_be = by_road = False
        rules: tuple[str, ...] = ()
        if can_be is False:
            too_late = ("NAP-HOUSE-4", "NAP-DIST-3") if what == HOUSE else ("NAP-DIST-3",)
            rules = refusing(book.law, *entry) or too_late
        found.append(Arrival(house, needs, can_be, rules, by_road))
    return tuple(found)


def _may(book: Book, act: str, facts: Mapping[str, Fact]) -> bool:
    """Tell whether something is not refused under every reading."""
    return any(not refusing(read.law, act, facts) for read in read_otherwise(book, act))


@procedure("NAP-HOUSE-6")
def ready_after(
    book: Book, facts: Mapping[str, Fact], distance: Amount, act: str, *, ground: frozenset[str] = OPEN
) -> int | None:
    """Return after how many quarters a unit is ready inside of an empty house; None without data.

    It marches there, re-forms if its march left it unformed, and enters.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> column = {"nation": "FR", "arm": "inf", "kind": "line", "formation": "column"}
        >>> [ready_after(book_of(), column, 11, act) for act in ("move", "forced")]
        [5, 6]

    Args:
        book: The book.
        facts: What is known of the unit.
        distance: How far the house is.
        act: At what pace it marches: "move" or "forced".
        ground: Over what it marches: open ground or a road.
    """
    on_way: dict[str, Fact] = {**facts, "ground": ground, "path": ground}
    marches = reached_after(book, facts, distance, act, ground=ground)
    entry = comes(book, HOUSE, {**facts, "holder": "nobody"}, "takes")
    if marches is None or not entry or not isinstance(entry[0], int | Fraction):
        return None
    causes = [str(state) for state in comes(book, act, on_way, "state_after")]
    again: Amount = 0
    if causes:
        takes = re_forming(book, {**facts, "state": worst_of(book, causes)}).values.get("takes")
        if not isinstance(takes, int | Fraction):
            return None
        again = takes
    return ceil(marches + again + entry[0])


def reached_after(
    book: Book, facts: Mapping[str, Fact], distance: Amount, act: str, *, ground: frozenset[str] = OPEN
) -> int | None:
    """Return after how many quarters a unit has gone so far; None without data.

    Args:
        book: The book.
        facts: What is known of the unit.
        distance: How far it is.
        act: At what pace it marches: "move" or "forced".
        ground: Over what it marches: open ground or a road.
    """
    move = full_move(book, {**facts, "ground": ground, "path": ground}, act)
    if not move:
        return None
    way = shortest_way(book, (Stretch(distance, ground),))
    return next(each for each in itertools.count() if _is_enough(book, way, each, facts, move))


def _is_enough(
    book: Book, way: tuple[Stretch, ...], quarters: int, facts: Mapping[str, Fact], move: Fraction
) -> bool:
    """Tell whether a unit that goes so far in a period has made a way after some quarters."""
    if not length_of(way):
        return True
    return quarters > 0 and least_speed(book, way, quarters, facts) <= move
