"""A question: the worlds split up by the answer that would be given in each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.belief.belief import Belief
from deduce.errors import ProblemError, QuestionError
from deduce.intake.numbers import quoted
from deduce.problem.problem import Problem
from deduce.problem.shapes import ByName, as_mapping, needs, needs_function
from deduce.problem.statements import (
    SHOWN,
    Statement,
    Unknown,
    Value,
    fact,
    listed,
    refuse_repeats,
    refuse_weights,
)
from deduce.problem.weights import Weight, exact
from deduce.question.answering import Answer, FunctionAnswers, Labels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction

    from deduce.belief.ways import Ways

__all__ = ["Question", "pair_questions"]


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

    def __post_init__(self) -> None:
        as_mapping(self.answers, "the answers of a question", "{'yes': statement, 'no': ~statement}")
        as_mapping(self.noise, "the noise of a question", "{'yes': {'yes': 1}}")
        if isinstance(self.answers, dict):
            missing = f"question {quoted(self.text, SHOWN)}: there is no answer"
            object.__setattr__(self, "answers", ByName(self.answers, missing))

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
        refuse_weights((statement,))
        return cls._noisy(text or f"{statement}?", {"yes": statement, "no": ~statement}, wrong)

    @classmethod
    def value_of(cls, problem: Problem, unknown: Unknown, text: str = "") -> Question:
        """Ask which value an unknown has."""
        needs(problem, Problem, "Question.value_of", "Question.value_of(problem, 'A')")
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
        *,
        columns: bool = False,
    ) -> Question:
        """Ask something whose answer is a function of a few unknowns' values, in this order.

        What reads alike (`str`) is the same answer. The function is asked when the question is rated, about
        the ways in which the unknowns can still be; and about all their combinations once a statement of
        `answers` is looked for.

        Examples:
            >>> from deduce import Problem, Question
            >>> dice = Problem({"red": range(1, 7), "blue": range(1, 7)})
            >>> list(Question.by(dice, lambda a, b: (a + b) // 7, ["red", "blue"], "7 or more?").answers)
            ['0', '1']

        Args:
            problem: What is unknown.
            function: The function. The same values must always give the same answer.
            unknowns: The unknowns, in the order in which the function takes them.
            text: The question in the user's words.
            columns: Whether the function takes, for each unknown, a numpy array of its values in many worlds,
                and returns an array of as many answers; so a thousand questions are rated in a second.

        Raises:
            ProblemError: If there is no such unknown, or one is named twice, or none.
        """
        needs(problem, Problem, "Question.by", "Question.by(problem, lambda a: a > 1, ['A'], 'more?')")
        needs_function(function, "Question.by", "Question.by(problem, lambda a: a > 1, ['A'], 'more?')")
        names = tuple(listed(unknowns, "unknowns"))
        refuse_repeats(names, "Question.by")
        for name in names:
            problem.check_unknown(name)
        domains = {name: problem.domains[name] for name in names}
        return cls(text, FunctionAnswers(domains, function, text, columns=columns))

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
        if isinstance(self.answers, FunctionAnswers):
            scopes = {frozenset(self.answers.unknowns)}
        else:
            scopes = {statement.scope for statement in self.answers.values()}
        if len(scopes) == 1 and len(scope := scopes.pop()) == 1:
            return next(iter(scope))
        return None

    @cached_property
    def scope(self) -> frozenset[Unknown]:
        """The unknowns that the answer depends on."""
        if isinstance(self.answers, FunctionAnswers):
            return frozenset(self.answers.unknowns)
        return frozenset().union(*(statement.scope for statement in self.answers.values()))

    def labels(self, ways: Ways) -> Labels:
        """Return the answer in each of some ways in which the unknowns can be.

        Raises:
            QuestionError: If it has not exactly one answer in each.
        """
        if isinstance(self.answers, FunctionAnswers):
            return self.answers.labels(ways)
        scope = [unknown for unknown in ways.columns if unknown in self.scope]
        rows = list(zip(*(ways.columns[unknown] for unknown in scope), strict=True)) or [()] * len(ways)
        found: dict[tuple[Value, ...], Answer] = {}
        for row in dict.fromkeys(rows):
            world = dict(zip(scope, row, strict=True))
            true = [answer for answer, said in self.answers.items() if said.holds(world)]
            if len(true) != 1:
                raise self.not_a_partition()
            found[row] = true[0]
        return Labels.of([found[row] for row in rows])

    def check(self, problem: Problem) -> None:
        """Make sure that the question only names what is in the problem, and that its noise adds up.

        Raises:
            QuestionError: If it does not.
        """
        try:
            if isinstance(self.answers, FunctionAnswers):
                for unknown in self.answers.unknowns:
                    problem.check_unknown(unknown)
            else:
                self._check_statements(self.answers, problem)
        except ProblemError as error:
            message = f"question {quoted(self.text, SHOWN)}: {error}"
            raise QuestionError(message) from None
        if problem.hidden and (secret := self.scope & problem.hidden):
            name = quoted(str(min(secret, key=str)))
            message = f"question {quoted(self.text, SHOWN)} is about {name}, which is hidden"
            raise QuestionError(message)
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

    def _check_statements(self, answers: Mapping[Answer, Statement], problem: Problem) -> None:
        if not answers:
            message = f"question {quoted(self.text, SHOWN)} has no answers"
            raise QuestionError(message)
        for statement in answers.values():
            problem.check(statement)
            _check_plain(statement)

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
    """Return the question "is X v?" for every pair that is still open; of a fact only whether it is true."""
    needs(belief, Belief, "pair_questions", "pair_questions(Belief(log))")
    return [
        Question.yes_no(fact(unknown, value))
        for unknown, values in belief.possible.items()
        if len(values) > 1 and unknown not in belief.problem.hidden
        for value in values
        if value is not False
    ]
