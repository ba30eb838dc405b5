"""What is written with rich: texts that are what they say."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from deduce.intake.characters import harmless

__all__ = ["Paper"]


class Paper(Console):
    """A console without markup, on which nothing is written that a terminal would obey."""

    def print(self, *objects: Any, **how: Any) -> None:  # noqa: ANN401 - whatever rich takes
        """Print texts."""
        super().print(*map(_plain, objects), **how)

    def on_broken_pipe(self) -> None:
        """Whoever read the output has seen enough, which is for the program to say."""
        raise BrokenPipeError


def _plain(shown: object) -> object:
    """Return a text such that nothing in it is obeyed."""
    if isinstance(shown, str):
        return Text(harmless(shown))
    if isinstance(shown, Text) and (plain := harmless(shown.plain)) != shown.plain:
        return Text(plain, style=shown.style)
    return shown
