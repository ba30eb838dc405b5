"""What begins, is dropped and is over: how the clock and the units stand then."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from deduce.napoleonic.clock.state import Clock, March, Task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.body import Body
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.clock.calendar import Calendar
    from deduce.napoleonic.clock.state import Moment
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["Standing", "begun", "dropped", "end_of", "marched", "marches", "over", "settled"]


class Standing(NamedTuple):
    """How the clock and the units stand.

    Attributes:
        clock: The clock.
        bodies: The units by their names.
    """

    clock: Clock
    bodies: Mapping[str, Body]


def end_of(begin: Moment, takes: Amount) -> Moment:
    """Return from when on a unit is free of what takes so many quarters: what ends in one lasts all of it.

    Examples:
        >>> from fractions import Fraction
        >>> end_of(0, 1), end_of(2, Fraction(3, 2))
        (1, 4)

    Args:
        begin: The quarter in which it begins.
        takes: How many quarters it takes.
    """
    return begin + ceil(takes)


def settled(book: Book, body: Body, facts: Mapping[str, Fact], why: tuple[str, ...], *, mends: bool) -> Body:
    """Return a unit of which something is otherwise; of two states the worse (NAP-STATE-2).

    Args:
        book: The book.
        body: The unit.
        facts: What is otherwise.
        why: The rules because of which it is in a state that is not formed.
        mends: Whether its state can be better than it was.
    """
    ladder = book.law.features["state"].words
    new, state = facts.get("state"), body.facts.get("state")
    if new is not None and state is not None and not mends and ladder.index(new) <= ladder.index(state):
        return replace(body, facts={**body.facts, **facts, "state": state})
    if new is None:
        return replace(body, facts={**body.facts, **facts})
    return replace(body, facts={**body.facts, **facts}, why=() if new == ladder[0] else why)


def begun(book: Book, standing: Standing, task: Task) -> Standing:
    """Return how things stand once a unit has begun something; what takes no time is over at once.

    Args:
        book: The book.
        standing: How things stand.
        task: What begins.
    """
    clock = standing.clock
    if task.holds and task.kind != "reaction":
        clock = clock.with_moved([task.body])
    if task.end is not None and task.end <= clock.now:
        return over(book, standing._replace(clock=clock), task)
    return standing._replace(clock=replace(clock, tasks=(*clock.tasks, task)))


def dropped(standing: Standing, body: str, kind: str = "") -> Standing:
    """Return how things stand once a unit has given up what it was doing.

    Args:
        standing: How things stand.
        body: The unit.
        kind: Only what is of this kind; everything that holds it if nothing is said.
    """
    tasks = tuple(
        task
        for task in standing.clock.tasks
        if task.body != body or (task.kind != kind if kind else not task.holds)
    )
    return standing._replace(clock=replace(standing.clock, tasks=tasks))


def over(book: Book, standing: Standing, task: Task) -> Standing:
    """Return how things stand once something is over.

    Args:
        book: The book.
        standing: How things stand.
        task: What is over.
    """
    clock = replace(standing.clock, tasks=tuple(each for each in standing.clock.tasks if each != task))
    if task.body not in standing.bodies:
        return standing._replace(clock=clock)
    body = settled(book, standing.bodies[task.body], task.then, task.why, mends=task.mends)
    return Standing(clock, {**standing.bodies, task.body: body})


def marches(clock: Clock, body: str, calendar: Calendar) -> int:
    """Return how many periods in a row a unit has been on a forced march before the present one.

    Args:
        clock: How the clock stands.
        body: The unit.
        calendar: How long periods are.
    """
    period, march = calendar.date(clock.now).period, clock.marches.get(body)
    if march is None or march.period < period - 1:
        return 0
    return march.count - (march.period == period)


def marched(clock: Clock, body: str, calendar: Calendar) -> Clock:
    """Return the clock once a unit is on a forced march in the present period (NAP-FORCED-3).

    Args:
        clock: How the clock stands.
        body: The unit.
        calendar: How long periods are.
    """
    march = March(marches(clock, body, calendar) + 1, calendar.date(clock.now).period)
    return replace(clock, marches={**clock.marches, body: march})
