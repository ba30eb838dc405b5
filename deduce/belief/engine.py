"""What every engine can do, and the shape of its answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deduce.belief.situation import Situation

__all__ = ["Cells", "Engine", "Picks"]

Picks: TypeAlias = tuple[int, ...]
"""A world: for each unknown, the position of its value."""


@dataclass(frozen=True)
class Cells:
    """How heavy every pair of an unknown and a value is, as whole numbers.

    Attributes:
        total: The weight of all worlds together; without weights, their number.
        rows: For each unknown, the weight of the worlds in which it has each value, by position.
    """

    total: int
    rows: Sequence[Sequence[int]]


class Engine(ABC):
    """Works out what follows from a situation.

    Where some unknowns are hidden, worlds are told apart by the others alone, and have the pick -1 for them.

    Attributes:
        name: What the engine is called in answers.
        situation: What it works on.
    """

    name: ClassVar[str]

    def __init__(self, situation: Situation) -> None:
        self.situation = situation

    @abstractmethod
    def possible(self) -> tuple[int, ...]:
        """Return, for each unknown, the values it has in at least one world, as bits."""

    @abstractmethod
    def count(self) -> int:
        """Return the number of worlds.

        Raises:
            OutOfReachError: If they cannot be counted.
        """

    @abstractmethod
    def cells(self) -> Cells:
        """Return how heavy every pair is.

        Raises:
            OutOfReachError: If they cannot be counted.
        """

    def log_weights(self) -> list[float]:
        """Return, for each statement of the situation, the average of the logarithm of what it weighs.

        To the base 2, over all worlds, each as likely as it is.

        Raises:
            OutOfReachError: If the worlds cannot be counted.
        """
        return [0.0] * len(self.situation.joint)

    def entropy(self) -> float | None:
        """Return the entropy of what is shown in bits, or None if nothing is hidden.

        Raises:
            OutOfReachError: If the worlds cannot be counted.
        """
        return None

    @abstractmethod
    def worlds(self) -> Iterator[Picks]:
        """Iterate over all worlds, in an order that is always the same for the situation."""

    @abstractmethod
    def ranked(self, ranks: Sequence[int], *, weighted: bool) -> list[Picks]:
        """Return the worlds at some ranks.

        Args:
            ranks: Positions in the order of `worlds`; if weighted, positions on a line on which every
                world, in that order, takes up as much room as it weighs.
            weighted: Whether worlds count by their weight.
        """

    @abstractmethod
    def heaviest(self) -> Iterator[tuple[Picks, int]]:
        """Iterate over all worlds with their weights, the heaviest first."""
