"""What the search looks up about some rules, as arrays: where each move leads, and how far things are."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from deduce.confusion.engine.rules import Rules

__all__ = ["Bytes", "Floats", "Ints", "Lookups", "lookups_of"]

Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.int32]
Bytes: TypeAlias = npt.NDArray[np.int8]

FADING = 0.7
"""What a turn of distance leaves of the worth of being there."""
FARTHEST = 24
"""More turns than this count as never."""


class Lookups:
    """Arrays about some rules.

    Diagrams are numbered here by their order in the set, with the promoted side behind the last one. Steps
    are numbered by direction, then by distance. Squares are numbered as on the board; one more number stands
    for everything that is off it.

    Attributes:
        rules: The rules.
        letters: The number of pieces of a side.
        kinds: The number of diagrams, with the promoted side.
        promoted: The number of the promoted side.
        agent: The number of the double agent; -1 without one.
        off: The number of what is off the board.
        reach: The longest distance.
        numbers: The number of each diagram in the set, by its number here.
        allows: For each diagram and step, 1 if it is allowed; 1/2 for the double agent.
        promotable: Whether each diagram is promoted on the last row.
        leads: For each side, square and step, the square where it ends.
        last_row: For each side and square, whether it is on the opponent's first row.
        progress: For each side and square, how far towards that row it is: 0 to 1, and 0 off the board.
        forward: For each side and step, how many rows it leads towards the opponent.
        near: For each side, target, square and diagram, how near the target is: 1 on it, less with each turn
            on an empty board, 0 where it cannot be reached, and for a double agent, to whom it is refused.
        home: For each side, square and diagram, how near the last row is.
    """

    def __init__(self, rules: Rules) -> None:
        board = rules.board
        self.rules: Rules = rules
        self.letters: int = len(rules.letters)
        self.kinds: int = self.letters + 1
        self.promoted: int = self.letters
        self.off: int = rules.columns * rules.rows
        self.reach: int = rules.diagrams.longest_reach
        self.numbers: tuple[int, ...] = tuple(rules.diagrams)
        diagrams = [*rules.diagrams.values(), rules.diagrams.promoted]
        agents = [place for place, diagram in enumerate(diagrams) if diagram.is_double_agent]
        self.agent: int = agents[0] if agents else -1
        steps = [(way, distance) for way in range(8) for distance in range(1, self.reach + 1)]
        self.allows: Floats = np.array(
            [
                [0.5 if diagram.is_double_agent else diagram.allows(*step) for step in steps]
                for diagram in diagrams
            ],
            np.float32,
        )
        self.promotable: npt.NDArray[np.bool_] = np.array([diagram.promotable for diagram in diagrams])
        self.leads: tuple[Ints, Ints] = (self._leads(0), self._leads(1))
        last = np.zeros((2, self.off + 1), np.bool_)
        for side in (0, 1):
            last[side, list(board.last_rows[side])] = True
        self.last_row: npt.NDArray[np.bool_] = last
        self.progress: Floats = np.stack([self._progress(side) for side in (0, 1)])
        rows = np.array([(1, 1, 0, -1, -1, -1, 0, 1)], np.float32).T * np.arange(1, self.reach + 1)
        self.forward: Floats = rows.astype(np.float32).ravel()
        self.near: tuple[Floats, Floats] = (self._near(0), self._near(1))
        self.home: tuple[Floats, Floats] = (self._home(0), self._home(1))

    def _progress(self, side: int) -> Floats:
        row = np.arange(self.off) // self.rules.columns
        goal = row[self.last_row[side][: self.off]][0]
        worth = 1 - np.abs(row - goal) / max(self.rules.rows - 1, 1)
        return np.append(worth, 0).astype(np.float32)

    def _leads(self, side: int) -> Ints:
        found = np.full((self.off + 1, 8, self.reach), self.off, np.int32)
        for square, around in enumerate(self.rules.board.rays[side]):
            for way, ray in enumerate(around):
                found[square, way, : len(ray)] = ray
        return found.reshape(self.off + 1, 8 * self.reach)

    def _near(self, side: int) -> Floats:
        """Count the turns between any two squares by each diagram, on an empty board."""
        size = self.off
        found = np.zeros((size, size + 1, self.kinds), np.float32)
        for kind in range(self.kinds):
            # None of a double agent's is sure: to take Z or to bring it home is refused to it (CF-DA-1).
            steps = np.flatnonzero(self.allows[kind] == 1)
            reached = np.zeros((size + 1, size), np.bool_)
            np.fill_diagonal(reached, val=True)
            worth, fading = reached[:size].astype(np.float32), 1.0
            for _ in range(FARTHEST):
                following = reached.copy()
                for step in steps:
                    following[:size] |= reached[self.leads[side][:size, step]]
                fresh = following & ~reached
                if not fresh.any():
                    break
                fading *= FADING
                worth[fresh[:size]] = fading
                reached = following
            found[:, :size, kind] = worth.T
        return found

    def _home(self, side: int) -> Floats:
        goals = np.flatnonzero(self.last_row[side])
        worth: Floats = self.near[side][goals].max(axis=0)
        return worth


@lru_cache(maxsize=8)
def lookups_of(rules: Rules) -> Lookups:
    """Return the arrays about some rules."""
    return Lookups(rules)
