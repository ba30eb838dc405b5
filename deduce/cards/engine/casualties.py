"""Who is killed, who becomes confused, who returns: the only place that changes the men of a unit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deduce.cards.engine.entries import Picks
from deduce.cards.engine.units import Unit

if TYPE_CHECKING:
    from deduce.cards.edition import Edition

__all__ = ["Loss", "lose", "needs_picks", "return_men", "returning"]


@dataclass(frozen=True, slots=True)
class Loss:
    """What a unit lost.

    Attributes:
        letter: The unit.
        killed: How many men were killed.
        confused: How many became confused.
        ordered: How many would have, if there had been enough.
        number: Which kill of its engagement it was; 0 if the body is not left lying.
        dead_specials: The specials among the killed.
        confused_specials: The specials among those who became confused.
        is_fixed: Whether the specials who were hit follow from the counts, so that nobody had to choose.
    """

    letter: str
    killed: int
    confused: int
    ordered: int
    number: int
    dead_specials: str = ""
    confused_specials: str = ""
    is_fixed: bool = True


def _left(letters: str, taken: str) -> str:
    return "".join(letter for letter in letters if letter not in taken)


def needs_picks(unit: Unit, killed: int, confused: int, edition: Edition) -> bool:
    """Tell whether somebody has to say which special men are hit (CC-KILL-6).

    Where specials are hit last, that is so if some of them must be hit and not all of them alike.
    """
    if edition.choice("DEC-39") != "last" or not unit.specials:
        return False
    hit = killed + confused - unit.plain
    if hit <= 0:
        return False
    special_dead = max(0, killed - unit.plain)
    left = len(unit.specials)
    # Everybody is hit, and all in the same way.
    return not (hit == left and special_dead in {0, left})


def lose(
    unit: Unit, killed: int, confused: int, edition: Edition, *, lies: bool, picks: Picks, ordered: int = 0
) -> tuple[Unit, Loss]:
    """Take men out of the ranks of a unit (CC-KILL-1 to CC-KILL-6).

    Args:
        unit: The unit.
        killed: How many are killed.
        confused: How many become confused; never more than are left.
        edition: The rules.
        lies: Whether bodies are left lying (CC-KILL-3, CC-FIRE-4).
        picks: Who was chosen; what does not fit is left to the rules.
        ordered: How many would become confused, if there were enough.
    """
    if not unit.ranks or (picks.dead == "c" and unit.confused and edition.choice("DEC-23") == "any"):
        # A mob under fire, or a house in which confused men can be chosen: the dead come from the confused.
        return _lose_confused(unit, killed, confused, edition, lies=lies, ordered=ordered)
    killed = min(killed, unit.ranks)
    confused = min(confused, unit.ranks - killed)
    dead, ran, is_fixed = _chosen(unit, killed, confused, edition, picks)
    after = replace(
        unit,
        ranks=unit.ranks - killed - confused,
        confused=unit.confused + confused,
        lying=unit.lying + (killed if lies else 0),
        gone=unit.gone + (0 if lies else killed),
        specials=_left(_left(unit.specials, dead), ran),
        confused_specials=unit.confused_specials + ran,
    )
    number = after.lying if lies else 0
    return after, Loss(unit.letter, killed, confused, ordered or confused, number, dead, ran, is_fixed)


def _lose_confused(
    unit: Unit, killed: int, confused: int, edition: Edition, *, lies: bool, ordered: int
) -> tuple[Unit, Loss]:
    killed = min(killed, unit.confused)
    confused = min(confused, unit.ranks)
    plain = unit.confused - len(unit.confused_specials)
    dead = unit.confused_specials[: max(0, killed - plain)]
    _, ran, is_fixed = _chosen(unit, 0, confused, edition, Picks())
    after = replace(
        unit,
        ranks=unit.ranks - confused,
        confused=unit.confused - killed + confused,
        lying=unit.lying + (killed if lies else 0),
        gone=unit.gone + (0 if lies else killed),
        specials=_left(unit.specials, ran),
        confused_specials=_left(unit.confused_specials, dead) + ran,
    )
    number = after.lying if lies else 0
    return after, Loss(unit.letter, killed, confused, ordered or confused, number, dead, ran, is_fixed)


def _chosen(unit: Unit, killed: int, confused: int, edition: Edition, picks: Picks) -> tuple[str, str, bool]:
    """Return which specials are killed and which become confused, and whether that was no choice."""
    special = unit.specials
    wanted_dead = "".join(each for each in picks.dead if each in special)[:killed]
    wanted_ran = "".join(each for each in picks.confused if each in _left(special, wanted_dead))[:confused]
    if edition.choice("DEC-39") != "last":
        least = max(0, killed + confused - unit.plain)
        return *_filled(special, wanted_dead, wanted_ran, killed, confused, least), not picks.are_said
    # Plain men first, among the killed as among the confused.
    dead_count = max(0, killed - unit.plain)
    ran_count = max(0, killed + confused - unit.plain) - dead_count
    dead = wanted_dead[:dead_count]
    dead += _left(special, dead + wanted_ran)[: dead_count - len(dead)]
    dead += _left(special, dead)[: dead_count - len(dead)]
    ran = "".join(each for each in wanted_ran if each not in dead)[:ran_count]
    ran += _left(special, dead + ran)[: ran_count - len(ran)]
    return dead, ran, not needs_picks(unit, killed, confused, edition)


def _filled(special: str, dead: str, ran: str, killed: int, confused: int, least: int) -> tuple[str, str]:
    """Add specials that nobody named but who must have been hit, since no plain men were left."""
    for each in _left(special, dead + ran):
        if len(dead) + len(ran) >= least:
            break
        if len(ran) < confused:
            ran += each
        elif len(dead) < killed:
            dead += each
    return dead, ran


def returning(unit: Unit, helpers: int, edition: Edition) -> int:
    """Return how many men come back when a unit rallies (CC-RAL-1, CC-RAL-4, DEC-28, DEC-30)."""
    if not unit.ranks and edition.choice("DEC-28") == "all":
        return unit.confused if helpers else 0
    counted = helpers if edition.choice("DEC-30") == "each" else min(helpers, 1)
    bonus = counted * int(edition.number("rally.helper"))
    return min(unit.confused, unit.ranks + bonus)


def return_men(unit: Unit, count: int, back: str | None = None) -> Unit:
    """Return a unit after some of its confused men came back into the ranks; plain men first, unless said."""
    count = min(count, unit.confused)
    plain = unit.confused - len(unit.confused_specials)
    named = "".join(each for each in back or "" if each in unit.confused_specials)[:count]
    needed = max(0, count - plain - len(named))
    named += _left(unit.confused_specials, named)[:needed]
    return replace(
        unit,
        ranks=unit.ranks + count,
        confused=unit.confused - count,
        specials=unit.specials + named,
        confused_specials=_left(unit.confused_specials, named),
    )
