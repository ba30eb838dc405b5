"""When a charge touches, and what its target can do until then (M5.3, M5.4)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.charge.contact import (
    bonus_lost,
    change_is_in_time,
    contact_quarter,
    fire_quarters,
    left_over,
    reach,
    safe_from_change,
)  # fmt: skip
from deduce.ruling.reading import parse_law
from deduce.tabletop.rulings import Verdict
from napoleonic.charge.situations import foot, horse
from napoleonic.common import BOOK

FOOT_PACE = Fraction(9, 2)
twentieths = st.integers(1, 1200).map(lambda number: Fraction(number, 20))
paces = st.integers(20, 240).map(lambda number: Fraction(number, 20))
bonuses = st.integers(0, 240).map(lambda number: Fraction(number, 20))


def test_nap_charge_17_the_bonus_comes_once_in_the_quarter_that_touches() -> None:
    """Two quarters and the bonus are 27, not two bonuses more; 27.05 needs a third quarter."""
    assert contact_quarter(9, 9, 27) == 2
    assert contact_quarter(9, 9, Fraction(2705, 100)) == 3
    assert horse().outcome("distance_bonus") == 9
    assert foot().outcome("distance_bonus") == 4


def test_nap_charge_18_what_is_not_used_of_the_bonus_is_lost() -> None:
    assert bonus_lost(9, 9, 19) == 8
    assert bonus_lost(9, 9, 9) == 9
    assert bonus_lost(9, 9, 18) == 0


def test_nap_charge_19_nineteen_centimetres_are_two_quarters_printed() -> None:
    assert contact_quarter(9, 9, 19) == 2
    assert bonus_lost(9, 9, 19) == 8, "ten are left after the first quarter, more than the bonus"
    judged = horse(distance=19)
    assert (judged.outcome("per_quarter"), judged.outcome("contact")) == (9, "Q2")


def test_nap_charge_19_eighteen_centimetres_are_one_quarter_printed() -> None:
    assert contact_quarter(9, 9, 18) == 1
    assert horse(distance=18).outcome("contact") == "Q1"


def test_nap_charge_19_counted_from_the_declaration_where_nobody_says_the_quarter() -> None:
    judged = horse(quarter=None, distance=19)
    assert (judged.outcome("contact"), judged.outcome("contact_after")) == (None, 2)
    assert horse(quarter=None, distance=19, bearing="front").outcome("contact_after") == 3
    assert horse(quarter=None, distance=46).outcome("contact") == "never"


def test_a_speed_of_nothing_reaches_nobody() -> None:
    """An owner's file can say 0; nobody divides by it."""
    text = """\
format = "deduce.ruling/1"
extends = "printed"
[[row]]
table = "move"
when = { nation = ["FR"], arm = ["cav"] }
gives = { per_period = 0 }
rule = "NAP-DIST-2"
"""
    book = replace(BOOK, law=parse_law(text, "mine", lambda _: BOOK.law))
    judged = horse(book, distance=19)
    assert (judged.outcome("per_period"), judged.outcome("contact")) == (0, None)


def test_nap_charge_20_the_others_close_up_with_what_is_left() -> None:
    assert left_over(9, 9, 9) == 0, "only the figures that touch"
    assert left_over(18, 0, 9) == 9, "a wide line closes up"
    assert horse(distance=5).outcome("left_over") == 4
    assert horse(distance=12).outcome("left_over") == 0, "what is left of the bonus brings nobody up"
    assert horse(distance=19).outcome("left_over") == 0


def test_nap_charge_22_fire_is_counted_without_the_bonus_printed() -> None:
    assert contact_quarter(FOOT_PACE, 4, 8) == 1
    assert fire_quarters(FOOT_PACE, 8) == 1
    judged = foot(distance=8)
    assert (judged.outcome("contact"), judged.outcome("fire_quarters")) == ("Q1", 1)
    assert foot(distance=4).outcome("fire_quarters") == 0


@pytest.mark.parametrize(("distance", "quarters"), [(4, 1), (8, 2), (13, 3), (17, 4), (20, 4)])
def test_nap_charge_22_while_the_charger_turns_the_target_may_fire(distance: int, quarters: int) -> None:
    """NAP-CHARGE-13: the enemy may use that quarter; there are no more quarters than those of the period."""
    assert foot(distance=distance, bearing="front").outcome("fire_quarters") == quarters


def test_nap_charge_22_nobody_fires_after_the_contact() -> None:
    """A bonus of more than a quarter's move, which no printed unit has."""
    assert contact_quarter(2, 5, 9) == 2
    assert (fire_quarters(2, 9), fire_quarters(2, 9, 5)) == (4, 2)


def test_nap_charge_23_a_change_is_counted_with_the_bonus_printed() -> None:
    """Eight centimetres: the march column is caught on its way to a division column."""
    assert not change_is_in_time(FOOT_PACE, 4, 8, 1)
    assert foot(distance=8).outcome("change_in_time") is False
    assert foot(distance=9).outcome("change_in_time") is True


def test_nap_charge_23_after_the_quarter_of_reaction() -> None:
    """NAP-DED-4: at 26 it comes too late, at 34 it is done."""
    assert not change_is_in_time(9, 9, 26, 1, lost=1)
    assert change_is_in_time(9, 9, 34, 1, lost=1)
    assert (safe_from_change(9, 9, 1), safe_from_change(9, 9, 1, lost=1)) == (18, 27)


@pytest.mark.parametrize(
    ("pace", "bonus", "quarters", "far"),
    [(9, 9, 4, 45), (9, 9, 2, 27), (FOOT_PACE, 4, 4, 22), (FOOT_PACE, 4, 2, 13)],
)
def test_nap_charge_29_how_far_it_reaches(pace: Fraction, bonus: int, quarters: int, far: int) -> None:
    assert reach(pace, bonus, quarters) == far


def test_nap_charge_29_declared_in_either_half() -> None:
    assert [horse(quarter=each).outcome("touches_up_to") for each in ("Q1", "Q3")] == [45, 27]
    assert [foot(quarter=each).outcome("touches_up_to") for each in ("Q1", "Q3")] == [22, 13]
    assert horse(quarter="Q3", distance=27).outcome("contact") == "Q4"
    assert horse(quarter="Q3", distance=28).outcome("contact") == "never"
    assert foot(quarter="Q1", bearing="front").outcome("touches_up_to") == Fraction(35, 2), "a quarter less"


def test_nap_charge_30_a_millimetre_is_a_miss() -> None:
    judged = horse(distance="45.1")
    assert (judged.outcome("contact"), judged.outcome("state_after")) == ("never", "unformed")
    assert judged.outcome("touches_up_to") == 45
    assert (judged.outcome("bonuses"), judged.outcome("left_over")) == (None, None), "there is no contact"
    assert judged.outcome("fire_quarters") == 4, "and no fifth quarter in which the target fires"
    assert horse(quarter="Q3", distance=60).outcome("fire_quarters") == 2
    assert horse(distance=45).outcome("contact") == "Q4"


def test_a_speed_that_no_table_has_is_asked_for_and_never_nought() -> None:
    judged = foot(nation="RU", distance=8)
    assert judged.verdict is Verdict.ALLOWED
    assert {"move", "distance-bonus"} <= {each.feature for each in judged.questions}
    assert [judged.outcome(name) for name in ("per_quarter", "contact", "fire_quarters")] == [
        None,
        None,
        None,
    ]


@given(paces, bonuses, twentieths)
def test_contact_is_the_smallest_quarter_that_reaches(
    pace: Fraction, bonus: Fraction, distance: Fraction
) -> None:
    quarter = contact_quarter(pace, bonus, distance)
    assert quarter * pace + bonus >= distance
    assert quarter == 1 or (quarter - 1) * pace + bonus < distance
    assert contact_quarter(pace, 0, distance) == fire_quarters(pace, distance) + 1
    assert left_over(pace, bonus, distance) == 0 or bonus_lost(pace, bonus, distance) == bonus
    assert 0 <= bonus_lost(pace, bonus, distance) <= bonus


@given(paces, bonuses, twentieths, st.integers(1, 4), st.integers(0, 2))
def test_a_change_is_in_time_exactly_beyond_its_threshold(
    pace: Fraction, bonus: Fraction, distance: Fraction, takes: int, lost: int
) -> None:
    is_in_time = change_is_in_time(pace, bonus, distance, takes, lost)
    assert is_in_time is (distance > safe_from_change(pace, bonus, takes, lost))
