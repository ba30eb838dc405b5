"""What lies on the field: walls and redoubts as lines, woods, hills, villages and trenches as areas."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from deduce.cards.engine.units import Cover
from deduce.cards.field.points import Point, reading

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Area", "Ground", "Line", "Terrain", "from_segment", "shared"]


class Ground(StrEnum):
    """What something on the field is."""

    WOOD = "woods"
    HILL = "hill"
    VILLAGE = "village"
    TRENCH = "trench"
    WALL = "wall"
    REDOUBT = "redoubt"

    @property
    def blocks(self) -> bool:
        """Whether nobody sees through it (DEC-32a)."""
        return self in {Ground.WOOD, Ground.HILL, Ground.VILLAGE}

    @property
    def cover(self) -> Cover:
        """What it gives to those behind or in it."""
        return Cover(self.value) if self in {*Cover} else Cover.OPEN


@dataclass(frozen=True, slots=True)
class Line:
    """A wall or a redoubt: it covers those behind it, and hides nobody.

    Attributes:
        ground: What it is.
        corners: Where it begins, bends and ends.
    """

    ground: Ground
    corners: tuple[Point, ...]

    def nearest_crossing(self, here: Point, there: Point) -> int | None:
        """Return how near there, in marks, it meets a line from here to there; None if it does not."""
        squares = [
            square
            for a, b in pairwise(self.corners)
            for square in (shared(here, there, a, b),)
            if square is not None
        ]
        return reading(min(squares)) if squares else None


@dataclass(frozen=True, slots=True)
class Area:
    """A wood, a hill, a village or a trench, without hollows.

    Attributes:
        ground: What it is.
        corners: Its corners, against the clock.
    """

    ground: Ground
    corners: tuple[Point, ...]

    def __post_init__(self) -> None:
        """Raise ValueError unless the corners go round against the clock without a hollow."""
        for (a, b), (_, c) in pairwise([*self.edges(), *self.edges()]):
            if a.to(b).cross(b.to(c)) <= 0:
                message = f"the corners of a {self.ground} must go round against the clock and have no hollow"
                raise ValueError(message)

    def edges(self) -> Iterator[tuple[Point, Point]]:
        """Yield its edges, against the clock."""
        return pairwise((*self.corners, self.corners[0]))

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it or on its edge."""
        return all(a.to(b).cross(a.to(point)) >= 0 for a, b in self.edges())

    def is_between(self, here: Point, there: Point) -> bool:
        """Whether a line passes through its inside; touching an edge or a corner does not."""
        low, high = Fraction(0), Fraction(1)
        for a, b in self.edges():
            at_start, at_end = a.to(b).cross(a.to(here)), a.to(b).cross(a.to(there))
            if at_start <= 0 and at_end <= 0:
                return False
            if at_start < 0 or at_end < 0:
                share = Fraction(at_start, at_start - at_end)
                if at_start < 0:
                    low = max(low, share)
                else:
                    high = min(high, share)
        return low < high


Terrain = tuple[Line | Area, ...]


def shared(here: Point, there: Point, a: Point, b: Point) -> Fraction | None:
    """Return the square of how near there a line meets another; None if they do not meet.

    Lines that only touch meet; of two that lie on each other the point nearest there counts.
    """
    way, wall = here.to(there), a.to(b)
    slant = way.cross(wall)
    if slant:
        # here + s * way = a + t * wall
        share = Fraction(here.to(a).cross(wall), slant)
        place = Fraction(here.to(a).cross(way), slant)
        if 0 <= share <= 1 and 0 <= place <= 1:
            return (1 - share) ** 2 * way.square
        return None
    found = [point for point in (a, b) if from_segment(point, here, there) == 0]
    found += [point for point in (here, there) if from_segment(point, a, b) == 0]
    return Fraction(min(there.to(point).square for point in found)) if found else None


def from_segment(point: Point, a: Point, b: Point) -> Fraction:
    """Return the square of the distance of a point from a line between two points."""
    way, off = a.to(b), a.to(point)
    ahead = way.dot(off)
    if ahead <= 0:
        return Fraction(off.square)
    if ahead >= way.square:
        return Fraction(b.to(point).square)
    return Fraction(way.cross(off) ** 2, way.square)
