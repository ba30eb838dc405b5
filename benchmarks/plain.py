"""The program over subsets in plain Python, written independently of the library."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["count", "pairs", "possible", "sample"]


def _forward(rows: Sequence[int]) -> list[int]:
    """Return in how many ways each set of values can be used up by the first so many unknowns."""
    ways = [0] * (1 << len(rows))
    ways[0] = 1
    for used in range(len(ways) - 1):
        here = ways[used]
        free = rows[used.bit_count()] & ~used if here else 0
        while free:
            bit = free & -free
            free ^= bit
            ways[used | bit] += here
    return ways


def _backward(rows: Sequence[int]) -> list[int]:
    """Return in how many ways the other unknowns can use up the other values."""
    ways = [0] * (1 << len(rows))
    ways[-1] = 1
    for used in range(len(ways) - 2, -1, -1):
        free = rows[used.bit_count()] & ~used
        total = 0
        while free:
            bit = free & -free
            free ^= bit
            total += ways[used | bit]
        ways[used] = total
    return ways


def count(rows: Sequence[int]) -> int:
    """Return the number of worlds; a row has one bit for each value that the unknown can have."""
    return _forward(rows)[-1]


def pairs(rows: Sequence[int]) -> list[list[int]]:
    """Return the number of worlds in which each unknown has each value."""
    before, after = _forward(rows), _backward(rows)
    table = [[0] * len(rows) for _ in rows]
    for used, here in enumerate(before[:-1]):
        if here:
            place = used.bit_count()
            free = rows[place] & ~used
            while free:
                bit = free & -free
                free ^= bit
                table[place][bit.bit_length() - 1] += here * after[used | bit]
    return table


def possible(rows: Sequence[int]) -> list[int]:
    """Return the values that each unknown has in some world, as bits."""
    return [sum(1 << value for value, ways in enumerate(row) if ways) for row in pairs(rows)]


def sample(rows: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Draw worlds by walking the table from the front, each time with a new random number."""
    after = _backward(rows)
    chance = random.Random(1)
    worlds = []
    for _ in range(size):
        rank = chance.randrange(after[0])
        used, picks = 0, []
        for row in rows:
            free = row & ~used
            while free:
                bit = free & -free
                free ^= bit
                share = after[used | bit]
                if rank < share:
                    picks.append(bit.bit_length() - 1)
                    used |= bit
                    break
                rank -= share
        worlds.append(tuple(picks))
    return worlds
