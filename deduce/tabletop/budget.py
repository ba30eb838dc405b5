"""How long a search may take."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Budget"]


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
        """Return what was asked for, or the usual number of seconds if nothing was."""
        return cls(usual if seconds is None and nodes is None else seconds, nodes)

    def is_used_up(self, seconds: float, nodes: int) -> bool:
        """Tell whether so many seconds, or so many turns, are all there is."""
        late = self.seconds is not None and seconds >= self.seconds
        return late or (self.nodes is not None and nodes >= self.nodes)
