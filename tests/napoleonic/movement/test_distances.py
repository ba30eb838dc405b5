"""How far units go, by the tables of the nations, and the quarter that reacting costs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.movement.pace import lowest, move_of, paces, per_half, per_quarter, quarters_for
from deduce.napoleonic.movement.reaction import acts_from, order_from
from napoleonic.common import BOOK, asked, refusing, said

FUSILIERS: dict[str, Any] = {"nation": "FR", "arm": "inf", "kind": "line", "status": "regular"}
OPEN: dict[str, Any] = {
    "path": ["open"],
    "ground": ["open"],
    "state": "formed",
    "reacting": False,
    "engaged": False,
}


def test_nap_dist_1_a_centimetre_is_ten_paces() -> None:
    assert paces(BOOK, 18) == 180


@pytest.mark.parametrize(("formation", "move"), [("column", 18), ("line", 14)])
def test_nap_dist_2_a_french_battalion_printed(formation: str, move: int) -> None:
    assert move_of(BOOK, {**FUSILIERS, "formation": formation}).amount("per_period") == move
    assert said("move", formation=formation, **FUSILIERS, **OPEN).outcome("per_period") == move


def test_nap_dist_2_what_has_no_row_is_asked_and_never_nothing() -> None:
    for facts in ({**FUSILIERS, "formation": "square"}, {**FUSILIERS, "nation": "RU", "formation": "line"}):
        found = move_of(BOOK, facts)
        assert (found.values, [each.feature for each in found.questions]) == ({}, ["move"])
        judgement = said("move", **facts, **OPEN)
        assert judgement.outcome("per_period") is None
        assert "move" in asked(judgement)
    (question,) = move_of(BOOK, {**FUSILIERS, "formation": "square"}).questions
    assert "French, infantry, of the line, regular, square" in question.said("en")
    assert "carré" in question.said("fr")


def test_nap_dist_2_who_it_is_is_asked_first() -> None:
    found = move_of(BOOK, {"nation": "FR", "arm": "inf", "formation": "column"})
    assert [each.feature for each in found.questions] == ["kind"]


def test_nap_dist_2_a_speed_without_a_formation_is_not_taken_for_one() -> None:
    dragoons = {"nation": "EN", "arm": "cav", "kind": "light-dragoon", "formation": "line"}
    found = move_of(BOOK, dragoons)
    assert found.amount("per_period") is None
    (question,) = found.questions
    assert question.feature == "move"
    assert "34" in question.asks.en
    assert question.choices == ("NAP-DIST-2=asked",)
    assert move_of(book_of(house="NAP-DIST-2=any"), dragoons).amount("per_period") == 34
    assert BOOK.looked_up("move-unnamed", dragoons).amount("per_period") == 34


@pytest.mark.parametrize(("move", "half", "quarter"), [(18, 9, "4.5"), (14, 7, "3.5")])
def test_nap_dist_3_halves_and_quarters(move: int, half: int, quarter: str) -> None:
    assert per_half(BOOK, move) == half
    assert per_quarter(BOOK, move) == Fraction(quarter)


def test_nap_dist_3_less_is_always_allowed() -> None:
    for advance in (0, Fraction(1, 10), 18):
        judgement = said("move", formation="column", advance=advance, **FUSILIERS, **OPEN)
        assert judgement.is_allowed
        assert judgement.outcome("takes") == quarters_for(BOOK, advance, 18)


@given(st.fractions(min_value=0, max_value=200), st.fractions(min_value=1, max_value=60))
def test_nap_dist_3_as_few_quarters_as_the_distance_needs(distance: Fraction, move: Fraction) -> None:
    quarters = quarters_for(BOOK, distance, move)
    assert quarters * per_quarter(BOOK, move) >= distance
    assert quarters == 0 or (quarters - 1) * per_quarter(BOOK, move) < distance


def test_nap_dist_4_a_mixed_battalion_goes_as_fast_as_its_fusiliers_printed() -> None:
    battalion = {"nation": "FR", "arm": "inf", "formation": "column"}
    assert move_of(BOOK, {**battalion, "kind": "grenadier"}).amount("per_period") == 20
    assert lowest(BOOK, battalion, ["grenadier", "voltigeur"]).amount("per_period") == 20
    assert lowest(BOOK, battalion, ["grenadier", "line", "voltigeur"]).amount("per_period") == 18
    assert lowest(BOOK, {**battalion, "formation": "line"}, ["grenadier", "line"]).values == {}
    mixed = ["grenadier", "line", "voltigeur"]
    judgement = said("move", **battalion, mixes=mixed, status="regular", **OPEN)
    assert judgement.outcome("per_period") == 18
    assert said("move", **battalion, mixes=mixed[::2], status="regular", **OPEN).outcome("per_period") == 20


def test_nap_react_1_a_charge_in_the_first_quarter_is_answered_in_the_second_printed() -> None:
    assert acts_from(BOOK, 0, is_at_start=True) == 1
    assert "NAP-REACT-2" in refusing(said("counter", reacting=True))
    assert "NAP-REACT-2" not in refusing(said("counter", reacting=False))
    assert not any("NAP-REACT" in rule for rule in refusing(said("fire", reacting=True)))


def test_nap_react_2_at_the_start_or_in_the_course_of_a_quarter() -> None:
    assert acts_from(BOOK, 1, is_at_start=True) == 2
    assert acts_from(BOOK, 1, is_at_start=False) == 3


@pytest.mark.parametrize(
    ("choice", "at_start", "in_course"), [("told", 2, 3), ("same", 2, 2), ("next", 3, 3)]
)
def test_nap_react_2_houses_can_play_it_otherwise(choice: str, at_start: int, in_course: int) -> None:
    book = book_of(house=f"DEC-40={choice}")
    assert (acts_from(book, 1, is_at_start=True), acts_from(book, 1, is_at_start=False)) == (
        at_start,
        in_course,
    )


@pytest.mark.parametrize("act", ["move", "change", "charge", "counter", "evade", "rally", "new-order"])
def test_nap_react_2_has_to_wait(act: str) -> None:
    assert "NAP-REACT-2" in refusing(said(act, reacting=True, carrying_on=False))
    assert "NAP-REACT-2" not in refusing(said(act, reacting=False))


def test_nap_react_3_fires_or_carries_on() -> None:
    assert "NAP-REACT-3" in refusing(said("move", reacting=True, carrying_on=False))
    assert "NAP-REACT-3" not in refusing(said("move", reacting=True, carrying_on=True))
    assert not any("NAP-REACT" in rule for rule in refusing(said("fire", reacting=True)))


def test_nap_react_4_an_order_of_the_first_quarter_counts_from_the_third_printed() -> None:
    assert order_from(BOOK, 0) == 2
