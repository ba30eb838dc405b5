"""`deduce confusion suggest`: what to try next and why."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from rich.console import Console

from deduce.confusion.advice.advice import decides
from deduce.confusion.advice.said import advised

from ..output import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.progress import ProgressColumn

    from deduce.confusion.advice.advice import Advice
    from deduce.tabletop.budget import Budget

    from .questions import Asked


def advice_of(
    asked: Asked, budget: Budget, *, seed: int = 0, compared: Sequence[str] = (), most: int = 10
) -> Advice:
    """Advise whoever is to move in a record, as `advised` does, and show how far the thinking is."""
    from rich.progress import BarColumn

    side = asked.record.rules.sides[decides(asked.game.position)]
    quick = budget.seconds is not None and budget.seconds <= PATIENCE
    columns = "{task.description}", BarColumn(), "{task.percentage:.0f} %", "(Ctrl-C: the best so far)"
    with contextlib.nullcontext() if quick else bar(f"Thinking for {side}", *columns) as progress:
        return advised(
            asked.game,
            asked.record.setup.compass,
            budget,
            seed=seed,
            model=asked.model,
            compared=compared,
            most=most,
            progress=progress,
        )


@contextlib.contextmanager
def bar(label: str, *columns: str | ProgressColumn) -> Iterator[Callable[[float], None] | None]:
    """Show on the terminal how far something is."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    from rich.progress import Progress

    with Progress(*columns, console=screen, transient=True) as shown:
        task = shown.add_task(label, total=1.0)
        yield lambda done: shown.update(task, completed=done)
