"""Situations on which the law and the judge by hand have to agree, and in what they disagree."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from deduce.napoleonic.judging import completed
from deduce.ruling import asking
from napoleonic import naive_outcomes as by_hand
from napoleonic.common import BOOK, refusing, said
from napoleonic.naive_judge import REFUSALS, refused
from napoleonic.naive_unit import Situation

if TYPE_CHECKING:
    import random

    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Judgement

ACTS = tuple(REFUSALS)
FORMATIONS = {
    "inf": ("line", "double-line", "column", "division-column", "square", "skirmish"),
    "cav": ("line", "double-line", "column"),
    "foot-art": ("limbered", "battery"),
    "horse-art": ("limbered", "battery"),
}
KINDS = {"inf": "line", "cav": "light"}
"""The kinds of which the chapters print a move."""
STATUSES = BOOK.law.features["status"].words
STATES = BOOK.law.features["state"].words
GROUNDS = BOOK.law.features["ground"].words
PLACES = ("open", "wood", "house", "crops", "slope", "hedge", "plateau", "stream", "ploughed", "road")
"""Where every further thing is tried."""
MOVES = ("move", "forced", "oblique", "back", "rally", "evade", "charge", "counter")
"""Acts that have a speed."""


def profiles(statuses: tuple[str, ...] = STATUSES) -> Iterator[Situation]:
    """Every arm in every formation of every status."""
    for arm, formations in FORMATIONS.items():
        for formation, status in itertools.product(formations, statuses):
            yield Situation(arm=arm, formation=formation, status=status, kind=KINDS.get(arm))


def _each(name: str, *values: object) -> Iterator[dict[str, Any]]:
    return ({name: value} for value in values)


def further() -> Iterator[dict[str, Any]]:
    """Each further thing that can be otherwise than on a plain day, alone or with what it hangs on."""
    numbers = [Fraction(text) for text in ("0", "0.1", "1", "1.9", "2", "2.1", "3", "3.1", "4", "8", "8.1")]
    grounds: list[tuple[str, ...]] = [(word,) for word in GROUNDS]
    yield from _each("order", *BOOK.law.features["order"].words)
    yield from _each("quarter", "Q2", "Q3", "Q4")
    yield from _each("their_arm", *FORMATIONS)
    yield from _each("their_formation", *BOOK.law.features["formation"].words)
    yield from _each("their_state", *STATES)
    yield from _each("angle", *(Fraction(text) for text in ("22", "22.5", "23", "45", "45.1", "50")))
    yield from _each("gap", Fraction(2), Fraction("2.5"))
    yield from _each("figures", 2, 3)
    yield from _each("front", 1, 2, 4)
    yield from _each("bearing", *BOOK.law.features["bearing"].words)
    yield from _each("nation", "EN", "RU")
    yield from _each("kind", "grenadier", "voltigeur", "hussar", "dragoon")
    yield from _each("since_charge", 0, 2, 3)
    yield from _each("crest", "behind", "astride", "past")
    for name in ("advance", "distance", "edge", "their_obstacle_gap"):
        yield from _each(name, *numbers)
    for path in grounds:
        yield {"path": (*path, "road")}
        yield {"path": (*path, "road"), "along_road": True}
        yield {"path": path, "along_road": True}
    for word in ("slope", "wooded-slope", "vine-slope", "crop-slope", "wood", "stream"):
        yield {"ground": (word, "road")}
        yield {"ground": (word, "plateau")}
    yield from _of_flags()
    yield from _of_targets(grounds, numbers)


def _of_flags() -> Iterator[dict[str, Any]]:
    yield from _each("forced_before", 1, 2, 3, 4)
    for name in ("reacting", "carrying_on", "engaged", "wheeling", "following", "charging", "joins_screen"):
        yield {name: True}
    for name in ("wrapped", "astride", "evaded", "covered", "side_attacked", "enemy_inside", "screened"):
        yield {name: True}
    for name in ("whole_front_ahead", "fighting_formation", "may_charge", "may_counter", "charged", "room"):
        yield {name: False}
    for name in ("may_evade", "visible", "head_at_edge", "evade_declared", "threatened"):
        yield {name: False}
    yield {"reacting": True, "carrying_on": True}
    yield {"engaged": True, "quarter": "Q2"}
    yield {"engaged": True, "quarter": "Q3"}
    yield {"uncontrolled": True, "quarter": "Q2"}
    yield {"uncontrolled": True, "may_charge": False}
    yield {"visible": False, "screened": True}
    for other in ({"may_evade": False}, {"threatened": False}, {"quarter": "Q2"}):
        yield {"charged": False, **other}
        yield {"charged": False, "in_path": True, **other}


def _of_targets(grounds: list[tuple[str, ...]], numbers: list[Fraction]) -> Iterator[dict[str, Any]]:
    for ground in grounds:
        yield {"their_ground": ground}
        yield {"their_ground": ground, "their_arm": "cav"}
        yield {"their_ground": ground, "their_shown": False, "house_known": False, "their_head_out": False}
        for obstacle in ("hedge", "wall"):
            yield {"their_ground": ground, "path": (obstacle,), "their_obstacle_gap": Fraction(2)}
    for number in numbers:
        for word in ("wood", "crops"):
            yield {"their_ground": (word,), "distance": number}
            yield {"their_ground": (word,), "their_edge": number}
    for also, formation in itertools.product(
        ("same", "opposite", "adjoining"), BOOK.law.features["formation"].words
    ):
        yield {"also": also, "their_formation": formation}
        yield {"also": also, "their_formation": formation, "their_state": "unformed"}
    yield {"their_engaged": True}
    for formation in ("line", "skirmish"):
        yield {"their_engaged": True, "their_screen_fights": True, "their_formation": formation}
    for name, value in (("friend_attacks", True), ("side_empty", 1), ("side_empty", 2)):
        yield {"their_ground": ("house",), name: value}
    for holder, won, held in itertools.product(("friend", "enemy"), (False, True), (False, True)):
        yield {"holder": holder, "won": won, "side_held": held}
    for rank in ("part", "none"):
        yield {"first_rank": rank}
        yield {"first_rank": rank, "holder": "enemy", "won": True}
    yield {"own_side": 0}


FURTHER = tuple(further())


def everywhere() -> Iterator[Situation]:
    """Every profile in every state, on every ground and with every ground on its way."""
    for unit, state, word in itertools.product(profiles(), STATES, GROUNDS):
        yield replace(unit, state=state, ground=(word,))
        if word != "open":
            yield replace(unit, state=state, path=(word,))


def one_at_a_time() -> Iterator[Situation]:
    """Every further thing for every arm and formation, formed or not, in the open and in two other places."""
    units = tuple(profiles(("regular",)))
    tried = itertools.product(FURTHER, units, ("formed", "unformed"))
    for number, (more, unit, state) in enumerate(tried):
        for place in ("open", PLACES[number % len(PLACES)], PLACES[(number * 3 + 1) % len(PLACES)]):
            yield replace(unit, **{"state": state, "ground": (place,), **more})


def some(dice: random.Random, number: int) -> Iterator[Situation]:
    """Some situations: any profile in any state, with any two grounds, and one further thing."""
    units = tuple(profiles())
    for _ in range(number):
        there: Mapping[str, Any] = {
            "state": dice.choice(STATES),
            "ground": (dice.choice(dice.choice([GROUNDS, ("open",)])),),
            "path": (dice.choice(dice.choice([GROUNDS, ("open",)])),),
        }
        yield replace(dice.choice(units), **{**there, **dice.choice(FURTHER)})


def known_of(situation: Situation) -> dict[str, Fact]:
    """What the book knows of a situation, for many acts at once."""
    return completed(BOOK, situation.facts())


def disagreements(act: str, situation: Situation, known: Mapping[str, Fact] | None = None) -> Iterator[str]:
    """What the law says otherwise than the judge by hand.

    Args:
        act: The act.
        situation: The situation.
        known: What the book knows of it; then refusals are asked for without their words, which is quick.
    """
    refusals = refused(act, situation)
    judgement = None if known is not None and refusals else said(act, **situation.facts())
    found = refusing(judgement) if judgement else set(asking.refusing(BOOK.law, act, known or {}))
    if found != refusals:
        yield f"refused by {sorted(found)}, by hand {sorted(refusals)}"
    if found or refusals or judgement is None:
        return
    told = _told(judgement, situation)
    expected = {
        "per_quarter": by_hand.per_quarter(act, situation) if act in MOVES else None,
        "here_per_quarter": by_hand.here_per_quarter(act, situation) if act in MOVES else None,
        "state_during": by_hand.state_during(act, situation),
        "state_after": by_hand.state_after(act, situation),
        "takes": by_hand.takes(act, situation),
    }
    for name, value in expected.items():
        if told[name] != value:
            yield f"{name}: {told[name]}, by hand {value}"
    cover, found = by_hand.cover(situation), judgement.outcome("cover")
    is_told = found is not None or judgement.is_allowed
    if act == "fire" and cover is not None and is_told and (found or "none") != cover:
        yield f"cover: {found}, by hand {cover}"


def _told(judgement: Judgement, situation: Situation) -> dict[str, object]:
    """What the law says comes of it; what it is silent about stays as it is."""
    speed = judgement.outcome("per_quarter")
    here = judgement.outcome("here_per_quarter")
    return {
        "per_quarter": speed,
        "here_per_quarter": speed if here is None else here,
        "state_during": judgement.outcome("state_during") or situation.state,
        "state_after": judgement.outcome("state_after") or situation.state,
        "takes": judgement.outcome("takes"),
    }
