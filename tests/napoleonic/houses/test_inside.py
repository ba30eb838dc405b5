"""Inside a house: places along the walls, changing sides, seeing and firing (O5.2, O5.3, O5.4)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.houses.sides import most_held, placement_faults, refilled, room_on, set_aside
from deduce.napoleonic.movement.reaction import acts_from
from deduce.ruling.judgement import Judgement
from napoleonic.common import BOOK, asked, refusing, said

INSIDE = {"ground": ["house"], "state": "unformed", "arm": "inf"}
"""Infantry in a house."""
SHIFT = {
    **INSIDE,
    "reacting": False,
    "from_attacked": False,
    "room_there": True,
    "to_touched": False,
    "companies": "together",
}
"""Nothing speaks against changing sides."""
OUT = {
    **INSIDE,
    "own_side": 4,
    "angle": 0,
    "side_attacked": False,
    "enemy_inside": False,
    "their_ground": ["open"],
    "path": ["open"],
    "over": "nothing",
}
"""Four figures that fire out of a house."""
AT = {
    "ground": ["open"],
    "state": "formed",
    "arm": "inf",
    "their_ground": ["house"],
    "path": ["open"],
    "over": "nothing",
    "house_known": True,
    "friend_attacks": False,
    "side_empty": 0,
}
"""Infantry in the open that fires at a house."""


def shifting(**facts: object) -> Judgement:
    """What the book says of changing sides inside a house."""
    return said("reposition", **{**SHIFT, **facts})


def firing_out(**facts: object) -> Judgement:
    """What the book says of firing out of a house."""
    return said("fire", **{**OUT, **facts})


def firing_at(**facts: object) -> Judgement:
    """What the book says of firing at a house."""
    return said("fire", **{**AT, **facts})


# --- Places -------------------------------------------------------------------------------------------


def test_nap_house_11_twelve_figures_stand_on_three_sides_at_the_end_printed() -> None:
    """Four north, four west, four east; going round: north, east, south, west."""
    companies = {"1": [3, 0, 0, 0], "2": [1, 2, 0, 0], "3": [0, 2, 0, 1], "4": [0, 0, 0, 3]}
    faults = placement_faults(BOOK, [6, 6, 6, 6], companies)
    assert [each.need for each in faults] == ["company"], "company 3 stands east and west"
    companies |= {"2": [0, 3, 0, 0], "3": [1, 1, 0, 0]}
    companies["4"] = [0, 0, 0, 4]
    assert placement_faults(BOOK, [6, 6, 6, 6], companies) == ()
    entered = said(
        "house",
        arm="inf",
        figures=12,
        state="formed",
        ground=["open"],
        holder="nobody",
        first_rank="whole",
        reacting=False,
    )
    assert entered.outcome("spread") is True
    assert entered.outcome("takes") == 2, "entering and spreading are one half"


def test_nap_house_12_voltigeurs_may_stand_on_any_side_printed() -> None:
    for side in range(4):
        place = [0, 0, 0, 0]
        place[side] = 3
        assert placement_faults(BOOK, [6, 6, 6, 6], {"voltigeurs": place}) == ()
    assert (
        said(
            "house",
            arm="inf",
            figures=12,
            state="formed",
            ground=["open"],
            holder="nobody",
            first_rank="whole",
        ).outcome("free_order")
        is True
    )


@pytest.mark.parametrize(
    ("spread", "is_right"),
    [([1, 2, 0, 0], True), ([2, 0, 0, 1], True), ([1, 0, 2, 0], False), ([1, 1, 1, 0], False)],
    ids=["left-printed", "right-printed", "opposite", "three-sides"],
)
def test_nap_house_13_a_company_stands_on_adjoining_sides_printed(
    spread: list[int], *, is_right: bool
) -> None:
    faults = placement_faults(BOOK, [6, 6, 6, 6], {"1": spread})
    assert (faults == ()) is is_right
    assert all(each.rules == ("NAP-HOUSE-13",) for each in faults)
    assert refusing(shifting(companies="apart")) == {"NAP-HOUSE-13", "NAP-HOUSE-17"}


def test_nap_house_14_who_finds_no_place_is_set_aside() -> None:
    """Sides that hold fourteen, a unit of eighteen."""
    sides = [7, 6, 4, 6]
    assert sum(room_on(BOOK, side) for side in sides) == 14
    assert set_aside(BOOK, sides, 18) == 4
    assert set_aside(BOOK, sides, 14) == 0
    assert refilled(BOOK, 4, 2, was_attacked=False) == 2
    faults = placement_faults(BOOK, [3, 3, 3, 3], {"1": [3, 0, 0, 0]})
    assert faults[0].said("fr").startswith("3 figurines se trouvent sur le côté 1 ; il faut : au plus 2")


@pytest.mark.parametrize(("length", "room"), [(7, 4), (5, 3), (Fraction(3, 2), 1), (Fraction(14, 10), 0)])
def test_nap_house_15_a_side_of_seven_centimetres_holds_four_printed(length: Fraction, room: int) -> None:
    assert room_on(BOOK, length) == room


@given(st.lists(st.fractions(0, 40), min_size=1, max_size=6), st.integers(0, 60))
def test_nap_house_14_nobody_is_lost(sides: list[Fraction], figures: int) -> None:
    """Whoever is not set aside has a whole base along a wall."""
    placed = figures - set_aside(BOOK, sides, figures)
    assert 0 <= placed <= figures
    assert placed * BOOK.number("base.front.inf") <= sum(sides)


def test_nap_house_56_whether_losses_are_refilled_hangs_on_dec_39() -> None:
    always, never = (book_of("printed", f"DEC-39={choice}") for choice in ("always", "never"))
    assert [refilled(BOOK, 4, 2, was_attacked=each) for each in (False, True)] == [2, 0]
    assert [refilled(always, 4, 2, was_attacked=each) for each in (False, True)] == [2, 2]
    assert [refilled(never, 4, 2, was_attacked=each) for each in (False, True)] == [0, 0]
    assert refilled(BOOK, 1, 2, was_attacked=False) == 1
    widened = said("widen", engaged=True, drew=True, first_rank="whole", quarter="Q1", front=3, brings=3)
    assert widened.outcome("losses_replaced") is True


# --- Changing sides -----------------------------------------------------------------------------------


def test_nap_house_16_ordered_in_the_first_quarter_it_begins_in_the_second() -> None:
    assert acts_from(BOOK, 0, is_at_start=True) == 1
    assert "NAP-HOUSE-16" in refusing(shifting(reacting=True))
    assert shifting().is_allowed


@pytest.mark.parametrize(
    "fact",
    [{"from_attacked": True}, {"room_there": False}, {"to_touched": True}, {"companies": "apart"}],
    ids=["from-an-attacked-side", "no-room", "enemy-there", "company-torn"],
)
def test_nap_house_17_each_condition_alone_refuses(fact: dict[str, object]) -> None:
    refused = shifting(**fact)
    assert len(refused.refusals) == 1
    assert "NAP-HOUSE-17" in refusing(refused)
    assert "NAP-HOUSE-17" in refusing(shifting(ground=["open"]))


def test_nap_house_18_it_takes_a_half_and_only_who_stays_fires_printed() -> None:
    """West and east move, north fires."""
    shifted = shifting()
    assert (shifted.outcome("takes"), shifted.outcome("may_fire")) == (2, "staying")
    assert shifted.outcome("state_during") == shifted.outcome("state_after") == "unformed"
    assert firing_out(own_side=4).outcome("firing") == 4


# --- Seeing -------------------------------------------------------------------------------------------


def seeing(**facts: object) -> Judgement:
    """What the book says of seeing an enemy."""
    return said("see", **facts)


def test_nap_house_25_it_is_blind_where_nobody_stands() -> None:
    inside = {"ground": ["house"], "their_ground": ["open"], "between": ["nothing"], "arm": "inf"}
    assert "NAP-HOUSE-25" in refusing(seeing(own_side=0, **inside))
    assert "NAP-HOUSE-25" not in refusing(seeing(own_side=1, **inside))


def test_nap_house_26_a_house_hides_what_is_behind_it_in_the_plain() -> None:
    facts = {"their_ground": ["open"], "between": ["village"], "arm": "inf"}
    assert "NAP-HOUSE-26" in refusing(seeing(ground=["open"], **facts))
    crest = {"ground": ["slope"], "crest": "astride", "slope_between": "bare", **facts}
    assert "NAP-HILL-5" in refusing(seeing(cover_gap=14, **crest))
    assert not refusing(seeing(cover_gap=16, **crest))


def test_nap_house_27_who_is_silent_inside_is_hidden() -> None:
    facts = {"ground": ["open"], "their_ground": ["house"], "between": ["nothing"], "arm": "inf"}
    assert refusing(seeing(house_known=False, **facts)) == {"NAP-HOUSE-27"}
    assert not refusing(seeing(house_known=True, **facts))


# --- Firing -------------------------------------------------------------------------------------------


def test_nap_house_28_figures_fire_from_their_side() -> None:
    """North figures at a target in the east."""
    assert firing_out(angle=Fraction(45, 2)).is_allowed
    assert refusing(firing_out(angle=23)) == {"NAP-HOUSE-28"}
    assert refusing(firing_out(angle=90)) == {"NAP-HOUSE-28"}
    assert refusing(firing_out(own_side=0)) == {"NAP-HOUSE-28"}


def test_nap_house_29_the_range_begins_at_the_wall() -> None:
    assert firing_out().outcome("measured_from") == "wall"
    assert firing_at().outcome("measured_from") is None


def test_nap_house_30_an_attacked_side_does_not_fire_printed() -> None:
    """Three attack a side held by eight: three fight three, the other five neither fight nor fire."""
    assert refusing(firing_out(side_attacked=True, own_side=8)) == {"NAP-HOUSE-30"}
    fought = said(
        "fight",
        their_ground=["house"],
        ground=["open"],
        at_house="wall",
        quarter="Q1",
        front=3,
        side_length=12,
        their_side=8,
    )
    assert (fought.outcome("fights"), fought.outcome("they_fight")) == (3, 3)
    assert firing_out(own_side=4).outcome("firing") == 4, "another side fires"


def test_nap_house_31_nobody_fires_out_with_an_enemy_inside() -> None:
    assert refusing(firing_out(enemy_inside=True)) == {"NAP-HOUSE-31"}


def test_nap_house_32_a_silent_house_is_no_target() -> None:
    assert refusing(firing_at(house_known=False)) == {"NAP-HOUSE-32"}
    assert firing_at().is_allowed


def test_nap_house_33_no_fire_at_a_side_that_a_friend_attacks() -> None:
    assert refusing(firing_at(friend_attacks=True)) == {"NAP-HOUSE-33"}


def test_nap_house_34_hard_cover_as_in_line_and_the_loss_on_that_side() -> None:
    shot = firing_at()
    assert (shot.outcome("cover"), shot.outcome("fired_at_as"), shot.outcome("losses")) == (
        "hard",
        "line",
        "side",
    )


def test_nap_house_35_an_emptied_side_is_still_fired_at_for_a_quarter() -> None:
    """Emptied in the first quarter: still in the second, no more in the third."""
    assert firing_at(side_empty=1).is_allowed
    assert refusing(firing_at(side_empty=2)) == {"NAP-HOUSE-35"}
    assert acts_from(BOOK, 0, is_at_start=False) == 2


def test_nap_house_23_a_house_that_burns_is_left_by_the_side_held_most() -> None:
    assert most_held({"N": 5, "E": 3}) == ("N",)
    assert most_held({"N": 4, "E": 3, "W": 4}) == ("N", "W"), "the player's choice"
    assert most_held({}) == ()


def test_nap_house_32_what_does_not_concern_a_house_is_not_asked() -> None:
    """Who only says that he fires is asked for the ground first."""
    first = asked(said("fire", state="formed"))
    assert {"ground", "their_ground"} <= set(first)
    assert not {"own_side", "side_attacked", "house_known", "friend_attacks", "side_empty"} & set(first)
