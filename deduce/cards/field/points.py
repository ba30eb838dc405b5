"""Points, and what a ruler and a protractor read between them.

Every man stands on a *mark*: a whole tenth of a centimetre both ways. A ruler reads a distance to the
nearest mark, a protractor an angle to the nearest tenth of a degree, and every rule is about what was read,
as at a table: "less than 20" is a reading of 19.9 or less. So all that is compared are whole numbers, and
what a table would type is what the field computes with.

No reading is ever halfway between two marks. The square of a distance is whole, that of a half mark is not;
and apart from the multiples of 45 degrees, which are no halves, no angle between whole vectors is a whole
number of twentieths of a degree. A reading therefore never depends on how halves are rounded.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from math import atan2, degrees, isqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "HALF_TURN",
    "MARKS",
    "ORIGIN",
    "Point",
    "angle",
    "centimetres",
    "closest",
    "compass",
    "is_within",
    "marks",
    "path",
    "reading",
    "set_out",
    "tenths",
]

MARKS = 10
"""Marks to the centimetre, and tenths to the degree."""
HALF_TURN = 180 * MARKS
"""Half a turn in tenths of a degree."""
PI = "3.14159265358979323846264338327950288419716939937510582097494459"
DIGITS = 60
SCALE = 10**50
"""How finely the directions between two readings of the protractor are known."""
FINE = 1000
"""How long the directions of a compass are."""
PATHS = 512
"""How many paths are kept in memory: somewhat more than a mob that runs looks at."""


class Point(NamedTuple):
    """A place on the field, or the way from one place to another, in marks."""

    x: int
    y: int

    def moved(self, by: Point) -> Point:
        """Return the place that lies so far from here."""
        return Point(self.x + by.x, self.y + by.y)

    def to(self, other: Point) -> Point:
        """Return the way from here to another place."""
        return Point(other.x - self.x, other.y - self.y)

    @property
    def square(self) -> int:
        """The square of its length."""
        return self.x * self.x + self.y * self.y

    def dot(self, other: Point) -> int:
        """Return the inner product: above 0 if both go the same way."""
        return self.x * other.x + self.y * other.y

    def cross(self, other: Point) -> int:
        """Return the outer product: above 0 if the other lies to the left."""
        return self.x * other.y - self.y * other.x


ORIGIN = Point(0, 0)


def reading(square: int | Fraction) -> int:
    """Return what a ruler reads, in marks, of a distance whose square is given.

    Examples:
        >>> reading(200 * 200), reading(200 * 200 - 201)
        (200, 199)
    """
    return (isqrt(int(4 * square)) + 1) // 2


def closest(those: Iterable[Point], these: Iterable[Point]) -> int | None:
    """Return what a ruler reads from the nearest of some to the nearest of others; None if there are none."""
    others = [*these]
    squares = [(p.x - q.x) ** 2 + (p.y - q.y) ** 2 for p in those for q in others]
    return reading(min(squares)) if squares else None


def marks(number: int | Fraction) -> int | Fraction:
    """Return centimetres as marks, or degrees as tenths."""
    product = Fraction(number) * MARKS
    return product.numerator if product.denominator == 1 else product


def centimetres(read: int) -> Fraction:
    """Return what was read as centimetres.

    Examples:
        >>> centimetres(199)
        Fraction(199, 10)
    """
    return Fraction(read, MARKS)


tenths = centimetres
"""Tenths of a degree as degrees: the same arithmetic."""


def angle(heading: Point, way: Point) -> int:
    """Return what a protractor reads between a heading and a way, in tenths of a degree: 0 to 1800.

    Something that stands exactly here is straight ahead.

    Examples:
        >>> angle(Point(0, 1), Point(5, 5)), angle(Point(0, 1), Point(0, -7)), angle(Point(0, 1), Point(0, 0))
        (450, 1800, 0)
    """
    side, ahead = abs(heading.cross(way)), heading.dot(way)
    if not side:
        return 0 if ahead >= 0 else HALF_TURN
    read = round(degrees(atan2(side, ahead)) * MARKS)
    # The guess is mended by whole numbers, so that nothing hangs on how a machine computes an arc.
    while read < HALF_TURN and _is_beyond(side, ahead, read):
        read += 1
    while read and not _is_beyond(side, ahead, read - 1):
        read -= 1
    return read


def is_within(heading: Point, way: Point, most: int | Fraction) -> bool:
    """Whether the way to something is read to lie at most so many tenths of a degree off a heading.

    Examples:
        >>> is_within(Point(0, 1), Point(30, 30), 450), is_within(Point(0, 1), Point(301, 300), 450)
        (True, False)
    """
    whole = most.numerator // most.denominator
    if whole >= HALF_TURN:
        return True
    side, ahead = abs(heading.cross(way)), heading.dot(way)
    return not (side or ahead) or not _is_beyond(side, ahead, whole)


def _is_beyond(side: int, ahead: int, read: int) -> bool:
    """Whether an angle is so wide that it reads more than so many tenths of a degree."""
    cosine, sine = _direction(Fraction(2 * read + 1, 2 * HALF_TURN))
    return side * cosine > ahead * sine


@lru_cache(maxsize=HALF_TURN)
def _direction(half_turns: Fraction) -> tuple[int, int]:
    """Return the cosine and the sine of an angle, as whole numbers of a fine scale."""
    with localcontext() as context:
        context.prec = DIGITS
        turn = Decimal(PI) * half_turns.numerator / half_turns.denominator
        parts = [Decimal(0), Decimal(0)]
        term, power = Decimal(1), 0
        while abs(term) * SCALE * SCALE > 1:
            # The powers in turn: cosine, sine, less cosine, less sine.
            parts[power % 2] += -term if power // 2 % 2 else term
            power += 1
            term = term * turn / power
        return round(parts[0] * SCALE), round(parts[1] * SCALE)


@lru_cache(maxsize=PATHS)
def path(direction: Point, most: int | Fraction) -> tuple[Point, ...]:
    """Return the ways that lie on a straight line, as far as a ruler reads at most so many marks.

    From each to the next is one mark along or across the field, so that no distance changes by more than
    one mark between two of them: nobody steps over a bound.

    Examples:
        >>> path(Point(2, 1), 2)
        (Point(x=0, y=0), Point(x=1, y=0), Point(x=1, y=1), Point(x=2, y=1))
    """
    if not (direction.x or direction.y):
        return (ORIGIN,)
    right, up = (direction.x > 0) - (direction.x < 0), (direction.y > 0) - (direction.y < 0)
    found = [ORIGIN]
    x = y = aside = 0
    while True:
        # Whichever stays nearer the line; one that would not move at all is none.
        across, along = aside - direction.y * right, aside + direction.x * up
        if right and (not up or abs(across) <= abs(along)):
            x, aside = x + right, across
        else:
            y, aside = y + up, along
        if reading(x * x + y * y) > most:
            return tuple(found)
        found.append(Point(x, y))


def set_out(
    centre: Point, heading: Point, files: int, men: int, spacing: int | Fraction
) -> tuple[Point, ...]:
    """Return where men stand in ranks: the centre man of the front first, then outwards, rank by rank.

    Fewer men stand on the first of the same places, so nobody who closes up stands where nobody stood.

    Args:
        centre: Where the centre man of the front rank stands.
        heading: Where they look.
        files: How many stand beside each other.
        men: How many there are.
        spacing: How many marks they stand apart.
    """
    right = Point(heading.y, -heading.x)
    length = heading.square
    found = []
    for number in range(men):
        rank, place = divmod(number, files)
        file = (place + 1) // 2 * (1 if place % 2 else -1)
        x = _over_root((right.x * file - heading.x * rank) * spacing, length)
        y = _over_root((right.y * file - heading.y * rank) * spacing, length)
        found.append(centre.moved(Point(x, y)))
    return tuple(found)


def _over_root(number: int | Fraction, square: int) -> int:
    """Return a number divided by a root, to the nearest whole one."""
    whole = (isqrt(int(Fraction(4 * number * number, square))) + 1) // 2
    return whole if number > 0 else -whole


@cache
def compass(directions: int) -> tuple[Point, ...]:
    """Return so many directions all round, beginning with the one along the field.

    Examples:
        >>> compass(4)[1]
        Point(x=-1000, y=0)
    """
    found = []
    for number in range(directions):
        along, across = _direction(Fraction(2 * number, directions))
        found.append(Point(-round(Fraction(across * FINE, SCALE)), round(Fraction(along * FINE, SCALE))))
    return tuple(found)
