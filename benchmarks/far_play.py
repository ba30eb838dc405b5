"""Whole games of two sides that look two plies ahead, in compiled code: how it stood on the way, and who won.

Of what looks best to the instinct each side does what is worth most after the reply, as
`deduce.confusion.advice.foresight` has it. That takes some milliseconds a turn less than the advice does, so
that thousands of games can be learned from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from self_play import EVERY, LIMIT, ROOM, WILD, Looks, Result, games_of, new_crowd

from deduce.confusion.advice.compiled.foreseeing import PLACES, foresee_all
from deduce.confusion.advice.compiled.jit import compiled
from deduce.confusion.advice.compiled.judging import look_at
from deduce.confusion.advice.compiled.knowing import given, hear, lay_down, take_up
from deduce.confusion.advice.compiled.moving import NOBODY, move, winner
from deduce.confusion.advice.compiled.playing import answer
from deduce.confusion.advice.compiled.seeing import best_choice, draw_from
from deduce.confusion.advice.compiled.tables import (
    GUMBELS,
    Minds,
    luck_from,
    scratch_of,
    sights_of,
    tables_of,
)
from deduce.confusion.advice.foresight import CALM, REPLIES
from deduce.confusion.advice.instinct import JUDGEMENT

if TYPE_CHECKING:
    from deduce.confusion import Rules
    from deduce.confusion.advice.compiled.tables import Games, Luck, Scratch, Sights, Tables
    from deduce.confusion.advice.lookups import Bytes, Floats, Ints

__all__ = ["duel_ahead", "watch_ahead"]

LOOKED_AT = 12
"""So many attempts are looked at: those that look best to the instinct."""
NONE, HALF, ONE = np.float32(0), np.float32(0.5), np.float32(1)
COOL = np.float32(0.002)
"""How much chance mixes into the choices of a duel, as a chance to win."""


class Room(NamedTuple):
    """Room for what a side looks at.

    Attributes:
        attempts: The attempts that look best, a row for each.
        chances: How likely a yes to each is.
        found: What each is worth after a no, and after a yes.
        sights: What comes after them.
    """

    attempts: Ints
    chances: Floats
    found: Floats
    sights: Sights


def _room() -> Room:
    return Room(
        np.zeros((LOOKED_AT, 4), np.int32),
        np.zeros(LOOKED_AT, np.float32),
        np.zeros((LOOKED_AT, 2), np.float32),
        sights_of(REPLIES, 0),
    )


# --- Compiled ------------------------------------------------------------------------------------------


@compiled
def _choose(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    side: int,
    passed: int,
    minds: Minds,
    warm: np.float32,
    luck: Luck,
    room: Room,
) -> int:
    """Return the place of what looks worth most two plies ahead; -1 if nothing can be tried."""
    count, _ = best_choice(tables, games, scratch, 0, side, minds.weighing, NONE, luck, -1)
    listed = min(count, len(room.attempts))
    for place in range(listed):
        best = 0
        for other in range(count):
            if scratch.score[other] > scratch.score[best]:
                best = other
        scratch.score[best] = -np.inf
        for column in range(4):
            room.attempts[place, column] = scratch.rows[best, column]
        letter, _, kind, target = room.attempts[place]
        chance = scratch.chance[best]
        if tables.agent >= 0 and given(tables, games, 0, side, kind, target) < HALF:
            chance = max(chance - HALF * scratch.knows[side, letter, tables.agent], NONE)
        room.chances[place] = chance
    if listed == 0:
        return -1
    lay_down(tables, games, scratch, 0)
    attempts = room.attempts[:listed]
    foresee_all(tables, games, scratch, side, passed, attempts, minds, luck, room.sights, room.found)
    take_up(tables, games, scratch, 0)
    chosen, highest = 0, -np.inf
    for place in range(listed):
        chance = room.chances[place]
        worth = chance * room.found[place, 1] + (ONE - chance) * room.found[place, 0]
        worth += warm * tables.gumbels[draw_from(luck) & np.uint64(GUMBELS - 1)]
        if worth > highest:
            chosen, highest = place, worth
    return chosen


@compiled
def _turn(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    side: int,
    passed: int,
    minds: Minds,
    warm: np.float32,
    wild: int,
    luck: Luck,
    room: Room,
) -> int:
    """Play one turn of the game in the first place; return who has won then."""
    place = -1
    if passed < wild:
        _, anything = best_choice(tables, games, scratch, 0, side, minds.weighing, WILD, luck, -1)
        if anything >= 0:
            place = 0
            for column in range(4):
                room.attempts[0, column] = scratch.rows[anything, column]
    else:
        place = _choose(tables, games, scratch, side, passed, minds, warm, luck, room)
    if place >= 0:
        letter, step, kind, target = room.attempts[place]
        yes = answer(tables, games, 0, side, letter, step, kind, target, luck)
        hear(tables, games, scratch, 0, side, letter, step, kind, target, yes)
        if yes:
            move(tables, games, scratch, 0, side, letter, kind, target, True)  # noqa: FBT003 - compiled
        lay_down(tables, games, scratch, 0)
    return winner(tables, games, 0, side, True)  # noqa: FBT003 - compiled


@compiled
def _watched(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    mover: int,
    first: Minds,
    second: Minds,
    warm: np.float32,
    wild: int,
    luck: Luck,
    room: Room,
    seen: Floats,
    turns: Ints,
    sides: Bytes,
) -> int:
    """Play the game in the first place to its end, and look at it every few turns where there is room."""
    take_up(tables, games, scratch, 0)
    side, won, looks = mover, NOBODY, 0
    for turn in range(LIMIT):
        if looks < len(turns) and turn >= wild and turn % EVERY == 0:
            look_at(tables, games, scratch, 0, side)
            for place in range(len(scratch.features)):
                seen[looks, place] = scratch.features[place]
            turns[looks], sides[looks] = turn, side
            looks += 1
        minds = first if side == 0 else second
        won = _turn(tables, games, scratch, side, turn, minds, warm, wild, luck, room)
        side = 1 - side
        if won != NOBODY:
            break
    return won


# --- Around it -----------------------------------------------------------------------------------------


def watch_ahead(rules: Rules, weighing: Floats, judging: Floats, *, games: int, seed: int) -> Looks:
    """Let sides that look ahead play against themselves, half of the games after some wild turns.

    Args:
        rules: The rules.
        weighing: The weights of their instinct.
        judging: The weights of their judgement.
        games: How many games are played.
        seed: The same seed plays the same games.
    """
    draw = np.random.default_rng(seed)
    crowd = new_crowd(rules, games, draw)
    tables, scratch, luck, room = (
        tables_of(crowd.lookups),
        scratch_of(crowd.lookups),
        luck_from(draw),
        _room(),
    )
    minds, parts = Minds(weighing, judging, np.float32(CALM)), []
    for number in range(games):
        one = crowd.copy()
        one.keep(np.full(PLACES, number, np.int32))
        wild = 0 if draw.random() < 0.5 else int(draw.integers(1, 60))
        warm = np.float32(draw.uniform(0.002, 0.03))
        seen = np.zeros((ROOM, len(JUDGEMENT)), np.float32)
        turns, sides = np.full(ROOM, -1, np.int32), np.zeros(ROOM, np.int8)
        won = _watched(
            tables,
            games_of(one),
            scratch,
            crowd.turn,
            minds,
            minds,
            warm,
            wild,
            luck,
            room,
            seen,
            turns,
            sides,
        )
        count = int((turns >= 0).sum())
        result = np.full(count, 0.5) if won == NOBODY else sides[:count] == won
        game = np.full(count, number, np.int32)
        parts.append(Looks(seen[:count], result.astype(np.float32), game, turns[:count]))
    return Looks(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def duel_ahead(
    rules: Rules, first: tuple[Floats, Floats], second: tuple[Floats, Floats], *, pairs: int, seed: int
) -> Result:
    """Let two sides that look ahead play games over the same deals with sides swapped.

    Args:
        rules: The rules.
        first: The weights of the instinct and of the judgement of one of them.
        second: Those of the other.
        pairs: How many pairs of games are played.
        seed: The same seed plays the same games.
    """
    draw = np.random.default_rng(seed)
    crowd = new_crowd(rules, pairs, draw)
    tables, scratch, luck, room = (
        tables_of(crowd.lookups),
        scratch_of(crowd.lookups),
        luck_from(draw),
        _room(),
    )
    minds = [Minds(*weights, np.float32(CALM)) for weights in (first, second)]
    no_looks = np.zeros((0, len(JUDGEMENT)), np.float32), np.zeros(0, np.int32), np.zeros(0, np.int8)
    points = np.zeros((2, pairs))
    for number in range(pairs):
        for swapped in (0, 1):
            one = crowd.copy()
            one.keep(np.full(PLACES, number, np.int32))
            sides = minds[::-1] if swapped else minds
            won = _watched(tables, games_of(one), scratch, crowd.turn, *sides, COOL, 0, luck, room, *no_looks)
            points[swapped, number] = 0.5 if won == NOBODY else won == swapped
    return Result(float((points == 1).mean()), float((points == 0.5).mean()), points.mean(axis=0))
