"""Whole games of two sides that look two plies ahead, many side by side: how it stood, and who won.

Of what looks best to the instinct each side does what is worth most after the reply, as
`deduce.confusion.advice.foresight` has it. A turn takes far less than the advice does, so that thousands of
games can be learned from.

Who looks ahead judges positions that hardly ever come up, after attempts that nobody makes. So on the way
such positions are noted as well, with what a further look ahead finds of them.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

import numpy as np
from self_play import EVERY, LIMIT, WILD, Looks, Result, features_of, new_crowd

from deduce.confusion.advice import foresight
from deduce.confusion.advice.crowd import NOBODY
from deduce.confusion.advice.foresight import REPLIES, expected, likeliest, standing
from deduce.confusion.advice.instinct import best_of_each, instinct, look

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from deduce.confusion import Rules
    from deduce.confusion.advice.crowd import Choices, Crowd
    from deduce.confusion.advice.lookups import Floats, Ints

    Look = tuple[Floats, Ints, int, int, Floats]
    """The features of games, their numbers, who is to move after how many turns, and what they are worth."""
    Mind = tuple[Floats, Floats]
    """The weights of an instinct, and of a judgement."""
    Side = tuple[Floats, Floats | None]
    """The same of a side that plays; without a judgement it goes by its instinct."""

__all__ = [
    "LOOKED_AT",
    "WARM",
    "Options",
    "Watched",
    "best_of",
    "duel_ahead",
    "options_in",
    "take_turn",
    "value_of",
    "watch_ahead",
]

LOOKED_AT = 12
"""So many attempts are looked at: those that look best to the instinct."""
HEAT = 0.1
"""How much chance mixes into what a side does by its instinct."""
COOL = 0.002
"""How much chance mixes into the choices of a duel, as a chance to win,"""
WARM = 0.01
"""and where positions are wanted that differ."""
JUDGE = "judge"
"""The name of the weights by which what was looked at is judged."""


class Watched(NamedTuple):
    """What was seen of games.

    Attributes:
        looks: How they stood on the way.
        ahead: What a look two plies ahead finds each of these worth to the side to move.
        aside: How they would have stood after some attempt and some reply; in place of who won stands what
            such a look finds of that.
    """

    looks: Looks
    ahead: Floats
    aside: Looks


class Options(NamedTuple):
    """All that could be attempted in some positions.

    Attributes:
        points: What the instinct sees of each attempt, a row for each.
        worth: What a look two plies ahead finds it worth.
        position: The number of the position.
        phase: Who has the neutral piece there, by its place in `instinct.PHASES`.
    """

    points: Floats
    worth: Floats
    position: Ints
    phase: Ints


@contextmanager
def _thinking(minds: dict[str, Mind]) -> Iterator[None]:
    """Let crowds look ahead with weights that the package does not have, by names of their own."""
    with mock.patch.object(foresight, "weights", lambda _, values: minds[values]):
        yield


def _thought(crowd: Crowd) -> tuple[Choices, Floats]:
    """Return what looks best in each game, and what it is worth two plies ahead."""
    attempts = likeliest(crowd, LOOKED_AT)
    return attempts, expected(crowd, attempts)


def _chosen(thought: tuple[Choices, Floats], warm: Floats, draw: np.random.Generator) -> Choices:
    """Return what is worth most in each game two plies ahead, with a little chance.

    Args:
        thought: The attempts, and what they are worth.
        warm: How much chance mixes in, for each attempt.
        draw: Where chance comes from.
    """
    attempts, worth = thought
    luck = (draw.gumbel(size=len(attempts)) * warm).astype(np.float32)
    return attempts.take(best_of_each(attempts.game, worth + luck))


def take_turn(crowd: Crowd, warm: float, draw: np.random.Generator) -> None:
    """Let the side to move do what is worth most two plies ahead, in each game.

    Args:
        crowd: The games.
        warm: How much chance mixes in, as a chance to win.
        draw: Where chance comes from.
    """
    thought = _thought(crowd)
    chosen = _chosen(thought, np.full(len(thought[0]), warm, np.float32), draw)
    crowd.act(chosen, crowd.answers(chosen, draw))


def best_of(crowd: Crowd, thought: tuple[Choices, Floats]) -> Floats:
    """Return what each game is worth to the side to move with the best of what was thought of.

    Args:
        crowd: The games.
        thought: Attempts, and what they are worth.
    """
    attempts, worth = thought
    found = np.full(len(crowd), -np.inf, np.float32)
    np.maximum.at(found, attempts.game, worth)
    return np.where(np.isneginf(found), standing(crowd), found)


def _any(choices: Choices, draw: np.random.Generator) -> Choices:
    """Return one of the attempts in each game, by chance alone."""
    return choices.take(best_of_each(choices.game, draw.random(len(choices), np.float32)))


def _aside(crowd: Crowd, draw: np.random.Generator) -> Crowd:
    """Return how games would stand after some attempt and some reply, or none, without those that end so.

    Any attempt and reply may come that a look ahead takes into account; the diagrams answer them.
    """
    then = crowd.taken(np.arange(len(crowd), dtype=np.int32))
    for most, none in ((LOOKED_AT, 0.0), (REPLIES, 1 / (REPLIES + 1))):
        chosen = _any(likeliest(then, most), draw)
        chosen = chosen.take(draw.random(len(chosen)) >= none)
        then.act(chosen, then.answers(chosen, draw))
    return then


def watch_ahead(rules: Rules, sides: tuple[Side, Side], judge: Mind, *, games: int, seed: int) -> Watched:
    """Let sides that look ahead play, half of the games after some wild turns.

    Args:
        rules: The rules.
        sides: The weights of both sides' instincts, and of their judgements.
        judge: The weights by which what they come to is looked at.
        games: How many games are played.
        seed: The same seed plays the same games.
    """
    draw = np.random.default_rng(seed)
    crowd = new_crowd(rules, games, draw)
    wild = np.where(draw.random(games) < 0.5, 0, draw.integers(1, 60, size=games))
    warm = draw.uniform(0.002, 0.03, size=games).astype(np.float32)
    looks: list[Look] = []
    asides: list[Look] = []
    minds = {
        str(side): (points, judging) for side, (points, judging) in enumerate(sides) if judging is not None
    }
    with _thinking({**minds, JUDGE: judge}):
        for turn in range(LIMIT):
            if not len(crowd):
                break
            side = crowd.turn
            if turn % EVERY == 0:
                tame = np.flatnonzero(wild[crowd.ids] <= turn).astype(np.int32)
                here, ids = crowd.taken(tame), crowd.ids[tame]
                here.values = JUDGE
                looks.append((features_of(here), ids, side, turn, best_of(here, _thought(here))))
                there = _aside(here, draw)
                worth = best_of(there, _thought(there))
                asides.append((features_of(there), ids[there.ids], side, turn + 2, worth))
            crowd.values = str(side)
            chosen = _played(crowd, sides[side], wild[crowd.ids] > turn, warm, draw)
            crowd.act(chosen, crowd.answers(chosen, draw))
    features, numbers, movers, turns, ahead = _columns(looks)
    won = np.where(crowd.winner[numbers] == NOBODY, 0.5, crowd.winner[numbers] == movers)
    found = Looks(features, won.astype(np.float32), numbers, turns)
    features, numbers, _, turns, foreseen = _columns(asides)
    return Watched(found, ahead, Looks(features, foreseen, numbers, turns))


def options_in(rules: Rules, mind: Mind, *, games: int, seed: int) -> Options:
    """Return all that could be attempted on the way of games of sides that look ahead.

    Args:
        rules: The rules.
        mind: The weights of both sides.
        games: How many games are played.
        seed: The same seed plays the same games.
    """
    draw = np.random.default_rng(seed)
    crowd = new_crowd(rules, games, draw)
    crowd.values = JUDGE
    parts: list[Options] = []
    positions = 0
    with _thinking({JUDGE: mind}):
        for turn in range(LIMIT):
            if not len(crowd):
                break
            if turn % EVERY == 0:
                here = crowd.taken(np.flatnonzero(draw.random(len(crowd)) < 1 / EVERY).astype(np.int32))
                choices, points, phase = look(here)
                if len(choices):
                    worth, number = expected(here, choices), choices.game + np.int32(positions)
                    parts.append(Options(points.T.copy(), worth, number, phase))
                    positions += len(here)
            take_turn(crowd, WARM, draw)
    return Options(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _columns(looks: list[Look]) -> tuple[Floats, Ints, Ints, Ints, Floats]:
    """Return features, games, sides to move, turns and values of all looks."""
    features, game, movers, turns, worth = zip(*looks, strict=True)
    sizes = [len(each) for each in game]
    mover, turn = (np.repeat(np.array(column, np.int32), sizes) for column in (movers, turns))
    return np.concatenate(features), np.concatenate(game), mover, turn, np.concatenate(worth)


def _played(
    crowd: Crowd, side: Side, is_wild: npt.NDArray[np.bool_], warm: Floats, draw: np.random.Generator
) -> Choices:
    """Return what a side does in each game, and anything possible where it is wild."""
    points, judging = side
    if judging is None:
        chosen = instinct(crowd, points, heat=HEAT, draw=draw)
    else:
        thought = _thought(crowd)
        chosen = _chosen(thought, warm[crowd.ids[thought[0].game]], draw)
    if not is_wild.any():
        return chosen
    anything = instinct(crowd, points, heat=float(WILD), draw=draw)
    return _joined(anything.take(is_wild[anything.game]), chosen.take(~is_wild[chosen.game]))


def _joined(one: Choices, other: Choices) -> Choices:
    """Return attempts in some games and in others, in order of the games."""
    columns = zip(vars(one).values(), vars(other).values(), strict=True)
    both = type(one)(*(np.concatenate(pair) for pair in columns))
    return both.take(np.argsort(both.game, kind="stable").astype(np.int32))


def value_of(crowd: Crowd, mind: Mind, draw: np.random.Generator) -> Floats:
    """Play games to their ends by sides that look ahead; return what each brought the side that is to move.

    The crowd is used up.

    Args:
        crowd: The games.
        mind: The weights of both sides.
        draw: Where chance comes from.
    """
    side = crowd.turn
    crowd.values = JUDGE
    with _thinking({JUDGE: mind}):
        for _ in range(LIMIT):
            if not len(crowd):
                break
            take_turn(crowd, COOL, draw)
    return np.where(crowd.winner == NOBODY, 0.5, crowd.winner == side).astype(np.float32)


def duel_ahead(rules: Rules, first: Mind, second: Mind, *, pairs: int, seed: int) -> Result:
    """Let two sides that look ahead play games over the same deals with sides swapped.

    Args:
        rules: The rules.
        first: The weights of the instinct and of the judgement of one of them.
        second: Those of the other.
        pairs: How many pairs of games are played.
        seed: The same seed plays the same games.
    """
    points = np.zeros((2, pairs))
    for swapped in (0, 1):
        draw = np.random.default_rng(seed)
        crowd = new_crowd(rules, pairs, draw)
        sides = ("second", "first") if swapped else ("first", "second")
        with _thinking({"first": first, "second": second}):
            for _ in range(LIMIT):
                if not len(crowd):
                    break
                crowd.values = sides[crowd.turn]
                take_turn(crowd, COOL, draw)
        points[swapped] = np.where(crowd.winner == NOBODY, 0.5, crowd.winner == swapped)
    return Result(float((points == 1).mean()), float((points == 0.5).mean()), points.mean(axis=0))
