"""How likely each answer is, as exact fractions that are made when they are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from deduce.question.answering import Answer

__all__ = ["Shares"]


class Shares(Mapping[Answer, Fraction]):
    """How likely each answer is.

    Answers that cannot come are in it, with 0. Which ones these are may take long to find out, so that is
    left until somebody goes through all answers.

    Attributes:
        weights: For each answer that can come, how heavy it is.
        total: The weight of all together.

    Args:
        weights: As above.
        answers: All answers.
    """

    def __init__(self, weights: Mapping[Answer, int], answers: Mapping[Answer, object]) -> None:
        self.weights = weights
        self.total: int = sum(weights.values())
        self._answers = answers

    @property
    def open(self) -> list[Answer]:
        """The answers that can come."""
        return list(self.weights)

    def __getitem__(self, answer: Answer) -> Fraction:
        weight = self.weights.get(answer)
        if weight is not None:
            return Fraction(weight, self.total)
        self._answers[answer]
        return Fraction(0)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)

    def __repr__(self) -> str:
        return f"Shares({dict(self)})"
