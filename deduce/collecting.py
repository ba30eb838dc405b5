"""Leaving out the search for cycles while much is made that is in none."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["without_collecting"]


@contextmanager
def without_collecting() -> Iterator[None]:
    """Leave out the search for cycles: it would go through all that is kept, many times, and find none."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
