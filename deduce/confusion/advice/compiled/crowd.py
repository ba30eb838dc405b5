"""A crowd whose games are played in compiled code."""

from __future__ import annotations

from functools import lru_cache
from threading import get_ident
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.compiled.growing import tree_of
from deduce.confusion.advice.compiled.judging import judge_all
from deduce.confusion.advice.compiled.knowing import take_up
from deduce.confusion.advice.compiled.playing import act_all, choose_all, list_all, overhear_all, play_all
from deduce.confusion.advice.compiled.seeing import best_choice
from deduce.confusion.advice.compiled.tables import Games, luck_from, scratch_of, tables_of
from deduce.confusion.advice.crowd import NOBODY, TRUST, Choices, Crowd, Played
from deduce.confusion.advice.following import NOTED

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.compiled.growing import Tree
    from deduce.confusion.advice.compiled.tables import Luck, Scratch, Tables
    from deduce.confusion.advice.following import Diary
    from deduce.confusion.advice.lookups import Floats, Ints, Lookups

__all__ = ["CompiledCrowd", "Memory"]

_NOTHING = np.zeros((1, 0, len(NOTED)), np.int16)


_tables = lru_cache(maxsize=8)(tables_of)


@lru_cache(maxsize=32)
def _scratch(lookups: Lookups, _thread: int) -> Scratch:
    """Return the scratch paper of a thread."""
    return scratch_of(lookups)


def _prepared(lookups: Lookups) -> tuple[Tables, Scratch]:
    return _tables(lookups), _scratch(lookups, get_ident())


def _in_columns(judging: Floats) -> Floats:
    """Return the weights of a judgement with a column for each of its sums."""
    return np.ascontiguousarray(judging.T)


_NO_TREE = tree_of(0)


class Memory:
    """What is remembered from game to game of a search: a tree of the player's own next decisions.

    Args:
        side: The player.
        nodes: For how many nodes there is room; a power of two.

    Attributes:
        side: The player.
        tree: The tree.
        histories: For each of the games to be played on by its number, what was seen since the option.
    """

    def __init__(self, side: int, nodes: int) -> None:
        self.side: int = side
        self.tree: Tree = tree_of(nodes)
        self.histories: Luck = np.zeros(0, np.uint64)


class CompiledCrowd(Crowd):
    """The same games; what is done to them is done in compiled code."""

    is_quick = True

    def _games(self) -> Games:
        return Games(self.where, self.deal, self.knows, self.laid, self.side_at, self.letter_at, self.neutral)

    def act(
        self,
        chosen: Choices,
        allowed: npt.NDArray[np.bool_],
        *,
        hands_over: bool = True,
        is_heard: bool = True,
    ) -> None:
        tables, scratch = _prepared(self.lookups)
        attempts = np.full((len(self), 4), -1, np.int32)
        attempts[chosen.game, 0] = chosen.letter
        attempts[chosen.game, 1] = chosen.step
        attempts[chosen.game, 2] = chosen.kind
        attempts[chosen.game, 3] = chosen.target
        answers = np.zeros(len(self), np.bool_)
        answers[chosen.game] = allowed
        won = np.full(len(self), NOBODY, np.int8)
        act_all(
            tables,
            self._games(),
            scratch,
            self.turn,
            attempts,
            answers,
            won,
            hands_over,
            is_heard,
        )
        if hands_over:
            self._hand_over()
        self._end(won)

    def overhear(self, squares: Ints) -> None:
        tables, scratch = _prepared(self.lookups)
        stepped = squares[self.ids].astype(np.int32)
        overhear_all(tables, self._games(), scratch, self.turn, stepped, TRUST)

    @classmethod
    def memory(cls, side: int, nodes: int) -> Memory | None:
        return Memory(side, nodes) if nodes else None

    def play_on(
        self,
        turns: int,
        weighing: Floats,
        judging: Floats,
        *,
        heat: float,
        draw: np.random.Generator,
        spared: Ints | None,
        diary: Diary | None,
        memory: Memory | None = None,
    ) -> Played:
        tables, scratch = _prepared(self.lookups)
        size, ids = len(self), self.ids
        chances = np.full(size, np.nan, np.float32)
        won = np.full(size, NOBODY, np.int8)
        left_alone = np.full(size, -1, np.int32) if spared is None else spared[ids].astype(np.int32)
        rows = _NOTHING if diary is None else diary.rows[:, diary.filled :]
        noted = np.ascontiguousarray(rows[ids]) if diary is not None else np.repeat(_NOTHING, size, axis=0)
        nodes = play_all(
            tables,
            self._games(),
            scratch,
            self.turn,
            self.turns,
            turns,
            weighing,
            _in_columns(judging),
            np.float32(heat),
            luck_from(draw),
            left_alone,
            won,
            chances,
            -1 if diary is None else diary.side,
            noted,
            -1 if memory is None else memory.side,
            _NO_TREE if memory is None else memory.tree,
            np.zeros(size, np.uint64) if memory is None else memory.histories[ids],
        )
        if diary is not None:
            rows[ids] = noted
        self.winner[ids] = won
        going = ~np.isnan(chances)
        return Played(self.turn ^ (turns & 1), ids[going], chances[going], nodes)

    def chosen(
        self,
        weighing: Floats,
        *,
        heat: float,
        draw: np.random.Generator | None,
        barred: npt.NDArray[np.bool_] | None,
        spared: Ints | None,
    ) -> Choices:
        tables, scratch = _prepared(self.lookups)
        size = len(self)
        rows, chances = np.full((size, 4), -1, np.int32), np.zeros(size, np.float32)
        choose_all(
            tables,
            self._games(),
            scratch,
            self.turn,
            weighing,
            np.float32(heat if draw is not None else 0),
            np.ones(1, np.uint64) if draw is None else luck_from(draw),
            np.zeros((size, self.lookups.letters), np.bool_) if barred is None else barred,
            np.full(size, -1, np.int32) if spared is None else spared.astype(np.int32),
            rows,
            chances,
        )
        game = np.flatnonzero(rows[:, 0] >= 0).astype(np.int32)
        letter, step, kind, target = (np.ascontiguousarray(column) for column in rows[game].T)
        start = self.where[game, self.turn, letter]
        return Choices(game, letter, step, kind, start, target, chances[game])

    def scored(self, weighing: Floats) -> list[list[float]]:
        tables, scratch = _prepared(self.lookups)
        luck, cold = np.ones(1, np.uint64), np.float32(0)
        found: list[list[float]] = []
        for game in range(len(self)):
            take_up(tables, self._games(), scratch, game)
            games = self._games()
            count, _ = best_choice(tables, games, scratch, game, self.turn, weighing, cold, luck, -1)
            for row, score in zip(scratch.rows[:count].tolist(), scratch.score[:count].tolist(), strict=True):
                found.append([game, *row, score])
        return found

    def judged(self, judging: Floats) -> Floats:
        tables, scratch = _prepared(self.lookups)
        found = np.zeros(len(self), np.float32)
        judge_all(tables, self._games(), scratch, self.turn, _in_columns(judging), found)
        return found

    def likeliest(self, weighing: Floats, most: int) -> Choices:
        tables, scratch = _prepared(self.lookups)
        size = len(self)
        rows, chances = np.full((size, most, 4), -1, np.int32), np.zeros((size, most), np.float32)
        list_all(tables, self._games(), scratch, self.turn, weighing, np.ones(1, np.uint64), rows, chances)
        found, place = (each.astype(np.int32) for each in np.nonzero(rows[..., 0] >= 0))
        columns = (np.ascontiguousarray(column) for column in rows[found, place].T)
        letter, step, kind, target = columns
        start = self.where[found, self.turn, letter]
        return Choices(found, letter, step, kind, start, target, chances[found, place])
