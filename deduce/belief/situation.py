"""A situation: a problem and its log boiled down to what the engines work on."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.evidence.log import Log
    from deduce.problem.problem import Problem
    from deduce.problem.statements import Statement, Unknown

__all__ = ["Situation"]


@dataclass(frozen=True)
class Situation:
    """What each unknown can be, what ties the unknowns together, and how heavy each value is.

    Attributes:
        problem: Where the names come from.
        masks: For each unknown, the values left to it by what is said of it alone, as bits.
        joint: The rules and statements on several unknowns, and those that carry weight.
        weights: For each unknown, the weight of each value by position (of all the problem's values) as
            whole numbers, or None where every value weighs the same.
        shown: The unknowns by which worlds are told apart; the others are hidden. None if all are shown.
    """

    problem: Problem
    masks: tuple[int, ...]
    joint: tuple[Statement, ...]
    weights: tuple[tuple[int, ...] | None, ...]
    shown: frozenset[Unknown] | None = None

    @classmethod
    def of(cls, log: Log) -> Situation:
        """Boil a log down."""
        problem = log.problem
        likelihoods = log.likelihoods
        weights: tuple[tuple[int, ...] | None, ...] = (None,) * len(problem.unknowns)
        if likelihoods:
            weights = tuple(
                _whole([likelihoods[unknown].get(value, Fraction(0)) for value in problem.values])
                if unknown in likelihoods
                else None
                for unknown in problem.unknowns
            )
        shown = frozenset(problem.shown) if problem.hidden else None
        return cls(problem, log.masks, problem.joint_statements + log.joint, weights, shown)

    def is_shown(self, place: int) -> bool:
        """Tell whether worlds are told apart by an unknown, by position."""
        return self.shown is None or self.problem.unknowns[place] in self.shown

    @property
    def is_weighted(self) -> bool:
        """Whether some worlds weigh more than others."""
        return any(row is not None for row in self.weights) or any(
            statement.carries_weight for statement in self.joint
        )

    @property
    def is_one_to_one(self) -> bool:
        """Whether all unknowns differ, nothing else ties them together, and none is hidden."""
        return (
            self.shown is None
            and self.problem.is_one_to_one
            and len(self.joint) == len(self.problem.joint_statements)
        )

    @cached_property
    def unweighted(self) -> Situation:
        """The same situation with every world weighing the same."""
        if not self.is_weighted:
            return self
        joint = tuple(statement.support for statement in self.joint)
        return replace(self, joint=joint, weights=(None,) * len(self.masks))

    def limited(self, masks: Iterable[int]) -> Situation:
        """Return the situation with other values left to the unknowns."""
        return replace(self, masks=tuple(masks))

    def weight(self, place: int, value: int) -> int:
        """Return the weight of a value of an unknown, both by position."""
        row = self.weights[place]
        return 1 if row is None else row[value]

    def shortage(self) -> bool:
        """Tell whether an unknown has no value left, or a rule is false from the start."""
        return not all(self.masks) or any(
            not statement.speaks_of_several and not statement.scope and not statement.holds({})
            for statement in self.joint
        )


def _whole(row: list[Fraction]) -> tuple[int, ...]:
    """Scale exact weights to the smallest whole numbers in the same proportion."""
    scale = math.lcm(*(weight.denominator for weight in row))
    numbers = [int(weight * scale) for weight in row]
    divisor = math.gcd(*numbers) or 1
    return tuple(number // divisor for number in numbers)
