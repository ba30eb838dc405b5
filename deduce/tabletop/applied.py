"""Writing a mended record: into its own file, where undo takes it back, or into another one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.tabletop.errors import LineError, SessionError
from deduce.tabletop.files import check_out, write_out
from deduce.tabletop.locks import Lock
from deduce.tabletop.mended import annotated
from deduce.tabletop.saved import open_game

if TYPE_CHECKING:
    from deduce.tabletop.mended import Mended
    from deduce.tabletop.record import Record

__all__ = ["applied", "check_apply"]

STANDARD_INPUT = "-"


def check_apply(file: str, out: Path | None, *, is_mended: bool, is_applied: bool) -> None:
    """Make sure that a mended record can be written, before the work that it takes.

    Args:
        file: The file of the record.
        out: Where it is to be written; None for that file.
        is_mended: Whether it was asked to be mended.
        is_applied: Whether it was asked to be written.

    Raises:
        LineError: If what was asked for makes no sense.
        SessionError: If it must not be written there.
    """
    if is_applied and not is_mended:
        message = "--apply writes what --mend finds; add --mend"
        raise LineError(message)
    if out is not None and not is_applied:
        message = "--out says where --apply writes; add --apply"
        raise LineError(message)
    if out is not None:
        check_out(out, *([] if file == STANDARD_INPUT else [file]))
    elif is_applied and file == STANDARD_INPUT:
        message = "what comes from standard input has no file to be written to; name one with --out"
        raise LineError(message)


def applied(record: Record[Any], mended: Mended[Any], file: str, out: Path | None) -> str:
    """Write a mended record with its corrections as comments, and return what was done, in words.

    Args:
        record: The record as it was read.
        mended: What came of mending it.
        file: Its file.
        out: Where it is written; None for that file.

    Raises:
        RecordError: If the file cannot be read any more.
        SessionError: If it cannot be written, or somebody changed the file meanwhile.
    """
    if not mended.corrections:
        return "Nothing was corrected, so nothing was written."
    after = annotated(mended)
    if out is not None:
        write_out(out, after.text, *([] if file == STANDARD_INPUT else [file]), is_typed=True)
        return f"Written to {out}."
    path = Path(file)
    with Lock(path):
        game = open_game(record.kind, path, options=record.options)
        if game.record.text != record.text:
            message = f"{file}: was changed while it was mended, so nothing was written; try again"
            raise SessionError(message)
        game.mend(after)
    heard = game.heard()
    return f"Written to {file}. {heard}" if heard else f"Written to {file}; undo at the table takes it back."
