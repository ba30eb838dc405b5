"""Playing games of a crowd on, and judging how they stand when that is enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.crowd import PASS, Played
from deduce.confusion.advice.instinct import instinct, judged, weights
from deduce.confusion.advice.options import may_move

if TYPE_CHECKING:
    import numpy.typing as npt

    from deduce.confusion.advice.compiled.crowd import Memory
    from deduce.confusion.advice.crowd import Choices, Crowd
    from deduce.confusion.advice.following import Diary
    from deduce.confusion.advice.lookups import Floats, Ints
    from deduce.confusion.engine.position import Position

__all__ = ["HEAT", "Playout", "make_attempts", "play_on"]

HEAT = 0.05
"""How much chance mixes into the moves of games that are played on."""


@dataclass(frozen=True)
class Playout:
    """What came of games that were played on.

    Attributes:
        values: For each game, the chance that the side asked for wins: 1 or 0 if the game was over.
        nodes: How many turns were played.
    """

    values: Floats
    nodes: int


def make_attempts(
    position: Position,
    crowd: Crowd,
    chosen: Choices,
    allowed: npt.NDArray[np.bool_],
    draw: np.random.Generator,
    *,
    is_heard: bool = True,
    is_seen: bool = True,
) -> None:
    """Make attempts in games that all stand alike, one in each.

    Where two attempts belong to the turn (CF-TOK-MOVE2), the second one follows by instinct.

    Args:
        position: How the games stand.
        crowd: The games.
        chosen: The attempts, one for each game in order.
        allowed: Whether each is allowed.
        draw: Where chance comes from.
        is_heard: Whether the player hears the answer.
        is_seen: Whether the opponent draws conclusions from it.
    """
    again = bool(position.stage.seconds)
    crowd.act(chosen, allowed, hands_over=not again, is_heard=is_heard)
    if again and len(crowd):
        barred = np.ones((len(crowd), crowd.lookups.letters), np.bool_)
        barred[:, may_move(position)] = False
        barred[np.arange(len(crowd)), chosen.letter[crowd.ids]] = True
        second = instinct(crowd, weights(crowd.lookups, crowd.values)[0], heat=HEAT, draw=draw, barred=barred)
        crowd.act(second, crowd.answers(second, draw))
    if is_seen and len(crowd):
        crowd.overhear(np.where(allowed & (chosen.kind != PASS), chosen.target, -1).astype(np.int32))


def play_on(
    crowd: Crowd,
    side: int,
    turns: int,
    draw: np.random.Generator,
    *,
    spared: Ints | None = None,
    diary: Diary | None = None,
    memory: Memory | None = None,
) -> Playout:
    """Play the games of a crowd on by instinct, and judge those that are not over then.

    The crowd is used up.

    Args:
        crowd: The games.
        side: Whose chance to win is asked for.
        turns: How many turns are played.
        draw: Where chance comes from.
        spared: For each game by its number, a square that is left alone in the first turn; -1 for none.
        diary: Where the attempts of a side are noted.
        memory: What is remembered from game to game; the arrays remember nothing.
    """
    weighing, judging = weights(crowd.lookups, crowd.values)
    played = crowd.play_on(
        turns, weighing, judging, heat=HEAT, draw=draw, spared=spared, diary=diary, memory=memory
    )
    if played is None:
        played = _play_by_turns(crowd, turns, draw, spared, diary)
    values = (crowd.winner == side).astype(np.float32)
    values[crowd.winner < 0] = 0.5
    values[played.ids] = played.chances if played.mover == side else 1 - played.chances
    return Playout(values, played.nodes)


def _play_by_turns(
    crowd: Crowd, turns: int, draw: np.random.Generator, spared: Ints | None, diary: Diary | None
) -> Played:
    weighing, judging = weights(crowd.lookups, crowd.values)
    nodes = 0
    for _ in range(turns):
        if not len(crowd):
            break
        nodes += len(crowd)
        left_alone = None if spared is None else spared[crowd.ids]
        chosen = instinct(crowd, weighing, heat=HEAT, draw=draw, spared=left_alone)
        spared = None
        allowed = crowd.answers(chosen, draw)
        if diary is not None:
            diary.note(crowd, chosen, allowed)
        crowd.act(chosen, allowed)
    if not len(crowd):
        return Played(crowd.turn, crowd.ids, np.zeros(0, np.float32), nodes)
    return Played(crowd.turn, crowd.ids, judged(crowd, judging), nodes + len(crowd))
