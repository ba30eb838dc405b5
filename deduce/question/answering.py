"""What the answer to a question is, in each of many ways in which the unknowns can be.

The ways are numbered, and so are the answers, in the order in which they come first; so two questions split
the ways alike exactly if they have the same numbers.
"""

from __future__ import annotations

import itertools
import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from deduce.belief.ways import Ways
from deduce.errors import ProblemError, QuestionError, did_you_mean, shortened
from deduce.intake.numbers import LARGEST, quoted
from deduce.problem.statements import MOST_COMBINATIONS, SHOWN, Statement, Unknown, Value, table

__all__ = ["MOST_IN_A_BYTE", "Answer", "FunctionAnswers", "Labels"]

Answer: TypeAlias = str
Numbers: TypeAlias = "bytes | array[int]"

MOST_IN_A_BYTE = 1 << 8
"""Up to so many answers, their numbers are kept in a byte each."""
PLAIN = ({str}, {int}, {bool})
"""Types of which two values are equal exactly if they read alike, as long as all are of that type."""


@dataclass(frozen=True)
class Labels:
    """The answer to a question in each of many ways.

    Attributes:
        names: The answers that come up, in the order in which they do.
        numbers: For each way, the number of its answer.
    """

    names: Sequence[Answer]
    numbers: Numbers

    @classmethod
    def of(cls, answers: Sequence[Any]) -> Labels:
        """Number answers; two of them are the same answer if they read alike."""
        kinds = set(map(type, answers))
        if kinds == {tuple}:
            kinds = set(map(type, itertools.chain.from_iterable(answers)))
        if kinds not in PLAIN:
            answers = list(map(str, answers))
        number = {answer: place for place, answer in enumerate(dict.fromkeys(answers))}
        numbers = map(number.__getitem__, answers)
        return cls(
            list(map(str, number)), bytes(numbers) if len(number) <= MOST_IN_A_BYTE else array("I", numbers)
        )

    def weigh(self, ways: Ways) -> dict[Answer, int]:
        """Return the weight of all ways with each answer."""
        heavy: dict[int, int] = {}
        if ways.are_alike:
            each = ways.weights[0]
            heavy = {number: count * each for number, count in Counter(self.numbers).items()}
        else:
            heavy = dict.fromkeys(range(len(self.names)), 0)
            for number, weight in zip(self.numbers, ways.weights, strict=True):
                heavy[number] += weight
        return {name: heavy[number] for number, name in enumerate(self.names)}


class _NoAnswerError(QuestionError, KeyError):
    """There is no such answer. It is a `KeyError` as well, since answers are a mapping."""

    __str__ = Exception.__str__


class FunctionAnswers(Mapping[Answer, Statement]):
    """For each answer of a function of a few unknowns, the statement that is true exactly where it is given.

    The statements are tables of all combinations; they are written out when one is first looked for, since
    what questions are worth is found without them.

    Args:
        domains: The unknowns, in the order in which the function takes them, with all their values.
        function: The function.
        text: What is asked.
        columns: Whether the function takes and returns whole columns.
    """

    def __init__(
        self,
        domains: Mapping[Unknown, Sequence[Value]],
        function: Callable[..., Any],
        text: str,
        *,
        columns: bool = False,
    ) -> None:
        self.unknowns: tuple[Unknown, ...] = tuple(domains)
        self._domains = list(domains.values())
        self._function = function
        self._text = text
        self._takes_columns = columns

    def labels(self, ways: Ways) -> Labels:
        """Return the answer in each of some ways.

        Raises:
            ProblemError: If the function cannot be asked.
        """
        if self._takes_columns:
            from deduce.question.columns import labels_by_columns

            return labels_by_columns(self._function, [ways.array(name) for name in self.unknowns], self._text)
        asked = [ways.columns[unknown] for unknown in self.unknowns]
        if 2 * math.prod(map(len, self._domains)) < len(asked[0]):
            rows = list(zip(*asked, strict=True))
            answers = {row: str(self._asked(row)) for row in dict.fromkeys(rows)}
            return Labels.of(list(map(answers.__getitem__, rows)))
        try:
            return Labels.of(list(map(self._function, *asked)))
        except Exception:
            for row in zip(*asked, strict=True):
                self._asked(row)
            raise

    def _asked(self, row: Sequence[Value]) -> Any:  # noqa: ANN401 - whatever the function returns
        try:
            return self._function(*row)
        except Exception as error:
            values = shortened(", ".join(map(quoted, row)), SHOWN)
            message = (
                f"question {quoted(self._text, SHOWN)} cannot be answered for the values {values}: {error}"
            )
            raise ProblemError(message) from error

    @cached_property
    def _tables(self) -> dict[Answer, Statement]:
        combinations = math.prod(map(len, self._domains))
        if combinations > MOST_COMBINATIONS:
            shown = f"{combinations:,}" if combinations < LARGEST else f"over {LARGEST:,}"
            message = (
                f"the answers to the question {quoted(self._text, SHOWN)} have {shown} combinations to try, "
                f"more than {MOST_COMBINATIONS:,}; ask about fewer unknowns"
            )
            raise ProblemError(message)
        rows = list(itertools.product(*self._domains))
        found = self.labels(Ways.of(self.unknowns, rows))
        split: list[list[tuple[Value, ...]]] = [[] for _ in found.names]
        for row, number in zip(rows, found.numbers, strict=True):
            split[number].append(row)
        return {
            name: table(self.unknowns, having, f"{self._text} {name}")
            for name, having in sorted(zip(found.names, split, strict=True))
        }

    def __getitem__(self, answer: Answer) -> Statement:
        found = self._tables.get(answer)
        if found is None:
            message = (
                f"question {quoted(self._text, SHOWN)} has no answer {quoted(answer)}; "
                f"{did_you_mean(answer, list(self._tables))}"
            )
            raise _NoAnswerError(message)
        return found

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def __repr__(self) -> str:
        return f"FunctionAnswers({quoted(self._text, SHOWN)})"
