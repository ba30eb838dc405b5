"""What a record says of order sheets: entries as data, and how the record writes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from deduce.intake.characters import plain
from deduce.napoleonic.body import facts_text
from deduce.napoleonic.orders.halves import half_text
from deduce.napoleonic.orders.sheet import NONE
from deduce.ruling.amounts import amount_text
from deduce.tabletop.misfit import Fault

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from deduce.napoleonic.book import Book
    from deduce.napoleonic.clock.state import Moment
    from deduce.napoleonic.orders.sheet import Sheet
    from deduce.napoleonic.orders.state import Fate
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = [
    "Become",
    "Between",
    "Declare",
    "Entry",
    "OpenLine",
    "OpenSheet",
    "OpenSheets",
    "Place",
    "Seal",
    "Table",
    "Write",
    "guess_text",
]


class Table(NamedTuple):
    """What one has to know of a battle to read such an entry.

    Attributes:
        book: The book.
        sides: What the two sides are called.
        now: The quarter that is played.
        units: The side of each unit that is known.
    """

    book: Book
    sides: tuple[str, str]
    now: Moment
    units: Mapping[str, int]

    def named(self, word: str) -> str:
        """Return the unit that a word names, as it is written; the word itself if nobody knows it."""
        return next((name for name in self.units if plain(name) == plain(word)), word)

    def units_of(self, side: int) -> tuple[Collection[str] | None, Collection[str] | None]:
        """Return the units of a side, and those of the enemy; None where none are known."""
        ours, theirs = ([name for name, of in self.units.items() if of == each] for each in (side, 1 - side))
        return ours or None, theirs or None


class Place(NamedTuple):
    """Where an entry stands.

    Attributes:
        table: What one has to know of the battle.
        number: The number of the entry.
        text: The entry as it is written.
        me: Whose record it is; None for an umpire's.
    """

    table: Table
    number: int
    text: str
    me: int | None = None

    def fault(self, message: str, rule: str = "") -> Fault:
        """Return what does not fit in the entry."""
        return Fault(0, self.text, message, rule)

    def fault_of(self, entry: int, text: str, message: str, rule: str = "") -> Fault:
        """Return what does not fit in an entry before it, and only shows now.

        Args:
            entry: The number of that entry.
            text: What stands there.
            message: What is wrong with it.
            rule: The id of the rule that it offends.
        """
        return Fault(0, text, message, rule, self.number - entry)


@dataclass(frozen=True)
class Seal:
    """A side seals its sheet.

    Attributes:
        side: The side.
        half: The quarter that the half begins with.
        codes: The codes of the lines, by what they are about.
    """

    side: int
    half: Moment
    codes: Mapping[str, str]

    def written(self, table: Table) -> str:
        """Return the entry as the record writes it."""
        named = " ".join(f"{label}:{code}" for label, code in self.codes.items())
        return f"seal {_heading(self, table)} {named}"


@dataclass(frozen=True)
class OpenLine:
    """A line of a sealed sheet is opened.

    Attributes:
        label: What the line is about.
        order: What is written; "none" if nothing is.
        salt: The salt of the line.
    """

    label: str
    order: str
    salt: str

    def written(self, _: Table) -> str:
        """Return the entry as the record writes it."""
        # What an order says tells which line it is; where nothing is written its label does.
        line = self.label if self.order == NONE else self.label.partition("/")[0]
        return f"open {line} {self.order} salt={self.salt}"


@dataclass(frozen=True)
class OpenSheet:
    """A sealed sheet is opened as a whole.

    Attributes:
        side: The side.
        half: The quarter that the half begins with.
        key: The key of the sheet.
        sheet: What stands on it.
    """

    side: int
    half: Moment
    key: str
    sheet: Sheet

    def written(self, table: Table) -> str:
        """Return the part of the entry that opens this sheet."""
        return f"{_heading(self, table)} key={self.key} {self.sheet.text}"


@dataclass(frozen=True)
class OpenSheets:
    """Sealed sheets are opened as a whole."""

    sheets: tuple[OpenSheet, ...]

    def written(self, table: Table) -> str:
        """Return the entry as the record writes it."""
        return f"open all {' | '.join(sheet.written(table) for sheet in self.sheets)}"


@dataclass(frozen=True)
class Write:
    """A side's sheet is written into the record.

    Attributes:
        side: The side.
        half: The quarter that the half begins with.
        sheet: What stands on it.
    """

    side: int
    half: Moment
    sheet: Sheet

    def written(self, table: Table) -> str:
        """Return the entry as the record writes it."""
        return f"write {_heading(self, table)} {self.sheet.text}"


@dataclass(frozen=True)
class Declare:
    """A unit declares something aloud.

    Attributes:
        unit: The unit.
        deed: What it does: an act of the book.
        other: Whom it charges, or is charged by; "" if nobody says.
        guess: The least and the greatest distance that the player guesses.
        is_compelled: Whether it evades because it must, or advances uncontrolled, so that no sheet has it.
    """

    unit: str
    deed: str
    other: str = ""
    guess: tuple[Amount, Amount] | None = None
    is_compelled: bool = False

    def written(self, _: Table) -> str:
        """Return the entry as the record writes it."""
        parts = [self.unit, self.deed, self.other, guess_text(self.guess)]
        return " ".join([*filter(None, parts), *(["compelled"] if self.is_compelled else [])])


@dataclass(frozen=True)
class Become:
    """Something became of what a unit declared.

    Attributes:
        unit: The unit.
        fate: What became of it.
        other: Whom it touched, or was diverted to; "" if nobody says.
        cause: Why it was stopped or diverted, as the feature `cause` says it; "" if nobody says.
    """

    unit: str
    fate: Fate
    other: str = ""
    cause: str = ""

    def written(self, _: Table) -> str:
        """Return the entry as the record writes it."""
        return " ".join(filter(None, [self.unit, self.fate, self.other, self.cause]))


@dataclass(frozen=True)
class Between:
    """An umpire says what is known of a unit and another one.

    Attributes:
        one: The unit that would act.
        other: The other one.
        facts: What is known, by features of the book.
    """

    one: str
    other: str
    facts: Mapping[str, Fact]

    def written(self, table: Table) -> str:
        """Return the entry as the record writes it."""
        return f"between {self.one} {self.other} {facts_text(table.book.law, self.facts, ())}"


Entry: TypeAlias = Seal | OpenLine | OpenSheets | Write | Declare | Become | Between


def guess_text(guess: tuple[Amount, Amount] | None) -> str:
    """Return a guess as it is written: ~25-31, or ~28 if it is one number; "" for none."""
    if guess is None:
        return ""
    return f"~{'-'.join(dict.fromkeys(map(amount_text, guess)))}"


def _heading(entry: Seal | OpenSheet | Write, table: Table) -> str:
    return f"{table.sides[entry.side]} {half_text(table.book, entry.half)}"
