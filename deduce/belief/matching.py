"""Which pairs are possible when all unknowns must differ: complete, by matching, for any size.

Sets of values are integers, one bit a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["crowd", "match", "possible_pairs"]


def match(rows: Sequence[int]) -> list[int] | None:
    """Give every row a bit of its own, or return None if that cannot be done.

    Args:
        rows: For each unknown, the values that it can have.

    Returns:
        For each row, the bit that it was given.
    """
    given = [0] * len(rows)
    owner: dict[int, int] = {}
    used = 0
    late = []
    for place, row in enumerate(rows):
        free = row & ~used
        if free:
            bit = free & -free
            used |= bit
            given[place] = bit
            owner[bit] = place
        else:
            late.append(place)
    for place in late:
        if not _augment(place, rows, given, owner):
            return None
    return given


def _augment(start: int, rows: Sequence[int], given: list[int], owner: dict[int, int]) -> bool:
    """Find a value for one more row by moving others along, breadth first."""
    seen = 0
    reached_from: dict[int, int] = {}
    queue = [start]
    for place in queue:
        fresh = rows[place] & ~seen
        seen |= fresh
        while fresh:
            bit = fresh & -fresh
            fresh ^= bit
            reached_from[bit] = place
            if bit in owner:
                queue.append(owner[bit])
                continue
            while True:
                mover = reached_from[bit]
                left = given[mover]
                given[mover] = bit
                owner[bit] = mover
                if mover == start:
                    return True
                bit = left
    return False


def crowd(rows: Sequence[int]) -> tuple[list[int], int]:
    """Return rows that have fewer values between them than they are, with these values.

    Args:
        rows: For each unknown, the values that it can have; they must not have a complete assignment.
    """
    given = [0] * len(rows)
    owner: dict[int, int] = {}
    for start in range(len(rows)):
        if _augment(start, rows, given, owner):
            continue
        crowded, values = {start}, 0
        while values != (reached := _union(rows[place] for place in crowded)):
            values = reached
            crowded |= {owner[bit] for bit in owner if bit & values}
        return sorted(crowded), values
    message = "every row has a value of its own"
    raise ValueError(message)


def _union(rows: Iterable[int]) -> int:
    union = 0
    for row in rows:
        union |= row
    return union


def possible_pairs(rows: Sequence[int]) -> list[int]:
    """Return, for each row, the values it has in at least one complete assignment.

    A value is possible for a row if some complete matching uses the pair: it is the row's own match, or it
    lies on an alternating cycle (one strong component of "whose value could be taken next"), or on an
    alternating path to a value that nobody has.

    Args:
        rows: For each unknown, the values that it can have.

    Returns:
        For each row the possible values; all 0 if there is no complete assignment.
    """
    given = match(rows)
    if given is None:
        return [0] * len(rows)
    size = range(len(rows))
    # reach[i]: the values that can be set in motion when row i gives up its value.
    reach = [row | bit for row, bit in zip(rows, given, strict=True)]
    for middle in size:
        bit, through = given[middle], reach[middle]
        for place in size:
            if reach[place] & bit:
                reach[place] |= through
    taken = sum(given)
    component: dict[int, int] = {}
    loose = 0
    for place in size:
        component[reach[place]] = component.get(reach[place], 0) | given[place]
        if reach[place] & ~taken:
            loose |= given[place]
    return [rows[place] & (component[reach[place]] | loose | ~taken) for place in size]
