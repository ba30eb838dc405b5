"""Whether a puzzle has one solution, which clues it could do without, and how hard it is."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deduce.errors import OutOfReachError
from deduce.puzzle.fewest import needed, redundant, smallest_sets
from deduce.puzzle.grading import grade_of, steps_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

    from deduce.problem.statements import Unknown
    from deduce.puzzle.puzzle import Puzzle

__all__ = ["GRADING", "Report", "check"]

GRADING = "how hard it is"
"""What is looked for first, as it is told."""

MOST_SETS = 3
"""How many smallest sets of clues are told."""


@dataclass(frozen=True)
class Report:
    """What there is to say of a puzzle; None for what is not known.

    Attributes:
        clues: How many clues there are.
        solutions: How many solutions there are, where they can be counted.
        is_consistent: Whether there is one at least.
        is_unique: Whether all that is asked is settled.
        open: What is asked and not settled.
        redundant: The ids of the clues without each of which alone the others say as much.
        kept: The ids of enough clues, none of which can go.
        smallest: The ids of the clues of smallest sets that are enough.
        are_all_smallest: Whether no other set is as small.
        grade: How hard it is, from 1 to 5.
        steps: How many steps lead to what is asked.
        stopped: What was being looked for when it was stopped; "" if nothing was.
    """

    clues: int
    is_consistent: bool
    is_unique: bool
    solutions: int | None = None
    open: tuple[Unknown, ...] = ()
    redundant: tuple[str, ...] | None = None
    kept: tuple[str, ...] | None = None
    smallest: tuple[tuple[str, ...], ...] | None = None
    are_all_smallest: bool = False
    grade: int | None = None
    steps: int | None = None
    stopped: str = ""


def check(
    puzzle: Puzzle, watch: Callable[[str], AbstractContextManager[Callable[[float], None] | None]]
) -> Report:
    """Check a puzzle; what Ctrl-C stops is not known, all that was found before is.

    Args:
        puzzle: The puzzle.
        watch: Shows what is being looked for, and yields what is told how far that is.
    """
    return _Check(puzzle, watch).report


class _Check:
    """Looks for one thing after the other."""

    def __init__(
        self, puzzle: Puzzle, watch: Callable[[str], AbstractContextManager[Callable[[float], None] | None]]
    ) -> None:
        self._puzzle = puzzle
        with watch("Looking for solutions"):
            belief = puzzle.belief
            certain = belief.certain if belief.is_consistent else {}
            self.report = Report(
                clues=len(puzzle.log),
                is_consistent=belief.is_consistent,
                is_unique=belief.is_consistent and puzzle.is_unique,
                solutions=belief.count if belief.is_counted else None,
                open=tuple(unknown for unknown in puzzle.asks if unknown not in certain),
            )
        steps: dict[str, Callable[[Callable[[float], None] | None], None]] = {}
        if self.report.is_unique:
            steps[GRADING] = self._grade
        if self.report.is_consistent:
            steps["clues that can go"] = self._redundant
        if self.report.is_unique:
            steps["enough clues"] = self._kept
            steps["the fewest clues"] = self._smallest
        for what, look in steps.items():
            try:
                with watch(f"Looking for {what}") as told:
                    look(told)
            except KeyboardInterrupt:
                self.report = replace(self.report, stopped=what)
                return

    def _grade(self, told: Callable[[float], None] | None) -> None:
        progress = None if told is None else lambda so_far: told(so_far.done)
        # What takes too many steps to be graded is not told step by step either.
        with contextlib.suppress(OutOfReachError):
            self.report = replace(self.report, grade=grade_of(self._puzzle))
            self.report = replace(self.report, steps=len(steps_of(self._puzzle, progress)))

    def _redundant(self, told: Callable[[float], None] | None) -> None:
        self.report = replace(self.report, redundant=self._ids(redundant(self._puzzle)))

    def _kept(self, told: Callable[[float], None] | None) -> None:
        progress = None if told is None else lambda so_far: told(so_far.done)
        self.report = replace(self.report, kept=self._ids(needed(self._puzzle, progress)))

    def _smallest(self, told: Callable[[float], None] | None) -> None:
        if self._puzzle.header.opened is not None:
            return
        found: list[tuple[str, ...]] = []
        with contextlib.suppress(OutOfReachError):
            for core in smallest_sets(self._puzzle, MOST_SETS + 1):
                if len(found) == MOST_SETS:
                    return
                found.append(self._ids(core))
                self.report = replace(self.report, smallest=tuple(found))
            self.report = replace(self.report, are_all_smallest=True)

    def _ids(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._puzzle.log[number].id for number in numbers)
