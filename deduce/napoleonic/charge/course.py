"""The course of a charge, as a state machine: from the written order to the touch, or to what came instead.

Nothing here changes: every step gives the course that follows, and each arrow is one rule (`Course.rule`).

    course = write()                              NAP-CHARGE-6    written
    course = declare(course, half=1)              NAP-CHARGE-8    declared (half: 1 or 2)
    course = play(book, course, touches=False)    one quarter is over:
                                                  NAP-CHARGE-13   it turned towards its target
                                                  NAP-CHARGE-29   it moves
                                                  NAP-CHARGE-8    touched: its target is revealed
                                                  NAP-CHARGE-45   stopped, a quarter after the decision
                                                  NAP-CHARGE-30   missed, at the end of the period
    course = stop(course, cause)                  NAP-CHARGE-44   the decision to stop
    course = divert(course, cause)                NAP-CHARGE-32   diverted
    course = halt_part(course)                    NAP-CHARGE-50   a part halts; it goes on all the same
    course = lapse(course)                        NAP-CHARGE-9    void: written and never declared
    course = declare(None, half=1)                NAP-CHARGE-9    void: declared and never written
                                                  NAP-CHARGE-11   unless it is an uncontrolled advance

`expected(book, pace, half=1)` tells quarter by quarter what a charge does whose distance nobody knows. A step
that the rules do not know raises `RulingError` with the rule in its sentence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from deduce.napoleonic.charge.contact import reach
from deduce.ruling.errors import RulingError
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = [
    "Course", "Leg", "Phase", "declare", "divert", "expected", "halt_part", "lapse", "movement_quarters",
    "play", "quarters_from", "stop", "write",
]  # fmt: skip

HALVES = (1, 2)
STOPS = ("evades", "general")
"""The causes for which a charge may be stopped, by the feature `cause`."""
DIVERSIONS = ("between", "charged", "threatened")
"""The causes for which it may leave its target."""


class Phase(StrEnum):
    """Where a charge stands."""

    WRITTEN = "written"
    DECLARED = "declared"
    """The half begins; it has not moved yet."""
    TURNING = "re-orienting"
    MOVING = "moving"
    TOUCHED = "touched"
    DIVERTED = "diverted"
    STOPPED = "stopped"
    MISSED = "missed"
    VOID = "void"


RUNNING = (Phase.DECLARED, Phase.TURNING, Phase.MOVING)


@dataclass(frozen=True)
class Course:
    """How a charge stands.

    Attributes:
        phase: Where it stands.
        rule: The rule of the arrow that led there.
        half: In which half it was declared: 1 or 2; 0 before that.
        is_off_axis: Whether it has to turn towards its target first.
        played: How many quarters are over since it was declared.
        is_stopping: Whether it halts at the end of the next quarter.
        has_halted_part: Whether some of its squadrons have halted.
    """

    phase: Phase
    rule: str
    half: int = 0
    is_off_axis: bool = False
    played: int = 0
    is_stopping: bool = False
    has_halted_part: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes of it."""
        return self.phase not in {Phase.WRITTEN, *RUNNING}

    @property
    def is_unformed(self) -> bool:
        """Whether it leaves the charger unformed: it was stopped, or missed its target."""
        return self.phase in {Phase.STOPPED, Phase.MISSED}

    @property
    def is_revealed(self) -> bool:
        """Whether the written target is revealed: only by the touch."""
        return self.phase is Phase.TOUCHED


@dataclass(frozen=True)
class Leg:
    """What a charge does in a quarter if it touches nobody before.

    Attributes:
        quarter: Which quarter of the period, from 1.
        is_turning: Whether it turns towards its target, and does not move.
        moves: How far it goes if it does not touch.
        gone: How far it has gone by then.
        touches_up_to: At what distance from where it started it touches in this quarter, at most; beyond
            what it touched in the quarter before.
    """

    quarter: int
    is_turning: bool
    moves: Amount
    gone: Amount
    touches_up_to: Amount


@procedure("NAP-CHARGE-6")
def write() -> Course:
    """Return a charge whose target is written down.

    Examples:
        >>> write().phase
        <Phase.WRITTEN: 'written'>
    """
    return Course(Phase.WRITTEN, "NAP-CHARGE-6")


@procedure("NAP-CHARGE-8", "NAP-CHARGE-9", "NAP-CHARGE-11")
def declare(
    course: Course | None, half: int, *, is_off_axis: bool = False, is_uncontrolled: bool = False
) -> Course:
    """Return a charge that is declared at the start of a half; one that nobody wrote is void.

    Examples:
        >>> declare(None, 1).phase, declare(None, 1, is_uncontrolled=True).phase
        (<Phase.VOID: 'void'>, <Phase.DECLARED: 'declared'>)

    Args:
        course: The charge as it was written; None if it was not.
        half: At the start of which half: 1 or 2.
        is_off_axis: Whether its target is in front, but off its axis.
        is_uncontrolled: Whether it is an uncontrolled advance after a morale test, which needs no writing.

    Raises:
        RulingError: If it is declared already, or that is no half.
    """
    if half not in HALVES:
        message = f"half {half}: a charge is declared at the start of half 1 or 2 (NAP-CHARGE-3)"
        raise RulingError(message)
    if is_uncontrolled:
        return Course(Phase.DECLARED, "NAP-CHARGE-11", half, is_off_axis)
    if course is None:
        return Course(Phase.VOID, "NAP-CHARGE-9", half)
    if course.phase is not Phase.WRITTEN:
        message = f"the charge is {course.phase} and cannot be declared again (NAP-CHARGE-8)"
        raise RulingError(message)
    return Course(Phase.DECLARED, "NAP-CHARGE-8", half, is_off_axis)


@procedure("NAP-CHARGE-9")
def lapse(course: Course) -> Course:
    """Return what becomes of a charge when its half begins without its being declared: it is void.

    Examples:
        >>> lapse(write()).phase
        <Phase.VOID: 'void'>

    Args:
        course: The charge; one that was declared stays as it is.
    """
    return replace(course, phase=Phase.VOID, rule="NAP-CHARGE-9") if course.phase is Phase.WRITTEN else course


@procedure("NAP-CHARGE-8", "NAP-CHARGE-13", "NAP-CHARGE-29", "NAP-CHARGE-30", "NAP-CHARGE-45")
def play(book: Book, course: Course, *, touches: bool) -> Course:
    """Return how a charge stands when one more quarter is over.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> book = book_of()
        >>> moving = play(book, declare(write(), 2), touches=False)
        >>> moving.phase, play(book, moving, touches=False).phase
        (<Phase.MOVING: 'moving'>, <Phase.MISSED: 'missed'>)

    Args:
        book: The book.
        course: The charge.
        touches: Whether it touched its written target in this quarter.

    Raises:
        RulingError: If it is not under way, or touches while it is turning.
    """
    if course.phase not in RUNNING:
        message = f"the charge is {course.phase} and does not move (NAP-CHARGE-29)"
        raise RulingError(message)
    played = replace(course, played=course.played + 1)
    is_turning = course.is_off_axis and course.played < book.number("charge.reorient")
    if is_turning and touches:
        message = "a charge does not touch while it turns towards its target (NAP-CHARGE-13)"
        raise RulingError(message)
    if touches:
        return replace(played, phase=Phase.TOUCHED, rule="NAP-CHARGE-8")
    if course.is_stopping:
        return replace(played, phase=Phase.STOPPED, rule="NAP-CHARGE-45")
    if played.played >= quarters_from(book, course.half):
        return replace(played, phase=Phase.MISSED, rule="NAP-CHARGE-30")
    if is_turning:
        return replace(played, phase=Phase.TURNING, rule="NAP-CHARGE-13")
    return replace(played, phase=Phase.MOVING, rule="NAP-CHARGE-29")


@procedure("NAP-CHARGE-44")
def stop(course: Course, cause: str) -> Course:
    """Return a charge that its player decides to stop; it plays the next quarter in full.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> book = book_of()
        >>> moving = play(book, declare(write(), 1), touches=False)
        >>> play(book, stop(moving, "evades"), touches=False).phase
        <Phase.STOPPED: 'stopped'>

    Args:
        course: The charge.
        cause: Why, as the feature `cause` says it.

    Raises:
        RulingError: If that is no reason for it, or it is not under way.
    """
    _check_running(course, "stopped", "NAP-CHARGE-44")
    if cause not in STOPS:
        message = "a charge is only stopped because the enemy evades or a general comes (NAP-CHARGE-44)"
        raise RulingError(message)
    if cause == "general" and course.half != HALVES[0]:
        message = "a general only stops a charge that was declared at the start of the period (NAP-CHARGE-44)"
        raise RulingError(message)
    return replace(course, is_stopping=True, rule="NAP-CHARGE-44")


@procedure("NAP-CHARGE-32")
def divert(course: Course, cause: str) -> Course:
    """Return a charge that leaves its target for another enemy; the written target stays hidden.

    Examples:
        >>> divert(declare(write(), 1), "charged").phase
        <Phase.DIVERTED: 'diverted'>

    Args:
        course: The charge.
        cause: Why, as the feature `cause` says it.

    Raises:
        RulingError: If that is no reason for it, or it is not under way.
    """
    _check_running(course, "diverted", "NAP-CHARGE-32")
    if cause not in DIVERSIONS:
        message = "a charge only leaves its target for an enemy that steps between, or if it is charged "
        raise RulingError(message + "or about to be (NAP-CHARGE-32)")
    return replace(course, phase=Phase.DIVERTED, rule="NAP-CHARGE-32")


@procedure("NAP-CHARGE-50")
def halt_part(course: Course) -> Course:
    """Return a charge of which some squadrons halt: by itself that neither stops nor cancels it.

    Examples:
        >>> halt_part(declare(write(), 1)).phase
        <Phase.DECLARED: 'declared'>

    Args:
        course: The charge.

    Raises:
        RulingError: If it is not under way.
    """
    _check_running(course, "halted in part", "NAP-CHARGE-50")
    return replace(course, has_halted_part=True, rule="NAP-CHARGE-50")


@procedure("NAP-CHARGE-29")
def quarters_from(book: Book, half: int) -> int:
    """Return how many quarters are left of the period when a half begins.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> quarters_from(book_of(), 1), quarters_from(book_of(), 2)
        (4, 2)

    Args:
        book: The book.
        half: 1 or 2.
    """
    return int(book.number("period.quarters") - (half - 1) * book.number("half.quarters"))


@procedure("NAP-CHARGE-13")
def movement_quarters(book: Book, half: int, *, is_off_axis: bool = False) -> int:
    """Return in how many quarters a charge moves that is declared at the start of a half.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> movement_quarters(book_of(), 1, is_off_axis=True)
        3

    Args:
        book: The book.
        half: 1 or 2.
        is_off_axis: Whether it turns towards its target first.
    """
    turning = book.number("charge.reorient") if is_off_axis else 0
    return int(max(0, quarters_from(book, half) - turning))


@procedure("NAP-CHARGE-29")
def expected(
    book: Book, pace: Amount, bonus: Amount, half: int, *, is_off_axis: bool = False
) -> tuple[Leg, ...]:
    """Return what a charge does quarter by quarter while it touches nobody, whatever the distance is.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> [(leg.quarter, leg.gone, leg.touches_up_to) for leg in expected(book_of(), 9, 9, 2)]
        [(3, 9, 18), (4, 18, 27)]

    Args:
        book: The book.
        pace: What the charger goes in a quarter.
        bonus: Its distance bonus.
        half: In which half it is declared: 1 or 2.
        is_off_axis: Whether it turns towards its target first.
    """
    left = quarters_from(book, half)
    first = int(book.number("period.quarters")) - left
    turning = left - movement_quarters(book, half, is_off_axis=is_off_axis)
    legs = []
    for place in range(left):
        moved = max(0, place + 1 - turning)
        gone = pace * moved
        legs.append(Leg(first + place + 1, moved == 0, pace if moved else 0, gone, reach(pace, bonus, moved)))
    return tuple(legs)


def _check_running(course: Course, what: str, rule: str) -> None:
    """Make sure that a charge is under way.

    Raises:
        RulingError: If it is not.
    """
    if course.phase not in RUNNING:
        message = f"the charge is {course.phase} and cannot be {what} ({rule})"
        raise RulingError(message)
