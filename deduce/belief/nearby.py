"""Worlds near a world: what else is possible is often one change away, and needs no solver to be seen.

Where little is settled, a solver shows a few pairs of an unknown and a value with each world, and hundreds of
worlds are needed. Most of them differ from one that is known in one value, or in two that are exchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.belief.costs import effort

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.belief.engine import Picks
    from deduce.belief.situation import Situation
    from deduce.problem.problem import Problem
    from deduce.problem.statements import Statement, Unknown, Value

__all__ = ["Walk"]

MOST_STEPS = 200_000
"""How many steps a walk may take, each roughly one look at one unknown: some tenth of a second."""
MOST_PARTNERS = 12
"""With how many others an unknown tries to exchange values."""


class Walk:
    """Goes from world to world by small changes, each of which shows something that was not seen yet.

    After a walk on which nothing was found, the next ones are left out, twice as many each time.

    Args:
        situation: What the worlds are worlds of.
    """

    def __init__(self, situation: Situation) -> None:
        self.problem: Problem = situation.problem
        self.masks: Sequence[int] = situation.masks
        self._about: dict[Unknown, list[tuple[int, Statement]]] = {
            unknown: [] for unknown in situation.problem.unknowns
        }
        for statement in situation.joint:
            steps = effort(statement)
            for unknown in statement.scope:
                self._about[unknown].append((steps, statement))
        self._left_out = 0
        self._leave_out = 1
        self._world: dict[Unknown, Value] = {}
        self._steps = 0

    def go(self, picks: Picks, seen: list[int]) -> None:
        """Walk from a world, and note all that is seen.

        Args:
            picks: The world.
            seen: For each unknown, the values that were seen in a world, as bits; more are added.
        """
        if self._left_out:
            self._left_out -= 1
            return
        values = self.problem.values
        self._world = {
            unknown: values[pick] for unknown, pick in zip(self.problem.unknowns, picks, strict=True)
        }
        self._steps = MOST_STEPS
        if not self._went_round(seen):
            self._left_out = self._leave_out
            self._leave_out *= 2
        # Each world stands somewhere else, so what could not be seen from one may be seen from another.
        while self._steps > 0 and self._went_round(seen):
            pass

    def _went_round(self, seen: list[int]) -> bool:
        """Look for everything that was not seen yet, and tell whether anything was found."""
        return sum(self._showed(place, value, seen) for place, value in list(self._unseen(seen))) > 0

    def _unseen(self, seen: Sequence[int]) -> Iterator[tuple[int, int]]:
        for place, (mask, known) in enumerate(zip(self.masks, seen, strict=True)):
            left = mask & ~known
            for value in range(left.bit_length()):
                if left >> value & 1:
                    yield place, value

    def _showed(self, place: int, value: int, seen: list[int]) -> bool:
        """Go to a world in which an unknown has a value, if there is one nearby."""
        if self._steps < 0 or seen[place] >> value & 1:
            return False
        problem, world = self.problem, self._world
        unknown = problem.unknowns[place]
        before = world[unknown]
        world[unknown] = problem.values[value]
        if self._holds(unknown):
            seen[place] |= 1 << value
            return True
        bit = problem.bits[before]
        for other in self._partners(unknown, problem.values[value]):
            partner = problem.places[other]
            if not self.masks[partner] & bit:
                continue
            world[other] = before
            if self._holds(unknown) and self._holds(other):
                seen[place] |= 1 << value
                seen[partner] |= bit
                return True
            world[other] = problem.values[value]
        world[unknown] = before
        return False

    def _holds(self, unknown: Unknown) -> bool:
        """Tell whether everything holds that is said of an unknown."""
        for steps, statement in self._about[unknown]:
            self._steps -= steps
            if not statement.holds(self._world):
                return False
        return True

    def _partners(self, unknown: Unknown, value: Value) -> list[Unknown]:
        """Return some of those that have a value and are spoken of together with an unknown."""
        found: dict[Unknown, None] = {}
        for _, statement in self._about[unknown]:
            self._steps -= len(statement.scope)
            for other in sorted(statement.scope, key=self.problem.places.__getitem__):
                if other != unknown and self._world[other] == value:
                    found[other] = None
            if len(found) >= MOST_PARTNERS:
                break
        return list(found)[:MOST_PARTNERS]
