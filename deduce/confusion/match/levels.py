"""How strong the machine is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.errors import IntakeError
from deduce.intake.numbers import seconds_of
from deduce.tabletop.errors import SessionError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LEVELS", "Level", "level_of"]


@dataclass(frozen=True)
class Level:
    """How strong the machine is.

    Attributes:
        player: Which of `deduce.confusion.players.named.PLAYERS` plays.
        words: What to expect of it.
        seconds: How long it thinks about each move; None if it does not think.
    """

    player: str
    words: str
    seconds: float | None = None


LEVELS: Mapping[int, Level] = {
    1: Level("goal", "runs for Z and for the last row, and looks at nothing else"),
    2: Level("safety", "takes what it can, and keeps out of reach of your pieces"),
    3: Level("instinct", "weighs chances, threats and what an answer tells, at a glance"),
    4: Level("advisor", "looks ahead for a moment before each move", 0.2),
    5: Level("advisor", "looks ahead for longer", 1.0),
}
"""The levels, the weakest first."""


def level_of(number: int, seconds: float | None = None) -> Level:
    """Return a level.

    Args:
        number: Its number.
        seconds: How long the machine thinks about each move instead.

    Raises:
        SessionError: If there is no such level, or it does not think.
    """
    if number not in LEVELS:
        message = f"there is no level {number}; there are {min(LEVELS)} to {max(LEVELS)}"
        raise SessionError(message)
    level = LEVELS[number]
    if seconds is None:
        return level
    if level.seconds is None:
        thinking = " and ".join(str(each) for each, found in LEVELS.items() if found.seconds is not None)
        message = f"level {number} answers at once; only levels {thinking} take a time"
        raise SessionError(message)
    try:
        return Level(level.player, level.words, seconds_of(seconds, "the time for each move"))
    except IntakeError as error:
        raise SessionError(str(error)) from None
