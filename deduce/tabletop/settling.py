"""What becomes of a file that somebody else did something to: what is asked, and what is done then."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from deduce.tabletop.errors import SessionError
from deduce.tabletop.kept_file import ChangedError, How
from deduce.tabletop.kind import Request
from deduce.tabletop.saved import SavedGame

if TYPE_CHECKING:
    from deduce.tabletop.saved import KeptRecord

__all__ = ["NO", "THEIRS", "asked", "left", "settled"]

THEIRS, MINE = "theirs", "mine"
YES, NO = "y", "n"
QUESTIONS = {
    How.CHANGED: "write over it, and set aside what is in it?",
    How.GONE: "write it anew?",
    How.READ_ONLY: "write to it all the same?",
    How.ODD: "write the file anew, once you have moved that away?",
}


def asked(kept: KeptRecord[Any], error: ChangedError) -> Request:
    """Return what is asked.

    Args:
        kept: The record that was not saved.
        error: What somebody else did.
    """
    begin = f"{error.path} {error.said}"
    if error.how is How.MOVED:
        return Request(f"{begin}: go on in {error.target}, where it led before?", (YES, NO))
    theirs = kept.theirs() if error.how is How.CHANGED else None
    if theirs is None:
        return Request(f"{begin}: {QUESTIONS[error.how]}", (YES, NO))
    counts = f"{len(theirs.steps)} turns there, {len(kept.record.steps)} here"
    question = f"{begin} ({counts}): go on with theirs, or with mine? Nothing of either is lost."
    return Request(question, (THEIRS, MINE))


def settled(kept: KeptRecord[Any], error: ChangedError, word: str) -> list[str]:
    """Do what was answered, and return what there is to say.

    Args:
        kept: The record that was not saved.
        error: What somebody else did.
        word: One of the choices, but for no.

    Raises:
        DeduceError: If it cannot be done.
    """
    if word == THEIRS and isinstance(kept, SavedGame):
        kept.take_theirs()
        return ["This is what is in the file. What you typed was not entered."]
    if error.how is How.MOVED:
        kept.go_back()
        return [f"Going on in {kept.path}."]
    aside = kept.keep_mine()
    return [] if aside is None else [f"What was in the file is in {aside} now."]


def left(kept: KeptRecord[Any], error: ChangedError) -> str:
    """Return what is said when a record is left whose file was not settled; "" if nothing is lost.

    What is here and not in the file is saved beside it.

    Args:
        kept: The record.
        error: What somebody else did.
    """
    begin = f"{error.path} {error.said}"
    if error.how is How.READ_ONLY:
        return f"{begin}; what was typed since then is not saved."
    try:
        kept.file.check()
    except ChangedError:
        with contextlib.suppress(SessionError):
            aside = kept.file.set_aside(kept.record.text.encode(), MINE)
            return f"{begin}; what was here is saved in {aside}."
        return f"{begin}, and what was here could not be saved."
    except SessionError as wrong:
        return str(wrong)
    return ""
