"""What a table would measure: the field read with ruler and protractor, for the judge.

Nothing is judged here. Whatever the judge is told about a field is told by these functions, so that
computed and typed measures can only differ by what somebody misread.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.cards.field.gaps import Gap, bare, room
from deduce.cards.field.holding import on_site
from deduce.cards.field.mobs import Hunted
from deduce.cards.field.points import MARKS, Point, angle, closest, path, reading
from deduce.cards.field.scene import Post
from deduce.cards.field.sight import aim, bearing, cover_at, faces, nearest_men, side_angle
from deduce.cards.field.walking import inside, pivoted
from deduce.cards.judge.facts import Measured

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from deduce.cards.edition import Edition
    from deduce.cards.field.mobs import Flight
    from deduce.cards.field.scene import Commander, Field, FieldUnit
    from deduce.cards.field.walking import Walk

__all__ = [
    "for_commander",
    "for_fight",
    "for_fire",
    "for_flight",
    "for_mob_move",
    "for_move",
    "for_passing",
    "for_rally",
    "for_site",
    "for_walk",
]


def _length(read: int | None, edition: Edition, bases: int = 2) -> Fraction | None:
    """Return what is read between the edges of bases, in centimetres."""
    return None if read is None else Fraction(bare(read, edition, bases), MARKS)


def _degrees(read: int | None) -> Fraction | None:
    return None if read is None else Fraction(read, MARKS)


# --- Fire and combat ---------------------------------------------------------------------------------


def for_fight(field: Field, starter: str, target: str, edition: Edition) -> Measured:
    """Return what is measured before a combat (CC-COMB-1 to CC-COMB-6)."""
    one, other = field.unit(starter), field.unit(target)
    is_mob_in_it = edition.choice("DEC-24") == "attackable" and other.is_mob
    men = other.confused if is_mob_in_it else other.ranks
    if not one.ranks or not men:
        return Measured()
    return Measured(
        distance=_length(closest(one.ranks, men), edition),
        own_bearing=_degrees(min(angle(one.heading, one.eye.to(man)) for man in men)),
        their_bearing=_degrees(bearing(other, one)),
        their_side=_degrees(side_angle(other, one)),
        cover=cover_at(field, *nearest_men(one.ranks, men), edition).value,
    )


def for_fire(field: Field, gun: str, target: str, edition: Edition) -> Measured:
    """Return what is measured before a shot (CC-FIRE-1); from the axle (DEC-11)."""
    one, other = field.unit(gun), field.unit(target)
    laid = aim(field, one, other, edition)
    return Measured(
        distance=_length(closest((one.eye,), other.living), edition, 1),
        own_bearing=_degrees(laid.bearing),
        clear=laid.clear,
        cover=laid.cover.value,
    )


# --- Rallies -----------------------------------------------------------------------------------------


def for_rally(field: Field, letter: str, edition: Edition) -> Measured:
    """Return what is measured before a rally (CC-RAL-2 to CC-RAL-4)."""
    unit = field.unit(letter)
    men = unit.ranks if edition.choice("DEC-29") == "ranks" and unit.ranks else unit.living
    facing = [man for enemy in field.enemies(unit) if faces(enemy, unit, edition) for man in enemy.ranks]
    commanders = {
        each.post: _length(closest((each.place,), unit.living), edition)
        for each in field.commanders
        if each.side == unit.side
    }
    return Measured(
        faced=bool(facing),
        nearest_facing=_length(closest(men, facing), edition),
        nearest_any=_nearest(field, men, _who_count(field, unit, edition), edition),
        commander_distance=commanders.get(Post.GENERAL, _nearest(field, unit.living, (), edition)),
        aide_distance=commanders.get(Post.AIDE, _nearest(field, unit.living, (), edition)),
    )


def _who_count(field: Field, unit: FieldUnit, edition: Edition) -> list[Point]:
    """Return the enemies who keep a mob from rallying (DEC-29)."""
    are_all = edition.choice("DEC-29b") == "any"
    return [man for enemy in field.enemies(unit) for man in (enemy.living if are_all else enemy.ranks)]


# --- Moves -------------------------------------------------------------------------------------------


def for_move(field: Field, letter: str, heading: Point, most: int | Fraction, edition: Edition) -> Measured:
    """Return what is measured of a move as somebody wants it, whether it may be or not (CC-MOVE)."""
    unit = field.unit(letter)
    walker = pivoted(unit, heading, edition)
    track = path(heading, most)
    return Measured(
        advance=Fraction(reading(track[-1].square), MARKS),
        pivots="none" if heading == unit.heading else "before",
        crosses_enemies=_crosses(field, walker, track, edition),
        ends_apart=_ends_apart(field, walker.moved(track[-1]), edition),
        leaves_field=len(inside(field, walker.living, track)) < len(track),
    )


def for_walk(field: Field, letter: str, walk: Walk, edition: Edition) -> Measured:
    """Return what is measured of a move that the field made: nearest to whom its unit ends, among the rest.

    Args:
        field: The field before the move.
        letter: The unit.
        walk: How it went.
        edition: The rules.
    """
    before, there = field.unit(letter), walk.field.unit(letter)
    return Measured(
        advance=Fraction(walk.moved, MARKS),
        pivots="none" if there.heading == before.heading else "before",
        crosses_enemies=False,
        ends_apart=_ends_apart(walk.field, there, edition),
        leaves_field=False,
    )


def for_passing(
    field: Field, letter: str, enemy: str, heading: Point, most: int | Fraction, edition: Edition
) -> Measured:
    """Return what is measured of a move with regard to one enemy (CC-MOVE-4, CC-MOVE-5).

    The bearings are those after the pivot.
    """
    walker, other = pivoted(field.unit(letter), heading, edition), field.unit(enemy)
    track = path(heading, most)
    gap = Gap(walker.ranks, other.ranks, most, _far(field))
    distances = [gap.after(gone) for gone in track]
    return Measured(
        own_bearing=_degrees(bearing(walker, other)),
        their_bearing=_degrees(bearing(other, walker)),
        begins=_length(distances[0], edition),
        nearest_on_path=_length(min(distances), edition),
        ends=_length(distances[-1], edition),
        advance=Fraction(reading(track[-1].square), MARKS),
    )


def for_mob_move(
    field: Field, letter: str, direction: Point, most: int | Fraction, edition: Edition
) -> Measured:
    """Return what is measured of a mob's move as somebody wants it (CC-MOB-2)."""
    mob = field.unit(letter)
    track = path(direction, most)
    hunted = Hunted(field, mob, most, edition)
    troops = [man for enemy in field.enemies(mob) for man in enemy.ranks]
    gap = Gap(mob.confused, troops, most, _far(field))
    return Measured(
        begins=_length(gap.after() if troops else _far(field), edition),
        nearest_on_path=_length(min(map(gap.after, track)) if troops else _far(field), edition),
        goes_away=hunted.keeps_off(track) and hunted.goes_away(direction),
        advance=Fraction(reading(track[-1].square), MARKS),
        crosses_enemies=_crosses(field, mob, track, edition),
        ends_apart=_ends_apart(field, mob.moved(track[-1]), edition),
        leaves_field=len(inside(field, mob.confused, track)) < len(track),
    )


def for_flight(field: Field, letter: str, found: Flight, edition: Edition) -> Measured:
    """Return what is measured where a mob must run (CC-MOB-3, CC-MOB-4).

    Args:
        field: The field before it ran.
        letter: The mob.
        found: What became of it.
        edition: The rules.
    """
    mob = field.unit(letter)
    troops = [man for enemy in field.enemies(mob) for man in enemy.ranks]
    return Measured(
        nearest_any=_nearest(field, mob.confused, troops, edition),
        room=Fraction(found.room, MARKS),
        leaves_field=found.is_removed and edition.choice("DEC-26") == "edge",
    )


def for_commander(field: Field, commander: Commander, place: Point, edition: Edition) -> Measured:
    """Return what is measured of a commander's move (CC-MOVE-1, DEC-41)."""
    troops = [man for unit in field.units if unit.side != commander.side for man in unit.ranks]
    return Measured(
        advance=Fraction(reading(commander.place.to(place).square), MARKS),
        leaves_field=not field.reaches(place),
        nearest_any=_nearest(field, (place,), troops, edition),
    )


# --- Sites -------------------------------------------------------------------------------------------


def for_site(field: Field, letter: str, number: int, passed: Collection[int] = ()) -> Measured:
    """Return what is seen of a unit and a site at the end of a move (CC-WIN-2, DEC-43).

    Args:
        field: The field at the end.
        letter: The unit.
        number: The site, from 0.
        passed: The sites that its men in ranks came upon on their way.
    """
    unit, site = field.unit(letter), field.sites[number]
    return Measured(
        on_site=number in passed or any(map(site.holds, unit.ranks)),
        enemy_on_site=on_site(field, number, 1 - unit.side),
    )


# --- What several need -------------------------------------------------------------------------------


def _far(field: Field) -> int:
    """Return a distance beyond the field, in marks: what is read where there is nobody to measure to."""
    return field.width + field.length


def _nearest(
    field: Field, men: Collection[Point], others: Collection[Point], edition: Edition
) -> Fraction | None:
    read = closest(men, others)
    return _length(_far(field) if read is None else read, edition)


def _crosses(field: Field, walker: FieldUnit, track: Sequence[Point], edition: Edition) -> bool:
    """Whether a way leads through enemies (CC-MOVE-6)."""
    apart = room(edition, "men.apart")
    enemies = [man for enemy in field.enemies(walker) for man in enemy.living]
    gap = Gap(walker.living, enemies, reading(track[-1].square), apart)
    return bool(gap) and any(gap.after(gone) < apart for gone in track)


def _ends_apart(field: Field, unit: FieldUnit, edition: Edition) -> Fraction | None:
    others = [man for other in field.others(unit) for man in other.living]
    return _nearest(field, unit.living, others, edition)
