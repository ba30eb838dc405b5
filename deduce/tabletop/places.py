"""Where things are kept that have no file of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["data_folder"]


def data_folder() -> Path:
    """Return the user's data folder, whether it is there or not."""
    from platformdirs import user_data_path

    return user_data_path("deduce", appauthor=False)
