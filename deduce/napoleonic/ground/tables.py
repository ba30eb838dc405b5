"""The table before the battle: what it is called, and what is wrong with its terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deduce.ruling.languages import Words
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.book import Book

__all__ = ["Flaw", "crossings_flaws", "height_flaws", "labels", "watercourse_flaws"]

COUNTED = {"wood": "wooded", "hill": "hilly", "village": "urban"}
"""What a table is called after if there are many."""
PRESENT = {
    "forest-side": "wooded",
    "field": "farmland",
    "water-point": "marshy",
    "watercourse": "valley",
}
"""What it is called after if there is one."""


class Flaw(NamedTuple):
    """Something that is wrong with the terrain of a table.

    Attributes:
        words: What is wrong, and what would do.
        rules: The rules that demand it.
    """

    words: Words
    rules: tuple[str, ...]


@procedure("NAP-TERR-1")
def labels(book: Book, pieces: Mapping[str, int]) -> frozenset[str]:
    """Return what a table is called by its pieces of terrain.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> sorted(labels(book_of(), {"hill": 3, "wood": 3, "village": 1}))
        ['hilly', 'mixed', 'wooded']

    Args:
        book: The book.
        pieces: How many there are of each: wood, hill, village, field, water-point, watercourse, and of
            forests along all or part of a side (forest-side).
    """
    many = book.number("table.many")
    found = {label for piece, label in COUNTED.items() if pieces.get(piece, 0) >= many}
    found |= {label for piece, label in PRESENT.items() if pieces.get(piece, 0)}
    return frozenset(found | {"mixed"} if len(found) > 1 else found)


@procedure("NAP-HILL-1", "NAP-PLAT-1")
def height_flaws(kind: str, *, has_crest: bool) -> Iterator[Flaw]:
    """Iterate over what is wrong with a hill or a plateau.

    Args:
        kind: "hill" or "plateau".
        has_crest: Whether its crest line is drawn.
    """
    if not has_crest:
        rule = "NAP-PLAT-1" if kind == "plateau" else "NAP-HILL-1"
        called = Words("plateau", "plateau") if kind == "plateau" else Words("hill", "colline")
        yield Flaw(
            Words(
                f"the {called.en} has no crest line; draw the crest line",
                f"pas de ligne de crête ({called.fr}) ; tracez la ligne de crête",
            ),
            (rule,),
        )


@procedure("NAP-WATER-1")
def watercourse_flaws(*, ends_at_edges: int) -> Iterator[Flaw]:
    """Iterate over what is wrong with the course of a stream, river or great river.

    Args:
        ends_at_edges: How many of its two ends lie at an edge of the table.
    """
    if ends_at_edges < 2:
        yield Flaw(
            Words(
                "the watercourse ends on the table; it must run from one edge to another",
                "le cours d'eau finit sur la table ; il doit aller d'un bord à un autre",
            ),
            ("NAP-WATER-1",),
        )


@procedure("NAP-WATER-8", "NAP-WATER-12")
def crossings_flaws(book: Book, kind: str, *, bridges: int, fords: int = 0) -> Iterator[Flaw]:
    """Iterate over what is wrong with the crossings of a river or great river.

    Args:
        book: The book.
        kind: "river" or "great-river".
        bridges: How many bridges there are.
        fords: How many fords there are.
    """
    least = book.number("crossings.least")
    if kind == "great-river" and fords:
        yield Flaw(
            Words("a great river has no ford; make it a bridge", "un fleuve n'a pas de gué ; mettez un pont"),
            ("NAP-WATER-12",),
        )
    found = bridges + (0 if kind == "great-river" else fords)
    if found < least:
        rule = "NAP-WATER-12" if kind == "great-river" else "NAP-WATER-8"
        yield Flaw(
            Words(
                f"there are {found} crossings; there must be at least {least}",
                f"il y a {found} points de franchissement ; il en faut au moins {least}",
            ),
            (rule,),
        )
