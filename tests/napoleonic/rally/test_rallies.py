"""Cavalry that breaks off: who, when, how fast, in which state, which way."""

from __future__ import annotations

from typing import Any

import pytest

from deduce.napoleonic.book import book_of
from deduce.napoleonic.rally.course import fire_from, left_to_do, rally_course, rally_move
from deduce.napoleonic.rally.reckoned import turn_before
from napoleonic.common import BOOK, asked, refusing, said

LIGHT: dict[str, Any] = {"nation": "FR", "arm": "cav", "kind": "light", "status": "regular"}
NOW: dict[str, Any] = {"reacting": False, "state": "formed", "path": ["open"], "ground": ["open"]}


def test_nap_rally_1_only_cavalry_and_without_new_orders() -> None:
    for arm in ("inf", "foot-art", "horse-art"):
        assert "NAP-RALLY-1" in refusing(said("rally", arm=arm, **NOW))
    judgement = said("rally", engaged=False, quarter="Q1", faces_edge=True, formation="line", **LIGHT, **NOW)
    assert judgement.is_allowed
    assert judgement.outcome("order_needed") is False


def test_nap_rally_2_after_a_square_that_held_only_the_rally_is_left_printed() -> None:
    assert left_to_do(has_failed_at_square=True) == {"rally"}
    assert left_to_do(has_failed_at_square=False) == frozenset()


def test_nap_rally_3_light_cavalry_in_line_rallies_by_the_move_of_its_column() -> None:
    assert rally_move(BOOK, {**LIGHT, "formation": "line"}).amount("per_period") == 36
    judgement = said("rally", engaged=False, quarter="Q1", faces_edge=True, formation="line", **LIGHT, **NOW)
    assert judgement.outcome("per_period") == 36
    assert judgement.outcome("charge_bonuses") is False
    unknown = said(
        "rally", engaged=False, quarter="Q1", faces_edge=True, **{**LIGHT, "kind": "hussar"}, **NOW
    )
    assert unknown.outcome("per_period") is None
    assert "move" in asked(unknown)


def test_nap_rally_4_unformed_and_then_as_it_likes() -> None:
    judgement = said("rally", engaged=False, quarter="Q1", faces_edge=True, **LIGHT, **NOW)
    assert judgement.outcome("state_during") == "unformed"
    assert judgement.outcome("state_after") == "unformed"
    assert judgement.outcome("formation_free") is True


def test_nap_rally_5_two_quarters_of_turning_and_18_cm_left_printed() -> None:
    facts = {"formation": "line", "engaged": True, "quarter": "Q1", **LIGHT, **NOW}
    for hit, turn in (("flank", "quarter"), ("front", "half")):
        judgement = said("rally", attacked_from=hit, **facts)
        assert judgement.outcome("turn_takes") == 2
        assert judgement.outcome("first_turn") == turn
        assert judgement.outcome("left_this_period") == 18


@pytest.mark.parametrize(
    ("choice", "faces_edge", "turn"),
    [("facing", False, 2), ("facing", True, 0), ("always", True, 2), ("always", False, 2)],
)
def test_nap_rally_5_out_of_no_melee_it_hangs_on_a_decision(choice: str, faces_edge: bool, turn: int) -> None:
    book = book_of(house=f"DEC-35={choice}")
    assert turn_before(book, {"engaged": False, "faces_edge": faces_edge}) == turn
    facts = {"engaged": False, "quarter": "Q1", "faces_edge": faces_edge, **LIGHT, **NOW}
    assert said("rally", book, **facts).outcome("left_this_period") == 36 - 9 * turn


def test_nap_rally_5_what_it_faces_is_asked() -> None:
    assert turn_before(BOOK, {"engaged": False}) is None
    judgement = said("rally", engaged=False, quarter="Q1", **LIGHT, **NOW)
    assert asked(judgement) == ["faces_edge"]
    assert judgement.outcome("left_this_period") is None


@pytest.mark.parametrize(
    ("in_range", "behind", "is_allowed"),
    [(True, False, False), (True, True, True), (False, False, True), (False, True, True)],
)
def test_nap_rally_6_ends_out_of_range_or_behind_a_friend(
    in_range: bool, behind: bool, is_allowed: bool
) -> None:
    judgement = said("end-rally", in_musket_range=in_range, behind_friend=behind)
    assert judgement.is_allowed is is_allowed
    assert refusing(judgement) == (set() if is_allowed else {"NAP-RALLY-6"})
    facts = {"in_musket_range": in_range, "behind_friend": behind, "arm": "cav", **NOW, "state": "unformed"}
    for rallying in (True, False):
        re_form = said("re-form", engaged=False, rallying=rallying, **facts)
        assert ("NAP-RALLY-6" in refusing(re_form)) is (rallying and not is_allowed)


@pytest.mark.parametrize(
    ("quarter", "is_allowed"), [("Q1", True), ("Q2", False), ("Q3", True), ("Q4", False)]
)
def test_nap_rally_7_out_of_no_melee_at_the_start_of_a_half(quarter: str, is_allowed: bool) -> None:
    judgement = said("rally", engaged=False, quarter=quarter, faces_edge=True, **LIGHT, **NOW)
    assert ("NAP-RALLY-7" not in refusing(judgement)) is is_allowed
    assert judgement.outcome("course") == ("home" if is_allowed else None)


@pytest.mark.parametrize(
    ("quarter", "is_allowed"), [("Q1", True), ("Q2", False), ("Q3", False), ("Q4", False)]
)
def test_nap_rally_8_out_of_a_melee_at_the_start_of_a_period(quarter: str, is_allowed: bool) -> None:
    judgement = said("rally", engaged=True, quarter=quarter, attacked_from="front", **LIGHT, **NOW)
    assert ("NAP-RALLY-8" not in refusing(judgement)) is is_allowed
    assert judgement.is_allowed is is_allowed


def test_nap_rally_9_nine_away_and_nine_home_printed() -> None:
    legs = rally_course(BOOK, 36, is_engaged=True, turn=2)
    assert [(leg.quarter, leg.way, leg.towards) for leg in legs] == [(3, 9, "away"), (4, 9, "home")]
    judgement = said("rally", engaged=True, quarter="Q1", attacked_from="flank", **LIGHT, **NOW)
    assert judgement.outcome("course") == "away"


def test_nap_rally_9_out_of_no_melee_home_at_once() -> None:
    legs = rally_course(BOOK, 36, is_engaged=False, turn=0)
    assert [(leg.quarter, leg.towards) for leg in legs] == [(quarter, "home") for quarter in (1, 2, 3, 4)]


def test_nap_rally_16_infantry_fires_a_quarter_after_it_left() -> None:
    assert fire_from(BOOK, 2) == 3
    assert "NAP-RALLY-16" in refusing(said("follow", arm="inf", touching=True, uncontrolled=False))
    assert "NAP-RALLY-16" not in refusing(said("follow", arm="cav", touching=True, uncontrolled=False))


def test_nap_rally_26_a_line_rallies_as_a_line_printed() -> None:
    judgement = said(
        "rally", engaged=True, quarter="Q1", attacked_from="front", formation="line", **LIGHT, **NOW
    )
    assert judgement.outcome("front_after") == "kept"
    assert judgement.outcome("per_period") == 36
    assert judgement.outcome("formation_after") is None
