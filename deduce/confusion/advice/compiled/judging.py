"""The judgement in compiled code: how likely the side to move wins a game, by how it stands.

`deduce.confusion.advice.instinct.judgement` says what each feature means; this computes the same.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from deduce.confusion.advice.compiled.jit import compiled
from deduce.confusion.advice.compiled.knowing import chances_of
from deduce.confusion.advice.compiled.moving import holds
from deduce.confusion.advice.compiled.seeing import LIKELY, NONE, ONE, SURE, nearness, threats

if TYPE_CHECKING:
    import numpy as np

    from deduce.confusion.advice.compiled.tables import Games, Scratch, Tables
    from deduce.confusion.advice.lookups import Floats

__all__ = ["judge"]


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
