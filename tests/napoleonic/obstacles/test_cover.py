"""Seeing and firing over linear obstacles, and guns that change them (O8.2, O8.5)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deduce.napoleonic.book import book_of
from deduce.napoleonic.obstacles.guns import halves_of_fire
from deduce.napoleonic.obstacles.linear import is_covered
from deduce.ruling.judgement import Judgement
from napoleonic.common import BOOK, asked, refusing, said

FIRE = {"state": "formed", "arm": "inf", "ground": ["open"], "path": ["hedge"], "their_ground": ["open"]}
"""Infantry that fires across a hedge."""
GUNS = {"arm": "foot-art", "state": "formed", "shot": "round", "range_share": Fraction(4, 10), "length": 6}
"""Guns that fire at an obstacle."""


def firing(**facts: object) -> Judgement:
    """What the book says of firing across a hedge."""
    return said("fire", **{**FIRE, **facts})


def battering(target: str, **facts: object) -> Judgement:
    """What the book says of guns that fire at an obstacle."""
    return said("demolish", target=target, **{**GUNS, **facts})


def test_nap_lin_2_nobody_is_hidden_by_an_obstacle() -> None:
    watched = {"ground": ["open"], "their_ground": ["open"], "between": ["nothing"]}
    seen = said("see", path=["wall"], slope_between="bare", crest="past", their_crest="past", **watched)
    assert seen.is_allowed
    assert seen.outcome("seen_over") is True


def test_nap_lin_12_within_two_centimetres_it_covers() -> None:
    covers = [
        firing(their_obstacle_gap=gap).outcome("cover") for gap in (Fraction(19, 10), 2, Fraction(21, 10))
    ]
    assert covers == ["light", "light", "none"]
    assert firing(path=["wall"], their_obstacle_gap=1).outcome("cover") == "hard"
    assert firing(their_ground=["hedge"]).outcome("cover") == "light"
    assert "their_obstacle_gap" in asked(firing())
    bare = book_of("printed", "DEC-29=bare")
    assert said("fire", bare, **FIRE, their_obstacle_gap=2).outcome("cover") == "none"
    assert "DEC-29=covered" in next(
        each.choices for each in firing(their_obstacle_gap=2).outcomes if each.name == "cover"
    )


def test_nap_lin_13_small_arms_stop_at_skirmishers_behind_it() -> None:
    held = {"their_ground": ["hedge"], "their_formation": "skirmish"}
    assert firing(**held).outcome("small_arms") == "stopped"
    assert firing(**{**held, "their_formation": "line"}).outcome("small_arms") is None
    assert firing(arm="foot-art", **held).outcome("small_arms") is None


def test_nap_lin_14_the_part_in_the_open_is_shot_at_without_penalty() -> None:
    assert firing(exposed=True, their_ground=["hedge"]).outcome("cover") == "none"
    assert firing(exposed=False, their_ground=["hedge"]).outcome("cover") == "light"


def test_nap_lin_15_both_are_covered_where_it_lies_between() -> None:
    for gap in (1, Fraction(19, 10)):
        assert is_covered(BOOK, gap, lies_between=True, firer_gap=gap)
    assert not is_covered(BOOK, 1, lies_between=False, firer_gap=1), "a shot from the flank"
    both = book_of("printed", "DEC-45=both")
    assert [is_covered(both, 1, lies_between=True, firer_gap=gap) for gap in (1, 5)] == [True, False]
    assert is_covered(both, 0, lies_between=True, firer_gap=5), "whoever touches it holds it"
    assert is_covered(BOOK, 1, lies_between=True, firer_gap=5)
    assert "obstacle_gap" in asked(said("fire", both, **FIRE, their_obstacle_gap=1))
    assert said("fire", both, **FIRE, their_obstacle_gap=1, obstacle_gap=5).outcome("cover") == "none"


def test_nap_lin_16_a_column_shot_in_flank_has_no_cover() -> None:
    flank = firing(path=["open"], their_ground=["hedge"], their_formation="column")
    assert flank.outcome("cover") == "none"
    assert "NAP-LIN-16" in flank.rules
    for ground, path in (("hedge", "open"), ("wall", "wall"), ("redoubt", "open"), ("dead-battery", "open")):
        shot = firing(path=[path], their_ground=[ground])
        covers = [each.value for each in shot.outcomes if each.name in {"cover", "chapter"}]
        assert len(covers) == 2, "one cover, told once"


def test_nap_lin_17_an_obstacle_may_hamper_a_battery() -> None:
    guns = {"arm": "foot-art", "state": "formed", "formation": "limbered", "reacting": False}
    assert said("unlimber", ground=["wall"], **guns).outcome("hampered") is True
    assert said("unlimber", ground=["open"], **guns).outcome("hampered") is None


@pytest.mark.parametrize(("target", "becomes"), [("house", "ruin"), ("redoubt", "ruin"), ("hard", "light")])
def test_nap_lin_18_round_shot_from_near_changes_it(target: str, becomes: str) -> None:
    assert battering(target).outcome("becomes") == becomes
    assert refusing(battering(target, shot="canister")) == {"NAP-LIN-18"}
    assert refusing(battering(target, range_share=Fraction(6, 10))) == {"NAP-LIN-18"}
    assert refusing(battering(target, range_share=Fraction(1, 2))) == {"NAP-LIN-18"}, "less than half"


@pytest.mark.parametrize("target", ["light", "ruin"])
def test_nap_lin_18_what_fire_cannot_change(target: str) -> None:
    assert "NAP-LIN-18" in refusing(battering(target))
    assert said("demolish", target=target, arm="inf", state="formed", sappers=1, length=3).is_allowed


def test_nap_lin_19_a_battery_does_three_centimetres_a_half() -> None:
    assert halves_of_fire(BOOK, 6) == 2
    assert halves_of_fire(BOOK, Fraction(61, 10)) == 3
    assert battering("hard").outcome("takes") == 2 * 2
    assert asked(said("demolish", target="hard", **{**GUNS, "length": None})) == ["length"]
