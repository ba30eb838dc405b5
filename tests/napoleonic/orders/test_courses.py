"""The courses of charges that were declared: every fate in every quarter, by the machine of the rules."""

from __future__ import annotations

from itertools import product

import pytest

from deduce.napoleonic.charge.course import Phase
from deduce.napoleonic.orders.courses import against, course_of
from deduce.napoleonic.orders.state import Declared, Fate
from napoleonic.common import BOOK

PERIOD = 4


def charge(half: int, fate: Fate = Fate.DECLARED, after: int | None = None, **more: object) -> Declared:
    """A charge that was declared at the start of a half, and what became of it so many quarters later."""
    finished = None if after is None else half + after
    found = Declared("3", 0, "charge", half, half, 1, "k", fate=fate, finished=finished)
    return Declared(**{**found.__dict__, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(("half", "after"), [*product((0, 2, 4, 6), range(PERIOD))])
def test_a_charge_touches_within_its_period(half: int, after: int) -> None:
    """NAP-CHARGE-29; and who touches later, touches no more (NAP-CHARGE-30)."""
    in_time = half % PERIOD + after < PERIOD
    touched = charge(half, Fate.TOUCHED, after)
    assert (against(BOOK, touched) == "") == in_time
    if in_time:
        assert course_of(BOOK, touched, half + after).phase is Phase.TOUCHED
    else:
        assert "NAP-CHARGE-29" in against(BOOK, touched)


def test_a_charge_that_nothing_became_of() -> None:
    """It moves, and has missed when the period is over."""
    phases = [course_of(BOOK, charge(0), now).phase for now in range(6)]
    assert phases == [Phase.DECLARED, *[Phase.MOVING] * 3, *[Phase.MISSED] * 2]


def test_nap_charge_13_who_turns_first_touches_nobody_meanwhile() -> None:
    assert "NAP-CHARGE-13" in against(BOOK, charge(0, Fate.TOUCHED, 0, is_off_axis=True))
    assert against(BOOK, charge(0, Fate.TOUCHED, 1, is_off_axis=True)) == ""


@pytest.mark.parametrize(
    ("half", "fate", "cause", "rule"),
    [
        (0, Fate.STOPPED, "evades", ""),
        (0, Fate.STOPPED, "general", ""),
        (2, Fate.STOPPED, "general", "NAP-CHARGE-44"),
        (0, Fate.STOPPED, "charged", "NAP-CHARGE-44"),
        (0, Fate.DIVERTED, "charged", ""),
        (2, Fate.DIVERTED, "between", ""),
        (0, Fate.DIVERTED, "evades", "NAP-CHARGE-32"),
        (0, Fate.STOPPED, "", ""),
        (0, Fate.DIVERTED, "", ""),
    ],
)
def test_why_it_was_stopped_or_diverted(half: int, fate: Fate, cause: str, rule: str) -> None:
    """What nobody said is not held against it."""
    found = against(BOOK, charge(half, fate, 1, cause=cause))
    assert (rule in found) if rule else not found


def test_nap_charge_9_a_void_charge_does_not_move() -> None:
    assert course_of(BOOK, charge(0, Fate.VOID, 0), 3).phase is Phase.VOID


def test_nap_charge_11_an_uncontrolled_advance_needs_no_sheet() -> None:
    course = course_of(BOOK, charge(0, is_compelled=True), 0)
    assert (course.phase, course.rule) == (Phase.DECLARED, "NAP-CHARGE-11")
