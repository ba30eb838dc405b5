"""Statements on numbers: a total lies in one of some intervals.

Equal, unequal, less, at most, a distance, a remainder: all of these are one kind of statement. What is left
of it has the constants moved into the intervals, these cut to what can be reached, and no common divisor, so
that equal remainders are equal objects.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from deduce.intake.numbers import LARGEST
from deduce.problem.statements import ALWAYS, NEVER, Among, Domains, Statement, Unknown, Value
from deduce.problem.totals import MOST_TOTAL, Absolute, Total

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Comparison", "Intervals", "compared", "elsewhere"]

Intervals: TypeAlias = tuple[tuple[int, int], ...]
"""Ranges of whole numbers with both their ends, in order and apart from each other.

One that reaches as far from 0 as no total can (`MOST_TOTAL`) has no end there.
"""


@dataclass(frozen=True)
class Comparison(Statement):
    """A total without a constant lies in one of some intervals."""

    total: Total
    intervals: Intervals
    text: str = field(default="", compare=False)
    opposite: str = field(default="", compare=False)
    """What its denial says, in the user's words."""

    @property
    def scope(self) -> frozenset[Unknown]:
        return self.total.scope

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        return _contains(self.intervals, self.total.worth(world))

    def under(self, domains: Domains) -> Statement:
        if any(unknown in domains and not domains[unknown] for unknown in self.scope):
            return NEVER
        left = self.total.under(domains)
        if not domains.keys() >= left.scope:
            return compared(left, self.intervals)
        low, high = left.bounds(domains)
        within = _cut(self.intervals, low, high)
        if not within:
            return NEVER
        if within == ((low, high),):
            return ALWAYS
        return compared(left, within) if len(left.scope) > 1 else _limit(left, within, domains)

    def narrowed(self, domains: Domains) -> dict[Unknown, frozenset[Value]]:
        # Of two unknowns exactly; of more, each by what the others can add up to at least and at most.
        if not domains.keys() >= self.scope:
            return {}
        mine = {unknown: domains[unknown] for unknown in self.scope}
        found = self._by_the_rest(mine) if len(mine) > 2 else {}
        for unknown in self.scope - found.keys():
            found[unknown] = frozenset(
                value
                for value in mine[unknown]
                if self.under({**mine, unknown: frozenset((value,))}) != NEVER
            )
        return found

    def _by_the_rest(self, domains: Domains) -> dict[Unknown, frozenset[Value]]:
        """Return what is left to each unknown that stands alone in one part, by what the rest adds up to."""
        low, high = self.total.bounds(domains)
        parts_about = Counter(unknown for part, _ in self.total.parts for unknown in part.scope)
        found = {}
        for part, times in self.total.parts:
            if len(part.scope) != 1 or parts_about[next(iter(part.scope))] != 1:
                continue
            (unknown,) = part.scope
            ends = [times * end for end in part.bounds(domains)]
            least, most = low - min(ends), high - max(ends)
            numbers = {value: times * part.worth({unknown: value}) for value in domains[unknown]}
            found[unknown] = frozenset(
                value
                for value, number in numbers.items()
                if _cut(self.intervals, number + least, number + most)
            )
        return found

    def check(self, domains: Domains) -> None:
        self.total.check(domains)

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        return self.total.facts()

    def denied(self) -> Statement:
        return Comparison(self.total, elsewhere(self.intervals), self.opposite, self.text)

    def __str__(self) -> str:
        return self.text or _worded(self.total, self.intervals)


def compared(
    total: Total, intervals: Iterable[tuple[int, int]], text: str = "", opposite: str = ""
) -> Statement:
    """Say that a total lies in one of some intervals, in the simplest form.

    Args:
        total: The total.
        intervals: The intervals, in order.
        text: What it says, in the user's words.
        opposite: What its denial says.
    """
    within = tuple(intervals)
    if not total.parts:
        return ALWAYS if _contains(within, total.constant) else NEVER
    divisor = math.gcd(*(times for _, times in total.parts))
    if total.parts[0][1] < 0:
        divisor = -divisor
    parts = tuple((part, times // divisor) for part, times in total.parts)
    within = _divided(within, total.constant, divisor)
    first, times = parts[0]
    if len(parts) == 1 and times == 1 and isinstance(first, Absolute):
        positive = _cut(within, 0, LARGEST)
        negative = tuple((-high, -low) for low, high in reversed(positive))
        return compared(first.total, _joined([*negative, *positive]), text, opposite)
    if not within:
        return NEVER
    return Comparison(Total(parts), within, text, opposite)


def _limit(total: Total, within: Intervals, domains: Domains) -> Statement:
    """Return what the single unknown of a total can be."""
    (unknown,) = total.scope
    domain = domains[unknown]
    allowed = frozenset(value for value in domain if _contains(within, total.worth({unknown: value})))
    if not allowed:
        return NEVER
    return ALWAYS if len(allowed) == len(domain) else Among(unknown, allowed)


def elsewhere(intervals: Intervals) -> Intervals:
    """Return all other numbers."""
    ends = [-LARGEST - 1, *(end for interval in intervals for end in interval), LARGEST + 1]
    gaps = [(ends[place] + 1, ends[place + 1] - 1) for place in range(0, len(ends), 2)]
    return tuple((low, high) for low, high in gaps if low <= high)


def _contains(intervals: Intervals, number: int) -> bool:
    return any(low <= number <= high for low, high in intervals)


def _cut(intervals: Intervals, least: int, most: int) -> Intervals:
    """Return what lies between two numbers."""
    if len(intervals) == 1:
        ((low, high),) = intervals
        if low >= least and high <= most:
            return intervals
    return tuple(
        (max(low, least), min(high, most)) for low, high in intervals if low <= most and high >= least
    )


def _divided(intervals: Intervals, constant: int, divisor: int) -> Intervals:
    """Return where a number must lie so that divisor times it, plus a constant, lies in some intervals."""
    if divisor < 0:
        return _divided(tuple((-high, -low) for low, high in reversed(intervals)), -constant, -divisor)
    if divisor == 1 and not constant:
        return intervals
    rounded = [
        (
            low if low <= -MOST_TOTAL else -((constant - low) // divisor),
            high if high >= MOST_TOTAL else (high - constant) // divisor,
        )
        for low, high in intervals
    ]
    return _joined((low, high) for low, high in rounded if low <= high)


def _joined(intervals: Iterable[tuple[int, int]]) -> Intervals:
    """Put intervals together that touch."""
    found: list[tuple[int, int]] = []
    for low, high in intervals:
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return tuple(found)


def _worded(total: Total, intervals: Intervals) -> str:
    """Say it with what is taken away on the other side."""
    left = Total(tuple((part, times) for part, times in total.parts if times > 0))
    right = [(part, -times) for part, times in total.parts if times < 0]

    def beside(number: int) -> str:
        return str(Total(tuple(right), number))

    low, high = intervals[0][0], intervals[-1][1]
    others = elsewhere(intervals)
    if len(intervals) == 1:
        if low == high:
            return f"{left} == {beside(low)}"
        if high >= MOST_TOTAL:
            return f"{left} >= {beside(low)}"
        if low <= -MOST_TOTAL:
            return f"{left} <= {beside(high)}"
        return f"{beside(low)} <= {left} <= {beside(high)}"
    if low <= -MOST_TOTAL and high >= MOST_TOTAL and all(first == last for first, last in others):
        return " and ".join(f"{left} != {beside(first)}" for first, _ in others)
    ranges = ", ".join(f"{a}" if a == b else f"{a} to {b}" for a, b in intervals)
    return f"{total} is one of {ranges}"
