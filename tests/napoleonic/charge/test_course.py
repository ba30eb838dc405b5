"""The course of a charge: written, declared, on its way, and what becomes of it (M5.1 to M5.7)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.charge.course import (
    Course,
    Phase,
    declare,
    divert,
    expected,
    halt_part,
    lapse,
    movement_quarters,
    play,
    quarters_from,
    stop,
    write,
)  # fmt: skip
from deduce.napoleonic.charge.squadrons import reaches_other_side, strength_left
from deduce.ruling.errors import RulingError
from napoleonic.charge.situations import HORSE
from napoleonic.common import BOOK, asked, refusing, said


def declared(half: int = 1, *, is_off_axis: bool = False) -> Course:
    return declare(write(), half, is_off_axis=is_off_axis)


def played(course: Course, quarters: int) -> Course:
    """The charge after so many quarters without a touch."""
    for _ in range(quarters):
        course = play(BOOK, course, touches=False)
    return course


def test_nap_charge_6_the_sheet_names_screen_or_unit_printed() -> None:
    """Without a written target there is no charge, whoever stands in front."""
    assert write().rule == "NAP-CHARGE-6"
    assert declare(None, 1).phase is Phase.VOID
    assert "NAP-CHARGE-6" in said("charge", **HORSE).rules


def test_nap_charge_8_the_target_is_revealed_by_the_touch() -> None:
    course = declared()
    assert (course.phase, course.rule, course.is_revealed) == (Phase.DECLARED, "NAP-CHARGE-8", False)
    assert not played(course, 2).is_revealed
    touched = play(BOOK, played(course, 1), touches=True)
    assert (touched.phase, touched.played, touched.is_revealed) == (Phase.TOUCHED, 2, True)


def test_nap_charge_9_written_and_not_declared_or_declared_and_not_written() -> None:
    for void in (lapse(write()), declare(None, 1)):
        assert (void.phase, void.rule, void.is_over) == (Phase.VOID, "NAP-CHARGE-9", True)
    assert lapse(declared()) == declared(), "what was declared does not lapse"


def test_nap_charge_11_an_uncontrolled_advance_is_not_written() -> None:
    course = declare(None, 1, is_uncontrolled=True)
    assert (course.phase, course.rule) == (Phase.DECLARED, "NAP-CHARGE-11")


def test_nap_charge_13_the_first_quarter_turns() -> None:
    course = play(BOOK, declared(is_off_axis=True), touches=False)
    assert (course.phase, course.rule) == (Phase.TURNING, "NAP-CHARGE-13")
    assert play(BOOK, course, touches=True).phase is Phase.TOUCHED
    with pytest.raises(RulingError, match="NAP-CHARGE-13"):
        play(BOOK, declared(is_off_axis=True), touches=True)
    assert movement_quarters(BOOK, 1, is_off_axis=True) == 3


def test_nap_charge_29_from_the_first_half_into_the_second() -> None:
    assert played(declared(1), 3).phase is Phase.MOVING
    assert (quarters_from(BOOK, 1), quarters_from(BOOK, 2)) == (4, 2)
    assert [leg.touches_up_to for leg in expected(BOOK, 9, 9, 1)] == [18, 27, 36, 45]
    assert [leg.touches_up_to for leg in expected(BOOK, 9, 9, 2)] == [18, 27]
    assert [leg.touches_up_to for leg in expected(BOOK, Fraction(9, 2), 4, 2)] == [Fraction(17, 2), 13]


def test_nap_charge_29_a_charge_that_turns_first_is_a_quarter_later() -> None:
    legs = expected(BOOK, 9, 9, 1, is_off_axis=True)
    assert [(leg.quarter, leg.is_turning, leg.gone, leg.touches_up_to) for leg in legs] == [
        (1, True, 0, 0), (2, False, 9, 18), (3, False, 18, 27), (4, False, 27, 36),
    ]  # fmt: skip


@pytest.mark.parametrize(("half", "quarters"), [(1, 4), (2, 2)])
def test_nap_charge_30_missed_at_the_end_of_the_period(half: int, quarters: int) -> None:
    missed = played(declared(half), quarters)
    assert (missed.phase, missed.rule, missed.is_unformed) == (Phase.MISSED, "NAP-CHARGE-30", True)
    assert not missed.is_revealed
    with pytest.raises(RulingError, match="missed"):
        play(BOOK, missed, touches=False)


@pytest.mark.parametrize("cause", ["between", "charged", "threatened"])
def test_nap_charge_32_it_leaves_its_target_for_a_reason(cause: str) -> None:
    diverted = divert(played(declared(), 1), cause)
    assert (diverted.phase, diverted.rule, diverted.is_revealed) == (Phase.DIVERTED, "NAP-CHARGE-32", False)
    judged = said("divert", cause=cause)
    assert judged.is_allowed
    assert judged.outcome("must") is (None if cause == "between" else True)


def test_nap_charge_32_a_wish_is_no_reason() -> None:
    assert refusing(said("divert", cause="wish")) == {"NAP-CHARGE-32"}
    with pytest.raises(RulingError, match="NAP-CHARGE-32"):
        divert(declared(), "wish")


def test_nap_charge_44_what_may_stop_a_charge() -> None:
    assert said("stop", cause="evades", declared_in="H2").is_allowed
    assert said("stop", cause="general", declared_in="H1").is_allowed
    assert refusing(said("stop", cause="general", declared_in="H2")) == {"NAP-CHARGE-44"}
    assert refusing(said("stop", cause="wish")) == {"NAP-CHARGE-44"}
    assert asked(said("stop", cause="general")) == ["declared_in"]
    assert stop(declared(2), "evades").is_stopping
    for half, cause in ((2, "general"), (1, "wish")):
        with pytest.raises(RulingError, match="NAP-CHARGE-44"):
            stop(declared(half), cause)


def test_nap_charge_45_the_next_quarter_in_full_then_unformed_printed() -> None:
    """Cavalry on skirmishers that evade: Q1 charge and decision, Q2 its full 9 cm, halt."""
    course = stop(played(declared(), 1), "evades")
    stopped = play(BOOK, course, touches=False)
    assert (stopped.phase, stopped.rule, stopped.played, stopped.is_unformed) == (
        Phase.STOPPED, "NAP-CHARGE-45", 2, True,
    )  # fmt: skip
    assert expected(BOOK, 9, 9, 1)[stopped.played - 1].gone == 18
    judged = said("stop", cause="evades", declared_in="H1")
    assert (judged.outcome("plays_on"), judged.outcome("state_after")) == ("quarter", "unformed")
    assert play(BOOK, course, touches=True).phase is Phase.TOUCHED, "it may still catch them in that quarter"


def test_nap_charge_46_light_cavalry_in_line_splits() -> None:
    line = {"arm": "cav", "kind": "light", "formation": "line", "cause": "obstacle"}
    assert said("split", **line).is_allowed
    assert said("split", **{**line, "kind": "hussar"}).is_allowed
    heavy = {**line, "kind": "dragoon"}
    assert refusing(said("split", **heavy)) == {"NAP-CHARGE-46"}
    assert said("split", book_of(house="DEC-13=all"), **heavy).is_allowed
    assert "NAP-CHARGE-46" in refusing(said("split", **{**line, "arm": "inf"}))


@pytest.mark.parametrize("formation", ["column", "double-line"])
def test_nap_charge_47_columns_and_double_lines_never_split(formation: str) -> None:
    assert "NAP-CHARGE-47" in refusing(said("split", arm="cav", kind="light", formation=formation))


def test_nap_charge_48_only_the_hindered_squadrons_halt() -> None:
    judged = said("split", arm="cav", kind="light", formation="line", cause="obstacle")
    assert judged.outcome("parts") == "halt"
    course = halt_part(played(declared(), 1))
    assert play(BOOK, course, touches=True).phase is Phase.TOUCHED, (
        "the rest goes on against the written target"
    )


def test_nap_charge_49_halted_squadrons_do_not_count() -> None:
    assert strength_left([4, 4, 4], {1}) == 8
    judged = said("split", arm="cav", kind="light", formation="line", cause="obstacle")
    assert (judged.outcome("strength"), judged.outcome("rejoin")) == ("rest", 2)


def test_nap_charge_50_a_partial_halt_is_no_cancelled_charge() -> None:
    assert said("split", arm="cav", kind="light", formation="line", cause="wish").is_allowed, "a bluff"
    course = played(declared(), 1)
    halted = halt_part(course)
    assert (halted.phase, halted.is_over, halted.is_stopping) == (course.phase, False, False)


def test_nap_charge_51_an_enemy_steps_between() -> None:
    judged = said("split", arm="cav", kind="light", formation="line", cause="between")
    assert judged.outcome("parts") == "choose"


def test_nap_charge_52_pushing_past_to_another_side() -> None:
    past = {
        "arm": "cav", "formation": "line", "their_arm": "inf", "their_formation": "square",
        "room_left": 4, "room_needed": 3,
    }  # fmt: skip
    assert reaches_other_side(4, 3)
    assert said("push-past", **past).outcome("other_side") is True
    assert said("push-past", **{**past, "room_left": 2}).outcome("other_side") is False
    assert said("push-past", **{**past, "their_formation": "column"}).is_allowed
    assert "NAP-CHARGE-52" in refusing(said("push-past", **{**past, "their_formation": "line"}))
    assert asked(said("push-past", **{**past, "room_left": None})) == ["room_left"]


@pytest.mark.parametrize("half", [0, 3])
def test_a_half_that_there_is_not(half: int) -> None:
    with pytest.raises(RulingError, match=f"half {half}: .*NAP-CHARGE-3"):
        declare(write(), half)


def test_what_is_over_cannot_go_on() -> None:
    over = lapse(write())
    for step in (
        lambda: play(BOOK, over, touches=False),
        lambda: declare(over, 1),
        lambda: stop(over, "evades"),
        lambda: divert(over, "charged"),
        lambda: halt_part(write()),
    ):
        with pytest.raises(RulingError, match=r"the charge is (void|written) and"):
            step()


STEPS = st.sampled_from(["play", "touch", "stop", "divert", "halt", "lapse", "declare"])


@given(st.integers(1, 2), st.booleans(), st.lists(STEPS, max_size=8))
def test_a_course_ends_within_its_period_and_only_a_touch_reveals(
    half: int, is_off_axis: bool, steps: list[str]
) -> None:
    course = declared(half, is_off_axis=is_off_axis)
    for step in steps:
        before = course
        try:
            match step:
                case "play" | "touch":
                    course = play(BOOK, course, touches=step == "touch")
                case "stop":
                    course = stop(course, "evades")
                case "divert":
                    course = divert(course, "charged")
                case "halt":
                    course = halt_part(course)
                case "lapse":
                    course = lapse(course)
                case _:
                    course = declare(course, half)
        except RulingError:
            assert course is before
        assert course.played <= quarters_from(BOOK, half)
        assert course.is_revealed is (course.phase is Phase.TOUCHED)
        assert not before.is_over or course == before
