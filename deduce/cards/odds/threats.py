"""What the enemy can do to a unit in his next turn, and what rallying changes.

The cards of that turn are not turned up yet, so they are as likely as the next ones, however many combats
come before it; only what these do to the units changes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.engine.casualties import return_men, returning
from deduce.cards.engine.units import Arm, Unit
from deduce.cards.odds.errors import OddsError
from deduce.cards.odds.goals import Breaking
from deduce.cards.odds.plans import Plan, plan
from deduce.cards.odds.sequences import in_a_row
from deduce.cards.odds.stand import Stand, shot

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deduce.cards.edition import Edition
    from deduce.cards.odds.packs import Packs
    from deduce.cards.odds.stand import Pairing

__all__ = ["RallyOrNot", "Threat", "broken_after", "rallied", "rally_or_not", "rally_schedule", "threat"]

KEPT = 16
"""How many threats are kept, for units that are asked about again while nothing happened."""


@dataclass(frozen=True)
class Threat:
    """How likely a unit is broken in the enemy's next turn.

    Attributes:
        breaks: How likely, if he does what is best to break it.
        plan: What that is.
    """

    breaks: Fraction
    plan: Plan


class RallyOrNot(NamedTuple):
    """What rallying changes.

    Attributes:
        back: How many men return.
        as_it_is: How likely the unit is broken in the enemy's next turn if it does not rally.
        rallied: How likely if it does.
    """

    back: int
    as_it_is: Fraction
    rallied: Fraction


def threat(
    stand: Stand,
    number: int,
    pairings: Iterable[Pairing],
    packs: Packs,
    edition: Edition,
    *,
    shots: int = 0,
) -> Threat:
    """Return how likely a unit is broken in the enemy's next turn.

    Args:
        stand: How the units stand.
        number: The unit.
        pairings: The combats that enemies can start against it, each of them at most one.
        packs: The packs, that of side 0 first.
        edition: The rules.
        shots: How many long-range shots hit it before.
    """
    return _threat(stand, number, tuple(pairings), packs, edition, shots)


@lru_cache(maxsize=KEPT)
def _threat(
    stand: Stand, number: int, combats: tuple[Pairing, ...], packs: Packs, edition: Edition, shots: int
) -> Threat:
    """Return the same; asked again, it is not worked out again."""
    if any(pairing.target != number for pairing in combats):
        raise OddsError("a threat is of combats against the unit that was asked for")
    ranks = stand.bodies[number].ranks
    for _ in range(shots):
        stand = shot(stand, number, edition)
    best = plan(stand, combats, packs, edition, Breaking(number))
    shot_down = bool(ranks) and not stand.bodies[number].ranks
    return Threat(best.worth + shot_down, best)


def broken_after(
    stand: Stand, number: int, combats: Sequence[Pairing], packs: Packs, edition: Edition
) -> Fraction:
    """Return how likely a unit has no man left in ranks after some combats, of either side, in this order."""
    endings = in_a_row(stand, combats, packs, edition)
    broken = (chance for ending, chance in endings.items() if not ending.stand.bodies[number].ranks)
    return sum(broken, Fraction(0))


def rallied(stand: Stand, number: int, helpers: int, edition: Edition) -> Stand:
    """Return how units stand after one of them rallied.

    Args:
        stand: How they stand before.
        number: The unit.
        helpers: How many stand beside it: the commander, the aide.
        edition: The rules.
    """
    body = stand.bodies[number]
    unit = Unit("", body.side, body.arm, body.ranks, body.confused)
    unit = return_men(unit, returning(unit, helpers, edition), None)
    bodies = list(stand.bodies)
    bodies[number] = body._replace(ranks=unit.ranks, confused=unit.confused)
    return stand._replace(bodies=tuple(bodies))


def rally_schedule(
    ranks: int, confused: int, helpers: Iterable[int], edition: Edition
) -> list[tuple[int, int]]:
    """Return how many men are in ranks and confused after each of some rallies.

    Args:
        ranks: The men in ranks before.
        confused: The men who are confused before.
        helpers: For each rally how many stand beside the unit.
        edition: The rules.
    """
    unit = Unit("", 0, next(iter(Arm)), ranks, confused)
    found = []
    for number in helpers:
        unit = return_men(unit, returning(unit, number, edition), None)
        found.append((unit.ranks, unit.confused))
    return found


def rally_or_not(
    stand: Stand,
    number: int,
    helpers: int,
    pairings: Iterable[Pairing],
    packs: Packs,
    edition: Edition,
) -> RallyOrNot:
    """Return what rallying a unit changes in the enemy's next turn.

    Args:
        stand: How the units stand.
        number: The unit.
        helpers: How many stand beside it.
        pairings: The combats that enemies can start against it.
        packs: The packs, that of side 0 first.
        edition: The rules.
    """
    combats = tuple(pairings)
    after = rallied(stand, number, helpers, edition)
    return RallyOrNot(
        after.bodies[number].ranks - stand.bodies[number].ranks,
        threat(stand, number, combats, packs, edition).breaks,
        threat(after, number, combats, packs, edition).breaks,
    )
