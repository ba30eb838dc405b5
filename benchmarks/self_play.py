"""Whole games of two instincts in compiled code: who wins, and how it stood on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deduce.confusion import Game, Rules
from deduce.confusion.advice.compiled.jit import compiled
from deduce.confusion.advice.compiled.judging import look_at
from deduce.confusion.advice.compiled.knowing import hear, take_up
from deduce.confusion.advice.compiled.moving import NOBODY, move, winner
from deduce.confusion.advice.compiled.playing import answer
from deduce.confusion.advice.compiled.seeing import best_choice
from deduce.confusion.advice.compiled.tables import Games, luck_from, scratch_of, tables_of
from deduce.confusion.advice.engines import engine_of
from deduce.confusion.advice.instinct import JUDGEMENT
from deduce.confusion.advice.lookups import lookups_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.compiled.tables import Luck, Scratch, Tables
    from deduce.confusion.advice.crowd import Crowd
    from deduce.confusion.advice.lookups import Bytes, Floats, Ints

__all__ = ["EVERY", "LIMIT", "WILD", "Looks", "Result", "duel", "features_of", "new_crowd", "watch"]

LIMIT = 300
"""Turns after which a game is a draw."""
WILD = np.float32(3.0)
"""With so much heat anything possible is done."""
EVERY = 3
"""How many turns lie between two looks at a game."""
ROOM = LIMIT // EVERY + 1


class Result(NamedTuple):
    """What came of a duel.

    Attributes:
        wins: The share of games that the first weights won.
        draws: The share of games that nobody won.
        by_pair: For each pair of games on the same deals, the mean of what the first weights made of them;
            a draw counts a half.
    """

    wins: float
    draws: float
    by_pair: npt.NDArray[np.float64]


class Looks(NamedTuple):
    """How games stood on the way, a row for each look at one of them.

    Attributes:
        features: What the position is judged by.
        won: 1 if the side to move won, 0 if it lost, 1/2 for a draw.
        game: The number of the game.
        turn: How many turns were over.
    """

    features: Floats
    won: Floats
    game: Ints
    turn: Ints


# --- Compiled ------------------------------------------------------------------------------------------


@compiled
def _turn(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    game: int,
    side: int,
    weighing: Floats,
    heat: np.float32,
    luck: Luck,
) -> int:
    """Play one turn of a game by instinct; return who has won then."""
    _, place = best_choice(tables, games, scratch, game, side, weighing, heat, luck, -1)
    if place >= 0:
        row = scratch.rows[place]
        letter, step, kind, target = row[0], row[1], row[2], row[3]
        yes = answer(tables, games, game, side, letter, step, kind, target, luck)
        hear(tables, games, scratch, game, side, letter, step, kind, target, yes)
        if yes:
            move(tables, games, scratch, game, side, letter, kind, target, True)  # noqa: FBT003 - compiled
    return winner(tables, games, game, side, True)  # noqa: FBT003 - compiled


@compiled
def _duel(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    mover: int,
    first: Floats,
    second: Floats,
    heat: np.float32,
    luck: Luck,
    winners: Bytes,
) -> None:
    """Play each game to its end; the first weights are those of side 0."""
    for game in range(len(games.neutral)):
        take_up(tables, games, scratch, game)
        side, won = mover, NOBODY
        for _ in range(LIMIT):
            weighing = first if side == 0 else second
            won = _turn(tables, games, scratch, game, side, weighing, heat, luck)
            side = 1 - side
            if won != NOBODY:
                break
        winners[game] = won


@compiled
def _watch(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    mover: int,
    weighing: Floats,
    wild: Ints,
    heat: Floats,
    luck: Luck,
    winners: Bytes,
    seen: Floats,
    turns: Ints,
    sides: Bytes,
) -> None:
    """Play each game to its end, after some wild turns, and look at it every few turns."""
    for game in range(len(games.neutral)):
        take_up(tables, games, scratch, game)
        side, won, looks = mover, NOBODY, 0
        for turn in range(LIMIT):
            if turn >= wild[game] and (turn + game) % EVERY == 0:
                look_at(tables, games, scratch, game, side)
                for place in range(len(scratch.features)):
                    seen[game, looks, place] = scratch.features[place]
                turns[game, looks], sides[game, looks] = turn, side
                looks += 1
            warm = WILD if turn < wild[game] else heat[game]
            won = _turn(tables, games, scratch, game, side, weighing, warm, luck)
            side = 1 - side
            if won != NOBODY:
                break
        winners[game] = won


@compiled
def _look_at_all(tables: Tables, games: Games, scratch: Scratch, side: int, seen: Floats) -> None:
    """Look at each game once, from the side to move."""
    for game in range(len(seen)):
        take_up(tables, games, scratch, game)
        look_at(tables, games, scratch, game, side)
        for place in range(len(scratch.features)):
            seen[game, place] = scratch.features[place]


# --- Around it -----------------------------------------------------------------------------------------


def new_crowd(rules: Rules, size: int, draw: np.random.Generator) -> Crowd:
    """Return new games with random deals.

    Args:
        rules: The rules.
        size: How many.
        draw: Where chance comes from.
    """
    lookups = lookups_of(rules)
    deals = draw.permuted(np.tile(np.arange(lookups.letters), (size, 2, 1)), axis=2)
    even = np.full((size, 2, lookups.letters, lookups.letters), 1 / lookups.letters, np.float32)
    first = int(draw.integers(2))
    return engine_of("compiled", rules)(
        lookups, Game(rules, first=first).position, deals.astype(np.int32), even
    )


def _games(crowd: Crowd) -> Games:
    return Games(
        crowd.where, crowd.deal, crowd.knows, crowd.laid, crowd.side_at, crowd.letter_at, crowd.neutral
    )


def features_of(crowd: Crowd) -> Floats:
    """Return what each game is judged by, from the side to move.

    Args:
        crowd: The games.
    """
    seen = np.zeros((len(crowd), len(JUDGEMENT)), np.float32)
    _look_at_all(tables_of(crowd.lookups), _games(crowd), scratch_of(crowd.lookups), crowd.turn, seen)
    return seen


def duel(rules: Rules, first: Floats, second: Floats, *, pairs: int, seed: int, heat: float) -> Result:
    """Let two instincts play games over the same deals with sides swapped.

    Args:
        rules: The rules.
        first: The weights of one of them.
        second: Those of the other.
        pairs: How many pairs of games are played.
        seed: The same seed plays the same games.
        heat: How much chance mixes in.
    """
    points = []
    winners = np.full(pairs, NOBODY, np.int8)
    for swapped in (0, 1):
        draw = np.random.default_rng(seed)
        crowd = new_crowd(rules, pairs, draw)
        tables, scratch = tables_of(crowd.lookups), scratch_of(crowd.lookups)
        weighing = (second, first) if swapped else (first, second)
        _duel(
            tables, _games(crowd), scratch, crowd.turn, *weighing, np.float32(heat), luck_from(draw), winners
        )
        points.append(np.where(winners == NOBODY, 0.5, winners == swapped))
    both = np.array(points)
    return Result(float((both == 1).mean()), float((both == 0.5).mean()), both.mean(axis=0))


def watch(rules: Rules, weighing: Floats, *, games: int, seed: int) -> Looks:
    """Let an instinct play against itself, with more and less heat and after more and fewer wild turns.

    Args:
        rules: The rules.
        weighing: Its weights.
        games: How many games are played.
        seed: The same seed plays the same games.
    """
    draw = np.random.default_rng(seed)
    crowd = new_crowd(rules, games, draw)
    tables, scratch = tables_of(crowd.lookups), scratch_of(crowd.lookups)
    wild = np.where(draw.random(games) < 0.5, 0, draw.integers(1, 60, size=games)).astype(np.int32)
    heat = draw.uniform(0.03, 0.2, size=games).astype(np.float32)
    winners = np.full(games, NOBODY, np.int8)
    seen = np.zeros((games, ROOM, len(JUDGEMENT)), np.float32)
    turns, sides = np.full((games, ROOM), -1, np.int32), np.zeros((games, ROOM), np.int8)
    luck = luck_from(draw)
    _watch(
        tables,
        _games(crowd),
        scratch,
        crowd.turn,
        weighing,
        wild,
        heat,
        luck,
        winners,
        seen,
        turns,
        sides,
    )
    game, look = np.nonzero(turns >= 0)
    won = np.where(winners[game] == NOBODY, 0.5, winners[game] == sides[game, look]).astype(np.float32)
    return Looks(seen[game, look], won, game.astype(np.int32), turns[game, look])
