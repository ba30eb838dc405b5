"""Thousands of questions: what each guess at Mastermind or Wordle would tell."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from results import Row, Topic
from timing import Alternative, Effort, Measured, compared

from deduce import Belief, Log, Problem, Question, rank_questions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["TOPIC"]

WORDS = 2_315
"""As many made-up words as Wordle has answers."""


@dataclass(frozen=True)
class Asked:
    """A game, and the guesses that are compared.

    Attributes:
        codes: Everything that can be the secret.
        guesses: What could be asked.
        answer: The answer to a guess at one secret.
        answers: The same for columns of secrets.
        problem: The same game as a problem.
    """

    codes: Sequence[Any]
    guesses: Sequence[Any]
    answer: Callable[..., object]
    answers: Callable[..., object]
    problem: Problem

    def questions(self, *, columns: bool) -> list[Question]:
        """Return the questions, with nothing worked out for them yet."""
        function = self.answers if columns else self.answer
        unknowns = self.problem.unknowns
        return [
            Question.by(self.problem, partial(function, guess), unknowns, str(guess), columns=columns)
            for guess in self.guesses
        ]


def _pins(guess: tuple[int, ...], *code: int) -> int:
    black = sum([peg == hidden for peg, hidden in zip(guess, code, strict=True)])
    return 9 * black + sum([min(guess.count(colour), code.count(colour)) for colour in set(guess)])


def _pins_of_many(guess: tuple[int, ...], *code: Any) -> Any:  # noqa: ANN401 - columns of any values
    black = sum(hidden == peg for peg, hidden in zip(guess, code, strict=True))
    both = [np.minimum(guess.count(colour), sum(peg == colour for peg in code)) for colour in set(guess)]
    return 9 * black + sum(both)


def _marks(guess: str, word: str) -> int:
    marks = [2 * (mine == theirs) for mine, theirs in zip(guess, word, strict=True)]
    unused = [theirs for mine, theirs in zip(guess, word, strict=True) if mine != theirs]
    for place, letter in enumerate(guess):
        if not marks[place] and letter in unused:
            unused.remove(letter)
            marks[place] = 1
    return sum(mark * 10 ** (4 - place) for place, mark in enumerate(marks))


def _marks_of_many(guess: str, words: Any) -> Any:  # noqa: ANN401 - a column of words
    letters = words.view("U1").reshape(len(words), -1)
    green = letters == np.array(list(guess))
    answer = np.zeros(len(words), dtype=int)
    for place, letter in enumerate(guess):
        left = ((letters == letter) & ~green).sum(axis=1)
        earlier = [~green[:, other] for other in range(place) if guess[other] == letter]
        yellow = sum(earlier, np.zeros(len(words), dtype=int)) < left
        answer = 10 * answer + np.where(green[:, place], 2, yellow)
    return answer


def _mastermind(pegs: int, colours: int, step: int) -> Asked:
    codes = list(itertools.product(range(colours), repeat=pegs))
    problem = Problem({f"peg {number}": range(colours) for number in range(1, pegs + 1)})
    return Asked(codes, codes[::step], _pins, _pins_of_many, problem)


def _wordle() -> Asked:
    rng = random.Random(1)
    words = list(dict.fromkeys("".join(rng.choices("abcdefghijklmnoprst", k=5)) for _ in range(WORDS + 9)))
    words = words[:WORDS]
    return Asked([(word,) for word in words], words[:200], _marks, _marks_of_many, Problem({"word": words}))


def _ours(_: Asked, asked: tuple[Belief, list[Question]]) -> dict[str, float]:
    return {rating.question.text: rating.bits for rating in rank_questions(*asked)}


def _prepared(asked: Asked) -> tuple[Belief, list[Question]]:
    return Belief(Log(asked.problem)), asked.questions(columns=True)


def _one_by_one(asked: Asked) -> dict[str, float]:
    return _ours(asked, (Belief(Log(asked.problem)), asked.questions(columns=False)))


def _plain(asked: Asked) -> dict[str, float]:
    size, told = len(asked.codes), {}
    for guess in asked.guesses:
        counts = Counter([asked.answer(guess, *code) for code in asked.codes]).values()
        told[str(guess)] = -sum(count / size * math.log2(count / size) for count in counts)
    return told


def _same(_: Asked, ours: Any, theirs: Any) -> bool:  # noqa: ANN401 - see Measured.agrees
    return ours.keys() == theirs.keys() and all(
        math.isclose(bits, theirs[guess], abs_tol=1e-9) for guess, bits in ours.items()
    )


ALTERNATIVES: list[Alternative[Asked]] = [
    Alternative("by single worlds", _one_by_one),
    Alternative("a plain loop", _plain),
]


def _rows(effort: Effort) -> Iterator[Row]:
    cases = {
        "Mastermind 4x6, all 1,296 guesses": (_mastermind(4, 6, 1), 1.0),
        "Mastermind 5x8, 100 guesses": (_mastermind(5, 8, 328), 1.0),
        "Wordle, 200 of 2,315 words": (_wordle(), 0.5),
    }
    for case, (asked, target) in cases.items():
        yield compared(
            Measured(
                case,
                [asked],
                _prepared,
                _ours,
                _same,
                ALTERNATIVES,
                lambda subject: len(subject.codes),
                target,
            ),
            effort,
        )


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (
    Topic("QUESTIONS", "Guesses by what they would tell, in bits"),
    _rows,
)
