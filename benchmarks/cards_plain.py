"""The odds of Cards and Confusion by enumeration in plain Python: every card, every branch."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from deduce.cards.edition import edition_of
from deduce.cards.engine.combat import Fighter, Meeting, exchange
from deduce.cards.engine.units import Arm

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["best_plan", "endings", "pair_odds", "race"]

RULES = edition_of("fr")
Deck: TypeAlias = tuple[int, ...]
Unit: TypeAlias = tuple[Arm, int, int]
"""A unit: its kind, men in ranks, dead counter."""
Losses: TypeAlias = tuple[int, int, int, int]
"""Killed and confused of the one, killed and confused of the other."""


@cache
def losses(mine: Unit, theirs: Unit, card: int, other: int) -> Losses:
    done = exchange(Meeting(Fighter(*mine), Fighter(*theirs)), card, other, RULES)
    return done.starter.killed, done.starter.confused, done.target.killed, done.target.confused


def _hit(unit: Unit, killed: int, confused: int) -> Unit:
    arm, ranks, dead = unit
    return arm, ranks - killed - confused, dead + killed


def _drawn(first: Deck, second: Deck) -> Iterator[tuple[int, int, int, Deck, Deck]]:
    """Yield every pair of ranks with its ways, and what is left."""
    for card, many in enumerate(first):
        for other, number in enumerate(second):
            if many and number:
                yield (
                    card + 1,
                    other + 1,
                    many * number,
                    (*first[:card], many - 1, *first[card + 1 :]),
                    (*second[:other], number - 1, *second[other + 1 :]),
                )


def pair_odds(mine: Unit, theirs: Unit, first: Deck, second: Deck) -> dict[Losses, Fraction]:
    """Return the joint chances of what both lose, card by card."""
    counts: dict[Losses, int] = {}
    for card, many in enumerate(first, 1):
        for _ in range(many):
            for other, number in enumerate(second, 1):
                for _ in range(number):
                    done = exchange(Meeting(Fighter(*mine), Fighter(*theirs)), card, other, RULES)
                    key = (
                        done.starter.killed,
                        done.starter.confused,
                        done.target.killed,
                        done.target.confused,
                    )
                    counts[key] = counts.get(key, 0) + 1
    total = sum(first) * sum(second)
    return {key: Fraction(count, total) for key, count in counts.items()}


def endings(
    mine: Unit, theirs: Unit, first: Deck, second: Deck, combats: int
) -> dict[tuple[int, int], Fraction]:
    """Return how likely so many men are left in ranks on both sides after some combats."""

    @cache
    def after(
        mine: Unit, theirs: Unit, first: Deck, second: Deck, left: int
    ) -> dict[tuple[int, int], Fraction]:
        if not left or not mine[1] or not theirs[1]:
            return {(mine[1], theirs[1]): Fraction(1)}
        found: dict[tuple[int, int], Fraction] = {}
        total = sum(first) * sum(second)
        for card, other, ways, rest, others in _drawn(first, second):
            lost = losses(mine, theirs, card, other)
            then = after(_hit(mine, *lost[:2]), _hit(theirs, *lost[2:]), rest, others, left - 1)
            for key, chance in then.items():
                found[key] = found.get(key, Fraction(0)) + chance * ways / total
        return found

    return after(mine, theirs, first, second, combats)


def race(mine: Unit, theirs: Unit, first: Deck, second: Deck) -> dict[tuple[bool, bool], Fraction]:
    """Return how likely each of both, or both, break if they fight on."""
    found: dict[tuple[bool, bool], Fraction] = {}
    for (ranks, others), chance in endings(mine, theirs, first, second, mine[1] + theirs[1]).items():
        key = (not ranks, not others)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def best_plan(
    starters: tuple[Unit, ...],
    targets: tuple[Unit, ...],
    pairs: tuple[tuple[int, int], ...],
    first: Deck,
    second: Deck,
) -> Fraction:
    """Return what the best plan with leave to stop is worth; bodies are never cleared."""

    @cache
    def best(
        targets: tuple[Unit, ...], left: tuple[tuple[int, int], ...], first: Deck, second: Deck
    ) -> Fraction:
        found = Fraction(0)
        total = sum(first) * sum(second)
        for starter, target in left:
            if not targets[target][1]:
                continue
            rest = tuple(pair for pair in left if pair[0] != starter)
            worth = Fraction(0)
            for card, other, ways, mine, theirs in _drawn(first, second):
                lost = losses(starters[starter], targets[target], card, other)
                hit = _hit(targets[target], *lost[2:])
                gain = Fraction(lost[2] - lost[0]) + Fraction(lost[3] - lost[1], 2)
                gain += 2 * (not hit[1]) - 2 * (lost[0] + lost[1] == starters[starter][1])
                changed = (*targets[:target], hit, *targets[target + 1 :])
                worth += ways * (gain + best(changed, rest, mine, theirs))
            found = max(found, worth / total)
        return found

    return best(targets, pairs, first, second)
