"""Case files that are named on the command line."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce.casefile.reader import CaseFile


def case_at(file: str) -> CaseFile:
    """Read a case file; of the record of a game it is said which command reads that.

    Args:
        file: The file as it was named; - is standard input.

    Raises:
        CaseFileError: If the file cannot be read or is wrong somewhere.
    """
    from deduce.casefile.reader import read_case
    from deduce.errors import CaseFileError, DeduceError
    from deduce.games import FIRST, game_of

    try:
        return read_case(file)
    except CaseFileError as error:
        if not error.record:
            raise
        game = FIRST
        with contextlib.suppress(DeduceError):  # It names a game that there is not; replay says so.
            game = game_of(error.record)
        message = f"this is no case file but the record of a game; deduce {game} replay {file} reads it"
        raise CaseFileError(message, error.path) from None
