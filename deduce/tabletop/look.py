"""A look at a record: at some moment, from some seat, with what each seat can know then."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError, RecordError
from deduce.tabletop.kind import S

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deduce.tabletop.kind import Kind
    from deduce.tabletop.record import Record
    from deduce.tabletop.sheet import Sheet

__all__ = ["Look", "Working", "in_silence", "look_at"]

Progress: TypeAlias = "Callable[[float], None] | None"


class Working(Protocol):
    """What is called around something that may take long."""

    def __call__(
        self, label: str, seconds: float | None = None, *, is_told: bool = False
    ) -> AbstractContextManager[Progress]:
        """Return what is told from time to time which part is done.

        Args:
            label: What is being done.
            seconds: How many seconds it will take; None if nobody knows.
            is_told: Whether it is said in any case, also where nobody watches.
        """
        ...


def in_silence(
    label: str,  # noqa: ARG001 - nobody is told
    seconds: float | None = None,  # noqa: ARG001 - likewise
    *,
    is_told: bool = False,  # noqa: ARG001 - likewise
) -> AbstractContextManager[Progress]:
    """Work without telling anybody."""
    return nullcontext(None)


@dataclass(frozen=True, eq=False, repr=False)
class Look(Generic[S]):
    """A record, looked at.

    Attributes:
        record: The record.
        count: How many entries are looked at.
        me: The seat that looks.
        options: What was asked for, by the names of the kind's options.
        working: What is told of work that takes long.
        present: The state to look at instead of the one of the record, where more is known than is written.
    """

    record: Record[S]
    count: int
    me: int
    options: Mapping[str, Any] = field(default_factory=dict)
    working: Working = in_silence
    present: S | None = None

    @property
    def kind(self) -> Kind[S]:
        """The kind of game."""
        return self.record.kind

    @property
    def state(self) -> S:
        """How the game stood."""
        return self.record.at(self.count) if self.present is None else self.present

    @cached_property
    def sheets(self) -> tuple[Sheet[Any, Any], ...]:
        """What each seat can know."""
        return self.kind.sheets(self) if self.kind.sheets is not None else ()

    @cached_property
    def supplies(self) -> str:
        """What stands beside whose turn it is; worked out once, since it is in the title of every prompt."""
        return "" if self.kind.supplies is None else self.kind.supplies(self)

    @property
    def outcome(self) -> str:
        """How the game ended, in words; "" while it goes on."""
        return self.kind.outcome(self.state)

    @property
    def turn(self) -> str:
        """Who has to do something, in words, or when it is; "" when the game is over."""
        if self.kind.moment is not None:
            return "" if self.outcome else self.kind.moment(self.state)
        seats = [self.record.seats[seat] for seat in sorted(self.kind.to_act(self.state))]
        if not seats:
            return ""
        if len(seats) == 1:
            return f"{seats[0]} to move"
        return f"{', '.join(seats[:-1])} and {seats[-1]} to choose"

    def seat(self, name: str) -> int:
        """Return the number of a seat; the one that looks if nothing is named.

        Raises:
            LineError: If there is no such seat.
        """
        if not name:
            return self.me
        seats = {seat: number for number, seat in enumerate(self.record.seats)}
        known = {word.casefold(): seat for word, seat in {**self.record.begun.also, **seats}.items()}
        if name.casefold() in known:
            return known[name.casefold()]
        begun = {seat for word, seat in known.items() if word.startswith(name.casefold())}
        if len(begun) == 1:
            return begun.pop()
        message = f"there is no side {quoted(name)}; {did_you_mean(name, self.record.seats)}"
        raise LineError(message)


def look_at(
    record: Record[S], count: int | None, options: Mapping[str, Any], working: Working = in_silence
) -> Look[S]:
    """Look at a record as its owner.

    Args:
        record: The record.
        count: How many of its entries; None for all.
        options: What was asked for, by the names of the kind's options.
        working: What is told of work that takes long.

    Raises:
        RecordError: If there are not so many entries.
    """
    wanted = len(record.steps) if count is None else count
    if not 0 <= wanted <= len(record.steps):
        last = len(record.steps)
        entries = record.kind.nouns.entries
        message = f"--ply {wanted}: there are {last} {entries} in this record; give a number from 0 to {last}"
        raise RecordError(message, record.name)
    return Look(record, wanted, record.begun.me, options, working)
