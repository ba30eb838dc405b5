"""Cheap narrowing before the real work: what each statement alone rules out, until nothing changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deduce.belief.matching import possible_pairs
from deduce.problem.chances import Drawn, Weighted
from deduce.problem.statements import ALWAYS, NEVER, AllDifferent, Among, Count, Statement, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.problem.statements import Domains, Unknown, Value

__all__ = ["Narrowed", "narrowed_by", "propagate"]


@dataclass(frozen=True)
class Narrowed:
    """What is left once nothing more can be narrowed.

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


def propagate(domains: Domains, statements: Sequence[Statement]) -> Narrowed | None:
    """Narrow the domains by one statement at a time until nothing changes.

    Args:
        domains: The values of each unknown.
        statements: What must hold.

    Returns:
        The narrowed domains and what is left of the statements; None if something cannot hold.
    """
    if not all(domains.values()):
        return None
    narrowing = _Narrowing(domains, statements)
    while narrowing.is_possible and narrowing.changed:
        narrowing.go_round()
    if narrowing.is_possible:
        narrowing.take_apart()
    return narrowing.result if narrowing.is_possible else None


class _Narrowing:
    """The narrowing of domains by some statements."""

    def __init__(self, domains: Domains, statements: Sequence[Statement]) -> None:
        self.left = dict(domains)
        self.waiting = [
            (source, statement.tabulated(self.left)) for source, statement in enumerate(statements)
        ]
        self.shares = [1] * len(statements)
        self.changed = True
        self.is_possible = True

    @property
    def result(self) -> Narrowed:
        statements = [statement for _, statement in self.waiting]
        return Narrowed(self.left, statements, [source for source, _ in self.waiting], self.shares)

    def go_round(self) -> None:
        """Narrow the domains by each statement once."""
        self.changed = False
        following: list[tuple[int, Statement]] = []
        for source, statement in self.waiting:
            remainder = self._remainder(source, statement)
            if remainder != ALWAYS:
                following.append((source, remainder))
                self._narrow(narrowed_by(remainder, self.left))
            if not self.is_possible:
                return
        self.waiting = following

    def take_apart(self) -> None:
        """Split the statements that speak of unknowns independent of each other, and drop repeated ones."""
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

    def _remainder(self, source: int, statement: Statement) -> Statement:
        """Return what is left of a statement, and note its share."""
        share, remainder = statement.limited(self.left)
        if remainder == NEVER:
            self.is_possible = False
        else:
            self.shares[source] *= share
        return remainder

    def _narrow(self, limits: Domains) -> None:
        for unknown, values in limits.items():
            if len(values) < len(self.left[unknown]):
                self.left[unknown] = values
                self.changed = True
            if not values:
                self.is_possible = False


def _parts(statement: Statement, domains: Domains) -> Iterator[Statement]:
    """Split an all-different statement, or draws, into groups of unknowns that cannot have the same value."""
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
        return {
            unknown: frozenset(row[place] for row in statement.rows)
            for place, unknown in enumerate(statement.unknowns)
        }
    if isinstance(statement, Drawn):
        drawable = frozenset(statement.supply)
        return {unknown: domains[unknown] & drawable for unknown in statement.unknowns}
    if isinstance(statement, Count):
        return _narrowed_by_count(statement, domains)
    return {}


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
