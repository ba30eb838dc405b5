"""The lines that were typed before, for the arrow keys: nothing that goes wrong with them matters."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from prompt_toolkit.history import History

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

__all__ = ["LinesBefore"]

MOST = 50_000
"""How many bytes of what was typed before are read."""


class LinesBefore(History):
    """Lines in a file, which each session adds to.

    Args:
        path: The file; where it cannot be read or written there are only the lines of this session.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines, the latest first."""
        with contextlib.suppress(OSError), self._path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(size - MOST, 0))
            lines = file.read(MOST).decode("utf-8", "replace").split("\n")
            # The first one may have lost its beginning.
            return [line[1:] for line in reversed(lines[size > MOST :]) if line.startswith("+")]
        return []

    def store_string(self, string: str) -> None:
        """Add a line."""
        with contextlib.suppress(OSError, ValueError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                file.write(f"+{string}\n".encode())
