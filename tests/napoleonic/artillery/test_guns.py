"""Limbering, unlimbering, guns moved by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.artillery.guns import (
    fires_towards,
    gunners,
    is_man_handled,
    leaves_towards,
    muzzle,
    ready_in_battery,
)
from deduce.napoleonic.book import book_of
from napoleonic.common import BOOK, asked, refusing, said

NORTH, SOUTH = 0, 180
OPEN: dict[str, Any] = {
    "ground": ["open"],
    "path": ["open"],
    "reacting": False,
    "state": "formed",
    "engaged": False,
}
HORSE: dict[str, Any] = {"nation": "FR", "arm": "horse-art", "status": "regular"}
FOOT: dict[str, Any] = {**HORSE, "arm": "foot-art"}


def test_nap_art_1_limbering_needs_no_new_order_and_no_slope() -> None:
    judgement = said("limber", order="hold", formation="battery", **HORSE, **OPEN)
    assert judgement.is_allowed
    assert judgement.outcome("order_needed") is False
    assert said("unlimber", order="hold", formation="limbered", **HORSE, **OPEN).is_allowed
    for act, formation in (("limber", "battery"), ("unlimber", "limbered")):
        slope = said(act, formation=formation, **HORSE, **{**OPEN, "ground": ["slope"]})
        assert "NAP-ART-1" in refusing(slope)
        assert "NAP-ART-1" in refusing(said(act, arm="inf", formation=formation, **OPEN))
    assert "NAP-ART-1" in refusing(said("limber", formation="limbered", **HORSE, **OPEN))
    assert "NAP-ART-1" in refusing(said("change", arm="inf", formation="line", to="battery", **OPEN))
    assert said("change", formation="limbered", to="battery", **HORSE, **OPEN).is_allowed


def test_nap_art_2_travelling_north_the_muzzle_points_south() -> None:
    assert muzzle(BOOK, NORTH) == SOUTH
    assert said("limber", formation="battery", **HORSE, **OPEN).outcome("muzzle") == "behind"


@given(st.fractions(min_value=0, max_value=359))
def test_nap_art_2_twice_opposite_is_the_same(degrees: Fraction) -> None:
    assert muzzle(BOOK, muzzle(BOOK, degrees)) == degrees


def test_nap_art_3_no_about_face_limbered() -> None:
    assert refusing(said("about", formation="limbered", **HORSE, **OPEN)) == {"NAP-ART-3"}
    assert "NAP-ART-3" not in refusing(said("about", formation="battery", **HORSE, **OPEN))


def test_nap_art_4_after_one_period_or_three_it_unlimbers() -> None:
    assert ready_in_battery(BOOK, HORSE, was_forced=False).amount("takes") == 1
    for arm in (HORSE, FOOT):
        for periods in (1, 3):
            judgement = said("unlimber", formation="limbered", advance=periods * 18, **arm, **OPEN)
            assert judgement.is_allowed
            assert judgement.outcome("after_move") == "free"


def test_nap_art_5_a_horse_battery_is_ready_two_quarters_after_a_forced_march_printed() -> None:
    assert ready_in_battery(BOOK, HORSE, was_forced=True).amount("takes") == 2
    unformed = said("unlimber", formation="limbered", **HORSE, **{**OPEN, "state": "unformed"})
    assert "NAP-STATE-4" in refusing(unformed)
    re_formed = said("re-form", formation="limbered", **HORSE, **{**OPEN, "state": "unformed"})
    assert re_formed.outcome("takes") == 1


def test_nap_art_6_losses_do_not_slow_it() -> None:
    for figures in (4, 2):
        judgement = said("move", formation="limbered", figures=figures, **HORSE, **OPEN)
        assert judgement.outcome("slowed_by_losses") is False


def test_nap_art_7_it_leaves_away_from_its_fire() -> None:
    assert leaves_towards(BOOK, NORTH) == SOUTH
    assert said("limber", formation="battery", **HORSE, **OPEN).outcome("leaves_to") == "rear"


def test_nap_art_8_it_may_leave_by_a_forced_march() -> None:
    judgement = said("forced", formation="limbered", forced_before=0, **HORSE, **OPEN)
    assert judgement.is_allowed
    assert judgement.outcome("speed") == Fraction(3, 2)
    assert judgement.outcome("leaves_to") == "rear"
    assert judgement.outcome("state_after") == "unformed"


def test_nap_art_9_it_fires_the_way_it_arrived() -> None:
    assert fires_towards(NORTH) == NORTH
    assert leaves_towards(BOOK, muzzle(BOOK, NORTH)) == fires_towards(NORTH)
    judgement = said("unlimber", formation="limbered", **HORSE, **OPEN)
    assert judgement.outcome("fires_to") == "ahead"
    assert judgement.outcome("formation_after") == "battery"


@pytest.mark.parametrize(("figures", "lost", "left"), [(4, 1, 3), (4, 0, 4), (2, 2, 0)])
def test_nap_art_10_as_many_gunners_as_figures_are_left(figures: int, lost: int, left: int) -> None:
    assert gunners(figures, lost) == left


def test_nap_art_11_what_the_table_lacks_is_unknown_and_not_nothing() -> None:
    found = ready_in_battery(BOOK, FOOT, was_forced=False)
    assert (found.values, [each.feature for each in found.questions]) == ({}, ["times"])
    judgement = said("unlimber", formation="limbered", **FOOT, **OPEN)
    assert judgement.outcome("takes") is None
    assert asked(judgement) == ["times"]
    assert said("unlimber", formation="limbered", **HORSE, **OPEN).outcome("takes") == 1
    assert asked(said("limber", formation="battery", **HORSE, **OPEN)) == ["times"]


def test_nap_art_12_contacted_while_unlimbering_it_fights_in_disorder_in_battery() -> None:
    judgement = said("unlimber", formation="limbered", **HORSE, **OPEN)
    assert judgement.outcome("caught") == "disorder"
    assert judgement.outcome("formation_after") == "battery"


@pytest.mark.parametrize(("way", "is_allowed"), [("1", True), ("3", True), ("3.1", False)])
def test_nap_art_13_three_centimetres_in_a_half(way: str, is_allowed: bool) -> None:
    judgement = said("man-handle", formation="battery", advance=way, whole_front_ahead=True, **FOOT, **OPEN)
    assert ("NAP-ART-13" not in refusing(judgement)) is is_allowed
    assert is_man_handled(BOOK, Fraction(way), Fraction(way)) is is_allowed


def test_nap_art_13_six_in_a_period() -> None:
    facts = {"formation": "battery", "advance": 3, "whole_front_ahead": True, **FOOT, **OPEN}
    assert said("man-handle", **facts).outcome("per_period") == 6
    assert said("man-handle", book_of(house="DEC-9=period"), **facts).outcome("per_period") == 3
    assert "NAP-ART-13" in refusing(said("man-handle", **{**facts, "formation": "limbered"}))


def test_nap_art_14_the_whole_front_moves_printed() -> None:
    assert not is_man_handled(BOOK, 0, 3)
    facts = {"formation": "battery", "advance": 3, **FOOT, **OPEN}
    assert "NAP-ART-14" in refusing(said("man-handle", whole_front_ahead=False, **facts))
    assert "NAP-ART-14" not in refusing(said("man-handle", whole_front_ahead=True, **facts))


def test_nap_art_15_one_centimetre_takes_the_whole_half() -> None:
    facts = {"formation": "battery", "advance": 1, "whole_front_ahead": True, **FOOT, **OPEN}
    assert said("man-handle", **facts).outcome("takes") == 2
    assert said("man-handle", book_of(house="DEC-9=period"), **facts).outcome("takes") == 4
