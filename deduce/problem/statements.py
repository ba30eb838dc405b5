"""Statements: everything that can be said about a world.

A world gives every unknown a value. A statement is true or false in each world. Statements are immutable,
comparable and hashable; they are built by the functions at the top of this module and combined with
`~`, `&` and `|`.

Every engine reasons with one operation, `Statement.under`: what is left of the statement once some unknowns
are limited to fewer values. It returns `ALWAYS` or `NEVER` when nothing is left to decide.

Some statements also say how likely worlds are (`chances.py`); for these, `Statement.share` is what `under`
takes out of the weight of every world.
"""

from __future__ import annotations

import itertools
import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TypeAlias, TypeGuard, TypeVar

from deduce.errors import ProblemError, shortened
from deduce.intake.numbers import LARGEST, quoted
from deduce.problem.rows import RowReader
from deduce.problem.shapes import as_list, as_name, as_whole, needs_function

__all__ = [
    "ALWAYS",
    "NEVER",
    "AllDifferent",
    "Among",
    "Constant",
    "Count",
    "Domains",
    "Predicate",
    "Statement",
    "Table",
    "Unknown",
    "Value",
    "all_different",
    "all_of",
    "among",
    "any_of",
    "at_least",
    "at_most",
    "exactly",
    "fact",
    "implies",
    "listed",
    "no_statement",
    "none_of",
    "refuse_repeats",
    "refuse_weights",
    "repeats",
    "table",
    "where",
]

Unknown: TypeAlias = Hashable
Value: TypeAlias = Hashable
_Item = TypeVar("_Item")
Domains: TypeAlias = Mapping[Unknown, frozenset[Value]]

_ROWS = RowReader()
MOST_COMBINATIONS = 2_000_000
"""A predicate is written out as a table; one with more combinations than this is refused, never cut."""


SHOWN = 100
"""How many characters of a statement are quoted in a message."""


class Statement(ABC):
    """Something that is true or false in each world."""

    @property
    @abstractmethod
    def scope(self) -> frozenset[Unknown]:
        """The unknowns that it speaks of."""

    @abstractmethod
    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        """Tell whether it is true in a world (which must give a value to the whole scope)."""

    @abstractmethod
    def under(self, domains: Domains) -> Statement:
        """Return what is left of it when the unknowns are limited to these values."""

    @abstractmethod
    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        """Iterate over the values that it names, so that names can be checked."""

    def tabulated(self, domains: Domains) -> Statement:
        """Return the same statement with every predicate written out as a table."""
        return self

    def check(self, domains: Domains) -> None:
        """Make sure that it makes sense for all these values.

        Raises:
            ProblemError: If not.
        """
        return

    def narrowed(self, domains: Domains) -> dict[Unknown, frozenset[Value]]:
        """Return what it alone leaves to the unknowns that it narrows, as far as that is cheap to see."""
        return {}

    def denied(self) -> Statement:
        """Return a statement that is true where it is not."""
        return Count(0, 0, (self,))

    @property
    def carries_weight(self) -> bool:
        """Whether it makes some of the worlds in which it is true weigh more than others."""
        return False

    @property
    def speaks_of_several(self) -> bool:
        """Whether it speaks of more than one unknown."""
        return len(self.scope) > 1

    @property
    def is_single(self) -> bool:
        """Whether it only limits what one unknown can be."""
        return not self.speaks_of_several and len(self.scope) == 1 and not self.carries_weight

    @property
    def support(self) -> Statement:
        """What it says without its weights: true in the same worlds, all of which weigh the same."""
        return self

    def share(self, domains: Domains) -> int:
        """Return what limiting the unknowns to these values takes out of the weight of every world.

        In each world within the domains in which the statement is true, its weight is this share times the
        weight of what is left of it (`under`).
        """
        return 1

    def limited(self, domains: Domains) -> tuple[int, Statement]:
        """Return its share and what is left of it; the share of what is never true means nothing."""
        return self.share(domains), self.under(domains)

    def weight(self, world: Mapping[Unknown, Value]) -> int:
        """Return how heavy it makes a world: 0 where it is false; 1 where it is true without weights."""
        if not self.holds(world):
            return 0
        return self.share({unknown: frozenset((world[unknown],)) for unknown in self.scope})

    def __bool__(self) -> bool:
        message = "a statement is true in some worlds and false in others; combine statements with ~, & and |"
        raise TypeError(message)

    def __invert__(self) -> Statement:
        return none_of(self)

    def __and__(self, other: Statement) -> Statement:
        return all_of(self, other)

    def __or__(self, other: Statement) -> Statement:
        return any_of(self, other)


@dataclass(frozen=True)
class Constant(Statement):
    """True in every world, or in none."""

    truth: bool

    @property
    def scope(self) -> frozenset[Unknown]:
        return frozenset()

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        return self.truth

    def under(self, domains: Domains) -> Statement:
        return self

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        return iter(())

    def denied(self) -> Statement:
        return NEVER if self.truth else ALWAYS

    def __str__(self) -> str:
        return "always" if self.truth else "never"


ALWAYS = Constant(truth=True)
NEVER = Constant(truth=False)


@dataclass(frozen=True)
class Among(Statement):
    """One unknown has one of some values, or (not `inside`) none of them."""

    unknown: Unknown
    values: frozenset[Value]
    inside: bool = True

    @property
    def scope(self) -> frozenset[Unknown]:
        return frozenset((self.unknown,))

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        return (world[self.unknown] in self.values) == self.inside

    def under(self, domains: Domains) -> Statement:
        domain = domains.get(self.unknown)
        if domain is None:
            return self
        allowed = domain & self.values if self.inside else domain - self.values
        if not allowed:
            return NEVER
        if len(allowed) == len(domain):
            return ALWAYS
        # What stays as it is need not be made anew.
        return self if self.inside and len(allowed) == len(self.values) else Among(self.unknown, allowed)

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        return ((self.unknown, value) for value in self.values)

    def denied(self) -> Statement:
        return Among(self.unknown, self.values, not self.inside)

    def __str__(self) -> str:
        if len(self.values) == 1 and isinstance(value := next(iter(self.values)), bool):
            # The unknown is itself something that is true or false.
            return f"{'' if value == self.inside else 'not: '}{self.unknown}"
        names = sorted(str(value) for value in self.values)
        if not names:
            return f"{self.unknown} has {'no' if self.inside else 'any'} value"
        if len(names) == 1:
            return f"{self.unknown} is {'' if self.inside else 'not '}{names[0]}"
        return f"{self.unknown} is {'one' if self.inside else 'none'} of {', '.join(names)}"


@dataclass(frozen=True)
class Count(Statement):
    """At least `low` and at most `high` of the parts are true.

    And, or, not, exactly, at least and at most are all counts.
    """

    low: int
    high: int
    parts: tuple[Statement, ...]

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        if _are_facts(self.parts):
            return frozenset([part.unknown for part in self.parts])
        return frozenset().union(*(part.scope for part in self.parts))

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    @property
    def speaks_of_several(self) -> bool:
        if len(self.parts) > 1:
            first, last = self.parts[0], self.parts[-1]
            if isinstance(first, Among) and isinstance(last, Among) and first.unknown != last.unknown:
                # So it is mostly, and then the scope need not be made.
                return True
        return len(self.scope) > 1

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        return self.low <= sum(part.holds(world) for part in self.parts) <= self.high

    def under(self, domains: Domains) -> Statement:
        if len(domains) == 1 and _are_facts(self.parts):
            parts = [part.under(domains) if part.unknown in domains else part for part in self.parts]
            return _counted(self.low, self.high, parts)
        return _counted(self.low, self.high, (part.under(domains) for part in self.parts))

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        return itertools.chain.from_iterable(part.facts() for part in self.parts)

    def tabulated(self, domains: Domains) -> Statement:
        return _counted(self.low, self.high, (part.tabulated(domains) for part in self.parts))

    def check(self, domains: Domains) -> None:
        for part in self.parts:
            part.check(domains)

    def denied(self) -> Statement:
        size = len(self.parts)
        if self.high == 0 and size == 1:
            return self.parts[0]
        if self.low == 0:
            return _counted(self.high + 1, size, self.parts)
        if self.high == size:
            return _counted(0, self.low - 1, self.parts)
        return Count(0, 0, (self,))

    def __str__(self) -> str:
        size = len(self.parts)
        if self.low == size or (self.low, self.high) == (1, size):
            return (" and " if self.low == size else " or ").join(map(_bracketed, self.parts))
        if self.high == 0:
            return self._listed("none of") if size > 1 else f"not ({self.parts[0]})"
        if self.low == self.high:
            return self._listed(f"exactly {self.low} of")
        if self.high == size:
            return self._listed(f"at least {self.low} of")
        return self._listed(f"{f'{self.low} to' if self.low else 'at most'} {self.high} of")

    def _listed(self, head: str) -> str:
        return f"{head} ({'; '.join(map(str, self.parts))})"


def _bracketed(part: Statement) -> str:
    return f"({part})" if isinstance(part, Count) else str(part)


def _are_facts(parts: tuple[Statement, ...]) -> TypeGuard[tuple[Among, ...]]:
    """Tell whether each of some parts is said of one unknown, as it mostly is."""
    return set(map(type, parts)) == {Among}


def _is_of_different_unknowns(parts: tuple[Statement, ...]) -> bool:
    """Tell whether each of some parts is said of an unknown of its own."""
    return _are_facts(parts) and len({part.unknown for part in parts}) == len(parts)


def _counted(low: int, high: int, parts: Iterable[Statement]) -> Statement:
    """Build a count in its simplest form, so that equal remainders are equal objects."""
    open_parts = list(parts)
    if Constant in set(map(type, open_parts)):
        known = [part.truth for part in open_parts if isinstance(part, Constant)]
        low, high = low - sum(known), high - sum(known)
        open_parts = [part for part in open_parts if not isinstance(part, Constant)]
    size = len(open_parts)
    low, high = max(low, 0), min(high, size)
    if low > high:
        return NEVER
    if low == 0 and high == size:
        return ALWAYS
    if size == 1:
        # Neither always nor never, so the bounds are (1, 1) or (0, 0).
        return open_parts[0] if low else open_parts[0].denied()
    return Count(low, high, tuple(open_parts))


@dataclass(frozen=True)
class AllDifferent(Statement):
    """The unknowns have different values, and none of the values already `taken`."""

    unknowns: tuple[Unknown, ...]
    taken: frozenset[Value] = frozenset()
    text: str = field(default="", compare=False)

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        return frozenset(self.unknowns)

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    @property
    def speaks_of_several(self) -> bool:
        # It names each once.
        return len(self.unknowns) > 1

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        values = {world[unknown] for unknown in self.unknowns}
        return len(values) == len(self.unknowns) and not values & self.taken

    def under(self, domains: Domains) -> Statement:
        taken = set(self.taken)
        left: list[Unknown] = []
        for unknown in self.unknowns:
            domain = domains.get(unknown)
            if domain is None or len(domain) != 1:
                left.append(unknown)
            elif domain <= taken:
                return NEVER
            else:
                taken |= domain
        known = [domains[unknown] for unknown in left if unknown in domains]
        if len(known) < len(left):
            return AllDifferent(tuple(left), frozenset(taken))
        reachable = frozenset().union(*known)
        if len(reachable - taken) < len(left) or any(domain <= taken for domain in known):
            return NEVER
        taken &= reachable
        if len(left) == 1:
            return Among(left[0], frozenset(taken), inside=False) if taken else ALWAYS
        if not left or (not taken and sum(map(len, known)) == len(reachable)):
            return ALWAYS
        return AllDifferent(tuple(left), frozenset(taken))

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        return iter(())

    def __str__(self) -> str:
        if self.text:
            return f"all differ in {self.text}"
        names = ", ".join(map(str, self.unknowns))
        without = ", ".join(sorted(map(str, self.taken)))
        return f"{names} all differ" + (f" and none is {without}" if without else "")


@dataclass(frozen=True)
class Table(Statement):
    """The values of the unknowns, in this order, are one of the rows."""

    unknowns: tuple[Unknown, ...]
    rows: frozenset[tuple[Value, ...]]
    text: str = ""

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        return frozenset(self.unknowns)

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    @property
    def speaks_of_several(self) -> bool:
        # It names each once.
        return len(self.unknowns) > 1

    @cached_property
    def columns(self) -> tuple[frozenset[Value], ...]:
        """The values of each unknown in any of the rows."""
        if not self.rows:
            return (frozenset(),) * len(self.unknowns)
        return tuple(map(frozenset, zip(*self.rows, strict=True)))

    @cached_property
    def within(self) -> tuple[frozenset[Value], ...]:
        """For each unknown, values among which are those that it has in any of the rows."""
        return self.columns

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        return tuple(world[unknown] for unknown in self.unknowns) in self.rows

    def under(self, domains: Domains) -> Statement:
        known = [(place, domains[name]) for place, name in enumerate(self.unknowns) if name in domains]
        limits = [(place, domain) for place, domain in known if not self.columns[place] <= domain]
        rows: Iterable[tuple[Value, ...]] = self.rows
        if limits:
            rows = [row for row in self.rows if all(row[place] in domain for place, domain in limits)]
        if not rows:
            return NEVER
        fixed = {place for place, domain in known if len(domain) == 1}
        places = [place for place in range(len(self.unknowns)) if place not in fixed]
        if not places:
            return ALWAYS
        names = tuple(self.unknowns[place] for place in places)
        if fixed:
            rows = [tuple([row[place] for place in places]) for row in rows]
        left = frozenset(rows)
        if all(name in domains for name in names):
            if len(left) == math.prod(len(domains[name]) for name in names):
                return ALWAYS
            if len(names) == 1:
                return Among(names[0], frozenset(row[0] for row in left))
        return Table(names, left)

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        seen = {(place, value) for row in self.rows for place, value in enumerate(row)}
        return ((self.unknowns[place], value) for place, value in seen)

    def __str__(self) -> str:
        names = ", ".join(map(str, self.unknowns))
        return self.text or f"({names}) is one of {len(self.rows)} combinations"


@dataclass(frozen=True)
class Predicate(Statement):
    """A function of a few unknowns' values, in this order, is true."""

    unknowns: tuple[Unknown, ...]
    function: Callable[..., object]
    text: str = ""
    _tables: dict[tuple[frozenset[Value], ...], Table] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def scope(self) -> frozenset[Unknown]:
        return frozenset(self.unknowns)

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        return self._asked(tuple(world[unknown] for unknown in self.unknowns))

    def under(self, domains: Domains) -> Statement:
        if all(unknown in domains for unknown in self.unknowns):
            return self.tabulated(domains).under(domains)
        return self

    def tabulated(self, domains: Domains) -> Statement:
        limits = tuple(domains[unknown] for unknown in self.unknowns)
        for wider, known in self._tables.items():
            if all(map(frozenset.issubset, limits, wider)):
                # Written out before: asking the function again would only take time.
                rows = (
                    known.rows
                    if limits == wider
                    else frozenset(row for row in known.rows if all(map(operator.contains, limits, row)))
                )
                return Table(self.unknowns, rows, str(self))
        choices = [sorted(limit, key=str) for limit in limits]
        combinations = math.prod(map(len, choices))
        if combinations > MOST_COMBINATIONS:
            shown = f"{combinations:,}" if combinations < LARGEST else f"over {LARGEST:,}"
            message = (
                f"{shortened(self, SHOWN)} has {shown} combinations to try, more than {MOST_COMBINATIONS:,}; "
                "split it into statements about fewer unknowns"
            )
            raise ProblemError(message)
        rows = frozenset(row for row in itertools.product(*choices) if self._asked(row))
        written = self._tables[limits] = Table(self.unknowns, rows, str(self))
        return written

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        return iter(())

    def _asked(self, row: tuple[Value, ...]) -> bool:
        try:
            return bool(self.function(*row))
        except Exception as error:
            values = shortened(", ".join(map(quoted, row)), SHOWN)
            message = f"{shortened(self, SHOWN)} cannot be worked out for the values {values}: {error}"
            raise ProblemError(message) from error

    def __str__(self) -> str:
        if self.text:
            return self.text
        name = getattr(self.function, "__name__", "predicate").replace("<lambda>", "condition")
        return f"{name}({', '.join(map(str, self.unknowns))})"


def fact(unknown: Unknown, value: Value = True) -> Statement:  # noqa: FBT002 - a value like any other
    """Say that an unknown has a value; without one, that it is true (`Problem.facts`).

    Examples:
        >>> print(fact("H", "Crab"), "/", ~fact("H", "Crab"))
        H is Crab / H is not Crab
        >>> print(fact("Ann did it"), "/", ~fact("Ann did it"))
        Ann did it / not: Ann did it
    """
    try:
        hash(unknown)
        # Of plain values that are equal and of one type, either can stand for the other.
        alone = _alone(value) if type(value) in {int, str, bool} else frozenset((value,))
        return Among(unknown, alone)
    except TypeError:
        return Among(as_name(unknown, "an unknown"), frozenset((as_name(value, "a value"),)))


@lru_cache(maxsize=1_000, typed=True)
def _alone(value: Value) -> frozenset[Value]:
    """Return the set of one value; there are many facts for each."""
    return frozenset((value,))


def among(unknown: Unknown, values: Iterable[Value]) -> Statement:
    """Say that an unknown has one of some values.

    Examples:
        >>> print(among("H", ["Crab", "Wimp"]))
        H is one of Crab, Wimp
    """
    named = [as_name(value, "a value") for value in listed(values, "values")]
    return Among(as_name(unknown, "an unknown"), frozenset(named))


def any_of(*statements: Statement | Iterable[Statement]) -> Statement:
    """Say that at least one of the statements is true.

    Examples:
        >>> any_of(fact("H", "Crab"), fact("K", "Crab")) == any_of([fact("H", "Crab"), fact("K", "Crab")])
        True

    Args:
        statements: The statements, one by one or in one list; so for all functions of this kind.
    """
    parts = _parts("any_of", statements)
    return _joined(1, len(parts), parts)


def all_of(*statements: Statement | Iterable[Statement]) -> Statement:
    """Say that every one of the statements is true; they are given as to `any_of`."""
    parts = _parts("all_of", statements)
    return _joined(len(parts), len(parts), parts)


def none_of(*statements: Statement | Iterable[Statement]) -> Statement:
    """Say that not one of the statements is true; they are given as to `any_of`."""
    return _joined(0, 0, _parts("none_of", statements))


def implies(condition: Statement, consequence: Statement) -> Statement:
    """Say that the consequence is true wherever the condition is."""
    refuse_weights((condition, consequence))
    return any_of(~condition, consequence)


def exactly(count: int, *statements: Statement | Iterable[Statement]) -> Statement:
    """Say that exactly so many of the statements are true; they are given as to `any_of`.

    Examples:
        >>> print(exactly(1, [fact("rope", "envelope"), fact("knife", "envelope")]))
        exactly 1 of (rope is envelope; knife is envelope)
    """
    parts = _distinct("exactly", count, statements)
    return _joined(count, count, parts)


def at_least(count: int, *statements: Statement | Iterable[Statement]) -> Statement:
    """Say that so many of the statements, or more, are true; they are given as to `any_of`."""
    parts = _distinct("at_least", count, statements)
    return _joined(count, len(parts), parts)


def at_most(count: int, *statements: Statement | Iterable[Statement]) -> Statement:
    """Say that so many of the statements, or fewer, are true; they are given as to `any_of`."""
    parts = _distinct("at_most", count, statements)
    return _joined(0, count, parts)


def all_different(unknowns: Iterable[Unknown], text: str = "") -> Statement:
    """Say that no two of the unknowns have the same value.

    Examples:
        >>> print(all_different(["r1c1", "r2c1", "r3c1"], "column 1"))
        all differ in column 1

    Args:
        unknowns: The unknowns.
        text: What they are together, such as "column 1"; steps of a chain then say "in column 1".
    """
    names = tuple(listed(unknowns, "unknowns"))
    refuse_repeats(names, "all_different")
    return AllDifferent(names, text=text)


def table(unknowns: Iterable[Unknown], rows: Iterable[Iterable[Value]], text: str = "") -> Statement:
    """Say that the values of the unknowns, in this order, are one of the rows."""
    names = tuple(listed(unknowns, "unknowns"))
    refuse_repeats(names, "table")
    given = rows if isinstance(rows, tuple) else as_list(rows, "the rows of a table")
    read = _ROWS.read(given, len(names))
    if read is not None:
        made = Table(names, read[0], text)
        # Where such a property keeps what it was asked for.
        vars(made)["within"] = read[1]
        return made
    checked = frozenset(
        tuple(as_name(value, "a value") for value in as_list(row, "a row of a table")) for row in given
    )
    wrong = next((row for row in checked if len(row) != len(names)), None)
    if wrong is not None:
        message = f"table of {len(names)} unknowns has a row of {len(wrong)} values: {quoted(wrong, SHOWN)}"
        raise ProblemError(message)
    return Table(names, checked, text) if checked else NEVER


def where(function: Callable[..., object], unknowns: Iterable[Unknown] = (), text: str = "") -> Statement:
    """Say that a function of a few unknowns' values, in this order, is true.

    Examples:
        >>> neighbours = where(lambda a, b: abs(a - b) == 1, ["fox", "horse"], "the fox is next to the horse")
        >>> neighbours.holds({"fox": 2, "horse": 3})
        True
    """
    if isinstance(function, str):
        message = (
            f"where needs a function and the names of its unknowns, not the text {quoted(function, SHOWN)}; "
            'write for example where(lambda a, b: a < b, ["fox", "horse"]) '
            "(conditions as text belong in case files)"
        )
        raise ProblemError(message)
    needs_function(function, "where", 'where(lambda a, b: a < b, ["fox", "horse"])')
    names = tuple(listed(unknowns, "unknowns"))
    refuse_repeats(names, "where")
    return Predicate(names, function, text)


def repeats(items: Iterable[Hashable]) -> list[Hashable]:
    """Return the items that have come before in a list."""
    listed = list(items)
    if _are_distinct(listed):
        return []
    seen: set[Hashable] = set()
    again = []
    for item in listed:
        if as_name(item, "a name") in seen:
            again.append(item)
        seen.add(item)
    return again


def _are_distinct(items: Collection[Hashable]) -> bool:
    """Tell quickly whether no item comes twice; False leaves that open where one can be no name."""
    try:
        return len(set(items)) == len(items)
    except TypeError:
        return False


def listed(items: Iterable[_Item], what: str) -> list[_Item]:
    """Return items as a list; a text is one of letters, where it may be.

    Raises:
        ProblemError: If a single text is given where values should be listed, or no list at all.
    """
    # A single string of letters is a fine list of unknowns; a single string as *values* hardly ever is.
    given: object = items
    if isinstance(given, str) and what == "values":
        shown = quoted(given)
        message = f"values must be a list, not the text {shown}; write [{shown}]"
        raise ProblemError(message)
    return as_list(items, what)


def refuse_repeats(names: tuple[Unknown, ...], what: str) -> None:
    """Make sure that a statement names some unknowns, and each of them once.

    Raises:
        ProblemError: If not.
    """
    if names and _are_distinct(names):
        return
    repeated = repeats(names)
    if repeated:
        message = f"{what} names {quoted(repeated[0])} twice; name every unknown once"
        raise ProblemError(message)
    if not names:
        message = f"{what} names no unknown"
        raise ProblemError(message)


def _joined(low: int, high: int, parts: tuple[Statement, ...]) -> Statement:
    """Build a count as it was asked for.

    Raises:
        ProblemError: If a part carries weight, unless it is the only one and simply required.
    """
    if (low, high, len(parts)) != (1, 1, 1):
        refuse_weights(parts)
    return _counted(low, high, parts)


def refuse_weights(parts: Iterable[Statement]) -> None:
    """Make sure that statements can be parts of another one.

    Raises:
        ProblemError: If one of them is none, or says how likely worlds are.
    """
    given = tuple(parts)
    if _are_facts(given):
        return
    for part in given:
        if not isinstance(part, Statement):
            raise no_statement(part)
        if part.carries_weight:
            message = (
                f"{quoted(str(part), SHOWN)} says how likely worlds are, so it cannot be a part of "
                "another statement; make it a rule or an entry of its own, or take its .support"
            )
            raise ProblemError(message)


def no_statement(given: object) -> ProblemError:
    """Return the error that something is no statement, and what to write instead."""
    if isinstance(given, bool):
        return ProblemError(
            f"{given} is not a statement: Python compares facts itself; where == was meant to say "
            "that two of them are both true or both false, write iff(first, second)"
        )
    return ProblemError(f"{quoted(given, SHOWN)} is not a statement; write for example fact(unknown, value)")


def _parts(what: str, given: tuple[Statement | Iterable[Statement], ...]) -> tuple[Statement, ...]:
    """Return statements that were given one by one, or in one list.

    Raises:
        ProblemError: If one of them is none.
    """
    parts: tuple[object, ...] = given
    if len(given) == 1 and not isinstance(given[0], Statement | bool | str):
        parts = tuple(as_list(given[0], f"the statements of {what}"))
    if not _are_statements(parts):
        raise no_statement(next(part for part in parts if not isinstance(part, Statement)))
    return parts


def _are_statements(parts: tuple[object, ...]) -> TypeGuard[tuple[Statement, ...]]:
    return all(issubclass(kind, Statement) for kind in set(map(type, parts)))


def _distinct(
    what: str, count: int, statements: tuple[Statement | Iterable[Statement], ...]
) -> tuple[Statement, ...]:
    as_whole(count, f"the count of {what}")
    parts = _parts(what, statements)
    # What is always or never true can have come of different words.
    told = [part for part in parts if not isinstance(part, Constant)]
    if not _is_of_different_unknowns(parts) and (again := repeats(told)):
        message = f"{quoted(str(again[0]), SHOWN)} stands twice in one list; list every statement once"
        raise ProblemError(message)
    if count < 0:
        message = f"a count of {count} is negative"
        raise ProblemError(message)
    return parts
