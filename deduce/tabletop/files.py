"""Files that are never half written, and never written by two at once."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from deduce.tabletop.errors import SessionError

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

__all__ = ["Lock", "check_folder", "save"]


def save(path: Path, text: str) -> None:
    """Write a file such that at any moment either the old or the new text is there, whole.

    Raises:
        SessionError: If it cannot be written.
    """
    temporary = ""
    # What the terminal or a pipe could not decode is not worth losing the rest for.
    content = text.encode("utf-8", errors="replace")
    try:
        # Behind a link the file itself is replaced, so what is written must lie beside it.
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o644)
        Path(temporary).replace(target)
    except (OSError, ValueError) as error:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
        message = f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}"
        raise SessionError(message) from None


def check_folder(path: Path) -> None:
    """Make sure that the folder is there in which a file is asked for, so that none is made by a slip.

    Raises:
        SessionError: If it is not.
    """
    if not path.parent.is_dir():
        message = f"there is no folder {path.parent}; nothing was written"
        raise SessionError(message)


class Lock:
    """Keeps a second process off a file; the system lets go of it however the process ends.

    Args:
        path: The file.
        in_use: What to say if somebody else has it; by default that it is open in another companion.
    """

    def __init__(self, path: Path, in_use: str = "") -> None:
        self.path = path
        self._in_use = in_use or (
            f"{path} is open in another companion; close that one first, or choose another file"
        )
        target = path.resolve()
        self._name = target.parent / f".{target.name}.lock"
        self._handle: int | None = None

    def __enter__(self) -> Self:
        """Take the lock.

        Raises:
            SessionError: If somebody else has it.
        """
        try:
            self._name.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(self._name, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            message = f"{self.path}: cannot be written: {error.strerror or error}"
            raise SessionError(message) from None
        if not _take(self._handle):
            os.close(self._handle)
            self._handle = None
            raise SessionError(self._in_use)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the lock."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _take(handle: int) -> bool:
    """Lock an open file; tell whether that was possible."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
