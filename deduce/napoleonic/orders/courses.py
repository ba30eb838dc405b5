"""The courses of charges that were declared, worked out from what the record says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.charge import course as steps
from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.orders.state import Fate
from deduce.ruling.errors import RulingError

if TYPE_CHECKING:
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.charge.course import Course
    from deduce.napoleonic.clock.state import Moment
    from deduce.napoleonic.orders.state import Declared

__all__ = ["against", "course_of"]


def course_of(book: Book, declared: Declared, now: Moment) -> Course:
    """Return how a charge stands in a quarter, as far as it can be told.

    Args:
        book: The book.
        declared: The charge.
        now: The quarter that is played.

    Raises:
        RulingError: If what became of it is not what the rules know.
    """
    half = calendar_of(book).date(declared.half).half
    written = None if declared.fate is Fate.VOID else steps.write()
    course = steps.declare(
        written, half, is_off_axis=declared.is_off_axis, is_uncontrolled=declared.is_compelled
    )
    until = now if declared.finished is None else declared.finished
    for _ in range(declared.moment, until):
        if not course.is_over:
            course = steps.play(book, course, touches=False)
    return _ended(book, course, declared)


def _ended(book: Book, course: Course, declared: Declared) -> Course:
    """Return a course with what became of it in its last quarter."""
    match declared.fate:
        case Fate.TOUCHED:
            return steps.play(book, course, touches=True)
        case Fate.DIVERTED:
            return steps.divert(course, declared.cause or steps.DIVERSIONS[0])
        case Fate.STOPPED:
            return steps.stop(course, declared.cause or steps.STOPS[0])
    return course


def against(book: Book, declared: Declared) -> str:
    """Return what speaks against that which became of a charge, with the rule; "" if nothing does.

    Args:
        book: The book.
        declared: The charge, with what became of it.
    """
    try:
        course_of(book, declared, declared.moment)
    except RulingError as error:
        return f"{declared.unit}: {error}"
    return ""
