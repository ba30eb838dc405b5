"""Villages as they are set up: on which side of the street houses stand, and what a village lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ruling.judgement import Refusal
from deduce.ruling.languages import Words
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["street_sides", "village_faults"]

RULE = "NAP-HOUSE-1"


@procedure(RULE)
def street_sides(houses: int) -> tuple[int, int]:
    """Return how many houses of a village stand on either side of its main street.

    Examples:
        >>> [street_sides(houses) for houses in (2, 3, 4)]
        [(1, 1), (1, 2), (2, 2)]
    """
    return houses // 2, houses - houses // 2


@procedure(RULE)
def village_faults(one_side: int, other_side: int, *, on_road: bool) -> tuple[Refusal, ...]:
    """Return what is wrong with a village.

    Args:
        one_side: How many houses stand on one side of the street.
        other_side: How many stand on the other.
        on_road: Whether every house touches a road.
    """
    return tuple(_faults(one_side, other_side, on_road=on_road))


def _faults(one_side: int, other_side: int, *, on_road: bool) -> Iterator[Refusal]:
    fewer, more = street_sides(one_side + other_side)
    if {one_side, other_side} != {fewer, more}:
        yield Refusal(
            "street",
            (RULE,),
            Words(
                f"{one_side} and {other_side} houses stand along the street",
                f"{one_side} et {other_side} maisons bordent la rue",
            ),
            Words(f"{fewer} on one side and {more} on the other", f"{fewer} d'un côté et {more} de l'autre"),
        )
    if not on_road:
        yield Refusal(
            "road",
            (RULE,),
            Words("a house touches no road", "une maison ne touche aucune route"),
            Words("an element of road beside every house", "un élément de route contigu à chaque maison"),
        )
