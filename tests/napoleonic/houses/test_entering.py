"""Going into a house: who, how, in what time and state (O5.1, O5.2)."""

from __future__ import annotations

import pytest

from deduce.napoleonic.book import book_of
from deduce.napoleonic.houses.village import street_sides, village_faults
from deduce.ruling.judgement import Judgement
from deduce.tabletop.rulings import Verdict
from napoleonic.common import asked, refusing, said

FREE = {
    "arm": "inf",
    "figures": 12,
    "state": "formed",
    "formation": "column",
    "ground": ["open"],
    "holder": "nobody",
    "first_rank": "whole",
    "reacting": False,
}
"""Twelve figures of infantry at the wall of an empty house."""


def entering(**facts: object) -> Judgement:
    """What the book says of entering a house."""
    return said("house", **{**FREE, **facts})


def relieving(**facts: object) -> Judgement:
    """What the book says of relieving a friend in a house."""
    return said("relieve", **{**FREE, "holder": "friend", **facts})


@pytest.mark.parametrize(("houses", "sides"), [(2, (1, 1)), (3, (1, 2)), (4, (2, 2))])
def test_nap_house_1_houses_stand_on_both_sides_of_the_street_printed(
    houses: int, sides: tuple[int, int]
) -> None:
    assert street_sides(houses) == sides
    assert village_faults(*sides, on_road=True) == ()


def test_nap_house_1_a_village_that_is_none_is_told() -> None:
    lopsided, apart = village_faults(0, 3, on_road=False)
    assert lopsided.said() == (
        "0 and 3 houses stand along the street; needed: 1 on one side and 2 on the other (NAP-HOUSE-1)"
    )
    assert apart.rules == ("NAP-HOUSE-1",)
    assert "route" in apart.said("fr")


def test_nap_house_2_no_way_leads_through_a_house() -> None:
    march = {"arm": "inf", "state": "formed", "formation": "column", "ground": ["open"], "reacting": False}
    assert refusing(said("move", path=["house"], **march)) == {"NAP-HOUSE-2"}
    assert "NAP-HOUSE-2" in refusing(said("forced", path=["house"], **march))
    assert said("move", path=["road"], **march).verdict is Verdict.ALLOWED


def test_nap_house_3_only_an_empty_house_is_occupied() -> None:
    assert entering().is_allowed
    assert refusing(entering(holder="friend")) == {"NAP-HOUSE-3"}
    assert "NAP-HOUSE-3" in refusing(entering(holder="enemy", side_held=True, won=False))


def test_nap_house_4_infantry_of_three_figures_that_is_formed() -> None:
    assert entering(figures=3).outcome("takes") == 2
    assert refusing(entering(figures=2)) == {"NAP-HOUSE-4", "DEC-24"}
    assert entering(figures=2, formation="skirmish").verdict is Verdict.REFUSED
    assert refusing(entering(arm="cav")) == {"NAP-HOUSE-4"}
    assert entering(formation="skirmish").is_allowed
    assert entering(state="disorganised").is_allowed
    unformed = entering(state="unformed")
    assert "NAP-HOUSE-4" in refusing(unformed)
    assert any("re-form first" in each.said() for each in unformed.refusals)


def test_nap_house_4_who_is_enough_hangs_on_dec_24() -> None:
    two = book_of("printed", "DEC-24=two")
    assert said("house", two, **{**FREE, "figures": 2}).is_allowed
    assert "DEC-24=three" in entering(figures=2).choices


def test_nap_house_5_unformed_during_and_after() -> None:
    entered = entering()
    assert entered.outcome("state_during") == entered.outcome("state_after") == "unformed"
    assert entering(formation="skirmish").outcome("state_after") == "unformed"


def test_nap_house_6_after_a_forced_march_it_re_forms_first() -> None:
    march = {"arm": "inf", "formation": "column", "path": ["open"], "ground": ["open"], "forced_before": 0}
    after = said("forced", state="formed", **march).outcome("state_after")
    assert after == "unformed"
    assert "NAP-HOUSE-6" in refusing(entering(state=after))


def test_nap_house_7_two_quarters_may_straddle_two_phases_printed() -> None:
    for quarter in ("Q1", "Q2", "Q3", "Q4"):
        assert entering(quarter=quarter).outcome("takes") == 2, quarter
    assert said("play", step="1/2").verdict is Verdict.REFUSED, "nothing is finer than a quarter"


@pytest.mark.parametrize("touching", ["part", "none"], ids=["past-the-corner", "not-there"])
def test_nap_house_8_the_whole_first_rank_touches_one_side_printed(touching: str) -> None:
    """A line partly past the corner does not enter, nor one whose flank figure alone touches."""
    assert refusing(entering(first_rank=touching)) == {"NAP-HOUSE-8"}


def test_nap_house_9_contacted_before_it_is_done_it_has_no_protection() -> None:
    entered = entering()
    assert entered.outcome("if_contacted") == "caught"
    (caught,) = (each for each in entered.outcomes if each.name == "if_contacted")
    assert set(caught.rules) == {"NAP-HOUSE-9", "NAP-WOOD-22"}
    fought = said("fight", ground=["house"], their_ground=["open"], partly_out=True, their_charging=True)
    assert (fought.outcome("state_fighting"), fought.outcome("own_cover")) == ("disorder", "none")
    assert fought.outcome("routs_on") == "halt"


def test_nap_house_52_an_enemy_that_enters_too_is_met_in_the_streets() -> None:
    assert entering().outcome("if_met") == "street"
    assert entering(holder="enemy", side_held=False).outcome("if_met") is None


def test_nap_house_10_a_unit_in_a_house_enters_no_second_one() -> None:
    assert refusing(entering(ground=["house"])) == {"NAP-HOUSE-10"}


def test_nap_house_19_a_friend_in_contact_takes_over_within_a_half_printed() -> None:
    """Grouped elites hold a village until a battalion arrives."""
    swap = relieving(first_rank="part")
    assert swap.is_allowed
    assert (swap.outcome("starts"), swap.outcome("takes")) == ("next-half", 2)
    assert swap.outcome("other_leaves") is True
    assert swap.outcome("state_after") == "unformed"
    assert refusing(relieving(first_rank="none")) == {"NAP-HOUSE-19"}
    assert refusing(relieving(holder="nobody")) == {"NAP-HOUSE-19"}


def test_nap_house_4_whoever_relieves_could_enter_himself() -> None:
    assert refusing(relieving(arm="cav")) == {"NAP-HOUSE-4"}
    assert refusing(relieving(figures=2)) == {"NAP-HOUSE-4", "DEC-24"}
    assert "NAP-HOUSE-4" in refusing(relieving(state="unformed"))


def test_nap_house_43_a_held_side_has_to_be_won() -> None:
    assert refusing(entering(holder="enemy", side_held=True, won=False)) == {"NAP-HOUSE-3", "NAP-HOUSE-43"}
    won = entering(holder="enemy", side_held=True, won=True)
    assert won.is_allowed
    assert won.outcome("follow_bonus") is False


def test_nap_house_50_a_side_that_nobody_holds_is_entered_in_a_half() -> None:
    entered = entering(holder="enemy", side_held=False)
    assert entered.is_allowed
    assert entered.outcome("takes") == 2
    assert entered.outcome("fights_with") == "all"
    assert entered.outcome("state_after") == entered.outcome("their_state_fighting") == "unformed"
    assert entered.outcome("protection") == "house"
    assert entered.outcome("chapter") == "melee"
    hard = book_of("printed", "DEC-36=hard")
    assert (
        said("house", hard, **{**FREE, "holder": "enemy", "side_held": False}).outcome("protection") == "hard"
    )


def test_nap_house_3_who_is_inside_is_asked_before_what_it_means() -> None:
    """Whether a side is held only matters in a house of the enemy."""
    nobody_said = said("house", arm="inf", figures=12, state="formed", ground=["open"], reacting=False)
    assert nobody_said.verdict is Verdict.UNKNOWN
    assert asked(nobody_said) == ["holder", "first_rank"]
    assert asked(entering(holder="enemy")) == ["side_held"]


def test_nap_house_4_a_refusal_is_told_in_both_languages() -> None:
    refusal = entering(figures=2)
    assert refusal.refusals[0].said() == (
        "the strength of 3 is 2 figures; needed: at least 3 figures (NAP-HOUSE-4, DEC-24)"
    )
    assert refusal.refusals[0].said("fr") == (
        "l'effectif de 3 : 2 figurines ; il faut : au moins 3 figurines (NAP-HOUSE-4, DEC-24)"
    )
