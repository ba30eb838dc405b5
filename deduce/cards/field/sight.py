"""Who looks at whom, what lies between them, and what covers whom."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.engine.units import Cover
from deduce.cards.field.gaps import room
from deduce.cards.field.points import Point, angle, is_within, marks, reading
from deduce.cards.field.terrain import Area, Line, from_segment

if TYPE_CHECKING:
    from deduce.cards.edition import Edition
    from deduce.cards.field.scene import Field, FieldUnit

__all__ = [
    "Aim",
    "aim",
    "bearing",
    "cover_at",
    "cover_between",
    "faces",
    "is_clear",
    "nearest_men",
    "side_angle",
    "standing_cover",
]

BEST = (Cover.TRENCH, Cover.REDOUBT, Cover.WALL, Cover.WOOD)
"""Cover, the best first: never more than one counts (CC-COMB-6)."""


class Aim(NamedTuple):
    """How a gun is laid on a unit.

    Attributes:
        man: On which man.
        bearing: How far he is read to lie off the gun's heading, in tenths of a degree.
        clear: Whether nothing is in the way.
        cover: What covers him.
    """

    man: Point
    bearing: int
    clear: bool
    cover: Cover


def bearing(unit: FieldUnit, other: FieldUnit) -> int | None:
    """Return how far off the heading of a unit the nearest to it of the men of another lies (DEC-12).

    None if either has nobody in ranks: a mob has no heading, and nobody faces one.
    """
    if not unit.ranks or not other.ranks:
        return None
    return min(angle(unit.heading, unit.eye.to(man)) for man in other.ranks)


def faces(unit: FieldUnit, other: FieldUnit, edition: Edition) -> bool:
    """Whether a unit faces another (CC-FACE-1)."""
    if not unit.ranks:
        return False
    limit = marks(edition.number("facing.halfAngle"))
    return any(is_within(unit.heading, unit.eye.to(man), limit) for man in other.ranks)


def side_angle(unit: FieldUnit, other: FieldUnit) -> int | None:
    """Return how far off the heading of a unit another stands: on which of its sides (CC-FACE-2)."""
    if not unit.ranks or not other.ranks:
        return None
    return angle(unit.heading, unit.eye.to(other.eye))


def nearest_men(those: tuple[Point, ...], these: tuple[Point, ...]) -> tuple[Point, Point]:
    """Return the two men who stand nearest to each other; of several pairs always the same."""
    return min(((p, q) for p in those for q in these), key=lambda pair: (pair[0].to(pair[1]).square, pair))


def is_clear(field: Field, gun: FieldUnit, target: FieldUnit, man: Point, edition: Edition) -> bool:
    """Whether nothing is between a gun and a man of its target (DEC-32a).

    A wood, hill or village in which either of them stands does not hide them from each other.
    """
    here = gun.eye
    for ground in field.terrain:
        if (
            isinstance(ground, Area)
            and ground.ground.blocks
            and not ground.holds(here)
            and not ground.holds(man)
            and ground.is_between(here, man)
        ):
            return False
    room = marks(edition.number("fire.lineWidth"))
    return not any(
        reading(from_segment(other, here, man)) <= room
        for unit in field.others(gun)
        if unit.letter != target.letter
        for other in unit.living
    )


def cover_at(field: Field, here: Point, man: Point, edition: Edition) -> Cover:
    """Return what covers a man from somebody: the best of what he is in or closely behind (DEC-32f)."""
    near = marks(edition.number("fire.coverWithin"))
    found = {Cover.OPEN}
    for ground in field.terrain:
        if isinstance(ground, Line):
            crossing = ground.nearest_crossing(here, man)
            if crossing is not None and crossing <= near:
                found.add(ground.ground.cover)
        elif ground.holds(man):
            found.add(ground.ground.cover)
    return next((cover for cover in BEST if cover in found), Cover.OPEN)


def cover_between(field: Field, starter: FieldUnit, target: FieldUnit, edition: Edition) -> Cover:
    """Return what covers a unit from one that attacks it, by their nearest men in ranks (DEC-34)."""
    here, man = nearest_men(starter.ranks, target.ranks)
    return cover_at(field, here, man, edition)


def aim(field: Field, gun: FieldUnit, target: FieldUnit, edition: Edition) -> Aim:
    """Return how a gun is laid: on the nearest man whom it can hit, or on the nearest if there is none.

    The target must have somebody who is alive.
    """
    arc = marks(edition.number("fire.halfAngle"))
    men = sorted(target.living, key=lambda man: (gun.eye.to(man).square, man))
    chosen, clear = men[0], None
    for man in men:
        if is_within(gun.heading, gun.eye.to(man), arc) and is_clear(field, gun, target, man, edition):
            chosen, clear = man, True
            break
    if clear is None:
        clear = is_clear(field, gun, target, chosen, edition)
    return Aim(
        chosen, angle(gun.heading, gun.eye.to(chosen)), clear, cover_at(field, gun.eye, chosen, edition)
    )


def standing_cover(field: Field, unit: FieldUnit, edition: Edition) -> Cover:
    """Return what a unit stands in or closely behind, from whichever side: the best of it."""
    near = room(edition, "fire.coverWithin", 0)
    found = set()
    for ground in field.terrain:
        if isinstance(ground, Line):
            edges = list(pairwise(ground.corners))
            if any(reading(from_segment(man, a, b)) <= near for man in unit.living for a, b in edges):
                found.add(ground.ground.cover)
        elif any(map(ground.holds, unit.living)):
            found.add(ground.ground.cover)
    return next((cover for cover in BEST if cover in found), Cover.OPEN)
