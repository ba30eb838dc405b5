"""How a random battle begins: armies, terrain, sites, and both sides along their back lines (CC-SET)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.engine.units import SPECIALS, Arm, Unit
from deduce.cards.field.points import Point, marks, reading
from deduce.cards.field.scene import Commander, Field, FieldUnit, Post, Site
from deduce.cards.field.terrain import Area, Ground, Line
from deduce.cards.field.walking import is_free, pivoted
from deduce.cards.random_battle.habits import CHANCES, FILES, NUMBERS, PIECES, SHARES, SIZES, TRIES
from deduce.errors import DeduceError

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from deduce.cards.edition import Edition

__all__ = ["DeploymentError", "armies", "deployed"]

LETTERS = ("abcdefghijklm", "nopqrstuvwxyz")
HEADINGS = (Point(0, 1), Point(0, -1))
"""Where each side looks at first: at the other."""


class DeploymentError(DeduceError):
    """The house's numbers leave no room for a battle."""


def armies(rng: random.Random) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """Return two armies with as many men and cannon each (CC-SET-4)."""
    kinds = [arm for arm, (least, most) in NUMBERS.items() for _ in range(rng.randint(least, most))]
    sizes = [rng.randint(*SIZES[arm]) for arm in kinds]
    specials = [_specials(rng) for _ in kinds]
    found = []
    for side, letters in enumerate(LETTERS):
        rows = zip(letters, kinds, sizes, specials, strict=False)
        found.append(
            tuple(
                Unit(letter, side, arm, men, specials=marked, cannon=int(arm is Arm.GUNS))
                for letter, arm, men, marked in rows
            )
        )
    return found[0], found[1]


def _specials(rng: random.Random) -> str:
    return "".join(letter for letter in SPECIALS if rng.random() < CHANCES["special"])


def deployed(edition: Edition, units: Sequence[Unit], count: int, rng: random.Random) -> Field:
    """Return the field at the beginning, everybody near his back line (CC-SET-1, 2 and 7).

    Args:
        edition: The rules.
        units: The units of both sides.
        count: How many sites there are.
        rng: Where all chance comes from.

    Raises:
        DeploymentError: If there is no room.
    """
    sides = ("field.width", "field.length")
    width, length = (int(marks(edition.number(name))) for name in sides)
    if edition.choice("DEC-6") == "width":
        width, length = length, width
    commanders = [Commander(side, Post.GENERAL, Point(width // 2, side * length)) for side in (0, 1)]
    if edition.choice("DEC-30b") == "optional":
        commanders += [Commander(side, Post.AIDE, Point(width // 2, side * length)) for side in (0, 1)]
    field = Field(
        width,
        length,
        (),
        _terrain(width, length, rng),
        _sites(edition, width, length, count, rng),
        tuple(commanders),
    )
    for unit in units:
        field = _placed(field, unit, edition, rng)
    return field


def _placed(field: Field, unit: Unit, edition: Edition, rng: random.Random) -> Field:
    """Return the field with one unit more, in the first place that is found free."""
    spacing = int(marks(edition.number("men.spacing")))
    depth = marks(edition.number("deploy.depth"))
    heading = HEADINGS[unit.side]
    files = FILES[unit.arm]
    while True:
        ranks = -(-unit.ranks // files) + int(unit.arm is Arm.GUNS)
        front = (ranks - 1) * spacing
        for _ in range(TRIES):
            # Half of one rank's distance is left behind the last.
            y = min(int(depth), front + rng.randint(0, spacing // 2)) if front <= depth else front
            place = Point(rng.randint(0, field.width), y if unit.side == 0 else field.length - y)
            axle = place if unit.arm is Arm.GUNS else None
            bare = FieldUnit(
                unit.letter, unit.side, unit.arm, heading, place, files, (place,) * unit.ranks, axle=axle
            )
            stood = pivoted(bare, heading, edition)
            if is_free(field, stood, edition) and len({*stood.ranks}) == unit.ranks:
                units = (*field.units, stood)
                return Field(field.width, field.length, units, field.terrain, field.sites, field.commanders)
        # A field that is too narrow for the line: more ranks.
        files = max(1, files - 1)
        if files == 1:
            message = (
                "there is no room for the armies of a random battle; field.width, field.length, "
                "deploy.depth, men.apart and men.spacing decide how much there is"
            )
            raise DeploymentError(message)


def _sites(edition: Edition, width: int, length: int, count: int, rng: random.Random) -> tuple[Site, ...]:
    """Return the sites, as far from each other and from the back lines as the rules want (DEC-8).

    Where the house's field has no room for that they come nearer to each other.
    """
    radius = int(marks(edition.number("sites.radius")))
    apart = int(marks(edition.number("sites.apart")))
    from_line = min(int(marks(edition.number("sites.fromLine"))), length // 2)
    found: list[Point] = []
    while len(found) < count:
        for _ in range(TRIES):
            place = Point(rng.randint(0, width), rng.randint(from_line, length - from_line))
            if all(reading(place.to(other).square) >= apart for other in found):
                found.append(place)
                break
        else:
            apart = apart // 2
    return tuple(Site(place, radius) for place in found)


def _terrain(width: int, length: int, rng: random.Random) -> tuple[Line | Area, ...]:
    """Return walls, woods and the like, between the lines."""
    found: list[Line | Area] = []
    strip, greatest, least = SHARES
    for _ in range(rng.randint(*PIECES)):
        centre = Point(rng.randint(0, width), rng.randint(length // strip, length - length // strip))
        ground = rng.choice([*Ground])
        across, along = (rng.randint(width // least, width // greatest) + 2 for _ in range(2))
        if ground in {Ground.WALL, Ground.REDOUBT}:
            ends = (centre.moved(Point(-across, -along // 2)), centre.moved(Point(across, 0)))
            found.append(Line(ground, ends))
        else:
            corners = ((-across, 0), (0, -along), (across, 0), (0, along))
            found.append(Area(ground, tuple(centre.moved(Point(*corner)) for corner in corners)))
    return tuple(found)
