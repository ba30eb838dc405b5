"""Exact probabilities in a game of Clue for six, which no formula for one-to-one problems helps with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import clue_others
from clue import ClueGame
from listing import MOST_WORLDS
from results import Row, Topic
from timing import Alternative, Effort, Measured, compared

from deduce import Belief, Log

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["TOPIC"]


@dataclass(frozen=True)
class _Seen:
    """A game with its log."""

    game: ClueGame
    log: Log

    def fresh(self) -> Log:
        """Return a log with the same entries that nothing has been worked out from."""
        return self.log.at(len(self.log))

    @cached_property
    def worlds(self) -> int:
        """The number of worlds."""
        return Belief(self.log).count


def _too_many(seen: _Seen) -> str:
    return "" if seen.worlds <= MOST_WORLDS else f"would list {seen.worlds:,} worlds"


def _probabilities(_: _Seen, log: Log) -> object:
    return Belief(log).probabilities


def _same(_: _Seen, ours: Any, theirs: object) -> bool:  # noqa: ANN401 - see Measured.agrees
    return [list(row) for row in ours.numerators] == theirs


ALTERNATIVES: list[Alternative[_Seen]] = [
    Alternative(
        "python-constraint2",
        lambda seen: clue_others.python_constraint(seen.game),
        "constraint",
        _too_many,
    ),
    Alternative("CP-SAT", lambda seen: clue_others.cpsat(seen.game), "ortools", _too_many),
    Alternative("PySDD", lambda seen: clue_others.compiled(seen.game), "pysdd"),
]


def _rows(effort: Effort) -> Iterator[Row]:
    for turns in (0, 5, 10, 20, 30):
        games = [ClueGame.played(turns, seed) for seed in range(effort.games)]
        yield compared(
            Measured(
                f"after {turns} turns",
                [_Seen(game, game.log()) for game in games],
                _Seen.fresh,
                _probabilities,
                _same,
                ALTERNATIVES,
                lambda seen: seen.worlds,
                1.0 if turns == 30 else None,
            ),
            effort,
        )


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (
    Topic("CLUE", "Clue for six: all probabilities"),
    _rows,
)
