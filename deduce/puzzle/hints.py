"""The next easiest step from what somebody has written down; a mistake in that is told first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.proof.chain import Step, next_step
from deduce.proof.words import joined
from deduce.puzzle.marks import known_by, left_by

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.puzzle.marks import Mark
    from deduce.puzzle.puzzle import Puzzle

__all__ = ["Hint", "hint", "wrong_marks"]


@dataclass(frozen=True)
class Hint:
    """What to do next.

    Attributes:
        wrong: The marks that cannot be true; if there are any, there is no step.
        step: The next step; None if there is none.
        is_solved: Whether all that is asked is written down.
    """

    wrong: tuple[Mark, ...] = ()
    step: Step | None = None
    is_solved: bool = False

    @property
    def where(self) -> str:
        """Where to look, and nothing of what is to be found there."""
        if self.wrong:
            marks = joined(f"“{mark.text}”" for mark in self.wrong)
            return f"{marks} cannot be right. Take that back first."
        if self.step is None:
            return "Everything is found." if self.is_solved else "Nothing more follows from the clues."
        return _where(self.step)

    @property
    def whole(self) -> str:
        """The step with what it shows."""
        return self.where if self.step is None else self.step.sentence


def _where(step: Step) -> str:
    if step.entries:
        ids = joined(entry.id for entry in step.entries)
        if len(step.entries) == 1:
            return f"Look at clue {ids}: “{step.entries[0].text}”"
        return f"Look at clues {ids} together."
    rules = [name for name in step.rules if not name.startswith("all different")]
    if rules:
        return f"Look at what holds from the start: {joined(rules)}."
    unknowns = dict.fromkeys(
        step.confinement.unknowns if step.confinement else (made.unknown for made in step.conclusions)
    )
    return f"Look at {joined(unknowns)}: it takes no clue."


def wrong_marks(puzzle: Puzzle, marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Return the marks that are true in no solution.

    Raises:
        ContradictionError: If there is no solution.
    """
    _ = puzzle.solution
    possible = puzzle.belief.possible
    return tuple(
        mark
        for mark in marks
        if not any((value in mark.fact.values) == mark.fact.inside for value in possible[mark.fact.unknown])
    )


def hint(puzzle: Puzzle, marks: Sequence[Mark]) -> Hint:
    """Return what to do next.

    Args:
        puzzle: The puzzle.
        marks: What was written down so far.

    Raises:
        ContradictionError: If the puzzle has no solution, or the marks leave none.
    """
    wrong = wrong_marks(puzzle, marks)
    if wrong:
        return Hint(wrong)
    known = known_by([*puzzle.printed, *(mark.fact for mark in marks)], puzzle.log.problem)
    left = left_by(known, puzzle.log)
    if all(len(left[unknown]) == 1 for unknown in puzzle.asks):
        return Hint(is_solved=True)
    return Hint(step=next_step(puzzle.told_to(left), left))
