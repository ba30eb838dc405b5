"""When numpy is worth its import.

It works out in no time what takes plain Python some milliseconds, but importing it takes as long as several
such results. So a process that has few questions answers them without it, and one that goes on asking
imports it once they have cost as much. The results are the same.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec

__all__ = ["has_numpy", "is_worth_numpy"]

LEAST_WIDTH = 10
"""Below this width plain Python is as quick as numpy."""
IMPORT = 200_000
"""How many entries of tables plain Python makes in the time that importing numpy takes, roughly."""


class _Spent:
    """How many entries were made in plain Python that numpy could have made."""

    entries = 0


@cache
def has_numpy() -> bool:
    """Tell whether numpy is there to be used."""
    return find_spec("numpy") is not None


def is_worth_numpy(width: int, entries: int) -> bool:
    """Tell whether to work something out with numpy; if not, that counts as worked out without it.

    Args:
        width: How many bits the sets have that it is about.
        entries: How many entries of tables plain Python would make for it.
    """
    if width < LEAST_WIDTH or not has_numpy():
        return False
    if "numpy" in sys.modules:
        return True
    _Spent.entries += entries
    return _Spent.entries > IMPORT
