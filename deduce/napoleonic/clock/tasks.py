"""What begins, is dropped and is over: how the clock and the units stand then."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from deduce.napoleonic.clock.state import REACTION, At, Clock, Task
from deduce.napoleonic.judging import MENDING
from deduce.napoleonic.movement.marches import forced_in_a_row
from deduce.napoleonic.movement.reaction import acts_from, order_from
from deduce.napoleonic.movement.states import at_least

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.body import Body
    from deduce.napoleonic.book import Book
    from deduce.napoleonic.clock.calendar import Calendar
    from deduce.napoleonic.clock.state import Event, Moment
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = [
    "FORMED",
    "Standing",
    "begun",
    "contacted",
    "dropped",
    "end_of",
    "marched",
    "marches_before",
    "ordered",
    "over",
    "settled",
    "surprised",
]


FORMED = "formed"


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
    new, state = facts.get("state"), body.facts.get("state")
    if isinstance(new, str) and isinstance(state, str) and not mends and at_least(book, state, new):
        return replace(body, facts={**body.facts, **facts, "state": state})
    if new is None:
        return replace(body, facts={**body.facts, **facts})
    return replace(body, facts={**body.facts, **facts}, why=why if new != FORMED else ())


def begun(book: Book, standing: Standing, task: Task) -> Standing:
    """Return how things stand once a unit has begun something; what takes no time is over at once.

    Args:
        book: The book.
        standing: How things stand.
        task: What begins.
    """
    clock = standing.clock
    if task.is_done:
        clock = clock.with_moved([task.body])
    if task.end is not None and task.end <= clock.now:
        return over(book, standing._replace(clock=clock), task)
    return standing._replace(clock=replace(clock, tasks=(*clock.tasks, task)))


def dropped(standing: Standing, body: str, kind: str = "") -> Standing:
    """Return how things stand once a unit has given up what it was doing, in which it has spent its time.

    Args:
        standing: How things stand.
        body: The unit.
        kind: What is of this kind; everything that it does in the place of its move if nothing is said.
    """
    clock = standing.clock
    given_up = [task for task in clock.of(body) if (task.kind == kind if kind else task.is_done)]
    if any(task.is_done and task.begin < clock.now for task in given_up):
        clock = clock.with_moved([body])
    tasks = tuple(task for task in clock.tasks if task not in given_up)
    return standing._replace(clock=replace(clock, tasks=tasks))


def contacted(book: Book, standing: Standing, body: str) -> tuple[Standing, tuple[Task, ...]]:
    """Return how things stand once an enemy is in contact with a unit, which gives up what it was doing.

    Args:
        book: The book.
        standing: How things stand.
        body: The unit.

    Returns:
        How things stand then, and what it was caught doing, so that it is in another state (NAP-STATE-6).
    """
    met = standing.bodies[body]
    met = replace(met, facts={**met.facts, "engaged": True})
    caught = tuple(task for task in standing.clock.holding(body) if task.caught not in {"", FORMED})
    for task in caught:
        met = settled(book, met, {"state": task.caught}, task.caught_by, mends=False)
    standing = dropped(standing, body)
    return standing._replace(bodies={**standing.bodies, body: met}), caught


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
    body = standing.bodies[task.body]
    if task.forgets:
        body = replace(
            body, facts={name: fact for name, fact in body.facts.items() if name not in task.forgets}
        )
    body = settled(book, body, task.then, task.why, mends=task.kind in MENDING)
    return Standing(clock, {**standing.bodies, task.body: body})


def surprised(book: Book, standing: Standing, body: str, event: Event) -> Standing:
    """Return how things stand once a unit reacts to something that it did not foresee.

    Whoever reacts already does so until the later of both is over.

    Args:
        book: The book.
        standing: How things stand.
        body: The unit.
        event: What it did not foresee.
    """
    free = acts_from(book, event.moment, is_at_start=event.at is At.START)
    before = (task.end or 0 for task in standing.clock.of(body) if task.kind == REACTION)
    free = max(free, *before, standing.clock.now)
    task = Task(body, REACTION, standing.clock.now, free, ("NAP-REACT-1", "NAP-REACT-2"))
    return begun(book, dropped(standing, body, task.kind), task)


def ordered(book: Book, standing: Standing, body: str, order: str) -> Standing:
    """Return how things stand once somebody has brought a unit an order (NAP-REACT-4).

    Args:
        book: The book.
        standing: How things stand.
        body: The unit.
        order: The order.
    """
    now = standing.clock.now
    end, rules = order_from(book, now), ("NAP-REACT-4",)
    task = Task(body, "order", now, end, rules, {"order": order}, holds=False)
    return begun(book, dropped(standing, body, task.kind), task)


def marched(clock: Clock, body: str, calendar: Calendar) -> Clock:
    """Return the clock once a unit is on a forced march in the present period (NAP-FORCED-3).

    Args:
        clock: How the clock stands.
        body: The unit.
        calendar: How long periods are.
    """
    periods = (*clock.marches.get(body, ()), calendar.date(clock.now).period)
    return replace(clock, marches={**clock.marches, body: tuple(dict.fromkeys(periods))})


def marches_before(book: Book, clock: Clock, body: str, calendar: Calendar) -> int:
    """Return how many forced marches in a row count for a unit before the present period (NAP-FORCED-3).

    Args:
        book: The book.
        clock: How the clock stands.
        body: The unit.
        calendar: How long periods are.
    """
    marched_in = {*clock.marches.get(body, ())}
    if not marched_in:
        return 0
    return forced_in_a_row(book, [each in marched_in for each in range(1, calendar.date(clock.now).period)])
