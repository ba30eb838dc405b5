"""Turning the figures on the spot: how long it takes, and how the unit stands then."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.asking import Found
    from deduce.ruling.features import Fact

__all__ = ["Ranks", "is_in_order", "quarter_turned", "turn_time", "turned_about"]

Ranks: TypeAlias = tuple[tuple[str, ...], ...]
"""The companies of a unit: its ranks from the front, each from the left as the unit sees it."""


@procedure("NAP-FACE-1", "NAP-FACE-2", "NAP-FACE-3")
def turn_time(book: Book, facts: Mapping[str, Fact]) -> Found:
    """Return how many quarters a turn of the figures `takes`; or what has to be known to tell.

    Args:
        book: The book.
        facts: What is known: arm, status.
    """
    return book.looked_up("turning", facts)


@procedure("NAP-FACE-4")
def quarter_turned(front: int, depth: int) -> tuple[int, int]:
    """Return front and depth in figures after all of them turned to one side.

    Examples:
        >>> quarter_turned(12, 1)
        (1, 12)
    """
    return depth, front


@procedure("NAP-FACE-8")
def turned_about(ranks: Ranks) -> Ranks:
    """Return how the companies stand after an about-face: the last rank in front, left and right exchanged.

    Examples:
        >>> turned_about((("voltigeurs", "grenadiers"), ("1", "2")))
        (('2', '1'), ('grenadiers', 'voltigeurs'))
    """
    return tuple(tuple(reversed(rank)) for rank in reversed(ranks))


@procedure("NAP-FACE-8")
def is_in_order(ranks: Ranks, listed: Iterable[Ranks]) -> bool:
    """Tell whether companies stand in a formation of their nation, in their proper order (DEC-4).

    Args:
        ranks: How they stand.
        listed: The formations of the nation.
    """
    return ranks in set(listed)
