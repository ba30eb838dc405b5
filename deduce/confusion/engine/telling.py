"""What can be told about the diagrams of a game, in the terms of the engine.

What follows from it for a deduction is the business of others; the engine says only that it was told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce.confusion.engine.actions import Attempt

__all__ = ["Answered", "Promoted", "Shown", "Telling"]


@dataclass(frozen=True, slots=True)
class Telling:
    """Something that was told.

    Attributes:
        side: Whose piece it is about.
        letter: The piece.
    """

    side: int
    letter: str


@dataclass(frozen=True, slots=True)
class Answered(Telling):
    """An attempt of a piece that is not promoted was allowed or refused."""

    attempt: Attempt
    allowed: bool


@dataclass(frozen=True, slots=True)
class Promoted(Telling):
    """A piece was promoted, or was not.

    Attributes:
        promoted: Whether it was.
        attempt: The attempt by which it arrived, where its diagram decides (CF-PROMO-1); None for an offer
            that was accepted, where only the double agent is not promoted (CF-VAR-5).
    """

    promoted: bool
    attempt: Attempt | None = None


@dataclass(frozen=True, slots=True)
class Shown(Telling):
    """A diagram was shown.

    Attributes:
        number: Its number.
        how: The words between the letter and the diagram, such as "shown:".
    """

    number: int
    how: str
