"""Wheels, turns of the figures, obliques and stepping back."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.movement.pace import per_quarter
from deduce.napoleonic.movement.states import state_met
from deduce.napoleonic.movement.turns import is_in_order, quarter_turned, turn_time, turned_about
from deduce.napoleonic.movement.wheels import arc, arcs, forward, is_column_quicker, wheeled
from napoleonic.common import BOOK, asked, refusing, said

FUSILIERS: dict[str, Any] = {"nation": "FR", "arm": "inf", "kind": "line"}
STILL: dict[str, Any] = {
    "state": "formed",
    "reacting": False,
    "engaged": False,
    "ground": ["open"],
    "path": ["open"],
}
QUARTER = per_quarter(BOOK, 18)
COLUMN = Fraction(9, 2)
"""The front of three figures, in cm."""
LOOSE = ("semi-regular", "militia", "irregular")
STEADY = ("guard", "elite", "regular")


def test_nap_pivot_1_the_left_end_of_a_column_wheeling_left_stays_printed() -> None:
    swung = arcs(BOOK, BOOK.number("base.front.inf"), 3, 90)
    assert swung[0] == 0
    assert swung == sorted(swung)
    assert float(swung[-1]) == pytest.approx(COLUMN * math.pi / 2)
    assert said("wheel", status="regular", **STILL).outcome("inner_end") == "stays"


def test_nap_pivot_2_no_way_forward_before_the_front_is_aligned() -> None:
    wheel = wheeled(BOOK, COLUMN, 90, QUARTER)
    assert forward(wheel, 1, QUARTER) == 0
    assert forward(wheel, 2, QUARTER) == wheel.left > 0
    assert forward(wheel, 3, QUARTER) == wheel.left + QUARTER


def test_nap_pivot_3_a_french_column_wheels_by_90_degrees_in_two_quarters() -> None:
    wheel = wheeled(BOOK, COLUMN, 90, QUARTER)
    assert round(float(wheel.way), 2) == 7.07
    assert round(float(wheel.quarters), 2) == 1.57
    assert wheel.ready == 2
    assert round(float(wheel.left), 2) == 1.93
    facts = {"formation": "column", "front": 3, "angle": 90, **FUSILIERS, **STILL}
    for status in STEADY:
        judgement = said("wheel", status=status, **facts)
        assert judgement.outcome("takes") == 2
        assert judgement.outcome("speed") == 1


def test_nap_pivot_4_militia_needs_four() -> None:
    wheel = wheeled(BOOK, COLUMN, 90, QUARTER, is_loose=True)
    assert round(float(wheel.quarters), 2) == 3.14
    assert wheel.ready == 4
    facts = {"formation": "column", "front": 3, "angle": 90, **FUSILIERS, **STILL}
    for status in LOOSE:
        judgement = said("wheel", status=status, **facts)
        assert judgement.outcome("takes") == 4
        assert judgement.outcome("speed") == Fraction(1, 2)
        assert judgement.outcome("per_quarter") == Fraction(9, 4)


def test_nap_pivot_5_a_line_of_18_needs_more_than_twelve() -> None:
    wheel = wheeled(BOOK, 27, 90, Fraction(7, 2))
    assert round(float(wheel.way), 1) == 42.4
    assert round(float(wheel.quarters), 1) == 12.1
    assert wheel.ready == 13


def test_nap_pivot_5_houses_can_pay_for_the_middle_of_the_front() -> None:
    middle = wheeled(book_of(house="DEC-1=middle"), COLUMN, 90, QUARTER)
    assert middle.way * 2 == wheeled(BOOK, COLUMN, 90, QUARTER).way


@given(st.fractions(min_value=1, max_value=60), st.fractions(min_value=1, max_value=180))
def test_nap_pivot_5_the_arc_is_that_of_a_circle(front: Fraction, degrees: Fraction) -> None:
    assert float(arc(BOOK, front, degrees)) == pytest.approx(front * math.radians(degrees), rel=1e-6)
    wheel = wheeled(BOOK, front, degrees, QUARTER)
    assert 0 <= wheel.left < QUARTER
    assert wheel.way + wheel.left == wheel.ready * QUARTER


def test_nap_pivot_6_nothing_is_straightened_during_a_wheel() -> None:
    assert refusing(said("realign", wheeling=True)) == {"NAP-PIVOT-6"}
    assert said("realign", wheeling=False).is_allowed


def test_nap_pivot_7_a_wide_line_is_quicker_by_way_of_a_column() -> None:
    line, column = wheeled(BOOK, 27, 90, Fraction(7, 2)), wheeled(BOOK, COLUMN, 90, QUARTER)
    assert is_column_quicker(line, column, 1, 1) is True
    assert is_column_quicker(column, column, 1, 1) is False
    assert is_column_quicker(line, column, None, 1) is None


def turns(**facts: str) -> object:
    return turn_time(BOOK, facts).amount("takes")


@pytest.mark.parametrize("act", ["about", "quarter-turn"])
@pytest.mark.parametrize("status", STEADY)
def test_nap_face_1_steady_infantry_turns_in_a_quarter(act: str, status: str) -> None:
    assert turns(arm="inf", status=status) == 1
    judgement = said(act, arm="inf", status=status, formation="line", **STILL)
    assert (judgement.is_allowed, judgement.outcome("takes")) == (True, 1)


@pytest.mark.parametrize("status", LOOSE)
def test_nap_face_2_loose_infantry_in_two(status: str) -> None:
    assert turns(arm="inf", status=status) == 2


@pytest.mark.parametrize("status", [*STEADY, *LOOSE])
def test_nap_face_3_cavalry_always_in_two(status: str) -> None:
    assert turns(arm="cav", status=status) == 2
    assert turns(arm="cav") == 2


def test_nap_face_3_what_is_not_printed_is_asked() -> None:
    found = turn_time(BOOK, {"arm": "foot-art"})
    assert [each.feature for each in found.questions] == ["turning"]
    assert [each.feature for each in turn_time(BOOK, {"arm": "inf"}).questions] == ["status"]


def test_nap_face_4_twelve_in_a_rank_become_twelve_behind_each_other_printed() -> None:
    assert quarter_turned(12, 1) == (1, 12)
    assert said("quarter-turn", formation="line", **STILL).outcome("turns") == "figures"


@given(st.integers(1, 40), st.integers(1, 40))
def test_nap_face_4_four_quarter_turns_change_nothing(front: int, depth: int) -> None:
    shape = (front, depth)
    for _ in range(4):
        shape = quarter_turned(*shape)
    assert shape == (front, depth)


@pytest.mark.parametrize(("formation", "figures"), [("line", 1), ("double-line", 2), ("column", None)])
def test_nap_face_5_so_many_figures_turn_to_the_flank(formation: str, figures: int | None) -> None:
    judgement = said("quarter-turn", nation="EN", arm="inf", status="regular", formation=formation, **STILL)
    assert judgement.outcome("flank_figures") == figures


def test_nap_face_6_an_english_double_line_becomes_a_column_printed() -> None:
    assert quarter_turned(9, 2) == (2, 9)
    judgement = said(
        "quarter-turn", nation="EN", arm="inf", status="regular", formation="double-line", **STILL
    )
    assert judgement.outcome("formation_after") == "column"
    assert judgement.outcome("state_after") == "formed"
    assert judgement.outcome("contacted_so") is None


def test_nap_face_7_skirmishers_take_as_long_and_stay_formed() -> None:
    for status, takes in (("regular", 1), ("militia", 2)):
        judgement = said("about", arm="inf", status=status, formation="skirmish", **STILL)
        assert judgement.outcome("takes") == takes
        assert judgement.outcome("state_during") == "formed"
        assert judgement.outcome("caught") == "formed"


def test_nap_face_8_a_division_column_with_its_voltigeurs_in_front_printed() -> None:
    proper = (("voltigeurs", "grenadiers"), ("1", "2"), ("3", "4"))
    turned = turned_about(proper)
    assert turned[-1] == ("grenadiers", "voltigeurs")
    assert is_in_order(proper, [proper])
    assert not is_in_order(turned, [proper])
    assert turned_about(turned) == proper
    judgement = said(
        "about", formation="division-column", status="regular", in_order_after=False, **FUSILIERS, **STILL
    )
    assert judgement.outcome("contacted_so") == "unformed"


@pytest.mark.parametrize(
    ("choice", "in_order", "contacted"),
    [
        ("listed", True, None),
        ("listed", False, "unformed"),
        ("always", True, "unformed"),
        ("never", False, None),
    ],
)
def test_nap_face_8_which_turned_figures_are_no_formation(
    choice: str, in_order: bool, contacted: str | None
) -> None:
    book = book_of(house=f"DEC-4={choice}")
    facts = {"formation": "column", "status": "regular", **FUSILIERS, **STILL}
    judgement = said("about", book, in_order_after=in_order, **facts)
    assert judgement.outcome("contacted_so") == contacted
    assert said("about", book, **{**facts, "formation": "skirmish"}).outcome("contacted_so") is None


def test_nap_face_9_turned_back_before_the_contact_it_is_formed() -> None:
    back = turn_time(BOOK, {"arm": "inf", "status": "regular"}).amount("takes")
    assert back == 1
    assert state_met("formed", ends=0 + back, contact=1) == "formed"
    assert state_met("formed", ends=0 + back, contact=0) == "unformed"


def test_nap_face_10_cavalry_contacted_in_the_second_quarter_of_its_turn_is_unformed() -> None:
    takes = turn_time(BOOK, {"arm": "cav"}).amount("takes")
    assert takes == 2
    assert state_met("formed", ends=takes, contact=1) == "unformed"
    judgement = said("about", arm="cav", status="guard", formation="line", **STILL)
    assert judgement.outcome("caught") == "unformed"


def test_nap_face_11_no_quarter_turn_in_a_melee() -> None:
    assert "NAP-FACE-11" in refusing(said("quarter-turn", **{**STILL, "engaged": True}))
    assert "NAP-FACE-11" not in refusing(said("quarter-turn", **STILL))


@pytest.mark.parametrize(
    ("facts", "is_allowed"),
    [
        ({"arm": "inf", "status": "militia", "formation": "line"}, False),
        ({"arm": "inf", "status": "regular", "formation": "column"}, False),
        ({"arm": "inf", "status": "regular", "formation": "skirmish"}, False),
        ({"arm": "cav", "status": "regular", "formation": "line"}, False),
        ({"arm": "inf", "status": "elite", "formation": "line"}, True),
        ({"arm": "inf", "status": "elite", "formation": "double-line"}, True),
    ],
)
def test_nap_obliq_1_only_steady_infantry_in_line(facts: dict[str, str], is_allowed: bool) -> None:
    assert ("NAP-OBLIQ-1" not in refusing(said("oblique", angle=30, **facts, **STILL))) is is_allowed


def test_nap_obliq_1_a_double_line_hangs_on_a_decision() -> None:
    facts = {"arm": "inf", "status": "elite", "formation": "double-line", "angle": 30, **STILL}
    apart = said("oblique", book_of(house="DEC-43=apart"), **facts)
    assert refusing(apart) == {"NAP-OBLIQ-1"}
    assert "DEC-43=apart" in apart.choices
    assert "DEC-43=line" in said("oblique", **facts).choices


def test_nap_obliq_2_half_as_fast_and_not_steeper_than_45_degrees() -> None:
    facts = {"formation": "line", "status": "regular", **FUSILIERS, **STILL}
    judgement = said("oblique", angle=45, **facts)
    assert judgement.is_allowed
    assert judgement.outcome("per_period") == 7
    assert judgement.outcome("per_quarter") == Fraction(7, 4)
    assert refusing(said("oblique", angle=50, **facts)) == {"NAP-OBLIQ-2"}
    assert asked(said("oblique", **facts)) == ["angle"]


@pytest.mark.parametrize(
    ("status", "formation", "is_allowed"),
    [
        ("regular", "column", False),
        ("regular", "skirmish", True),
        ("militia", "line", False),
        ("regular", "line", True),
        ("guard", "double-line", True),
    ],
)
def test_nap_back_1_steady_infantry_in_line_or_skirmish(
    status: str, formation: str, is_allowed: bool
) -> None:
    judgement = said("back", arm="inf", status=status, formation=formation, **STILL)
    assert ("NAP-BACK-1" not in refusing(judgement)) is is_allowed
    cavalry = said("back", arm="cav", status=status, formation=formation, **STILL)
    assert "NAP-BACK-1" in refusing(cavalry)


def test_nap_back_1_a_double_line_hangs_on_a_decision() -> None:
    facts = {"arm": "inf", "status": "guard", "formation": "double-line", **STILL}
    assert refusing(said("back", book_of(house="DEC-43=apart"), **facts)) == {"NAP-BACK-1"}


def test_nap_back_2_at_half_speed() -> None:
    facts = {"status": "regular", **FUSILIERS, **STILL}
    assert said("back", formation="line", **facts).outcome("per_quarter") == Fraction(7, 4)
    assert asked(said("back", formation="skirmish", **facts)) == ["move"]
    line = said("back", book_of(house="DEC-5=line"), formation="skirmish", **facts)
    assert line.outcome("per_quarter") == Fraction(7, 4)


def test_nap_back_3_never_on_a_slope() -> None:
    facts = {"formation": "line", "status": "regular", **FUSILIERS}
    for slope in ("slope", "wooded-slope", "vine-slope", "crop-slope"):
        judgement = said("back", **facts, **{**STILL, "ground": [slope]})
        assert "NAP-BACK-3" in refusing(judgement)
    assert "NAP-BACK-3" not in refusing(said("back", **facts, **STILL))
