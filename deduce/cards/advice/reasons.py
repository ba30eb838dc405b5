"""What decides about the worth of a combat: what changes most if it is left out."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.engine.units import Arm
from deduce.cards.odds.combat import combat_odds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.cards.edition import Edition
    from deduce.cards.engine.combat import Fighter, Meeting
    from deduce.cards.odds.packs import Packs
    from deduce.cards.odds.worth import Weights

__all__ = ["Part", "Reason", "reasons"]


class Part(StrEnum):
    """A part of a combat that can be left out."""

    FLANK = "flank"
    """The starter stands on the flank or rear (CC-SPEC-4)."""
    COVER = "cover"
    """The target is covered (CC-COMB-6)."""
    OWN_COVER = "own cover"
    """The starter is covered, where the house counts that (DEC-34)."""
    COUNTER = "counter"
    """Men of the target lie dead already, so more become confused (CC-KILL-2)."""
    OWN_COUNTER = "own counter"
    """Men of the starter do."""
    ARM = "arm"
    """The starter is cavalry or artillery (CC-SPEC-1, CC-SPEC-3)."""
    THEIR_ARM = "their arm"
    """The target is."""
    BREAK = "break"
    """A unit may break."""
    COUNT = "count"
    """Which cards are gone."""
    SHOT = "shot"
    """What is shot before."""


class Reason(NamedTuple):
    """What a part of a combat changes.

    Attributes:
        part: The part.
        worth: How much more it is worth with it than without.
    """

    part: Part
    worth: Fraction


def reasons(meeting: Meeting, packs: Packs, edition: Edition, weights: Weights) -> tuple[Reason, ...]:
    """Return what each part of a combat changes, the one that decides most first.

    Args:
        meeting: Who fights.
        packs: The packs, that of the starter first.
        edition: The rules.
        weights: What losses weigh.
    """
    worth = combat_odds(meeting, packs, edition).worth(weights)
    found = [
        Reason(part, worth - combat_odds(other, packs, edition).worth(weights))
        for part, other in _without(meeting)
    ]
    no_break = weights._replace(broken=Fraction(0))
    found.append(Reason(Part.BREAK, worth - combat_odds(meeting, packs, edition).worth(no_break)))
    if packs.full is not None:
        fresh = combat_odds(meeting, packs.fresh(), edition).worth(weights)
        found.append(Reason(Part.COUNT, worth - fresh))
    return tuple(sorted((each for each in found if each.worth), key=lambda each: -abs(each.worth)))


def _without(meeting: Meeting) -> Iterator[tuple[Part, Meeting]]:
    """Yield each part that a combat has, with the combat as it were without it."""
    starter, target = meeting.starter, meeting.target
    if meeting.flank:
        yield Part.FLANK, replace(meeting, flank=False)
    for part, changed in _changes(target, Part.COVER, Part.COUNTER, Part.THEIR_ARM):
        yield part, replace(meeting, target=changed)
    for part, changed in _changes(starter, Part.OWN_COVER, Part.OWN_COUNTER, Part.ARM):
        yield part, replace(meeting, starter=changed)


def _changes(fighter: Fighter, cover: Part, counter: Part, arm: Part) -> Iterator[tuple[Part, Fighter]]:
    if fighter.bonus:
        yield cover, fighter._replace(bonus=0)
    if fighter.dead:
        yield counter, fighter._replace(dead=0)
    if fighter.arm is not Arm.FOOT:
        yield arm, fighter._replace(arm=Arm.FOOT)
