"""What came of an entry, as data; `deduce.cards.notation.told` puts it into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from deduce.cards.engine.casualties import Loss
    from deduce.cards.engine.combat import Result
    from deduce.cards.engine.ledger import Outcome

__all__ = [
    "BallsSpent",
    "BecameMob",
    "Engaged",
    "Fought",
    "Freed",
    "Happening",
    "Lost",
    "Rallied",
    "Removed",
    "Reshuffled",
    "SiteTaken",
    "TurnBegan",
    "Won",
]


@dataclass(frozen=True, slots=True)
class Fought:
    """A combat was decided.

    Attributes:
        starter: The unit that started it; "" where only the cards are kept.
        target: The unit that was attacked.
        result: How it ended for the starter.
        totals: What both sides came to, the bonus included; None where a card was not fully seen.
        cards: The faces alone.
    """

    starter: str
    target: str
    result: Result
    totals: tuple[int, int] | None
    cards: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Lost:
    """A unit lost men.

    Attributes:
        loss: Which.
        rules: The rules by which they were so many.
        picker: The side that picks them.
        asks_order: Whether specials are hit last by this edition, and the unit has some.
    """

    loss: Loss
    rules: tuple[str, ...]
    picker: int
    asks_order: bool = False


@dataclass(frozen=True, slots=True)
class Rallied:
    """Men of a unit returned into the ranks."""

    unit: str
    returned: int


@dataclass(frozen=True, slots=True)
class Engaged:
    """Two units are locked together now."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Freed:
    """Units are engaged with nobody any more; their bodies are taken off."""

    units: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class BecameMob:
    """A unit has no man in ranks any more."""

    unit: str
    is_gone: bool


@dataclass(frozen=True, slots=True)
class Removed:
    """A mob was taken off the field."""

    unit: str
    men: int


@dataclass(frozen=True, slots=True)
class BallsSpent:
    """A shot cost balls."""

    side: int
    spent: int
    left: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """A pack was shuffled with all its discards."""

    side: int


@dataclass(frozen=True, slots=True)
class SiteTaken:
    """A site changed hands."""

    number: int
    side: int | None


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """The turn passed."""

    side: int
    turn: int


@dataclass(frozen=True, slots=True)
class Won:
    """The battle is over."""

    outcome: Outcome


Happening: TypeAlias = (
    Fought
    | Lost
    | Rallied
    | Engaged
    | Freed
    | BecameMob
    | Removed
    | BallsSpent
    | Reshuffled
    | SiteTaken
    | TurnBegan
    | Won
)
"""Anything that can come of an entry."""
