"""How long a search may take."""

from __future__ import annotations

from dataclasses import dataclass

from deduce.errors import IntakeError
from deduce.intake.numbers import quoted, seconds_of, whole_of

__all__ = ["MOST_NODES", "Budget"]

MOST_NODES = 50_000_000
"""More turns are a slip of the finger: these take minutes. Whoever wants to wait longer says how long."""


@dataclass(frozen=True)
class Budget:
    """How long to think: by the clock, or by a number of turns played, which always gives the same result.

    Attributes:
        seconds: Seconds; None for no limit by the clock.
        nodes: Turns to be played; None for no limit by number.
    """

    seconds: float | None = 1.0
    nodes: int | None = None

    @classmethod
    def of(cls, seconds: float | None, nodes: int | None, usual: float = 1.0) -> Budget:
        """Return what was asked for, or the usual number of seconds if nothing was.

        Raises:
            IntakeError: If it is no time to think, or no number of turns.
        """
        if seconds is not None:
            seconds_of(seconds, "the time")
        if nodes is not None:
            _check_nodes(nodes)
        return cls(usual if seconds is None and nodes is None else seconds, nodes)

    def share(self, seconds: float, nodes: int) -> float:
        """Return which part of it so many seconds or turns are, whichever is more."""
        by_clock = 0.0 if self.seconds is None else seconds / max(self.seconds, 1e-6)
        return max(by_clock, 0.0 if self.nodes is None else nodes / max(self.nodes, 1))


def _check_nodes(nodes: object) -> None:
    """Make sure that a number of turns is one that somebody waits for.

    Raises:
        IntakeError: If it is none.
    """
    if isinstance(nodes, int) and nodes > MOST_NODES:
        message = (
            f"the number of nodes is {quoted(nodes)}; it must be a whole number from 1 to {MOST_NODES:,}, "
            "and whoever wants to wait longer gives a time"
        )
        raise IntakeError(message)
    whole_of(nodes, "the number of nodes", 1, MOST_NODES)
