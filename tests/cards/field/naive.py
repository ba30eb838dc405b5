"""The same questions answered a second time: with floats, every place of a path looked at, no haste.

Nothing here is shared with the field but its data and the path itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from deduce.cards.edition import Edition
from deduce.cards.field.points import Point
from deduce.cards.field.scene import Field, FieldUnit


def ruler(p: Point, q: Point) -> float:
    """A distance in centimetres, to the nearest mark."""
    return round(math.hypot(p.x - q.x, p.y - q.y)) / 10


def protractor(heading: Point, way: Point) -> float:
    """An angle in degrees, to the nearest tenth."""
    if (way.x, way.y) == (0, 0):
        return 0.0
    turn = math.atan2(way.y, way.x) - math.atan2(heading.y, heading.x)
    turn = abs((turn + math.pi) % (2 * math.pi) - math.pi)
    return round(math.degrees(turn) * 10) / 10


def nearest(those: Iterable[Point], these: Iterable[Point]) -> float:
    """The least distance between two groups; infinite if one has nobody."""
    others = [*these]
    return min((ruler(p, q) for p in those for q in others), default=math.inf)


def looks_from(unit: FieldUnit) -> Point:
    return unit.axle if unit.axle is not None and unit.at_gun else unit.centre


def faces(unit: FieldUnit, other: FieldUnit, rules: Edition) -> bool:
    here = looks_from(unit)
    return bool(unit.ranks) and any(
        protractor(unit.heading, Point(man.x - here.x, man.y - here.y)) <= rules.number("facing.halfAngle")
        for man in other.ranks
    )


def shifted(unit: FieldUnit, gone: Point) -> FieldUnit:
    return unit.moved(gone)


def on_field(field: Field, men: Iterable[Point]) -> bool:
    return all(0 <= man.x <= field.width and 0 <= man.y <= field.length for man in men)


def may_stand(field: Field, unit: FieldUnit, rules: Edition) -> bool:
    return on_field(field, unit.living) and all(
        nearest(unit.living, other.living) >= rules.number("men.apart")
        for other in field.units
        if other.letter != unit.letter
    )


def furthest_end(
    field: Field, before: FieldUnit, pivoted: FieldUnit, track: Sequence[Point], rules: Edition
) -> int | None:
    """The index of the place on a path where an advance ends; None if there is none."""
    enemies = [enemy for enemy in field.units if enemy.side != before.side]
    last = -1
    for index, gone in enumerate(track):
        there = shifted(pivoted, gone)
        if not on_field(field, there.living):
            break
        if any(nearest(there.living, enemy.living) < rules.number("men.apart") for enemy in enemies):
            break
        found = {halting(before, pivoted, there, enemy, rules) for enemy in enemies}
        if "refused" in found:
            break
        last = index
        if "ends" in found:
            break
    for index in range(last, -1, -1):
        there = shifted(pivoted, track[index])
        if may_stand(field, there, rules) and all(
            may_end_beside(pivoted, enemy, track[: index + 1], rules) for enemy in enemies
        ):
            return index
    return None


def halting(before: FieldUnit, pivoted: FieldUnit, there: FieldUnit, enemy: FieldUnit, rules: Edition) -> str:
    """Whether an advance ends in some place because of an enemy, cannot come there, or neither."""
    halt, mode = rules.number("halt.distance"), rules.choice("DEC-17")
    begins, at_first = nearest(before.ranks, enemy.ranks), nearest(pivoted.ranks, enemy.ranks)
    distance = nearest(there.ranks, enemy.ranks)
    if mode == "off" or not (faces(there, enemy, rules) and faces(enemy, there, rules)):
        return ""
    if mode == "stop":
        if distance >= halt:
            return ""
        return "ends" if begins >= halt else "refused" if distance < at_first else ""
    if distance > halt:
        return ""
    if begins > halt:
        return "ends"
    return "refused" if mode == "literal" and distance < at_first else ""


def may_end_beside(pivoted: FieldUnit, enemy: FieldUnit, track: Sequence[Point], rules: Edition) -> bool:
    """Whether a path that ends here did not pass an enemy too near."""
    passing = rules.number("passBy.distance")
    distances = [nearest(shifted(pivoted, gone).ranks, enemy.ranks) for gone in track]
    if rules.choice("DEC-18") == "off" or distances[0] < passing or distances[-1] < passing:
        return True
    return all(
        faces(there, enemy, rules) and faces(enemy, there, rules)
        for gone, distance in zip(track, distances, strict=True)
        if distance < passing
        for there in (shifted(pivoted, gone),)
    )


def lane(field: Field, mob: FieldUnit, track: Sequence[Point], rules: Edition) -> tuple[bool, int, bool]:
    """Whether a mob may run along a path at all, how far, and whether the edge stops it first."""
    keep = rules.number("mob.keepOff")
    enemies = [enemy for enemy in field.units if enemy.side != mob.side]
    way = track[-1]
    pairs = [(man, foe) for man in mob.confused for enemy in enemies for foe in enemy.ranks]
    close = [(man, foe) for man, foe in pairs if ruler(man, foe) < keep]
    length = math.hypot(way.x, way.y)
    for man, foe in close:
        if (way.x * (man.x - foe.x) + way.y * (man.y - foe.y)) / length <= 0:
            return False, 0, False
    far = [(man, foe) for man, foe in pairs if ruler(man, foe) >= keep]
    last, leaves = -1, False
    for index, gone in enumerate(track):
        there = [man.moved(gone) for man in mob.confused]
        if not on_field(field, there):
            leaves = True
            break
        if any(ruler(man.moved(gone), foe) < keep for man, foe in far):
            break
        if any(nearest(there, enemy.living) < rules.number("men.apart") for enemy in enemies):
            break
        last = index
    while last > 0 and not may_stand(field, shifted(mob, track[last]), rules):
        last -= 1
    return True, max(last, 0), leaves
