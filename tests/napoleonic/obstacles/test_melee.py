"""Melee across linear obstacles and for redoubts (O8.6, O9.1)."""

from __future__ import annotations

import pytest

from deduce.napoleonic.book import book_of
from deduce.napoleonic.obstacles.linear import in_contact
from deduce.napoleonic.obstacles.redoubts import redoubt_faults
from deduce.ruling.judgement import Judgement
from napoleonic.common import asked, refusing, said

FIGHT = {"ground": ["open"], "their_ground": ["wall"], "front": 6, "their_side": 5, "height": "level"}
"""Six attack a wall that five hold."""


def fighting(**facts: object) -> Judgement:
    """What the book says of fighting across an obstacle."""
    return said("fight", **{**FIGHT, **facts})


def after(result: str, **facts: object) -> Judgement:
    """What the book says of what follows, for the attacker."""
    return said("aftermath", **{"their_ground": ["hedge"], "result": result, **facts})


def following(path: str, **facts: object) -> Judgement:
    """What the book says of following over an obstacle."""
    return said("follow-up", **{"arm": "inf", "state": "formed", "defended": False, "path": [path], **facts})


@pytest.mark.parametrize("obstacle", ["hedge", "palisade", "barricade", "wall", "abatis", "redoubt"])
def test_nap_lin_20_no_charge_at_it_or_across(obstacle: str) -> None:
    assert "NAP-LIN-20" in refusing(said("charge", path=["open"], their_ground=[obstacle]))
    assert "NAP-LIN-20" in refusing(said("charge", path=[obstacle], their_ground=["open"]))
    assert "NAP-LIN-20" not in refusing(said("charge", path=["open"], their_ground=["open"]))


def test_nap_lin_21_touching_a_held_one_is_a_melee_at_once() -> None:
    walked = {"state": "formed", "reacting": False, "ground": ["open"], "path": ["open"]}
    assert said("melee", their_ground=["hedge"], **walked).outcome("melee") == "at-once"
    assert said("melee", their_ground=["open"], **walked).outcome("melee") is None


def test_nap_lin_22_five_against_five_printed() -> None:
    """Six figures attack what five hold."""
    assert in_contact(6, 5) == 5
    fought = fighting()
    assert (fought.outcome("fights"), fought.outcome("they_fight")) == (5, 5)
    assert fought.outcome("chapter") == "melee"
    assert {"front", "their_side"} <= set(asked(said("fight", ground=["open"], their_ground=["wall"])))


def test_nap_lin_23_only_the_occupier_is_protected() -> None:
    light, hard = fighting(their_ground=["hedge"]), fighting()
    assert (light.outcome("protection"), hard.outcome("protection")) == ("light", "hard")
    for judged in (light, hard):
        assert judged.outcome("cover_malus") == "attacker"
        assert judged.outcome("own_protection") is None


def test_nap_lin_25_the_defender_recoils_and_loses_it() -> None:
    won = after("won")
    assert (won.outcome("loser_recoils"), won.outcome("loses_obstacle")) == (3, True)
    assert won.outcome("follows") is True


def test_nap_lin_26_a_column_follows_over_a_wall_unformed_printed() -> None:
    followed = following("wall")
    assert followed.is_allowed
    assert (followed.outcome("costs_time"), followed.outcome("follow_bonus")) == (False, True)
    assert followed.outcome("state_after") == "unformed"
    assert following("hedge", room_beyond=True).outcome("state_after") == "disorganised"


def test_nap_lin_27_a_division_column_has_no_room_printed() -> None:
    """A part of it is still behind the hedge."""
    followed = following("hedge", formation="division-column", room_beyond=False)
    assert followed.outcome("state_after") == "unformed"
    assert followed.outcome("fights_with") == "all"
    assert followed.outcome("follow_bonus") is True
    assert followed.outcome("their_state_fighting") == "disorganised"
    assert following("hedge", arm="cav").outcome("state_after") == "unformed"


def test_nap_lin_28_after_a_draw_both_have_it() -> None:
    drawn = after("drawn")
    assert (drawn.outcome("stays"), drawn.outcome("may_widen")) == ("first-rank", True)
    later = fighting(round=2, drew=True)
    assert (later.outcome("protection"), later.outcome("own_protection")) == ("hard", "hard")
    assert fighting(round=1, drew=True).outcome("own_protection") is None
    assert fighting(their_ground=["hedge"], round=2, drew=True).outcome("own_protection") == "light"


def test_nap_lin_29_the_attacker_recoils_and_who_may_follow() -> None:
    lost = after("lost")
    assert (lost.outcome("loser_recoils"), lost.outcome("state_after")) == (3, "disorganised")
    assert refusing(said("follow-up", defended=True, faces_elsewhere=True)) == {"NAP-LIN-29"}, "an L"
    assert said("follow-up", defended=True, faces_elsewhere=False).is_allowed


def test_nap_redoubt_1_it_protects_like_a_house_and_inside_is_formed() -> None:
    held = fighting(their_ground=["redoubt"], from_behind=False)
    assert (held.outcome("protection"), held.outcome("their_state_fighting")) == ("house", "formed")
    linear = said(
        "fight",
        book_of("printed", "DEC-30=linear"),
        **FIGHT | {"their_ground": ["redoubt"]},
        from_behind=False,
    )
    assert linear.outcome("protection") == "hard"
    shot = said("fire", state="formed", arm="inf", ground=["open"], path=["open"], their_ground=["redoubt"])
    assert (shot.outcome("cover"), shot.outcome("fired_at_as")) == ("hard", "line")


def test_nap_redoubt_2_it_needs_a_way_in_from_behind() -> None:
    assert redoubt_faults(has_rear_access=True) == ()
    (fault,) = redoubt_faults(has_rear_access=False)
    assert fault.said() == (
        "the redoubt has no way in from behind; needed: an access in its rear (NAP-REDOUBT-2)"
    )
    assert "accès" in fault.said("fr")


def test_nap_redoubt_3_taken_from_behind_it_is_prisoner() -> None:
    taken = fighting(their_ground=["redoubt"], from_behind=True)
    assert taken.outcome("prisoners") is True
    assert taken.outcome("protection") is None
    assert fighting(their_ground=["redoubt"], from_behind=False).outcome("prisoners") is None
