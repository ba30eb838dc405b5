"""What the tests of the odds start from: packs, editions, and units in a line."""

from __future__ import annotations

from fractions import Fraction

from deduce.cards.edition import edition_of
from deduce.cards.engine.combat import Fighter, Meeting
from deduce.cards.engine.units import Arm
from deduce.cards.odds.packs import Deck, Packs, without

FR, EN = edition_of("fr"), edition_of("en")
FULL: Deck = EN.table("deck.cards")
FRESH = Packs.of(FULL, FULL, full=(FULL, FULL))
SINGLE: Deck = (1,) * 13
"""A pack with one card of each rank."""
FOOT, HORSE, GUNS = Arm.FOOT, Arm.HORSE, Arm.GUNS
F = Fraction


def gone(first: tuple[int, ...], second: tuple[int, ...]) -> Packs:
    """Full packs without some cards."""
    return Packs.of(without(FULL, first), without(FULL, second), full=(FULL, FULL))


def meet(
    starter: Fighter, target: Fighter, *, flank: bool = False, bonus: tuple[int, int] = (0, 0)
) -> Meeting:
    """Two units that fight, with what cover adds to their cards."""
    return Meeting(starter._replace(bonus=bonus[0]), target._replace(bonus=bonus[1]), flank)
