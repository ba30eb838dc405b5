"""What was measured: timings, and rows that hold them side by side."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Row", "Timing", "Topic"]


@dataclass(frozen=True)
class Timing:
    """How long something took, or why there is no such figure.

    Attributes:
        seconds: The median, or None if there is no figure.
        note: Why there is none, or what has to be known about it.
        worst: With several games: the median of the slowest one.
    """

    seconds: float | None
    note: str = ""
    worst: float | None = None


@dataclass(frozen=True)
class Row:
    """One case: our time beside the others'.

    Attributes:
        case: What was measured.
        worlds: The least and the greatest number of worlds in the games of the case, if they count.
        ours: Our time.
        others: The alternatives' times by name.
        target: What our time should not exceed, in seconds.
    """

    case: str
    worlds: tuple[int, int] | None
    ours: Timing
    others: dict[str, Timing]
    target: float | None = None

    def ratio(self, name: str) -> float | None:
        """Return how many times longer than ours an alternative takes."""
        theirs = self.others[name].seconds
        if theirs is None or not self.ours.seconds:
            return None
        return theirs / self.ours.seconds

    @property
    def is_met(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None or self.ours.seconds is None:
            return None
        return self.ours.seconds <= self.target


@dataclass
class Topic:
    """Everything about one subject, as one table.

    Attributes:
        key: The name it is selected by.
        title: What is measured.
        rows: The cases.
    """

    key: str
    title: str
    rows: list[Row] = field(default_factory=list)
