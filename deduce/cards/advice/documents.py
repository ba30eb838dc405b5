"""Advice as data: what JSON documents of it hold. Chances and worths are exact fractions, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deduce.cards.advice.phrases import act_words, nexts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.cards.advice.questions import PairOdds
    from deduce.cards.advice.reasons import Reason
    from deduce.cards.advice.review import Review, Sum
    from deduce.cards.advice.suggestions import Course, Suggestions
    from deduce.cards.advice.threats import Danger
    from deduce.cards.engine.entries import Fight
    from deduce.cards.engine.ledger import Ledger
    from deduce.cards.odds.combat import CombatOdds

__all__ = ["fight_data", "odds_data", "review_data", "suggestions_data", "threat_data"]


def fight_data(fight: Fight) -> dict[str, Any]:
    """Return a combat as data."""
    return {
        "starter": fight.starter,
        "target": fight.target,
        "flank": fight.flank,
        "cover": None if fight.cover is None else fight.cover.value,
    }


def _chances(odds: CombatOdds) -> dict[str, Any]:
    return {
        "win": str(odds.win),
        "tie": str(odds.tie),
        "loss": str(odds.loss),
        "target_breaks": str(odds.breaks(of_target=True)),
        "starter_breaks": str(odds.breaks(of_target=False)),
    }


def _reasons(found: Iterable[Reason]) -> list[dict[str, str]]:
    return [{"part": each.part.value, "worth": str(each.worth)} for each in found]


def odds_data(found: PairOdds, ledger: Ledger) -> dict[str, Any]:
    """Return the odds of a pair as data."""
    odds = found.odds
    data: dict[str, Any] = {
        "combat": {**fight_data(found.fight), "text": act_words(found.fight, ledger)},
        **_chances(odds),
        "joint": [
            {"starter": list(tolls[:2]), "target": list(tolls[2:]), "chance": str(chance)}
            for tolls, chance in odds.joint.items()
        ],
        "target_left": {str(men): str(chance) for men, chance in odds.left(of_target=True).items()},
        "starter_left": {str(men): str(chance) for men, chance in odds.left(of_target=False).items()},
        "worth": str(found.worth),
        "weights": [str(weight) for weight in found.weights],
        "reasons": _reasons(found.reasons),
        "count_is_worth": None if found.count is None else str(found.count),
        "otherwise": {
            name: {**_chances(other), "worth": str(other.worth(found.weights))}
            for name, other in found.others.items()
        },
        "to_the_break": None,
    }
    if found.race is not None:
        data["to_the_break"] = {
            "starter_breaks": str(found.race.starter_breaks),
            "target_breaks": str(found.race.target_breaks),
            "both_break": str(found.race.both_break),
            "undecided": str(found.race.undecided),
            "combats": {str(number): str(chance) for number, chance in found.race.lengths.items()},
        }
    return data


def suggestions_data(found: Suggestions) -> dict[str, Any]:
    """Return suggestions as data."""
    ledger = found.ledger
    return {
        "is_declared": found.is_declared,
        "best": None if found.course is None else _course(found.course, ledger),
        "fights_nobody": found.fights_nobody,
        "combats": [
            {
                **fight_data(each.fight),
                "is_sure": each.is_sure,
                **_chances(each.odds),
                "worth": str(each.worth),
                "reasons": _reasons(each.reasons),
            }
            for each in found.fights
        ],
        "shots": [
            {
                "gun": each.shot.gun,
                "target": each.shot.target,
                "is_sure": each.is_sure,
                "balls": each.balls,
                "balls_left": each.left,
                "worth": str(each.worth),
                "opens": str(each.opens),
            }
            for each in found.shots
        ],
        "rallies": [
            {
                "unit": each.rally.unit,
                "helpers": each.rally.helpers,
                "schedule": [list(men) for men in each.schedule],
                "broken_as_it_is": str(each.as_it_is.breaks),
                "broken_if_rallied": str(each.rallied.breaks),
                "charges": [
                    {**fight_data(charge.fight), "worth": str(charge.worth), "broken": str(charge.breaks)}
                    for charge in each.charges
                ],
            }
            for each in found.rallies
        ],
        "refused": [
            {"act": act_words(each.act, ledger), "why": [ruling.reason for ruling in each.refusals]}
            for each in found.refused
        ],
        "unplanned": [fight_data(fight) for fight in found.unplanned],
    }


def _course(course: Course, ledger: Ledger) -> dict[str, Any]:
    return {
        "shots": [act_words(each, ledger) for each in course.shots],
        "first": None if course.first is None else act_words(course.first, ledger),
        "worth": str(course.worth),
        "combats_worth": str(course.plan.worth),
        "without_shots": str(course.unshot),
        "without_stopping": str(course.unstopped),
        "goes_on": str(course.plan.goes_on),
        "then": [
            {
                "result": each.result.value,
                "chance": str(each.chance),
                "best": [
                    {
                        "act": None if then is None else act_words(course.fights[then], ledger),
                        "chance": str(chance),
                    }
                    for then, chance in each.thens
                ],
            }
            for each in nexts(course.plan.branches)
        ],
        "units": {
            unit: {"breaks": str(toll.breaks), "killed": str(toll.killed), "confused": str(toll.confused)}
            for unit, toll in course.tolls.items()
        },
    }


def threat_data(found: Iterable[Danger]) -> list[dict[str, Any]]:
    """Return threats as data."""
    return [
        {
            "unit": each.unit,
            "breaks": str(each.breaks),
            "by": [fight_data(fight) for fight in each.by],
            "is_named": each.is_named,
            "first": each.order or None,
            "shots": each.shots,
            "left_out": list(each.left_out),
        }
        for each in found
    ]


def review_data(found: Review) -> dict[str, Any]:
    """Return a review as data."""
    turns = sorted({each.turn for each in found.decisions})
    return {
        "sides": {name: _sum(found.of(side)) for side, name in enumerate(found.sides)},
        "turns": [
            {"turn": turn, "side": found.sides[side], **_sum(found.of(side, turn))}
            for turn in turns
            for side in sorted({each.side for each in found.decisions if each.turn == turn})
        ],
        "decisions": [
            {
                "entry": each.entry,
                "turn": each.turn,
                "side": found.sides[each.side],
                "text": each.text,
                "brought": str(each.brought),
                "expected": str(each.expected),
                "best": str(each.best),
                "luck": str(each.luck),
                "left": str(each.left),
                "better": None if each.better is None else fight_data(each.better),
                "trouble": each.trouble or None,
            }
            for each in found.decisions
        ],
    }


def _sum(found: Sum) -> dict[str, Any]:
    return {
        "combats": found.combats,
        "brought": str(found.brought),
        "luck": str(found.luck),
        "left": str(found.left),
    }
