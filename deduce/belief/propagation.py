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
        The narrowed domains and what is left of the statements, or None if something cannot hold.
    """
    left = dict(domains)
    if not all(left.values()):
        return None
    shares = [1] * len(statements)
    waiting = [(source, statement.tabulated(left)) for source, statement in enumerate(statements)]
    while True:
        changed = False
        following: list[tuple[int, Statement]] = []
        for source, statement in waiting:
            remainder = statement.under(left)
            if remainder == NEVER:
                return None
            shares[source] *= statement.share(left)
            if remainder == ALWAYS:
                continue
            for unknown, values in narrowed_by(remainder, left).items():
                if not values:
                    return None
                if len(values) < len(left[unknown]):
                    left[unknown] = values
                    changed = True
            following.append((source, remainder))
        waiting = following
        if not changed:
            break
    seen: set[Statement] = set()
    open_statements: list[Statement] = []
    sources: list[int] = []
    for source, statement in waiting:
        for part in _parts(statement, left):
            # What is said twice weighs twice, but need not be decided twice.
            if part in seen and not part.carries_weight:
                continue
            seen.add(part)
            shares[source] *= part.share(left)
            remainder = part.under(left)
            if remainder == NEVER:
                return None
            if remainder != ALWAYS:
                open_statements.append(remainder)
                sources.append(source)
    return Narrowed(left, open_statements, sources, shares)


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
        return narrowed_by(statement.support, domains)
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
