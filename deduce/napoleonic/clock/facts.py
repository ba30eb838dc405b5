"""What the clock knows of a unit when the book is asked: the quarter, whether it reacts, its marches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.clock.tasks import marches_before

if TYPE_CHECKING:
    from deduce.napoleonic.body import Body
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.clock.state import Clock
    from deduce.ruling.features import Fact

CHARGES = frozenset({"charge", "counter"})
"""What a unit does that charges."""

__all__ = ["facts_of"]


def facts_of(book: Book, clock: Clock, body: Body) -> dict[str, Fact]:
    """Return what is known of a unit now. What is timed and was not entered is not so.

    Args:
        book: The book.
        clock: How the clock stands.
        body: The unit.
    """
    found: dict[str, Fact] = {"engaged": False, **body.facts}
    calendar = calendar_of(book)
    found["reacting"] = clock.is_reacting(body.name)
    if any(task.kind in CHARGES for task in clock.of(body.name)):
        found["charging"] = True
    found["wheeling"] = any(task.kind == "wheel" for task in clock.of(body.name))
    found["forced_before"] = marches_before(book, clock, body.name, calendar)
    word = f"Q{calendar.date(clock.now).quarter}"
    if word in book.law.features["quarter"].words:
        found["quarter"] = word
    return found
