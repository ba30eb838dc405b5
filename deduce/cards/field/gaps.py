"""How the distances of a unit to others change while all its men go the same way.

What moves is the difference between two men, so all that is kept are these differences, and of them only
those that can come near enough to matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.cards.field.points import ORIGIN, SCALE, Point, marks, reading

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from deduce.cards.edition import Edition

__all__ = ["FAR", "Gap", "bare", "between", "room"]

FAR = SCALE
"""A distance that nothing on a field has."""


def room(edition: Edition, name: str, bases: int = 2) -> int | Fraction:
    """Return a length of the rules in marks, as it is between the middles of bases (DEC-11).

    Args:
        edition: The rules.
        name: The name of the number.
        bases: How many men with bases are at its ends.
    """
    return marks(edition.number(name)) + bases * marks(edition.number("men.radius"))


def bare(read: int, edition: Edition, bases: int = 2) -> int | Fraction:
    """Return what is read between the edges of bases, in marks, from what is read between their middles."""
    radius = marks(edition.number("men.radius"))
    return max(0, read - bases * radius) if radius else read


def between(those: Iterable[Point], these: Iterable[Point], bound: int | Fraction) -> bool:
    """Whether somebody of some is read to stand nearer than a bound to somebody of others."""
    others = [*these]
    return any(
        abs(p.x - q.x) <= bound and abs(p.y - q.y) <= bound and reading(p.to(q).square) < bound
        for p in those
        for q in others
    )


class Gap:
    """What a ruler reads between the nearest men of two groups, one of which moves.

    Args:
        movers: Where those who move stand at first.
        others: Where the others stand.
        most: How far, in marks, the movers go at most.
        bound: Nobody asks about distances beyond this, in marks.
    """

    __slots__ = ("_ways",)

    def __init__(
        self, movers: Iterable[Point], others: Iterable[Point], most: int | Fraction, bound: int | Fraction
    ) -> None:
        those = [*others]
        self._keep(((p, q) for p in movers for q in those), most + bound + 2)

    @classmethod
    def of_pairs(
        cls, pairs: Iterable[tuple[Point, Point]], most: int | Fraction, bound: int | Fraction
    ) -> Gap:
        """Return the same for some pairs of a mover and another only."""
        gap = cls((), (), 0, 0)
        gap._keep(pairs, most + bound + 2)
        return gap

    def _keep(self, pairs: Iterable[tuple[Point, Point]], reach: int | Fraction) -> None:
        ways = {(q.x - p.x, q.y - p.y) for p, q in pairs}
        square = reach * reach
        self._ways = [(x, y) for x, y in ways if x * x + y * y <= square]

    def __bool__(self) -> bool:
        """Whether they can come near enough to matter."""
        return bool(self._ways)

    def after(self, gone: Point = ORIGIN) -> int:
        """Return what is read once the movers have gone some way; `FAR` if it cannot matter."""
        if not self._ways:
            return FAR
        x, y = gone
        return reading(min([(there - x) ** 2 + (yonder - y) ** 2 for there, yonder in self._ways]))
