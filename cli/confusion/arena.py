"""`deduce confusion arena`: two players play many games, and how they stand."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from rich.console import Console

from deduce.confusion.arena.said import brief

from ..output import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deduce.confusion.arena.course import Course


@contextlib.contextmanager
def progress(games: int) -> Iterator[Callable[[Course], None] | None]:
    """Show on the terminal how far the games have come, once it has taken a second."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), "(Ctrl-C stops)"
    bar = Progress(*columns, console=screen, transient=True)
    task = bar.add_task("Playing", total=games)

    def shown(course: Course) -> None:
        if course.elapsed > PATIENCE:
            bar.start()
            bar.update(task, completed=len(course.results), description=brief(course.standing))

    try:
        yield shown
    finally:
        if bar.live.is_started:
            bar.stop()
