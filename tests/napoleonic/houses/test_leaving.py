"""Leaving a house: by choice, because it must, after a morale test (O5.2, O5.6)."""

from __future__ import annotations

import pytest

from deduce.napoleonic.book import book_of
from deduce.napoleonic.houses.sides import must_leave
from deduce.ruling.judgement import Judgement
from napoleonic.common import BOOK, refusing, said

INSIDE = {"ground": ["house"], "state": "unformed", "arm": "inf", "reacting": False, "status": "regular"}
"""A regular unit in a house."""


def leaving(**facts: object) -> Judgement:
    """What the book says of leaving a house."""
    return said("leave", **{**INSIDE, "leaves_for": "choice", **facts})


def test_nap_house_20_in_column_by_the_main_street() -> None:
    street = leaving(way="street")
    assert street.is_allowed
    assert (street.outcome("takes"), street.outcome("state_after")) == (2, "formed")
    assert (street.outcome("leaves_in"), street.outcome("if_attacked")) == ("column", "unformed")
    assert "NAP-HOUSE-20" in refusing(
        said("forced", arm="inf", formation="column", state="formed", ground=["house"], path=["open"])
    )
    assert refusing(leaving(way="street", ground=["open"])) == {"NAP-HOUSE-20"}


def test_nap_house_21_straight_out_it_re_forms_in_line() -> None:
    straight = leaving(way="open", to="line")
    assert straight.is_allowed
    assert (straight.outcome("takes"), straight.outcome("state_after")) == (2, "unformed")
    assert straight.outcome("then_needed") == "line"
    assert refusing(leaving(way="open", to="column")) == {"NAP-HOUSE-21"}


def test_nap_house_22_two_figures_must_leave() -> None:
    assert [must_leave(BOOK, figures) for figures in (3, 2)] == [False, True]
    few = {"leaves_for": "few", "way": "open", "to": "line"}
    assert leaving(figures=2, **few).is_allowed
    assert refusing(leaving(figures=3, **few)) == {"NAP-HOUSE-22", "DEC-24"}
    two = book_of("printed", "DEC-24=two")
    assert [must_leave(two, figures) for figures in (2, 1)] == [False, True]


def test_nap_house_23_out_of_a_house_that_burns_in_disorder() -> None:
    burning = leaving(leaves_for="fire", way="open")
    assert burning.outcome("state_after") == "disorder"
    assert burning.outcome("leaves_by") == "strongest"
    assert burning.outcome("then_needed") == "line"
    assert refusing(leaving(leaves_for="fire", way="street")) == {"NAP-HOUSE-23"}
    assert leaving(leaves_for="fire").is_allowed, "there is but one way, which need not be said"


@pytest.mark.parametrize("reason", ["few", "fire"])
def test_nap_house_24_out_in_the_next_half_or_destroyed(reason: str) -> None:
    compelled = leaving(leaves_for=reason, way="open", to="line", figures=2)
    assert compelled.outcome("or_destroyed") is True
    assert compelled.outcome("takes") == 2
    assert leaving(way="open", to="line").outcome("or_destroyed") is None


@pytest.mark.parametrize("result", ["retreat", "rout"])
def test_nap_house_54_nobody_runs_with_an_enemy_inside(result: str) -> None:
    regular = leaving(leaves_for=result, enemy_inside=True)
    assert refusing(regular) == {"NAP-HOUSE-54"}
    assert "it surrenders" in regular.refusals[0].said()
    for status in ("elite", "guard"):
        stubborn = leaving(leaves_for=result, enemy_inside=True, status=status)
        assert refusing(stubborn) == {"NAP-HOUSE-54"}
        assert "fight on" in stubborn.refusals[0].said()
        assert "continuer le combat" in stubborn.refusals[0].said("fr")


def test_nap_house_55_it_leaves_by_the_side_opposite_to_the_cause() -> None:
    retreat, rout = (leaving(leaves_for=result, enemy_inside=False) for result in ("retreat", "rout"))
    for judged in (retreat, rout):
        assert judged.is_allowed
        assert judged.outcome("leaves_by") == "opposite"
        assert judged.outcome("pursued") is False
        assert judged.outcome("takes") == 2
    assert (retreat.outcome("then_needed"), rout.outcome("then_needed")) == ("line", None)


def test_nap_house_16_only_who_leaves_by_choice_waits_for_its_reaction() -> None:
    assert "NAP-HOUSE-16" in refusing(leaving(way="street", reacting=True))
    for reason in ("few", "fire", "retreat", "rout"):
        compelled = leaving(
            leaves_for=reason, way="open", to="line", figures=2, enemy_inside=False, reacting=True
        )
        assert compelled.is_allowed, reason
