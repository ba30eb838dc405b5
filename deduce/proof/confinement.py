"""The cheapest confinements of a one-to-one problem, for all pairs at once.

When all unknowns differ, every deduction has one form (Hall's theorem): k unknowns are confined to k
values, so nobody else has these values. Which entries confine an unknown to a set of values is a small
covering problem of that unknown alone, so for each of the 2^m sets of values the cheapest k unknowns can
simply be picked.

The costs are whole numbers that put entries first, then unknowns, then ages (see `Price`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from deduce.belief.numpy_worth import is_worth_numpy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.evidence.log import Log

__all__ = ["FORBIDDEN", "CheapestSets", "Covers", "Price", "cheapest_sets", "covers_of"]

FORBIDDEN = 1 << 55
"""A cost that no proof can have."""
WORK = 8
"""How much longer an entry of these tables takes in plain Python than one of a table of counts."""


class Price:
    """What proofs cost: fewest entries first, then fewest unknowns, then the most recent entries."""

    ENTRY = 1 << 40
    UNKNOWN = 1 << 32


Covers: TypeAlias = dict[int, tuple[int, tuple[int, ...]]]
"""For an unknown: each set of values it can be narrowed to, with the least cost and the entries for it."""


def covers_of(log: Log) -> list[Covers]:
    """Return, for each unknown, all sets of values that some of its entries leave it."""
    covers: list[Covers] = [{mask: (0, ())} for mask in log.problem.start]
    newest = len(log) - 1
    for number, limits in enumerate(log.limits):
        for place, mask in limits.masks.items():
            known = covers[place]
            for before, (cost, entries) in list(known.items()):
                after = before & mask
                price = cost + Price.ENTRY + newest - number
                if after != before and (after not in known or price < known[after][0]):
                    known[after] = (price, (*entries, number))
    return covers


@dataclass(frozen=True)
class CheapestSets:
    """The cheapest set of values to prove each claim with.

    Attributes:
        struck: For each unknown and value, the cost and the set that proves that it is impossible.
        certain: The same for its being certain; the set is without the value itself.
    """

    struck: list[list[tuple[int, int]]]
    certain: list[list[tuple[int, int]]]


def cheapest_sets(covers: Sequence[Covers], width: int) -> CheapestSets:
    """Find the cheapest set of values for each claim.

    Args:
        covers: What `covers_of` returns.
        width: The number of values.
    """
    if is_worth_numpy(width, WORK * (len(covers) << width)):
        from deduce.proof.confinement_numpy import cheapest_sets_numpy

        return CheapestSets(*cheapest_sets_numpy(covers, width))
    return _cheapest_sets_plain(covers, width)


def _cheapest_sets_plain(covers: Sequence[Covers], width: int) -> CheapestSets:
    size = len(covers)
    confining = [_within(cover, width) for cover in covers]
    best_struck = [[(FORBIDDEN, 0)] * width for _ in range(size)]
    best_certain = [[(FORBIDDEN, 0)] * width for _ in range(size)]
    for values in range(1 << width):
        count = values.bit_count()
        ranking = sorted((costs[values], place) for place, costs in enumerate(confining))
        for place in range(size):
            others = [cost for cost, other in ranking if other != place][:count]
            if len(others) < count or (others and others[-1] >= FORBIDDEN):
                continue
            price = sum(others) + count * Price.UNKNOWN
            for value in range(width):
                bit = 1 << value
                if values & bit:
                    best_struck[place][value] = min(best_struck[place][value], (price, values))
                else:
                    whole = price + confining[place][values | bit]
                    best_certain[place][value] = min(best_certain[place][value], (whole, values))
    return CheapestSets(best_struck, best_certain)


def _within(cover: Covers, width: int) -> list[int]:
    """Return, for every set of values, the least cost of confining the unknown to it."""
    costs = [FORBIDDEN] * (1 << width)
    for mask, (cost, _) in cover.items():
        costs[mask] = cost
    for bit in (1 << place for place in range(width)):
        for values in range(1 << width):
            if values & bit:
                costs[values] = min(costs[values], costs[values ^ bit])
    return costs
