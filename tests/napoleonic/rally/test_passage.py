"""Friends on the way of a rally."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.rally.passage import abreast, flow, passage, state_of_both
from napoleonic.common import BOOK, refusing, said

LINE = {"their_status": "regular", "their_arm": "inf", "their_formation": "line"}
ELITE = {**LINE, "their_status": "elite"}
GUARD = {**LINE, "their_status": "guard"}
SQUARE = {**LINE, "their_formation": "square"}
BASE = Fraction(5, 2)
LIGHT: dict[str, Any] = {"nation": "FR", "arm": "cav", "kind": "light", "status": "regular"}


@pytest.mark.parametrize(("gap", "how"), [("12/5", "interpenetrates"), ("5/2", "flows"), ("8", "flows")])
def test_nap_rally_20_a_base_must_fit_between_the_friends_printed(gap: str, how: str) -> None:
    assert passage(BOOK, Fraction(gap), LINE, is_followed=False) == how
    judgement = said("flow", gap=gap, figures=12, **LIGHT)
    assert ("NAP-RALLY-20" in refusing(judgement)) is (how != "flows")


def test_nap_rally_21_through_friends_both_are_in_disorder() -> None:
    assert state_of_both("interpenetrates") == "disorder"
    assert state_of_both("flows") == state_of_both("detours") == ""


@pytest.mark.parametrize("friend", [ELITE, GUARD, SQUARE])
def test_nap_rally_22_guard_elite_and_squares_are_gone_round(friend: dict[str, str]) -> None:
    assert passage(BOOK, 0, friend, is_followed=False) == "detours"
    assert passage(BOOK, 0, friend, is_followed=True) == "detours"
    assert passage(BOOK, 0, {}, is_followed=False) is None


def test_nap_rally_23_a_regiment_does_not_pass_25_paces_in_a_half_printed() -> None:
    gap = Fraction(25) / BOOK.number("paces.per-cm")
    filed = flow(BOOK, 12, gap, 36)
    assert filed is not None
    assert filed.quarters == 7 > BOOK.number("half.quarters")
    judgement = said("flow", gap=gap, figures=12, formation="line", **LIGHT)
    assert judgement.outcome("takes") == 7


def test_nap_rally_23_the_time_hangs_on_a_decision() -> None:
    free = flow(book_of(house="DEC-8=free"), 12, BASE, 36)
    assert free is not None
    assert free.quarters == 0


def test_nap_rally_24_three_abreast_through_8_cm_printed() -> None:
    assert abreast(8, BASE) == 3
    filed = flow(BOOK, 12, 8, 36)
    assert filed is not None
    assert (filed.abreast, filed.quarters) == (3, 3)


@given(st.integers(1, 40), st.fractions(min_value=0, max_value=40), st.integers(8, 60), st.fractions(0, 20))
def test_nap_rally_24_a_wider_gap_is_never_slower(
    figures: int, gap: Fraction, move: int, more: Fraction
) -> None:
    filed, wider = flow(BOOK, figures, gap, move), flow(BOOK, figures, gap + more, move)
    assert (filed is None) is (gap < BASE)
    if filed is not None:
        assert wider is not None
        assert wider.quarters <= filed.quarters
        assert filed.abreast * BASE <= gap < (filed.abreast + 1) * BASE


def test_nap_rally_25_followed_it_takes_no_time_to_file() -> None:
    assert passage(BOOK, 8, LINE, is_followed=True) == "interpenetrates"
    assert passage(BOOK, 8, ELITE, is_followed=True) == "detours"
    assert state_of_both("interpenetrates") == "disorder"


def test_nap_rally_27_wholly_on_one_side() -> None:
    assert refusing(said("pass-friend", on_both_sides=True)) == {"NAP-RALLY-27"}
    assert said("pass-friend", on_both_sides=False).is_allowed
