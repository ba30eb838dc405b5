"""What a plan is good for: what both sides lose, or that a certain unit breaks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

from deduce.cards.odds.worth import USUAL, Weights

if TYPE_CHECKING:
    from deduce.cards.odds.stand import Body

__all__ = ["Breaking", "Goal", "Worth"]


class Goal(Protocol):
    """What a plan is good for."""

    @property
    def unit(self) -> int:
        """The number of parts that it counts in."""
        raise NotImplementedError

    def of(self, number: int, body: Body, killed: int, confused: int) -> int:
        """Return what it counts that a unit, as it stands, loses so many men."""
        raise NotImplementedError


@dataclass(frozen=True)
class Worth:
    """What both sides lose, by weights.

    Attributes:
        side: Whose turn it is.
        weights: What each loss weighs.
    """

    side: int
    weights: Weights = USUAL

    @property
    def unit(self) -> int:
        return self._unit

    @cached_property
    def _unit(self) -> int:
        return self.weights.unit

    @cached_property
    def _parts(self) -> tuple[int, int, int]:
        kill, confused, broken = (int(weight * self.unit) for weight in self.weights)
        return kill, confused, broken

    def of(self, number: int, body: Body, killed: int, confused: int) -> int:
        kill, confuse, broken = self._parts
        lost = kill * killed + confuse * confused + (broken if 0 < body.ranks <= killed + confused else 0)
        return -lost if body.side == self.side else lost


class Breaking(NamedTuple):
    """Whether a certain unit breaks.

    Attributes:
        number: The unit.
    """

    number: int
    unit: int = 1

    def of(self, number: int, body: Body, killed: int, confused: int) -> int:
        return int(number == self.number and 0 < body.ranks <= killed + confused)
