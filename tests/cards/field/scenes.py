"""Fields for tests: units in a few words, and crowded fields from a seed."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from deduce.cards.edition import Edition, edition_of
from deduce.cards.engine.units import Arm
from deduce.cards.field.points import Point, set_out
from deduce.cards.field.scene import Commander, Field, FieldUnit, Post, Site
from deduce.cards.field.terrain import Area, Ground, Line, Terrain
from deduce.cards.field.walking import is_free, pivoted

EN, FR = edition_of("en"), edition_of("fr")
NORTH, SOUTH, EAST, WEST = Point(0, 1), Point(0, -1), Point(1, 0), Point(-1, 0)


def at(x: float | str, y: float | str) -> Point:
    """A point by its centimetres."""
    return Point(int(Fraction(str(x)) * 10), int(Fraction(str(y)) * 10))


def unit(
    letter: str,
    place: Point,
    heading: Point = NORTH,
    men: int = 1,
    *,
    files: int = 4,
    arm: Arm = Arm.FOOT,
    side: int | None = None,
    confused: tuple[Point, ...] = (),
) -> FieldUnit:
    """A unit whose centre man, or gun, stands somewhere; letters from n on are the other side's."""
    owner = int(letter >= "n") if side is None else side
    axle = place if arm is Arm.GUNS else None
    bare = FieldUnit(letter, owner, arm, heading, place, files, (place,) * men, confused, axle=axle)
    return pivoted(bare, heading, EN)


def mob(letter: str, *men: Point, side: int | None = None) -> FieldUnit:
    """A mob of men who stand somewhere."""
    owner = int(letter >= "n") if side is None else side
    return FieldUnit(letter, owner, Arm.FOOT, NORTH, men[0], 4, (), men)


def field(*units: FieldUnit, terrain: Terrain = (), sites: tuple[Site, ...] = (), **more: object) -> Field:
    """A field of the usual size."""
    return Field(2000, 3000, units, terrain, sites, **more)  # type: ignore[arg-type]


def random_heading(rng: random.Random) -> Point:
    """Any direction, the easy ones more often than by chance."""
    while True:
        size = rng.choice([1, 1, 3, 10, 100])
        found = Point(rng.randint(-size, size), rng.randint(-size, size))
        if found.square:
            return found


def random_area(rng: random.Random, ground: Ground, width: int, length: int) -> Area:
    """A triangle or a quadrangle."""
    x, y = rng.randint(0, width), rng.randint(0, length)
    a, b, c, d = (rng.randint(20, 200) for _ in range(4))
    corners = [Point(x - a, y), Point(x, y - b), Point(x + c, y), Point(x, y + d)]
    return Area(ground, tuple(corners if rng.random() < 0.7 else corners[:3]))


def random_field(seed: int, rules: Edition = EN, *, width: int = 700, length: int = 700) -> Field:
    """A crowded field on which everybody stands where he may; no two seeds give the same."""
    rng = random.Random(seed)
    terrain: list[Area | Line] = [
        random_area(rng, rng.choice([Ground.WOOD, Ground.HILL, Ground.VILLAGE, Ground.TRENCH]), width, length)
        for _ in range(rng.randint(0, 3))
    ]
    for _ in range(rng.randint(0, 3)):
        start = Point(rng.randint(0, width), rng.randint(0, length))
        corners = [start]
        for _ in range(rng.randint(1, 2)):
            corners.append(corners[-1].moved(Point(rng.randint(-150, 150), rng.randint(-150, 150))))
        if all(p != q for p, q in pairwise(corners)):
            terrain.append(Line(rng.choice([Ground.WALL, Ground.REDOUBT]), tuple(corners)))
    sites = tuple(
        Site(Point(rng.randint(0, width), rng.randint(0, length)), rng.choice([50, 100])) for _ in range(4)
    )
    commanders = tuple(
        Commander(side, post, Point(rng.randint(0, width), rng.randint(0, length)))
        for side in (0, 1)
        for post in Post
    )
    now = Field(width, length, (), tuple(terrain), sites, commanders)
    for letter in "abcdnopq"[: rng.randint(2, 8)] if rng.random() < 0.3 else "abcnop":
        for _ in range(20):
            arm = rng.choice([Arm.FOOT, Arm.FOOT, Arm.HORSE, Arm.GUNS])
            men = rng.randint(1, 4 if arm is Arm.GUNS else 10)
            place = Point(rng.randint(0, width), rng.randint(0, length))
            new = unit(letter, place, random_heading(rng), men, files=rng.randint(1, 5), arm=arm)
            new = new.formed(rules)
            state = rng.random()
            if state < 0.45:
                count = men if state < 0.2 else rng.randint(0, men)
                ranks = [*new.ranks]
                rng.shuffle(ranks)
                new = replace(new, ranks=tuple(ranks[count:]), confused=tuple(ranks[:count]))
                if not new.ranks:
                    new = replace(new, at_gun=new.arm is not Arm.GUNS)
            if is_free(now, new, rules):
                now = replace(now, units=(*now.units, new))
                break
    return now


__all__ = [
    "EAST",
    "EN",
    "FR",
    "NORTH",
    "SOUTH",
    "WEST",
    "at",
    "field",
    "mob",
    "random_area",
    "random_field",
    "random_heading",
    "set_out",
    "unit",
]
