"""Who stands in ranks: men who fall, become confused, rally, re-form, and walk back to their gun."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.cards.engine.units import Arm
from deduce.cards.field.points import Point, marks, reading
from deduce.cards.field.walking import Walk, advance, behind, is_free, pivoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.cards.edition import Edition
    from deduce.cards.field.scene import Field, FieldUnit

__all__ = ["cleared", "rallied", "reformed", "struck", "walk_back"]


def struck(
    unit: FieldUnit, killed: Sequence[Point], confused: Sequence[Point] = (), *, lies: bool = True
) -> FieldUnit:
    """Return a unit after some of its men were killed and others confused, all where they stand (CC-CONF-1).

    Args:
        unit: The unit.
        killed: The men who die, of those in ranks or of the confused ones.
        confused: The men in ranks who become confused.
        lies: Whether the dead are left lying (CC-KILL-3, CC-FIRE-4).

    Raises:
        ValueError: If somebody is none of its men.
    """
    ranks, others = [*unit.ranks], [*unit.confused]
    for man in killed:
        (ranks if man in ranks else others).remove(man)
    for man in confused:
        ranks.remove(man)
    bodies = unit.bodies + (tuple(killed) if lies else ())
    return replace(unit, ranks=tuple(ranks), confused=(*others, *confused), bodies=bodies)


def cleared(unit: FieldUnit) -> FieldUnit:
    """Return a unit whose dead were taken off (CC-KILL-3)."""
    return replace(unit, bodies=())


def rallied(
    field: Field, letter: str, returning: Sequence[Point], edition: Edition, heading: Point | None = None
) -> Field:
    """Return the field after some confused men of a unit returned to its ranks (CC-RAL).

    They close up (DEC-45); where there is no room for them in ranks they count as in ranks where they stand.

    Args:
        field: The field.
        letter: The unit.
        returning: The men who return.
        edition: The rules.
        heading: Where a unit looks that was a mob; as it last did if nothing is said.

    Raises:
        ValueError: If somebody is none of its confused men.
    """
    unit = field.unit(letter)
    confused = [*unit.confused]
    for man in returning:
        confused.remove(man)
    centre = unit.centre if unit.ranks else returning[0]
    now = replace(
        unit,
        ranks=(*unit.ranks, *returning),
        confused=tuple(confused),
        centre=centre,
        heading=unit.heading if heading is None or unit.ranks else heading,
    )
    for shape in _shapes(now):
        closed = pivoted(replace(now, files=shape), now.heading, edition)
        if is_free(field, closed, edition) and not {*closed.ranks} & {*closed.confused}:
            return field.with_unit(closed)
    return field.with_unit(now)


def _shapes(unit: FieldUnit) -> Iterator[int]:
    """Yield how many files a unit can stand in, the present number first."""
    yield unit.files
    yield from (files for files in range(len(unit.ranks), 0, -1) if files != unit.files)


def reformed(field: Field, letter: str, files: int, edition: Edition) -> Field | None:
    """Return the field after a unit changed its formation (CC-FORM-1); None if there is no room."""
    unit = field.unit(letter)
    there = pivoted(replace(unit, files=files), unit.heading, edition)
    return field.with_unit(there) if is_free(field, there, edition) else None


def walk_back(field: Field, letter: str, edition: Edition) -> Walk | None:
    """Return how gunners walk back to their gun (CC-RAL-5); None if they cannot.

    They look where they go, and are at the gun once they can be set out behind it.
    """
    unit = field.unit(letter)
    if unit.arm is not Arm.GUNS or unit.axle is None or unit.at_gun or not unit.ranks:
        return None
    most = marks(edition.number("gunners.return"))
    goal = behind(unit.axle, unit.heading, edition)
    way = unit.centre.to(goal)
    if not way.square:
        return _arrived(field, unit, Walk(field, 0), edition)
    walk = advance(field, letter, way, min(most, reading(way.square)), edition)
    if walk is None:
        return None
    there = walk.field.unit(letter)
    if there.centre.to(goal).square > 2:
        return walk
    return _arrived(walk.field, replace(there, heading=unit.heading), walk, edition) or walk


def _arrived(field: Field, unit: FieldUnit, walk: Walk, edition: Edition) -> Walk | None:
    """Return the same walk with the gunners behind their gun; None if there is no room."""
    there = pivoted(replace(unit, at_gun=True), unit.heading, edition)
    return replace(walk, field=field.with_unit(there)) if is_free(field, there, edition) else None
