"""Facts written as text: "H is Crab", "H is not Crab", "H is one of Crab, Wimp", "Ann did it"."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.errors import ProblemError, did_you_mean, shortened
from deduce.intake.numbers import quoted
from deduce.problem.statements import Statement, Value, among, fact

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from deduce.problem.problem import Problem
    from deduce.problem.statements import Unknown

__all__ = ["LONGEST_NAME", "Names", "parse_fact"]

LONGEST_NAME = 200
"""How many characters the name of an unknown or a value may have."""
SHOWN = 100
"""How many characters of a fact are quoted in a message."""


class Names:
    """The names of a problem's unknowns and values as texts.

    Args:
        problem: The problem.

    Raises:
        ProblemError: If two different unknowns, or two values of one unknown, read the same, or a name is
            too long.
    """

    def __init__(self, problem: Problem) -> None:
        self.unknowns: dict[str, Unknown] = _by_text(problem.unknowns, "unknowns")
        named: dict[int, _ValueNames] = {}
        self.values: dict[Unknown, _ValueNames] = {}
        for unknown, domain in problem.domains.items():
            # Most unknowns share their values with others.
            if id(domain) not in named:
                named[id(domain)] = _ValueNames(_by_text(domain, f"values of {shortened(unknown)}"))
            self.values[unknown] = named[id(domain)]
        self._longest = max(map(len, self.unknowns))

    @cached_property
    def of_values(self) -> frozenset[str]:
        """The names of all values of all unknowns."""
        distinct = {id(named): named.values for named in self.values.values()}
        return frozenset().union(*distinct.values())

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers among the values of all unknowns."""
        distinct = {id(named): named.values.values() for named in self.values.values()}
        return frozenset(value for values in distinct.values() for value in values if isinstance(value, int))

    def is_claim(self, unknown: Unknown) -> bool:
        """Tell whether an unknown is something that is true or false."""
        return all(isinstance(value, bool) for value in self.values[unknown].values.values())

    def unknown(self, name: object) -> Unknown:
        """Return the unknown of that name.

        Raises:
            ProblemError: If there is none.
        """
        if str(name) not in self.unknowns:
            message = f"there is no unknown {quoted(str(name))}; {did_you_mean(name, self.unknowns)}"
            raise ProblemError(message)
        return self.unknowns[str(name)]

    def value(self, unknown: Unknown, name: object) -> Value:
        """Return the value of that name.

        Raises:
            ProblemError: If the unknown has no such value.
        """
        values = self.values[unknown].values
        if str(name) not in values:
            message = f"{quoted(str(unknown))} has no value {quoted(str(name))}; {did_you_mean(name, values)}"
            raise ProblemError(message)
        return values[str(name)]

    def subject(self, text: str) -> str | None:
        """Return the longest name of an unknown that a text begins with, with " is " behind it."""
        found = None
        end = text.find(" is ", 0, self._longest + 4)
        while end >= 0:
            if text[:end] in self.unknowns:
                found = text[:end]
            end = text.find(" is ", end + 1, self._longest + 4)
        return found


class _ValueNames:
    """The values of an unknown by their names.

    Args:
        values: The values.
    """

    def __init__(self, values: dict[str, Value]) -> None:
        self.values = values

    @cached_property
    def _most_breaks(self) -> int:
        """In how many places at most a name looks as if it ended there."""
        return max(sum(1 for _ in _BREAK.finditer(f"{name} ")) for name in self.values)

    def beginning(self, text: str, start: int, join: re.Pattern[str]) -> str | None:
        """Return the longest name of a value that stands somewhere in a list, up to its end or a break.

        Args:
            text: The list.
            start: Where the name begins.
            join: What may stand between names.
        """
        found = None
        for count, end in enumerate(_ends(text, start, join)):
            if count > self._most_breaks:
                break
            if (name := text[start:end].rstrip()) in self.values:
                found = name
        return found


_BREAK = re.compile(r",|\b(?:or|nor|and)\s")
"""What separates the values in a list, and may stand in the name of one all the same."""
_JOIN = re.compile(r",\s*+(?:or\s)?\s*+|\bor\s\s*+")
_JOIN_OF_MANY = re.compile(r",\s*+(?:(?:or|nor|and)\s)?\s*+|\b(?:or|nor|and)\s\s*+")
"""The same between the values of "one of A, B and C", where "and" does not mean both at once."""


def _ends(text: str, start: int, join: re.Pattern[str]) -> Iterator[int]:
    """Iterate over where a name may end that begins somewhere in a list."""
    for found in join.finditer(text, start + 1):
        yield found.start()
        if (inner := _BREAK.search(found[0], 1)) is not None:
            # A comma and the word behind it are two breaks in a name.
            yield found.start() + inner.start()
    yield len(text)


def _by_text(things: Iterable[Hashable], what: str) -> dict[str, Hashable]:
    named: dict[str, Hashable] = {}
    for thing in things:
        # TOML, too, writes what is true or false with small letters.
        name = str(thing).lower() if isinstance(thing, bool) else str(thing)
        if name in named:
            message = f"two {what} read {quoted(name)}; give them different names"
            raise ProblemError(message)
        if len(name) > LONGEST_NAME:
            message = f"the name {quoted(name)} has {len(name):,} characters; the most is {LONGEST_NAME:,}"
            raise ProblemError(message)
        named[name] = thing
    return named


def parse_fact(text: str, names: Names) -> Statement:
    """Read a fact.

    Examples:
        >>> from deduce import Problem
        >>> names = Names(Problem.one_to_one("HK", ["Crab", "Wimp", "King"]))
        >>> print(parse_fact("H is not Crab", names), "/", parse_fact("K is one of Crab, King", names))
        H is not Crab / K is one of Crab, King

    Args:
        text: The fact.
        names: What it can be about.

    Raises:
        ProblemError: If it is not a fact about these names.
    """
    if (claim := _claim(text, names)) is not None:
        return claim
    subject = names.subject(text)
    if subject is None:
        named, verb, _ = text.partition(" is ")
        if verb:
            names.unknown(named.strip())
        message = f"{quoted(text, SHOWN)} is not a fact; write for example {_example(names)!r}"
        raise ProblemError(message)
    unknown = names.unknowns[subject]
    said = text[len(subject) + 4 :].strip()
    values = names.values[unknown].values
    if said in values:
        return fact(unknown, values[said])
    if said.startswith("not "):
        said, negated = said[4:].strip(), True
        if said in values:
            return ~fact(unknown, values[said])
    else:
        negated = False
    # "one of A and B" is a list; "is A and B" would be two values at once.
    join = _JOIN
    for head, negates in (("one of ", False), ("none of ", True), ("neither ", True)):
        if said.startswith(head):
            said, negated = said[len(head) :].strip(), negated != negates
            join = _JOIN_OF_MANY
            break
    statement = among(unknown, _listed(said, unknown, names, join))
    return ~statement if negated else statement


def _claim(text: str, names: Names) -> Statement | None:
    """Return what a text says that only names something true or false: "Ann did it", "not Ann did it"."""
    said = text.strip()
    for head, truth in (("", True), ("not: ", False), ("not ", False)):
        unknown = names.unknowns.get(said.removeprefix(head)) if said.startswith(head) else None
        if unknown is not None and names.is_claim(unknown):
            return fact(unknown, truth)
    return None


def _listed(said: str, unknown: Unknown, names: Names, join: re.Pattern[str]) -> list[Value]:
    """Read a list of values, longest names first, so that names may contain commas or "or".

    Args:
        said: The list.
        unknown: Whose values they are.
        names: The names that there are.
        join: What may stand between values.
    """
    values = names.values[unknown]
    found: list[Value] = []
    place = 0
    while True:
        name = values.beginning(said, place, join)
        if name is None:
            first = join.split(said[place : place + LONGEST_NAME], maxsplit=1)[0].strip()
            found.append(names.value(unknown, first))
            return found
        found.append(values.values[name])
        place += len(name)
        rest = _SPACE.match(said, place)
        place = rest.end() if rest else place
        if place == len(said):
            return found
        between = join.match(said, place)
        place = between.end() if between else place


_SPACE = re.compile(r"\s*+")


def _example(names: Names) -> str:
    name, unknown = next(iter(names.unknowns.items()))
    if names.is_claim(unknown):
        return shortened(name)
    return f"{shortened(name)} is {shortened(next(iter(names.values[unknown].values)))}"
