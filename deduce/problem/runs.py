"""Runs in a line: which groups of neighbours in a row have a value, as beside a nonogram."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from deduce.errors import ProblemError
from deduce.intake.numbers import quoted
from deduce.problem.shapes import as_list
from deduce.problem.statements import (
    ALWAYS,
    NEVER,
    Among,
    Domains,
    Statement,
    Unknown,
    Value,
    listed,
    refuse_repeats,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Runs", "Stages", "runs"]

OPEN, HIT, MISS = "?", "#", "."


@dataclass(frozen=True)
class Stages:
    """How far a line can be along its runs, as an automaton whose states are bits.

    A run of length n has n + 1 states in a row: before it, after each of its cells, and behind all of them.

    Attributes:
        before: The states in which a run has not begun yet; others may still come between.
        behind: The states in which a run is complete.
        last: The state in which the last run is complete.
    """

    before: int
    behind: int
    last: int

    def hit(self, states: int) -> int:
        """Return the states after a cell with the value."""
        return (states & ~self.behind) << 1

    def miss(self, states: int) -> int:
        """Return the states after a cell without it."""
        return (states & (self.before | self.last)) | (states & self.behind & ~self.last) << 1

    def hit_back(self, states: int) -> int:
        """Return the states from which a cell with the value leads to some of these."""
        return (states >> 1) & ~self.behind

    def miss_back(self, states: int) -> int:
        """Return the states from which a cell without it leads to some of these."""
        return (states & (self.before | self.last)) | (states >> 1 & self.behind & ~self.last)


@lru_cache(maxsize=10_000)
def _stages(lengths: tuple[int, ...]) -> Stages:
    before = behind = place = 0
    for length in lengths:
        before |= 1 << place
        behind |= 1 << place + length
        place += length + 1
    return Stages(before, behind, 1 << place - 1) if lengths else Stages(1, 1, 1)


@dataclass(frozen=True)
class Runs(Statement):
    """The cells of a line that have a value stand in runs of these lengths, in this order.

    Attributes:
        unknowns: The cells that are open.
        value: The value.
        lengths: The lengths of the runs.
        line: The cells in their order: open, with the value, or without it.
        begun: How many cells of the first run stand before the line.
        ended: How many cells of the last run stand behind it.
    """

    unknowns: tuple[Unknown, ...]
    value: Value
    lengths: tuple[int, ...]
    line: str
    begun: int = 0
    ended: int = 0
    text: str = field(default="", compare=False)

    @property
    def scope(self) -> frozenset[Unknown]:
        return frozenset(self.unknowns)

    @property
    def stages(self) -> Stages:
        """The automaton of its runs."""
        return _stages(self.lengths)

    @property
    def start(self) -> int:
        """The state before the first cell."""
        return 1 << self.begun

    @property
    def end(self) -> int:
        """The state that must be reached behind the last cell."""
        return self.stages.last >> self.ended

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        left = self._signs({unknown: frozenset((world[unknown],)) for unknown in self.unknowns})
        return bool(self._forward(left)[-1] & self.end)

    def under(self, domains: Domains) -> Statement:
        signs = self._signs(domains)
        forward = self._forward(signs)
        if not forward[-1] & self.end:
            return NEVER
        names = [name for name, sign in zip(self._names(), signs, strict=True) if sign == OPEN]
        if not names:
            return ALWAYS
        if len(names) == 1 and names[0] in domains:
            (unknown,) = names
            return Among(unknown, self._possible(signs, domains)[unknown]).under(domains)
        lengths, begun, line = _shortened(self.lengths, self.begun, signs)
        # The same from the other end.
        turned, ended, line = _shortened(lengths[::-1], self.ended, line[::-1], begun)
        lengths, line = turned[::-1], line[::-1]
        if lengths in {(begun + ended,), ()}:
            # Every run is complete: nothing but gaps is left.
            lengths, begun, ended = (), 0, 0
        return Runs(tuple(names), self.value, lengths, line, begun, ended)

    def narrowed(self, domains: Domains) -> dict[Unknown, frozenset[Value]]:
        return self._possible(self._signs(domains), domains)

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        return ((unknown, self.value) for unknown in self.unknowns)

    def __str__(self) -> str:
        if self.text:
            return self.text
        names = iter(self.unknowns)
        line = " ".join(str(next(names)) if sign == OPEN else sign for sign in self.line)
        return f"runs {' '.join(map(str, self.lengths)) or '0'} of {self.value} in {line}"

    def _names(self) -> Iterator[Unknown | None]:
        """Iterate over the cells: the unknown, or None where it is known."""
        names = iter(self.unknowns)
        return (next(names) if sign == OPEN else None for sign in self.line)

    def _signs(self, domains: Domains) -> str:
        """Return the line under these domains."""
        signs = []
        for name, sign in zip(self._names(), self.line, strict=True):
            domain = domains.get(name) if sign == OPEN else None
            if domain is None:
                signs.append(sign)
            elif self.value not in domain:
                signs.append(MISS)
            else:
                signs.append(HIT if len(domain) == 1 else OPEN)
        return "".join(signs)

    def _forward(self, signs: str) -> list[int]:
        """Return the states that can be reached before each cell and behind the last."""
        stages = self.stages
        found = [self.start]
        for sign in signs:
            states = found[-1]
            hit = stages.hit(states) if sign != MISS else 0
            found.append(hit | (stages.miss(states) if sign != HIT else 0))
        return found

    def _possible(self, signs: str, domains: Domains) -> dict[Unknown, frozenset[Value]]:
        """Return what each open cell can be."""
        stages, forward = self.stages, self._forward(signs)
        ahead = self.end
        found: dict[Unknown, frozenset[Value]] = {}
        cells = list(zip(signs, self._names(), forward, strict=False))
        for sign, name, states in reversed(cells):
            can_hit = sign != MISS and bool(stages.hit(states) & ahead)
            can_miss = sign != HIT and bool(stages.miss(states) & ahead)
            if name is not None and name in domains:
                among = domains[name] if can_miss else domains[name] & {self.value}
                found[name] = among if can_hit else among - {self.value}
            hit = stages.hit_back(ahead) if sign != MISS else 0
            ahead = hit | (stages.miss_back(ahead) if sign != HIT else 0)
        return found


def _shortened(
    lengths: tuple[int, ...], begun: int, line: str, ended: int = 0
) -> tuple[tuple[int, ...], int, str]:
    """Leave out the cells at the beginning of a line that are known, and the runs that they complete.

    Args:
        lengths: The lengths of the runs.
        begun: How many cells of the first run stand before the line.
        line: The cells; there is a way to fill in the open ones.
        ended: How many cells of the last run stand behind it.

    Returns:
        The runs that are left, how many cells of the first of them stand before the line, and the line.
    """
    left = list(lengths)
    place = 0
    for sign in itertools.takewhile(lambda sign: sign != OPEN, line):
        place += 1
        if sign == HIT:
            begun += 1
        elif begun and left:
            left, begun = left[1:], 0
    if left and begun > 1 and (len(left) > 1 or not ended):
        # How long the part is that stands before the line changes nothing for the rest.
        left[0] -= begun - 1
        begun = 1
    return tuple(left), begun, line[place:]


def runs(unknowns: Iterable[Unknown], value: Value, lengths: Iterable[int]) -> Statement:
    """Say in which runs, one after the other with a gap between, the unknowns of a line have a value.

    Examples:
        >>> from deduce import Belief, Log, Problem, runs
        >>> line = Problem(dict.fromkeys("abcde", ["black", "white"]), [runs("abcde", "black", [1, 2])])
        >>> Belief(Log(line)).count
        3
        >>> print(runs("abcde", "black", [1, 2]))
        runs 1 2 of black in a b c d e

    Args:
        unknowns: The cells of the line in their order.
        value: The value that stands in runs.
        lengths: How long the runs are; none at all, or a single 0, if no cell has the value.

    Raises:
        ProblemError: If the runs do not fit into the line.
    """
    names = tuple(listed(unknowns, "unknowns"))
    refuse_repeats(names, "runs")
    wanted = list(map(_length, as_list(lengths, "the lengths of the runs")))
    if wanted == [0]:
        wanted = []
    if 0 in wanted:
        message = "a run has the length 0, which only stands alone: it means that there is none"
        raise ProblemError(message)
    needed = sum(wanted) + len(wanted[1:])
    if needed > len(names):
        shown = ", ".join(map(str, wanted[:20]))
        message = f"runs of {shown} need {needed:,} cells, but the line has {len(names):,}"
        raise ProblemError(message)
    return Runs(names, value, tuple(wanted), OPEN * len(names))


def _length(given: object) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or given < 0:
        message = f"a run has the length {quoted(given)}; it must be a whole number above 0"
        raise ProblemError(message)
    return given
