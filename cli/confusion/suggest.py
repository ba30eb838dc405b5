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

    from deduce.confusion.advice.advice import Advice
    from deduce.tabletop.budget import Budget

    from .questions import Asked


def advice_of(
    asked: Asked, budget: Budget, *, seed: int = 0, compared: Sequence[str] = (), most: int = 10
) -> Advice:
    """Advise whoever is to move in a record, as `advised` does, and show how far the thinking is."""
    side = asked.record.rules.sides[decides(asked.game.position)]
    with _bar(f"Thinking for {side}", budget) as progress:
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
def _bar(label: str, budget: Budget) -> Iterator[Callable[[float], None] | None]:
    """Show on the terminal how far the thinking is, if it takes longer than a second."""
    screen = Console(stderr=True)
    if not screen.is_terminal or (budget.seconds is not None and budget.seconds <= PATIENCE):
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f} %"))
    with Progress(*columns, TextColumn("(Ctrl-C: the best so far)"), console=screen, transient=True) as bar:
        task = bar.add_task(label, total=1.0)
        yield lambda done: bar.update(task, completed=done)
