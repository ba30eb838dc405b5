"""What can be told about the diagrams of a game, in the terms of the engine.

What follows from it for a deduction is the business of others; the engine says only that it was told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from deduce.confusion.engine.actions import Attempt

__all__ = ["Answered", "Promoted", "Shown", "Telling"]


@dataclass(frozen=True, slots=True)
class Answered:
    """An attempt was allowed or refused, so it speaks of the diagram that the piece moves by.

    Attributes:
        side: Whose piece.
        letter: The piece, which is not promoted.
        attempt: What was tried.
        allowed: The answer.
    """

    side: int
    letter: str
    attempt: Attempt
    allowed: bool


@dataclass(frozen=True, slots=True)
class Promoted:
    """A piece was promoted, or was not.

    Attributes:
        side: Whose piece.
        letter: The piece.
        promoted: Whether it was.
        attempt: The attempt by which it arrived, where its diagram decides (CF-PROMO-1); None for an offer
            that was accepted, where only the double agent is not promoted (CF-VAR-5).
    """

    side: int
    letter: str
    promoted: bool
    attempt: Attempt | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A diagram was shown.

    Attributes:
        side: Whose piece.
        letter: The piece.
        number: The number of its diagram.
        how: The words between the letter and the diagram, such as "shown:".
    """

    side: int
    letter: str
    number: int
    how: str


Telling: TypeAlias = Answered | Promoted | Shown
