"""The judgement in compiled code: how likely the side to move wins a game, by how it stands.

`deduce.confusion.advice.instinct.judgement` says what each feature means; this computes the same.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.compiled.jit import compiled
from deduce.confusion.advice.compiled.knowing import take_up
from deduce.confusion.advice.compiled.moving import holds
from deduce.confusion.advice.compiled.seeing import (
    HALF,
    LIKELY,
    NONE,
    ONE,
    QUARTER,
    TINY,
    alive,
    covers,
    nearness,
    threats,
)
from deduce.confusion.advice.compiled.tables import KINDS

if TYPE_CHECKING:
    from deduce.confusion.advice.compiled.tables import Games, Scratch, Tables
    from deduce.confusion.advice.lookups import Floats

__all__ = ["judge", "judge_all", "look_at"]

MOST = np.float32(5)
"""More pieces than these, as sums of logs, make no difference."""
PIECES = 34
"""From this one on features are added up over pieces, or are of the one that holds Z."""


@compiled
def judge(tables: Tables, games: Games, scratch: Scratch, game: int, side: int, judging: Floats) -> float:
    """Return how likely the side to move wins, by how the game stands.

    The weights have a row for each feature here, and a column for each sum.
    """
    look_at(tables, games, scratch, game, side)
    features, parts, rows = scratch.features, scratch.parts, judging.shape[1]
    # All rows side by side, so that many are added to at once.
    for row in range(rows):
        parts[row] = judging[-2, row]
    for place in range(len(features)):
        feature = features[place]
        for row in range(rows):
            parts[row] += judging[place, row] * feature
    total = judging[-1, 0] * parts[0]
    for row in range(1, rows):
        total += judging[-1, row] * max(parts[row], NONE)
    return 1 / (1 + math.exp(-total))


@compiled
def judge_all(
    tables: Tables, games: Games, scratch: Scratch, side: int, judging: Floats, found: Floats
) -> None:
    """Tell of each game how likely the side to move wins it."""
    for game in range(len(found)):
        take_up(tables, games, scratch, game)
        found[game] = judge(tables, games, scratch, game, side, judging)


@compiled
def look_at(tables: Tables, games: Games, scratch: Scratch, game: int, side: int) -> None:
    """Work out what the position is judged by, in the order of `instinct.JUDGEMENT`."""
    features = scratch.features
    threats(tables, games, scratch, game, side)
    covers(tables, games, scratch, game, side)
    them, neutral = 1 - side, games.neutral[game]
    mine, theirs = holds(games, game, side), holds(games, game, them)
    their_help, their_access = nearness(tables, games, scratch, game, them, scratch.near, scratch.home)
    their_home = NONE
    if theirs:
        holder = games.letter_at[game, neutral]
        truly = tables.home[them, neutral, games.deal[game, them, holder]]
        their_home = (scratch.home[holder] + truly) * HALF
    help_, access = nearness(tables, games, scratch, game, side, scratch.near, scratch.home)
    my_home = scratch.home[games.letter_at[game, neutral]] if mine else NONE
    at_risk = ONE - scratch.danger[neutral]
    takes = ONE - scratch.cover[neutral]
    left, their_left = alive(tables, games, game, side), alive(tables, games, game, them)
    features[0] = not mine and not theirs
    features[1] = mine
    features[2] = my_home
    features[3] = my_home * (ONE - at_risk)
    features[4] = at_risk if mine else NONE
    features[5] = theirs
    features[6] = their_home
    features[7] = their_home * (ONE - takes)
    features[8] = ONE - takes if tables.last_row[them, neutral] and theirs else NONE
    features[9] = takes if theirs else NONE
    features[10] = NONE if mine else access
    features[11] = NONE if theirs else their_access
    features[12] = help_
    features[13] = their_help
    features[14] = (left - their_left) * QUARTER
    features[15] = -_unknown(tables, scratch, side)
    features[16] = -_unknown(tables, scratch, them)
    features[17] = tables.home[side, neutral, tables.promoted]
    features[18] = tables.home[them, neutral, tables.promoted]
    features[19] = _run(tables, games, scratch, game, side)
    features[20] = _run(tables, games, scratch, game, them)
    features[24] = _how_many(scratch.cover, neutral)
    features[25] = _how_many(scratch.danger, neutral)
    features[28] = NONE
    for letter in range(tables.letters):
        features[28] += scratch.home[letter]
    features[30] = left / tables.letters
    features[31] = their_left / tables.letters
    _look_at_pieces(tables, games, scratch, game, side, mine, theirs)


@compiled
def _how_many(fails: Floats, square: int) -> float:
    """Return how many pieces get to a square, about, by the chances that none does."""
    return min(-math.log(max(fails[square], TINY)), float(MOST))


@compiled
def _look_at_pieces(
    tables: Tables, games: Games, scratch: Scratch, game: int, side: int, mine: bool, theirs: bool
) -> None:
    """Work out what pieces are worth by where they stand, those of the opponent by what they truly are."""
    features, them, neutral = scratch.features, 1 - side, games.neutral[game]
    holder = games.letter_at[game, neutral]
    for place in range(PIECES, len(features)):
        features[place] = NONE
    run, access, help_, march, hanging, their_hanging = NONE, NONE, NONE, NONE, NONE, NONE
    for letter in range(tables.letters):
        here, there = games.where[game, side, letter], games.where[game, them, letter]
        if here != tables.off:
            hanging += ONE - scratch.danger[here]
            _add_mine(tables, games, scratch, game, side, letter, mine and letter == holder)
        if there != tables.off:
            diagram = games.deal[game, them, letter]
            near = tables.near[them, neutral, there, diagram]
            run = max(run, near * tables.home[them, neutral, diagram])
            access = max(access, near)
            help_ += near
            march += tables.home[them, there, diagram]
            their_hanging += ONE - scratch.cover[there]
            _add_theirs(tables, games, scratch, game, side, letter, near, theirs and letter == holder)
    features[21] = run
    features[22] = NONE if theirs else access
    features[23] = help_
    features[26] = hanging
    features[27] = their_hanging
    features[29] = march
    features[32] = tables.progress[side, neutral] if mine else NONE
    features[33] = tables.progress[them, neutral] if theirs else NONE


@compiled
def _add_mine(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    game: int,
    side: int,
    letter: int,
    holds_neutral: bool,
) -> None:
    """Add a piece of the side to move to what is added up over them, by what its owner takes it for."""
    features, here = scratch.features, games.where[game, side, letter]
    near, cover, danger = scratch.near[letter], ONE - scratch.cover[here], ONE - scratch.danger[here]
    known = NONE
    for kind in range(KINDS):
        known = max(known, scratch.knows[side, letter, kind])
    agent = scratch.knows[side, letter, tables.agent] if tables.agent >= 0 else NONE
    promoted = ONE if games.deal[game, side, letter] == tables.promoted else NONE
    if holds_neutral:
        features[34], features[36], features[38] = known, agent, promoted
    features[40] += near * (ONE - danger)
    features[42] += promoted
    features[44] += agent * near
    features[46] += known * near
    features[48] += known * scratch.home[letter]
    features[50] += tables.progress[side, here]
    features[52] += cover * near
    features[54] += cover * danger
    features[56] += known


@compiled
def _add_theirs(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    game: int,
    side: int,
    letter: int,
    near: np.float32,
    holds_neutral: bool,
) -> None:
    """Add a piece of the opponent likewise, by what it truly is."""
    features, them, neutral = scratch.features, 1 - side, games.neutral[game]
    there, diagram = games.where[game, them, letter], games.deal[game, them, letter]
    known, cover = scratch.knows[them, letter, diagram], ONE - scratch.danger[there]
    danger = ONE - scratch.cover[there]
    agent = ONE if diagram == tables.agent else NONE
    promoted = ONE if diagram == tables.promoted else NONE
    believed = NONE
    for kind in range(KINDS):
        believed += scratch.knows[them, letter, kind] * tables.near[them, neutral, there, kind]
    if holds_neutral:
        features[35], features[37], features[39] = known, agent, promoted
    features[41] += near * (ONE - danger)
    features[43] += promoted
    features[45] += agent * believed
    features[47] += known * near
    features[49] += known * tables.home[them, there, diagram]
    features[51] += tables.progress[them, there]
    features[53] += cover * near
    features[55] += cover * danger
    features[57] += known


@compiled
def _run(tables: Tables, games: Games, scratch: Scratch, game: int, side: int) -> np.float32:
    """Return how near a side's best piece is to bringing Z home, by what its owner knows."""
    best, neutral = NONE, games.neutral[game]
    for letter in range(tables.letters):
        start = games.where[game, side, letter]
        if start == tables.off:
            continue
        worth = NONE
        for kind in range(KINDS):
            chance = scratch.knows[side, letter, kind]
            worth += chance * tables.near[side, neutral, start, kind] * tables.home[side, neutral, kind]
        best = max(best, worth)
    return best


@compiled
def _unknown(tables: Tables, scratch: Scratch, side: int) -> np.float32:
    """Return how much an owner does not know of its pieces, for each of them."""
    total = NONE
    for letter in range(tables.letters):
        for kind in range(KINDS):
            chance = scratch.knows[side, letter, kind]
            if chance > LIKELY:
                total -= chance * math.log(chance)
    return total / tables.letters
