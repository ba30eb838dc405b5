"""Where the simple player wants his units to go: to a site, at an enemy or round its flank."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from deduce.cards.engine.units import Arm
from deduce.cards.field.points import Point, closest, compass
from deduce.cards.random_battle.habits import AIM, CHANCES, NEAR

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from deduce.cards.field.scene import Field, FieldUnit

__all__ = ["goal"]


def goal(
    field: Field, unit: FieldUnit, owners: Sequence[int | None], rng: random.Random
) -> tuple[Point, bool] | None:
    """Return where a unit looks, and whether it wants to go there too; None if it stays as it is.

    Args:
        field: The field.
        unit: The unit; it has men in ranks.
        owners: Whose each site is.
        rng: Where the player's moods come from.
    """
    mood = rng.random()
    if mood < CHANCES["stays"]:
        return None
    if mood > 1 - CHANCES["wanders"]:
        return rng.choice(compass(len(field.units) * 2 + 1)), True
    foe = _nearest_enemy(field, unit)
    if foe is not None and (closest(unit.ranks, foe.ranks) or 0) <= NEAR:
        if unit.arm is Arm.GUNS and unit.at_gun:
            return _way(unit.eye.to(foe.eye)), False
        if rng.random() < CHANCES["enemy"]:
            flanks = rng.random() < CHANCES["flanks"]
            return _way(unit.eye.to(_beside(foe, rng) if flanks else rng.choice(foe.ranks))), True
    open_sites = [site for site, owner in zip(field.sites, owners, strict=True) if owner != unit.side]
    if open_sites:
        site = min(open_sites, key=lambda site: unit.eye.to(site.centre).square * rng.uniform(1, 2))
        return _way(unit.eye.to(site.centre)), True
    return None if foe is None else (_way(unit.eye.to(foe.eye)), True)


def _nearest_enemy(field: Field, unit: FieldUnit) -> FieldUnit | None:
    foes = [foe for foe in field.enemies(unit) if foe.ranks]
    return min(foes, key=lambda foe: unit.eye.to(foe.eye).square, default=None)


def _beside(foe: FieldUnit, rng: random.Random) -> Point:
    """Return a place on the flank of an enemy, on either side."""
    x, y = foe.heading
    scale = rng.choice([-1, 1]) * AIM / sqrt(foe.heading.square)
    return foe.eye.moved(Point(round(y * scale), round(-x * scale)))


def _way(way: Point) -> Point:
    """Return a direction that is one."""
    return way if way.square else Point(0, 1)
