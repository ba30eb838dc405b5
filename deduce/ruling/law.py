"""A law: everything that files of rules say, with the choices that are played."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling.amounts import Amount, amount_of, amount_text
from deduce.ruling.errors import RulingError
from deduce.ruling.features import PLAIN, Unit
from deduce.ruling.languages import NOTHING, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deduce.ruling.conditions import Condition, Limit
    from deduce.ruling.features import Fact, Feature

__all__ = ["Action", "Decision", "Effect", "Law", "Need", "Number", "Row", "Table", "choices_in"]


@dataclass(frozen=True)
class Number:
    """A number that the rules name.

    Attributes:
        name: Its name.
        amount: How much it is.
        rules: The rules that it comes from.
        unit: What it is a number of.
        under: What it is instead under a choice, such as "DEC-40=hard".
        called: What it is in words.
    """

    name: str
    amount: Amount
    rules: tuple[str, ...]
    unit: Unit = PLAIN
    under: tuple[tuple[str, Amount], ...] = ()
    called: Words = NOTHING


@dataclass(frozen=True)
class Table:
    """A list of numbers that the rules name; otherwise like a number."""

    name: str
    amounts: tuple[Amount, ...]
    rules: tuple[str, ...]
    unit: Unit = PLAIN
    called: Words = NOTHING


@dataclass(frozen=True)
class Decision:
    """Something that the rules leave open, or that houses play differently.

    Attributes:
        name: Its id.
        played: The choice that is played unless something else is said.
        choices: What each choice means.
        rules: The rules that it is about.
        called: What is decided.
        why: Why it is played so.
        readings: The choices that can be meant as well, so that nothing is excluded that one of them allows.
    """

    name: str
    played: str
    choices: tuple[tuple[str, Words], ...]
    rules: tuple[str, ...] = ()
    called: Words = NOTHING
    why: Words = NOTHING
    readings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Need:
    """What must hold so that something may be done.

    Attributes:
        name: Its name in the action, by which another file replaces it.
        rules: The rules that demand it.
        test: What must hold.
        when: It is only demanded where this holds.
        unless: It is not demanded where this holds.
        under: The choices under one of which it holds, such as "DEC-40=hard"; nothing for always. Of
            those with a comma between them all have to be played.
        wanted: What would do, in words; nothing if the test says it.
        found: What is, in words; nothing if the features say it.
        is_asked: Whether it is asked for where nobody has said what it needs; otherwise it is taken for
            granted then, and said to be; once something of it is said, the rest is asked for.
    """

    name: str
    rules: tuple[str, ...]
    test: Condition
    when: Condition | None = None
    unless: Condition | None = None
    under: tuple[str, ...] = ()
    wanted: Words = NOTHING
    found: Words = NOTHING
    is_asked: bool = True

    def truth(self, facts: Mapping[str, Fact], numbers: Mapping[str, Amount]) -> bool | None:
        """Tell whether it is fulfilled; None if that is not known."""
        when = True if self.when is None else self.when.truth(facts, numbers)
        if when is False:
            return True
        truth = self.test.truth(facts, numbers)
        if truth is True:
            return True
        unless = False if self.unless is None else self.unless.truth(facts, numbers)
        if unless is True:
            return True
        return False if when is True and truth is False and unless is False else None

    @cached_property
    def decisions(self) -> tuple[str, ...]:
        """The decisions on which it hangs whether it holds, each once."""
        return tuple(dict.fromkeys(decision for choice in self.under for decision, _ in choices_in(choice)))

    @cached_property
    def numbers_named(self) -> tuple[str, ...]:
        """The names of the numbers that it refers to, each once."""
        return tuple(dict.fromkeys(name for part in self.conditions() for name in part.numbers_named()))

    def conditions(self) -> Iterator[Condition]:
        """Iterate over the conditions in it."""
        yield from filter(None, (self.when, self.unless, self.test))


@dataclass(frozen=True)
class Effect:
    """What comes of doing something.

    Attributes:
        name: Its name in the action.
        rules: The rules that say so.
        gives: What it gives: words, numbers, names of numbers, yes or no.
        when: It only comes where this holds.
        unless: It does not come where this holds.
        under: The choices under one of which it comes.
        is_asked: Whether it is asked for where nobody has said what it hangs on; otherwise it only comes
            where somebody has.
    """

    name: str
    rules: tuple[str, ...]
    gives: tuple[tuple[str, Fact | Limit], ...]
    when: Condition | None = None
    unless: Condition | None = None
    under: tuple[str, ...] = ()
    is_asked: bool = True

    def truth(self, facts: Mapping[str, Fact], numbers: Mapping[str, Amount]) -> bool | None:
        """Tell whether it comes; None if that is not known."""
        when = True if self.when is None else self.when.truth(facts, numbers)
        unless = False if self.unless is None else self.unless.truth(facts, numbers)
        if when is False or unless is True:
            return False
        return None if when is None or unless is None else True


@dataclass(frozen=True)
class Action:
    """Something that can be done.

    Attributes:
        name: Its name.
        called: What it is called in words.
        needs: What it needs, by name.
        effects: What comes of it, by name.
        instead: What may be done where it is refused, by the name of the action, and the rules that say so.
    """

    name: str
    called: Words
    needs: Mapping[str, Need]
    effects: Mapping[str, Effect]
    instead: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """A row of a table that is looked up by features; the first row that fits counts.

    Attributes:
        table: The table.
        when: Where it fits; None for everywhere.
        gives: What it has.
        rules: The rules that it comes from.
        source: Where it stands in them.
        under: The choices under one of which it counts; nothing for always.
    """

    table: str
    when: Condition | None
    gives: tuple[tuple[str, Fact | Limit], ...]
    rules: tuple[str, ...]
    source: str = ""
    under: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Law:
    """Everything that files of rules say. Two laws are equal if all of it is.

    Attributes:
        name: What the last file is called.
        units: The units of numbers.
        features: What can be asked of a situation.
        groups: Conditions that have a name.
        declared: The numbers as they stand in the files.
        tables: The tables of numbers.
        decisions: The decisions.
        actions: What can be done.
        rows: The tables that are looked up by features.
        names: What the places in sentences are called while nobody says more.
        choices: What is played, for every decision.
        told: How what comes of acts is told, with {value} for how much: by its name, and by its name and
            value, such as "body=lies".
    """

    name: str
    units: Mapping[str, Unit]
    features: Mapping[str, Feature]
    groups: Mapping[str, Condition]
    declared: Mapping[str, Number]
    tables: Mapping[str, Table]
    decisions: Mapping[str, Decision]
    actions: Mapping[str, Action]
    rows: tuple[Row, ...]
    names: Mapping[str, Words]
    choices: Mapping[str, str]
    told: Mapping[str, Words] = field(default_factory=dict)

    @cached_property
    def _parts(self) -> tuple[object, ...]:
        """What tells laws apart: two that say the same have the same."""
        return (
            self.features,
            self.declared,
            self.tables,
            self.decisions,
            [
                (
                    action.name,
                    [*action.needs.items()],
                    [*action.effects.items()],
                    [*action.instead.items()],
                )
                for action in self.actions.values()
            ],
            self.rows,
            self.choices,
        )

    def __eq__(self, other: object) -> bool:
        # Most of what two laws say they share, and what is shared is equal at once.
        return self is other or (isinstance(other, Law) and self._parts == other._parts)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """A part of what it says that takes no time: laws that are equal play the same."""
        return hash(tuple(sorted(self.choices.items())))

    def __repr__(self) -> str:
        return f"Law({self.name!r}, {len(self.actions)} actions, {len(self.declared)} numbers)"

    @cached_property
    def by_table(self) -> Mapping[str, tuple[Row, ...]]:
        """The rows of every table that is looked up by features."""
        names = dict.fromkeys(row.table for row in self.rows)
        return {name: tuple(row for row in self.rows if row.table == name) for name in names}

    @cached_property
    def numbers(self) -> Mapping[str, Amount]:
        """Every number as it is under what is played."""
        return MappingProxyType({name: self._amount(number) for name, number in self.declared.items()})

    def _amount(self, number: Number) -> Amount:
        for choice, amount in number.under:
            if self.plays(choice):
                return amount
        return number.amount

    @cached_property
    def in_force(self) -> Mapping[str, tuple[tuple[Need, bool], ...]]:
        """The needs of every action, each with whether it holds under what is played."""
        return {
            action.name: tuple(
                (need, not need.under or any(map(self.plays, need.under))) for need in action.needs.values()
            )
            for action in self.actions.values()
        }

    @cached_property
    def tabled(self) -> Mapping[str, tuple[tuple[Row, tuple[str, ...]], ...]]:
        """The rows of every table under what is played, each with the choices that it hangs on."""
        found: dict[str, list[tuple[Row, tuple[str, ...]]]] = {}
        for row in self.rows:
            there = found.setdefault(row.table, [])
            if not row.under or any(map(self.plays, row.under)):
                there.append((row, self.played(row.under)))
        return {table: tuple(rows) for table, rows in found.items()}

    @cached_property
    def comes(self) -> Mapping[str, tuple[tuple[Effect, tuple[str, ...]], ...]]:
        """The effects of every action under what is played, each with the choices that it hangs on."""
        return {
            action.name: tuple(
                (effect, self.played(effect.under))
                for effect in action.effects.values()
                if not effect.under or any(map(self.plays, effect.under))
            )
            for action in self.actions.values()
        }

    @cached_property
    def not_in_force(self) -> Mapping[str, tuple[Effect, ...]]:
        """The effects of every action that only come under other choices."""
        return {
            action.name: tuple(
                effect
                for effect in action.effects.values()
                if effect.under and not any(map(self.plays, effect.under))
            )
            for action in self.actions.values()
        }

    def played(self, under: Iterable[str]) -> tuple[str, ...]:
        """Return the choices that are played of those under which something holds."""
        return tuple(
            f"{decision}={word}"
            for choice in under
            if self.plays(choice)
            for decision, word in choices_in(choice)
        )

    @cached_property
    def wavering(self) -> Mapping[str, tuple[Amount, ...]]:
        """What the numbers that hang on a choice can be."""
        return {
            name: (number.amount, *(amount for _, amount in number.under))
            for name, number in self.declared.items()
            if number.under
        }

    def plays(self, choice: str) -> bool:
        """Tell whether a choice such as "DEC-40=hard" is what is played; or several, with commas between."""
        return all(self.choices.get(decision) == word for decision, word in choices_in(choice))

    def varied(self, changes: Mapping[str, str | Amount | tuple[Amount, ...]], name: str = "") -> Law:
        """Return the same with other choices, numbers and tables.

        Args:
            changes: What they are, by the names of decisions, numbers and tables.
            name: What the result is called; as before if nothing is said.

        Raises:
            RulingError: If there is no such name or choice, or it cannot be that.
        """
        choices, declared, tables = dict(self.choices), dict(self.declared), dict(self.tables)
        for key, value in changes.items():
            if key in declared:
                declared[key] = replace(declared[key], amount=self.number_read(key, value), under=())
            elif key in tables:
                tables[key] = replace(tables[key], amounts=self.table_read(key, value))
            elif key in self.decisions:
                choices[key] = self.choice_read(key, value)
            else:
                message = (
                    f"there is no decision and no number {quoted(key)}; {did_you_mean(key, self.changeable)}"
                )
                raise RulingError(message)
        return replace(self, name=name or self.name, choices=choices, declared=declared, tables=tables)

    @cached_property
    def changeable(self) -> tuple[str, ...]:
        """The names of all decisions, numbers and tables."""
        return (*self.decisions, *self.declared, *self.tables)

    def choice_read(self, decision: str, found: object) -> str:
        """Return a choice of a decision, checked.

        Raises:
            RulingError: If it is none.
        """
        words = [word for word, _ in self.decisions[decision].choices]
        if found not in words:
            message = f"{decision} has no choice {quoted(found)}; {did_you_mean(found, words)}"
            raise RulingError(message)
        return str(found)

    def number_read(self, name: str, found: object) -> Amount:
        """Return what a number is to be, checked.

        Raises:
            RulingError: If it cannot be that.
        """
        return _counted(amount_of(found, name), self.declared[name].unit, name)

    def table_read(self, name: str, found: object) -> tuple[Amount, ...]:
        """Return what a table is to be, checked: as many numbers as it has.

        Raises:
            RulingError: If it cannot be that.
        """
        table = self.tables[name]
        many = len(table.amounts)
        if not isinstance(found, list | tuple) or len(found) != many:
            message = f"{name} is {quoted(found)}; it must be a list of {many} numbers"
            raise RulingError(message)
        return tuple(_counted(amount_of(each, name), table.unit, name) for each in found)

    def differences(self, other: Law) -> tuple[str, ...]:
        """Return which choices, numbers and tables differ from those of another, as they are written."""
        said = [f"{name}={word}" for name, word in self.choices.items() if other.choices.get(name) != word]
        for name, amount in self.numbers.items():
            if other.numbers.get(name) != amount:
                said.append(f"{name}={amount_text(amount)}")
        for name, table in self.tables.items():
            if name not in other.tables or other.tables[name].amounts != table.amounts:
                said.append(f"{name}={' '.join(map(amount_text, table.amounts))}")
        return tuple(said)


def choices_in(text: str) -> Iterator[tuple[str, str]]:
    """Iterate over the decisions and choices of a text such as "DEC-15=restored, DEC-20b=stay"."""
    for part in text.split(","):
        decision, _, word = part.strip().partition("=")
        yield decision, word


def _counted(amount: Amount, unit: Unit, name: str) -> Amount:
    misfit = unit.misfit(amount)
    if misfit:
        message = f"{name} is {amount_text(amount)}; it must be {misfit}"
        raise RulingError(message)
    return amount
