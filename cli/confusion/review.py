"""`deduce confusion review --step`: a review that is stepped through, on a terminal or through a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deduce.confusion.afterwards import ReviewCompanion, reviewing
from deduce.tabletop.locks import Lock

from ..output import out
from ..terminal import Lines, new_paths, sit
from .play import sit_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.tabletop.look import Look


def run(look: Look[Any], given: Mapping[str, Any]) -> None:
    """Step until quit; a match that is begun on the way is played first.

    Raises:
        DeduceError: If what was asked for does not go together, or a match cannot be saved.
    """
    plan = reviewing(given)
    lines = Lines()
    companion = ReviewCompanion(look, plan, lambda: next(new_paths("matches")))
    said = companion.greeting()
    while True:
        if not lines.is_terminal:
            for message in said:
                out(message)
        sit(companion, lines, *said)
        if companion.opened is None:
            return
        with Lock(companion.opened.match.path):
            sit_at(companion.opened.match, lines, companion.opened.said)
        said = companion.come_again()
