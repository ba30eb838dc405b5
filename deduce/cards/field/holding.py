"""Sites and commanders: who stands on what, and beside whom."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.field.gaps import room
from deduce.cards.field.points import Point, closest, marks, reading
from deduce.cards.field.scene import Post

if TYPE_CHECKING:
    from collections.abc import Collection

    from deduce.cards.edition import Edition
    from deduce.cards.field.scene import Commander, Field, FieldUnit

__all__ = ["beside", "commander_moved", "on_site", "standing", "taken"]

PACE = {Post.GENERAL: "move.commander", Post.AIDE: "move.aide"}


def on_site(field: Field, number: int, side: int) -> bool:
    """Whether a side has a man in ranks on a site (CC-WIN-2)."""
    site = field.sites[number]
    return any(site.holds(man) for unit in field.units if unit.side == side for man in unit.ranks)


def taken(field: Field, side: int, passed: Collection[int]) -> frozenset[int]:
    """Return the sites that are a side's after its men in ranks came upon them in a move (DEC-43).

    Args:
        field: The field at the end of the move.
        side: The side.
        passed: The sites that its men came upon.
    """
    return frozenset(number for number in passed if not on_site(field, number, 1 - side))


def standing(field: Field) -> dict[int, int]:
    """Return whose the sites are that have men in ranks of one side on them, by their numbers (DEC-43)."""
    found = {}
    for number in range(len(field.sites)):
        sides = [side for side in (0, 1) if on_site(field, number, side)]
        if len(sides) == 1:
            found[number] = sides[0]
    return found


def beside(field: Field, unit: FieldUnit, edition: Edition) -> tuple[Commander, ...]:
    """Return the commanders who are next to a unit of theirs (DEC-30)."""
    near = room(edition, "commander.adjacent")
    return tuple(
        commander
        for commander in field.commanders
        if commander.side == unit.side
        and (distance := closest((commander.place,), unit.living)) is not None
        and distance <= near
    )


def commander_moved(field: Field, commander: Commander, place: Point, edition: Edition) -> Field | None:
    """Return the field after a commander moved (CC-MOVE-1); None if it is too far or off the field.

    Nothing hinders him (DEC-41).
    """
    most = marks(edition.number(PACE[commander.post]))
    if reading(commander.place.to(place).square) > most or not field.reaches(place):
        return None
    return field.with_commander(replace(commander, place=place))
