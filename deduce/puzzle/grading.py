"""How hard a puzzle is: the level of the hardest step that leads to what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.proof.chain import chain, next_step
from deduce.proof.grade import grade
from deduce.proof.levels import LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.progress import Progress
    from deduce.proof.chain import Step
    from deduce.puzzle.puzzle import Puzzle

__all__ = ["GRADES", "grade_of", "steps_of"]

GRADES = LEVELS
"""What the grades are called, from 1 to 5."""


def grade_of(puzzle: Puzzle) -> int:
    """Return how hard a puzzle is, from 1 to 5.

    Raises:
        ContradictionError: If it has no solution.
    """
    if puzzle.header.opened is None:
        return grade(puzzle.log, puzzle.asks).level
    return max((step.level for step in _walked(puzzle)), default=1) or 1


def steps_of(puzzle: Puzzle, progress: Progress[Step] | None = None) -> list[Step]:
    """Return the steps that lead to what is asked.

    Args:
        puzzle: The puzzle.
        progress: Is told after each step what was found so far.

    Raises:
        ContradictionError: If it has no solution.
    """
    if puzzle.header.opened is None:
        return _needed(chain(puzzle.log, progress=progress), puzzle)
    return list(_walked(puzzle))


def _walked(puzzle: Puzzle) -> Iterator[Step]:
    """Yield the easiest steps of a puzzle whose clues are told one after the other."""
    left = puzzle.log.problem.domains_of(puzzle.log.problem.start)
    while (step := next_step(puzzle.told_to(left), left)) is not None:
        yield step
        for claim in step.conclusions:
            values = (
                left[claim.unknown] & {claim.value} if claim.holds else left[claim.unknown] - {claim.value}
            )
            left[claim.unknown] = values


def _needed(steps: Sequence[Step], puzzle: Puzzle) -> list[Step]:
    """Return the steps that lead to what is asked."""
    asked = frozenset(puzzle.asks)
    waiting = [
        step.number
        for step in steps
        if any(made.holds and made.unknown in asked for made in step.conclusions)
    ]
    needed: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting += steps[number - 1].uses
    return [step for step in steps if step.number in needed]
