"""The charge desk: thresholds, chances of guesses, the player's eye."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.charge.contact import change_is_in_time, contact_quarter, fire_quarters
from deduce.napoleonic.charge.course import expected
from deduce.napoleonic.desk.eye import Eye, Glance, corrected
from deduce.napoleonic.desk.guesses import Guess, contact_chances, missed_chance
from deduce.napoleonic.desk.thresholds import thresholds
from napoleonic.common import BOOK

FOOT = (Fraction(9, 2), 4)
paces = st.integers(20, 240).map(lambda number: Fraction(number, 20))
bonuses = st.integers(0, 240).map(lambda number: Fraction(number, 20))
distances = st.integers(1, 1200).map(lambda number: Fraction(number, 20))


def test_cavalry_in_column() -> None:
    found = thresholds(BOOK, 9, 9)
    assert [[leg.touches_up_to for leg in legs] for legs in found.legs] == [[18, 27, 36, 45], [18, 27]]
    assert found.fires_beyond == ((1, 9), (2, 18), (3, 27), (4, 36))
    assert (found.earns_from, found.change_beyond, found.reacting_beyond) == (9, 18, 27)
    assert [(each.declared, each.compelled) for each in found.evades] == [
        (Fraction(57, 2), 34),
        (Fraction(43, 2), 27),
    ]


def test_infantry_in_column() -> None:
    found = thresholds(BOOK, *FOOT)
    assert [leg.touches_up_to for leg in found.legs[0]] == [Fraction(17, 2), 13, Fraction(35, 2), 22]
    assert (found.evades[0].declared, found.evades[0].compelled) == (Fraction(17, 2), 13)
    assert found.fires_beyond[0] == (1, FOOT[0])


def test_off_the_axis_everything_comes_a_quarter_later() -> None:
    found = thresholds(BOOK, 9, 9, is_off_axis=True)
    assert [leg.touches_up_to for leg in found.legs[0]] == [0, 18, 27, 36]
    assert found.fires_beyond[0] == (2, 9)
    assert (found.change_beyond, found.reacting_beyond) == (0, 18), "it is done while the charger turns"
    assert found.evades[0].declared == Fraction(36) - Fraction(33, 2) + Fraction(11, 2) * 0


@given(paces, bonuses, distances, st.booleans())
def test_thresholds_say_what_the_reckoning_of_a_distance_says(
    pace: Fraction, bonus: Fraction, distance: Fraction, is_off_axis: bool
) -> None:
    found = thresholds(BOOK, pace, bonus, is_off_axis=is_off_axis)
    waits = int(is_off_axis)
    quarter = waits + contact_quarter(pace, bonus, distance)
    reached = [leg.quarter for leg in found.legs[0] if distance <= leg.touches_up_to]
    assert (reached[0] if reached else None) == (quarter if quarter <= 4 else None)
    fires = max((number for number, beyond in found.fires_beyond if distance > beyond), default=waits)
    if reached:
        assert fires == waits + fire_quarters(pace, distance, bonus)
    assert (distance > found.change_beyond) is change_is_in_time(pace, bonus, distance, 1, waits=waits)
    assert (distance > found.reacting_beyond) is change_is_in_time(pace, bonus, distance, 1, 1, waits)


def test_chances_of_a_guess() -> None:
    legs = expected(BOOK, 9, 9, 1)
    guess = Guess(25, 31)
    assert contact_chances(guess, legs) == (0, Fraction(1, 3), Fraction(2, 3), 0)
    assert contact_chances(Guess(19, 19), legs) == (0, 1, 0, 0)
    assert contact_chances(Guess(27, 27), legs) == (0, 1, 0, 0), "exactly there it touches"
    assert contact_chances(Guess(0, 0), legs) == (1, 0, 0, 0)
    assert (missed_chance(Guess(44, 46), legs), missed_chance(guess, expected(BOOK, 9, 9, 2))) == (
        Fraction(1, 2), Fraction(2, 3),
    )  # fmt: skip


@given(paces, bonuses, distances, distances, st.integers(1, 2), st.booleans())
def test_chances_add_up(
    pace: Fraction, bonus: Fraction, one: Fraction, other: Fraction, half: int, is_off_axis: bool
) -> None:
    guess = Guess(min(one, other), max(one, other))
    legs = expected(BOOK, pace, bonus, half, is_off_axis=is_off_axis)
    chances = contact_chances(guess, legs)
    assert sum(chances) + missed_chance(guess, legs) == 1
    assert all(chance >= 0 for chance in chances)
    # Between two thresholds many points of the guess agree with the chance.
    points = [guess.least + (guess.most - guess.least) * Fraction(2 * place + 1, 400) for place in range(200)]
    touched = [next((leg.quarter for leg in legs if 0 < point <= leg.touches_up_to), 0) for point in points]
    for leg, chance in zip(legs, chances, strict=True):
        assert abs(Fraction(touched.count(leg.quarter), 200) - chance) <= Fraction(1, 100)


def glances(*ratios: str) -> Eye:
    """An eye whose guesses of 20 were so many times as far."""
    return Eye(
        tuple(Glance(entry, "3", Guess(18, 22), 20 * Fraction(ratio)) for entry, ratio in enumerate(ratios))
    )


def test_an_eye_is_used_only_after_five_charges() -> None:
    guess = Guess(25, 31)
    four, five = glances(*["1.1"] * 4), glances(*["1.1"] * 5)
    assert corrected(BOOK, Eye(), guess) == guess
    assert (four.is_trained(BOOK), corrected(BOOK, four, guess)) == (False, guess)
    assert (five.is_trained(BOOK), corrected(BOOK, five, guess)) == (
        True,
        Guess(Fraction(55, 2), Fraction(341, 10)),
    )


def test_an_eye_that_spreads_widens_a_single_number() -> None:
    eye = glances("0.9", "1.1", "1", "1", "1")
    assert (eye.bias, eye.spread) == (1, Fraction(1, 25))
    assert corrected(BOOK, eye, Guess(25, 25)) == Guess(24, 26)
    assert corrected(BOOK, eye, Guess(20, 30)) == Guess(20, 30), "the guess is wider than the eye"


@given(st.lists(st.integers(1, 400), min_size=5, max_size=12), distances, distances)
def test_a_corrected_guess_holds_the_guess_times_the_bias(
    found: list[int], one: Fraction, other: Fraction
) -> None:
    eye = glances(*(str(Fraction(each, 100)) for each in found))
    guess = Guess(min(one, other), max(one, other))
    after = corrected(BOOK, eye, guess)
    assert 0 <= after.least <= guess.least * eye.bias
    assert after.most >= guess.most * eye.bias


@pytest.mark.parametrize("number", [0, 1, 4])
def test_what_was_measured_is_found_by_its_charge(number: int) -> None:
    eye = glances("1", "1", "1", "1", "1")
    found = eye.of(number)
    assert found is not None
    assert found.charge == number
    assert eye.of(9) is None
