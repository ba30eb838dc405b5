"""Following a rally, and tied melees of cavalry."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.movement.pace import move_of
from deduce.napoleonic.rally.following import carried_into, caught_up, keeps_contact, must_both_rally
from napoleonic.common import BOOK, asked, refusing, said

LIGHT: dict[str, Any] = {"nation": "FR", "arm": "cav", "kind": "light", "status": "regular"}


def test_nap_rally_10_only_cavalry_in_contact_follows() -> None:
    assert said("follow", touching=True, uncontrolled=False, **LIGHT).is_allowed
    assert refusing(said("follow", touching=False, **LIGHT)) == {"NAP-RALLY-10"}
    for arm in ("inf", "horse-art"):
        assert "NAP-RALLY-10" in refusing(said("follow", arm=arm, touching=True))


def test_nap_rally_11_the_follower_has_its_own_move() -> None:
    column = said("follow", touching=True, uncontrolled=False, formation="column", **LIGHT)
    assert column.outcome("per_period") == 36
    line = said("follow", touching=True, uncontrolled=False, formation="line", **LIGHT)
    assert line.outcome("per_period") is None
    assert "move" in asked(line)


def test_nap_rally_12_english_light_dragoons_do_not_keep_up_printed() -> None:
    dragoons = {"nation": "EN", "arm": "cav", "kind": "light-dragoon", "formation": "column"}
    rallier = move_of(BOOK, {**LIGHT, "formation": "column"}).amount("per_period")
    follower = move_of(book_of(house="NAP-DIST-2=any"), dragoons).amount("per_period")
    assert (rallier, follower) == (36, 34)
    assert rallier is not None
    assert follower is not None
    assert not keeps_contact(BOOK, rallier, follower)


def test_nap_rally_12_exactly_as_fast_hangs_on_a_decision() -> None:
    assert keeps_contact(BOOK, 36, 36)
    assert not keeps_contact(book_of(house="DEC-7=breaks"), 36, 36)
    assert keeps_contact(book_of(house="DEC-7=breaks"), 34, 36)


def test_nap_rally_13_a_slower_one_keeps_up_uncontrolled() -> None:
    assert keeps_contact(BOOK, 36, 34, is_uncontrolled=True)


@given(st.integers(1, 60), st.integers(1, 60), st.booleans())
def test_nap_rally_13_nothing_else_keeps_a_slower_one_in_contact(
    rallier: int, follower: int, is_uncontrolled: bool
) -> None:
    kept = keeps_contact(BOOK, rallier, follower, is_uncontrolled=is_uncontrolled)
    assert kept is (is_uncontrolled or follower >= rallier)


@pytest.mark.parametrize(
    ("quarters", "is_allowed"), [(1, False), (2, False), (3, False), (4, True), (8, True)]
)
def test_nap_rally_14_whoever_follows_does_so_for_a_period(quarters: int, is_allowed: bool) -> None:
    judgement = said("stop-following", followed_for=quarters)
    assert judgement.is_allowed is is_allowed
    assert refusing(judgement) == (set() if is_allowed else {"NAP-RALLY-14"})


@pytest.mark.parametrize("act", ["change", "widen"])
def test_nap_rally_15_no_change_of_formation_while_following(act: str) -> None:
    assert "NAP-RALLY-15" in refusing(said(act, arm="cav", following=True, to="column"))
    assert "NAP-RALLY-15" not in refusing(said(act, arm="cav", following=False, to="column"))
    assert "NAP-RALLY-15" not in refusing(said(act, arm="inf", to="column"))
    follower = said("follow", touching=True, uncontrolled=False, **LIGHT)
    assert follower.outcome("state_during") == "disorganised"


def test_nap_rally_17_no_contact_no_combat() -> None:
    assert caught_up(12, 10, Fraction(1, 2)) is None
    assert caught_up(12, 10, 0) is not None


def test_nap_rally_18_all_figures_of_both_fight() -> None:
    fight = caught_up(12, 10, 0)
    assert fight is not None
    assert (fight.rallier, fight.follower) == (12, 10)
    assert (fight.rallier_state, fight.follower_state) == ("unformed", "disorganised")
    assert (fight.follow_bonus, fight.charge_bonus) == (True, False)


def test_nap_rally_19_uncontrolled_with_all_bonuses_and_without_the_malus() -> None:
    fight = caught_up(12, 10, 0, is_uncontrolled=True)
    assert fight is not None
    assert (fight.follower_state, fight.follow_bonus, fight.charge_bonus) == ("formed", True, True)
    judgement = said("follow", touching=True, uncontrolled=True, **LIGHT)
    assert judgement.outcome("state_during") is None
    assert judgement.outcome("charge_bonuses") is True


def test_nap_rally_28_carried_into_others_it_enters_melee_without_a_charge() -> None:
    through, past = carried_into(is_interpenetrated=True), carried_into(is_interpenetrated=False)
    for met in (through, past):
        assert (met.entry, met.state, met.follow_bonus, met.they_fire) == (
            "melee",
            "disorganised",
            False,
            False,
        )
    assert (through.their_state, past.their_state) == ("disorder", "")


def test_nap_rally_29_equal_hussars_both_rally_printed() -> None:
    assert must_both_rally(1, is_equal_in_number=True, is_equal_in_value=True) is True


@pytest.mark.parametrize(
    ("number", "value"),
    [
        pytest.param(True, False, id="hussars_and_dragoons_printed"),
        pytest.param(False, True, id="12_against_10_printed"),
        pytest.param(False, None, id="whatever_the_value"),
    ],
)
def test_nap_rally_30_unequal_ones_may_stay(number: bool | None, value: bool | None) -> None:
    assert must_both_rally(1, is_equal_in_number=number, is_equal_in_value=value) is False


def test_nap_rally_30_the_values_are_those_of_the_table() -> None:
    def combat(nation: str, kind: str) -> object:
        facts = {"nation": nation, "arm": "cav", "kind": kind}
        return BOOK.looked_up("combat", facts).amount("combat")

    assert combat("FR", "hussar") == combat("RU", "hussar") == 5
    # What the print has lost is not known; that the two differ has to be said.
    assert combat("FR", "dragoon") is None
    assert must_both_rally(1, is_equal_in_number=True, is_equal_in_value=None) is None


def test_nap_rally_31_tied_twice_both_rally() -> None:
    assert must_both_rally(2, is_equal_in_number=False, is_equal_in_value=False) is True
    assert must_both_rally(0, is_equal_in_number=True, is_equal_in_value=True) is False
