"""`deduce confusion review`: a game, move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.advice.review import review

from .suggest import bar

if TYPE_CHECKING:
    from deduce.confusion.advice.review import Review
    from deduce.tabletop.budget import Budget

    from .questions import Asked


def reviewed(asked: Asked, budget: Budget | None, *, seed: int, first: int, last: int | None) -> Review:
    """Review the game of a record, and show how far it is."""
    with bar("Reviewing") as progress:
        return review(
            asked.game, budget, seed=seed, model=asked.model, first=first, last=last, progress=progress
        )
