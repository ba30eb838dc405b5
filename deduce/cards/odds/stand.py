"""How units stand while they fight: their men, and who is engaged with whom.

It is the part of the state of a game that several combats in a row depend on, and no more: what cards do is
asked of the engine, and only what that leaves behind is followed here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.engine.combat import Fighter, Meeting
from deduce.cards.odds.errors import OddsError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.cards.edition import Edition
    from deduce.cards.engine.units import Arm
    from deduce.cards.odds.combat import Effect

__all__ = ["Body", "Pairing", "Stand", "fought", "is_engaged", "meeting_in", "pairing_of", "shot", "stand_of"]


class Body(NamedTuple):
    """A unit, as far as combats depend on it.

    Attributes:
        side: Whose it is.
        arm: Its kind.
        ranks: Its men in ranks.
        confused: Its men who are confused.
        dead: Its dead counter.
        held: Whether it is engaged with somebody who does not stand here, so that its dead stay lying.
    """

    side: int
    arm: Arm
    ranks: int
    confused: int = 0
    dead: int = 0
    held: bool = False


class Pairing(NamedTuple):
    """A combat that somebody can start.

    Attributes:
        starter: The number of the unit that starts it.
        target: The number of the unit that is attacked.
        flank: Whether the starter stands on the target's flank or rear.
        flank_of_starter: Whether the target stands on the starter's; matters only where the house says so.
        starter_bonus: What cover adds to the starter's card.
        target_bonus: What cover adds to the target's card.
    """

    starter: int
    target: int
    flank: bool = False
    flank_of_starter: bool = False
    starter_bonus: int = 0
    target_bonus: int = 0


class Stand(NamedTuple):
    """How units stand.

    Attributes:
        bodies: The units.
        engaged: Which of them are engaged with each other, by their numbers, the smaller first.
    """

    bodies: tuple[Body, ...]
    engaged: frozenset[tuple[int, int]] = frozenset()


def stand_of(bodies: Iterable[Body], engaged: Iterable[tuple[int, int]] = ()) -> Stand:
    """Return how units stand; who has dead lying and is engaged with nobody here is held by somebody else."""
    units = tuple(bodies)
    pairs = frozenset((min(pair), max(pair)) for pair in engaged)
    for first, second in pairs:
        if units[first].side == units[second].side:
            raise OddsError("two units of one side cannot be engaged with each other")
    busy = {number for pair in pairs for number in pair}
    return Stand(
        tuple(
            body._replace(held=body.held or (body.dead > 0 and number not in busy))
            for number, body in enumerate(units)
        ),
        pairs,
    )


def pairing_of(meeting: Meeting, starter: int, target: int) -> Pairing:
    """Return how two units meet, as a combat between the units of these numbers."""
    return Pairing(
        starter,
        target,
        meeting.flank,
        meeting.flank_of_starter,
        meeting.starter.bonus,
        meeting.target.bonus,
    )


def meeting_in(stand: Stand, pairing: Pairing) -> Meeting | None:
    """Return how two units meet now; None if one of them has no man in ranks (DEC-24)."""
    starter, target = stand.bodies[pairing.starter], stand.bodies[pairing.target]
    if not starter.ranks or not target.ranks:
        return None
    return Meeting(
        Fighter(starter.arm, starter.ranks, starter.dead, pairing.starter_bonus),
        Fighter(target.arm, target.ranks, target.dead, pairing.target_bonus),
        pairing.flank,
        pairing.flank_of_starter,
    )


def fought(stand: Stand, pairing: Pairing, effect: Effect) -> Stand:
    """Return how units stand after a combat (CC-ENG-1)."""
    bodies = list(stand.bodies)
    for number, killed, confused in (
        (pairing.starter, effect.starter_killed, effect.starter_confused),
        (pairing.target, effect.target_killed, effect.target_confused),
    ):
        if killed:
            side, arm, ranks, ran, dead, held = bodies[number]
            bodies[number] = Body(side, arm, ranks - killed - confused, ran + confused, dead + killed, held)
    pair = (min(pairing[:2]), max(pairing[:2]))
    return _settled(bodies, stand.engaged | {pair})


def shot(stand: Stand, target: int, edition: Edition) -> Stand:
    """Return how units stand after a long-range shot (CC-FIRE-2, CC-FIRE-4): no card, no chance.

    Args:
        stand: How they stand before.
        target: The number of the unit that is shot at.
        edition: The rules.

    Raises:
        OddsError: If nobody of the target is left to be shot.
    """
    body = stand.bodies[target]
    kills = int(edition.number("fire.kills"))
    if body.ranks:
        killed = min(kills, body.ranks)
        lying = killed if is_engaged(stand, target) else 0
        body = body._replace(ranks=body.ranks - killed, dead=body.dead + lying)
    elif body.confused:
        body = body._replace(confused=max(body.confused - kills, 0))
    else:
        raise OddsError("nobody of that unit is left to be shot at")
    bodies = list(stand.bodies)
    bodies[target] = body
    return _settled(bodies, stand.engaged)


def is_engaged(stand: Stand, number: int) -> bool:
    """Return whether a unit is engaged with anybody."""
    return stand.bodies[number].held or any(number in pair for pair in stand.engaged)


def _settled(bodies: list[Body], engaged: frozenset[tuple[int, int]]) -> Stand:
    """End what a unit without men in ranks is engaged in, and clear the dead of who is free (CC-KILL-3)."""
    left = frozenset(pair for pair in engaged if all(bodies[number].ranks for number in pair))
    busy = {number for pair in left for number in pair}
    for number, body in enumerate(bodies):
        held = body.held and body.ranks > 0
        dead = body.dead if held or number in busy else 0
        if (held, dead) != (body.held, body.dead):
            bodies[number] = body._replace(held=held, dead=dead)
    return Stand(tuple(bodies), left)
