"""The formulas of the charge against a charge played tick by tick."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deduce.napoleonic.charge.contact import change_is_in_time, contact_quarter, fire_quarters
from deduce.napoleonic.charge.counter import has_bonuses, least_distance, meeting_quarter
from deduce.napoleonic.charge.course import movement_quarters
from deduce.napoleonic.charge.evading import caught_in, quarters_before_moving, safe_beyond
from deduce.napoleonic.desk.thresholds import thresholds
from napoleonic.charge.ticks import Runner, contact, fires, ticks
from napoleonic.common import BOOK

CHARGERS = {
    "column": (Fraction(9, 2), Fraction(4)),
    "line": (Fraction(7, 2), Fraction(3)),
    "horse": (Fraction(9), Fraction(9)),
    "dragoons": (Fraction(17, 2), Fraction(0)),
}
"""What some units go in a quarter, and their distance bonus; not all of it is printed."""
DISTANCES = [Fraction(number, 4) for number in range(1, 200)]
NOBODY = Runner(0, 0, 1)
charging = pytest.mark.parametrize("name", [*CHARGERS])


def runner(name: str, starts: int = 1) -> Runner:
    pace, bonus = CHARGERS[name]
    return Runner(ticks(pace), ticks(bonus), starts)


def evader(starts: int) -> Runner:
    return Runner(ticks(Fraction(11, 2)), 0, starts)


@charging
@pytest.mark.parametrize("turns", [0, 1])
def test_contact_and_fire(name: str, turns: int) -> None:
    pace, bonus = CHARGERS[name]
    found = thresholds(BOOK, pace, bonus, is_off_axis=bool(turns))
    for distance in DISTANCES:
        quarter = turns + contact_quarter(pace, bonus, distance)
        played = contact(ticks(distance), runner(name, 1 + turns), NOBODY, 0, 4)
        assert played == (
            quarter if quarter <= turns + movement_quarters(BOOK, 1, is_off_axis=bool(turns)) else None
        )
        by_legs = next((leg.quarter for leg in found.legs[0] if distance <= leg.touches_up_to), None)
        assert played == by_legs
        if played is not None:
            fired = fires(ticks(distance), runner(name, 1 + turns), 9)
            assert fired == turns + fire_quarters(pace, distance, bonus)
            assert fired == max(
                (many for many, beyond in found.fires_beyond if distance > beyond), default=turns
            )
            # A change that takes one quarter is done at the end of the first, or of the second.
            assert (played > 1) is change_is_in_time(pace, bonus, distance, 1, waits=turns)
            assert (played > 1) is (distance > found.change_beyond)
            assert (played > 2) is (distance > found.reacting_beyond)


@charging
@pytest.mark.parametrize("compelled", [False, True])
@pytest.mark.parametrize("quarters", [4, 2])
def test_who_gets_away(name: str, compelled: bool, quarters: int) -> None:
    pace, bonus = CHARGERS[name]
    waits = quarters_before_moving(BOOK, is_compelled=compelled)
    safe = safe_beyond(BOOK, (pace, bonus), waits, quarters)
    for distance in DISTANCES:
        played = contact(ticks(distance), runner(name), evader(1 + waits), -1, quarters)
        assert played == caught_in(BOOK, (pace, bonus), distance, waits, quarters)
        assert (played is None) is (distance > safe)


def test_the_printed_numbers_by_ticks() -> None:
    """NAP-DED-5: 28.5 and 34 for cavalry, 8.5 and 13 for foot; the last distance at which they are caught."""
    for name, waits, most in (
        ("horse", 1, "28.5"),
        ("horse", 2, "34"),
        ("column", 1, "8.5"),
        ("column", 2, "13"),
    ):
        caught = [
            distance
            for distance in (Fraction(number, 20) for number in range(1, 1000))
            if contact(ticks(distance), runner(name), evader(1 + waits), -1, 4) is not None
        ]
        assert max(caught) == Fraction(most)


@pytest.mark.parametrize(
    ("name", "other", "least"),
    [
        ("column", "column", "13.5"),
        ("column", "line", "12.5"),
        ("horse", "dragoons", "26.5"),
        ("dragoons", "horse", "26"),
    ],
)
def test_counter_charges_by_ticks(name: str, other: str, least: str) -> None:
    """NAP-DED-8: Q1 of the charger alone, then its Q2 and Q1 of the other together, still apart."""
    (pace, bonus), (theirs, more) = CHARGERS[name], CHARGERS[other]
    for distance in DISTANCES:
        gap = ticks(distance) - 2 * ticks(pace)
        is_effective = gap >= ticks(theirs)
        assert is_effective is has_bonuses(BOOK, pace, theirs, distance)
        assert (
            is_effective is (distance >= Fraction(least)) is (distance >= least_distance(BOOK, pace, theirs))
        )
        second = Runner(ticks(theirs), ticks(more) if is_effective else 0, 2)
        met = contact(ticks(distance), runner(name), second, 1, 99)
        assert met == meeting_quarter(BOOK, (pace, bonus), (theirs, more), distance)
