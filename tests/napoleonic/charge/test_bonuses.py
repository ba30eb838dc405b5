"""Who earns the bonuses of a charge, and what they are (M5.3)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.charge.bonuses import combat_value, earns_bonuses, front_rank, push_ranks, ranks_of
from napoleonic.charge.situations import foot, horse
from napoleonic.common import BOOK

PACE = Fraction(9, 2)


def test_nap_charge_15_a_quarter_of_movement_and_the_last_one_straight() -> None:
    assert earns_bonuses(BOOK, PACE, 5, is_straight=True)
    assert not earns_bonuses(BOOK, PACE, 5, is_straight=False)
    assert foot(distance=5, straight=True).outcome("bonuses") == "charge"
    assert foot(distance=5).outcome("bonuses") == "earned", "nobody said that it is straight"
    assert foot().outcome("bonuses") == "earned"


def test_nap_charge_16_four_centimetres_give_nothing_at_all_printed() -> None:
    assert not earns_bonuses(BOOK, PACE, 4, is_straight=True)
    judged = foot(distance=4, straight=True)
    assert (judged.outcome("contact"), judged.outcome("bonuses")) == ("Q1", "none")
    assert (judged.outcome("push_ranks"), judged.outcome("charge_combat")) == (None, None)


def test_nap_charge_16_exactly_a_quarter_is_enough() -> None:
    assert earns_bonuses(BOOK, PACE, PACE, is_straight=True)


def test_nap_charge_21_a_bend_in_the_last_quarter_costs_the_bonus() -> None:
    judged = foot(distance=8, straight=False)
    assert judged.outcome("bonuses") == "none"
    assert "NAP-CHARGE-21" in judged.rules


def test_nap_charge_24_a_french_hussar_has_eight_printed() -> None:
    assert combat_value(5, 3) == 8
    judged = horse(kind="hussar", distance=19, straight=True)
    assert (judged.outcome("charge_combat"), judged.outcome("combat_in_all")) == (None, None), (
        "no speed is printed"
    )


def test_nap_charge_25_the_lowest_bonus_and_a_tenth_more_losses() -> None:
    assert front_rank(BOOK, [2, 3]) == (2, Fraction(11, 10))
    assert front_rank(BOOK, [3, 3]) == (3, 1)


def test_nap_charge_26_grenadiers_in_front_of_six_ranks_printed() -> None:
    push = push_ranks(BOOK, "inf", [3] * 6)
    assert push == 3
    assert combat_value(5, 2, push) == 10
    assert foot(distance=8).outcome("push_ranks") == 3
    assert list(ranks_of(18, 3)) == [3] * 6
    assert foot(formation="line", front=18, distance=8).outcome("push_ranks") is None


def test_nap_charge_26_grenadiers_by_the_tables() -> None:
    judged = foot(kind="grenadier", distance=8, straight=True, figures=18, front=3)
    assert judged.outcome("per_quarter") == 5
    assert judged.outcome("charge_combat") == 2
    assert judged.outcome("combat_in_all") == 10


def test_nap_charge_27_a_narrower_rank_cancels_those_behind_it_printed() -> None:
    push = push_ranks(BOOK, "inf", [3, 3, 2, 3])
    assert push == 1
    assert combat_value(5, 2, push) == 8


def test_nap_charge_28_cavalry_pushes_nobody() -> None:
    assert push_ranks(BOOK, "cav", [3] * 4) == 0
    assert horse(figures=12, front=3).outcome("push_ranks") is None


@given(st.lists(st.integers(1, 5), min_size=1, max_size=8))
def test_push_ranks_never_exceed_three_nor_what_stands_behind(ranks: list[int]) -> None:
    push = push_ranks(BOOK, "inf", ranks)
    assert 0 <= push <= min(3, len(ranks) - 1)
    assert push_ranks(BOOK, "inf", ranks, is_column=False) == 0
    assert push_ranks(BOOK, "inf", [*ranks, ranks[0]]) >= push


@pytest.mark.parametrize("figures", range(1, 20))
def test_ranks_hold_all_figures(figures: int) -> None:
    assert sum(ranks_of(figures, 3)) == figures
