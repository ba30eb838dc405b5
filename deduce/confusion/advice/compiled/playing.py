"""Games of a crowd played on in compiled code, each to its end or until it is judged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.compiled.jit import compiled
from deduce.confusion.advice.compiled.knowing import chances_of, hear, overhear
from deduce.confusion.advice.compiled.moving import NOBODY, holds, move, winner
from deduce.confusion.advice.compiled.seeing import (
    LIKELY,
    NONE,
    ONE,
    SURE,
    best_choice,
    draw_from,
    nearness,
    threats,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.compiled.tables import Flags, Games, Luck, Scratch, Tables
    from deduce.confusion.advice.lookups import Bytes, Floats, Ints

__all__ = ["LOGGED", "act_all", "judge", "overhear_all", "play_all"]

LOGGED = 7
"""How many numbers are noted of an attempt: `following.NOTED` says which."""


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
                truly = tables.allows[games.deal[game, side, letter], step]
                yes = truly > 0.75
                if truly == 0.5 and tables.agent >= 0:
                    yes = draw_from(luck) >> np.uint64(63) == np.uint64(1)
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


@compiled
def judge(tables: Tables, games: Games, scratch: Scratch, game: int, side: int, judging: Floats) -> float:
    """Return how likely the side to move wins, by how the game stands."""
    features = scratch.features
    chances_of(tables, games, scratch, game, 0)
    chances_of(tables, games, scratch, game, 1)
    threats(tables, games, scratch, game, side)
    them, neutral = 1 - side, games.neutral[game]
    mine, theirs = holds(games, game, side), holds(games, game, them)
    their_help, their_access = nearness(tables, games, game, them, scratch.near, scratch.home)
    their_home = 0.0
    if theirs:
        holder = games.letter_at[game, neutral]
        truly = tables.home[them, neutral, games.deal[game, them, holder]]
        their_home = (scratch.home[holder] + truly) / 2
    help_, access = nearness(tables, games, game, side, scratch.near, scratch.home)
    my_home = scratch.home[games.letter_at[game, neutral]] if mine else 0.0
    at_risk = 1 - scratch.danger[neutral]
    takes = _takes(tables, games, scratch, game, side)
    goal = tables.last_row[them, neutral] and theirs
    features[0] = not mine and not theirs
    features[1] = mine
    features[2] = my_home
    features[3] = my_home * (1 - at_risk)
    features[4] = at_risk if mine else 0.0
    features[5] = theirs
    features[6] = their_home
    features[7] = their_home * (1 - takes)
    features[8] = 1 - takes if goal else 0.0
    features[9] = takes if theirs else 0.0
    features[10] = 0.0 if mine else access
    features[11] = 0.0 if theirs else their_access
    features[12] = help_
    features[13] = their_help
    features[14] = (_alive(tables, games, game, side) - _alive(tables, games, game, them)) / 4
    features[15] = -_unknown(tables, games, game, side)
    features[16] = -_unknown(tables, games, game, them)
    total = judging[-1]
    for place in range(len(features)):
        total += judging[place] * features[place]
    return 1 / (1 + math.exp(-total))


@compiled
def _takes(tables: Tables, games: Games, scratch: Scratch, game: int, side: int) -> np.float32:
    """Return how likely a side gets to where Z is."""
    neutral, fails = games.neutral[game], ONE
    for letter in range(tables.letters):
        start = games.where[game, side, letter]
        if start == tables.off:
            continue
        for way in range(8):
            for step in range(way * tables.reach, (way + 1) * tables.reach):
                target = tables.leads[side, start, step]
                if target == tables.off:
                    break
                if target == neutral:
                    fails *= ONE - SURE * scratch.chances[side, letter, step]
                if games.side_at[game, target] != 0 or target == neutral:
                    break
    return 1 - fails


@compiled
def _alive(tables: Tables, games: Games, game: int, side: int) -> int:
    count = 0
    for letter in range(tables.letters):
        count += games.where[game, side, letter] != tables.off
    return count


@compiled
def _unknown(tables: Tables, games: Games, game: int, side: int) -> np.float32:
    """Return how much an owner does not know of its pieces, for each of them."""
    total = NONE
    for letter in range(tables.letters):
        for kind in range(tables.kinds):
            chance = games.knows[game, side, letter, kind]
            if chance > LIKELY:
                total -= chance * math.log(chance)
    return total / tables.letters
