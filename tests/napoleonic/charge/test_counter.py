"""Counter-charges (M6)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.charge.counter import bonuses_of_both, has_bonuses, least_distance, meeting_quarter
from napoleonic.charge.situations import COUNTER, counter
from napoleonic.common import BOOK, asked, refusing

FOOT = Fraction(9, 2)
LINE = Fraction(7, 2)
FRENCH, ENGLISH = Fraction(9), Fraction(17, 2)
STRICT = book_of(house="DEC-14=contact")
paces = st.integers(20, 240).map(lambda number: Fraction(number, 20))
bonuses = st.integers(0, 240).map(lambda number: Fraction(number, 20))
distances = st.integers(1, 1200).map(lambda number: Fraction(number, 20))


def test_nap_counter_1_neither_written_nor_declared() -> None:
    judged = counter()
    assert judged.is_allowed
    assert judged.outcome("sheet") == "none"
    for name, wrong in (("formation", "square"), ("state", "unformed"), ("arm", "foot-art")):
        assert "NAP-COUNTER-1" in refusing(counter(**{name: wrong})), "the duties of a charge"


def test_nap_counter_2_the_order_must_allow_it() -> None:
    """DEC-11."""
    hold = {"order": "hold", "may_counter": None}
    assert refusing(counter(**hold)) == {"NAP-COUNTER-2"}
    assert counter(book_of(house="DEC-11=counter"), **hold).is_allowed
    assert asked(counter(order="cover", may_counter=None)) == ["may_counter"]
    assert refusing(counter(may_counter=False)) == {"NAP-COUNTER-2"}


def test_nap_counter_3_only_who_is_charged_printed() -> None:
    """A unit that covers a friend sees that friend charged."""
    assert refusing(counter(order="cover", charged=False)) == {"NAP-COUNTER-3"}


def test_nap_counter_4_standing_is_always_possible() -> None:
    judged = counter()
    assert judged.outcome("must") is False
    assert "it is never compulsory: standing is always possible (NAP-COUNTER-4)" in judged.said()


def test_nap_counter_5_infantry_does_not_counter_cavalry() -> None:
    assert "NAP-COUNTER-5" in refusing(counter(their_arm="cav"))
    assert counter(arm="cav", kind="light", their_arm="cav").is_allowed


@pytest.mark.parametrize(("since", "allowed"), [(0, False), (1, True), (2, False)])
def test_nap_counter_6_in_the_quarter_after_the_charge_begins(since: int, allowed: bool) -> None:
    judged = counter(since_charge=since)
    assert judged.is_allowed is allowed
    assert allowed or refusing(judged) == {"NAP-COUNTER-6"}


def test_nap_counter_7_thirteen_centimetres_are_not_enough_printed() -> None:
    assert not has_bonuses(BOOK, FOOT, FOOT, 13)
    assert has_bonuses(BOOK, FOOT, FOOT, Fraction(27, 2))
    assert counter(distance=13, their_pace="4.5").outcome("bonuses") == "charger"
    assert counter(distance="13.5", their_pace="4.5").outcome("bonuses") == "both"
    assert asked(counter(distance=13)) == ["their_pace"]


def test_nap_counter_7_apart_is_effective_touching_is_not_printed() -> None:
    """The captions: the charger's first two quarters and the other's first one, before any bonus."""
    for charger, other in ((FRENCH, ENGLISH), (ENGLISH, FRENCH), (FOOT, LINE)):
        together = 2 * charger + other
        assert has_bonuses(BOOK, charger, other, together + Fraction(1, 20))
        assert not has_bonuses(BOOK, charger, other, together - Fraction(1, 20))


def test_nap_counter_7_a_gap_of_exactly_a_quarter() -> None:
    """DEC-14."""
    least = least_distance(BOOK, FOOT, FOOT)
    assert has_bonuses(BOOK, FOOT, FOOT, least)
    assert not has_bonuses(STRICT, FOOT, FOOT, least)
    judged = counter(distance=least, their_pace="4.5")
    assert "DEC-14=enough" in {each for outcome in judged.outcomes for each in outcome.choices}
    assert counter(STRICT, distance=least, their_pace="4.5").outcome("bonuses") == "charger"


@pytest.mark.parametrize(
    ("charger", "other", "least"),
    [(FOOT, FOOT, "27/2"), (FOOT, LINE, "25/2"), (FRENCH, ENGLISH, "53/2"), (ENGLISH, FRENCH, "26")],
)
def test_nap_counter_7_the_smallest_legal_distances(charger: Fraction, other: Fraction, least: str) -> None:
    """NAP-DED-8."""
    assert least_distance(BOOK, charger, other) == Fraction(least)


def test_nap_counter_8_then_only_the_charger_has_its_bonuses() -> None:
    assert (bonuses_of_both(is_effective=False), bonuses_of_both(is_effective=True)) == ("charger", "both")
    assert "NAP-COUNTER-8" in counter(distance=13, their_pace="4.5").rules


def test_nap_counter_6_also_nap_react_1_the_reaction_quarter_is_lost() -> None:
    assert not counter(reacting=True).is_allowed
    assert COUNTER["reacting"] is False


@given(paces, bonuses, paces, bonuses, distances)
def test_nap_counter_7_they_meet_in_the_first_quarter_that_brings_them_together(
    pace: Fraction, bonus: Fraction, other: Fraction, more: Fraction, distance: Fraction
) -> None:
    """DEC-44: n quarters of the charger, one fewer of the other, and the bonuses that they have."""
    quarter = meeting_quarter(BOOK, (pace, bonus), (other, more), distance)
    extra = more if has_bonuses(BOOK, pace, other, distance) else 0

    def reached(quarters: int) -> bool:
        moved = quarters * pace + bonus + (quarters - 1) * other
        return moved + (extra if quarters > 1 else 0) >= distance

    assert reached(quarter)
    assert quarter == 1 or not reached(quarter - 1)
