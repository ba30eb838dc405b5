"""How deep a unit stands: as long as any of its bases touches a piece of ground, all of it is hindered."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.ruling.asking import Found
from deduce.ruling.judgement import Question
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["base_depth", "depth_of", "ranks_of"]

ONE_RANK = ("line", "skirmish")
TWO_RANKS = ("double-line",)


def base_depth(book: Book, facts: Mapping[str, Fact]) -> Amount | None:
    """Return how long a base of a unit is; None if nobody knows its arm."""
    arm = facts.get("arm")
    if arm is None:
        return None
    return book.number("base.depth.inf" if arm == "inf" else "base.depth.cav")


def ranks_of(facts: Mapping[str, Fact]) -> int | None:
    """Return in how many ranks a unit stands; None if nobody knows its figures or its front.

    Examples:
        >>> ranks_of({"formation": "column", "figures": 18, "front": 3})
        6
    """
    formation, figures, front = facts.get("formation"), facts.get("figures"), facts.get("front")
    if isinstance(figures, int) and isinstance(front, int) and front:
        return -(-figures // front)
    if formation in ONE_RANK:
        return 1
    return 2 if formation in TWO_RANKS else None


@procedure("NAP-TERR-4")
def depth_of(book: Book, facts: Mapping[str, Fact]) -> Found:
    """Return the `depth` of a unit in cm from its head to its tail; or what has to be known to tell.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> column = {"arm": "inf", "formation": "column", "figures": 18, "front": 3}
        >>> dict(depth_of(book_of(), column).values)
        {'depth': 15}

    Args:
        book: The book.
        facts: What is known: arm, formation, figures, front.
    """
    ranks, base = ranks_of(facts), base_depth(book, facts)
    if ranks is not None and base is not None:
        depth = Fraction(ranks * base)
        return Found({"depth": depth.numerator if depth.denominator == 1 else depth}, ("NAP-TERR-4",))
    missing = [name for name in ("arm", "figures", "front") if name not in facts]
    features = book.law.features
    return Found(
        {}, questions=tuple(Question(name, features[name].asked(), ("NAP-TERR-4",)) for name in missing)
    )
