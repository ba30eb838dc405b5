"""How the clock stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Clock", "Moment"]

Moment: TypeAlias = int
"""Quarters since the battle began: Q(k) lasts from k to k + 1, and what ends in it is free from k + 1."""


@dataclass(frozen=True)
class Clock:
    """How the clock stands.

    Attributes:
        now: The quarter that is played, from 0.
    """

    now: Moment = 0
