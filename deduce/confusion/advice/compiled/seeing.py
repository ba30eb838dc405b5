"""The instinct in compiled code: what can be attempted in one game, and what looks best.

`deduce.confusion.advice.instinct` says what each point means; this computes the same for one game at a time.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.compiled.jit import compiled
from deduce.confusion.advice.compiled.knowing import likely
from deduce.confusion.advice.compiled.moving import CARRY, MOVE, PASS, holds
from deduce.confusion.advice.compiled.tables import BITS, GUMBELS, KINDS
from deduce.confusion.advice.instinct import CLOSE
from deduce.confusion.advice.lookups import FADING

if TYPE_CHECKING:
    from deduce.confusion.advice.compiled.tables import Games, Luck, Scratch, Tables
    from deduce.confusion.advice.lookups import Floats

__all__ = ["alive", "best_choice", "covers", "draw_from", "list_choices", "nearness", "threats"]

# Whole numbers and Python's own fractions would make every sum one of 64 bits.
NONE, ONE = np.float32(0), np.float32(1)
SURE = np.float32(0.95)
FAINT = np.float32(0.01)
LIKELY = np.float32(1e-6)
"""An attempt with less chance of a yes is not thought of."""
TINY = np.float32(1e-30)
QUARTER = np.float32(0.25)
HALF = np.float32(0.5)
MANY = np.float32(3)
NEXT_FROM, NEXT_TO = np.float32(FADING - CLOSE), np.float32(FADING + CLOSE)
"""What is a turn away is as near as this."""


@compiled
def draw_from(luck: Luck) -> np.uint64:
    """Return 64 bits of chance."""
    state = luck[0]
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    luck[0] = state
    return np.uint64(state)


@compiled
def nearness(
    tables: Tables, games: Games, scratch: Scratch, game: int, side: int, near: Floats, home: Floats
) -> tuple[np.float32, np.float32]:
    """Work out how near each piece is to Z and to the last row; return the sum and the best of the first."""
    total, best = NONE, NONE
    neutral = games.neutral[game]
    for letter in range(tables.letters):
        start = games.where[game, side, letter]
        there, back = NONE, NONE
        if start != tables.off:
            for kind in range(KINDS):
                chance = scratch.knows[side, letter, kind]
                there += chance * tables.near[side, neutral, start, kind]
                back += chance * tables.home[side, start, kind]
        near[letter], home[letter] = there, back
        total += there
        best = max(best, there)
    return total, best


@compiled
def threats(tables: Tables, games: Games, scratch: Scratch, game: int, side: int) -> None:
    """Find out how likely the opponent of a side takes what stands on each square next turn."""
    them = 1 - side
    danger, threat, neutral = scratch.danger, scratch.threat, games.neutral[game]
    danger[:] = ONE
    threat[:] = ONE
    scratch.shield[:] = NONE
    for letter in range(tables.letters):
        start = games.where[game, them, letter]
        if start == tables.off:
            continue
        truly = tables.allows[games.deal[game, them, letter]]
        for way in range(8):
            for step in range(way * tables.reach, (way + 1) * tables.reach):
                target = tables.leads[them, start, step]
                if target == tables.off:
                    break
                # Whatever hurts is refused to a double agent (CF-DA-1).
                reach = likely(tables, scratch, them, letter, step) if truly[step] > HALF else NONE
                if reach > FAINT:
                    danger[target] *= ONE - SURE * reach
                    if target == neutral:
                        threat[letter] *= ONE - SURE * reach
                        for crossed in range(way * tables.reach, step):
                            scratch.shield[tables.leads[them, start, crossed]] += reach
                if games.side_at[game, target] != 0 or target == neutral:
                    break


@compiled
def covers(tables: Tables, games: Games, scratch: Scratch, game: int, side: int) -> None:
    """Find out how well a side covers each square; `list_choices` does the same on its way."""
    neutral, cover = games.neutral[game], scratch.cover
    cover[:] = ONE
    for letter in range(tables.letters):
        start = games.where[game, side, letter]
        if start == tables.off:
            continue
        refused = HALF * _agent(tables, scratch, side, letter)
        for way in range(8):
            for step in range(way * tables.reach, (way + 1) * tables.reach):
                target = tables.leads[side, start, step]
                if target == tables.off:
                    break
                chance = likely(tables, scratch, side, letter, step) - refused
                if chance > FAINT:
                    cover[target] *= ONE - SURE * chance
                if games.side_at[game, target] != 0 or target == neutral:
                    break


@compiled
def _blocks(tables: Tables, games: Games, scratch: Scratch, game: int, side: int) -> None:
    """Find out how much nearer to its goal the opponent, who holds Z, truly gets past each square."""
    them, neutral, block = 1 - side, games.neutral[game], scratch.block
    diagram = games.deal[game, them, games.letter_at[game, neutral]]
    allows = tables.allows[diagram]
    block[:] = NONE
    for way in range(8):
        for step in range(way * tables.reach, (way + 1) * tables.reach):
            target = tables.leads[them, neutral, step]
            if target == tables.off:
                break
            worth = allows[step] * (tables.home[them, target, diagram] - tables.home[them, neutral, diagram])
            if worth > FAINT:
                for crossed in range(way * tables.reach, step):
                    block[tables.leads[them, neutral, crossed]] += worth
            if games.side_at[game, target] != 0:
                break


@compiled
def list_choices(tables: Tables, games: Games, scratch: Scratch, game: int, side: int) -> int:
    """List what a side can attempt, and how well it covers each square; return how many there are."""
    neutral, count = games.neutral[game], 0
    cover, rows = scratch.cover, scratch.rows
    cover[:] = ONE
    held, aside, holder = holds(games, game, side), 0, games.letter_at[game, neutral]
    for letter in range(tables.letters):
        start = games.where[game, side, letter]
        if start == tables.off:
            continue
        has_neutral = held and start == neutral
        refused = HALF * _agent(tables, scratch, side, letter)
        for way in range(8):
            for step in range(way * tables.reach, (way + 1) * tables.reach):
                target = tables.leads[side, start, step]
                if target == tables.off:
                    break
                chance = likely(tables, scratch, side, letter, step)
                if chance - refused > FAINT:
                    cover[target] *= ONE - SURE * (chance - refused)
                there = games.side_at[game, target]
                if chance > LIKELY and there != 3:
                    if there != side + 1:
                        rows[count, 0], rows[count, 1] = letter, step
                        rows[count, 2], rows[count, 3] = MOVE, target
                        scratch.chance[count] = chance
                        count += 1
                    if has_neutral:
                        scratch.aside[aside, 0], scratch.aside[aside, 1] = step, target
                        scratch.aside[aside, 2] = there != side + 1
                        aside += 1
                if there != 0 or target == neutral:
                    break
    for kind in (CARRY, PASS):
        for place in range(aside):
            if kind == PASS or scratch.aside[place, 2]:
                step = scratch.aside[place, 0]
                rows[count, 0], rows[count, 1] = holder, step
                rows[count, 2], rows[count, 3] = kind, scratch.aside[place, 1]
                scratch.chance[count] = likely(tables, scratch, side, holder, step)
                count += 1
    return count


@compiled
def best_choice(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    game: int,
    side: int,
    weighing: Floats,
    heat: np.float32,
    luck: Luck,
    spared: int,
) -> tuple[int, int]:
    """Return how many attempts there are, and the place of the one that looks best; -1 if there is none."""
    count = list_choices(tables, games, scratch, game, side)
    threats(tables, games, scratch, game, side)
    _, best_near = nearness(tables, games, scratch, game, side, scratch.near, scratch.home)
    _weigh(tables, games, scratch, game, side, weighing, count, best_near)
    best, highest = -1, np.float32(-math.inf)
    for place in range(count):
        score = scratch.score[place]
        if heat > NONE:
            score += heat * tables.gumbels[draw_from(luck) & np.uint64(GUMBELS - 1)]
            scratch.score[place] = score
        if score > highest and scratch.rows[place, 3] != spared:
            best, highest = place, score
    return count, best


@compiled
def _agent(tables: Tables, scratch: Scratch, side: int, letter: int) -> np.float32:
    """Return how likely the owner takes a piece to be the double agent."""
    return scratch.knows[side, letter, tables.agent] if tables.agent >= 0 else NONE


@compiled
def alive(tables: Tables, games: Games, game: int, side: int) -> int:
    """Return how many pieces of a side are on the board."""
    count = 0
    for letter in range(tables.letters):
        count += games.where[game, side, letter] != tables.off
    return count


@compiled
def _standing(
    tables: Tables, games: Games, game: int, side: int, scratch: Scratch
) -> tuple[int, np.float32, np.float32]:
    """Return who has Z (1 the side, 2 the other, 0 nobody), and how near each of them brings it home."""
    neutral = games.neutral[game]
    there = games.side_at[game, neutral]
    if there == side + 1:
        return 1, np.float32(scratch.home[games.letter_at[game, neutral]]), NONE
    if there == 2 - side:
        them, holder = 1 - side, games.letter_at[game, neutral]
        believed = NONE
        for kind in range(KINDS):
            believed += scratch.knows[them, holder, kind] * tables.home[them, neutral, kind]
        truly = tables.home[them, neutral, games.deal[game, them, holder]]
        return 2, NONE, (believed + truly) * HALF
    return 0, NONE, NONE


@compiled
def _weigh(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    game: int,
    side: int,
    weighing: Floats,
    count: int,
    best_near: np.float32,
) -> None:
    """Weigh the points of all attempts; the weights stand in the order of `instinct.POINTS`."""
    phase, my_home, their_home = _standing(tables, games, game, side, scratch)
    weight, neutral = weighing[phase], games.neutral[game]
    mine, theirs = phase == 1, phase == 2
    if theirs:
        _blocks(tables, games, scratch, game, side)
    lead = (alive(tables, games, game, side) - alive(tables, games, game, 1 - side)) * QUARTER
    for place in range(count):
        letter, step = scratch.rows[place, 0], scratch.rows[place, 1]
        kind, target = scratch.rows[place, 2], scratch.rows[place, 3]
        asked = scratch.chance[place]
        start = games.where[game, side, letter]
        there = games.side_at[game, target]
        moves, carries, passes = kind == MOVE, kind == CARRY, kind == PASS
        takes = there == 2 - side and not passes
        on_neutral = target == neutral
        danger_there, danger_here = ONE - scratch.danger[target], ONE - scratch.danger[start]
        at_goal = tables.last_row[side, target]
        # A double agent counts for half a chance, but what hurts the opponent is refused to it (CF-DA-1).
        agent = _agent(tables, scratch, side, letter)
        hurts = not moves or takes or on_neutral or at_goal
        chance = asked - HALF * agent if hurts else asked
        knows = scratch.knows[side, letter]
        allows = tables.by_step[step]

        score = weight[0] * chance + weight[27] * agent
        if moves:
            ahead, behind, guard = NONE, NONE, NONE
            for diagram in range(KINDS):
                fits = knows[diagram] * allows[diagram]
                near, far = (
                    tables.near[side, neutral, target, diagram],
                    tables.near[side, neutral, start, diagram],
                )
                ahead += fits * near
                behind += fits * far
                guard += fits if NEXT_FROM < near < NEXT_TO else NONE
                guard -= fits if NEXT_FROM < far < NEXT_TO else NONE
            score += weight[1] * (ahead - behind) + weight[2] * max(NONE, ahead - chance * best_near)
            score += weight[25] * guard + weight[24] * chance * scratch.shield[target]
            if theirs:
                score += weight[23] * chance * scratch.block[target]
            if at_goal:
                promoted = NONE
                for diagram in range(KINDS):
                    promoted += knows[diagram] * allows[diagram] * tables.promotable[diagram]
                score += weight[26] * promoted
        if on_neutral and moves and not theirs:
            score += weight[3] * chance
        if takes:
            score += weight[4] * chance
            if mine:
                score += weight[20] * chance * (ONE - scratch.threat[games.letter_at[game, target]])
        if on_neutral and theirs:
            score += weight[5] * chance + weight[6] * chance * their_home
        if carries:
            gained = NONE
            for diagram in range(KINDS):
                gain = tables.home[side, target, diagram] - tables.home[side, start, diagram]
                gained += knows[diagram] * allows[diagram] * gain
            score += weight[7] * gained
        to_mine = passes and there == side + 1
        with_neutral = carries or to_mine or (moves and on_neutral)
        if at_goal and with_neutral:
            if not tables.late_contact:
                # The game is won at once, whatever could take back.
                danger_there = NONE
            score += weight[8] * chance + weight[9] * chance * (ONE - danger_there)
        if to_mine:
            score += weight[10] * chance * (scratch.home[games.letter_at[game, target]] - my_home)
        if (moves and mine and start == neutral) or (passes and not to_mine):
            score += weight[11] * chance
        if with_neutral:
            score += weight[13] * chance * danger_there
        elif not passes:
            score += weight[12] * chance * danger_there
        if moves:
            score += weight[14] * chance * danger_here
        elif carries or to_mine:
            score += weight[15] * chance * danger_here
        at = asked * np.float32(BITS)
        below = min(int(at), BITS - 1)
        left = tables.bits[below]
        bits = left + (at - np.float32(below)) * (tables.bits[below + 1] - left)
        bits *= ONE - agent
        score += weight[16] * bits
        score += weight[17] * bits * (scratch.home[letter] if mine else scratch.near[letter])
        score += weight[18] * chance * tables.forward[step] * QUARTER
        if danger_there > NONE:
            # The piece that goes there does not cover itself.
            own = asked - HALF * agent
            own = ONE - SURE * own if own > FAINT else ONE
            open_ = min(scratch.cover[target] / max(own, TINY), ONE)
            score += weight[19] * chance * danger_there * (ONE - open_)
            score += weight[22] * chance * danger_there * lead
            if takes or with_neutral:
                balance = math.log(max(scratch.danger[target], TINY)) - math.log(max(open_, TINY))
                score += weight[21] * chance * max(-MANY, min(MANY, np.float32(balance))) / MANY
        scratch.score[place] = score
