"""What is possible, shown by worlds that a search finds: one for each value that no world had before.

Where little is settled, nearly every value is in a world that is found without going back, so this takes
less than asking CP-SAT. Where a world is hard to find, it is given up at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce.belief.patience import Allowance
    from deduce.belief.search.rules import Masks
    from deduce.belief.search.search import Search

__all__ = ["shown_possible"]

ROUNDS = 10
"""How often all rules may be asked to find one world, beside the steps below."""
STEPS = 10_000
"""How many more steps that may take."""


def shown_possible(search: Search, allowance: Allowance) -> tuple[int, ...]:
    """Return, for each unknown, the values that it has in at least one world, as bits.

    Args:
        search: The search, which has narrowed already.
        allowance: What all worlds together may take, in steps.

    Raises:
        OutOfReachError: If a world takes too much to find, or all of them do.
    """
    seen = [0] * search.size
    for place in range(search.size):
        while search.masks is not None and (unseen := search.masks[place] & ~seen[place]):
            bit = unseen & -unseen
            world = _world_with(search, search.masks, place, bit, allowance)
            if world is None:
                continue
            for other, value in enumerate(world):
                seen[other] |= 1 << value
    return tuple(seen)


def _world_with(
    search: Search, masks: Masks, place: int, bit: int, allowance: Allowance
) -> tuple[int, ...] | None:
    """Return a world in which an unknown has a value; if there is none, take the value out."""
    start = masks.copy()
    start[place] = bit
    granted = min(ROUNDS * search.round + STEPS, allowance.left)
    search.allowance.left = granted
    try:
        world = next(search.worlds(start, place), None)
        if world is None:
            search.strike(place, bit)
        return world
    finally:
        allowance.left -= granted - search.allowance.left
