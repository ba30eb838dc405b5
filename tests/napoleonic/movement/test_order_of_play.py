"""The order of movements, and what becomes of forgotten units."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic import movement
from deduce.napoleonic.movement.turns_of_play import (
    checklist,
    counts_as_moved,
    goes_first,
    in_order,
    may_move_from,
    phase_of,
)
from napoleonic.common import BOOK, refusing, said

FOLDER = Path(movement.__file__ or "").parent
IN_ORDER = ("compulsory", "rally", "charge", "move", "officer")


def test_nap_turn_1_rout_rally_charge_ordinary_officer() -> None:
    for shuffled in itertools.permutations(IN_ORDER):
        assert in_order(BOOK, shuffled) == [*IN_ORDER]


@given(st.lists(st.sampled_from((*IN_ORDER, "counter", "evade", "wheel", "follow"))))
def test_nap_turn_1_those_of_one_part_stay_as_they_were(movements: list[str]) -> None:
    numbered = [*enumerate(movements)]
    ordered = in_order(BOOK, numbered, of=lambda each: each[1])
    assert sorted(ordered) == numbered
    for (first, one), (second, other) in itertools.pairwise(ordered):
        assert (phase_of(BOOK, one), first) < (phase_of(BOOK, other), second)


def test_nap_turn_2_a_rout_goes_before_an_ordinary_mover() -> None:
    for priority in ("compulsory", "rally", "charge"):
        assert goes_first(BOOK, priority, "move") is True
        assert goes_first(BOOK, "wheel", priority) is False
    assert goes_first(BOOK, "move", "oblique") is None


@pytest.mark.parametrize(
    ("step", "is_allowed", "is_warned"),
    [
        ("1/2", False, False),
        (1, True, False),
        (2, True, False),
        (3, False, False),
        (4, True, True),
        (8, False, False),
    ],
)
def test_nap_turn_3_halves_quarters_and_with_a_warning_periods(
    step: object, is_allowed: bool, is_warned: bool
) -> None:
    judgement = said("play", step=step)
    assert judgement.is_allowed is is_allowed
    assert refusing(judgement) == (set() if is_allowed else {"NAP-TURN-3"})
    assert (judgement.outcome("warning") is not None) is is_warned


def test_nap_sim_1_the_other_side_goes_through_its_line_the_other_way() -> None:
    assert checklist(["3", "5", "9"], 0) == ("3", "5", "9")
    assert checklist(["3", "5", "9"], 1) == ("9", "5", "3")


@pytest.mark.parametrize(("now", "later"), [(0, 2), (1, 2), (2, 4), (3, 4), (5, 6)])
def test_nap_sim_2_a_forgotten_unit_waits_for_the_next_half(now: int, later: int) -> None:
    assert may_move_from(BOOK, now, agrees=False) == later
    assert may_move_from(BOOK, now, agrees=True) == now


def test_nap_sim_3_in_doubt_it_has_moved_and_a_log_ends_the_doubt() -> None:
    assert counts_as_moved(is_logged=None, is_disputed=True)
    assert not counts_as_moved(is_logged=None, is_disputed=False)
    assert not counts_as_moved(is_logged=False, is_disputed=True)
    assert counts_as_moved(is_logged=True, is_disputed=False)


def test_nap_sim_4_is_a_reminder_that_no_act_hangs_on() -> None:
    acts = BOOK.law.actions.values()
    assert not any("NAP-SIM-4" in need.rules for act in acts for need in act.needs.values())
    assert "NAP-SIM-4" in (FOLDER / "words.toml").read_text(encoding="utf-8")
