"""How likely it is that players choose what they did, by what they know: several habits, nobody knows which.

Beside the habits that a behaviour is read with stand two more: who does anything at all, and who asks for
what tells most. What an attempt lays open to the other side plays no part here, only what it promises.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from deduce.confusion.knowledge.behaviour import CAREFUL, CARELESS, WARY, WATCHFUL, Habit
from deduce.confusion.knowledge.exposure import BASE, promises_at
from deduce.confusion.knowledge.reading import facts_of, moving

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.position import Position
    from deduce.confusion.knowledge.exposure import Floats
    from deduce.confusion.knowledge.notes import Notes

    Rows: TypeAlias = tuple[tuple[float, ...], ...]
    Dealt: TypeAlias = tuple[tuple[str, int], ...]

__all__ = ["AIMLESS", "CURIOUS", "HABITS", "logs_of"]

AIMLESS = Habit("aimless", likes=(0.0,) * len(BASE))
CURIOUS = Habit("curious", likes=(1.0, 17.2, 0.6, 4.2, 4.6, 0.2, 1.3, -0.1, 0.4, -0.3))
"""Fitted to twenty games of the player that makes the attempt whose answer tells most."""
HABITS = (AIMLESS, CARELESS, WARY, WATCHFUL, CURIOUS)
"""All that are thought possible, the one of the aimless first."""
FAINT = 1e-12
"""The least chance of anything that was done."""


def logs_of(
    position: Position, notes: Notes, attempt: Attempt | None, deal: Mapping[str, int] | None
) -> Floats:
    """Return the logarithm of how likely a choice is by each of `HABITS`.

    Examples:
        >>> from deduce.confusion.engine.actions import Attempt
        >>> from deduce.confusion.engine.rules import Rules
        >>> from deduce.confusion.engine.game import Game
        >>> from deduce.confusion.knowledge.notes import Notes
        >>> game = Game(Rules.of("classic"))
        >>> found = logs_of(game.position, Notes(game.rules, 0), Attempt("C", 0, 2), None)
        >>> len(game.position.attempts()), np.exp(-found[0]).round(6)
        (94, np.float64(94.0))

    Args:
        position: Where it is made, by whoever is to move.
        notes: What was heard of the mover's pieces before.
        attempt: What is tried; None for something that was refused, nobody knows what.
        deal: The mover's deal, which says what is refused; None if it is not known.
    """
    known = None if deal is None or attempt is not None else tuple(deal.items())
    return _logs(position, notes.weights, attempt, known)


@lru_cache(maxsize=8192)
def _logs(position: Position, rows: Rows, attempt: Attempt | None, deal: Dealt | None) -> Floats:
    nothing: Floats = np.zeros(len(HABITS))
    facts = facts_of(rows)
    promises = promises_at(position)
    if facts is None or not promises.attempts:
        return nothing
    chance = promises.chance(moving(position, position.turn, facts))
    liked = promises.base(chance) @ np.array([habit.likes for habit in HABITS]).T
    shares = np.exp(liked - liked.max(axis=0))
    shares = (1 - CAREFUL.blind) * shares / shares.sum(axis=0) + CAREFUL.blind / len(shares)
    if attempt is None:
        refused = 1 - (chance if deal is None else promises.chance(_dealt(position, deal)))
        found: Floats = np.log(refused @ shares + FAINT)
        return found
    place = next((place for place, each in enumerate(promises.attempts) if each == attempt), None)
    return nothing if place is None else np.asarray(np.log(shares[place]))


def _dealt(position: Position, deal: Dealt) -> Floats:
    """Return for each letter by what it moves, of which the deal leaves no doubt."""
    rules, numbers = position.rules, dict(deal)
    sure = [[float(numbers.get(letter) == number) for number in rules.diagrams] for letter in rules.letters]
    return moving(position, position.turn, np.array(sure))
