"""Answer models: how likely an answer is, given the truth.

A model turns "the answer was that this statement is true" into a weight for every value of the unknown that
it speaks of. Every model has a name, so that a result can say on which model it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deduce.errors import ProblemError, did_you_mean, shortened
from deduce.intake.numbers import quoted
from deduce.problem.statements import SHOWN
from deduce.problem.weights import Weight, exact

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from deduce.problem.problem import Problem
    from deduce.problem.statements import Statement, Unknown, Value

__all__ = ["HONEST", "AnswerModel", "slips"]


@dataclass(frozen=True)
class AnswerModel:
    """How likely an answer is, given the truth.

    Examples:
        >>> from deduce import Problem, fact
        >>> coin = AnswerModel("coin for the double agent", exceptions={"agent": "1/2"})
        >>> problem = Problem.one_to_one("AB", ["rook", "king", "agent"])
        >>> coin.likelihood(problem, ~fact("A", "rook"))
        {'A': {'rook': Fraction(0, 1), 'king': Fraction(1, 1), 'agent': Fraction(1, 2)}}

    Attributes:
        name: What the model is called.
        when_true: How likely the answer is where the statement is true.
        when_false: How likely the answer is where the statement is false.
        exceptions: Values for which the answer has a likelihood of its own, whatever the statement says.
    """

    name: str
    when_true: Weight = 1
    when_false: Weight = 0
    exceptions: Mapping[Any, Weight] = field(default_factory=dict)

    def __post_init__(self) -> None:
        likelihoods: dict[Value, Weight] = {"when_true": self.when_true, "when_false": self.when_false}
        for what, weight in (*likelihoods.items(), *self.exceptions.items()):
            exact(weight, f"answer model {quoted(self.name)}: {shortened(what)}", most=1)
        if not exact(self.when_true) and not exact(self.when_false):
            message = f"answer model {quoted(self.name)}: when_true and when_false are both 0"
            raise ProblemError(message)

    def likelihood(self, problem: Problem, statement: Statement) -> dict[Unknown, dict[Value, Fraction]]:
        """Return the likelihood of the answer for each value of the unknown that it speaks of.

        Raises:
            ProblemError: If the statement does not speak of exactly one unknown.
        """
        if statement.carries_weight:
            message = (
                f"answer model {quoted(self.name)} cannot weigh {quoted(str(statement), SHOWN)}, "
                "which says itself how likely things are; give one of them"
            )
            raise ProblemError(message)
        if len(statement.scope) != 1:
            message = (
                f"answer model {quoted(self.name)} needs a statement about one unknown, "
                f"but {quoted(str(statement), SHOWN)} speaks of {len(statement.scope)}"
            )
            raise ProblemError(message)
        for value in self.exceptions:
            if value not in problem.bits:
                message = (
                    f"answer model {quoted(self.name)} excepts {quoted(str(value))}, "
                    f"which is nobody's value; {did_you_mean(value, problem.values)}"
                )
                raise ProblemError(message)
        (unknown,) = statement.scope
        when_true, when_false, exceptions = self._likelihoods
        return {
            unknown: {
                value: exceptions[value]
                if value in exceptions
                else (when_true if statement.holds({unknown: value}) else when_false)
                for value in problem.domains[unknown]
            }
        }

    @cached_property
    def _likelihoods(self) -> tuple[Fraction, Fraction, dict[Value, Fraction]]:
        """All likelihoods, read once: where the statement is true, where it is false, the exceptions."""
        exceptions = {value: exact(weight) for value, weight in self.exceptions.items()}
        return exact(self.when_true), exact(self.when_false), exceptions


HONEST = AnswerModel("honest")
"""Every answer is true."""


def slips(rate: Weight) -> AnswerModel:
    """Return the model in which an answer is wrong at a given rate, each independently of the others."""
    share = exact(rate, "slip rate", most=1)
    return AnswerModel(f"slips at rate {rate}", when_true=1 - share, when_false=share)
