"""Draws from packs without `drawn`: by listing, and with every card a value of its own."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from draws import RANKS, SUIT, beats

from deduce import Belief, Log, Problem, all_different, among, where

if TYPE_CHECKING:
    from collections.abc import Iterable

    from draws import Draws

__all__ = ["cards_of_their_own", "enumerated", "python_constraint"]

Chances = dict[str, Fraction]


def enumerated(draws: Draws) -> Chances:
    """Return the chances of the next card by going through all ranks that every draw can have."""
    weights: Counter[str] = Counter()
    packs = [draws.places(pack) for pack in draws.packs]
    for world in itertools.product(*draws.left.values()):
        if all(beats(world[ours], world[theirs]) for ours, theirs in draws.won_places):
            ways = 1
            for places in packs:
                times = Counter(world[place] for place in places)
                ways *= math.prod(math.perm(SUIT, count) for count in times.values())
            weights[world[-1]] += ways
    return _shares(weights)


def python_constraint(draws: Draws) -> Chances:
    """Return the same by listing all ways to draw single cards with python-constraint2."""
    import constraint

    problem = constraint.Problem()
    for name, ranks in draws.left.items():
        problem.addVariable(name, [(rank, copy) for rank in ranks for copy in range(SUIT)])
    for pack in draws.packs:
        problem.addConstraint(constraint.AllDifferentConstraint(), pack)
    for pair in draws.won:
        problem.addConstraint(lambda ours, theirs: beats(ours[0], theirs[0]), pair)
    return _shares(Counter(world[draws.next][0] for world in problem.getSolutionIter()))


def cards_of_their_own(draws: Draws) -> Chances:
    """Return the same by `deduce` without `drawn`: each card is a value that only one draw can have."""
    cards = [(rank, copy) for rank in RANKS for copy in range(SUIT)]
    problem = Problem(dict.fromkeys(draws.left, cards), [all_different(pack) for pack in draws.packs])
    log = Log(problem)
    for name, ranks in draws.left.items():
        log = log.append(among(name, [card for card in cards if card[0] in ranks]))
    for pair in draws.won:
        log = log.append(where(lambda ours, theirs: beats(ours[0], theirs[0]), pair))
    shares: Counter[str] = Counter()
    for (rank, _), share in Belief(log, "diagram").probabilities[draws.next].items():
        shares[rank] += share
    return dict(shares)


def _shares(weights: Counter[str]) -> Chances:
    total = sum(weights.values())
    return {rank: Fraction(weight, total) for rank, weight in _in_order(weights.items()) if weight}


def _in_order(found: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(found, key=lambda pair: RANKS.index(pair[0]))
