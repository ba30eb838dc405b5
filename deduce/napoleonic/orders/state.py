"""What the common record knows of both order sheets."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Orders"]


@dataclass(frozen=True)
class Orders:
    """What the common record knows of both order sheets: seals, and what was declared and opened."""
