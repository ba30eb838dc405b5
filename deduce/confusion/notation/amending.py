"""Correcting a part of a turn: only its answer, or only whether the piece was promoted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.notation.cells import read_cell
from deduce.confusion.notation.typed import NOT_PROMOTED, PROMOTED, read_reply
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from deduce.confusion.notation.cells import Part

__all__ = ["amended", "reversed_answer"]


def amended(cell: str, text: str) -> str:
    """Return the line that says a whole turn, if only a part of it was typed; else "".

    Examples:
        >>> (
        ...     amended("HZ-N1xT a comment", "n"),
        ...     amended("(Z-N1)", "y"),
        ...     amended("HZ-N1", "+"),
        ...     amended("Z-N1", "k n1 y"),
        ... )
        ('HZ-N1 n # a comment', 'Z-N1 y', 'HZ-N1 +', '')

    Args:
        cell: The turn as it is written.
        text: What was typed: an answer, or + or 0 for the promotion.

    Raises:
        LineError: If it is not clear what is meant.
    """
    said, _, fresh = text.partition("#")
    word = said.strip().casefold()
    reply = read_reply(word)
    if reply is None and word not in PROMOTED | NOT_PROMOTED:
        return ""
    read = read_cell(cell)
    attempts = [part for part in read.parts if part.action is None]
    if len(attempts) != 1:
        what = "no attempt" if not attempts else f"{len(attempts)} attempts"
        message = f"{cell!r} has {what}, so it is not clear what {said.strip()!r} changes; write all of it"
        raise LineError(message)
    comment = " ".join(filter(None, (read.comment, fresh.strip())))
    parts = [_line(part, word) if part is attempts[0] else part.text for part in read.parts]
    return ", ".join(parts) + (f" # {comment}" if comment else "")


def _line(part: Part, word: str) -> str:
    """Return an attempt as a line with another answer."""
    mark = "Z" if part.letter == "Z" else part.letter + "Z" * part.carries
    # It is known whether Z went along.
    alone = "" if part.letter == "Z" or part.carries else " without z"
    move = f"{mark}-{part.way}{part.distance}{alone}"
    if word in PROMOTED | NOT_PROMOTED:
        return f"{move} {word}"
    if not read_reply(word):
        return f"{move} n"
    # Whether it was promoted is asked for anew where it is not known.
    return f"{move} y{f' {part.plus}' if part.plus and part.allowed else ''}"


def reversed_answer(cell: str) -> str:
    """Return how the answer of a turn is turned round by typing; "" if it has not one answer.

    Examples:
        >>> reversed_answer("(H-N1)"), reversed_answer("H-N1 a comment"), reversed_answer("$2, H-N1, K-N1")
        ('y', 'n', '')
    """
    attempts = [part for part in read_cell(cell).parts if part.action is None]
    if len(attempts) != 1:
        return ""
    return "n" if attempts[0].allowed else "y"
