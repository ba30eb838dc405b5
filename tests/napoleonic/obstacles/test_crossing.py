"""Getting over linear obstacles and abandoned batteries, and standing along them (O8.1 to O8.4, O9.3)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.ground.hurdles import ranks_over
from deduce.napoleonic.obstacles.linear import halves_over, occupies
from deduce.ruling.judgement import Judgement
from deduce.tabletop.rulings import Verdict
from napoleonic.common import BOOK, asked, refusing, said

COLUMN = {
    "nation": "FR",
    "arm": "inf",
    "kind": "line",
    "status": "regular",
    "formation": "column",
    "state": "formed",
    "ground": ["open"],
    "holder": "nobody",
    "ranks": 6,
}
"""A French company column."""
LIGHT = ("hedge", "palisade", "barricade")
HARD = ("wall", "abatis", "redoubt")
LESS = {kind: BOOK.number(f"linear.{kind}.deduction") for kind in ("light", "hard")}
"""What the two kinds of obstacles take off a move."""


def crossing(*path: str, **facts: object) -> Judgement:
    """What the book says of crossing."""
    return said("cross", path=[*path], **{**COLUMN, **facts})


@pytest.mark.parametrize(
    ("obstacle", "after"),
    [("hedge", "disorganised"), ("wall", "unformed")],
    ids=["meadow-hedge", "park-wall"],
)
def test_nap_lin_1_hedges_are_light_and_walls_hard_printed(obstacle: str, after: str) -> None:
    assert crossing(obstacle).outcome("state_after") == after


def test_nap_lin_1_every_obstacle_is_of_one_kind() -> None:
    for obstacle in (*LIGHT, *HARD):
        assert crossing(obstacle).outcome("deduction") == LESS["light" if obstacle in LIGHT else "hard"], (
            obstacle
        )
    assert refusing(crossing("open")) == {"NAP-LIN-1"}


def test_nap_lin_3_a_millimetre_off_it_is_not_held() -> None:
    assert occupies(0)
    assert not occupies(Fraction(1, 10))


def test_nap_lin_4_in_contact_it_deploys_along_the_outline_printed() -> None:
    """A French company column goes into line."""
    change = {**COLUMN, "to": "line", "reacting": False}
    assert said("change", **{**change, "ground": ["hedge"]}).outcome("along") is True
    assert said("change", **change).outcome("along") is None


def test_nap_lin_5_inside_a_u_it_changes_formation_before_it_goes() -> None:
    march = {**COLUMN, "ground": ["hedge"], "path": ["open"]}
    assert refusing(said("move", wrapped=True, **march)) == {"NAP-LIN-5"}
    assert not refusing(said("move", wrapped=False, **march))


def test_nap_lin_6_a_front_is_widened_as_at_a_house() -> None:
    wider = {"ground": ["hedge"], "first_rank": "whole", "engaged": False, "front": 3, "brings": 9}
    widened = said("widen", quarter="Q1", **wider)
    assert (widened.outcome("along"), widened.outcome("touching_then")) == (True, 9)
    assert refusing(said("widen", quarter="Q3", **wider)) == {"NAP-HOUSE-48"}


def test_nap_lin_7_a_french_column_passes_two_ranks_a_half_printed() -> None:
    """Six and three quarters by two and a half: two ranks, three halves for six."""
    assert ranks_over(9, LESS["light"], BOOK.number("base.depth.inf")) == 2
    crossed = crossing("hedge")
    assert (crossed.outcome("ranks_a_half"), crossed.outcome("takes")) == (2, 6)
    assert refusing(crossing("hedge", arm="foot-art", formation="limbered")) == {"NAP-LIN-7"}
    assert refusing(said("move", arm="horse-art", path=["hedge"], ground=["open"])) == {"NAP-LIN-7"}
    assert not refusing(crossing("hedge", arm="cav", kind="hussar"))


def test_nap_lin_7_a_move_over_it_is_shorter() -> None:
    moved = said("move", path=["hedge"], **COLUMN)
    assert moved.outcome("per_period") == Fraction(27, 2)
    over_a_wall = said("move", path=["wall"], **COLUMN)
    assert (over_a_wall.outcome("per_period"), over_a_wall.outcome("state_after")) == (9, "unformed")


def test_nap_lin_8_infantry_is_disorganised_and_cavalry_unformed() -> None:
    assert crossing("hedge").outcome("state_after") == "disorganised"
    assert crossing("hedge", arm="cav", kind="hussar").outcome("state_after") == "unformed"
    assert said("move", path=["hedge"], **COLUMN).outcome("state_after") == "disorganised"


def test_nap_lin_9_re_forming_waits_for_the_last_figure() -> None:
    still = {"state": "disorganised", "arm": "inf", "engaged": False, "ground": ["hedge"]}
    assert "NAP-LIN-9" in refusing(said("re-form", astride=True, **still))
    assert "NAP-LIN-9" not in refusing(said("re-form", astride=False, **still))


def test_nap_lin_10_a_line_is_over_in_one_half() -> None:
    line = crossing("hedge", formation="line", ranks=1)
    assert (line.outcome("ranks_a_half"), line.outcome("takes")) == (2, 2)


def test_nap_lin_11_a_hard_obstacle_takes_a_column_three_periods_printed() -> None:
    assert ranks_over(9, LESS["hard"], BOOK.number("base.depth.inf")) == 1
    crossed = crossing("wall")
    assert (crossed.outcome("ranks_a_half"), crossed.outcome("takes")) == (1, 3 * 4)
    assert crossed.outcome("state_during") == crossed.outcome("state_after") == "unformed"
    assert "NAP-LIN-11" in refusing(crossing("wall", arm="cav", kind="hussar"))
    assert refusing(said("move", arm="cav", path=["wall"], ground=["open"])) == {"NAP-LIN-11"}


def test_dec_28_without_a_speed_nothing_is_made_up() -> None:
    """What the book does not print is asked for: how far English infantry goes."""
    unknown = crossing("hedge", nation="EN")
    assert (unknown.outcome("ranks_a_half"), unknown.outcome("takes")) == (None, None)
    assert "move" in asked(unknown)
    assert asked(said("cross", path=["hedge"], arm="inf", holder="nobody", state="formed"))[0] == "ranks"


@given(st.fractions(0, 100), st.sampled_from(sorted(LESS)), st.fractions(1, 10), st.integers(0, 60))
def test_dec_28_whole_ranks_pass_and_the_last_one_in_the_last_half(
    half: Fraction, kind: str, depth: Fraction, ranks: int
) -> None:
    each = ranks_over(half, LESS[kind], depth)
    left = half * (1 - LESS[kind])
    assert each * depth <= left < (each + 1) * depth
    halves = halves_over(ranks, each)
    if halves is None:
        assert each == 0
    else:
        assert (halves - 1) * each < ranks <= halves * each or ranks == halves == 0


def test_nap_lin_24_attacked_while_crossing_it_is_caught() -> None:
    (caught,) = (each for each in crossing("hedge").outcomes if each.name == "if_contacted")
    assert caught.value == "caught"
    assert set(caught.rules) == {"NAP-LIN-24", "NAP-WOOD-22"}
    met = {"ground": ["hedge"], "their_ground": ["open"], "partly_out": True}
    fought = said("fight", their_charging=True, **met)
    assert (fought.outcome("state_fighting"), fought.outcome("own_cover")) == ("disorder", "none")
    assert (fought.outcome("routs_on"), fought.outcome("morale_bonus")) == ("halt", False)
    assert said("fight", their_charging=False, **met).outcome("state_fighting") == "unformed"
    by_arm = book_of("printed", "DEC-23=arm")
    assert said("fight", by_arm, their_arm="cav", **met).outcome("state_fighting") == "unformed"
    assert said("fight", by_arm, their_arm="inf", **met).outcome("state_fighting") == "disorder"


def test_nap_lin_22_a_held_obstacle_is_only_crossed_by_winning() -> None:
    assert refusing(crossing("hedge", holder="enemy", won=False)) == {"NAP-LIN-22"}
    assert crossing("hedge", holder="enemy", won=True).is_allowed
    assert crossing("hedge", holder="enemy").verdict is Verdict.UNKNOWN


def test_nap_battery_1_spiked_guns_stay_as_an_obstacle() -> None:
    assert (
        said("spike", sappers=1, their_arm="foot-art", crewed=False, state="formed").outcome("stands") is True
    )


def test_nap_battery_1_an_obstacle_is_not_charged_onto() -> None:
    assert "NAP-BATTERY-1" in refusing(said("charge", path=["open"], their_ground=["dead-battery"]))


def test_nap_battery_2_crossed_unformed_but_by_skirmishers() -> None:
    march = {**COLUMN, "path": ["dead-battery"]}
    assert said("move", **march).outcome("state_after") == "unformed"
    assert said("move", **{**march, "formation": "skirmish"}).outcome("state_after") == "formed"
    assert refusing(said("move", **{**march, "arm": "foot-art"})) == {"NAP-BATTERY-2"}
    assert BOOK.number("dead-battery.speed") == Fraction(1, 2)
    shot = {"state": "formed", "ground": ["open"], "path": ["open"]}
    assert said("fire", their_ground=["dead-battery"], **shot).outcome("cover") == "light"
    assert "sight" in BOOK.looked_up("terrain-sight", {"ground": frozenset({"dead-battery"})}).values
    assert BOOK.looked_up("terrain-sight", {"ground": frozenset({"dead-battery"})}).values["sight"] == "clear"
