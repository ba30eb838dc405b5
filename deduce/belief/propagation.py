"""Cheap narrowing before the real work: what each statement alone rules out, until nothing changes."""

from __future__ import annotations

import contextlib
import heapq
import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deduce.belief.costs import effort, room, tries
from deduce.belief.matching import possible_pairs
from deduce.belief.patience import Patience
from deduce.errors import OutOfReachError
from deduce.problem.chances import Drawn, Weighted
from deduce.problem.comparison import Comparison
from deduce.problem.formulas import Same
from deduce.problem.statements import (
    ALWAYS,
    MOST_COMBINATIONS,
    NEVER,
    AllDifferent,
    Among,
    Count,
    Statement,
    Table,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.belief.situation import Situation
    from deduce.problem.statements import Domains, Unknown, Value

__all__ = ["Narrowed", "left_by_single_statements", "narrowed_by", "propagate"]

QUICKLY = 1 / 20
"""Which part of the usual bounds narrowing has where somebody waits for it: half a second."""


@dataclass(frozen=True)
class Narrowed:
    """What some narrowing left.

    Attributes:
        domains: The values of each unknown.
        statements: What is left to decide.
        sources: For each of these, which of the given statements it comes from.
        shares: For each given statement, what was taken out of the weight of every world.
    """

    domains: dict[Unknown, frozenset[Value]]
    statements: list[Statement]
    sources: list[int]
    shares: list[int]

    @classmethod
    def of(cls, situation: Situation) -> Narrowed:
        """Return a situation of which nothing was narrowed yet."""
        statements = list(situation.joint)
        domains = situation.problem.domains_of(situation.masks)
        return cls(domains, statements, list(range(len(statements))), [1] * len(statements))

    def limited(self, domains: dict[Unknown, frozenset[Value]]) -> Narrowed:
        """Return the same with fewer values."""
        return replace(self, domains=domains)


def propagate(given: Narrowed, patience: Patience) -> Narrowed | None:
    """Narrow the domains by one statement at a time until nothing changes.

    Args:
        given: What is left from before.
        patience: When to give up.

    Returns:
        The narrowed domains and what is left of the statements; None if something cannot hold.

    Raises:
        OutOfReachError: If it is given up.
    """
    if not all(given.domains.values()):
        return None
    if all(len(values) == 1 for values in given.domains.values()):
        return _settled(given)
    patience.at = "narrowing by single statements"
    narrowing = _Narrowing(given, patience)
    narrowing.narrow()
    if narrowing.is_possible:
        narrowing.take_apart()
    return narrowing.result if narrowing.is_possible else None


def left_by_single_statements(situation: Situation) -> dict[Unknown, tuple[Value, ...]]:
    """Return what single statements leave to each unknown, as far as that is found quickly.

    What is left out is impossible; what is left may be, too.
    """
    problem = situation.problem
    masks = list(situation.masks)
    with contextlib.suppress(OutOfReachError):
        narrowed = propagate(Narrowed.of(situation), Patience(part=QUICKLY))
        masks = [0] * len(masks) if narrowed is None else list(map(problem.mask, narrowed.domains.values()))
    return problem.values_by_unknown(masks)


def _settled(given: Narrowed) -> Narrowed | None:
    """Return what is left where each unknown has one value, or None if that is no world."""
    world = {unknown: value for unknown, (value,) in given.domains.items()}
    shares = list(given.shares)
    for source, statement in zip(given.sources, given.statements, strict=True):
        shares[source] *= statement.weight(world)
    return Narrowed(given.domains, [], [], shares) if all(shares) else None


class _Narrowing:
    """The narrowing of domains by some statements.

    Whoever speaks of an unknown that was narrowed is asked again; what has many combinations to try comes
    last, since by then there may be fewer.
    """

    def __init__(self, given: Narrowed, patience: Patience) -> None:
        self.left = dict(given.domains)
        self.patience = patience
        self.waiting = list(zip(given.sources, given.statements, strict=True))
        self.shares = list(given.shares)
        self.is_possible = True
        self._about: dict[Unknown, list[int]] = {unknown: [] for unknown in self.left}
        for number, statement in self.waiting:
            for unknown in statement.scope:
                self._about[unknown].append(number)
        self._queue: list[tuple[int, int]] = []
        self._queued: set[int] = set()

    @property
    def result(self) -> Narrowed:
        statements = [statement for _, statement in self.waiting]
        return Narrowed(self.left, statements, [source for source, _ in self.waiting], self.shares)

    def narrow(self) -> None:
        """Narrow the domains by each statement, and again by those for which something has changed."""
        for number in range(len(self.waiting)):
            self._ask(number)
        while self._queue and self.is_possible:
            _, number = heapq.heappop(self._queue)
            self._queued.discard(number)
            source, statement = self.waiting[number]
            remainder = self._remainder(source, statement)
            self.waiting[number] = (source, remainder)
            if remainder not in {ALWAYS, NEVER}:
                self.patience.spend(_effort_of_narrowing(remainder, self.left))
                self._limit(narrowed_by(remainder, self.left))
        self.waiting = [(source, statement) for source, statement in self.waiting if statement != ALWAYS]

    def take_apart(self) -> None:
        """Split the statements that say several things of their unknowns, and drop repeated ones."""
        seen: set[Statement] = set()
        following: list[tuple[int, Statement]] = []
        for source, statement in self.waiting:
            for part in _parts(statement, self.left):
                # What is said twice need not be decided twice, but it weighs twice.
                if part in seen and not part.carries_weight:
                    continue
                seen.add(part)
                remainder = self._remainder(source, part)
                if remainder != ALWAYS:
                    following.append((source, remainder))
        self.waiting = following

    def _ask(self, number: int) -> None:
        """Have a statement asked what it leaves, after those that are cheaper."""
        if number in self._queued:
            return
        self._queued.add(number)
        _, statement = self.waiting[number]
        heapq.heappush(self._queue, (tries(statement, self.left).bit_length(), number))

    def _remainder(self, source: int, statement: Statement) -> Statement:
        """Return what is left of a statement, and note its share."""
        combinations = tries(statement, self.left)
        # What has too many to try at all says so itself.
        self.patience.spend(effort(statement) + min(combinations, MOST_COMBINATIONS))
        if combinations:
            statement = statement.tabulated(self.left)
            self.patience.keep(room(statement))
        share, remainder = statement.limited(self.left)
        if remainder == NEVER:
            self.is_possible = False
        else:
            self.shares[source] *= share
        return remainder

    def _limit(self, limits: Domains) -> None:
        for unknown, values in limits.items():
            if len(values) == len(self.left[unknown]):
                continue
            self.left[unknown] = values
            if not values:
                self.is_possible = False
                return
            for number in self._about[unknown]:
                if self.waiting[number][1] != ALWAYS:
                    self._ask(number)


def _parts(statement: Statement, domains: Domains) -> Iterator[Statement]:
    """Split an all-different statement, or draws, into groups of unknowns that cannot have the same value.

    That many unknowns are the same is split into pairs, each of which has one with the next.
    """
    if isinstance(statement, Same):
        yield from map(Same, itertools.pairwise(statement.unknowns))
        return
    if not isinstance(statement, AllDifferent | Drawn):
        yield statement
        return
    waiting = list(statement.unknowns)
    while waiting:
        group = [waiting.pop(0)]
        values = domains[group[0]]
        while joining := [unknown for unknown in waiting if domains[unknown] & values]:
            group += joining
            waiting = [unknown for unknown in waiting if unknown not in joining]
            values = values.union(*(domains[unknown] for unknown in joining))
        yield replace(statement, unknowns=tuple(group))


def narrowed_by(statement: Statement, domains: Domains) -> dict[Unknown, frozenset[Value]]:
    """Return what one statement alone leaves to the unknowns that it narrows, or most of it.

    Complete for single unknowns, all-different, tables, chances, and counts of facts about different
    unknowns; of draws it says only what the supply holds no more.
    """
    if isinstance(statement, Among):
        domain = domains[statement.unknown]
        inside = domain & statement.values
        return {statement.unknown: inside if statement.inside else domain - inside}
    if isinstance(statement, AllDifferent):
        return _narrowed_by_difference(statement, domains)
    if isinstance(statement, Weighted):
        statement = statement.support
    if isinstance(statement, Table):
        return dict(zip(statement.unknowns, statement.columns, strict=True))
    if isinstance(statement, Drawn):
        drawable = frozenset(statement.supply)
        return {unknown: domains[unknown] & drawable for unknown in statement.unknowns}
    if isinstance(statement, Count):
        return _narrowed_by_count(statement, domains)
    return statement.narrowed(domains)


def _effort_of_narrowing(statement: Statement, domains: Domains) -> int:
    """Return how many steps it takes to say what a statement leaves."""
    if isinstance(statement, Comparison):
        # Each value of each unknown is tried.
        return effort(statement) * sum(len(domains[unknown]) for unknown in statement.scope) // 8
    return effort(statement)


def _narrowed_by_difference(statement: AllDifferent, domains: Domains) -> dict[Unknown, frozenset[Value]]:
    values = list(frozenset().union(*(domains[unknown] for unknown in statement.unknowns)))
    values = [value for value in values if value not in statement.taken]
    bits = {value: 1 << place for place, value in enumerate(values)}
    rows = [sum(bits[value] for value in domains[unknown] if value in bits) for unknown in statement.unknowns]
    return {
        unknown: frozenset(value for value in values if row & bits[value])
        for unknown, row in zip(statement.unknowns, possible_pairs(rows), strict=True)
    }


def _narrowed_by_count(statement: Count, domains: Domains) -> dict[Unknown, frozenset[Value]]:
    """A count at its limit forces every open part; each open part then narrows by itself."""
    size = len(statement.parts)
    if statement.low == size:
        forced: list[Statement] = list(statement.parts)
    elif statement.high == 0 and size > 1:
        forced = [~part for part in statement.parts]
    else:
        return {}
    result: dict[Unknown, frozenset[Value]] = {}
    for part in forced:
        for unknown, values in narrowed_by(part, domains).items():
            result[unknown] = result.get(unknown, domains[unknown]) & values
    return result
