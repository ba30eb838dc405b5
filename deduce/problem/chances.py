"""Statements that say how likely worlds are: draws without putting back, and chances on several unknowns.

Like any statement, they are true in some worlds and false in the others (their `support`); and where they are
true they give the world a weight. They stand on their own, as a rule or an entry: below a negation or in a
list of alternatives a weight would have no meaning, so there they are refused.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from deduce.errors import ProblemError, shortened
from deduce.intake.numbers import LARGEST, quoted
from deduce.problem.statements import (
    ALWAYS,
    NEVER,
    SHOWN,
    Domains,
    Statement,
    Table,
    Unknown,
    Value,
    listed,
    refuse_repeats,
)
from deduce.problem.weights import Weight, exact

__all__ = ["Drawn", "Weighted", "drawn", "weighted"]


@dataclass(frozen=True)
class Drawn(Statement):
    """The unknowns are draws, without putting back, from a supply with so many copies of each value.

    Every single copy is as likely as any other, so a world weighs as many ways as there are to draw it:
    for each value, copies x (copies - 1) x ... for as many unknowns as have it. If it does not `weigh`,
    it says only that no value is drawn more often than there are copies.
    """

    unknowns: tuple[Unknown, ...]
    copies: frozenset[tuple[Value, int]]
    weighs: bool = True

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        return frozenset(self.unknowns)

    @cached_property
    def supply(self) -> dict[Value, int]:
        """How many copies there are of each value."""
        return dict(self.copies)

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    @property
    def carries_weight(self) -> bool:
        return self.weighs

    @property
    def support(self) -> Statement:
        return replace(self, weighs=False)

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        drawn_values = Counter(world[unknown] for unknown in self.unknowns)
        return all(times <= self.supply.get(value, 0) for value, times in drawn_values.items())

    def under(self, domains: Domains) -> Statement:
        return self.limited(domains)[1]

    def share(self, domains: Domains) -> int:
        return self.limited(domains)[0]

    def limited(self, domains: Domains) -> tuple[int, Statement]:
        # The share: in how many ways that can be drawn which is settled.
        left = dict(self.supply)
        ways = 1
        still_open: list[Unknown] = []
        for unknown in self.unknowns:
            domain = domains.get(unknown)
            if domain is None or len(domain) != 1:
                still_open.append(unknown)
                continue
            (value,) = domain
            copies = left.get(value, 0)
            if not copies:
                return 1, NEVER
            ways *= copies
            left[value] = copies - 1
        known = [domains[unknown] for unknown in still_open if unknown in domains]
        reachable = frozenset().union(*known) if len(known) == len(still_open) else None
        left = {
            value: copies
            for value, copies in left.items()
            if copies and (reachable is None or value in reachable)
        }
        if sum(left.values()) < len(still_open) or any(map(left.keys().isdisjoint, known)):
            return 1, NEVER
        last, rest = self._rest(still_open, left, reachable)
        return (ways * last, rest) if self.weighs else (1, rest)

    def _rest(
        self, still_open: list[Unknown], left: dict[Value, int], reachable: frozenset[Value] | None
    ) -> tuple[int, Statement]:
        """Return what is left, before it the ways to draw the rest if there are as many whatever it is."""
        size = len(still_open)
        if not size:
            return 1, ALWAYS
        counts = set(left.values())
        if reachable is not None and left.keys() == reachable:
            if size == 1 and len(counts) == 1:
                return counts.pop(), ALWAYS
            if not self.weighs and min(counts) >= size:
                return 1, ALWAYS
        if not self.weighs:
            left = {value: min(copies, size) for value, copies in left.items()}
        return 1, replace(self, unknowns=tuple(still_open), copies=frozenset(left.items()))

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        # The supply may well hold what some of the unknowns are known not to be.
        return iter(())

    def __str__(self) -> str:
        names = ", ".join(map(str, self.unknowns))
        return f"{names} {'is' if len(self.unknowns) == 1 else 'are'} drawn from {sum(self.supply.values())}"


@dataclass(frozen=True)
class Weighted(Statement):
    """The values of the unknowns, in this order, are one of the rows, each of which has a weight."""

    unknowns: tuple[Unknown, ...]
    rows: frozenset[tuple[tuple[Value, ...], int]]
    text: str = ""

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        return frozenset(self.unknowns)

    @cached_property
    def _weights(self) -> dict[tuple[Value, ...], int]:
        return dict(self.rows)

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    @property
    def carries_weight(self) -> bool:
        return True

    @property
    def support(self) -> Statement:
        return Table(self.unknowns, frozenset(self._weights), self.text)

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        return tuple(world[unknown] for unknown in self.unknowns) in self._weights

    def weight(self, world: Mapping[Unknown, Value]) -> int:
        return self._weights.get(tuple(world[unknown] for unknown in self.unknowns), 0)

    def under(self, domains: Domains) -> Statement:
        return self.limited(domains)[1]

    def share(self, domains: Domains) -> int:
        return self.limited(domains)[0]

    def limited(self, domains: Domains) -> tuple[int, Statement]:
        # The share: what the weights of all rows that are left are multiples of.
        limits = [(place, domains[name]) for place, name in enumerate(self.unknowns) if name in domains]
        rows = [
            (row, weight)
            for row, weight in self.rows
            if all(row[place] in domain for place, domain in limits)
        ]
        if not rows:
            return 1, NEVER
        divisor = math.gcd(*(weight for _, weight in rows))
        fixed = {place for place, domain in limits if len(domain) == 1}
        places = [place for place in range(len(self.unknowns)) if place not in fixed]
        if not places:
            return divisor, ALWAYS
        names = tuple(self.unknowns[place] for place in places)
        left = frozenset((tuple(row[place] for place in places), weight // divisor) for row, weight in rows)
        if (
            all(name in domains for name in names)
            and len(left) == math.prod(len(domains[name]) for name in names)
            and all(weight == 1 for _, weight in left)
        ):
            return divisor, ALWAYS
        return divisor, Weighted(names, left)

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        seen = {(place, value) for row in self._weights for place, value in enumerate(row)}
        return ((self.unknowns[place], value) for place, value in seen)

    def __str__(self) -> str:
        names = ", ".join(map(str, self.unknowns))
        return self.text or f"({names}) has chances for {len(self.rows)} combinations"


def drawn(unknowns: Iterable[Unknown], supply: Mapping[Any, int]) -> Statement:
    """Say that the unknowns were drawn, without putting back, from a supply in which each copy is as likely.

    Examples:
        >>> from deduce import Belief, Log, Problem, among
        >>> ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
        >>> pack = drawn(["missed", "next"], dict.fromkeys(ranks, 4))
        >>> log = Log(Problem({"missed": ranks, "next": ranks}, [pack]))
        >>> log = log.append(among("missed", ["J", "Q", "K"]), "I only saw a court card")
        >>> Belief(log).probability("next", "K")
        Fraction(11, 153)

    Args:
        unknowns: The draws; their order does not matter.
        supply: How many copies there are of each value. A value that is not named is not there.

    Raises:
        ProblemError: If a number of copies is none, or there are fewer copies than draws.
    """
    names = tuple(listed(unknowns, "unknowns"))
    refuse_repeats(names, "drawn")
    for value, copies in _pairs(supply, "the supply of drawn", "{'K': 4}"):
        if isinstance(copies, bool) or not isinstance(copies, int) or not 0 <= copies <= LARGEST:
            message = (
                f"drawn: the supply has {quoted(copies, SHOWN)} copies of {quoted(shortened(value))}; "
                f"the number of copies must be a whole number from 0 to {LARGEST:,}"
            )
            raise ProblemError(message)
    if sum(supply.values()) < len(names):
        message = f"drawn: {len(names)} draws cannot come from a supply of {sum(supply.values())}"
        raise ProblemError(message)
    return Drawn(names, frozenset((value, copies) for value, copies in supply.items() if copies))


def weighted(unknowns: Iterable[Unknown], rows: Mapping[Any, Weight], text: str = "") -> Statement:
    """Say how heavy each combination of the unknowns' values is, in this order.

    Examples:
        >>> from deduce import Belief, Log, Problem, fact
        >>> step = {("wood", "wood"): "1/2", ("wood", "hill"): "1/2", ("hill", "hill"): 1}
        >>> hours = Problem({hour: ["wood", "hill"] for hour in "12"}, [weighted("12", step)])
        >>> Belief(Log(hours)).given(fact("1", "wood")).probability("2", "hill")
        Fraction(1, 2)

    Args:
        unknowns: The unknowns.
        rows: For each combination, as a tuple of values, its weight. Only the proportions matter. A
            combination that is not named is impossible, as is one of weight 0.
        text: What it says, in the user's words.

    Raises:
        ProblemError: If a row or a weight is wrong, or no row weighs anything.
    """
    names = tuple(listed(unknowns, "unknowns"))
    refuse_repeats(names, "weighted")
    weights = {}
    for row, weight in _pairs(rows, "weighted", "{('a', 'b'): 2}"):
        if not isinstance(row, tuple) or len(row) != len(names):
            message = f"weighted: the row {quoted(row, SHOWN)} must be a tuple of {len(names)} values"
            raise ProblemError(message)
        weights[row] = exact(weight, f"weighted: the weight of {quoted(row, SHOWN)}")
    heavy = {row: weight for row, weight in weights.items() if weight}
    if not heavy:
        message = "weighted: no row weighs anything; at least one combination must stay possible"
        raise ProblemError(message)
    scale = math.lcm(*(weight.denominator for weight in heavy.values()))
    whole = {row: int(weight * scale) for row, weight in heavy.items()}
    divisor = math.gcd(*whole.values())
    return Weighted(names, frozenset((row, weight // divisor) for row, weight in whole.items()), text)


def _pairs(given: object, what: str, example: str) -> Iterable[tuple[Any, Any]]:
    """Return what a mapping maps, of which nobody knows what it is.

    Raises:
        ProblemError: If it is not a mapping.
    """
    if isinstance(given, Mapping):
        return given.items()
    message = f"{what} is {quoted(given, SHOWN)}; it must be a mapping such as {example}"
    raise ProblemError(message)
