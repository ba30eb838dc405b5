"""What needs cannot say: angles, sides and how many return, each with the rules that it carries out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from deduce.cards.engine.casualties import men_back
from deduce.ruling.amounts import amount_of
from deduce.ruling.judgement import Outcome
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.cards.edition import Edition
    from deduce.cards.judge.facts import Measure

__all__ = ["RETURNS", "faces", "guns_ready", "is_beside", "returning", "side_of"]

RETURNS = "returns"
"""What the number of men that return is called among what comes of a rally."""


@procedure("CC-FACE-1")
def faces(edition: Edition, bearing: Measure) -> bool:
    """Tell whether a unit faces what it sees at an angle off its heading.

    Examples:
        >>> from deduce.cards.edition import edition_of
        >>> faces(edition_of("en"), 45), faces(edition_of("en"), 45.1)
        (True, False)
    """
    return amount_of(bearing, "the angle") <= edition.number("facing.halfAngle")


@procedure("CC-FACE-2")
def side_of(edition: Edition, bearing: Measure) -> str:
    """Return on which side of a unit somebody stands whom it sees at an angle: "front", "flank" or "rear".

    Examples:
        >>> from deduce.cards.edition import edition_of
        >>> [side_of(edition_of("en"), angle) for angle in (45, 45.1, 135, 135.1)]
        ['front', 'flank', 'flank', 'rear']
    """
    angle = amount_of(bearing, "the angle")
    if angle <= edition.number("flank.from"):
        return "front"
    return "flank" if angle <= edition.number("rear.from") else "rear"


@procedure("CC-RAL-6")
def is_beside(edition: Edition, distance: Measure) -> bool:
    """Tell whether a commander or aide is next to a unit; he can be next to several."""
    return amount_of(distance, "the distance") <= edition.number("commander.adjacent")


@procedure("CC-RAL-1", "CC-RAL-3", "CC-RAL-4")
def returning(edition: Edition, ranks: int, confused: int, *, commander: bool, aide: bool = False) -> Outcome:
    """Return how many men return to ranks, once a unit may rally.

    Args:
        edition: The rules.
        ranks: Its men in ranks at that moment.
        confused: Its confused men.
        commander: Whether the commander is next to it.
        aide: Whether the aide is.
    """
    helpers = int(commander) + int(aide and edition.choice("DEC-30b") == "optional")
    bonus = int(edition.number("rally.helper"))
    is_each, is_all = edition.choice("DEC-30") == "each", edition.choice("DEC-28") == "all"

    number = partial(men_back, ranks, confused, helpers, bonus)
    returned = number(is_each=is_each, is_all=is_all)
    choices: list[str] = []
    if number(is_each=not is_each, is_all=is_all) != returned:
        choices.append(f"DEC-30={edition.choice('DEC-30')}")
    if number(is_each=is_each, is_all=not is_all) != returned:
        choices.append(f"DEC-28={edition.choice('DEC-28')}")
    if not ranks:
        rules: tuple[str, ...] = ("CC-RAL-4",)
    else:
        rules = ("CC-RAL-1", "CC-RAL-3") if helpers else ("CC-RAL-1",)
    return Outcome(RETURNS, returned, rules, tuple(choices))


@procedure("CC-FIRE-5")
def guns_ready(edition: Edition, ranks: int | None, cannon: int, shots: int) -> int | None:
    """Return how many cannon are manned and have a shot left this turn; None if nobody knows how many men.

    Args:
        edition: The rules.
        ranks: The gunners in ranks.
        cannon: The cannon.
        shots: How many shots they fired this turn.
    """
    if ranks is None:
        return None
    crew, each = int(edition.number("fire.gunners")), int(edition.number("fire.shots"))
    manned = min(cannon, ranks // crew) if crew else cannon
    # Whoever has fired once may do so again where the house lets a cannon.
    return max(0, -(-(manned * each - shots) // each)) if each else 0
