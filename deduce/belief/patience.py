"""How much may be spent on counting before it is given up."""

from __future__ import annotations

import math
import time

from deduce.errors import OutOfReachError

__all__ = ["MOST_NODES", "Allowance", "Deadline", "Patience"]

MOST_NODES = 300_000
"""How many nodes a diagram may have, if nothing else is said. The other bounds go up with that."""
MOST_CHOICES = 1_000_000
"""How many choices the nodes of a diagram may have together; each takes some 100 bytes."""
MOST_KEPT = 150_000_000
"""How many bytes may be taken, roughly, by what is left of statements, and by what nodes are known by."""
MOST_EFFORT = 15_000_000
"""How many steps may be taken to work out what is left of statements: some ten seconds."""


class Allowance:
    """What several countings may spend together.

    Args:
        effort: How many steps they may take; None for as many as they need.

    Attributes:
        left: How many are left.
    """

    def __init__(self, effort: int | None = None) -> None:
        self.left: float = math.inf if effort is None else effort

    def spend(self, effort: float, what: str) -> None:
        """Note some steps of work that is no counting.

        Args:
            effort: How many.
            what: What they were for.

        Raises:
            OutOfReachError: If that was too much.
        """
        self.left -= effort
        if self.left < 0:
            message = f"{what} was given up: it takes too many steps"
            raise OutOfReachError(message)

    def part(self, share: float) -> Allowance:
        """Return an allowance that is a share of what is left; it is taken from this one."""
        given = Allowance()
        given.left = self.left * share
        self.left -= given.left if math.isfinite(self.left) else 0
        return given


class Deadline:
    """When something must be over.

    Args:
        most_seconds: How long it may take; None for as long as it needs.

    Attributes:
        most_seconds: How long it may take.
    """

    def __init__(self, most_seconds: float | None = None) -> None:
        self.most_seconds: float | None = most_seconds
        self._ends = math.inf if most_seconds is None else time.perf_counter() + most_seconds

    @property
    def left(self) -> float:
        """How many seconds are left; 0 if it is over."""
        return max(self._ends - time.perf_counter(), 0.0)

    def check(self, what: str) -> None:
        """Go on, unless it is over.

        Raises:
            OutOfReachError: If it is over; it says what was given up.
        """
        if not self.left:
            raise self.over(what)

    def over(self, what: str) -> OutOfReachError:
        """Return the error that something was given up."""
        return OutOfReachError(f"out of reach: {what} was given up after {self.most_seconds:g} seconds")


class Patience:
    """Keeps count of what is spent on one diagram.

    When it is given up depends on nothing but the problem, unless a time is named.

    Args:
        most_nodes: How many nodes the diagram may have; None for the usual number.
        deadline: When it must be over; by default never.
        allowance: What it may spend together with others.
        part: Which part of the usual bounds it has; all bounds go down with that.

    Attributes:
        nodes: How many nodes there are.
        choices: How many choices they have together.
        kept: How much room that takes which is only needed while it is made, in bytes.
        at: How far it is, in words.
    """

    def __init__(
        self,
        most_nodes: int | None = None,
        deadline: Deadline | None = None,
        allowance: Allowance | None = None,
        part: float = 1,
    ) -> None:
        most_nodes = MOST_NODES if most_nodes is None else most_nodes
        self.most_nodes: int = math.ceil(most_nodes * part)
        scale = max(most_nodes / MOST_NODES, 1) * part
        self._most_choices = MOST_CHOICES * scale
        self._most_effort = MOST_EFFORT * scale
        self._most_kept = MOST_KEPT * scale
        self.nodes: int = 0
        self.choices: int = 0
        self.kept: int = 0
        self.at: str = "not begun"
        self._effort = 0
        self._allowance = allowance or Allowance()
        self._deadline = deadline or Deadline()

    def keep(self, size: int) -> None:
        """Note that something was kept.

        Raises:
            OutOfReachError: If that is too much.
        """
        self.kept += size
        if self.kept > self._most_kept:
            raise self._given_up()

    def spend(self, effort: int) -> None:
        """Note some steps of work.

        Raises:
            OutOfReachError: If that was too much, or took too long.
        """
        self._effort += effort
        self._allowance.left -= effort
        if self._allowance.left < 0:
            raise self._given_up()
        if (
            self.nodes > self.most_nodes
            or self.choices > self._most_choices
            or self._effort > self._most_effort
            or self.kept > self._most_kept
        ):
            raise self._given_up()
        if self._deadline.most_seconds is not None and not self._deadline.left:
            raise self._given_up(f"{self._deadline.most_seconds:g} seconds and ")

    def _given_up(self, after: str = "") -> OutOfReachError:
        return _out_of_reach(
            f"was given up after {after}{self.nodes:,} nodes of the decision diagram ({self.at})"
        )

    def hopeless(self) -> OutOfReachError:
        """Return the error that there would be too many nodes."""
        return _out_of_reach(f"would take more than {self.most_nodes:,} nodes of the decision diagram")


def _out_of_reach(what: str) -> OutOfReachError:
    message = (
        f"counting {what}; possible and certain values stay exact, "
        "the number of worlds and the probabilities are not known"
    )
    return OutOfReachError(message)
