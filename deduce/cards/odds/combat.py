"""The odds of one combat: everything that the next two cards can do.

All of it comes from one table, which says what each pair of cards does to these two units.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from deduce.cards.engine.combat import Exchange, Result, exchange
from deduce.cards.odds.errors import OddsError
from deduce.cards.odds.worth import USUAL, Weights
from deduce.cards.ranks import RANKS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deduce.cards.edition import Edition
    from deduce.cards.engine.combat import Fighter, Meeting
    from deduce.cards.odds.packs import Packs

__all__ = ["CombatOdds", "Effect", "Table", "combat_odds", "count_is_worth", "table_of"]

KEPT = 4096
"""For how many meetings the table is kept."""


class Effect(NamedTuple):
    """What a combat does, as far as the units are concerned.

    Attributes:
        result: How it ends for the starter.
        starter_killed: How many men the starter loses.
        starter_confused: How many of its men become confused.
        target_killed: How many men the attacked unit loses.
        target_confused: How many of its men become confused.
    """

    result: Result
    starter_killed: int
    starter_confused: int
    target_killed: int
    target_confused: int


class Table(NamedTuple):
    """What each pair of cards does to two units.

    Attributes:
        effects: All that can happen.
        cells: For each card of the starter a row: which effect each card of the attacked unit has.
    """

    effects: tuple[Effect, ...]
    cells: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=KEPT)
def table_of(meeting: Meeting, edition: Edition) -> Table:
    """Return what each pair of cards does."""
    numbers: dict[Exchange, int] = {}
    effects: dict[Effect, int] = {}
    rows = []
    for mine in RANKS:
        row = []
        for theirs in RANKS:
            done = exchange(meeting, mine, theirs, edition)
            if done not in numbers:
                effect = Effect(
                    done.result,
                    done.starter.killed,
                    done.starter.confused,
                    done.target.killed,
                    done.target.confused,
                )
                numbers[done] = effects.setdefault(effect, len(effects))
            row.append(numbers[done])
        rows.append(tuple(row))
    return Table(tuple(effects), tuple(rows))


@dataclass(frozen=True)
class CombatOdds:
    """The odds of one combat.

    Attributes:
        meeting: Who fights.
        ways: In how many equally likely ways each effect comes about.
        total: How many ways there are.
    """

    meeting: Meeting
    ways: Mapping[Effect, int]
    total: int

    def chance(self, test: Callable[[Effect], object]) -> Fraction:
        """Return how likely it is that something comes about."""
        return Fraction(sum(ways for effect, ways in self.ways.items() if test(effect)), self.total)

    def mean(self, number: Callable[[Effect], Fraction | int]) -> Fraction:
        """Return what something comes to on average."""
        return Fraction(sum(number(effect) * ways for effect, ways in self.ways.items())) / self.total

    @property
    def win(self) -> Fraction:
        """The chance that the starter wins."""
        return self.chance(lambda effect: effect.result is Result.WON)

    @property
    def tie(self) -> Fraction:
        """The chance of a tie."""
        return self.chance(lambda effect: effect.result is Result.TIED)

    @property
    def loss(self) -> Fraction:
        """The chance that the starter loses."""
        return self.chance(lambda effect: effect.result is Result.LOST)

    @property
    def joint(self) -> dict[tuple[int, int, int, int], Fraction]:
        """The chance of each (killed, confused) of the starter with each of the attacked unit."""
        found: dict[tuple[int, int, int, int], int] = {}
        for effect, ways in self.ways.items():
            tolls = (*_toll(effect, of_target=False), *_toll(effect, of_target=True))
            found[tolls] = found.get(tolls, 0) + ways
        return {tolls: Fraction(ways, self.total) for tolls, ways in found.items()}

    def tolls(self, *, of_target: bool) -> dict[tuple[int, int], Fraction]:
        """Return the chance of each (killed, confused) of one of the two units."""
        found: dict[tuple[int, int], int] = {}
        for effect, ways in self.ways.items():
            toll = _toll(effect, of_target=of_target)
            found[toll] = found.get(toll, 0) + ways
        return {toll: Fraction(ways, self.total) for toll, ways in sorted(found.items())}

    def killed(self, *, of_target: bool) -> Fraction:
        """Return how many men one of the units loses on average."""
        return self.mean(lambda effect: _toll(effect, of_target=of_target)[0])

    def confused(self, *, of_target: bool) -> Fraction:
        """Return how many men of one of the units become confused on average."""
        return self.mean(lambda effect: _toll(effect, of_target=of_target)[1])

    def left(self, *, of_target: bool) -> dict[int, Fraction]:
        """Return the chance of each number of men whom one of the units has left in ranks."""
        ranks = self._fighter(of_target=of_target).ranks
        found: dict[int, Fraction] = {}
        for toll, chance in self.tolls(of_target=of_target).items():
            found[ranks - sum(toll)] = found.get(ranks - sum(toll), Fraction(0)) + chance
        return found

    def falls_below(self, men: int, *, of_target: bool) -> Fraction:
        """Return how likely one of the units has fewer men left in ranks than that."""
        left = self.left(of_target=of_target)
        return sum((chance for ranks, chance in left.items() if ranks < men), Fraction(0))

    def breaks(self, *, of_target: bool) -> Fraction:
        """Return how likely one of the units is broken: it had men in ranks, and has none left."""
        if not self._fighter(of_target=of_target).ranks:
            return Fraction(0)
        return self.falls_below(1, of_target=of_target)

    def wipes_out(self, confused: int, *, of_target: bool) -> Fraction:
        """Return how likely nobody of one of the units is left alive.

        Args:
            confused: How many of its men are confused before the combat.
            of_target: Whether the attacked unit is meant.
        """
        ranks = self._fighter(of_target=of_target).ranks
        if confused or not ranks:
            return Fraction(0)
        return self.chance(lambda effect: _toll(effect, of_target=of_target)[0] >= ranks)

    def worth(self, weights: Weights = USUAL) -> Fraction:
        """Return what the combat is worth to the starter on average."""

        def gain(effect: Effect) -> Fraction:
            return self._loss(effect, weights, of_target=True) - self._loss(effect, weights, of_target=False)

        return self.mean(gain)

    def _loss(self, effect: Effect, weights: Weights, *, of_target: bool) -> Fraction:
        toll = _toll(effect, of_target=of_target)
        ranks = self._fighter(of_target=of_target).ranks
        return weights.loss(*toll, breaks=0 < ranks <= sum(toll))

    def _fighter(self, *, of_target: bool) -> Fighter:
        return self.meeting.target if of_target else self.meeting.starter


def combat_odds(meeting: Meeting, packs: Packs, edition: Edition) -> CombatOdds:
    """Return the odds of one combat.

    Args:
        meeting: Who fights.
        packs: The packs, that of the starter first.
        edition: The rules.
    """
    if not all(packs.left):
        raise OddsError("no card is left in one of the packs; shuffle it, or say what it has when it is full")
    effects, cells = table_of(meeting, edition)
    counts = [0] * len(effects)
    for row, pairs in zip(cells, packs.pairs, strict=True):
        for index, number in zip(row, pairs, strict=True):
            counts[index] += number
    ways = {effect: count for effect, count in zip(effects, counts, strict=True) if count}
    return CombatOdds(meeting, ways, packs.total)


def count_is_worth(meeting: Meeting, packs: Packs, edition: Edition) -> Fraction:
    """Return what the cards that are gone change: chance to win, a tie counting half, against fresh packs."""

    def share(odds: CombatOdds) -> Fraction:
        return odds.win + odds.tie / 2

    return share(combat_odds(meeting, packs, edition)) - share(combat_odds(meeting, packs.fresh(), edition))


def _toll(effect: Effect, *, of_target: bool) -> tuple[int, int]:
    if of_target:
        return effect.target_killed, effect.target_confused
    return effect.starter_killed, effect.starter_confused
