"""What threatens each unit in the enemy's next turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deduce.cards.advice.setting import Setting, setting_of
from deduce.cards.engine.deeds import after
from deduce.cards.engine.entries import End, Fight
from deduce.cards.engine.ledger import Step
from deduce.cards.odds.combat import combat_odds
from deduce.cards.odds.threats import threat
from deduce.cards.permissions import refusals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction

    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.odds.stand import Stand

__all__ = ["Danger", "danger", "dangers"]

MOST_ENEMIES = 4
"""How many enemies are looked at together."""


@dataclass(frozen=True)
class Danger:
    """What threatens a unit.

    Attributes:
        unit: The unit.
        breaks: How likely it is broken in the enemy's next turn, if he does what is best for that.
        by: The combats that he can start, the one that costs most first.
        is_named: Whether somebody said who can reach it; else it is everybody, if in reach.
        shots: How many shots hit it before.
        left_out: Enemies that are too many to be looked at together.
        order: Who of several enemies is best to begin; "" if there is only one, or none can break it.
    """

    unit: str
    breaks: Fraction
    by: tuple[Fight, ...]
    is_named: bool
    shots: int = 0
    left_out: tuple[str, ...] = ()
    order: str = ""


def danger(
    ledger: Ledger,
    letter: str,
    named: Iterable[Fight] = (),
    *,
    shots: int = 0,
    changed: Callable[[Setting], Stand] | None = None,
) -> Danger:
    """Return what threatens a unit in the enemy's next turn.

    Args:
        ledger: How things stand.
        letter: The unit.
        named: The combats against it that are in reach; if none are named, those of all enemies.
        shots: How many shots hit it before.
        changed: What is done to the units before, such as rallying.
    """
    attacks = tuple(named)
    is_named = bool(attacks)
    then = _next_turn_of(ledger, 1 - ledger.units[letter].side)
    if not attacks and ledger.units[letter].ranks:
        foes = (foe for foe in then.of_side(1 - ledger.units[letter].side) if foe.ranks)
        attacks = tuple(Fight(foe.letter, letter, ()) for foe in foes)
        attacks = tuple(each for each in attacks if not refusals(then, each))
    engaged = {each.starter for each in attacks if then.are_engaged(each.starter, letter)}
    ranked = sorted(attacks, key=lambda each: (each.starter not in engaged, -_alone(then, each)))
    taken, left = ranked[:MOST_ENEMIES], ranked[MOST_ENEMIES:]
    setting = setting_of(then, (letter, *(each.starter for each in taken)))
    stand = setting.stand if changed is None else changed(setting)
    pairings = [setting.pairing(each) for each in taken]
    found = threat(stand, setting.number(letter), pairings, setting.packs, ledger.edition, shots=shots)
    first = found.plan.first
    order = taken[pairings.index(first)].starter if first is not None and len(taken) > 1 else ""
    names = tuple(each.starter for each in left)
    return Danger(letter, found.breaks, tuple(taken), is_named, shots, names, order)


def dangers(ledger: Ledger, side: int) -> tuple[Danger, ...]:
    """Return what threatens each unit of a side that has men in ranks, the most threatened first."""
    found = [danger(ledger, unit.letter) for unit in ledger.of_side(side) if unit.ranks]
    return tuple(sorted(found, key=lambda each: -each.breaks))


def _alone(ledger: Ledger, fight: Fight) -> Fraction:
    """Return how many men a single combat costs the unit that is attacked, on average."""
    setting = setting_of(ledger, (fight.starter, fight.target))
    odds = combat_odds(setting.meeting(fight), setting.packs_for(fight.starter), ledger.edition)
    return odds.killed(of_target=True) + odds.confused(of_target=True)


def _next_turn_of(ledger: Ledger, side: int) -> Ledger:
    """Return how things stand when a side's next turn begins, with everybody as he stands now.

    What the house lets end with the other side's turn is over then: engagements and their dead counters
    (DEC-20, DEC-49), and packs that are shuffled at the end of a turn (DEC-2).
    """
    if ledger.active != side:
        ledger = after(ledger, End()).ledger
    units = (replace(unit, act=None, combats=0, shots=0) for unit in ledger.roster)
    return replace(ledger.with_units(*units), active=side, step=Step.ACT, army_act=None)
