"""Writing a game to another file: its record, all about it as JSON, and whatever its kind can draw."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.intake.data import json_text
from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import check_out, write_out
from deduce.tabletop.paths import is_same_file
from deduce.tabletop.questions import replay_json

if TYPE_CHECKING:
    from deduce.tabletop.kind import Kind
    from deduce.tabletop.look import Look
    from deduce.tabletop.saved import KeptRecord

__all__ = ["check_export", "exported", "path_of"]

OTHER_ENDINGS = {".htm": ".html"}
"""Endings that mean the same as others."""


def _endings(kind: Kind[Any]) -> str:
    *others, last = (".txt", ".json", *kind.exports)
    return f"{', '.join(others)} or {last}"


def path_of(rest: str, kind: Kind[Any]) -> Path:
    """Read the name of the file to write.

    Raises:
        SessionError: If there is not one name.
    """
    try:
        names = shlex.split(rest)
    except ValueError:
        names = []
    if len(names) != 1 or "\0" in names[0]:
        message = f"write one file name behind export, ending in {_endings(kind)}"
        raise SessionError(message)
    try:
        return Path(names[0]).expanduser()
    except RuntimeError:
        message = f"{names[0]}: there is no such home folder"
        raise SessionError(message) from None


def check_export(path: Path, kept: KeptRecord[Any]) -> None:
    """Make sure that a game can be written to a file, as far as that can be told beforehand.

    Raises:
        SessionError: If it cannot.
    """
    kind = kept.record.kind
    if _ending(path) not in {".txt", ".json", *kind.exports}:
        message = f"{path} must end in {_endings(kind)}, which says what to write"
        raise SessionError(message)
    if is_same_file(path, kept.path):
        message = f"{path} is the file of this game, which is saved anyway; choose another name"
        raise SessionError(message)
    check_out(path)


def exported(look: Look[Any], path: Path) -> None:
    """Write a game to a file; the ending of its name says how.

    Raises:
        SessionError: If the file cannot be written.
    """
    ending = _ending(path)
    if ending == ".txt":
        text = look.record.text
    elif ending == ".json":
        text = json_text(replay_json(look)) + "\n"
    else:
        text = look.kind.exports[ending](look)
    write_out(path, text, is_asked=True)


def _ending(path: Path) -> str:
    ending = path.suffix.casefold()
    return OTHER_ENDINGS.get(ending, ending)
