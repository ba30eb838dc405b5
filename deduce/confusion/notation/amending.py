"""Correcting a part of a turn: only its answer, or only whether the piece was promoted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Expose
from deduce.confusion.engine.deeds import is_early
from deduce.confusion.notation.cells import read_cell
from deduce.confusion.notation.forms import form_typed
from deduce.confusion.notation.spoken import NOT_PROMOTED, PROMOTED, check_length, read_reply
from deduce.errors import shortened
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from deduce.confusion.notation.cells import Cell, Part

__all__ = ["amended", "reversed_answer"]


def amended(cell: str, text: str, about: str | None = None) -> str:
    """Return the line that says a whole turn, if only a part of it was typed; else "".

    Examples:
        >>> amended("HZ-N1xT a comment", "n"), amended("(Z-N1)", "y"), amended("HZ-N1", "+")
        ('HZ-N1 n # a comment', 'Z-N1 y', 'HZ-N1 +')
        >>> (
        ...     amended("$C=7, HZ-N1", "k n1 n"),
        ...     amended("$2, HZ-N1, (Z-N1)", "y", "b"),
        ...     amended("HZ-N1", "k n1 n"),
        ... )
        ('$C=7, k n1 n', '$2, HZ-N1 y, Z-N1 y', '')

    Args:
        cell: The turn as it is written.
        text: What was typed: an answer, + or 0 for the promotion, or another attempt.
        about: Which of the things that the turn tells is meant: "a" for the first, "b" for the second, and so
            on; None if that was not said.

    Raises:
        LineError: If it is not clear what is meant.
    """
    said, _, fresh = text.partition("#")
    check_length(said)
    word, read = said.strip().casefold(), read_cell(cell)
    if not _is_sign(word) and read_reply(word) is None:
        return _with_attempt(read, text)
    attempt = _meant(read, cell, said.strip(), about)
    comment = " ".join(filter(None, (read.comment, fresh.strip())))
    parts = [_line(part, word) if part is attempt else _as_it_was(part) for part in read.parts]
    return ", ".join(parts) + (f" # {comment}" if comment else "")


def _with_attempt(read: Cell, text: str) -> str:
    """Return the turn with another attempt, if what stands before it is not typed again; else nothing."""
    early = [part.text for part in read.parts if part.action is not None and is_early(part.action)]
    words = text.casefold().split()
    typed = read_cell(text.upper()).parts[:1]
    is_whole = "," in text or not words or form_typed(words[0]) is not None or words[0] == "move"
    if not early or is_whole or any(part.action is not None for part in typed):
        return ""
    attempts = sum(part.action is None for part in read.parts)
    if attempts > 1:
        message = f"{text!r} is one attempt, and this turn has {attempts}; write all of it, joined by commas"
        raise LineError(message)
    return ", ".join([*early, text])


def _meant(read: Cell, cell: str, said: str, about: str | None) -> Part:
    """Return the attempt whose answer is meant."""
    attempts = [part for part in read.parts if part.action is None]
    telling = _telling(read.parts)
    place = ord(about) - ord("a") if about else -1
    if about and place < len(telling) and telling[place].action is None:
        return telling[place]
    # What is told behind an attempt is whether its piece was promoted.
    if len(attempts) == 1 and (not about or place == len(telling)):
        return attempts[0]
    what = "no attempt" if not attempts else f"{len(attempts)} attempts"
    message = f"{shortened(cell)!r} has {what}, so it is not clear what {said!r} changes; write all of it"
    if len(attempts) > 1 and not about:
        names = [f"{chr(ord('a') + telling.index(part))} for {part.text}" for part in attempts]
        message = f"{shortened(cell)!r} has {what}: write {' or '.join(names)} behind the number of the entry"
    raise LineError(message)


def _telling(parts: tuple[Part, ...]) -> list[Part]:
    """Return the parts of a turn that tell something about a diagram."""
    return [part for part in parts if part.action is None or part.number is not None]


def _is_sign(word: str) -> bool:
    """Tell whether a word says what became of a promotion, with who took Z behind it (CF-VAR-5)."""
    return word in PROMOTED | NOT_PROMOTED or "".join(word.split()).startswith("+!")


def _as_it_was(part: Part) -> str:
    """Return a part of a turn as a line, with its answer."""
    return part.text if part.action is not None else _line(part, "y" if part.allowed else "n")


def _line(part: Part, word: str) -> str:
    """Return an attempt as a line with another answer."""
    mark = "Z" if part.letter == "Z" else part.letter + "Z" * part.carries
    # It is known whether Z went along.
    alone = "" if part.letter == "Z" or part.carries else " without z"
    move = f"{mark}-{part.way}{part.distance}{alone}"
    if _is_sign(word):
        return f"{move} {word}"
    if not read_reply(word):
        return f"{move} n"
    # Whether it was promoted is asked for anew where it is not known.
    return f"{move} y{f' {part.plus}' if part.plus and part.allowed else ''}"


def reversed_answer(cell: str, about: str | None = None) -> str:
    """Return what turns round by typing what was noted of a turn; "" if that is not one answer.

    Examples:
        >>> reversed_answer("(H-N1)"), reversed_answer("H-N1 a comment"), reversed_answer("$2, H-N1, K-N1")
        ('y', 'n', '')
        >>> [reversed_answer("$C=7, K-N1", about) for about in ("", "b")], reversed_answer("K-N1", "b")
        (['', 'n'], '+')

    Args:
        cell: The turn as it is written.
        about: Which of the things that it tells: "" for the first, "b" for the second, and so on; None for
            the answer to its attempt.
    """
    parts = read_cell(cell).parts
    attempts = [part for part in parts if part.action is None]
    if len(attempts) != 1:
        return ""
    (attempt,) = attempts
    other = "n" if attempt.allowed else "y"
    if about is None:
        return other
    telling = _telling(parts)
    if not about and any(isinstance(part.action, Expose) for part in parts):
        # Both sides' sheets have an entry of that name: what was shown of the one, and the other's attempt.
        return ""
    place = ord(about) - ord("a") if about else 0
    if place == len(telling) and attempt.allowed:
        return "0" if attempt.plus else "+"
    return other if place < len(telling) and telling[place] is attempt else ""
