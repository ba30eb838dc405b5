"""Plays Confusion from short texts, so that a test shows the moves and not the calls.

A text is a row of attempts, one after the other, for whoever is to move. Directions are the mover's own: N is
towards the opponent. ``A-N2`` moves A, ``AZ-N2`` carries Z, ``Z-N2`` passes it; ``(A-N2)`` is refused;
``A-N2+`` is promoted on arrival; ``.`` is some attempt of no importance that is refused.
"""

from __future__ import annotations

import re

from deduce.confusion.engine.actions import Answer, Attempt, Manner
from deduce.confusion.engine.directions import direction
from deduce.confusion.engine.game import Event, Game
from deduce.confusion.engine.turns import is_arrival

WRITTEN = re.compile(
    r"(?P<no>\()?(?P<letter>[A-Z]?)(?P<z>Z?)-(?P<way>[NESW]+)(?P<distance>\d+)\)?(?P<plus>\+?)"
)


def attempt(game: Game, text: str) -> Attempt:
    """Read an attempt of the side to move."""
    found = WRITTEN.fullmatch(text)
    assert found is not None, text
    letter, kind = found["letter"], Manner.CARRY if found["z"] else Manner.MOVE
    if letter == "Z":
        holder = game.position.holder
        assert holder is not None
        letter, kind = holder[1], Manner.PASS
    return Attempt(letter, direction(found["way"]), int(found["distance"]), kind)


def step(game: Game, text: str) -> Event:
    """Play one attempt, with the answer that stands in the text."""
    if text == ".":
        return game.push(game.attempts()[0], Answer(allowed=False))
    action, allowed = attempt(game, text), not text.startswith("(")
    told: bool | None = None
    if allowed and game.can(action) and is_arrival(game.position, action):
        told = None if game.rules.anyone_is_promoted else text.endswith("+")
    return game.push(action, Answer(allowed, told))


def play(game: Game, text: str) -> Game:
    """Play attempts, and return the game."""
    for part in text.split():
        step(game, part)
    return game
