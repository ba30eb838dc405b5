"""Games of a crowd played on in compiled code, each to its end or until it is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.compiled.jit import compiled
from deduce.confusion.advice.compiled.judging import judge
from deduce.confusion.advice.compiled.knowing import hear, overhear
from deduce.confusion.advice.compiled.moving import MOVE, NOBODY, move, winner
from deduce.confusion.advice.compiled.seeing import (
    best_choice,
    draw_from,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.compiled.tables import Flags, Games, Luck, Scratch, Tables
    from deduce.confusion.advice.lookups import Bytes, Floats, Ints

__all__ = ["act_all", "answer", "overhear_all", "play_all"]


@compiled
def act_all(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    side: int,
    attempts: Ints,
    allowed: Flags,
    winners: Bytes,
    hands_over: bool,
    is_heard: bool,
) -> None:
    """Let an attempt be answered in each game that has one; a row is letter, step, kind and target."""
    for game in range(len(games.neutral)):
        scratch.stale[:] = True
        letter, step, kind, target = attempts[game]
        if letter >= 0:
            if is_heard:
                hear(tables, games, scratch, game, side, letter, step, allowed[game])
            if allowed[game]:
                move(tables, games, scratch, game, side, letter, kind, target, is_heard)
        winners[game] = winner(tables, games, game, side, hands_over)


@compiled
def overhear_all(
    tables: Tables, games: Games, scratch: Scratch, side: int, squares: Ints, trust: np.float32
) -> None:
    """Let a side draw its conclusions in each game from where the other side stepped; -1 for nowhere."""
    for game in range(len(games.neutral)):
        if squares[game] >= 0:
            overhear(tables, games, scratch, game, side, squares[game], trust)


@compiled
def play_all(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    mover: int,
    passed: int,
    turns: int,
    weighing: Floats,
    judging: Floats,
    heat: np.float32,
    luck: Luck,
    spared: Ints,
    winners: Bytes,
    chances: Floats,
    watched: int,
    log: npt.NDArray[np.int16],
) -> int:
    """Play each game on for some turns, and judge it if it is not over then; return how many were played.

    Args:
        tables: The rules.
        games: The games, which are used up.
        scratch: Scratch paper.
        mover: The side to move in all of them.
        passed: How many turns are over.
        turns: How many turns are played.
        weighing: The weights of the instinct.
        judging: The weights of the judgement.
        heat: How much chance mixes in.
        luck: Where chance comes from.
        spared: For each game, a square that is left alone in the first turn; -1 for none.
        winners: Is told for each game who has won.
        chances: Is told for each game that is not over the chance that the side to move wins.
        watched: The side whose attempts are noted.
        log: For each game and turn of that side what is noted; as many turns as there is room for.
    """
    played = 0
    for game in range(len(games.neutral)):
        scratch.stale[:] = True
        side, left_alone, noted, over = mover, spared[game], 0, passed
        for _ in range(turns):
            played += 1
            place = best_choice(tables, games, scratch, game, side, weighing, heat, luck, left_alone)
            left_alone = -1
            yes = False
            if place >= 0:
                letter, step = scratch.rows[place, 0], scratch.rows[place, 1]
                kind, target = scratch.rows[place, 2], scratch.rows[place, 3]
                yes = answer(tables, games, game, side, scratch.rows[place], luck)
                if side == watched and noted < log.shape[1]:
                    _note(tables, games, game, side, letter, kind, target, yes, log[game, noted])
                hear(tables, games, scratch, game, side, letter, step, yes)
                if yes:
                    move(tables, games, scratch, game, side, letter, kind, target, True)
            if side == watched:
                noted += 1
            over += 1
            winners[game] = winner(tables, games, game, side, True)
            side = 1 - side
            if winners[game] != NOBODY or over == tables.limit:
                break
        if winners[game] == NOBODY and over != tables.limit:
            played += 1
            chances[game] = judge(tables, games, scratch, game, side, judging)
    return played


@compiled
def answer(tables: Tables, games: Games, game: int, side: int, row: Ints, luck: Luck) -> bool:
    """Return what is said to an attempt; a coin answers for a double agent, but what hurts is refused."""
    letter, step, kind, target = row[0], row[1], row[2], row[3]
    truly = tables.allows[games.deal[game, side, letter], step]
    if truly != 0.5 or tables.agent < 0:
        return bool(truly > 0.5)
    if kind != MOVE or target == games.neutral[game] or games.side_at[game, target] != 0:
        return False
    if tables.last_row[side, target]:
        return False
    return bool(draw_from(luck) >> np.uint64(63) == np.uint64(1))


@compiled
def _note(
    tables: Tables,
    games: Games,
    game: int,
    side: int,
    letter: int,
    kind: int,
    target: int,
    yes: bool,
    row: npt.NDArray[np.int16],
) -> None:
    row[0], row[1] = letter, kind
    row[2] = target == games.neutral[game]
    row[3] = tables.last_row[side, target]
    row[4] = games.side_at[game, target] - 1
    row[5] = games.letter_at[game, target]
    row[6] = yes
