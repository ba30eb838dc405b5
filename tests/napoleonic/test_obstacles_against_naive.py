"""The laws of houses and obstacles against a judge without them, in every combination of what they ask."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

from deduce.tabletop.rulings import Verdict
from napoleonic import naive_obstacles
from napoleonic.common import BOOK, refusing, said

OURS = ("NAP-HOUSE-", "NAP-LIN-", "NAP-ENG-", "NAP-REDOUBT-", "NAP-BATTERY-", "DEC-24", "DEC-30")
ARMS = BOOK.law.features["arm"].words
STATES = BOOK.law.features["state"].words
FLAG = (False, True)
OVER = ("open", "hedge", "palisade", "barricade", "wall", "abatis", "redoubt")
SPREAD: dict[str, dict[str, tuple[object, ...]]] = {
    "house": {
        "arm": ARMS,
        "figures": (2, 3, 12),
        "state": STATES,
        "ground": (["open"], ["house"]),
        "holder": ("nobody", "friend", "enemy"),
        "side_held": FLAG,
        "won": FLAG,
        "first_rank": ("whole", "part", "none"),
    },
    "leave": {
        "ground": (["open"], ["house"]),
        "leaves_for": ("choice", "few", "fire", "retreat", "rout"),
        "status": ("regular", "elite", "guard"),
        "enemy_inside": FLAG,
        "way": ("street", "open"),
        "to": ("line", "column"),
        "figures": (2, 3),
    },
    "fire": {
        "ground": (["open"], ["house"]),
        "their_ground": (["open"], ["house"], ["wall"]),
        "own_side": (0, 1),
        "angle": (0, Fraction("22.5"), 23),
        "side_attacked": FLAG,
        "enemy_inside": FLAG,
        "house_known": FLAG,
        "friend_attacks": FLAG,
        "side_empty": (0, 1, 2),
    },
    "see": {
        "ground": (["open"], ["house"], ["slope"], ["plateau"]),
        "their_ground": (["open"], ["house"]),
        "between": (["nothing"], ["village"]),
        "own_side": (0, 1),
        "house_known": FLAG,
    },
    "cross": {
        "arm": ARMS,
        "path": tuple([each] for each in OVER),
        "holder": ("nobody", "friend", "enemy"),
        "won": FLAG,
    },
    "move": {
        "arm": ARMS,
        "path": tuple([each] for each in (*OVER, "house", "dead-battery", "road")),
        "ground": (["open"], ["hedge"], ["wall"], ["house"]),
        "wrapped": FLAG,
    },
    "widen": {
        "first_rank": ("whole", "part", "none"),
        "engaged": FLAG,
        "drew": FLAG,
        "quarter": ("Q1", "Q2", "Q3", "Q4"),
    },
    "demolish": {
        "arm": ("inf", "foot-art", "horse-art"),
        "target": ("light", "hard", "house", "redoubt", "ruin"),
        "shot": ("round", "canister"),
        "range_share": (Fraction("0.4"), Fraction("0.5"), Fraction("0.6")),
        "sappers": (0, 1),
    },
}
"""For each act everything that these chapters ask of it."""


def situations(act: str) -> Iterator[Mapping[str, Any]]:
    """Every combination."""
    spread = SPREAD[act]
    for values in itertools.product(*spread.values()):
        yield dict(zip(spread, values, strict=True))


@pytest.mark.parametrize("act", SPREAD)
def test_both_judges_refuse_by_the_same_rules(act: str) -> None:
    refused = 0
    for now in situations(act):
        judged = said(act, **now)
        ours = {rule for rule in refusing(judged) if rule.startswith(OURS)}
        assert ours == naive_obstacles.refusing(act, now), now
        refused += bool(ours)
    assert 0 < refused < sum(1 for _ in situations(act))


@pytest.mark.parametrize("act", ["house", "leave", "cross", "widen", "demolish"])
def test_in_a_complete_situation_nothing_is_unknown(act: str) -> None:
    for now in situations(act):
        assert said(act, **now).verdict is not Verdict.UNKNOWN, now


def test_states_behind_obstacles_agree() -> None:
    for arm, state, path in itertools.product(("inf", "cav"), STATES, OVER[1:]):
        crossed = said("cross", arm=arm, state=state, path=[path], holder="nobody")
        if crossed.is_allowed:
            assert crossed.outcome("state_after") == naive_obstacles.state_after_crossing(arm, state, path)


def test_cover_across_obstacles_agrees() -> None:
    for path, touches, gap in itertools.product(OVER[1:-1], FLAG, (0, 1, 2, Fraction("2.1"), 9)):
        shot = said(
            "fire",
            ground=["open"],
            path=[path],
            their_ground=[path if touches else "open"],
            their_obstacle_gap=gap,
        )
        assert shot.outcome("cover") == naive_obstacles.cover(path=path, touches=touches, gap=float(gap))


def test_who_fights_at_a_wall_agrees_with_bases_laid_along_it() -> None:
    lengths = [Fraction(each, 2) for each in range(31)]
    for front, length, there in itertools.product(range(11), lengths, (0, 1, 3, 8)):
        fought = said(
            "fight",
            ground=["open"],
            their_ground=["house"],
            at_house="wall",
            quarter="Q1",
            front=front,
            side_length=length,
            their_side=there,
        )
        each = (fought.outcome("fights"), fought.outcome("they_fight"))
        assert each == naive_obstacles.figures_in_a_fight(front, length, there), (front, length, there)
        _, beyond = naive_obstacles.along_a_wall(front, length)
        assert (fought.outcome("may_fold") or 0) == beyond, (front, length)
