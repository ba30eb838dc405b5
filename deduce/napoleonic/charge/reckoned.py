"""What comes of acts by the procedures of this chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Reckon

__all__ = ["CHARGE"]

CHARGE: Mapping[str, tuple[Reckon, ...]] = {}
"""For each act what reckons."""
