"""What goes wrong on purpose in the odds."""

from __future__ import annotations

from deduce.errors import DeduceError

__all__ = ["OddsError"]


class OddsError(DeduceError):
    """Packs or units between which there can be no odds."""
