"""`deduce confusion review`: a game, move by move."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from rich.console import Console

from deduce.confusion.advice.review import review

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deduce.confusion.advice.review import Review
    from deduce.tabletop.budget import Budget

    from .questions import Asked


def reviewed(asked: Asked, budget: Budget | None, *, seed: int, first: int, last: int | None) -> Review:
    """Review the game of a record."""
    with _bar() as progress:
        return review(
            asked.game, budget, seed=seed, model=asked.model, first=first, last=last, progress=progress
        )


@contextlib.contextmanager
def _bar() -> Iterator[Callable[[float], None] | None]:
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    from rich.progress import Progress

    with Progress(console=screen, transient=True) as bar:
        task = bar.add_task("Reviewing", total=1.0)
        yield lambda done: bar.update(task, completed=done)
