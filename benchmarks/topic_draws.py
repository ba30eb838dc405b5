"""Exact chances of the next card of a pack of which not everything was seen."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import draws_others
from draws import COURT, RANKS, SUIT, Draws
from listing import MOST_WORLDS
from results import Row, Topic
from timing import Alternative, Effort, Measured, compared

from deduce import Belief, Log, OutOfReachError
from deduce.cards.knowledge.chances import next_of
from deduce.cards.knowledge.seen import Coupled, Known, Stock
from deduce.cards.knowledge.ways import next_ways

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from fractions import Fraction

__all__ = ["TOPIC"]

MOST_COMBINATIONS = 3_000_000
"""Going through more combinations than this takes plain Python longer than its time."""


class _Seen:
    """Some draws with their log."""

    def __init__(self, draws: Draws) -> None:
        self.draws = draws
        self.log = draws.log()

    def fresh(self) -> Log:
        """Return a log with the same entries that nothing has been worked out from."""
        return self.log.at(len(self.log))

    @cached_property
    def worlds(self) -> int:
        """The number of worlds."""
        return Belief(self.log).count

    @cached_property
    def is_beyond_single_cards(self) -> bool:
        """Whether the diagram is given up where each card is a value of its own."""
        try:
            draws_others.cards_of_their_own(self.draws)
        except OutOfReachError:
            return True
        return False


def _chances(seen: _Seen, log: Log) -> object:
    return Belief(log).probabilities[seen.draws.next]


def _same(_: _Seen, ours: object, theirs: object) -> bool:
    return ours == theirs


def _too_many_combinations(seen: _Seen) -> str:
    count = seen.draws.combinations
    return "" if count <= MOST_COMBINATIONS else f"would try {count:.2g} combinations"


def _too_many_cards(seen: _Seen) -> str:
    count = seen.draws.combinations * SUIT ** len(seen.draws.left)
    return "" if count <= 4 * MOST_WORLDS else f"would list some {count:.2g} ways to draw"


def _by_ranks(seen: _Seen) -> dict[str, Fraction]:
    """Return the chances as the companion of Cards and Confusion works them out: a sweep over the ranks."""
    for cache in (next_ways, next_of):
        cache.cache_clear()
    ranks = {name: number for number, name in enumerate(RANKS, 1)}
    draws = seen.draws
    coupled = {name for pair in draws.won for name in pair}
    stocks = []
    for pack in reversed(draws.packs):
        deck, hints = [SUIT] * len(RANKS), []
        for name in pack:
            if name == draws.next or name in coupled:
                continue
            if len(draws.left[name]) == 1:
                # What was seen is taken away at once, as the ledger does.
                deck[ranks[draws.left[name][0]] - 1] -= 1
            else:
                hints.append(frozenset(ranks[each] for each in draws.left[name]))
        live = [rank for rank in ranks.values() if deck[rank - 1]]
        stocks.append(Stock(tuple(deck), tuple(hint.intersection(live) for hint in hints)))
    stocks += [Stock((SUIT,) * len(RANKS))] * (2 - len(stocks))
    won = frozenset((a, b) for a in ranks.values() for b in ranks.values() if a > b)
    chances = next_of(Known(tuple(stocks), tuple(Coupled(0, 1, won) for _ in draws.won))).chances(0)
    return {RANKS[rank - 1]: chance for rank, chance in chances.items()}


ALTERNATIVES: list[Alternative[_Seen]] = [
    Alternative(
        "plain Python", lambda seen: draws_others.enumerated(seen.draws), refusal=_too_many_combinations
    ),
    Alternative(
        "python-constraint2",
        lambda seen: draws_others.python_constraint(seen.draws),
        "constraint",
        _too_many_cards,
    ),
    Alternative("deduce.cards", _by_ranks),
    Alternative(
        "deduce without drawn",
        lambda seen: draws_others.cards_of_their_own(seen.draws),
        refusal=lambda seen: "gives up" if seen.is_beyond_single_cards else "",
    ),
]


def _rows(effort: Effort) -> Iterator[Row]:
    court = Draws({"missed": COURT, "next": RANKS}, (("missed", "next"),))
    cases: list[tuple[str, list[Draws], float | None]] = [("a court card missed", [court], None)]
    for half_seen in (1, 5, 10):
        games = [Draws.history(50, half_seen, seed) for seed in range(effort.games)]
        cases.append((f"50 cards turned, {half_seen} half seen", games, 0.02))
    cases += [
        ("one combat that nobody saw", [Draws.combats(1)], 0.03),
        ("two combats that nobody saw", [Draws.combats(2)], 1.5),
    ]
    for case, found, target in cases:
        yield compared(
            Measured(
                case,
                [_Seen(draws) for draws in found],
                _Seen.fresh,
                _chances,
                _same,
                ALTERNATIVES,
                lambda seen: seen.worlds,
                target,
            ),
            effort,
        )


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (
    Topic("DRAWS", "Cards of a pack: the chances of the next one"),
    _rows,
)
