"""A walk turned round: how fast a unit must be to have come so far."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.napoleonic.ground.footing import footing, is_road, uses_roads
from deduce.napoleonic.ground.roads import least_without_bonus, share_gone
from deduce.napoleonic.ground.ways import length_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deduce.napoleonic.book import Book
    from deduce.napoleonic.ground.ways import Stretch
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["least_speed"]


def least_speed(
    book: Book, way: Sequence[Stretch], quarters: Amount, facts: Mapping[str, Fact] | None = None
) -> Fraction:
    """Return the least move for a whole period with which a head can have come this way in so much time.

    It is never too high, so that it excludes nobody wrongly: a tail that hinders, a linear obstacle and a way
    that is forbidden make it only worse, and are not counted. On a road the bonus is counted unless the unit
    certainly has none.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> from deduce.napoleonic.ground.ways import way_of
        >>> str(least_speed(book_of(), way_of(book_of(), "2 wood 1.25"), 1))
        '18'

    Args:
        book: The book.
        way: The pieces of the way.
        quarters: How many quarters it took.
        facts: What is known of the unit, or supposed: arm, formation, front.
    """
    known = facts or {}
    may_use = uses_roads(book, known) is not False
    on_road = sum((each.length for each in way if may_use and is_road(each.ground)), start=0)
    spent = Fraction(0)
    for stretch in way:
        if may_use and is_road(stretch.ground):
            continue
        found = footing(book, stretch.ground, known)
        spent += Fraction(stretch.length) / (found.factor or 1)
    if on_road and on_road == length_of(way):
        spent = least_without_bonus(book, Fraction(on_road) / quarters) * quarters
    elif on_road:
        rounding = 0 if book.choice("DEC-27") == "exact" else Fraction(book.number("road.bonus.step"), 2)
        spent += max(share_gone(book, on_road - rounding * quarters), Fraction(0))
    return spent * book.number("period.quarters") / quarters
