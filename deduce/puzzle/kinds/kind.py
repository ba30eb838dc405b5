"""What a kind of puzzle is: one object, which draws a puzzle from random numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from deduce.errors import ProblemError
from deduce.intake.numbers import quoted, whole_of
from deduce.proof.words import joined

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from deduce.puzzle.draft import Draft

__all__ = ["Kind", "Size", "Span"]

Size: TypeAlias = tuple[int, ...]
"""The size of a puzzle: a number for each of the spans of its kind."""


@dataclass(frozen=True)
class Span:
    """One of the numbers that make a size.

    Attributes:
        what: What it counts, such as "houses".
        least: The least that can be asked for.
        most: The most that can be asked for.
    """

    what: str
    least: int
    most: int


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle.

    Attributes:
        about: What its puzzles are, in a sentence.
        spans: What its size is made of.
        usual: The usual size for each grade, from the first.
        draw: Draws a puzzle of a size with more clues than it needs, for a grade if possible; None if what
            came up is no puzzle. Which clues are left out, and whether it has the grade, is looked after by
            whoever asks.
        grades: The grades that its puzzles can be expected to have.
        finish: Puts in order what is left of it once the clues are left out that are not needed; returns None
            if that is no puzzle.
        is_renewed: Whether that changes what the clues say, so that it is seen once more whether one can go.
    """

    about: str
    spans: tuple[Span, ...]
    usual: tuple[Size, Size, Size, Size, Size]
    draw: Callable[[random.Random, Size, int], Draft | None]
    grades: tuple[int, ...] = (1, 2, 3, 4, 5)
    finish: Callable[[Draft], Draft | None] = lambda draft: draft
    is_renewed: bool = False

    def check_grade(self, grade: int) -> None:
        """Make sure that a grade can be asked for.

        Raises:
            ProblemError: If it cannot.
        """
        if grade not in self.grades:
            which = f"the grade {joined(self.grades, 'or')}"
            message = f"--grade is {grade}; puzzles of this kind have {which}"
            raise ProblemError(message)

    def nearest(self, grade: int) -> int:
        """Return the grade that can be asked for and is nearest to one."""
        return min(self.grades, key=lambda other: (abs(other - grade), other))

    @property
    def form(self) -> str:
        """How a size is written, such as "HOUSESxCATEGORIES"."""
        return "x".join(span.what.upper() for span in self.spans)

    def size_of(self, text: str, grade: int) -> Size:
        """Read a size; what is left out is the usual.

        Args:
            text: Numbers with an x between them, such as "4x3"; "" for the usual size.
            grade: The grade that is asked for.

        Raises:
            ProblemError: If it is none.
        """
        usual = self.usual[grade - 1]
        parts = text.casefold().split("x") if text else []
        if len(parts) > len(self.spans):
            message = f"--size is {quoted(text)}; write it as {self.form}"
            raise ProblemError(message)
        given = tuple(
            whole_of(part.strip(), f"--size: the number of {span.what}", span.least, span.most)
            for part, span in zip(parts, self.spans, strict=False)
        )
        return given + usual[len(given) :]
