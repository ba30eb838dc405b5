"""The engine for one-to-one problems: a program over subsets, forward and backward.

Unknowns get their values one after the other; all that matters of the past is the set of values already
used. So the worlds are counted over at most 2^n sets instead of n! assignments, and one pass forward and
one backward give the weight of every pair. With more values than unknowns the roles are swapped: values get
their unknowns one after the other, or stay without.

Small problems are counted in plain Python, larger ones by numpy where its numbers are sure to be exact and
its import is worth it. Without numpy everything still works, only slower.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from deduce.belief.engine import Cells, Engine, Picks
from deduce.belief.lattice import Choice, Lattice, Node, Totals, at_rank, heaviest_worlds, iterate
from deduce.belief.matching import possible_pairs
from deduce.belief.numpy_worth import is_worth_numpy
from deduce.errors import OutOfReachError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.belief.permanents import Integers
    from deduce.belief.situation import Situation

__all__ = ["Option", "Stage", "SubsetEngine"]

Option: TypeAlias = tuple[int, int, int, int]
"""The bit that is used up (0: none), its weight, the unknown (-1: none) and the value."""
Stage: TypeAlias = tuple[Option, ...]

WIDEST = 20
"""Sets of up to this many bits are counted: a million sets, which takes seconds."""
MOST_SETS = 1 << 25
"""The most table entries (all stages together) that are kept at once."""


class SubsetEngine(Engine):
    """Counts one-to-one assignments by a program over subsets."""

    name: ClassVar[str] = "subsets"

    def __init__(self, situation: Situation) -> None:
        super().__init__(situation)
        self._size = len(situation.masks)

    @cached_property
    def _alive(self) -> tuple[int, ...]:
        return tuple(possible_pairs(self.situation.masks))

    def possible(self) -> tuple[int, ...]:
        return self._alive

    def count(self) -> int:
        plain = self.situation.unweighted
        if self._is_glynn(plain):
            return sum(self._glynn(plain)[0])
        return self._plain.total() if all(self._alive) else 0

    def cells(self) -> Cells:
        if self._is_glynn(self.situation):
            rows = self._glynn(self.situation)
            return Cells(sum(rows[0]), rows)
        width = len(self.situation.problem.values)
        if not all(self._alive):
            return Cells(0, [[0] * width] * self._size)
        total, pairs = self._weighted.pairs()
        return Cells(total, _spread(pairs, self._size, width))

    @property
    def is_within_reach(self) -> bool:
        """Whether there are few enough values, or unknowns, to count over all sets of them."""
        values = len(self.situation.problem.values)
        return self._size <= WIDEST and values << self._size <= MOST_SETS

    @cached_property
    def _takes_numpy(self) -> bool:
        # With weights, worlds are counted and weighed in tables of their own.
        tables = 2 if self.situation.is_weighted else 1
        return is_worth_numpy(self._size, tables * len(self.situation.problem.values) << self._size)

    def _is_glynn(self, situation: Situation) -> bool:
        """Tell whether Glynn's formula applies: square, neither tiny nor too large, sure to be exact."""
        if len(situation.problem.values) != self._size or not self._takes_numpy:
            return False
        from deduce.belief.permanents import glynn_fits

        heights = [1] * self._size
        for row in filter(None, situation.weights):
            heights = list(map(max, heights, row))
        return glynn_fits(tuple(heights))

    def _glynn(self, situation: Situation) -> list[list[int]]:
        from deduce.belief.permanents import glynn_pairs

        return glynn_pairs(situation.masks, situation.weights)

    def worlds(self) -> Iterator[Picks]:
        if all(self._alive):
            yield from iterate(self._plain, self._plain.after)

    def ranked(self, ranks: Sequence[int], *, weighted: bool) -> list[Picks]:
        return (self._weighted if weighted else self._plain).ranked(ranks)

    def heaviest(self) -> Iterator[tuple[Picks, int]]:
        if all(self._alive):
            program = self._weighted
            yield from heaviest_worlds(program, program.greatest, self.situation.weight)

    @cached_property
    def _plain(self) -> _Program:
        return self._program(self.situation.unweighted)

    @cached_property
    def _weighted(self) -> _Program:
        return self._program(self.situation) if self.situation.is_weighted else self._plain

    def _program(self, situation: Situation) -> _Program:
        weight = situation.weight
        present = 0
        for mask in self._alive:
            present |= mask
        columns = [place for place in range(present.bit_length()) if present >> place & 1]
        stages: list[Stage]
        if len(columns) > self._size:
            width = self._size
            stages = [
                (
                    (0, 1, -1, -1),
                    *(
                        (1 << place, weight(place, value), place, value)
                        for place, mask in enumerate(self._alive)
                        if mask >> value & 1
                    ),
                )
                for value in columns
            ]
        else:
            width = len(columns)
            stages = [
                tuple(
                    (1 << bit, weight(place, value), place, value)
                    for bit, value in enumerate(columns)
                    if mask >> value & 1
                )
                for place, mask in enumerate(self._alive)
            ]
        if width > WIDEST or len(stages) << width > MOST_SETS:
            message = (
                f"{self._size} unknowns that all differ, with {len(columns)} values left between them, "
                f"are more than can be counted (up to {WIDEST}); possible and certain values stay exact"
            )
            raise OutOfReachError(message)
        return _Program(stages, width, self._size, numpy=self._takes_numpy)


class _Program(Lattice):
    """Stages of options, each using up a bit; a world is a way through all stages that uses all bits."""

    def __init__(self, stages: Sequence[Stage], width: int, size: int, *, numpy: bool) -> None:
        self.stages = stages
        self.width = width
        self.size = size
        self._fits = self._greatest_total() < 2**63
        self._numpy = numpy and self._fits

    def _greatest_total(self) -> int:
        """Return a number that no total or partial total can exceed."""
        sums: dict[int, int] = {}
        heights: dict[int, int] = {}
        for stage in self.stages:
            for _, weight, unknown, _ in stage:
                sums[unknown] = sums.get(unknown, 0) + weight
                heights[unknown] = max(heights.get(unknown, 0), weight)
        sums.pop(-1, None)
        heights.pop(-1, None)
        # Either every unknown chooses freely, or they choose different values in turn, each at its heaviest.
        columns = max(len(self.stages), self.width)
        return min(math.prod(sums.values()), math.prod(heights.values()) * math.perm(columns, self.size))

    def total(self) -> int:
        """Return the weight of all worlds."""
        return self.after(self.roots()[0])

    def pairs(self) -> tuple[int, dict[tuple[int, int], int]]:
        """Return the weight of all worlds, and of those with each unknown and value."""
        if self._numpy:
            from deduce.belief.permanents import stage_pairs

            return stage_pairs(self.stages, self.width)
        return self._plain_pairs()

    def _plain_pairs(self) -> tuple[int, dict[tuple[int, int], int]]:
        after = self._backward
        pairs: dict[tuple[int, int], int] = {}
        here = {0: 1}
        for stage, ahead in zip(self.stages, after[1:], strict=True):
            following: dict[int, int] = {}
            for bit, weight, unknown, value in stage:
                through = 0
                for used, ways in here.items():
                    if used & bit:
                        continue
                    onward = ahead.get(used | bit, 0)
                    if onward:
                        longer = ways * weight
                        through += longer * onward
                        following[used | bit] = following.get(used | bit, 0) + longer
                if bit:
                    pairs[unknown, value] = through
            here = following
        return after[0].get(0, 0), pairs

    @cached_property
    def _forward_sets(self) -> list[list[int]]:
        """The sets of bits that can be in use before each stage, and at the end."""
        sets = [[0]]
        for stage in self.stages:
            bits = [option[0] for option in stage]
            sets.append(list({used | bit for used in sets[-1] for bit in bits if not used & bit}))
        return sets

    @cached_property
    def _backward(self) -> list[dict[int, int]]:
        return self._summed(greatest=False)

    @cached_property
    def _backward_greatest(self) -> list[dict[int, int]]:
        return self._summed(greatest=True)

    def _summed(self, *, greatest: bool) -> list[dict[int, int]]:
        full = (1 << self.width) - 1
        tables: list[dict[int, int]] = [{full: 1}]
        for stage, sets in zip(reversed(self.stages), reversed(self._forward_sets[:-1]), strict=True):
            ahead = tables[-1]
            table: dict[int, int] = {}
            options = [(bit, weight) for bit, weight, _, _ in stage]
            for used in sets:
                shares = [
                    weight * ahead[used | bit]
                    for bit, weight in options
                    if not used & bit and used | bit in ahead
                ]
                if shares:
                    table[used] = max(shares) if greatest else sum(shares)
            tables.append(table)
        return tables[::-1]

    @cached_property
    def _tables(self) -> list[Integers]:
        from deduce.belief.permanents import backward_tables

        return backward_tables(self.stages, self.width)

    @cached_property
    def _greatest_tables(self) -> list[Integers]:
        from deduce.belief.permanents import backward_tables

        return backward_tables(self.stages, self.width, greatest=True)

    def ranked(self, ranks: Sequence[int]) -> list[Picks]:
        """Return the worlds at some ranks."""
        if not self._numpy and self._fits:
            # Drawing many worlds may be worth what counting them was not.
            self._numpy = is_worth_numpy(self.width, len(ranks) * self.size * len(self.stages))
        if self._numpy:
            from deduce.belief.permanents import unrank

            return list(unrank(self.stages, self._tables, ranks, self.size))
        weights = {(unknown, value): w for stage in self.stages for _, w, unknown, value in stage}
        return [at_rank(self, rank, self.after, lambda *pair: weights[pair]) for rank in ranks]

    @property
    def after(self) -> Totals:
        """For each node, the weight of all that can follow."""
        if self._numpy:
            tables = self._tables
            return lambda node: int(tables[node[0]][node[1]])
        sums = self._backward
        return lambda node: sums[node[0]].get(node[1], 0)

    @property
    def greatest(self) -> Totals:
        """For each node, the greatest weight of what can follow."""
        if self._numpy:
            tables = self._greatest_tables
            return lambda node: int(tables[node[0]][node[1]])
        sums = self._backward_greatest
        return lambda node: sums[node[0]].get(node[1], 0)

    def roots(self) -> tuple[Node, ...]:
        return ((0, 0),)

    def choices(self, node: Node) -> Sequence[Choice]:
        number, used = node
        last = number + 1 == len(self.stages)
        full = (1 << self.width) - 1
        choices: list[Choice] = []
        for bit, _, unknown, value in self.stages[number]:
            if used & bit:
                continue
            if not last:
                choices.append((unknown, value, 1, ((number + 1, used | bit),)))
            elif used | bit == full:
                choices.append((unknown, value, 1, ()))
        return choices


def _spread(pairs: dict[tuple[int, int], int], size: int, width: int) -> list[list[int]]:
    rows = [[0] * width for _ in range(size)]
    for (unknown, value), weight in pairs.items():
        rows[unknown][value] = weight
    return rows
