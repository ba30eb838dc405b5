"""Brute force: every combination tried, in as little code as possible. Shares nothing with the engines."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce import Log


def weighted_worlds(log: Log) -> list[tuple[dict[object, object], Fraction]]:
    """Every world of a log with its weight; worlds of weight 0 are not worlds."""
    problem = log.problem
    found = []
    for values in itertools.product(*problem.domains.values()):
        world = dict(zip(problem.unknowns, values, strict=True))
        if not all(rule.statement.holds(world) for rule in problem.rules):
            continue
        weight = Fraction(1)
        for unknown, row in problem.priors.items():
            weight *= row[world[unknown]]
        for entry in log:
            if entry.likelihood is None:
                weight *= entry.statement.holds(world)
            else:
                for unknown, row in entry.likelihood.weights.items():
                    weight *= row[world[unknown]]
        if weight:
            found.append((world, weight))
    return found


def probabilities(log: Log) -> dict[tuple[object, object], Fraction]:
    """The probability of every pair that is possible."""
    worlds = weighted_worlds(log)
    total = sum(weight for _, weight in worlds)
    found: dict[tuple[object, object], Fraction] = {}
    for world, weight in worlds:
        for pair in world.items():
            found[pair] = found.get(pair, Fraction(0)) + weight / total
    return found
