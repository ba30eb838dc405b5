"""What lies on the way and where one stands: the same for every act that goes there."""

from __future__ import annotations

import pytest

from napoleonic.common import BOOK, refusing, said

GROUNDS = BOOK.law.features["ground"].words
GOING = ("move", "forced", "rally", "evade", "oblique", "back", "man-handle")
"""Acts that go over what lies on the way."""
LANCERS: dict[str, object] = {
    "nation": "FR", "arm": "cav", "kind": "light", "status": "regular", "formation": "column",
    "state": "formed", "ground": ["open"], "engaged": False, "faces_edge": True, "quarter": "Q1",
}  # fmt: skip
FUSILIERS: dict[str, object] = {
    "nation": "FR", "arm": "inf", "kind": "line", "status": "regular", "formation": "line",
    "state": "formed", "ground": ["open"], "path": ["open"], "angle": 30, "carrying_on": False,
}  # fmt: skip
GUNS: dict[str, object] = {
    "nation": "FR", "arm": "foot-art", "status": "regular", "formation": "battery", "state": "formed",
    "ground": ["open"], "path": ["open"], "advance": 2,
}  # fmt: skip
CHARGED: dict[str, object] = {
    **LANCERS, "path": ["open"], "charged": True, "may_counter": True, "fighting_formation": True,
    "their_arm": "cav", "since_charge": 1, "bearing": "ahead", "order": "other",
}  # fmt: skip
CHARGING: dict[str, object] = {
    **LANCERS, "path": ["open"], "may_charge": True, "fighting_formation": True, "visible": True,
    "their_arm": "cav", "their_engaged": False, "their_ground": ["open"], "bearing": "ahead",
}  # fmt: skip


@pytest.mark.parametrize("act", GOING)
@pytest.mark.parametrize(
    ("ground", "rule"),
    [
        ("river", "NAP-WATER-8"),
        ("great-river", "NAP-WATER-12"),
        ("marsh", "NAP-WATER-13"),
        ("house", "NAP-HOUSE-2"),
    ],
)
def test_what_stops_everybody_stops_every_act(act: str, ground: str, rule: str) -> None:
    assert rule in refusing(said(act, **{**FUSILIERS, "path": [ground]}))
    assert rule not in refusing(said(act, **FUSILIERS))


@pytest.mark.parametrize(
    ("ground", "rule"),
    [("wood", "NAP-WOOD-5"), ("ride", "NAP-WOOD-5"), ("wooded-slope", "NAP-HILL-15"), ("wall", "NAP-LIN-11")],
)
def test_nap_wood_5_nap_lin_11_cavalry_does_not_rally_through_it(ground: str, rule: str) -> None:
    assert refusing(said("rally", **LANCERS, path=[ground])) == {rule}
    assert said("rally", **LANCERS, path=["hedge"]).is_allowed
    assert said("rally", **LANCERS).is_allowed, "nobody asks what lies on the way of a rally"


@pytest.mark.parametrize(
    ("ground", "rule"),
    [
        ("hedge", "NAP-LIN-7"),
        ("crops", "NAP-CROP-1"),
        ("ford", "NAP-WATER-10"),
        ("stream", "NAP-WATER-2"),
        ("dead-battery", "NAP-BATTERY-2"),
    ],
)
def test_nap_lin_7_nap_battery_2_nor_are_guns_hauled_over_it(ground: str, rule: str) -> None:
    assert refusing(said("man-handle", **{**GUNS, "path": [ground]})) == {rule}
    assert said("man-handle", **GUNS).is_allowed


def test_nap_art_13_guns_in_battery_only_go_by_hand() -> None:
    for act in ("move", "melee"):
        assert refusing(said(act, **GUNS)) == {"NAP-ART-13"}
        assert "NAP-ART-13" not in refusing(said(act, **{**GUNS, "formation": "limbered"}))


def test_nap_water_9_nap_wood_9_guns_neither_limber_nor_unlimber_there() -> None:
    for act, formation in (("unlimber", "limbered"), ("limber", "battery")):
        assert refusing(said(act, **{**GUNS, "formation": formation, "ground": ["bridge"]})) == {
            "NAP-WATER-9"
        }
        assert refusing(said(act, **{**GUNS, "formation": formation, "ground": ["wood", "road"]})) == {
            "NAP-WOOD-9"
        }


def test_nap_pivot_2_nobody_goes_on_in_the_middle_of_a_wheel() -> None:
    for act in ("move", "oblique", "back"):
        assert refusing(said(act, **FUSILIERS, wheeling=True)) == {"NAP-PIVOT-2"}
    assert "NAP-PIVOT-2" in refusing(said("forced", **{**FUSILIERS, "formation": "column"}, wheeling=True))


@pytest.mark.parametrize("state", ["unformed", "disorder"])
@pytest.mark.parametrize("ground", GROUNDS)
def test_nap_state_4_nobody_is_trapped(ground: str, state: str) -> None:
    """Where a unit may not re-form it may go on; from a house it goes by leaving it."""
    unit = {**FUSILIERS, "state": state, "ground": [ground]}
    way_out = "leave" if ground == "house" else "move"
    may_go = "NAP-STATE-4" not in refusing(said(way_out, **unit))
    may_re_form = said("re-form", **unit, engaged=False).is_allowed
    assert may_go != may_re_form


def test_nap_lin_11_crossing_goes_on_unformed() -> None:
    wall = {**FUSILIERS, "state": "unformed", "path": ["wall"], "ranks": 6, "holder": "nobody"}
    assert said("cross", **{**wall, "carrying_on": True}).is_allowed
    assert refusing(said("cross", **wall)) == {"NAP-STATE-4"}


def test_nap_react_3_nor_does_it_begin_to_cross_or_to_line_an_edge() -> None:
    for act, more in (
        ("cross", {"path": ["hedge"]}),
        ("line-edge", {"ground": ["wood"], "head_at_edge": True}),
    ):
        assert refusing(said(act, **{**FUSILIERS, **more}, reacting=True)) == {"NAP-REACT-2", "NAP-REACT-3"}


@pytest.mark.parametrize(
    ("ground", "rules"),
    [
        ("slope", {"NAP-CHARGE-37"}),
        ("ford", {"NAP-CHARGE-40"}),
        ("hedge", {"NAP-LIN-20"}),
        ("house", {"NAP-CHARGE-40", "NAP-HOUSE-37"}),
        ("dead-battery", {"NAP-CHARGE-40", "NAP-BATTERY-1"}),
    ],
)
def test_nap_counter_1_a_counter_charge_heeds_where_the_other_stands(ground: str, rules: set[str]) -> None:
    assert refusing(said("counter", **CHARGED, their_ground=[ground])) == rules
    assert refusing(said("counter", **CHARGED, their_ground=["open"])) == set()


def test_nap_counter_1_and_whether_it_is_seen() -> None:
    assert refusing(said("counter", **CHARGED, visible=False)) == {"NAP-COUNTER-1", "NAP-CHARGE-12"}


def test_nap_charge_40_a_ride_is_in_a_wood() -> None:
    assert refusing(said("charge", **{**CHARGING, "path": ["ride"]})) == {"NAP-CHARGE-40"}


def test_nap_lin_20_a_charge_along_a_road_passes_the_hedge_that_it_crosses() -> None:
    across = {**CHARGING, "path": ["road", "hedge"]}
    assert refusing(said("charge", **across, along_road=True)) == set()
    assert refusing(said("charge", **across, along_road=False)) == {"NAP-LIN-20", "NAP-CHARGE-40"}


def test_nap_water_6_whoever_leaves_a_stream_is_charged_once_its_head_is_out() -> None:
    leaving = {**CHARGING, "their_ground": ["stream"]}
    assert refusing(said("charge", **leaving, their_head_out=True)) == set()
    assert refusing(said("charge", **leaving, their_head_out=False)) == {"NAP-WATER-6"}


def test_nap_water_3_it_slows_and_disorganises_every_way_of_going() -> None:
    for act in ("oblique", "back"):
        judgement = said(act, **{**FUSILIERS, "ground": ["stream"]})
        assert judgement.outcome("here_per_quarter") == BOOK.number("stream.speed") * 14 / 8
        assert judgement.outcome("state_after") == "disorganised"
    assert said("rally", **{**LANCERS, "ground": ["stream"]}).outcome("here_per_quarter") == 4.5
    walking = said("melee", **{**FUSILIERS, "ground": ["stream"]})
    assert walking.outcome("state_during") == "disorganised"
    assert said("evade", **FUSILIERS, charged=True, may_evade=True).outcome("here_per_quarter") is None


def test_nap_dist_3_no_time_is_told_from_the_open_while_a_base_is_in_a_wood() -> None:
    assert said("move", **FUSILIERS, advance=3).outcome("takes") == 1
    assert said("move", **{**FUSILIERS, "ground": ["wood"]}, advance=3).outcome("takes") is None


def test_nap_lin_8_a_hedge_that_is_only_touched_changes_nothing() -> None:
    lining = {**FUSILIERS, "ground": ["hedge"]}
    assert said("move", **lining, astride=False).outcome("state_after") is None
    assert said("move", **lining, astride=True).outcome("state_after") == "disorganised"


def test_nap_redoubt_1_a_hedge_before_a_redoubt_takes_nothing_from_its_cover() -> None:
    target = {**FUSILIERS, "their_ground": ["redoubt"], "path": ["hedge"]}
    assert said("fire", **target).outcome("cover") == "hard"
    from_a_slope = said("fire", **{**target, "ground": ["slope"]}, their_obstacle_gap=3)
    assert not from_a_slope.is_allowed, "how it stands to the crest is not known"
    assert from_a_slope.outcome("cover") is None


def test_nap_lin_12_of_two_covers_the_better_one_is_told() -> None:
    target = {**FUSILIERS, "their_ground": ["wood"], "their_shown": True, "their_edge": 0}
    for path, gap, cover in (("wall", 1, "hard"), ("wall", 3, "light"), ("hedge", 1, "light")):
        judgement = said("fire", **{**target, "path": [path]}, their_obstacle_gap=gap)
        assert [each.value for each in judgement.outcomes if each.name == "cover"] == [cover]
