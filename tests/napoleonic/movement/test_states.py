"""States: the ladder, the worse of two, what has to re-form first, and how long that takes."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.movement.states import at_least, merged, re_forming, state_met, touched, worst_of
from deduce.ruling.judgement import Outcome
from napoleonic.common import BOOK, asked, refusing, said

LADDER = ("formed", "disorganised", "unformed", "disorder")


@pytest.mark.parametrize("state", LADDER)
def test_nap_state_1_disorganised_or_worse_stops_three(state: str) -> None:
    assert at_least(BOOK, state, "disorganised") is (state != "formed")


def test_nap_state_1_is_an_order() -> None:
    for one, other in itertools.combinations(LADDER, 2):
        assert at_least(BOOK, other, one)
        assert not at_least(BOOK, one, other)


def test_nap_state_2_a_hedge_crossed_by_an_unformed_unit_leaves_it_unformed() -> None:
    assert worst_of(BOOK, ["disorganised", "unformed"]) == "unformed"
    hedge = [Outcome("state_after", "disorganised", ("NAP-LIN-7",))]
    (after,) = merged(BOOK, {"state": "unformed"}, hedge)
    assert (after.value, after.rules) == ("unformed", ("NAP-STATE-2",))


def test_nap_state_2_two_causes_are_told_as_one_with_the_rules_of_the_worse() -> None:
    both = [
        Outcome("state_during", "unformed", ("NAP-FORCED-4",)),
        Outcome("speed", 1),
        Outcome("state_during", "disorder", ("NAP-HILL-12",)),
    ]
    told = merged(BOOK, {"state": "formed"}, both)
    assert [(each.name, each.value, each.rules) for each in told] == [
        ("state_during", "disorder", ("NAP-HILL-12",)),
        ("speed", 1, ()),
    ]


def test_nap_state_2_can_be_played_one_state_worse_for_each_further_cause() -> None:
    further = book_of(house="DEC-2=further")
    assert worst_of(further, ["disorganised", "disorganised"]) == "unformed"
    assert worst_of(further, ["formed", "disorganised"]) == "disorganised"
    assert worst_of(further, ["disorder", "unformed"]) == "disorder"


@given(st.lists(st.sampled_from(LADDER)))
def test_nap_state_2_no_cause_is_milder_than_what_comes_of_it(causes: list[str]) -> None:
    worst = worst_of(BOOK, causes)
    assert all(at_least(BOOK, worst, cause) for cause in causes)
    assert worst in {*causes, "formed"}
    assert at_least(BOOK, worst_of(book_of(house="DEC-2=further"), causes), worst)


def test_nap_state_3_one_of_18_figures_in_the_wood_is_the_whole_unit() -> None:
    figures = [["open", "wood"], *([["open"]] * 17)]
    ground = touched(figures)
    assert ground == {"open", "wood"}
    assert "NAP-STATE-5" in refusing(said("re-form", state="unformed", engaged=False, ground=ground))
    assert refusing(said("re-form", state="unformed", engaged=False, ground=["open"])) == set()


@pytest.mark.parametrize("state", LADDER)
@pytest.mark.parametrize(
    "act",
    ["move", "wheel", "about", "oblique", "back", "forced", "change", "unlimber", "charge", "fire", "house"],
)
def test_nap_state_4_re_form_first(act: str, state: str) -> None:
    judgement = said(act, state=state, carrying_on=False, ground=["open"])
    assert ("NAP-STATE-4" in refusing(judgement)) is at_least(BOOK, state, "unformed")


def test_nap_state_4_after_a_forced_march_no_house_is_entered() -> None:
    judgement = said("house", arm="inf", state="unformed")
    (refusal,) = [each for each in judgement.refusals if "NAP-STATE-4" in each.rules]
    assert refusal.found.en == "3 is unformed and must re-form first"
    assert refusal.found.fr == "3 est sans formation et doit se reformer d'abord"


def test_nap_state_4_carrying_on_is_nothing_new() -> None:
    assert "NAP-STATE-4" not in refusing(said("forced", state="unformed", carrying_on=True))
    assert "NAP-STATE-4" not in refusing(said("move", state="unformed", ground=["wood"]))
    assert "NAP-STATE-4" in refusing(said("house", state="unformed", ground=["wood"], carrying_on=True))


@pytest.mark.parametrize(
    ("state", "arm", "formation", "takes"),
    [
        ("formed", "inf", "line", 0),
        ("disorganised", "inf", "line", 1),
        ("disorganised", "cav", "line", 1),
        ("unformed", "inf", "line", 2),
        ("unformed", "cav", "line", 2),
        ("unformed", "horse-art", "limbered", 1),
        ("unformed", "foot-art", "limbered", 1),
        ("unformed", "foot-art", "battery", 2),
        ("disorder", "inf", "line", 4),
    ],
)
def test_nap_state_5_times_of_re_forming(state: str, arm: str, formation: str, takes: int) -> None:
    assert re_forming(BOOK, {"state": state, "arm": arm, "formation": formation}).amount("takes") == takes
    judgement = said("re-form", state=state, arm=arm, formation=formation, engaged=False, ground=["open"])
    assert judgement.is_allowed
    assert judgement.outcome("takes") == takes
    assert judgement.outcome("state_after") == "formed"


def test_nap_state_5_what_is_not_printed_can_be_asked() -> None:
    asking = book_of(house="DEC-3=asked")
    assert re_forming(asking, {"state": "disorder"}).questions[0].feature == "re-forming"
    assert re_forming(asking, {"state": "unformed", "arm": "cav"}).amount("takes") is None
    assert re_forming(asking, {"state": "unformed", "arm": "inf"}).amount("takes") == 2
    assert re_forming(book_of(house="re-form.disorder=3"), {"state": "disorder"}).amount("takes") == 3


def test_nap_state_5_not_in_a_melee_and_not_in_an_obstacle() -> None:
    facts = {"state": "unformed", "arm": "inf"}
    assert refusing(said("re-form", engaged=True, ground=["open"], **facts)) == {"NAP-STATE-5"}
    assert "NAP-STATE-5" in refusing(said("re-form", engaged=False, ground=["wood"], **facts))
    assert "NAP-STATE-5" not in refusing(said("re-form", engaged=False, ground=["slope"], **facts))
    assert "NAP-STATE-5" not in refusing(said("re-form", engaged=False, ground=["clearing"], **facts))


@pytest.mark.parametrize("act", ["move", "wheel", "change", "oblique", "back"])
def test_nap_state_6_contacted_meanwhile_it_fights_unformed(act: str) -> None:
    facts = {"arm": "inf", "status": "regular", "formation": "line", "angle": 10, "state": "formed"}
    assert said(act, ground=["open"], path=["open"], **facts).outcome("caught") == "unformed"


def test_nap_state_6_only_before_it_is_done() -> None:
    assert state_met("formed", ends=2, contact=1) == "unformed"
    assert state_met("formed", ends=2, contact=2) == "formed"
    assert state_met("disorder", ends=2, contact=1) == "disorder"


def test_nap_state_7_skirmishers_turn_formed() -> None:
    facts = {"arm": "inf", "status": "regular", "state": "formed"}
    assert said("about", formation="skirmish", **facts).outcome("state_during") == "formed"
    assert state_met("formed", ends=2, contact=1, turns_as="skirmish") == "formed"


def test_missing_states_are_taken_for_granted_and_said_to_be() -> None:
    judgement = said("man-handle", arm="foot-art", formation="battery", advance=1)
    assert "NAP-STATE-4" not in refusing(judgement)
    assert "state" not in asked(judgement)
    assert any("NAP-STATE-4" in each.rules for each in judgement.granted)
