"""The best plan, worked out backwards from the last combat, and followed forwards from the first."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deduce.cards.odds.errors import OddsError
from deduce.cards.odds.layers import Grid
from deduce.cards.ranks import card_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deduce.cards.odds.combat import Effect
    from deduce.cards.odds.layers import Array
    from deduce.cards.odds.packs import Packs
    from deduce.cards.odds.stand import Pairing, Stand
    from deduce.cards.odds.tree import Known, Option, Tree, Way

__all__ = ["Branch", "Solver", "Toll"]

STOP = -1


class Branch(NamedTuple):
    """What to do after the first combat.

    Attributes:
        effect: What the first combat did.
        chance: How likely that is.
        then: How likely each combat is the best to go on with; None for stopping.
        by_cards: The same for each pair of cards, the starter's first.
    """

    effect: Effect
    chance: Fraction
    then: dict[Pairing | None, Fraction]
    by_cards: dict[tuple[int, int], Pairing | None]


class Toll(NamedTuple):
    """What a plan costs a unit.

    Attributes:
        breaks: How likely it breaks.
        killed: How many of its men are killed on average.
        confused: How many of its men become confused on average.
    """

    breaks: Fraction
    killed: Fraction
    confused: Fraction


class Solver:
    """Works out plans.

    Args:
        tree: All that can come of the combats.
        packs: The packs, that of the side whose turn it is first.
        may_stop: Whether one can stop after any combat.

    Attributes:
        grid: All that can be drawn.
        chosen: For each number of combats: the best option for each pair of draws, for all that can be known.
        values: What the best plan counts, for all that can be known at the beginning.
        first: What each of its options counts.
    """

    def __init__(self, tree: Tree, packs: Packs, *, may_stop: bool) -> None:
        self._tree = tree
        self._may_stop = may_stop
        self.grid: Grid = Grid(packs, tree.combats, tree.greatest)
        self.chosen: list[dict[Known, Array]] = [{} for _ in range(self.grid.combats)]
        self.first: dict[Known, list[int]] = {}
        later: dict[Known, Array] = {}
        for combat in reversed(range(self.grid.combats)):
            later = self._layer(combat, later)
        self.values = later

    def after(self, known: Known, cards: Sequence[tuple[int, int]]) -> Pairing | None:
        """Return what to go on with after combats of the plan; None for stopping."""
        place = (0, 0)
        option = self._option_at(0, known, place)
        for combat, (mine, theirs) in enumerate(cards):
            if option is None:
                raise OddsError("the plan has stopped before all these cards are turned up")
            one = np.zeros((len(option.table.cells), len(option.table.cells)), dtype=int)
            one[mine - 1, theirs - 1] = 1
            if not self.grid.summed(combat, one)[place]:
                raise OddsError(
                    f"no {card_text(mine)} and {card_text(theirs)} are left to be turned up together"
                )
            known = next(after for after, way in option.ways.items() if way.cells[mine - 1, theirs - 1])
            if combat + 1 == self.grid.combats:
                option = None
                continue
            first, second = self.grid.after[combat]
            place = int(first[place[0], mine - 1]), int(second[place[1], theirs - 1])
            option = self._option_at(combat + 1, known, place)
        return None if option is None else option.pairing

    def _option_at(self, combat: int, known: Known, place: tuple[int, int]) -> Option | None:
        """Return the best combat after some draws; None for stopping."""
        chosen = self.chosen[combat].get(known) if combat < self.grid.combats else None
        number = STOP if chosen is None else int(chosen[place])
        return None if number == STOP else self._tree.options[known][number]

    def branches(self, known: Known) -> Iterable[Branch]:
        """Yield what to do after each effect of the first combat."""
        number = int(self.chosen[0][known][0, 0]) if known.open else STOP
        if number == STOP:
            return
        option = self._tree.options[known][number]
        one = np.zeros((len(option.table.cells), len(option.table.cells)), dtype=int)
        thens: dict[int, defaultdict[Pairing | None, Fraction]] = {}
        cards: dict[int, dict[tuple[int, int], Pairing | None]] = {}
        mine, theirs = self.grid.after[0] if self.grid.combats > 1 else (one, one)
        for after, way in option.ways.items():
            chosen = self.chosen[1].get(after) if self.grid.combats > 1 else None
            for row, column in np.argwhere(way.cells):
                one[row, column] = 1
                ways = int(self.grid.summed(0, one)[0, 0])
                one[row, column] = 0
                if not ways:
                    continue
                best = STOP if chosen is None else int(chosen[mine[0, row], theirs[0, column]])
                then = None if best == STOP else self._tree.options[after][best].pairing
                effect = option.table.cells[row][column]
                thens.setdefault(effect, defaultdict(Fraction))[then] += Fraction(ways, self.grid.so_far[1])
                cards.setdefault(effect, {})[int(row) + 1, int(column) + 1] = then
        for effect in sorted(thens):
            chance = sum(thens[effect].values(), Fraction(0))
            yield Branch(option.table.effects[effect], chance, dict(thens[effect]), cards[effect])

    def tolls(self, known: Known, stand: Stand) -> tuple[Toll, ...]:
        """Return what the best plan costs each unit, by following it forwards."""
        sums = [[Fraction(0)] * len(Toll._fields) for _ in stand.bodies]
        going: dict[Known, Array] = {known: self.grid.one()} if known.open else {}
        for combat in range(self.grid.combats):
            following: dict[Known, Array] = {}
            for now, paths in going.items():
                for number, option in enumerate(self._tree.options[now]):
                    here = np.where(self.chosen[combat][now] == number, paths, 0)
                    if not here.any():
                        continue
                    self._count(combat, here, now, option, sums)
                    for after, way in option.ways.items():
                        if combat + 1 < self.grid.combats and after in self.chosen[combat + 1]:
                            if after not in following:
                                following[after] = self.grid.zeros(combat + 1)
                            self.grid.pushed(combat, here, way.cells, following[after])
            going = {after: paths[:-1, :-1] for after, paths in following.items()}
        return tuple(Toll(*each) for each in sums)

    def _count(
        self, combat: int, paths: Array, known: Known, option: Option, sums: list[list[Fraction]]
    ) -> None:
        """Add what a combat costs its two units, in as many ways as there are to come to it."""
        cells = np.array(option.table.cells)
        for place, unit in enumerate(option.pairing[:2]):
            ranks = known.stand.bodies[unit].ranks
            losses = [
                (effect.target_killed, effect.target_confused)
                if place
                else (effect.starter_killed, effect.starter_confused)
                for effect in option.table.effects
            ]
            for index, values in enumerate(
                (
                    [int(sum(loss) >= ranks) for loss in losses],
                    *(list(column) for column in zip(*losses, strict=True)),
                )
            ):
                table = np.array(values)[cells]
                if table.any():
                    ways = int((self.grid.summed(combat, table) * paths).sum())
                    sums[unit][index] += Fraction(ways, self.grid.so_far[combat + 1])

    def _layer(self, combat: int, later: dict[Known, Array]) -> dict[Known, Array]:
        """Work out what is best after so many combats, from what is best after one more."""
        worth: dict[Known, list[Array]] = {}
        rewards: dict[bytes, Array] = {}
        names: dict[Known, tuple[bytes, ...]] = {}
        wanted: defaultdict[Known, list[tuple[Known, int, Way]]] = defaultdict(list)
        for known in self._tree.layers[combat]:
            options = self._tree.options.get(known, ())
            names[known] = tuple(option.gains.tobytes() for option in options)
            worth[known] = []
            for number, (name, option) in enumerate(zip(names[known], options, strict=True)):
                if name not in rewards:
                    rewards[name] = self.grid.summed(combat, option.gains) * self.grid.rest[combat + 1]
                worth[known].append(rewards[name])
                for after, way in option.ways.items():
                    if after in later:
                        wanted[after].append((known, number, way))
        self._add_later(combat, later, wanted, worth)
        if combat == 0:
            self.first = {known: [int(value[0, 0]) for value in values] for known, values in worth.items()}
        found: dict[Known, Array] = {}
        same: dict[tuple[bytes, ...], tuple[Array, Array]] = {}
        for known, values in worth.items():
            if values:
                if later or names[known] not in same:
                    same[names[known]] = self._best(values)
                found[known], self.chosen[combat][known] = same[names[known]]
        return found

    def _add_later(
        self,
        combat: int,
        later: dict[Known, Array],
        wanted: dict[Known, list[tuple[Known, int, Way]]],
        worth: dict[Known, list[Array]],
    ) -> None:
        """Add to what each combat counts by itself what can come after it."""
        for after, users in wanted.items():
            mine, theirs = self.grid.after[combat]
            my_ways, their_ways = self.grid.carried[combat]
            best = later[after]
            padded = self.grid.zeros(combat + 1)
            padded[:-1, :-1] = best
            # Summed over the other side's cards up to each rank.
            sums = np.zeros((theirs.shape[1] + 1, len(padded), len(theirs)), dtype=self.grid.dtype)
            for rank in range(theirs.shape[1]):
                each = padded[:, theirs[:, rank]]
                each = each if their_ways is None else each * their_ways[:, rank]
                np.add(sums[rank], each, out=sums[rank + 1])
            for known, number, way in users:
                rows, low, high = way.spans
                drawn = mine[:, rows]
                added = sums[high, drawn] - sums[low, drawn]
                added = added if my_ways is None else added * my_ways[:, rows, None]
                added = added.sum(axis=1)
                worth[known][number] = worth[known][number] + added

    def _best(self, values: Sequence[Array]) -> tuple[Array, Array]:
        """Return for each pair of draws what the best combat is worth, and which it is."""
        best = values[0]
        chosen = np.zeros(best.shape, dtype=np.int16)
        for number, value in enumerate(values[1:], 1):
            chosen[value > best] = number
            best = np.maximum(best, value)
        if self._may_stop:
            # Whoever gains nothing by it does not fight.
            chosen[best <= 0] = STOP
            best = np.maximum(best, 0)
        return best, chosen
