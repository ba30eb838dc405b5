"""Brute force: every combination tried, in as little code as possible.

Shares nothing with the engines.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from deduce.problem.chances import Drawn, Weighted
from deduce.problem.testimony import Testimony

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deduce import Log, Problem, Statement


def weighted_worlds(log: Log) -> list[tuple[dict[object, object], Fraction]]:
    """Every world of a log with its weight; worlds of weight 0 are not worlds."""
    problem = log.problem
    true = [rule.statement for rule in problem.rules]
    rows = list(problem.priors.items())
    for entry in log:
        if entry.likelihood is None:
            true.append(entry.statement)
        else:
            rows += entry.likelihood.weights.items()
    found = []
    for values in _tuples(problem):
        world = dict(zip(problem.unknowns, values, strict=True))
        if all(statement.holds(world) for statement in true):
            weight = math.prod((row[world[unknown]] for unknown, row in rows), start=Fraction(1))
            weight *= math.prod(chance(statement, world) for statement in true)
            if weight:
                found.append((world, weight))
    return found


def chance(statement: Statement, world: Mapping[Any, object]) -> int:
    """How heavy a statement makes a world, straight from what it means."""
    if isinstance(statement, Drawn):
        times = Counter(world[unknown] for unknown in statement.unknowns)
        return math.prod(math.perm(dict(statement.copies).get(value, 0), n) for value, n in times.items())
    if isinstance(statement, Weighted):
        values = tuple(world[unknown] for unknown in statement.unknowns)
        return sum(weight for row, weight in statement.rows if row == values)
    if isinstance(statement, Testimony):
        ((_, if_true, if_false),) = [case for case in statement.cases if case[0].holds(world)]
        return if_true if statement.said.holds(world) else if_false
    return 1


def probabilities(
    worlds: Iterable[tuple[Mapping[object, object], Fraction]],
) -> dict[tuple[object, object], Fraction]:
    """The probability of every pair that is possible in some worlds with their weights."""
    total = Fraction(0)
    found: dict[tuple[object, object], Fraction] = {}
    for world, weight in worlds:
        total += weight
        for pair in world.items():
            found[pair] = found.get(pair, Fraction(0)) + weight
    return {pair: weight / total for pair, weight in found.items()}


def worlds_of(problem: Problem) -> list[dict[object, object]]:
    """Every world of a problem in which its rules hold and no prior weight is 0."""
    found = []
    for values in _tuples(problem):
        world = dict(zip(problem.unknowns, values, strict=True))
        if all(rule.statement.holds(world) for rule in problem.rules) and all(
            row[world[unknown]] for unknown, row in problem.priors.items()
        ):
            found.append(world)
    return found


def _tuples(problem: Problem) -> Iterable[tuple[object, ...]]:
    """Every combination of values; where all unknowns differ, without most of the repeats."""
    if any(str(rule.statement).endswith("all differ") for rule in problem.rules):
        domains = list(problem.domains.values())
        if all(domain == domains[0] for domain in domains):
            names = ", ".join(map(str, problem.unknowns))
            if any(str(rule.statement) == f"{names} all differ" for rule in problem.rules):
                return itertools.permutations(domains[0], len(domains))
    return itertools.product(*problem.domains.values())


class Truths:
    """In which worlds things are true: sets of worlds as integers, one bit a world.

    Attributes:
        worlds: The worlds, by default all those that the problem allows, whatever was heard.
        everything: The set of all of them.
        entries: For each entry of the log, the worlds in which it is true.
    """

    def __init__(self, log: Log, worlds: list[dict[object, object]] | None = None) -> None:
        self.log = log
        self.worlds = worlds_of(log.problem) if worlds is None else worlds
        self.everything = (1 << len(self.worlds)) - 1
        self.entries = [self.of(entry.statement) for entry in log]

    def of(self, statement: Statement) -> int:
        """Return where a statement is true."""
        return sum(1 << place for place, world in enumerate(self.worlds) if statement.holds(world))

    def all_of(self, numbers: Iterable[int]) -> int:
        """Return where all of some entries are true."""
        left = self.everything
        for number in numbers:
            left &= self.entries[number]
        return left

    def subsets(self) -> dict[tuple[int, ...], int]:
        """Return where all entries of each set of entries are true, smaller sets first."""
        numbers = range(len(self.entries))
        return {
            chosen: self.all_of(chosen)
            for size in range(len(self.entries) + 1)
            for chosen in itertools.combinations(numbers, size)
        }


def entropy(shares: Iterable[Fraction]) -> float:
    """The entropy of some probabilities in bits."""
    return -sum(float(share) * math.log2(share) for share in shares if share)


def mutual_information(joint: Mapping[tuple[Any, Any], Fraction]) -> float:
    """How much one thing tells about another in bits, from how likely they are together."""
    first: dict[object, Fraction] = {}
    second: dict[object, Fraction] = {}
    for (a, b), share in joint.items():
        first[a] = first.get(a, Fraction(0)) + share
        second[b] = second.get(b, Fraction(0)) + share
    return sum(
        float(share) * math.log2(share / (first[a] * second[b])) for (a, b), share in joint.items() if share
    )
