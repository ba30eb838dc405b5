"""Reading what lies in a file or comes through a pipe: never more than a bound, and only what is text.

A device has no end, and a pipe that nobody writes to never begins. So a file that another file names has to
be an ordinary one, and what is named on the command line is read up to a bound.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from typing import IO, TYPE_CHECKING

from deduce.errors import IntakeError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["read_content", "read_standard_input", "read_text", "said_of", "text_of"]

PATIENCE = 1.0
"""Seconds to wait for somebody who writes to a named pipe."""
AT_ONCE = 1 << 16


def read_text(path: str | Path, most: int, what: str, *, is_named_inside: bool = False) -> str:
    """Read a text in UTF-8.

    Args:
        path: The file.
        most: How many bytes are read at most.
        what: What it should be, for the error message, such as "the record of a game".
        is_named_inside: Whether another file names it; it has to be an ordinary file then.

    Raises:
        IntakeError: If it cannot be read, is too large, or is no text.
    """
    return text_of(read_content(path, most, what, is_named_inside=is_named_inside))


def read_content(path: str | Path, most: int, what: str, *, is_named_inside: bool = False) -> bytes:
    """Read a file; otherwise like `read_text`."""
    try:
        # A pipe is opened without waiting for whoever writes to it.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb", buffering=0) as file:
            mode = os.fstat(handle).st_mode
            if stat.S_ISDIR(mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if is_named_inside and not stat.S_ISREG(mode):
                message = "is no ordinary file"
                raise IntakeError(message)
            if stat.S_ISFIFO(mode):
                return _bounded(_Pipe(handle), most, what)
            os.set_blocking(handle, True)
            return _bounded(file, most, what)
    except (OSError, ValueError) as error:
        if isinstance(error, IntakeError):
            raise
        message = f"cannot be read: {said_of(error)}"
        raise IntakeError(message) from None


def read_standard_input(most: int, what: str) -> str:
    """Read a text in UTF-8 from standard input; otherwise like `read_text`."""
    if sys.stdin is None or sys.stdin.closed:
        message = "is closed"
        raise IntakeError(message)
    try:
        return text_of(_bounded(sys.stdin.buffer, most, what))
    except OSError as error:
        message = f"cannot be read: {said_of(error)}"
        raise IntakeError(message) from None


def text_of(content: bytes) -> str:
    """Return the text in UTF-8 that some bytes are.

    Raises:
        IntakeError: If they are none; it names the line.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"is not text in UTF-8 (byte {error.start + 1} is {content[error.start]:#04x})"
        raise IntakeError(message, line) from None
    if "\0" in text:
        message = "is a binary file, and no text"
        raise IntakeError(message)
    return text


def said_of(error: Exception) -> str:
    """Return what the system says of an error."""
    return str(getattr(error, "strerror", None) or error)


class _Pipe:
    """A named pipe, which is not there before somebody writes to it."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._end = time.monotonic() + PATIENCE
        self._has_begun = False

    def read(self, size: int) -> bytes:
        """Read something; nothing at the end."""
        while True:
            try:
                content = os.read(self._handle, size)
            except BlockingIOError:
                self._has_begun = True
                time.sleep(0.01)
                continue
            if content or self._has_begun:
                self._has_begun = True
                return content
            if time.monotonic() > self._end:
                message = "is a pipe that nobody writes to"
                raise IntakeError(message)
            time.sleep(0.01)


def _bounded(file: IO[bytes] | _Pipe, most: int, what: str) -> bytes:
    """Read everything, but no more than a bound.

    Raises:
        IntakeError: If there is more.
    """
    parts: list[bytes] = []
    size = 0
    while part := file.read(min(AT_ONCE, most + 1 - size)):
        parts.append(part)
        size += len(part)
        if size > most:
            message = f"is larger than {most:,} bytes, so it is hardly {what}"
            raise IntakeError(message)
    return b"".join(parts)
