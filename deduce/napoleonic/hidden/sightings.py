"""What was seen of the enemy."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Sightings"]


@dataclass(frozen=True)
class Sightings:
    """What was seen of the enemy, in the order of the entries."""
