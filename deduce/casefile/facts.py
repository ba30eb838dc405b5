"""Facts written as text: "H is Crab", "H is not Crab", "H is one of Crab, Wimp"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.errors import ProblemError, did_you_mean
from deduce.problem.statements import Statement, Value, among, fact

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

    from deduce.problem.problem import Problem
    from deduce.problem.statements import Unknown

__all__ = ["Names", "parse_fact"]


class Names:
    """The names of a problem's unknowns and values as texts.

    Args:
        problem: The problem.

    Raises:
        ProblemError: If two different unknowns, or two values of one unknown, read the same.
    """

    def __init__(self, problem: Problem) -> None:
        self.unknowns: dict[str, Unknown] = _by_text(problem.unknowns, "unknowns")
        self.values: dict[Unknown, dict[str, Value]] = {
            unknown: _by_text(domain, f"values of {unknown}") for unknown, domain in problem.domains.items()
        }

    def unknown(self, name: object) -> Unknown:
        """Return the unknown of that name.

        Raises:
            ProblemError: If there is none.
        """
        if str(name) not in self.unknowns:
            message = f"there is no unknown {str(name)!r}; {did_you_mean(name, self.unknowns)}"
            raise ProblemError(message)
        return self.unknowns[str(name)]

    def value(self, unknown: Unknown, name: object) -> Value:
        """Return the value of that name.

        Raises:
            ProblemError: If the unknown has no such value.
        """
        values = self.values[unknown]
        if str(name) not in values:
            message = f"{str(unknown)!r} has no value {str(name)!r}; {did_you_mean(name, values)}"
            raise ProblemError(message)
        return values[str(name)]


def _by_text(things: Iterable[Hashable], what: str) -> dict[str, Hashable]:
    named: dict[str, Hashable] = {}
    for thing in things:
        if str(thing) in named:
            message = f"two {what} read {str(thing)!r}; give them different names"
            raise ProblemError(message)
        named[str(thing)] = thing
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
    starts = sorted((name for name in names.unknowns if text.startswith(f"{name} is ")), key=len)
    if not starts:
        subject, verb, _ = text.partition(" is ")
        if not verb:
            message = f"{text!r} is not a fact; write for example {_example(names)!r}"
            raise ProblemError(message)
        names.unknown(subject.strip())
        message = f"{text!r} is not a fact; write for example {_example(names)!r}"
        raise ProblemError(message)
    unknown = names.unknowns[starts[-1]]
    said = text[len(starts[-1]) + 4 :].strip()
    values = names.values[unknown]
    if said in values:
        return fact(unknown, values[said])
    if said.startswith("not "):
        said, negated = said[4:].strip(), True
        if said in values:
            return ~fact(unknown, values[said])
    else:
        negated = False
    # "one of A and B" is a list; "is A and B" would be two values at once.
    join = r"or\s"
    for head, negates in (("one of ", False), ("none of ", True), ("neither ", True)):
        if said.startswith(head):
            said, negated = said[len(head) :], negated != negates
            join = r"or\s|nor\s|and\s"
            break
    statement = among(unknown, _listed(said, unknown, names, join))
    return ~statement if negated else statement


def _listed(said: str, unknown: Unknown, names: Names, join: str) -> list[Value]:
    """Read a list of values, longest names first, so that names may contain commas or "or".

    Args:
        said: The list.
        unknown: Whose values they are.
        names: The names that there are.
        join: A pattern for the words that may stand before the last one.
    """
    values: Mapping[str, Value] = names.values[unknown]
    found: list[Value] = []
    rest = said
    while True:
        name = max((name for name in values if _begins(rest, name, join)), key=len, default=None)
        if name is None:
            first = re.split(rf",|\s(?:{join})", rest)[0].strip()
            found.append(names.value(unknown, first))
            return found
        found.append(values[name])
        rest = rest[len(name) :].strip()
        if not rest:
            return found
        rest = re.sub(rf"^(,\s*(?:{join})|,|{join})\s*", "", rest)


def _begins(text: str, name: str, join: str) -> bool:
    return re.match(re.escape(name) + rf"\s*($|,|{join})", text) is not None


def _example(names: Names) -> str:
    name, unknown = next(iter(names.unknowns.items()))
    return f"{name} is {next(iter(names.values[unknown]))}"
