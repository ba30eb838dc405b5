"""How likely one card is noted for another, as weights that are named wherever something hangs on them."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from deduce.cards.ranks import COURT, LETTERS, RANKS

__all__ = ["MISREAD", "NOTICED", "SHUFFLED", "TWICE", "Likeness", "likeness", "misread_as", "named"]

MISREAD = Fraction(1, 100)
"""How often a card is noted wrongly."""
SHUFFLED = Fraction(1, 200)
"""In how many packs a shuffle happens that nobody enters."""
TWICE = Fraction(1, 200)
"""How often an entry is entered twice."""
NOTICED = Fraction(1, 10)
"""How much less likely a slip is that tells another winner than the table saw: that is noticed mostly."""


class Likeness(NamedTuple):
    """How easily one card is noted for another.

    Attributes:
        weight: How easily, beside other pairs.
        why: Why; "" for no reason in particular.
    """

    weight: int
    why: str = ""


UPSIDE_DOWN = Likeness(8, "6 and 9 look alike upside down")
KEYS = Likeness(6, "neighbours on the keyboard")
FACES = Likeness(4, "court cards look alike")
PIPS = Likeness(2, "one pip more or less")
OTHER = Likeness(1)
NEIGHBOURS = frozenset(
    map(frozenset, ("jk", "qa", "q2", "t5", "t6", *("23", "34", "45", "56", "67", "78", "89")))
)
"""Keys that are side by side, or one below the other."""


def likeness(one: int, other: int) -> Likeness:
    """Return how easily a rank is noted for another.

    Examples:
        >>> likeness(6, 9).weight, likeness(11, 13).why, likeness(1, 8)
        (8, 'neighbours on the keyboard', Likeness(weight=1, why=''))
    """
    if {one, other} == {6, 9}:
        return UPSIDE_DOWN
    if frozenset((LETTERS[one - 1], LETTERS[other - 1])) in NEIGHBOURS:
        return KEYS
    if {one, other} <= COURT:
        return FACES
    return PIPS if abs(one - other) == 1 else OTHER


def misread_as(true: int, noted: int) -> Fraction:
    """Return how likely a card that was wrongly noted as one rank is another, by the weights alone."""
    total = sum(likeness(each, noted).weight for each in RANKS if each != noted)
    return Fraction(likeness(true, noted).weight, total)


def named() -> str:
    """Return what is taken for granted, in a sentence."""
    weights = "; ".join(f"{each.why} {each.weight}" for each in (UPSIDE_DOWN, KEYS, FACES, PIPS))
    return (
        f"Weights: {weights}; any other card {OTHER.weight}. A card is noted wrongly once in "
        f"{MISREAD.denominator}, an entry entered twice once in {TWICE.denominator}, a shuffle not entered "
        f"once in {SHUFFLED.denominator} packs; a slip that tells another winner is {NOTICED.denominator} "
        "times less likely."
    )
