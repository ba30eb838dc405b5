"""The player's eye: how his guesses of distances compare with what was measured afterwards."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Eye"]


@dataclass(frozen=True)
class Eye:
    """What was guessed, and what was measured after the touch."""
