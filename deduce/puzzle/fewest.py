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

MOST_EFFORT = 10_000_000
"""How many steps it may take to find the smallest sets of clues."""


def _sufficient(puzzle: Puzzle, kept: frozenset[int]) -> bool:
    """Tell whether some clues settle all that is asked.

    The next set that is asked about has the clue that was missing, so any world that denies it will do.
    """
    if puzzle.header.opened is not None:
        return puzzle.settles(puzzle.log.keep(*(puzzle.log[number].id for number in kept)))
    return puzzle.oracle.refuted_again(kept, puzzle.otherwise)


def needed(puzzle: Puzzle, progress: Progress[int] | None = None) -> list[int]:
    """Return the numbers of clues that are left when each that can go is left out, the last ones first.

    Args:
        puzzle: A puzzle whose clues settle all that is asked.
        progress: Is told after each clue which ones are left.
    """
    kept = frozenset(range(len(puzzle.log)))
    for done, number in enumerate(reversed(range(len(puzzle.log))), 1):
        fewer = kept - {number}
        if _sufficient(puzzle, fewer):
            kept = fewer
        if progress is not None:
            left = sorted(kept)
            progress(SoFar(done / len(puzzle.log), left.copy))
    return sorted(kept)


def redundant(puzzle: Puzzle) -> list[int]:
    """Return the numbers of the clues without each of which alone the others still say as much."""
    everything = frozenset(range(len(puzzle.log)))
    if puzzle.is_unique:
        return [number for number in sorted(everything) if _sufficient(puzzle, everything - {number})]
    return [
        number
        for number in sorted(everything)
        if puzzle.oracle.refuted_again(everything - {number}, ~puzzle.log[number].statement)
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
