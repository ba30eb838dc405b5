"""Fewer clues: leaving out what is not needed, and the smallest sets that still settle everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.belief.patience import Allowance
from deduce.progress import SoFar
from deduce.proof.cores import smallest_cores

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.progress import Progress
    from deduce.puzzle.puzzle import Puzzle

__all__ = ["needed", "redundant", "smallest_sets"]

MOST_EFFORT = 30_000_000
"""How many steps it may take to find the smallest sets of clues."""


class _Sufficient:
    """Tells whether some clues settle all that is asked, and asks nobody twice."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._insufficient: list[frozenset[int]] = []

    def __call__(self, kept: frozenset[int]) -> bool:
        if any(kept <= other for other in self._insufficient):
            return False
        puzzle = self._puzzle
        if puzzle.header.opened is not None:
            return puzzle.settles(puzzle.log.keep(*(puzzle.log[number].id for number in kept)))
        grown = puzzle.oracle.grown(kept, puzzle.otherwise)
        if grown is not None:
            self._insufficient.append(grown)
        return grown is None


def needed(puzzle: Puzzle, progress: Progress[int] | None = None) -> list[int]:
    """Return the numbers of clues that are left when each that can go is left out, the last ones first.

    Args:
        puzzle: A puzzle whose clues settle all that is asked.
        progress: Is told after each clue which ones are left.
    """
    sufficient = _Sufficient(puzzle)
    kept = frozenset(range(len(puzzle.log)))
    for done, number in enumerate(reversed(range(len(puzzle.log))), 1):
        fewer = kept - {number}
        if sufficient(fewer):
            kept = fewer
        if progress is not None:
            left = sorted(kept)
            progress(SoFar(done / len(puzzle.log), left.copy))
    return sorted(kept)


def redundant(puzzle: Puzzle) -> list[int]:
    """Return the numbers of the clues without each of which alone the others still say as much."""
    everything = frozenset(range(len(puzzle.log)))
    if puzzle.is_unique:
        sufficient = _Sufficient(puzzle)
        return [number for number in sorted(everything) if sufficient(everything - {number})]
    return [
        number
        for number in sorted(everything)
        if puzzle.oracle.grown(everything - {number}, ~puzzle.log[number].statement) is None
    ]


def smallest_sets(puzzle: Puzzle, most: int) -> Iterator[Sequence[int]]:
    """Iterate over the sets of fewest clues that settle all that is asked.

    Args:
        puzzle: A puzzle whose clues do, all of which are told from the start.
        most: How many sets at most.

    Raises:
        OutOfReachError: If that takes more than `MOST_EFFORT` steps.
    """
    oracle = puzzle.oracle_within(Allowance(MOST_EFFORT))
    size = None
    for count, core in enumerate(smallest_cores(oracle, puzzle.otherwise)):
        if count == most or (size is not None and len(core) > size):
            return
        size = len(core)
        yield sorted(core)
