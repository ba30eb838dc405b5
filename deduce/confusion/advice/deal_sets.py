"""Sets of the deals that a sheet leaves, as whole numbers with a bit for each deal.

With many deals the letters that matter least are left out: deals that differ in these alone are one, as heavy
as they are together. Of a letter that was left out, and of a double agent, every answer that may be counts.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial, gcd, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from deduce.confusion.knowledge.sheet import Sheet

__all__ = ["DealSets"]

EXACT = 2**63
"""Below this numpy counts exactly."""


class DealSets:
    """The deals that a sheet leaves.

    Attributes:
        every: The set of all deals.
        count: How many are told apart.
    """

    def __init__(self, sheet: Sheet, letters: Sequence[int], most: int) -> None:
        """Tell deals apart by as many letters as there is room for.

        Args:
            sheet: The sheet.
            letters: The places of the letters that matter, those that matter most first.
            most: How many deals may be told apart.
        """
        rules = sheet.rules
        self._diagrams = [rules.diagrams[number] for number in rules.diagrams]
        places = {diagram.number: place for place, diagram in enumerate(self._diagrams)}
        notes = [sheet.notes.letters[letter] for letter in rules.letters]
        open_to = [sorted(places[number] for number in own.left) for own in notes]
        self._agent = next((p for p, each in enumerate(self._diagrams) if each.is_double_agent), -1)
        weighs = sheet.model.has_chances and self._agent >= 0
        chances = [own.agent_chance if weighs else Fraction(1) for own in notes]
        scale = lcm(*(chance.denominator for chance in chances))
        agents = [int(chance * scale) for chance in chances]
        is_small = max(agents) * factorial(len(self._diagrams)) < EXACT
        self._kind: type = np.int64 if is_small else object
        used, weights, columns = self._apart(open_to, agents, letters, most)
        self._told = frozenset(columns)
        rest = self._ways([(open_to[at], agents[at]) for at in range(len(open_to)) if at not in self._told])
        weights = weights * rest[(1 << len(self._diagrams)) - 1 - used]
        left = np.flatnonzero(weights)
        self.count: int = len(left)
        self.every: int = (1 << self.count) - 1
        kept = weights[left]
        kept = kept // max(gcd(*set(kept.tolist())), 1)
        self._total = int(kept.sum())
        self._planes = self._as_planes(kept)
        self._is: list[dict[int, int]] = [
            {
                place: _as_bits(columns[at][left] == place) if at in columns else self.every
                for place in open_to[at]
            }
            for at in range(len(open_to))
        ]
        self._answers: dict[tuple[int, int, int], tuple[int, int]] = {}

    def _apart(
        self, open_to: list[list[int]], agents: list[int], letters: Sequence[int], most: int
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[Any], dict[int, npt.NDArray[np.int8]]]:
        """Give letters their diagrams in all ways: what is used up, how heavy it is, and what each has."""
        used = np.zeros(1, np.int32)
        weights: npt.NDArray[Any] = np.ones(1, self._kind)
        columns: dict[int, npt.NDArray[np.int8]] = {}
        for at in letters:
            free = [np.flatnonzero(used >> place & 1 == 0) for place in open_to[at]]
            if sum(map(len, free)) > most:
                break
            which = np.concatenate([*free, np.zeros(0, np.intp)])
            given = np.repeat(np.array(open_to[at], np.int8), [len(each) for each in free])
            columns = {other: column[which] for other, column in columns.items()}
            columns[at] = given
            used = used[which] | (1 << given.astype(np.int32))
            weights = weights[which] * np.array([1, agents[at]], self._kind)[(given == self._agent) * 1]
        return used, weights, columns

    def _ways(self, letters: list[tuple[list[int], int]]) -> npt.NDArray[Any]:
        """Return for each set of diagrams in how many ways the other letters can have just these."""
        found: npt.NDArray[Any] = np.zeros(1 << len(self._diagrams), self._kind)
        found[0] = 1
        for places, agent in letters:
            before, found = found, np.zeros_like(found)
            for place in places:
                shape = (-1, 2, 1 << place)
                times = agent if place == self._agent else 1
                found.reshape(shape)[:, 1] += before.reshape(shape)[:, 0] * times
        return found

    def _as_planes(self, weights: npt.NDArray[Any]) -> list[tuple[int, int]]:
        """Return weights bit by bit: the deals in whose weight a bit is set, with that bit."""
        most = max(weights.tolist(), default=0)
        if bool((weights == most).all()):
            return [(most, self.every)]
        return [
            (1 << bit, _as_bits((weights >> bit & 1).astype(np.bool_))) for bit in range(most.bit_length())
        ]

    def weight(self, deals: int) -> int:
        """Return how heavy a set of deals is."""
        return sum(times * (deals & plane).bit_count() for times, plane in self._planes)

    def chance(self, deals: int) -> Fraction:
        """Return the chance of a set of deals."""
        return Fraction(self.weight(deals), self._total or 1)

    def heavier(self, one: int, other: int) -> bool:
        """Tell whether one set of deals is heavier than another."""
        if one & ~other == 0:
            return False
        return other & ~one == 0 or self.weight(one) > self.weight(other)

    def answers(self, letter: int, way: int, distance: int) -> tuple[int, int]:
        """Return the deals in which an attempt may be allowed, and those in which it may be refused."""
        key = letter, way, distance
        found = self._answers.get(key)
        if found is None:
            yes = no = 0
            for place, deals in self._is[letter].items():
                diagram = self._diagrams[place]
                allows = diagram.allows(way, distance)
                yes |= deals if allows or diagram.is_double_agent else 0
                no |= deals if not allows or diagram.is_double_agent else 0
            found = self._answers[key] = yes, no
        return found

    def promotions(self, letter: int) -> tuple[int, int]:
        """Return the deals in which a piece may be promotable, and those in which it may not be."""
        can = cannot = 0
        for place, deals in self._is[letter].items():
            if self._diagrams[place].promotable:
                can |= deals
            else:
                cannot |= deals
        return can, cannot

    def tells(self, letter: int) -> bool:
        """Tell whether deals are told apart by what a piece is."""
        return letter in self._told

    def each(self, letter: int) -> Iterator[int]:
        """Yield the deals in which a piece has each of its diagrams; none where it is not told."""
        if self.tells(letter):
            yield from self._is[letter].values()

    def agents(self, letter: int) -> int:
        """Return the deals in which a piece may be the double agent."""
        return self._is[letter].get(self._agent, 0)

    def others(self, letter: int) -> int:
        """Return the deals in which a piece may be something else than the double agent."""
        found = 0
        for place, deals in self._is[letter].items():
            found |= deals if place != self._agent else 0
        return found


def _as_bits(chosen: npt.NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")
