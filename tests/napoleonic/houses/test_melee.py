"""Melee for a house: who fights, whom it protects, what follows (O5.5)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.houses.fighting import (
    counted,
    defending,
    folding,
    loss_from,
    meet_in_streets,
    touching,
    widened,
)
from deduce.napoleonic.houses.sides import room_on
from deduce.ruling.judgement import Judgement
from deduce.tabletop.rulings import Verdict
from napoleonic.common import BOOK, asked, refusing, said

AT = {
    "ground": ["open"],
    "their_ground": ["house"],
    "at_house": "wall",
    "quarter": "Q1",
    "front": 3,
    "side_length": 12,
    "their_side": 3,
}
"""Three attack a side that three hold."""
WIDER = {"engaged": True, "drew": True, "first_rank": "whole", "quarter": "Q1", "front": 3, "brings": 3}
"""A column three wide that has drawn widens its front."""


def fighting(**facts: object) -> Judgement:
    """What the book says of fighting for a house."""
    return said("fight", **{**AT, **facts})


def widening(**facts: object) -> Judgement:
    """What the book says of widening a front at a wall."""
    return said("widen", **{**WIDER, **facts})


def after(**facts: object) -> Judgement:
    """What the book says of what follows."""
    return said("aftermath", **{"ground": ["open"], "their_ground": ["house"], "at_house": "wall", **facts})


def test_nap_house_36_one_figure_holds_a_whole_side_printed() -> None:
    fought = fighting(their_side=1)
    assert fought.outcome("held_whole") is True
    assert (fought.outcome("fights"), fought.outcome("they_fight")) == (3, 1)


def test_nap_house_37_no_charge_bonus_against_a_house() -> None:
    assert fighting().outcome("charge_bonus") is False
    assert said("fight", ground=["open"], their_ground=["open"]).outcome("charge_bonus") is None
    assert {"NAP-HOUSE-37", "NAP-CHARGE-40"} <= refusing(
        said("charge", path=["open"], their_ground=["house"])
    )


def test_nap_house_38_only_whole_bases_along_the_wall_fight_printed() -> None:
    """A side of five centimetres, a front of four figures, six centimetres."""
    assert touching(BOOK, 4, 5) == 3
    assert fighting(front=4, side_length=5).outcome("fights") == 3


def test_nap_house_39_a_side_is_attacked_as_soon_as_one_touches() -> None:
    fought = fighting(front=1)
    assert fought.outcome("held_whole") is True
    assert "NAP-HOUSE-39" in fought.rules
    assert refusing(widening(first_rank="none")) == {"NAP-HOUSE-39"}
    assert widening(first_rank="part").is_allowed


def test_nap_house_40_of_six_three_fight_and_two_may_fold_printed() -> None:
    """Nine centimetres on a side of five; the figure astride the corner does neither."""
    assert (touching(BOOK, 6, 5), folding(BOOK, 6, 5)) == (3, 2)
    fought = fighting(front=6, side_length=5)
    assert (fought.outcome("fights"), fought.outcome("may_fold")) == (3, 2)
    assert folding(BOOK, 3, 12) == 0
    assert fighting().outcome("may_fold") is None
    rest = book_of("printed", "DEC-25=rest")
    assert folding(rest, 6, 5) == 3


@given(st.integers(0, 40), st.fractions(0, 60))
def test_nap_house_40_nobody_is_counted_twice(front: int, length: Fraction) -> None:
    """At most one figure, astride the corner, neither fights nor folds."""
    idle = front - touching(BOOK, front, length) - folding(BOOK, front, length)
    assert idle in {0, 1}
    assert touching(BOOK, front, length) <= room_on(BOOK, length)


def test_nap_house_41_five_against_one_printed() -> None:
    assert defending(5, 1) == 1
    fought = fighting(front=5, their_side=1)
    assert (fought.outcome("fights"), fought.outcome("they_fight")) == (5, 1)
    assert fought.outcome("protection") == "house"
    assert fought.outcome("chapter") == "melee"
    hard = said("fight", book_of("printed", "DEC-36=hard"), **AT)
    assert hard.outcome("protection") == "hard"


@pytest.mark.parametrize(("there", "fight"), [(3, 3), (8, 3), (2, 2)])
def test_nap_house_42_the_front_of_the_attacker_caps_the_defence_printed(there: int, fight: int) -> None:
    fought = fighting(front=3, their_side=there)
    assert (fought.outcome("fights"), fought.outcome("they_fight")) == (3, fight)


def test_nap_house_42_what_is_missing_is_asked_and_never_nothing() -> None:
    nobody_said = said("fight", ground=["open"], their_ground=["house"], at_house="wall", quarter="Q1")
    assert nobody_said.outcome("fights") is None
    assert {"front", "side_length", "their_side"} <= set(asked(nobody_said))
    assert asked(said("fight", ground=["open"], their_ground=["house"], quarter="Q1"))[-1] == "at_house"


def test_nap_house_43_a_draw_leaves_the_attacker_outside() -> None:
    assert after(result="won").outcome("may_enter") is True
    assert after(result="drawn").outcome("may_enter") is None
    assert after(result="lost").outcome("may_enter") is None


def test_nap_house_44_beaten_on_one_side_it_may_hold_another() -> None:
    assert after(result="won").outcome("holds_elsewhere") is True
    assert fighting().outcome("fights_with") is None
    assert fighting(at_house="inside").outcome("fights_with") == "all"


def test_nap_house_45_a_loss_comes_off_the_side_where_more_was_inflicted() -> None:
    assert loss_from({"N": 60, "E": 40}) == ("N",)
    assert loss_from({"N": 50, "E": 50}) == ("N", "E")
    drawn = after(result="drawn")
    assert (drawn.outcome("stays"), drawn.outcome("loss_from")) == ("first-rank", "side")


def test_nap_house_46_the_defender_does_not_recoil_and_stays_protected() -> None:
    won = after(result="won")
    assert (won.outcome("recoils"), won.outcome("follow_bonus")) == (False, False)
    assert won.outcome("state_after") == "unformed"
    inside = fighting(at_house="inside")
    assert (inside.outcome("fights_with"), inside.outcome("protection")) == ("all", "house")
    assert inside.outcome("state_fighting") == "unformed"
    assert inside.outcome("fights") is None


def test_nap_house_47_a_column_of_three_brings_up_four_printed() -> None:
    """A side for seven; a draw; four more in the first half."""
    assert widened(BOOK, 3, 4, 2, room_on(BOOK, Fraction(21, 2))) == 7
    assert widening(brings=4).outcome("touching_then") == 7
    assert refusing(widening(drew=False)) == {"NAP-HOUSE-47"}
    assert after(result="drawn").outcome("may_widen") is True


def test_nap_house_48_only_in_the_first_half() -> None:
    assert widening(quarter="Q2").is_allowed
    for quarter in ("Q3", "Q4"):
        assert refusing(widening(quarter=quarter)) == {"NAP-HOUSE-48"}


def test_nap_house_49_three_figures_a_quarter_printed() -> None:
    """Three, and three, and three are nine; the rest in the next period."""
    assert widened(BOOK, 3, 9, 2) == 9
    assert widening(brings=9).outcome("touching_then") == 9
    assert widening(brings=9, quarter="Q2").outcome("touching_then") == 6
    assert asked(said("widen", engaged=True, drew=True, first_rank="whole", quarter="Q1")) == [
        "front",
        "brings",
    ]


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 2), st.none() | st.integers(0, 30))
def test_nap_house_49_a_front_never_gets_narrower(
    front: int, brought: int, quarters: int, room: int | None
) -> None:
    then = widened(BOOK, front, brought, quarters, room)
    assert front <= then <= front + 3 * quarters
    assert room is None or then <= max(front, room)


def test_nap_house_51_a_house_touched_late_counts_half() -> None:
    assert [counted(BOOK, 6, quarter) for quarter in (1, 2, 3, 4)] == [6, 6, 3, 3]
    assert counted(BOOK, 5, 4) == Fraction(5, 2)
    counts = [fighting(quarter=quarter).outcome("counts") for quarter in ("Q1", "Q2", "Q3", "Q4")]
    assert counts == ["whole", "whole", "half", "half"]


def test_nap_house_52_entering_in_the_third_and_fourth_quarter_meets_in_the_streets_printed() -> None:
    assert meet_in_streets(BOOK, 3, 4)
    assert meet_in_streets(BOOK, 3, 3)
    assert meet_in_streets(BOOK, 5, 4), "also over the end of a period"
    assert not meet_in_streets(BOOK, 1, 3), "the second attacks a held house"
    streets = fighting(at_house="streets")
    assert (streets.outcome("fights_with"), streets.outcome("protection")) == ("all", "none")
    assert streets.outcome("state_fighting") == streets.outcome("their_state_fighting") == "unformed"


def test_nap_house_53_the_loser_stands_three_centimetres_outside() -> None:
    lost, won = after(at_house="streets", result="lost"), after(at_house="streets", result="won")
    assert (lost.outcome("driven_out"), lost.outcome("state_after")) == (3, "unformed")
    assert won.outcome("holds_house") is True
    back = said(
        "house", arm="inf", figures=12, state="unformed", ground=["open"], holder="nobody", reacting=False
    )
    assert back.verdict is Verdict.REFUSED, "unformed it cannot return"


def test_nap_house_56_the_attacker_replaces_its_losses_so() -> None:
    assert widening().outcome("losses_replaced") is True
