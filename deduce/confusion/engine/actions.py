"""What a side can do, and what is answered: small immutable records."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from deduce.confusion.engine.directions import DIRECTIONS

__all__ = [
    "REFUSED",
    "SILENT",
    "Action",
    "Agree",
    "Answer",
    "Attempt",
    "Expose",
    "GiftReply",
    "Manner",
    "MoveTwo",
    "PromotionReply",
    "Remove",
    "Resign",
    "Reveal",
    "SwapTwo",
    "Token",
    "Unread",
    "Waive",
]


class Manner(Enum):
    """What an attempt moves."""

    MOVE = "move"
    """The piece alone; the neutral piece stays behind."""
    CARRY = "carry"
    """The piece with the neutral piece."""
    PASS = "pass"  # noqa: S105 - a pass of the neutral piece, not a password
    """The neutral piece alone."""


class Token(Enum):
    """The action tokens (CF-TOK)."""

    REVEAL = "reveal"
    MOVE2 = "move2"
    SWAP2 = "swap2"


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt to move (CF-TURN-1).

    Attributes:
        letter: The piece; for a pass, the one that controls the neutral piece.
        way: The direction, as the owner sees it.
        distance: The number of squares.
        kind: What moves.
    """

    letter: str
    way: int
    distance: int
    kind: Manner = Manner.MOVE

    def __str__(self) -> str:
        mark = {Manner.MOVE: self.letter, Manner.CARRY: f"{self.letter}Z", Manner.PASS: "Z"}[self.kind]
        way = DIRECTIONS[self.way] if 0 <= self.way < len(DIRECTIONS) else "?"
        return f"{mark}-{way}{self.distance}"


@dataclass(frozen=True, slots=True)
class Remove:
    """CF-DA-2: take off one of your own pieces, which you believe to be your double agent."""

    letter: str

    def __str__(self) -> str:
        return f"remove {self.letter}"


@dataclass(frozen=True, slots=True)
class Expose:
    """CF-DA-3: take off the opponent's double agent and show it."""

    letter: str

    def __str__(self) -> str:
        return f"expose {self.letter}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """CF-TOK-REVEAL: have one of your own pieces shown to you."""

    letter: str

    def __str__(self) -> str:
        return f"reveal {self.letter}"


@dataclass(frozen=True, slots=True)
class MoveTwo:
    """CF-TOK-MOVE2: make two attempts this turn, with two different pieces."""

    def __str__(self) -> str:
        return "move two"


@dataclass(frozen=True, slots=True)
class SwapTwo:
    """CF-TOK-SWAP2: let two of your own pieces change places."""

    first: str
    second: str

    def __str__(self) -> str:
        return f"swap {self.first} {self.second}"


@dataclass(frozen=True, slots=True)
class Waive:
    """CF-TOK-MOVE2: leave out the second attempt, where the rules let one."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class PromotionReply:
    """CF-VAR-5: accept or decline an offered promotion."""

    accept: bool

    def __str__(self) -> str:
        return "accept promotion" if self.accept else "decline promotion"


@dataclass(frozen=True, slots=True)
class GiftReply:
    """CF-VAR-5: take or refuse the neutral piece after the other side's double agent was shown."""

    accept: bool

    def __str__(self) -> str:
        return "take Z" if self.accept else "refuse Z"


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up (CF-TURN-6)."""

    def __str__(self) -> str:
        return "resign"


@dataclass(frozen=True, slots=True)
class Agree:
    """Both sides agree on a draw (CF-TURN-6)."""

    def __str__(self) -> str:
        return "agree to a draw"


@dataclass(frozen=True, slots=True)
class Unread:
    """A turn of a record that cannot be replayed; the turn passes.

    Attributes:
        text: What stands in the record.
    """

    text: str

    def __str__(self) -> str:
        return self.text


Action: TypeAlias = (
    Attempt
    | Remove
    | Expose
    | Reveal
    | MoveTwo
    | SwapTwo
    | PromotionReply
    | GiftReply
    | Resign
    | Agree
    | Unread
    | Waive
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the opponent says to an action.

    Attributes:
        allowed: Whether the move is allowed; True for everything that needs no permission.
        promoted: For an arrival on the last row: whether the piece is promoted (CF-PROMO-1); else None.
        shown: The number of a diagram that is shown: to the owner by a token or a failed promotion, or with
            an exposed double agent.
    """

    allowed: bool = True
    promoted: bool | None = None
    shown: int | None = None


SILENT = Answer()
"""The answer to what needs none, and to an attempt that is allowed."""
REFUSED = Answer(allowed=False)
"""The answer to an attempt that is refused."""
