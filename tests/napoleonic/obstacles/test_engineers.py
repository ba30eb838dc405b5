"""Sappers: what they are worth, what they build, destroy and spike (O8.7)."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.obstacles.engineers import Worth, bridge_time, cover_time, demolition_time, sapper
from napoleonic.common import BOOK, asked, refusing, said

CREW = {"state": "formed", "arm": "inf", "ground": ["open"]}
"""Sappers that may work."""
LANE = Fraction(3, 2)


def test_nap_eng_1_a_sapper_is_worth_less_and_costs_more() -> None:
    assert sapper(BOOK, Worth(4, 3, 20)) == Worth(3, 1, 30)


def test_nap_eng_2_two_sappers_bridge_eight_centimetres_in_two_periods() -> None:
    assert bridge_time(BOOK, 2, 8, LANE) == 2 * 4
    assert said("bridge", sappers=2, length=8, width=LANE, **CREW).outcome("takes") == 2 * 4
    assert bridge_time(BOOK, 2, 8, 2 * LANE) == 4 * 4, "two lanes"
    assert bridge_time(BOOK, 2, 8, LANE + Fraction(1, 10)) == 4 * 4, "a little more is a lane more"
    assert refusing(said("bridge", sappers=0, length=8, width=LANE, **CREW)) == {"NAP-ENG-2"}
    assert asked(said("bridge", sappers=2, **CREW)) == ["length", "width"]


def test_nap_eng_3_cover_only_near_a_house_or_a_wood() -> None:
    assert refusing(said("build", sappers=1, length=3, supplies=31, **CREW)) == {"NAP-ENG-3"}
    assert refusing(said("build", sappers=1, length=3, supplies=30, **CREW)) == {"NAP-ENG-3"}, (
        "less than that"
    )
    assert refusing(said("build", sappers=0, length=3, supplies=29, **CREW)) == {"NAP-ENG-3"}
    built = said("build", sappers=1, length=3, supplies=29, **CREW)
    assert built.outcome("takes") == cover_time(BOOK, 1, 3) == 2 * 4


def test_nap_eng_4_a_wall_of_three_centimetres_takes_four_periods() -> None:
    for target, periods in (("light", 2), ("hard", 4), ("ruin", 4), ("house", 6), ("redoubt", 6)):
        demolished = said("demolish", target=target, sappers=1, length=3, **CREW)
        assert demolished.outcome("takes") == periods * 4, target
    assert demolition_time(BOOK, 2, 3, 2) == 2 * 4
    assert refusing(said("demolish", target="hard", sappers=0, length=3, **CREW)) == {"NAP-ENG-4"}


def test_nap_eng_5_guns_are_spiked_once_their_crew_is_gone() -> None:
    spiked = said("spike", sappers=1, their_arm="horse-art", crewed=False, **CREW)
    assert spiked.outcome("takes") == 1
    assert refusing(said("spike", sappers=1, their_arm="horse-art", crewed=True, **CREW)) == {"NAP-ENG-5"}
    assert refusing(said("spike", sappers=0, their_arm="horse-art", crewed=False, **CREW)) == {"NAP-ENG-5"}
    assert refusing(said("spike", sappers=1, their_arm="inf", crewed=False, **CREW)) == {"NAP-ENG-5"}


@given(st.integers(1, 12), st.fractions(0, 60), st.integers(1, 3))
def test_nap_eng_4_more_sappers_never_take_longer(sappers: int, length: Fraction, periods: int) -> None:
    alone = demolition_time(BOOK, 1, length, periods)
    together = demolition_time(BOOK, sappers, length, periods)
    assert together <= alone <= together * sappers
