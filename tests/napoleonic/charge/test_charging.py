"""Who may charge, at whom and over what; what comes of it (M5.1, M5.2, M5.5)."""

from __future__ import annotations

import pytest

from deduce.napoleonic.book import book_of
from deduce.napoleonic.charge.measuring import may_measure
from deduce.tabletop.rulings import Verdict
from napoleonic.charge.situations import FOOT, HORSE, counter, foot, horse
from napoleonic.common import asked, refusing, said


def test_nap_charge_1_a_charge_goes_first_and_leads_to_a_melee() -> None:
    judged = horse()
    assert judged.is_allowed
    assert (judged.outcome("priority"), judged.outcome("chapter")) == ("charge", "melee")


@pytest.mark.parametrize(
    ("arm", "formation"),
    [("inf", "square"), ("inf", "skirmish"), ("foot-art", "battery"), ("horse-art", "limbered")],
)
def test_nap_charge_2_only_lines_and_columns(arm: str, formation: str) -> None:
    assert "NAP-CHARGE-2" in refusing(foot(arm=arm, formation=formation, kind=None))


@pytest.mark.parametrize("formation", ["line", "column"])
def test_nap_charge_2_infantry_and_cavalry_in_line_or_column(formation: str) -> None:
    assert foot(formation=formation).is_allowed
    assert horse(formation=formation).is_allowed


def test_nap_charge_3_declared_at_the_start_of_a_half() -> None:
    assert refusing(horse(quarter="Q2", uncontrolled=False)) == {"NAP-CHARGE-3", "NAP-CHARGE-11"}
    assert "NAP-CHARGE-3" in refusing(horse(quarter="Q4", uncontrolled=False))
    assert horse(quarter="Q3").is_allowed
    silent = horse(quarter=None)
    assert silent.is_allowed
    assert "half" in [each.need for each in silent.granted]


def test_nap_charge_4_an_english_division_column_walks_in_printed() -> None:
    judged = foot(nation="EN", formation="division-column")
    assert refusing(judged) == {"NAP-CHARGE-4"}
    assert [each.action for each in judged.instead] == ["melee"]
    walked = said("melee", **{**FOOT, "nation": "EN", "formation": "division-column", "joins_screen": False})
    assert walked.outcome("bonuses") == "none"


@pytest.mark.parametrize(
    ("nation", "arm", "formation", "fights"),
    [
        ("RU", "inf", "line", True), ("RU", "cav", "column", True), ("FR", "inf", "division-column", True),
        ("EN", "inf", "double-line", True), ("RU", "inf", "division-column", None),
        ("EN", "cav", "double-line", None), ("FR", "inf", "double-line", None),
    ],
)  # fmt: skip
def test_nap_charge_4_fighting_formations_are_data_of_the_nations(
    nation: str, arm: str, formation: str, fights: bool | None
) -> None:
    judged = said("charge", **{**FOOT, "nation": nation, "arm": arm, "formation": formation, "kind": None})
    assert ("fighting_formation" in asked(judged)) is (fights is None)
    if fights:
        assert judged.is_allowed


def test_nap_charge_5_hold_forbids_the_charge_printed() -> None:
    judged = horse(order="hold", may_charge=None)
    assert refusing(judged) == {"NAP-CHARGE-5"}
    assert "possible instead: walking into contact without a charge (NAP-CHARGE-4)" in judged.said()


@pytest.mark.parametrize("order", ["harass", "cover", "other"])
def test_nap_charge_5_what_other_orders_permit_is_asked(order: str) -> None:
    judged = horse(order=order, may_charge=None)
    assert asked(judged) == ["may_charge"]
    assert horse(order=order, may_charge=True).is_allowed


def test_nap_charge_7_through_a_screen_of_skirmishers() -> None:
    judged = horse(visible=False, screened=True)
    assert judged.is_allowed
    assert judged.outcome("screen") == "evades"
    assert refusing(horse(visible=False, screened=False)) == {"NAP-CHARGE-12", "NAP-CHARGE-7"}
    assert asked(horse(visible=False)) == ["screened"]


def test_nap_charge_8_the_unit_is_said_aloud_and_its_target_when_it_touches() -> None:
    judged = horse()
    assert (judged.outcome("aloud"), judged.outcome("reveal")) == ("unit", "touch")
    assert "said aloud: which unit charges, not at whom (NAP-CHARGE-8)" in judged.said()


@pytest.mark.parametrize(
    ("declared", "umpire", "may"), [(False, False, False), (True, False, True), (False, True, True)]
)
def test_nap_charge_10_no_measuring_before_a_charge(declared: bool, umpire: bool, may: bool) -> None:
    assert may_measure(is_declared=declared, is_umpire=umpire) is may


def test_nap_charge_11_an_uncontrolled_advance_asks_nobody() -> None:
    assert horse(quarter="Q2", order="hold", may_charge=None, uncontrolled=True).is_allowed


def test_nap_charge_12_an_unseen_unit_in_a_wood_is_no_target() -> None:
    assert "NAP-CHARGE-12" in refusing(horse(visible=False, screened=False, their_ground=["wood"]))


def test_nap_charge_13_off_the_axis_costs_a_quarter_printed() -> None:
    judged = foot(bearing="front", distance=4)
    assert judged.is_allowed
    assert judged.outcome("re_orient") == 1
    assert judged.outcome("contact") == "Q2", "the first quarter only turns"
    assert foot(bearing="ahead", distance=4).outcome("contact") == "Q1"


@pytest.mark.parametrize("bearing", ["flank", "rear"])
def test_nap_charge_14_nobody_turns_to_a_flank_or_rear(bearing: str) -> None:
    assert "NAP-CHARGE-14" in refusing(horse(bearing=bearing))


@pytest.mark.parametrize("act", ["change", "widen"])
def test_nap_charge_31_formation_and_front_are_kept(act: str) -> None:
    assert "NAP-CHARGE-31" in refusing(said(act, charging=True))
    assert "NAP-CHARGE-31" not in refusing(said(act, charging=False))


@pytest.mark.parametrize(("arm", "formation"), [("foot-art", "limbered"), ("horse-art", "battery")])
def test_nap_charge_33_artillery_never(arm: str, formation: str) -> None:
    assert "NAP-CHARGE-33" in refusing(foot(arm=arm, formation=formation, kind=None))


def test_nap_charge_34_no_square() -> None:
    assert "NAP-CHARGE-34" in refusing(foot(formation="square"))


def test_nap_charge_35_no_skirmishers() -> None:
    assert "NAP-CHARGE-35" in refusing(foot(formation="skirmish"))


def test_nap_charge_36_infantry_does_not_charge_cavalry() -> None:
    assert refusing(foot(their_arm="cav")) == {"NAP-CHARGE-36"}
    assert not foot(their_arm="cav").refusals[0].has_cure
    assert foot(their_arm="foot-art").is_allowed
    assert horse(their_arm="inf").is_allowed
    assert horse(their_arm="cav").is_allowed


@pytest.mark.parametrize("ground", ["slope", "wooded-slope", "vine-slope", "crop-slope"])
def test_nap_charge_37_nobody_above_or_below_on_a_slope(ground: str) -> None:
    assert "NAP-CHARGE-37" in refusing(horse(their_ground=[ground]))
    assert "NAP-CHARGE-37" in refusing(horse(ground=[ground]))


def test_nap_charge_38_not_into_a_melee() -> None:
    judged = horse(their_engaged=True, their_screen_fights=False)
    assert refusing(judged) == {"NAP-CHARGE-38", "NAP-CHARGE-43"}
    assert [each.action for each in judged.instead] == ["melee"]


@pytest.mark.parametrize("state", ["disorganised", "unformed", "disorder"])
def test_nap_charge_39_only_who_is_formed(state: str) -> None:
    """Also NAP-STATE-1: "disorganised or worse" stops the three states behind formed."""
    assert "NAP-CHARGE-39" in refusing(horse(state=state))


@pytest.mark.parametrize(
    "obstacle", ["hedge", "stream", "wood", "wood-path", "ride", "house", "dead-battery"]
)
def test_nap_charge_40_no_obstacle_on_the_way(obstacle: str) -> None:
    for book in (book_of(), book_of(house="DEC-12=narrow")):
        judged = horse(book, path=[obstacle])
        assert "NAP-CHARGE-40" in refusing(judged)


@pytest.mark.parametrize("obstacle", ["ford", "marsh", "crops", "ploughed"])
def test_nap_charge_40_what_counts_is_a_choice(obstacle: str) -> None:
    """DEC-12."""
    judged = horse(path=[obstacle])
    assert "NAP-CHARGE-40" in refusing(judged)
    assert "DEC-12=wide" in {choice for each in judged.refusals for choice in each.choices}
    assert "NAP-CHARGE-40" not in refusing(horse(book_of(house="DEC-12=narrow"), path=[obstacle]))


def test_nap_charge_40_a_target_in_plough_has_to_be_reached() -> None:
    assert "NAP-CHARGE-40" in refusing(horse(their_ground=["ploughed"]))


@pytest.mark.parametrize("ground", ["house", "stream", "ford", "marsh", "crops", "dead-battery"])
def test_nap_charge_40_nobody_charges_out_of_an_obstacle(ground: str) -> None:
    assert "NAP-CHARGE-40" in refusing(horse(ground=[ground]))
    assert "NAP-CHARGE-40" in refusing(counter(ground=[ground]))
    narrow = refusing(horse(book_of(house="DEC-12=narrow"), ground=[ground]))
    assert ("NAP-CHARGE-40" in narrow) == (ground in {"house", "stream", "dead-battery"})
    assert horse(ground=["road", ground], path=["road"], their_ground=["road"], along_road=True).is_allowed


def test_nap_charge_40_along_a_road_nothing_stops_it() -> None:
    assert "NAP-CHARGE-40" not in refusing(horse(path=["road", "crops"], along_road=True))
    for across in ("hedge", "wall", "stream", "wood"):
        assert horse(path=["road", across], along_road=True).is_allowed, across
    assert "NAP-CHARGE-40" in refusing(horse(path=["road", "crops"], along_road=False))
    assert "along_road" in asked(horse(path=["road", "crops"]))


def test_nap_charge_41_one_charge_a_side_printed() -> None:
    """Two battalions on one line: only one column may charge."""
    assert refusing(foot(also="same")) == {"NAP-CHARGE-41"}
    assert foot(also="none").is_allowed


def test_nap_charge_42_a_friend_walks_in_to_support() -> None:
    judged = said("melee", **{**FOOT, "joins_screen": False, "also": "same"})
    assert judged.is_allowed
    assert judged.outcome("bonuses") == "none"


@pytest.mark.parametrize(
    ("formation", "state", "also", "allowed"),
    [
        ("line", "formed", "opposite", True), ("line", "formed", "adjoining", False),
        ("column", "formed", "opposite", True), ("line", "unformed", "opposite", False),
        ("square", "formed", "adjoining", True), ("square", "formed", "opposite", True),
        ("square", "formed", "same", False), ("skirmish", "formed", "opposite", False),
    ],
)  # fmt: skip
def test_nap_charge_43_two_charges_on_two_sides(formation: str, state: str, also: str, allowed: bool) -> None:
    judged = horse(their_formation=formation, their_state=state, also=also)
    assert judged.is_allowed is allowed
    assert judged.verdict is not Verdict.UNKNOWN


def test_nap_charge_43_a_unit_whose_skirmishers_fight_already() -> None:
    assert horse(their_engaged=True, their_screen_fights=True).is_allowed
    assert not horse(their_engaged=True, their_screen_fights=True, their_formation="skirmish").is_allowed


def test_what_is_not_said_is_asked_and_the_rare_is_taken_for_granted() -> None:
    known = {
        name: HORSE[name]
        for name in ("nation", "arm", "kind", "formation", "state", "may_charge", "reacting")
    }
    judged = said("charge", **known)
    assert judged.verdict is Verdict.UNKNOWN
    assert {"visible", "bearing", "their_engaged", "path"} <= {*asked(judged)}
    assert {"half", "slope", "own-slope", "standing-wide", "alone"} <= {each.need for each in judged.granted}
    assert "{" not in "".join(judged.said() + judged.said("fr"))
