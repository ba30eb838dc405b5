"""How the clock stands: what is under way, what a unit may do again and when, who did nothing yet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["REACTION", "At", "Clock", "Event", "Moment", "Play", "Task", "free_from"]

Moment: TypeAlias = int
"""Quarters since the battle began: Q(k) lasts from k to k + 1, and what ends in it is free from k + 1."""


REACTION = "reaction"
"""The kind of the task of a unit that reacts."""


class Play(StrEnum):
    """How far the clock goes on at a time, and how often every unit may move (NAP-TURN-3)."""

    QUARTERS = "quarters"
    HALVES = "halves"
    PERIODS = "periods"


class At(StrEnum):
    """Where in its quarter something happens that a unit did not foresee (DEC-40)."""

    START = "start"
    COURSE = "course"


class Event(NamedTuple):
    """Something that a unit did not foresee.

    Attributes:
        moment: The quarter in which it happens.
        at: At its start, so that this quarter is lost; or in its course, so that the next one is.
    """

    moment: Moment
    at: At = At.START


@dataclass(frozen=True)
class Task:
    """Something that takes a unit time.

    Attributes:
        body: The unit.
        kind: What it is: an act of the book, `REACTION`, or "order" for one that is on its way.
        begin: From when on.
        end: From when on the unit is free of it; None if nobody knows.
        rules: The rules that say so.
        then: What the unit is when it is over.
        holds: Whether the unit can begin nothing else meanwhile.
        why: The rules because of which the unit is in the state that it ends in.
        caught: In which state it fights if an enemy finds it doing this; "" if that makes no difference.
        caught_by: The rules that say so.
        pace: How many cm a quarter the unit goes meanwhile; None if that is not known, or it does not go.
        forgets: What is not known of the unit any more when it is over, such as its ground.
    """

    body: str
    kind: str
    begin: Moment
    end: Moment | None = None
    rules: tuple[str, ...] = ()
    then: Mapping[str, Fact] = field(default_factory=dict)
    holds: bool = True
    why: tuple[str, ...] = ()
    caught: str = ""
    caught_by: tuple[str, ...] = ()
    pace: Amount | None = None
    forgets: tuple[str, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether a unit does it in the place of its move, instead of only being kept from moving."""
        return self.holds and self.kind != REACTION


@dataclass(frozen=True)
class Clock:
    """How the clock stands.

    Attributes:
        now: The quarter that is played, from 0.
        play: How far it goes on at a time.
        tasks: What is under way.
        moved: The units that have moved, or done something else, since everybody could move again.
        marches: For each unit that was on a forced march the periods of that, from 1.
    """

    now: Moment = 0
    play: Play = Play.HALVES
    tasks: tuple[Task, ...] = ()
    moved: frozenset[str] = frozenset()
    marches: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def of(self, body: str) -> Iterator[Task]:
        """Iterate over what a unit has under way."""
        return (task for task in self.tasks if task.body == body)

    def holding(self, body: str) -> Iterator[Task]:
        """Iterate over what keeps a unit from beginning anything else."""
        return (task for task in self.of(body) if task.holds)

    def is_reacting(self, body: str) -> bool:
        """Tell whether a unit may only fire, or go on with what it does (NAP-REACT-3)."""
        return any(task.kind == REACTION for task in self.of(body))

    def with_moved(self, bodies: Iterable[str]) -> Clock:
        """Return the clock once some units have moved."""
        return replace(self, moved=self.moved.union(bodies))


def free_from(body: str, clock: Clock) -> Moment | None:
    """Return from when on a unit may begin something; None if nobody knows.

    Examples:
        >>> free_from("5", Clock(2, tasks=(Task("5", "about", 2, 4), Task("5", "reaction", 2, 3))))
        4
        >>> free_from("5", Clock(2, tasks=(Task("5", "change", 2),))) is None
        True

    Args:
        body: The unit.
        clock: How the clock stands.
    """
    ends = [task.end for task in clock.holding(body)]
    known = [end for end in ends if end is not None]
    return max([clock.now, *known]) if len(known) == len(ends) else None
