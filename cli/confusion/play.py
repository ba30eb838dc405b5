"""`deduce confusion play`: a match against the machine, on a terminal or through a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.match.companion import MatchCompanion
from deduce.confusion.match.opening import match_at

from ..output import out, working
from ..terminal import Lines, held, sit

if TYPE_CHECKING:
    from pathlib import Path

    from deduce.confusion.match.match import Match
    from deduce.confusion.match.opening import Wanted


def run(file: Path | None, wanted: Wanted) -> None:
    """Play until quit.

    Raises:
        DeduceError: If the file cannot be read, written or locked, or the options do not go together.
    """
    with held(file, "matches") as path:
        sit_at(match_at(path, wanted), Lines(), piped=f"Saved in {path} after every step.")


def sit_at(match: Match, lines: Lines, *said: str, piped: str = "") -> None:
    """Play a match until quit.

    Args:
        match: The match; nobody else plays it.
        lines: Where the lines come from.
        said: What is said first.
        piped: What is said first at the end of a pipe, where no screen is left in the end to say it.

    Raises:
        DeduceError: If it cannot be saved.
    """
    companion = MatchCompanion(match, working=working)
    greeting = (*said, *companion.greeting())
    if not lines.is_terminal:
        for message in filter(None, (piped, *greeting)):
            out(message)
    sit(companion, lines, *greeting)
