"""Files that are never half written, and that never take the place of what is not ours."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from typing import TYPE_CHECKING

from deduce.intake.content import said_of
from deduce.tabletop.errors import SessionError
from deduce.tabletop.locks import TEMPORARY, Lock, lock_on
from deduce.tabletop.paths import beside, check_folder, check_ordinary, is_same_file, real_path

if TYPE_CHECKING:
    from io import RawIOBase
    from pathlib import Path

__all__ = ["check_out", "put_in_place", "replace_with", "save", "write_all", "write_out"]

BEGINNING = 4
"""How many characters tell one kind of file from another."""


def save(path: Path, text: str) -> None:
    """Write a file such that at any moment either the old or the new text is there, whole.

    The rights of a file that was there are kept; a new one has those that the system gives to new files.

    Raises:
        SessionError: If it cannot be written; then it is as it was.
    """
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError:
        message = f"{path}: cannot be written: there is something in it that is no text"
        raise SessionError(message) from None
    check_ordinary(path)
    replace_with(path, content)


def replace_with(path: Path, content: bytes, like: Path | None = None) -> None:
    """Write bytes to a file; otherwise like `save`.

    Args:
        path: The file.
        content: The bytes.
        like: The file that it gets the rights of; by default the one that was there.
    """
    # Behind a link the file itself is replaced, so what is written must lie beside it.
    target = real_path(path)
    try:
        put_in_place(target, content, like or target, target)
    except (OSError, ValueError) as error:
        message = f"{path}: cannot be written: {said_of(error)}"
        raise SessionError(message) from None


def put_in_place(target: Path, content: bytes, like: Path, owner: Path) -> None:
    """Write bytes beside a file and give them its name, whatever had it; other names of that keep it.

    Args:
        target: Where they come to lie.
        content: The bytes.
        like: The file that they get the rights of, if it is there.
        owner: The file in the same folder whose lock clears away what is left half written.

    Raises:
        OSError: If it cannot be done; then nothing changes.
        ValueError: Likewise.
    """
    lock = lock_on(target)
    try:
        temporary = beside(owner, f"{secrets.token_hex(4)}.{TEMPORARY}")
        try:
            _write(temporary, content, like)
            if lock is not None:
                # Whoever finds the new file finds it locked.
                lock.hold(temporary)
            temporary.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
    finally:
        if lock is not None:
            lock.let_go_of_what_is_gone()
    _write_down_names(target.parent)


def _write(temporary: Path, content: bytes, target: Path) -> None:
    """Write a file that is not there yet, with the rights and the owner of another one if that is there."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(temporary, flags, 0o666), "wb") as file:
        _keep_rights(file.fileno(), target)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def write_all(file: RawIOBase, content: bytes) -> None:
    """Write everything to a file without a buffer; a full disk may take only a part at a time."""
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def _keep_rights(handle: int, other: Path) -> None:
    """Give an open file the rights and the owner of another one, if that is there.

    Args:
        handle: The open file.
        other: The other one.
    """
    with contextlib.suppress(FileNotFoundError):
        if os.name == "nt":
            return
        before, now = other.stat(), os.fstat(handle)
        if (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
            # Only the administrator can leave a file to somebody else.
            with contextlib.suppress(PermissionError):
                os.fchown(handle, before.st_uid, before.st_gid)
        os.fchmod(handle, stat.S_IMODE(before.st_mode))


def _write_down_names(folder: Path) -> None:
    """Make sure that a new name in a folder outlasts a loss of power; not every system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def check_out(path: Path, *sources: str | Path) -> None:
    """Make sure that something can be written to another file, before the work that it takes.

    Args:
        path: The file.
        sources: What it is made from, which it must not replace.

    Raises:
        SessionError: If it must not be written.
    """
    if str(path).startswith("--"):
        message = f"{path} looks like an option, so the name of a file is missing; ./{path} would be one"
        raise SessionError(message)
    check_folder(path)
    check_ordinary(path)
    if any(is_same_file(path, source) for source in sources):
        message = f"{path} is the file that this is made from; choose another name"
        raise SessionError(message)


def write_out(
    path: Path, text: str, *sources: str | Path, is_asked: bool = False, is_typed: bool = False
) -> None:
    """Write something to another file, which nobody else is writing.

    What is there already is only written over if it is of the same kind, such as a picture over a picture, or
    if somebody was asked.

    Args:
        path: The file.
        text: What is written.
        sources: What it is made from, which it must not replace.
        is_asked: Whether somebody was asked about writing over what is there.
        is_typed: Whether people write such files by hand: then nothing is written over but the same text.

    Raises:
        SessionError: If it cannot or must not be written.
    """
    check_out(path, *sources)
    with Lock(path, f"{path} is in use; choose another name"):
        if is_typed and not _is_new(path, text):
            message = f"{path} is there already; choose another name, or delete it first"
            raise SessionError(message)
        if not is_asked and not _is_alike(path, text):
            message = f"{path} is there already, and is something else; choose another name"
            raise SessionError(message)
        save(path, text)


def _is_new(path: Path, text: str) -> bool:
    """Tell whether a file is empty, not there, or what is to be written."""
    content = text.encode("utf-8")
    return _beginning(path, len(content) + 1) in {b"", content}


def _is_alike(path: Path, text: str) -> bool:
    """Tell whether a file is empty, not there, or of the kind of a text."""
    return _beginning(path, BEGINNING) in {b"", text[:BEGINNING].encode("utf-8")}


def _beginning(path: Path, size: int) -> bytes:
    """Return how a file begins; nothing if it is not there.

    Raises:
        SessionError: If nobody can tell.
    """
    try:
        with path.open("rb") as file:
            return file.read(size)
    except FileNotFoundError:
        return b""
    except OSError as error:
        message = f"{path}: cannot be read: {said_of(error)}"
        raise SessionError(message) from None
