"""What to do now: combats, shots and rallies by what they are worth, and the best plan made of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations_with_replacement, product
from typing import TYPE_CHECKING, NamedTuple, cast

from deduce.cards.advice.candidates import Candidate, candidates
from deduce.cards.advice.reasons import Reason, reasons
from deduce.cards.advice.setting import Setting, packs_of, setting_of
from deduce.cards.advice.threats import Danger, danger
from deduce.cards.judge.numbers import guns_ready
from deduce.cards.odds.combat import CombatOdds, combat_odds
from deduce.cards.odds.goals import Worth
from deduce.cards.odds.layers import MOST_COMBATS
from deduce.cards.odds.plans import plan, plans
from deduce.cards.odds.stand import Stand, shot
from deduce.cards.odds.threats import broken_after, rallied, rally_schedule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deduce.cards.advice.candidates import Act
    from deduce.cards.engine.entries import Fight, Rally, Shot
    from deduce.cards.engine.ledger import Clash, Ledger
    from deduce.cards.odds.plans import Plan
    from deduce.cards.odds.solver import Toll
    from deduce.cards.odds.stand import Pairing

__all__ = ["Charge", "Course", "FightAdvice", "RallyAdvice", "ShotAdvice", "Suggestions", "suggestions"]

MOST_PAIRS = {1: 8, 2: 8, 3: 9, 4: 6}
"""Of how many units a plan is made, and of how many combats; the others are still judged by themselves."""
MOST_UNSURE = 3
"""Of how many units, with two combats each, if nobody said what is in reach, or not all cards were seen."""
MOST_OPENINGS = 32
"""How many ways to shoot first are planned out."""
MOST_TOGETHER = 3
"""How many shots of one unit are planned together."""
TURNS_AHEAD = 3
"""For how many turns rallying is looked ahead."""
KEPT = 4
"""How many answers are kept, for what is asked again while nothing happened."""


class FightAdvice(NamedTuple):
    """A combat that could be fought.

    Attributes:
        fight: The combat.
        is_sure: Whether it is in reach for sure.
        odds: Its odds.
        worth: What it is worth by itself.
        reasons: What decides about that.
    """

    fight: Fight
    is_sure: bool
    odds: CombatOdds
    worth: Fraction
    reasons: tuple[Reason, ...]


class ShotAdvice(NamedTuple):
    """A shot that could be fired.

    Attributes:
        shot: The shot.
        is_sure: Whether it is in reach for sure.
        balls: How many balls it costs.
        left: How many are left then.
        worth: What it is worth by itself: one man, and the unit if he was the last in ranks.
        opens: How much more the best combats after it are worth than without it.
    """

    shot: Shot
    is_sure: bool
    balls: int
    left: int
    worth: Fraction
    opens: Fraction


class Charge(NamedTuple):
    """A combat that a unit could start instead of rallying, or after it.

    Attributes:
        fight: The combat.
        worth: What it is worth.
        breaks: How likely the unit is broken in it, or by the enemies that threaten it in their next turn,
            one after the other.
    """

    fight: Fight
    worth: Fraction
    breaks: Fraction


class RallyAdvice(NamedTuple):
    """A rally.

    Attributes:
        rally: The rally.
        schedule: How many men are in ranks and confused after it, and after further ones.
        as_it_is: What threatens the unit if it does not rally.
        rallied: What does if it does.
        charges: What it could fight without having rallied.
    """

    rally: Rally
    schedule: tuple[tuple[int, int], ...]
    as_it_is: Danger
    rallied: Danger
    charges: tuple[Charge, ...] = ()


@dataclass(frozen=True)
class Course:
    """The best thing to do.

    Attributes:
        shots: What to shoot first.
        plan: The combats after that, with leave to stop.
        letters: The units of the plan by their numbers.
        fights: The combats of the plan by what the plan calls them.
        worth: What all of it is worth.
        unshot: What the best combats are worth without the shots.
        unstopped: What the best combats are worth if one cannot stop.
    """

    shots: tuple[Shot, ...]
    plan: Plan
    letters: tuple[str, ...]
    fights: dict[Pairing, Fight]
    worth: Fraction
    unshot: Fraction
    unstopped: Fraction

    @property
    def first(self) -> Fight | None:
        """The combat to begin with; None if it is best to fight nobody."""
        return None if self.plan.first is None else self.fights[self.plan.first]

    @property
    def tolls(self) -> dict[str, Toll]:
        """What the combats cost each unit."""
        return dict(zip(self.letters, self.plan.tolls, strict=True))


@dataclass(frozen=True)
class Suggestions:
    """What could be done now.

    Attributes:
        ledger: How things stand.
        is_declared: Whether somebody said what is in reach.
        course: The best thing to do; None if there is nothing to fight or shoot.
        fights: The combats, the best first.
        shots: The shots, the best first.
        rallies: The rallies.
        refused: What is not possible, and why.
        unplanned: The combats that are too many to be part of a plan.
    """

    ledger: Ledger
    is_declared: bool
    course: Course | None
    fights: tuple[FightAdvice, ...]
    shots: tuple[ShotAdvice, ...]
    rallies: tuple[RallyAdvice, ...]
    refused: tuple[Candidate, ...]
    unplanned: tuple[Fight, ...]

    @property
    def fights_nobody(self) -> bool:
        """Whether there are combats, and it is best to fight none of them."""
        return bool(self.fights) and (self.course is None or self.course.first is None)


def suggestions(ledger: Ledger, named: Iterable[Act] = ()) -> Suggestions:
    """Return what the side whose turn it is could do, and what it is worth.

    Args:
        ledger: How things stand.
        named: What is in reach; if nothing is named, everything may be.
    """
    return _suggestions(ledger, ledger.clashes, tuple(named))


@lru_cache(maxsize=KEPT)
def _suggestions(
    ledger: Ledger,
    clashes: tuple[Clash, ...],  # noqa: ARG001 - it tells ledgers apart that are equal otherwise
    acts: tuple[Act, ...],
) -> Suggestions:
    """Return the same for what is named in order; asked again, it is not worked out again.

    Ledgers are equal whatever results say of cards that nobody saw, so that is named as well.
    """
    found = candidates(ledger, acts)
    fights = sorted((_fight(ledger, each) for each in found.fights), key=lambda each: -each.worth)
    # Several possible packs take their time, so that less is planned together.
    is_seen = not fights or len(packs_of(ledger).cases) == 1
    planned = _planned(fights, most=max(MOST_PAIRS) if acts and is_seen else MOST_UNSURE)
    course, shots = _course(ledger, planned, found.shots)
    return Suggestions(
        ledger,
        bool(acts),
        course,
        tuple(fights),
        shots,
        tuple(_rally(ledger, cast("Rally", each.act), fights) for each in found.rallies),
        found.refused,
        tuple(each.fight for each in fights if each.fight not in planned),
    )


def _fight(ledger: Ledger, candidate: Candidate) -> FightAdvice:
    fight = cast("Fight", candidate.act)
    setting = setting_of(ledger, (fight.starter, fight.target))
    meeting, packs = setting.meeting(fight), setting.packs_for(fight.starter)
    odds = combat_odds(meeting, packs, ledger.edition)
    decided = reasons(meeting, packs, ledger.edition, setting.weights)
    return FightAdvice(fight, candidate.is_sure, odds, odds.worth(setting.weights), decided)


def _planned(fights: Sequence[FightAdvice], *, most: int) -> tuple[Fight, ...]:
    """Return of which combats a plan is made: those that are worth most, every unit's best before others.

    Args:
        fights: All combats, the best first.
        most: Of how many units it is made.
    """
    best: dict[str, Fight] = {}
    for each in sorted(fights, key=lambda each: not each.is_sure):
        best.setdefault(each.fight.starter, each.fight)
    starters = [*best][:most]
    chosen = [best[starter] for starter in starters]
    room = MOST_PAIRS.get(len(starters), 0) if most > MOST_UNSURE else 2 * MOST_UNSURE
    for each in fights:
        if each.fight.starter in starters and each.fight not in chosen and len(chosen) < room:
            chosen.append(each.fight)
    return tuple(chosen)


def _course(
    ledger: Ledger, fights: tuple[Fight, ...], firing: Sequence[Candidate]
) -> tuple[Course | None, tuple[ShotAdvice, ...]]:
    """Return the best thing to do, and what each shot is worth by itself."""
    if not fights and not firing:
        return None, ()
    aimed = [cast("Shot", each.act) for each in firing]
    letters = [letter for fight in fights for letter in (fight.starter, fight.target)]
    setting = setting_of(ledger, (*letters, *(each.target for each in aimed)))
    by_pairing = {setting.pairing(fight): fight for fight in fights}
    openings = _openings(ledger, aimed)
    stands = [_after(setting, opening) for opening in openings]
    goal = Worth(ledger.active, setting.weights)
    solved = plans(stands, by_pairing, setting.packs, ledger.edition, goal)
    worths = [
        _shot_worth(setting, opening) + each.worth for opening, each in zip(openings, solved, strict=True)
    ]
    place = max(range(len(openings)), key=lambda number: (worths[number], -len(openings[number])))
    unstopped = plan(stands[place], by_pairing, setting.packs, ledger.edition, goal, may_stop=False)
    course = Course(
        openings[place],
        solved[place],
        setting.letters,
        by_pairing,
        worths[place],
        solved[0].worth,
        unstopped.worth,
    )
    alone = {opening[0]: number for number, opening in enumerate(openings) if len(opening) == 1}
    advice = []
    for candidate, each in zip(firing, aimed, strict=True):
        cost = _cost(ledger, each)
        left = ledger.balls_of(ledger.units[each.gun]) - cost
        opens = solved[alone[each]].worth - solved[0].worth
        advice.append(ShotAdvice(each, candidate.is_sure, cost, left, _shot_worth(setting, (each,)), opens))
    return course, tuple(sorted(advice, key=lambda each: (-each.worth - each.opens, each.balls)))


def _openings(ledger: Ledger, shots: Sequence[Shot]) -> list[tuple[Shot, ...]]:
    """Return the ways to shoot first: nothing, every shot alone, and several cannon together (CC-FIRE-5)."""
    guns = list(dict.fromkeys(each.gun for each in shots))
    found: list[tuple[Shot, ...]] = [(), *((each,) for each in shots)]
    choices = [_volleys(ledger, [each for each in shots if each.gun == gun]) for gun in guns]
    for together in product(*choices):
        opening = tuple(chain.from_iterable(together))
        if len(opening) > 1 and len(found) < MOST_OPENINGS and _can_pay(ledger, opening):
            found.append(opening)
    return found


def _volleys(ledger: Ledger, shots: Sequence[Shot]) -> list[tuple[Shot, ...]]:
    """Return what the cannon of one unit can fire together; the order of the shots does not matter."""
    gun = ledger.units[shots[0].gun]
    manned = guns_ready(ledger.edition, gun.ranks, gun.cannon, 0) or 0
    left = manned * int(ledger.edition.number("fire.shots")) - gun.shots
    return [
        volley
        for number in range(min(left, MOST_TOGETHER) + 1)
        for volley in combinations_with_replacement(shots, number)
    ]


def _can_pay(ledger: Ledger, shots: Sequence[Shot]) -> bool:
    edition = ledger.edition
    if edition.choice("CC-SET-6") == "player" or edition.choice("DEC-48") == "pooled":
        return sum(_cost(ledger, each) for each in shots) <= ledger.balls[ledger.active]
    return all(
        sum(_cost(ledger, each) for each in shots if each.gun == gun) <= ledger.balls_of(ledger.units[gun])
        for gun in {each.gun for each in shots}
    )


def _cost(ledger: Ledger, each: Shot) -> int:
    cover = each.cover or ledger.units[each.target].cover
    return int(ledger.edition.number(f"balls.{cover.value}"))


def _after(setting: Setting, shots: Iterable[Shot]) -> Stand:
    stand = setting.stand
    for each in shots:
        body = stand.bodies[setting.number(each.target)]
        if body.ranks or body.confused:
            stand = shot(stand, setting.number(each.target), setting.ledger.edition)
    return stand


def _shot_worth(setting: Setting, shots: Iterable[Shot]) -> Fraction:
    """Return what shots are worth by themselves: the men they kill, and units that lose their last."""
    before, total = setting.stand, Fraction(0)
    for each in shots:
        number = setting.number(each.target)
        old = before.bodies[number]
        if not old.ranks and not old.confused:
            continue
        before = shot(before, number, setting.ledger.edition)
        new = before.bodies[number]
        killed = old.ranks + old.confused - new.ranks - new.confused
        total += setting.weights.loss(killed, 0, breaks=bool(old.ranks and not new.ranks))
    return total


def _rally(ledger: Ledger, rally: Rally, fights: Sequence[FightAdvice]) -> RallyAdvice:
    unit = ledger.units[rally.unit]
    schedule = rally_schedule(unit.ranks, unit.confused, [rally.helpers] * TURNS_AHEAD, ledger.edition)

    def after(setting: Setting) -> Stand:
        return rallied(setting.stand, setting.number(rally.unit), rally.helpers, ledger.edition)

    as_it_is, then = danger(ledger, rally.unit), danger(ledger, rally.unit, changed=after)
    # Where the end of the turn clears counters or packs, what comes of both turns is not worked out.
    lasts = (
        ledger.edition.choice("DEC-20") not in {"turn", "lapse"} and ledger.edition.choice("DEC-2") != "turn"
    )
    own = [each for each in fights if each.fight.starter == rally.unit] if lasts else []
    charges = tuple(_charge(ledger, each, as_it_is) for each in own)
    return RallyAdvice(rally, tuple(schedule), as_it_is, then, charges)


def _charge(ledger: Ledger, advice: FightAdvice, threat: Danger) -> Charge:
    """Return what comes of a combat and of the enemy's turn after it."""
    fight = advice.fight
    attacks = sorted(threat.by, key=lambda each: each.starter != threat.order)[: MOST_COMBATS - 1]
    units = (fight.starter, fight.target, *(each.starter for each in attacks))
    setting = setting_of(ledger, units)
    combats = [setting.pairing(each) for each in (fight, *attacks)]
    number = setting.number(fight.starter)
    broken = broken_after(setting.stand, number, combats, setting.packs, ledger.edition)
    return Charge(fight, advice.worth, broken)
