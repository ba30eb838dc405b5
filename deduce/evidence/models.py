"""Answer models: how likely an answer is, given the truth.

A model turns "the answer was that this statement is true" into a weight for every value of the unknown that
it depends on. Where there are several, as with a witness of whom nobody knows who they are, it becomes a
testimony. Every model has a name, so that a result can say on which model it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deduce.errors import ProblemError, did_you_mean, shortened
from deduce.intake.numbers import quoted
from deduce.problem.shapes import as_mapping, as_name
from deduce.problem.statements import SHOWN, all_of, among, fact
from deduce.problem.testimony import testimony
from deduce.problem.weights import Weight, exact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from deduce.problem.problem import Problem
    from deduce.problem.statements import Statement, Unknown, Value

__all__ = ["HONEST", "LIAR", "AnswerModel", "slips"]


@dataclass(frozen=True)
class AnswerModel:
    """How likely an answer is, given the truth.

    Examples:
        >>> from deduce import Problem, fact
        >>> coin = AnswerModel("coin for the double agent", exceptions={"agent": "1/2"})
        >>> problem = Problem.one_to_one("AB", ["rook", "king", "agent"])
        >>> coin.likelihood(problem, ~fact("A", "rook"))
        {'A': {'rook': Fraction(0, 1), 'king': Fraction(1, 1), 'agent': Fraction(1, 2)}}

    Whose word it is may matter more than what is said. What a wolf says is true half of the time only:

        >>> from deduce import Belief, Log
        >>> wolf = AnswerModel("wolf", when_true="1/2", when_false="1/2")
        >>> village = Problem(dict.fromkeys(["Ann", "Ben"], ["wolf", "farmer"]))
        >>> word = AnswerModel("Ann's word", depends_on="Ann", by_value={"wolf": wolf})
        >>> log = Log(village).append(fact("Ben", "wolf"), "Ann: Ben is a wolf", model=word)
        >>> Belief(log).probability("Ben", "wolf")
        Fraction(3, 4)

    Attributes:
        name: What the model is called.
        when_true: How likely the answer is where the statement is true.
        when_false: How likely the answer is where the statement is false.
        exceptions: Values for which the answer has a likelihood of its own, whatever the statement says. The
            statement must then speak of one unknown.
        depends_on: An unknown on whose value it depends how likely the answer is.
        by_value: For some of its values, the model that holds instead of this one.
    """

    name: str
    when_true: Weight = 1
    when_false: Weight = 0
    exceptions: Mapping[Any, Weight] = field(default_factory=dict)
    depends_on: Unknown | None = None
    by_value: Mapping[Any, AnswerModel] = field(default_factory=dict)

    def __post_init__(self) -> None:
        as_mapping(self.exceptions, "the exceptions of an answer model", "{'agent': '1/2'}")
        likelihoods: dict[Value, Weight] = {"when_true": self.when_true, "when_false": self.when_false}
        for what, weight in (*likelihoods.items(), *self.exceptions.items()):
            exact(weight, f"answer model {quoted(self.name)}: {shortened(what)}", most=1)
        if not exact(self.when_true) and not exact(self.when_false):
            message = f"answer model {quoted(self.name)}: when_true and when_false are both 0"
            raise ProblemError(message)
        if (self.depends_on is None) != (not self.by_value):
            message = (
                f"answer model {quoted(self.name)} needs both depends_on, an unknown, and by_value, "
                "a model for some of its values; or neither"
            )
            raise ProblemError(message)
        as_name(self.depends_on, "an unknown")
        for value, model in as_mapping(self.by_value, "by_value", "{'liar': LIAR}").items():
            if not isinstance(model, AnswerModel):
                message = (
                    f"answer model {quoted(self.name)}: by_value gives {quoted(model, SHOWN)} for "
                    f"{quoted(str(value))}; it must be an AnswerModel"
                )
                raise ProblemError(message)

    @cached_property
    def scope(self) -> frozenset[Unknown]:
        """The unknowns on which it depends, besides what is said."""
        if self.depends_on is None:
            return frozenset()
        return frozenset((self.depends_on,)).union(*(model.scope for model in self.by_value.values()))

    def likelihood(self, problem: Problem, statement: Statement) -> dict[Unknown, dict[Value, Fraction]]:
        """Return the likelihood of the answer for each value of the unknown that it depends on.

        Raises:
            ProblemError: If it does not depend on exactly one unknown.
        """
        together = self._checked(problem, statement)
        if len(together) != 1:
            message = (
                f"answer model {quoted(self.name)} has no likelihood by the value of one unknown: "
                f"{quoted(str(statement), SHOWN)} depends on {len(together)}"
            )
            raise ProblemError(message)
        (unknown,) = together
        cases = list(self.cases(statement))
        row: dict[Value, Fraction] = {}
        for value in problem.domains[unknown]:
            world = {unknown: value}
            is_true = statement.holds(world)
            row[value] = next(
                when_true if is_true else when_false
                for condition, when_true, when_false in cases
                if condition.holds(world)
            )
        return {unknown: row}

    def testimony(self, problem: Problem, statement: Statement) -> Statement:
        """Return the answer as a statement that says how likely worlds are, by any number of unknowns.

        Raises:
            ProblemError: If it depends on no unknown, or on one that there is not.
        """
        self._checked(problem, statement)
        return testimony(statement, self.cases(statement), self.name)

    def _checked(self, problem: Problem, statement: Statement) -> frozenset[Unknown]:
        """Return what the answer depends on, once it is sure that it can."""
        if statement.carries_weight:
            message = (
                f"answer model {quoted(self.name)} cannot weigh {quoted(str(statement), SHOWN)}, "
                "which says itself how likely things are; give one of them"
            )
            raise ProblemError(message)
        self.check(problem, statement)
        together = self.scope | statement.scope
        if not together:
            message = (
                f"answer model {quoted(self.name)} needs a statement about an unknown, "
                f"but {quoted(str(statement), SHOWN)} speaks of none"
            )
            raise ProblemError(message)
        return together

    def check(self, problem: Problem, statement: Statement) -> None:
        """Make sure that all names are in the problem, and that it goes with a statement.

        Raises:
            ProblemError: If not.
        """
        for value in self.exceptions:
            if value not in problem.bits:
                message = (
                    f"answer model {quoted(self.name)} excepts {quoted(str(value))}, "
                    f"which is nobody's value; {did_you_mean(value, problem.values)}"
                )
                raise ProblemError(message)
        if self.exceptions and len(statement.scope) != 1:
            message = (
                f"answer model {quoted(self.name)} has exceptions, so it needs a statement about one "
                f"unknown, but {quoted(str(statement), SHOWN)} speaks of {len(statement.scope)}; "
                "say by depends_on and by_value on whose value it depends"
            )
            raise ProblemError(message)
        for value, model in self.by_value.items():
            try:
                problem.check_value(self.depends_on, value)
            except ProblemError as error:
                message = f"answer model {quoted(self.name)}: {error}"
                raise ProblemError(message) from None
            model.check(problem, statement)

    def cases(self, statement: Statement) -> Iterator[tuple[Statement, Fraction, Fraction]]:
        """Give conditions of which exactly one is true, each with how likely the answer is under it.

        First where the statement is true, then where it is false.
        """
        rest: list[Statement] = []
        if self.depends_on is not None:
            for value, model in self.by_value.items():
                here = fact(self.depends_on, value)
                for condition, when_true, when_false in model.cases(statement):
                    yield all_of(here, condition), when_true, when_false
            rest.append(~among(self.depends_on, self.by_value))
        when_true, when_false, exceptions = self._likelihoods
        if exceptions:
            (unknown,) = statement.scope
            for value, weight in exceptions.items():
                yield all_of(*rest, fact(unknown, value)), weight, weight
            rest.append(~among(unknown, exceptions))
        yield all_of(*rest), when_true, when_false

    @cached_property
    def _likelihoods(self) -> tuple[Fraction, Fraction, dict[Value, Fraction]]:
        """All likelihoods, read once: where the statement is true, where it is false, the exceptions."""
        exceptions = {value: exact(weight) for value, weight in self.exceptions.items()}
        return exact(self.when_true), exact(self.when_false), exceptions


HONEST = AnswerModel("honest")
"""Every answer is true."""

LIAR = AnswerModel("liar", when_true=0, when_false=1)
"""Every answer is false."""


def slips(rate: Weight) -> AnswerModel:
    """Return the model in which an answer is wrong at a given rate, each independently of the others."""
    share = exact(rate, "slip rate", most=1)
    return AnswerModel(f"slips at rate {rate}", when_true=1 - share, when_false=share)
