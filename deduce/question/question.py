"""A question: the worlds split up by the answer that would be given in each."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.errors import ProblemError, QuestionError
from deduce.intake.numbers import quoted
from deduce.problem.statements import SHOWN, Statement, Unknown, Value, fact, table
from deduce.problem.weights import Weight, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction

    from deduce.belief.belief import Belief
    from deduce.problem.problem import Problem

__all__ = ["Question", "pair_questions"]

Answer = str


@dataclass(frozen=True)
class Question:
    """Something that can be asked, with a statement for each answer.

    Exactly one of the statements must be true in every world that is left; this is checked when it is rated.

    Attributes:
        text: The question in the user's words.
        answers: For each answer, the statement that is true exactly where it is the true answer.
        noise: How likely each answer is heard, for each true answer; empty if that is always heard.
    """

    text: str
    answers: Mapping[Answer, Statement]
    noise: Mapping[Answer, Mapping[Answer, Fraction]] = field(default_factory=dict)

    @classmethod
    def yes_no(cls, statement: Statement, text: str = "", *, wrong: Weight = 0) -> Question:
        """Ask whether a statement is true.

        Examples:
            >>> from deduce import Question, fact
            >>> Question.yes_no(fact("H", "Crab")).text
            'H is Crab?'

        Args:
            statement: The statement.
            text: The question in the user's words.
            wrong: How often the answer is wrong.
        """
        return cls._noisy(text or f"{statement}?", {"yes": statement, "no": ~statement}, wrong)

    @classmethod
    def value_of(cls, problem: Problem, unknown: Unknown, text: str = "") -> Question:
        """Ask which value an unknown has."""
        problem.check_unknown(unknown)
        domain = problem.domains[unknown]
        texts = [str(value) for value in domain]
        # Values that read alike, such as 1 and "1", are told apart by their quotes.
        names = texts if len(set(texts)) == len(texts) else [repr(value) for value in domain]
        answers = {name: fact(unknown, value) for name, value in zip(names, domain, strict=True)}
        return cls(text or f"What is {unknown}?", answers)

    @classmethod
    def by(
        cls,
        problem: Problem,
        function: Callable[..., object],
        unknowns: Iterable[Unknown],
        text: str,
    ) -> Question:
        """Ask something whose answer is a function of a few unknowns' values, in this order.

        Examples:
            >>> from deduce import Problem, Question
            >>> dice = Problem({"red": range(1, 7), "blue": range(1, 7)})
            >>> list(Question.by(dice, lambda a, b: (a + b) // 7, ["red", "blue"], "7 or more?").answers)
            ['0', '1']
        """
        names = tuple(unknowns)
        for name in names:
            problem.check_unknown(name)
        rows: dict[str, list[tuple[Value, ...]]] = {}
        for row in itertools.product(*(problem.domains[name] for name in names)):
            rows.setdefault(str(function(*row)), []).append(row)
        answers = {answer: table(names, found, f"{text} {answer}") for answer, found in sorted(rows.items())}
        return cls(text, answers)

    @classmethod
    def _noisy(cls, text: str, answers: dict[Answer, Statement], wrong: Weight) -> Question:
        share = exact(wrong, f"question {quoted(text, SHOWN)}: how often the answer is wrong", most=1)
        if not share:
            return cls(text, answers)
        noise = {
            true: {heard: 1 - share if heard == true else share for heard in answers} for true in answers
        }
        return cls(text, answers, noise)

    @cached_property
    def unknown(self) -> Unknown | None:
        """The unknown that the question is about, if it is about one only."""
        scopes = {statement.scope for statement in self.answers.values()}
        if len(scopes) == 1 and len(scope := scopes.pop()) == 1:
            return next(iter(scope))
        return None

    def check(self, problem: Problem) -> None:
        """Make sure that the question only names what is in the problem, and that its noise adds up.

        Raises:
            QuestionError: If it does not.
        """
        if not self.answers:
            message = f"question {quoted(self.text, SHOWN)} has no answers"
            raise QuestionError(message)
        try:
            for statement in self.answers.values():
                problem.check(statement)
                _check_plain(statement)
        except ProblemError as error:
            message = f"question {quoted(self.text, SHOWN)}: {error}"
            raise QuestionError(message) from None
        if self.noise and self.noise.keys() != self.answers.keys():
            message = f"question {quoted(self.text, SHOWN)}: the noise must have a row for each answer"
            raise QuestionError(message)
        for true, heard in self.noise.items():
            strangers = heard.keys() - self.answers.keys()
            if strangers or sum(heard.values()) != 1 or min(heard.values()) < 0:
                message = (
                    f"question {quoted(self.text, SHOWN)}: the noise for the true answer {quoted(true)} "
                    "must give each answer a probability, and these must add up to 1"
                )
                raise QuestionError(message)

    def not_a_partition(self) -> QuestionError:
        """Return the error that not exactly one answer is true in every world that is left."""
        message = (
            f"question {quoted(self.text, SHOWN)}: exactly one of its answers must be true "
            "in every world that is left"
        )
        return QuestionError(message)


def _check_plain(statement: Statement) -> None:
    """Make sure that a statement can be asked for.

    Raises:
        ProblemError: If it carries weight.
    """
    if statement.carries_weight:
        message = f"{quoted(str(statement), SHOWN)} says how likely worlds are; ask for its .support"
        raise ProblemError(message)


def pair_questions(belief: Belief) -> list[Question]:
    """Return the question "is X v?" for every pair that is still open."""
    return [
        Question.yes_no(fact(unknown, value))
        for unknown, values in belief.possible.items()
        if len(values) > 1
        for value in values
    ]
