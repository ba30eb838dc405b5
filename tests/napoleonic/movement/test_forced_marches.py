"""Forced marches."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.movement.marches import forced_in_a_row, may_force
from napoleonic.common import BOOK, refusing, said

OPEN: dict[str, Any] = {"path": ["open"], "ground": ["open"], "state": "formed", "reacting": False}
FUSILIERS: dict[str, Any] = {
    "nation": "FR",
    "arm": "inf",
    "kind": "line",
    "status": "regular",
    "formation": "column",
}


@pytest.mark.parametrize(
    ("arm", "formation", "is_allowed"),
    [
        ("inf", "line", False),
        ("inf", "division-column", False),
        ("inf", "square", False),
        ("inf", "column", True),
        ("cav", "column", True),
        ("cav", "line", False),
        ("foot-art", "limbered", True),
        ("horse-art", "limbered", True),
        ("horse-art", "battery", False),
    ],
)
def test_nap_forced_1_only_columns_and_limbered_guns(arm: str, formation: str, is_allowed: bool) -> None:
    judgement = said("forced", arm=arm, formation=formation, forced_before=0, **OPEN)
    assert ("NAP-FORCED-1" not in refusing(judgement)) is is_allowed
    assert judgement.is_allowed is is_allowed


def test_nap_forced_2_half_as_much_again_printed() -> None:
    judgement = said("forced", forced_before=0, **FUSILIERS, **OPEN)
    assert judgement.outcome("per_period") == 27
    assert judgement.outcome("per_quarter") == Fraction(27, 4)


@pytest.mark.parametrize("ground", ["wood", "crops", "ploughed", "stream", "hedge"])
def test_nap_forced_2_not_through_terrain_unless_houses_play_it(ground: str) -> None:
    way = {**OPEN, "path": ["open", ground]}
    assert "NAP-FORCED-2" in refusing(said("forced", forced_before=0, **FUSILIERS, **way))
    anywhere = said("forced", book_of(house="DEC-34=anywhere"), forced_before=0, **FUSILIERS, **way)
    assert "NAP-FORCED-2" not in refusing(anywhere)
    for good in ("slope", "road"):
        fine = said("forced", forced_before=0, **FUSILIERS, **{**OPEN, "path": [good]})
        assert "NAP-FORCED-2" not in refusing(fine)


@pytest.mark.parametrize("before", [0, 1, 2, 3, 4])
def test_nap_forced_3_the_fourth_in_a_row_is_refused(before: int) -> None:
    judgement = said("forced", forced_before=before, **FUSILIERS, **OPEN)
    assert refusing(judgement) == ({"NAP-FORCED-3"} if before >= 3 else set())
    assert may_force(BOOK, [True] * before) is (before < 3)


def test_nap_forced_3_then_one_full_period_without() -> None:
    row = [True, True, True]
    assert forced_in_a_row(BOOK, [*row, False]) == 0
    two = book_of(house="DEC-6=two")
    assert forced_in_a_row(two, [*row, False]) == 3
    assert forced_in_a_row(two, [*row, False, False]) == 0
    assert forced_in_a_row(two, [True, False]) == 0


@given(st.lists(st.booleans(), max_size=12))
def test_nap_forced_3_a_row_played_by_the_rule_never_gets_longer_than_three(wishes: list[bool]) -> None:
    marched: list[bool] = []
    for wish in wishes:
        marched.append(wish and may_force(BOOK, marched))
    runs = "".join("x" if each else " " for each in marched).split()
    assert all(len(run) <= 3 for run in runs)


def test_nap_forced_4_unformed_and_no_charge_right_after() -> None:
    judgement = said("forced", forced_before=0, **FUSILIERS, **OPEN)
    assert judgement.outcome("state_during") == "unformed"
    assert judgement.outcome("state_after") == "unformed"
    assert "NAP-STATE-4" in refusing(said("charge", **FUSILIERS, **{**OPEN, "state": "unformed"}))


def test_nap_forced_5_skirmishers_never() -> None:
    skirmishers = {**FUSILIERS, "formation": "skirmish"}
    assert "NAP-FORCED-5" in refusing(said("forced", forced_before=0, **skirmishers, **OPEN))
