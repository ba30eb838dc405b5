"""All that can have been drawn from both packs after the first, second, third combat, as arrays.

How many cards of each rank were drawn is all that matters, not in what order: 1, 13, 91, 455 possibilities
for each pack. What is summed are whole numbers: in how many equally likely ways the cards can come.
`Grid.dtype` is 64 bits as long as the greatest possible sum fits in them, which is worked out beforehand, and
Python's own integers otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from deduce.cards.odds.combat import table_of
from deduce.cards.odds.sequences import Ending
from deduce.cards.odds.stand import fought
from deduce.cards.ranks import RANKS
from deduce.errors import OutOfReachError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from deduce.cards.edition import Edition
    from deduce.cards.odds.packs import Deck, Packs
    from deduce.cards.odds.sequences import Script
    from deduce.cards.odds.stand import Stand

__all__ = ["MOST_COMBATS", "Array", "Draws", "Grid", "draws_of", "flow"]

MOST_COMBATS = 4
"""How many combats are followed in this way; the next one would need a gigabyte."""
KEPT = 8
"""For how many packs what can have been drawn is kept."""
LARGEST = 2**62
"""What sums in 64 bits stay below."""
Array: TypeAlias = "npt.NDArray[Any]"
_States: TypeAlias = "dict[tuple[Deck, ...], list[tuple[Deck, int]]]"
"""What was drawn since each shuffle -> what is left of each possible pack, and in how many orders."""


class Draws:
    """What can have been drawn from one pack after each number of combats.

    Attributes:
        after: For each number of combats but the last an array: what can have been drawn, and a rank -> what
            has been drawn then, as an index of the next array; one beyond its end if there is no such card.
        carried: Where a pack of which all is known is shuffled, nothing of what was drawn matters any more,
            and what follows is worked out once: in how many ways each card leads there. None elsewhere.
        left: How many cards of each rank are left: packs x what can have been drawn x ranks.
        ways: In how many orders of the cards that comes about: packs x what can have been drawn.
        sizes: How many cards are left in the pack.
    """

    def __init__(
        self, decks: Sequence[Deck], full: Deck | None, again: int | None, missed: int, combats: int
    ) -> None:
        self.after: list[Array] = []
        self.carried: list[list[list[int]] | None] = []
        self.left: list[list[list[Deck]]] = []
        self.ways: list[list[list[int]]] = []
        self.sizes: list[int] = []
        # What was drawn since each shuffle -> what is left of each possible pack, and in how many ways.
        states: _States = {((0,) * len(RANKS),): [(deck, 1) for deck in decks]}
        for combat in range(combats + 1):
            self.ways.append([[ways for _, ways in packs] for packs in states.values()])
            if combat == combats:
                break
            self.left.append([[left for left, _ in packs] for packs in states.values()])
            size = max(sum(left) for packs in states.values() for left, ways in packs if ways)
            self.sizes.append(size)
            if combat == combats - 1:
                # After the last combat it does not matter any more what was drawn.
                break
            # What it is once this combat's card is drawn, if it is shuffled then.
            fresh = full if again is not None and size - missed - 1 <= again else None
            forgets = fresh is not None and len(decks) == 1
            self.carried.append(self._weighed(states) if forgets else None)
            states, after = _drawn(states, fresh, forgets=forgets)
            self.after.append(after)
            missed = 0 if fresh else missed

    @staticmethod
    def _weighed(states: _States) -> list[list[int]]:
        """Return in how many ways each card can be drawn after everything that can have been drawn."""
        return [[ways * count for count in left] for ((left, ways),) in states.values()]


@lru_cache(maxsize=KEPT)
def draws_of(
    decks: tuple[Deck, ...], full: Deck | None, again: int | None, missed: int, combats: int
) -> Draws:
    """Return what can have been drawn from a pack; questions about the same packs share it."""
    return Draws(decks, full, again, missed, combats)


def _drawn(states: _States, fresh: Deck | None, *, forgets: bool) -> tuple[_States, Array]:
    """Draw one more card.

    Args:
        states: What can have been drawn.
        fresh: What the pack is then, if it is shuffled.
        forgets: Whether it does not matter any more then what was drawn.

    Returns:
        What can have been drawn then, and where each rank leads.
    """
    following: _States = {}
    numbers: dict[tuple[Deck, ...], int] = {}
    after = []
    for drawn, packs in states.items():
        row = []
        for index in range(len(RANKS)):
            if not any(left[index] and ways for left, ways in packs):
                row.append(-1)
                continue
            key = (*drawn[:-1], _changed(drawn[-1], index, 1))
            if fresh is not None:
                key = ((0,) * len(RANKS),) if forgets else (*key, (0,) * len(RANKS))
            if key not in numbers:
                numbers[key] = len(numbers)
                following[key] = [
                    (fresh, 1)
                    if forgets and fresh
                    else (fresh or _changed(left, index, -1), ways * left[index])
                    if left[index]
                    else (left, 0)
                    for left, ways in packs
                ]
            row.append(numbers[key])
        after.append(row)
    table = np.array(after)
    return following, np.where(table < 0, len(numbers), table)


class Grid:
    """What can have been drawn from both packs.

    Args:
        packs: The packs, that of the side whose cards are the rows first.
        combats: How many combats are looked at; fewer if the cards do not reach.
        greatest: How much a single way can count at most.

    Attributes:
        combats: For how many combats there are cards.
        dtype: What all arrays are made of.
        rest: For each number of combats in how many ways the cards can come from there on.
        total: In how many ways all cards can come.
    """

    def __init__(self, packs: Packs, combats: int, greatest: int) -> None:
        if combats > MOST_COMBATS:
            raise OutOfReachError(
                f"{combats} combats in one plan are out of reach; name {MOST_COMBATS} or fewer"
            )
        if not packs.shuffles:
            combats = min(combats, *packs.left)
        self.combats = combats
        firsts = _numbered(case.first for case in packs.cases)
        seconds = _numbered(case.second for case in packs.cases)
        full = packs.full or (None, None)
        self._sides = (
            draws_of(tuple(firsts), full[0], packs.again, packs.missed[0], combats),
            draws_of(tuple(seconds), full[1], packs.again, packs.missed[1], combats),
        )
        weights = sum(case.weight for case in packs.cases)
        steps = [first * second for first, second in zip(*(side.sizes for side in self._sides), strict=True)]
        self.total: int = weights * prod(steps)
        self.rest: list[int] = [prod(steps[combat:]) for combat in range(combats + 1)]
        self.so_far: list[int] = [weights * prod(steps[:combat]) for combat in range(combats + 1)]
        self.dtype: type = np.int64 if self.total * max(greatest, 1) < LARGEST else object
        self._weights = np.zeros((len(firsts), len(seconds)), dtype=self.dtype)
        for weight, first, second in packs.cases:
            self._weights[firsts[first], seconds[second]] += weight
        self.after: list[tuple[Array, ...]] = list(zip(*(side.after for side in self._sides), strict=True))
        carried = zip(*(side.carried for side in self._sides), strict=True)
        self.carried: list[tuple[Array | None, ...]] = [
            tuple(None if each is None else self._array(each) for each in pair) for pair in carried
        ]
        self._cards: dict[int, tuple[Array, Array]] = {}
        self._known: dict[tuple[int, bytes], Array] = {}

    def shape(self, combat: int) -> tuple[int, int]:
        """Return how many things can have been drawn from each pack."""
        return len(self._sides[0].ways[combat]), len(self._sides[1].ways[combat])

    def weight(self, combat: int) -> Array:
        """Return in how many ways each pair of draws comes about, the cards in one order."""
        first, second = (self._array(side.ways[combat]) for side in self._sides)
        found: Array = first @ self._weights @ second.T
        return found

    def summed(self, combat: int, table: Array) -> Array:
        """Return for each pair of draws the sum of a table over the next two cards, each in all its ways."""
        found: Array = np.zeros(self.shape(combat), dtype=self.dtype)
        for value in np.unique(table):
            if value:
                found += int(value) * self._ways(combat, table == value)
        return found

    def _ways(self, combat: int, cells: Array) -> Array:
        """Return in how many ways the next two cards are among these; many tables share their cells."""
        key = combat, cells.tobytes()
        if key not in self._known:
            if combat not in self._cards:
                self._cards[combat] = self._drawable(combat)
            mine, theirs = self._cards[combat]
            done = (mine @ cells.astype(self.dtype)).reshape(len(mine), -1)
            self._known[key] = done @ theirs.reshape(len(theirs), -1).T
        return self._known[key]

    def _drawable(self, combat: int) -> tuple[Array, Array]:
        """Return in how many ways each card can be drawn: draws x packs of one side x ranks.

        Of the side of which more is known; the other's packs are put together for each of its own.
        """
        mine, theirs = (
            self._array(side.left[combat]) * self._array(side.ways[combat])[:, :, None]
            for side in self._sides
        )
        if mine.shape[1] > theirs.shape[1]:
            return np.tensordot(mine, self._weights, axes=(1, 0)).transpose(0, 2, 1), theirs
        return mine, np.tensordot(theirs, self._weights.T, axes=(1, 0)).transpose(0, 2, 1)

    def zeros(self, combat: int) -> Array:
        """Return a number for each pair of draws, with a row and a column too many."""
        rows, columns = self.shape(combat)
        return np.zeros((rows + 1, columns + 1), dtype=self.dtype)

    def one(self) -> Array:
        """Return that there is one way to have drawn nothing."""
        return np.ones((1, 1), dtype=self.dtype)

    def _array(self, numbers: Sequence[Sequence[Any]]) -> Array:
        return np.array(numbers, dtype=self.dtype)

    def pushed(self, combat: int, paths: Array, cells: Array, after: Array) -> None:
        """Add what was drawn before to what is drawn after a combat whose cards are among these.

        Args:
            combat: How many combats came before.
            paths: How many orders lead to each pair of draws.
            cells: The pairs of cards: True where they count.
            after: The same as `paths` after the combat; added to in place, with a row and a column too many.
        """
        mine, theirs = self.after[combat]
        my_ways, their_ways = self.carried[combat]
        for row, column in np.argwhere(cells):
            where = np.ix_(mine[:, row], theirs[:, column])
            if my_ways is None and their_ways is None:
                # No two draws become the same by one card, so none is added twice.
                after[where] += paths
                continue
            ways = paths if my_ways is None else paths * my_ways[:, row, None]
            np.add.at(after, where, ways if their_ways is None else ways * their_ways[None, :, column])


def _numbered(decks: Iterable[Deck]) -> dict[Deck, int]:
    return {deck: number for number, deck in enumerate(dict.fromkeys(decks))}


def _changed(deck: Deck, index: int, by: int) -> Deck:
    return (*deck[:index], deck[index] + by, *deck[index + 1 :])


def flow(stand: Stand, script: Script, most: int, packs: Packs, edition: Edition) -> dict[Ending, Fraction]:
    """Return how likely each ending is of combats that follow a script.

    Args:
        stand: How the units stand before.
        script: What comes next.
        most: How many combats there can be.
        packs: The packs, that of side 0 first.
        edition: The rules.
    """
    grid = Grid(packs, min(most, MOST_COMBATS), 1)
    done: defaultdict[Ending, Fraction] = defaultdict(Fraction)
    going: dict[tuple[Stand, int], Array] = {(stand, 0): grid.one()}
    for combat in range(grid.combats + 1):
        following: dict[tuple[Stand, int], Array] = {}
        for (now, step), paths in going.items():
            coming = script(now, step)
            if coming is None or combat == grid.combats:
                ways = int((grid.weight(combat) * paths).sum())
                done[Ending(now, combat)] += Fraction(ways, grid.so_far[combat])
                continue
            table = table_of(coming.meeting, edition)
            cells = np.array(table.cells)
            if now.bodies[coming.pairing.starter].side:
                cells = cells.T
            for number, effect in enumerate(table.effects):
                key = fought(now, coming.pairing, effect), coming.after
                if combat + 1 == grid.combats:
                    # After the last combat it does not matter which cards there were.
                    ways = int((grid.summed(combat, cells == number) * paths).sum())
                    done[Ending(key[0], combat + 1)] += Fraction(ways, grid.so_far[combat + 1])
                    if ways and combat + 1 == MOST_COMBATS < most and script(*key) is not None:
                        raise OutOfReachError(
                            "combats of different kinds, or from packs that are not equally large, are "
                            f"followed for {MOST_COMBATS} in a row, and these can last longer; ask for fewer"
                        )
                    continue
                if key not in following:
                    following[key] = grid.zeros(combat + 1)
                grid.pushed(combat, paths, cells == number, following[key])
        going = {key: paths[:-1, :-1] for key, paths in following.items()}
    return {ending: chance for ending, chance in done.items() if chance}
