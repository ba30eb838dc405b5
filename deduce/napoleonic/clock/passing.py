"""Time that passes: what is over then, who may act again, who goes on, and whom everybody forgot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from deduce.napoleonic.clock.calendar import calendar_of
from deduce.napoleonic.clock.tasks import Standing, over

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.body import Body
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.clock.state import Clock, Moment, Task

__all__ = ["Fate", "News", "Passed", "idle", "passed"]


class Fate(StrEnum):
    """What became of something that was under way."""

    OVER = "over"
    GOES_ON = "goes on"
    OPEN = "open"
    """It goes on, and nobody knows until when."""


class News(NamedTuple):
    """What there is to say of something that was under way when time has passed.

    Attributes:
        fate: What became of it.
        task: What it is.
    """

    fate: Fate
    task: Task


@dataclass(frozen=True)
class Passed:
    """What there is when time has passed.

    Attributes:
        standing: How things stand.
        news: What became of what was under way: what is over first, in the order in which it ended.
        forgotten: The units that had a turn to move and did nothing, in the order of the record (NAP-SIM-2).
    """

    standing: Standing
    news: tuple[News, ...]
    forgotten: tuple[str, ...] = ()


def passed(book: Book, standing: Standing, to: Moment) -> Passed:
    """Let time pass.

    Args:
        book: The book.
        standing: How things stand.
        to: Until when.
    """
    clock, calendar = standing.clock, calendar_of(book)
    ended = [task for task in clock.tasks if task.end is not None and task.end <= to]
    ended.sort(key=lambda task: task.end or 0)
    is_same = calendar.begin(to, clock.play) == calendar.begin(clock.now, clock.play)
    phase = calendar.begin(clock.now, clock.play), calendar.end(clock.now, clock.play)
    forgotten = () if is_same else idle(clock, standing.bodies, *phase)
    for task in ended:
        standing = over(book, standing, task)
    since = calendar.begin(to, clock.play)
    late = {task.body for task in ended if task.is_done and task.end is not None and task.end > since}
    moved = (clock.moved if is_same else frozenset()) | (late & {*standing.bodies})
    standing = standing._replace(clock=replace(standing.clock, now=to, moved=moved))
    news = [News(Fate.OVER, task) for task in ended]
    news += [News(Fate.OPEN if task.end is None else Fate.GOES_ON, task) for task in standing.clock.tasks]
    return Passed(standing, tuple(news), forgotten)


def idle(clock: Clock, bodies: Mapping[str, Body], since: Moment, until: Moment) -> tuple[str, ...]:
    """Return the units that have done nothing, and that nothing kept from it, neither a task nor a melee.

    Whoever reacts is only kept from it until that is over.

    Args:
        clock: How the clock stands.
        bodies: The units by their names.
        since: When everybody could begin to move.
        until: Until when they could.
    """
    busy = {
        task.body
        for task in clock.tasks
        if task.holds and (task.end is None or (task.end > since if task.is_done else task.end >= until))
    }
    return tuple(
        name
        for name, body in bodies.items()
        if name not in clock.moved and name not in busy and body.facts.get("engaged") is not True
    )
