"""Made-up one-to-one problems: random grids, and random answers about single unknowns."""

from __future__ import annotations

import random
from functools import cached_property

from deduce import Belief, Claim, Log, Problem, Question, among

__all__ = ["AnswerGame", "Grid"]


def _problem(size: int) -> Problem:
    unknowns = [f"unknown {number}" for number in range(size)]
    return Problem.one_to_one(unknowns, [f"value {number}" for number in range(size)])


class _Game:
    """A log, with what the alternatives need to know of it."""

    log: Log

    def fresh(self) -> Log:
        """Return a log with the same entries that nothing has been worked out from."""
        return self.log.at(len(self.log))

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """For each unknown, the values that its own entries leave, as bits."""
        return self.log.masks

    @cached_property
    def worlds(self) -> int:
        """The number of worlds."""
        return Belief(self.log).count


class Grid(_Game):
    """One entry "X is one of ..." an unknown, such that a hidden permutation stays possible.

    Args:
        size: The number of unknowns and of values.
        density: How likely each further pair is left possible, in percent.
        seed: The same seed always makes the same grid.
    """

    def __init__(self, size: int, density: int, seed: int = 1) -> None:
        chance = random.Random(seed)
        self.log = Log(_problem(size))
        unknowns, values = self.log.problem.unknowns, self.log.problem.values
        hidden = chance.sample(values, size)
        for unknown, true in zip(unknowns, hidden, strict=True):
            left = [v for v in values if v == true or chance.random() * 100 < density]
            self.log = self.log.append(among(unknown, left))


class AnswerGame(_Game):
    """Truthful answers to "is X one of these?", with the questions that could be asked next.

    Args:
        size: The number of unknowns and of values.
        entries: How many answers.
        seed: The same seed always makes the same game.
    """

    def __init__(self, size: int, entries: int, seed: int) -> None:
        chance = random.Random(seed)
        self.log = Log(_problem(size))
        unknowns, values = self.log.problem.unknowns, self.log.problem.values
        hidden = dict(zip(unknowns, chance.sample(values, size), strict=True))

        def some() -> list[object]:
            while not (named := [value for value in values if chance.random() < 0.45]):
                pass
            return list(named)

        for _ in range(entries):
            unknown, named = chance.choice(unknowns), some()
            said = among(unknown, named)
            self.log = self.log.append(said if hidden[unknown] in named else ~said)
        self.questions = [Question.yes_no(among(chance.choice(unknowns), some())) for _ in range(300)]

    @cached_property
    def entries(self) -> list[tuple[int, int]]:
        """For each entry the position of its unknown and the values that it leaves, as bits."""
        return [pair for limits in self.log.limits for pair in limits.masks.items()]

    @cached_property
    def cells(self) -> list[tuple[int, int]]:
        """The pairs that are impossible, by position."""
        masks = Belief(self.log).possible_masks
        size = len(masks)
        return [(u, v) for u in range(size) for v in range(size) if not masks[u] >> v & 1]

    @cached_property
    def claims(self) -> list[Claim]:
        """The same as claims."""
        problem = self.log.problem
        return [Claim(problem.unknowns[u], problem.values[v], holds=False) for u, v in self.cells]

    def some_cells(self, count: int) -> list[int]:
        """Return the numbers of some impossible pairs, chosen at random."""
        numbers = range(len(self.cells))
        return random.Random(1).sample(numbers, min(count, len(numbers)))
