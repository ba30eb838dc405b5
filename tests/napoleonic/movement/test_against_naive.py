"""The files of rules and a judge written by hand forbid the same, for the same rules."""

from __future__ import annotations

import itertools
import random

import pytest

from napoleonic.common import refusing, said
from napoleonic.movement.naive_chapters import ACTS, Unit, forbidding

KINDS = [
    *itertools.product(
        ["inf", "cav"], ["line", "double-line", "column", "division-column", "square", "skirmish"]
    ),
    *itertools.product(["foot-art", "horse-art"], ["limbered", "battery"]),
]
STATUSES = ("guard", "elite", "regular", "semi-regular", "militia", "irregular")
STATES = ("formed", "disorganised", "unformed", "disorder")
GROUNDS = (
    "open",
    "slope",
    "wooded-slope",
    "vine-slope",
    "wood",
    "stream",
    "hedge",
    "wall",
    "crops",
    "ploughed",
    "road",
    "clearing",
)
SHARE = 0.06
"""Of all combinations so many are tried, always the same ones."""
OURS = ("STATE", "TURN", "REACT", "PIVOT", "FACE", "OBLIQ", "BACK", "FORCED", "RALLY", "ART")


def judged(act: str, unit: Unit) -> set[str]:
    """The rules of the three chapters that forbid it, as the files say."""
    facts = {
        "nation": "FR", "arm": unit.arm, "kind": "line", "status": unit.status,
        "formation": unit.formation, "state": unit.state, "ground": [unit.ground], "path": [unit.ground],
        "reacting": unit.is_reacting, "carrying_on": unit.carries_on, "engaged": unit.is_engaged,
        "quarter": f"Q{unit.quarter}", "angle": unit.angle, "advance": unit.way, "forced_before": unit.forced,
        "whole_front_ahead": True, "touching": True, "following": False,
    }  # fmt: skip
    found = {rule.removeprefix("NAP-") for rule in refusing(said(act, **facts))}
    return {rule for rule in found if rule.split("-")[0] in OURS}


@pytest.mark.parametrize("act", ACTS)
def test_every_profile_in_every_state_on_every_ground(act: str) -> None:
    dice = random.Random(act)
    for (arm, formation), status, state, ground in itertools.product(KINDS, STATUSES, STATES, GROUNDS):
        if dice.random() > SHARE:
            continue
        unit = Unit(
            arm, status, formation, state, ground,
            is_reacting=dice.random() < 0.3, carries_on=dice.random() < 0.5, is_engaged=dice.random() < 0.3,
            quarter=dice.randint(1, 4), angle=dice.choice([30, 45, 46]), way=dice.choice([1, 3, 4]),
            forced=dice.randint(0, 4),
        )  # fmt: skip
        assert judged(act, unit) == forbidding(act, unit), unit
