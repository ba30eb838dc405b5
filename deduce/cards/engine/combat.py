"""What a pair of cards does to two units that fight: pure arithmetic of counts.

Everything else about a combat - who may start it, what it leaves behind - is somebody else's matter, so odds,
plans and the ledger all rest on this one page.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.engine.units import Arm, Cover, Unit

if TYPE_CHECKING:
    from deduce.cards.edition import Edition

__all__ = [
    "Exchange",
    "Fighter",
    "Meeting",
    "Result",
    "Toll",
    "cover_between",
    "exchange",
    "meeting_of",
]


class Result(StrEnum):
    """How a combat ends for whoever started it."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"


class Fighter(NamedTuple):
    """What a combat depends on in one of the two units.

    Attributes:
        arm: Its kind.
        ranks: Its men in ranks.
        dead: Its dead counter before the combat.
        bonus: What is added to its card (CC-COMB-6).
        mob: The confused men who are killed where it has no man in ranks and can be attacked all the same
            (DEC-24).
    """

    arm: Arm
    ranks: int
    dead: int = 0
    bonus: int = 0
    mob: int = 0


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two units that fight.

    Attributes:
        starter: The unit that starts the combat.
        target: The unit that is attacked.
        flank: Whether the starter stands on the flank or rear of the target.
        flank_of_starter: Whether the target stands on the flank or rear of the starter; matters only where
            the house counts by position (DEC-37).
    """

    starter: Fighter
    target: Fighter
    flank: bool = False
    flank_of_starter: bool = False


class Toll(NamedTuple):
    """What a combat costs a unit.

    Attributes:
        killed: How many men are killed (CC-KILL-1).
        confused: How many become confused, never more than are left in ranks.
        ordered: How many would, if there were enough men.
    """

    killed: int = 0
    confused: int = 0
    ordered: int = 0


class Exchange(NamedTuple):
    """What a pair of cards does.

    Attributes:
        result: How it ends for the starter.
        starter: What it costs the starter's unit.
        target: What it costs the attacked unit.
    """

    result: Result
    starter: Toll
    target: Toll


def exchange(meeting: Meeting, starter_card: int, target_card: int, edition: Edition) -> Exchange:
    """Return what two cards do (CC-COMB-5 to CC-COMB-8, CC-KILL, CC-SPEC).

    Args:
        meeting: Who fights, and how they stand.
        starter_card: The rank of the starter's card.
        target_card: The rank of the attacked side's card.
        edition: The rules.
    """
    starter, target = meeting.starter, meeting.target
    values = edition.table("card.values")
    difference = values[starter_card - 1] + starter.bonus - values[target_card - 1] - target.bonus
    kills = int(edition.number("combat.kills"))
    if difference > 0:
        hit = _ordered(
            starter, starter_card, target, edition, by_starter=True, flank=meeting.flank, counted=kills
        )
        return Exchange(Result.WON, Toll(), _toll(target, kills, hit))
    if difference < 0:
        flank = meeting.flank_of_starter
        hit = _ordered(target, target_card, starter, edition, by_starter=False, flank=flank, counted=kills)
        return Exchange(Result.LOST, _toll(starter, kills, hit), Toll())
    return Exchange(
        Result.TIED,
        _tied(starter, target, target_card, edition, by_starter=False, flank=meeting.flank_of_starter),
        _tied(target, starter, starter_card, edition, by_starter=True, flank=meeting.flank),
    )


def _tied(
    loser: Fighter, other: Fighter, other_card: int, edition: Edition, *, by_starter: bool, flank: bool
) -> Toll:
    """Return what equal totals cost a unit (CC-COMB-8, CC-KILL-7, DEC-35).

    Args:
        loser: The unit.
        other: The one that it fights.
        other_card: The rank of that one's card.
        edition: The rules.
        by_starter: Whether the other one started the combat.
        flank: Whether the other one stands on its flank or rear.
    """
    kills = int(edition.number("combat.kills"))
    counted = 0 if edition.choice("DEC-35") == "before" else kills
    if edition.choice("DEC-35b") == "bonuses":
        ordered = _ordered(
            other, other_card, loser, edition, by_starter=by_starter, flank=flank, counted=counted
        )
    else:
        ordered = loser.dead + counted
    return _toll(loser, kills, ordered)


def _ordered(
    winner: Fighter,
    card: int,
    loser: Fighter,
    edition: Edition,
    *,
    by_starter: bool,
    flank: bool,
    counted: int,
) -> int:
    """Return how many men a win would confuse (CC-KILL-2, CC-SPEC-1 to CC-SPEC-5).

    Args:
        winner: Who won.
        card: The face of the winner's card.
        loser: Who lost.
        edition: The rules.
        by_starter: Whether the winner started the combat.
        flank: Whether the winner stands on the loser's flank or rear.
        counted: How many of the men killed just now the dead counter has already.
    """
    counts_flank = flank and (by_starter or edition.choice("DEC-37") == "position")
    number, extra = loser.dead + counted, 0
    if winner.arm is Arm.GUNS:
        by_card = edition.table("gun.confused")[card - 1]
        number = max(by_card, number) if edition.choice("DEC-36") == "greater" else by_card
        counts_flank = counts_flank and edition.choice("DEC-36b") == "adds"
    elif winner.arm is Arm.HORSE:
        extra = int(edition.number("cavalry.bonus"))
    return number + extra + (int(edition.number("flank.bonus")) if counts_flank else 0)


def _toll(unit: Fighter, kills: int, ordered: int) -> Toll:
    """Return what a loss costs: never more become confused than are left (CC-KILL-1, CC-KILL-4)."""
    if not unit.ranks:
        # A mob where it can be attacked: nobody is left who could become confused.
        return Toll(min(kills, unit.mob))
    killed = min(kills, unit.ranks)
    return Toll(killed, min(ordered, unit.ranks - killed), ordered) if killed else Toll()


def meeting_of(
    starter: Unit,
    target: Unit,
    edition: Edition,
    *,
    flank: bool = False,
    flank_of_starter: bool = False,
    cover: Cover | None = None,
    starter_cover: Cover = Cover.OPEN,
) -> Meeting:
    """Return how two units meet (CC-COMB-6, DEC-34).

    Args:
        starter: The unit that starts.
        target: The unit that is attacked.
        edition: The rules.
        flank: Whether the starter stands on the target's flank or rear.
        flank_of_starter: Whether the target stands on the starter's flank or rear.
        cover: What lies between them for the target; None for what it stands behind, unless it is flanked.
        starter_cover: What lies between them for the starter; counts only where the house says so.
    """
    covering = edition.choice("DEC-34")
    cover = cover_between(target, cover=cover, flank=flank and covering != "always")
    if covering == "attacked":
        starter_cover = Cover.OPEN
    return Meeting(
        _fighter(starter, starter_cover, edition),
        _fighter(target, cover, edition),
        flank,
        flank_of_starter,
    )


def cover_between(target: Unit, *, cover: Cover | None, flank: bool) -> Cover:
    """Return what lies between a unit and whoever attacks it: what was said, else what it stands behind.

    A trench covers all round, and a wood is a wood from every side; what stands in front covers no flank.
    """
    if cover is not None:
        return cover
    holds = not flank or target.cover in {Cover.TRENCH, Cover.WOOD}
    return target.cover if holds else Cover.OPEN


def _fighter(unit: Unit, cover: Cover, edition: Edition) -> Fighter:
    mob = unit.confused if not unit.ranks and edition.choice("DEC-24") == "attackable" else 0
    return Fighter(unit.arm, unit.ranks, unit.lying, _bonus(unit.arm, cover, edition), mob)


def _bonus(arm: Arm, cover: Cover, edition: Edition) -> int:
    """Return what cover adds to the card of a unit (CC-COMB-6): nothing for cavalry, and never twice."""
    return int(edition.number("cover.bonus")) if cover.is_hard and arm is not Arm.HORSE else 0
