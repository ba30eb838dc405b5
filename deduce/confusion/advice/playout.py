"""Playing games of a crowd on, and judging how they stand when that is enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.instinct import instinct, standing, weights

if TYPE_CHECKING:
    from deduce.confusion.advice.crowd import Crowd
    from deduce.confusion.advice.tables import Floats, Ints

__all__ = ["Playout", "play_on"]

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


def play_on(
    crowd: Crowd, side: int, turns: int, draw: np.random.Generator, *, spared: Ints | None = None
) -> Playout:
    """Play the games of a crowd on by instinct, and judge those that are not over then.

    The crowd is used up.

    Args:
        crowd: The games.
        side: Whose chance to win is asked for.
        turns: How many turns are played.
        draw: Where chance comes from.
        spared: For each game by its number, a square that is left alone in the first turn; -1 for none.
    """
    weighing, judging = weights()
    nodes = 0
    for _ in range(turns):
        if not len(crowd):
            break
        nodes += len(crowd)
        left_alone = None if spared is None else spared[crowd.ids]
        chosen = instinct(crowd, weighing, heat=HEAT, draw=draw, spared=left_alone)
        spared = None
        crowd.act(chosen, crowd.answers(chosen, draw))
    values = (crowd.winner == side).astype(np.float32)
    values[crowd.winner < 0] = 0.5
    if len(crowd):
        nodes += len(crowd)
        judged = standing(crowd) @ judging[:-1] + judging[-1]
        chance = 1 / (1 + np.exp(-judged))
        values[crowd.ids] = chance if crowd.turn == side else 1 - chance
    return Playout(values, nodes)
