"""`deduce confusion play`: a match against the machine, on a terminal or through a pipe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from deduce.confusion.match.companion import MatchCompanion
from deduce.confusion.match.opening import match_at
from deduce.tabletop.files import Lock

from ..output import working
from ..terminal import Lines, new_path, sit

if TYPE_CHECKING:
    from pathlib import Path

    from deduce.confusion.match.opening import Wanted


def run(file: Path | None, wanted: Wanted) -> None:
    """Play until quit.

    Raises:
        DeduceError: If the file cannot be read, written or locked, or the options do not go together.
    """
    path = file or new_path("matches")
    lines = Lines()
    with Lock(path):
        companion = MatchCompanion(match_at(path, wanted), working=working)
        greeting = companion.greeting()
        if not lines.is_terminal:
            for message in (f"Saved in {path} after every step.", *greeting):
                typer.echo(message)
        sit(companion, lines, *greeting)
