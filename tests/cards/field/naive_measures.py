"""Measures taken a second time, with floats and other algorithms, for the judge that is written by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from cards.field import naive
from deduce.cards.edition import Edition
from deduce.cards.field.points import Point
from deduce.cards.field.scene import Field, FieldUnit, Post
from deduce.cards.field.terrain import Area, Line
from deduce.cards.judge.facts import Measured

FAR = 10_000.0
ORDER = ("trench", "redoubt", "wall", "woods", "open")


def way(here: Point, there: Point) -> Point:
    return Point(there.x - here.x, there.y - here.y)


def bearing(unit: FieldUnit, other: FieldUnit) -> float:
    here = naive.looks_from(unit)
    return min(naive.protractor(unit.heading, way(here, man)) for man in other.ranks)


def is_inside(point: tuple[float, float], corners: Sequence[Point]) -> bool:
    """Even or odd: how often a ray to the right crosses the edges."""
    x, y = point
    crossings = 0
    for a, b in pairwise([*corners, corners[0]]):
        if (a.y > y) != (b.y > y) and x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x):
            crossings += 1
    return crossings % 2 == 1


def from_line(point: tuple[float, float], a: Point, b: Point) -> float:
    """The distance of a point from a segment, in marks, by the share of the way that is nearest."""
    (x, y), (dx, dy) = point, (b.x - a.x, b.y - a.y)
    share = max(0.0, min(1.0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy)))
    return math.hypot(a.x + share * dx - x, a.y + share * dy - y)


def is_on(point: Point, corners: Sequence[Point]) -> bool:
    edges = pairwise([*corners, corners[0]])
    return is_inside(point, corners) or any(from_line(point, a, b) < 1e-9 for a, b in edges)


def shares(here: Point, there: Point, a: Point, b: Point) -> list[float]:
    """Where a way meets a segment, as shares of the way; both ends if they lie on each other."""
    determinant = (there.x - here.x) * (b.y - a.y) - (there.y - here.y) * (b.x - a.x)
    length = math.hypot(there.x - here.x, there.y - here.y)
    if determinant:
        s = ((a.x - here.x) * (b.y - a.y) - (a.y - here.y) * (b.x - a.x)) / determinant
        t = ((a.x - here.x) * (there.y - here.y) - (a.y - here.y) * (there.x - here.x)) / determinant
        return [s] if -1e-12 <= s <= 1 + 1e-12 and -1e-12 <= t <= 1 + 1e-12 else []
    touching = [end for end in (a, b) if from_line(end, here, there) < 1e-9]
    touching += [end for end in (here, there) if from_line(end, a, b) < 1e-9]
    return [math.hypot(end.x - here.x, end.y - here.y) / length for end in touching]


def hides(area: Area, here: Point, there: Point) -> bool:
    """Whether some stretch of the way lies inside."""
    cuts = {0.0, 1.0}
    for a, b in pairwise([*area.corners, area.corners[0]]):
        cuts.update(min(1.0, max(0.0, share)) for share in shares(here, there, a, b))
    for low, high in pairwise(sorted(cuts)):
        middle = (low + high) / 2
        point = (here.x + middle * (there.x - here.x), here.y + middle * (there.y - here.y))
        if high - low > 1e-9 and is_inside(point, area.corners):
            rim = pairwise([*area.corners, area.corners[0]])
            if all(from_line(point, a, b) > 1e-9 for a, b in rim):
                return True
    return False


def is_clear(field: Field, gun: FieldUnit, target: FieldUnit, man: Point) -> bool:
    here = naive.looks_from(gun)
    hidden = any(
        isinstance(ground, Area)
        and ground.ground.value in {"woods", "hill", "village"}
        and not is_on(here, ground.corners)
        and not is_on(man, ground.corners)
        and hides(ground, here, man)
        for ground in field.terrain
    )
    return not hidden and all(
        round(from_line(other, here, man)) > 10
        for unit in field.units
        if unit.letter not in {gun.letter, target.letter}
        for other in unit.living
    )


def cover(field: Field, here: Point, man: Point) -> str:
    found = {"open"}
    for ground in field.terrain:
        if isinstance(ground, Line):
            length = math.hypot(man.x - here.x, man.y - here.y)
            cuts = [share for a, b in pairwise(ground.corners) for share in shares(here, man, a, b)]
            if cuts and math.floor((1 - max(cuts)) * length + 0.5) <= 50:
                found.add(ground.ground.value)
        elif ground.ground.value in {"woods", "trench"} and is_on(man, ground.corners):
            found.add(ground.ground.value)
    return min(found, key=ORDER.index)


def for_fight(field: Field, one: FieldUnit, other: FieldUnit) -> Measured:
    if not one.ranks or not other.ranks:
        return Measured()
    pairs = [(math.hypot(p.x - q.x, p.y - q.y), p, q) for p in one.ranks for q in other.ranks]
    _, here, man = min(pairs)
    return Measured(
        distance=naive.nearest(one.ranks, other.ranks),
        own_bearing=bearing(one, other),
        their_bearing=bearing(other, one),
        their_side=naive.protractor(other.heading, way(naive.looks_from(other), naive.looks_from(one))),
        cover=cover(field, here, man),
    )


def for_fire(field: Field, gun: FieldUnit, target: FieldUnit) -> Measured:
    here = naive.looks_from(gun)
    men = sorted(target.living, key=lambda man: (math.hypot(man.x - here.x, man.y - here.y), man))
    fine = [
        man
        for man in men
        if naive.protractor(gun.heading, way(here, man)) <= 45 and is_clear(field, gun, target, man)
    ]
    man = fine[0] if fine else men[0]
    return Measured(
        distance=naive.nearest([here], target.living),
        own_bearing=naive.protractor(gun.heading, way(here, man)),
        clear=is_clear(field, gun, target, man),
        cover=cover(field, here, man),
    )


def for_rally(field: Field, unit: FieldUnit, rules: Edition) -> tuple[Measured, bool, bool]:
    """What is measured, and whether commander and aide are next to the unit."""
    enemies = [enemy for enemy in field.units if enemy.side != unit.side]
    facing = [man for enemy in enemies if naive.faces(enemy, unit, rules) for man in enemy.ranks]
    nearest = naive.nearest(unit.living, facing)
    anybody = naive.nearest(unit.living, [man for enemy in enemies for man in enemy.ranks])
    beside = {
        each.post
        for each in field.commanders
        if each.side == unit.side and naive.nearest([each.place], unit.living) <= 5
    }
    measured = Measured(
        faced=bool(facing),
        nearest_facing=nearest if facing else None,
        nearest_any=min(anybody, FAR),
    )
    return measured, Post.GENERAL in beside, Post.AIDE in beside


def for_move(field: Field, walker: FieldUnit, track: Sequence[Point]) -> Measured:
    enemies = [man for enemy in field.units if enemy.side != walker.side for man in enemy.living]
    others = [man for other in field.units if other.letter != walker.letter for man in other.living]
    places = [naive.shifted(walker, gone) for gone in track]
    return Measured(
        advance=naive.ruler(Point(0, 0), track[-1]),
        crosses_enemies=any(naive.nearest(there.living, enemies) < 1 for there in places),
        ends_apart=min(naive.nearest(places[-1].living, others), FAR),
        leaves_field=any(not naive.on_field(field, there.living) for there in places),
    )


def for_passing(walker: FieldUnit, enemy: FieldUnit, track: Sequence[Point]) -> Measured:
    distances = [naive.nearest(naive.shifted(walker, gone).ranks, enemy.ranks) for gone in track]
    return Measured(
        own_bearing=bearing(walker, enemy),
        their_bearing=bearing(enemy, walker),
        begins=distances[0],
        nearest_on_path=min(distances),
        ends=distances[-1],
    )


def for_mob_move(field: Field, mob: FieldUnit, track: Sequence[Point]) -> Measured:
    troops = [foe for enemy in field.units if enemy.side != mob.side for foe in enemy.ranks]
    distances = [naive.nearest([man.moved(gone) for man in mob.confused], troops) for gone in track]
    moved = for_move(field, mob, track)
    length = math.hypot(*track[-1]) or 1
    goes_away = all(
        (track[-1].x * (man.x - foe.x) + track[-1].y * (man.y - foe.y)) / length > 0
        if naive.ruler(man, foe) < 15
        else all(naive.ruler(man.moved(gone), foe) >= 15 for gone in track)
        for man in mob.confused
        for foe in troops
    )
    return Measured(
        begins=min(distances[0], FAR),
        nearest_on_path=min(*distances, FAR),
        goes_away=goes_away,
        advance=moved.advance,
        crosses_enemies=moved.crosses_enemies,
        ends_apart=moved.ends_apart,
        leaves_field=moved.leaves_field,
    )
