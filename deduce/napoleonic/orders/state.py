"""What the common record knows of both order sheets: seals, what was declared, what was opened."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from deduce.napoleonic.orders.sheet import Deed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.clock.state import Moment
    from deduce.napoleonic.orders.keeping import Keeper
    from deduce.napoleonic.orders.seals import About
    from deduce.napoleonic.orders.sheet import Sheet
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["Declared", "Fate", "Opened", "Orders", "Sealed", "Written"]


class Fate(StrEnum):
    """What became of what was declared."""

    DECLARED = "declared"
    """It goes on."""
    TOUCHED = "touched"
    DIVERTED = "diverted"
    STOPPED = "stopped"
    MISSED = "missed"
    VOID = "void"
    """It was declared and not written, so it does not count (NAP-CHARGE-9)."""
    DONE = "done"


@dataclass(frozen=True)
class Sealed:
    """A sheet as the common record knows it.

    Attributes:
        side: Whose it is: 0 or 1.
        half: The quarter that its half begins with.
        about: The same in words, as it is sealed.
        codes: The codes of its lines, by what they are about.
        entry: The number of the entry that sealed it.
        opened: The number of the entry that opened it as a whole; 0 while it is closed.
        key: The key that it was opened with; "" while it is closed.
    """

    side: int
    half: Moment
    about: About
    codes: Mapping[str, str]
    entry: int
    opened: int = 0
    key: str = ""


@dataclass(frozen=True)
class Opened:
    """A line that was opened alone.

    Attributes:
        side: Whose it is.
        half: The quarter that the half of its sheet begins with.
        label: What the line is about.
        order: What was said to be written.
        salt: Its salt.
        entry: The number of the entry.
    """

    side: int
    half: Moment
    label: str
    order: str
    salt: str
    entry: int


@dataclass(frozen=True)
class Declared:
    """Something that was declared: a charge, an evade, a counter-charge.

    Attributes:
        unit: The unit.
        side: Whose it is; None if nobody knows the unit.
        deed: What was declared: an act of the book.
        moment: The quarter.
        half: The quarter that its half begins with.
        entry: The number of the entry.
        other: Whom it charges, or is charged by; "" while nobody said.
        guess: The least and the greatest distance that the player guessed.
        is_written: Whether it has to stand on a sheet.
        fate: What became of it.
        ended: The number of the entry that says so; 0 while it goes on.
        finished: The quarter in which it ended.
        diverted: Whom it charged instead; its sheet stays closed all the same.
        cause: Why it was stopped or diverted, as the feature `cause` says it; "" if nobody said.
        is_compelled: Whether it must, so that no sheet has it.
        is_off_axis: Whether it has to turn towards its target first.
    """

    unit: str
    side: int | None
    deed: str
    moment: Moment
    half: Moment
    entry: int
    other: str = ""
    guess: tuple[Amount, Amount] | None = None
    is_written: bool = True
    fate: Fate = Fate.DECLARED
    ended: int = 0
    finished: Moment | None = None
    diverted: str = ""
    cause: str = ""
    is_compelled: bool = False
    is_off_axis: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether nothing became of it yet."""
        return self.fate is Fate.DECLARED

    def ends(self, fate: Fate, entry: int, moment: Moment, other: str = "") -> Declared:
        """Return the same once something became of it.

        Args:
            fate: What became of it.
            entry: The number of the entry that says so.
            moment: The quarter.
            other: Whom it charged after all; the same as before if nobody says.
        """
        return replace(self, fate=fate, ended=entry, finished=moment, other=other or self.other)

    @property
    def is_hidden(self) -> bool:
        """Whether it is a charge at somebody whom the record does not know."""
        return self.deed == Deed.CHARGE and not self.other


@dataclass(frozen=True)
class Written:
    """A sheet that stands in the record: one's own, or any in the record of an umpire.

    Attributes:
        side: Whose it is.
        half: The quarter that its half begins with.
        sheet: What stands on it.
        entry: The number of the entry.
    """

    side: int
    half: Moment
    sheet: Sheet
    entry: int


@dataclass(frozen=True)
class Orders:
    """What the common record knows of both order sheets: seals, and what was declared and opened.

    Attributes:
        sealed: The sheets that were sealed, in the order of the entries.
        opened: The lines that were opened alone.
        declared: What was declared, in the order of the entries.
        under_way: What was declared and goes on, by the unit that does it.
        written: The sheets that stand in the record.
        between: What is known of a unit and another one, such as their distance, by both names.
        keeper: Where sealed sheets are kept; only while a line is read, and never in a record.
    """

    sealed: tuple[Sealed, ...] = ()
    opened: tuple[Opened, ...] = ()
    declared: tuple[Declared, ...] = ()
    under_way: Mapping[str, Declared] = field(default_factory=dict)
    written: tuple[Written, ...] = ()
    between: Mapping[tuple[str, str], Mapping[str, Fact]] = field(default_factory=dict)
    keeper: Keeper | None = None

    @property
    def is_sealed(self) -> bool:
        """Whether a sealed sheet was not opened as a whole yet."""
        return any(not each.opened for each in self.sealed)

    def running(self, unit: str) -> Declared | None:
        """Return what a unit declared and still does; None if it does nothing of the kind."""
        return self.under_way.get(unit)

    def declared_in(self, half: Moment) -> tuple[Declared, ...]:
        """Return what was declared in a half."""
        first = bisect_left(self.declared, half, key=lambda each: each.half)
        behind = bisect_right(self.declared, half, lo=first, key=lambda each: each.half)
        return self.declared[first:behind]

    def declared_by(self, entry: int) -> Declared:
        """Return what an entry declared, with what became of it."""
        return self.declared[bisect_left(self.declared, entry, key=lambda each: each.entry)]

    def also(self, declared: Declared) -> Orders:
        """Return the same where one thing more was declared; it goes on."""
        under_way = {**self.under_way, declared.unit: declared}
        return replace(self, declared=(*self.declared, declared), under_way=under_way)

    def sealed_for(self, side: int, half: Moment) -> Sealed | None:
        """Return the sealed sheet of a side for a half."""
        return next((each for each in self.sealed if (each.side, each.half) == (side, half)), None)

    def sealed_line(self, label: str, half: Moment, *, is_own: bool = False) -> Sealed | None:
        """Return the latest sealed sheet up to a half that has a line.

        Args:
            label: What the line is about.
            half: The quarter that the half begins with.
            is_own: Whether the line must be of that very half.
        """
        found = [
            each
            for each in self.sealed
            if label in each.codes and (each.half == half if is_own else each.half <= half)
        ]
        return max(found, key=lambda each: each.half, default=None)

    def opened_line(self, sealed: Sealed, label: str) -> Opened | None:
        """Return the first opening of a line of a sealed sheet."""
        return next((each for each in self.openings(sealed) if each.label == label), None)

    def openings(self, sealed: Sealed) -> Iterator[Opened]:
        """Iterate over the lines of a sealed sheet that were opened alone."""
        return (each for each in self.opened if (each.side, each.half) == (sealed.side, sealed.half))

    def written_for(self, side: int, half: Moment) -> Written | None:
        """Return the sheet of a side for a half that stands in the record: the last one."""
        found = (each for each in reversed(self.written) if (each.side, each.half) == (side, half))
        return next(found, None)

    def becoming(self, before: Declared, after: Declared) -> Orders:
        """Return the same where something became of what was declared."""
        place = bisect_left(self.declared, before.entry, key=lambda each: each.entry)
        declared = (*self.declared[:place], after, *self.declared[place + 1 :])
        under_way = dict(self.under_way)
        if under_way.get(before.unit) == before:
            del under_way[before.unit]
            under_way |= {before.unit: after} if after.goes_on else {}
        return replace(self, declared=declared, under_way=under_way)
