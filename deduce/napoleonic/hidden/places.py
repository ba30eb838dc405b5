"""What ground does to a unit that nobody saw on it: whom it hides, and how it leaves him."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from deduce.napoleonic.hidden.deeds import FREE, Ruled, only, read_otherwise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.asking import Found
    from deduce.ruling.features import Fact

__all__ = ["states_on", "unseen"]

SEE = "see"
ON_GROUND = ("arm", "formation", "front", "ground")
"""The features by which ground hides a unit, or changes its state."""
SIGHT, HIDES = "terrain-sight", "hides"
FORMATION = "terrain-formation"


def unseen(book: Book, facts: Mapping[str, Fact]) -> Ruled:
    """Tell whether a unit can have stayed unseen on its ground, from outside.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> crops = frozenset({"crops"})
        >>> unseen(book_of(), {"arm": "inf", "ground": crops})
        Ruled(is_excluded=False, rules=(), only_under=(), except_under=())
        >>> unseen(book_of(), {"arm": "cav", "ground": crops}).only_under
        ('DEC-41=any',)

    Args:
        book: The book.
        facts: What the unit is, and its ground.
    """
    return _unseen(book, only(facts, ON_GROUND))


@lru_cache(maxsize=1024)
def _unseen(book: Book, known: frozenset[tuple[str, Fact]]) -> Ruled:
    facts, law = dict(known), book.law
    rules: tuple[str, ...] = ()
    for read in read_otherwise(book, SEE):
        found = [each for each in _on_each(read, SIGHT, facts) if not each.questions]
        seen = [each for each in found if each.values.get("sight") != HIDES]
        if len(found) == len(seen) and found:
            rules = rules or seen[0].rules
        elif read.law is law:
            return FREE
        else:
            return Ruled(rules=rules, only_under=read.law.differences(law))
    return Ruled(is_excluded=True, rules=rules)


def states_on(book: Book, facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """Return the states in which the ground of a unit leaves it, one for each kind of ground that says so.

    Args:
        book: The book.
        facts: What the unit is, and its ground.
    """
    states = (each.values.get("formation") for each in _on_each(book, FORMATION, facts))
    return tuple(
        state for state in states if isinstance(state, str) and state in book.law.features["state"].words
    )


def _on_each(book: Book, table: str, facts: Mapping[str, Fact]) -> list[Found]:
    """Return what a table has for each kind of ground of a unit."""
    ground = facts.get("ground", frozenset())
    grounds = sorted(ground) if isinstance(ground, frozenset) else []
    return [book.looked_up(table, {**facts, "ground": frozenset({each})}) for each in grounds]
