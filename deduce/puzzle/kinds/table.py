"""All kinds of puzzles, by the names that commands and files call them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.errors import ProblemError, did_you_mean
from deduce.intake.numbers import quoted
from deduce.puzzle.kinds.clue import CLUE
from deduce.puzzle.kinds.confusion import LIE, PIECE, PIECES
from deduce.puzzle.kinds.knights import KNIGHTS
from deduce.puzzle.kinds.mastermind import MASTERMIND
from deduce.puzzle.kinds.minesweeper import MINESWEEPER
from deduce.puzzle.kinds.zebra import ZEBRA

if TYPE_CHECKING:
    from deduce.puzzle.kinds.kind import Kind

__all__ = ["KINDS", "kind_of"]

KINDS: dict[str, Kind] = {
    "zebra": ZEBRA,
    "knights": KNIGHTS,
    "mastermind": MASTERMIND,
    "minesweeper": MINESWEEPER,
    "clue": CLUE,
    "confusion-pieces": PIECES,
    "confusion-piece": PIECE,
    "confusion-lie": LIE,
}
"""Every kind, by its name."""


def kind_of(name: str) -> Kind:
    """Return the kind of a name.

    Raises:
        ProblemError: If there is none.
    """
    if name not in KINDS:
        message = f"there is no kind of puzzle {quoted(name)}; {did_you_mean(name, KINDS)}"
        raise ProblemError(message)
    return KINDS[name]
