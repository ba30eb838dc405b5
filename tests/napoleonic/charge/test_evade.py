"""Evades (M7)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deduce.napoleonic.book import book_of
from deduce.napoleonic.charge.evading import (
    caught_in,
    counts_from,
    evade_pace,
    gone,
    passing,
    quarters_before_moving,
    rejoined_after,
    safe_beyond,
)  # fmt: skip
from napoleonic.charge.situations import FOOT, evade
from napoleonic.common import BOOK, asked, refusing, said

FREE: dict[str, object] = {
    "charged": False, "in_path": False, "order": "harass", "may_evade": None, "evade_declared": True,
}  # fmt: skip
"""What a voluntary evade has otherwise than a compelled one."""


def test_nap_evade_1_the_order_to_harass_and_a_threat() -> None:
    assert evade(**FREE).is_allowed
    assert evade(**FREE, formation="line").is_allowed
    assert "NAP-EVADE-1" in refusing(evade(**{**FREE, "order": "cover"}))
    assert "NAP-EVADE-1" in refusing(evade(**FREE, threatened=False))


def test_nap_evade_1_cavalry_only_by_choice() -> None:
    """DEC-17b."""
    assert "NAP-EVADE-1" in refusing(evade(**FREE, arm="cav", formation="line"))
    assert evade(book_of(house="DEC-17b=all"), **FREE, arm="cav", formation="line").is_allowed


def test_nap_evade_2_declared_at_the_start_of_a_half() -> None:
    assert refusing(evade(**FREE, quarter="Q2")) == {"NAP-EVADE-2"}
    assert evade(**FREE, quarter="Q3").is_allowed
    assert evade(quarter="Q2").is_allowed, "nobody who is compelled declares anything"


def test_nap_evade_3_skirmishers_in_the_open_must() -> None:
    assert evade().outcome("must") is True
    assert evade(formation="line", order="harass", may_evade=None).outcome("must") is True
    line = evade(formation="line", order="cover", may_evade=None)
    assert "NAP-EVADE-1" in refusing(line), "neither skirmishers nor ordered to harass"


def test_nap_evade_3_where_nobody_says_how_it_stands() -> None:
    assert evade(covered=None).outcome("must") == "in-the-open"
    assert evade(ground=None).outcome("must") == "in-the-open"
    assert evade(ground=None, covered=True).outcome("must") is False
    assert (
        evade(formation="line", order="harass", may_evade=None, ground=None).outcome("must") == "in-the-open"
    )


def test_nap_evade_3_whoever_stands_in_the_path_is_charged() -> None:
    """DEC-15."""
    assert evade(charged=False, in_path=True).outcome("must") is True
    by_target = book_of(house="DEC-15=target")
    assert evade(by_target, charged=False, in_path=True).outcome("must") is None
    assert evade(by_target, charged=True, in_path=False).outcome("must") is True


@pytest.mark.parametrize(
    "place",
    [{"covered": True}, {"ground": ["wood"]}, {"ground": ["house"]}],
    ids=["hedge", "wood", "village"],
)
def test_nap_evade_4_behind_cover_it_is_a_choice(place: dict[str, object]) -> None:
    assert evade(**place).outcome("must") is False


def test_nap_evade_5_away_first_then_home() -> None:
    """DEC-16."""
    assert evade().outcome("direction") == "away"
    assert evade(book_of(house="DEC-16=facing")).outcome("direction") == "facing"


def test_nap_evade_6_a_quarter_to_turn() -> None:
    """Declared: Q1 turn, moves from Q2. DEC-17 gives slower troops their own time."""
    assert quarters_before_moving(BOOK, is_compelled=False) == 1
    assert evade(**FREE).outcome("moves_from") == 1
    own = book_of(house="DEC-17=faces")
    assert evade(own, **FREE).outcome("moves_from") == 1
    assert evade(own, **FREE, status="militia").outcome("moves_from") == 2
    assert evade(**FREE, status="militia").outcome("moves_from") == 1
    assert asked(evade(own, **FREE, status=None)) == ["status"], "never taken for steady"
    assert quarters_before_moving(own, is_compelled=True, turn=2) == 3


def test_nap_evade_7_compelled_it_loses_the_quarter_of_reaction() -> None:
    """Charged in Q1: Q1 reaction, Q2 turn, moves from Q3."""
    assert quarters_before_moving(BOOK, is_compelled=True) == 2
    assert evade().outcome("moves_from") == 2
    assert evade(evade_declared=True, order="harass", may_evade=None).outcome("moves_from") == 1


def test_nap_evade_8_twenty_two_a_period() -> None:
    assert (evade_pace(BOOK), gone(BOOK, 3, 1)) == (Fraction(11, 2), 11)
    judged = evade()
    assert (judged.outcome("per_period"), judged.outcome("per_quarter")) == (22, Fraction(11, 2))


def test_nap_evade_9_unformed_during_it_and_after() -> None:
    judged = evade()
    assert (judged.outcome("state_during"), judged.outcome("state_after")) == ("unformed", "unformed")


def test_nap_evade_10_half_to_re_form_and_half_to_rejoin_printed() -> None:
    """French voltigeurs: one period."""
    re_forming = BOOK.looked_up("re-forming", {"arm": "inf", "state": "unformed"}).values["takes"]
    assert rejoined_after(BOOK, re_forming) == 4 == BOOK.number("period.quarters")  # type: ignore[arg-type]
    assert evade(detached=True).outcome("rejoin") == 2
    assert evade(detached=False).outcome("rejoin") is None


def test_nap_evade_11_it_counts_from_the_period_after() -> None:
    assert counts_from(BOOK, 3) == 4
    walk = {**FOOT, "joins_screen": True}
    assert "NAP-EVADE-11" in refusing(said("melee", **walk))
    assert said("melee", **{**walk, "joins_screen": False}).is_allowed


def test_nap_evade_12_re_forming_behind_a_friend_that_faces_the_enemy() -> None:
    evaded = {"evaded": True, "detached": False}
    assert "NAP-EVADE-12" in refusing(said("re-form", **evaded, behind_facing_friend=False))
    assert "NAP-EVADE-12" not in refusing(said("re-form", **evaded, behind_facing_friend=True))
    assert "behind_facing_friend" in asked(said("re-form", **evaded))


def test_nap_evade_13_at_the_edge_a_morale_test_decides() -> None:
    judged = evade(at_edge=True)
    assert (judged.outcome("test"), judged.outcome("chapter")) == ("leave", "morale")


def test_nap_evade_14_between_two_friends() -> None:
    assert passing(BOOK, Fraction(14, 10), are_firm=False) == "interpenetrates"
    assert passing(BOOK, Fraction(15, 10), are_firm=False) == "flows"
    judged = evade(friends_behind=True, friends_firm=False, gap="1.4")
    assert judged.outcome("passing") == "interpenetrates"
    assert "disorder" in {each.value for each in judged.outcomes if each.name == "state_after"}
    assert evade(friends_behind=True, friends_firm=False, gap="1.5").outcome("passing") == "flows"
    assert asked(evade(friends_behind=True)) == ["gap", "friends_firm"]
    assert "NAP-EVADE-14" in refusing(said("flow", arm="inf", gap="1.4"))
    assert said("flow", arm="inf", gap="1.5").is_allowed


def test_nap_evade_15_never_through_guard_elite_or_squares() -> None:
    assert passing(BOOK, 0, are_firm=True) == "detour"
    assert evade(friends_behind=True, friends_firm=True, gap=0).outcome("passing") == "detour"


def test_nap_evade_16_contacted_it_is_hit_from_behind() -> None:
    judged = evade(contacted=True)
    assert (judged.outcome("hit_from"), judged.outcome("state_during")) == ("behind", "unformed")


def test_nap_evade_17_seven_figures_split_round_a_line_printed() -> None:
    """A line of twelve without a gap: past both its ends, and together again behind it."""
    judged = evade(figures=7, friends_behind=True, friends_firm=True, gap=0)
    assert judged.outcome("may_split") is True
    assert judged.outcome("passing") == "detour"
    assert evade(figures=7).outcome("may_split") is None


def test_nap_evade_18_the_worse_morale_test_for_all() -> None:
    judged = evade(split_contacted=True)
    assert (judged.outcome("test"), judged.outcome("chapter")) == ("worse", "morale")


@pytest.mark.parametrize(
    ("charger", "waits", "safe"),
    [
        ((9, 9), 1, "57/2"),
        ((9, 9), 2, "34"),
        ((Fraction(9, 2), 4), 1, "17/2"),
        ((Fraction(9, 2), 4), 2, "13"),
    ],
)
def test_who_gets_away_from_a_charge(charger: tuple[Fraction, Fraction], waits: int, safe: str) -> None:
    """NAP-DED-5."""
    assert safe_beyond(BOOK, charger, waits, 4) == Fraction(safe)
    assert caught_in(BOOK, charger, Fraction(safe), waits, 4) is not None
    assert caught_in(BOOK, charger, Fraction(safe) + Fraction(1, 20), waits, 4) is None


def test_thirty_centimetres_from_light_cavalry() -> None:
    """NAP-DED-5: declared they get away by 1.5 cm, compelled they are caught in Q3, 36 against 35.5."""
    assert caught_in(BOOK, (9, 9), 30, 1, 4) is None
    assert 30 + gone(BOOK, 4, 1) - (9 * 4 + 9) == Fraction(3, 2)
    assert caught_in(BOOK, (9, 9), 30, 2, 4) == 3
    assert 30 + gone(BOOK, 3, 2) == Fraction(71, 2)
