"""T5, the smallest proofs of everything that is impossible, and T6, a full refresh."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import explanations
from grids import AnswerGame
from results import Row, Topic
from timing import Alternative, Effort, Measured, compared

from deduce import Belief, Log, Prover, rank_questions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["TOPICS"]

SIZES = (12, 13)
CELLS = 10
"""CPMpy explains so many cells of each game; its time is scaled to all of them."""


def _proofs(game: AnswerGame, log: Log) -> object:
    return Prover(log).proofs(game.claims)


def _sizes(game: AnswerGame) -> list[int]:
    return [
        explanations.proof_size(game.entries, len(game.rows), game.cells[number])
        for number in game.some_cells(CELLS)
    ]


def _same_sizes(game: AnswerGame, ours: Any, theirs: object) -> bool:  # noqa: ANN401 - see Measured
    return [len(ours[number].entries) for number in game.some_cells(CELLS)] == theirs


def _refresh(game: AnswerGame, log: Log) -> object:
    belief = Belief(log)
    return (
        belief.probabilities,
        belief.possible_masks,
        Prover(log, belief).proofs(game.claims),
        rank_questions(belief, game.questions),
    )


def _ranking(game: AnswerGame, log: Log) -> object:
    return rank_questions(Belief(log), game.questions)


CPMPY = Alternative[AnswerGame](
    "CPMpy smus",
    _sizes,
    "cpmpy",
    scale=lambda game: len(game.cells) / len(game.some_cells(CELLS)),
    note=f"{CELLS} cells of each game, scaled to all cells",
)


def _games(size: int, entries: int, effort: Effort) -> list[AnswerGame]:
    return [AnswerGame(size, entries, seed) for seed in range(effort.games)]


def _t5(effort: Effort) -> Iterator[Row]:
    for size in SIZES:
        games = _games(size, 30, effort)
        cells = sorted(len(game.cells) for game in games)
        yield compared(
            Measured(
                f"n = {size}, 30 entries, {cells[0]} to {cells[-1]} cells",
                games,
                AnswerGame.fresh,
                _proofs,
                _same_sizes,
                [CPMPY],
                lambda game: game.worlds,
                5e-3,
            ),
            effort,
        )


def _t6(effort: Effort) -> Iterator[Row]:
    for size in SIZES:
        for entries in (10, 30):
            for name, ours, target in (
                ("all of it", _refresh, 10e-3),
                ("rank_questions alone", _ranking, None),
            ):
                yield compared(
                    Measured(
                        f"n = {size}, {entries} entries: {name}",
                        _games(size, entries, effort),
                        AnswerGame.fresh,
                        ours,
                        lambda *_: True,
                        [],
                        lambda game: game.worlds,
                        target,
                    ),
                    effort,
                )


TOPICS: list[tuple[Topic, Callable[[Effort], Iterator[Row]]]] = [
    (Topic("T5", "The smallest proofs of all struck cells"), _t5),
    (Topic("T6", "A full refresh: T2, T3, T5 and 300 questions ranked"), _t6),
]
