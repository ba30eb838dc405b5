"""Who stands where: units as points, what lies on the field, sites and commanders."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from deduce.cards.field.points import Point, marks, reading, set_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.cards.edition import Edition
    from deduce.cards.engine.units import Arm
    from deduce.cards.field.terrain import Terrain

__all__ = ["Commander", "Field", "FieldUnit", "Post", "Site"]


class Post(StrEnum):
    """Who somebody is that helps to rally."""

    GENERAL = "general"
    AIDE = "aide"


@dataclass(frozen=True, slots=True)
class FieldUnit:
    """A unit on the field.

    Attributes:
        letter: Its letter.
        side: Whose it is: 0, whose back line is that of no marks along the field, or 1.
        arm: Its kind.
        heading: Where it looks; of no meaning while nobody is in ranks.
        centre: Where the centre man of its front rank stands, or stood before he fell (DEC-45).
        files: How many of its men stand beside each other in ranks.
        ranks: Where its men in ranks stand.
        confused: Where its confused men stand.
        bodies: Where its dead lie.
        axle: Where its cannon stand.
        at_gun: Whether its gunners are there (CC-RAL-5).
    """

    letter: str
    side: int
    arm: Arm
    heading: Point
    centre: Point
    files: int
    ranks: tuple[Point, ...]
    confused: tuple[Point, ...] = ()
    bodies: tuple[Point, ...] = ()
    axle: Point | None = None
    at_gun: bool = True

    @property
    def living(self) -> tuple[Point, ...]:
        """Where its men stand who are alive."""
        return self.ranks + self.confused

    @property
    def is_mob(self) -> bool:
        """Whether none of its men is in ranks, and some are alive."""
        return bool(self.confused) and not self.ranks

    @property
    def eye(self) -> Point:
        """From where it looks (DEC-12): from its gun if it is there, else from its centre man."""
        return self.axle if self.axle is not None and self.at_gun else self.centre

    def formed(self, edition: Edition, **changes: object) -> FieldUnit:
        """Return the unit closed up in its ranks, after some changes (DEC-45).

        Args:
            edition: The rules.
            changes: Its heading, centre, files or ranks, if they change; only the number of the ranks counts.
        """
        unit: FieldUnit = replace(self, **changes)  # type: ignore[arg-type]
        spacing = marks(edition.number("men.spacing"))
        return replace(unit, ranks=set_out(unit.centre, unit.heading, unit.files, len(unit.ranks), spacing))

    def moved(self, by: Point) -> FieldUnit:
        """Return the unit after all its men who are alive went the same way, the gun with its gunners."""
        return replace(
            self,
            centre=self.centre.moved(by),
            ranks=tuple(man.moved(by) for man in self.ranks),
            confused=tuple(man.moved(by) for man in self.confused),
            axle=self.axle.moved(by) if self.axle is not None and self.at_gun and self.ranks else self.axle,
            at_gun=self.at_gun and (bool(self.ranks) or by == Point(0, 0)),
        )


@dataclass(frozen=True, slots=True)
class Site:
    """A site: a circle (DEC-8).

    Attributes:
        centre: Its middle.
        radius: How far it reaches, in marks.
    """

    centre: Point
    radius: int

    def holds(self, point: Point) -> bool:
        """Whether somebody who stands there is on it."""
        return reading(self.centre.to(point).square) <= self.radius


@dataclass(frozen=True, slots=True)
class Commander:
    """A commander or his aide.

    Attributes:
        side: Whose he is.
        post: Which of the two.
        place: Where he stands.
    """

    side: int
    post: Post
    place: Point


@dataclass(frozen=True, slots=True)
class Field:
    """The field and all that stands on it.

    Attributes:
        width: From edge to edge, in marks.
        length: From back line to back line, in marks.
        units: The units that are on it.
        terrain: What lies on it.
        sites: The sites.
        commanders: The commanders and aides.
    """

    width: int
    length: int
    units: tuple[FieldUnit, ...]
    terrain: Terrain = ()
    sites: tuple[Site, ...] = ()
    commanders: tuple[Commander, ...] = ()
    _by_letter: dict[str, FieldUnit] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_letter", {unit.letter: unit for unit in self.units})

    def unit(self, letter: str) -> FieldUnit:
        """Return the unit of a letter; KeyError if it is not on the field."""
        return self._by_letter[letter]

    def has(self, letter: str) -> bool:
        """Whether a unit is on the field."""
        return letter in self._by_letter

    def others(self, unit: FieldUnit) -> Iterator[FieldUnit]:
        """Yield all units but one."""
        return (other for other in self.units if other.letter != unit.letter)

    def enemies(self, unit: FieldUnit) -> Iterator[FieldUnit]:
        """Yield the units of the other side."""
        return (other for other in self.units if other.side != unit.side)

    def with_unit(self, unit: FieldUnit) -> Field:
        """Return the field with a unit as it is now."""
        return replace(self, units=tuple(unit if old.letter == unit.letter else old for old in self.units))

    def without(self, letter: str) -> Field:
        """Return the field without a unit."""
        return replace(self, units=tuple(old for old in self.units if old.letter != letter))

    def with_commander(self, commander: Commander) -> Field:
        """Return the field with a commander where he is now."""
        return replace(
            self,
            commanders=tuple(
                commander if (old.side, old.post) == (commander.side, commander.post) else old
                for old in self.commanders
            ),
        )

    def reaches(self, point: Point) -> bool:
        """Whether a point lies on the field or on its edge."""
        return 0 <= point.x <= self.width and 0 <= point.y <= self.length
