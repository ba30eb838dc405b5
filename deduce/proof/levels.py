"""How hard steps are: the kinds of steps, and the levels from 1 to 5."""

from __future__ import annotations

from typing import Literal, TypeAlias

__all__ = ["HARDEST", "LEVELS", "Kind", "level_of"]

Kind: TypeAlias = Literal["heard", "single", "group", "rule", "split", "nested", "joint"]
"""How a step is seen; see `Step`."""
LEVELS = {1: "very easy", 2: "easy", 3: "medium", 4: "hard", 5: "very hard"}
HARDEST = max(LEVELS)
AT_THE_NEXT_GLANCE = 2
"""What is supposed is taken in, and the glance after that shows that it cannot be."""


def level_of(kind: Kind, size: int) -> int:
    """Return how hard a step is, from 1 to 5; 0 for what was simply heard.

    Args:
        kind: How it is seen.
        size: How many unknowns are seen together; for a supposition, after how many rounds it fails.
    """
    if kind == "heard":
        return 0
    if kind in {"nested", "joint"}:
        return HARDEST
    if kind == "split":
        return min(3 + max(size - AT_THE_NEXT_GLANCE, 0), HARDEST)
    return min(size, 3)
