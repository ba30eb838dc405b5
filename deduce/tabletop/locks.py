"""Keeping a second process off a file.

The lock is on a file beside it and on the file itself. The first holds before there is a file, and while it
is replaced; the second where somebody deletes the first, or comes by another name of the same file. Where
the system cannot lock files, a file that names its process takes the place of both.

A lock file is empty. Whatever else lies under its name is somebody else's, and nothing is done to it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from deduce.intake.content import said_of
from deduce.tabletop.errors import SessionError
from deduce.tabletop.paths import NotOursError, beside, check_folder, open_beside, real_path

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

__all__ = ["TEMPORARY", "Lock", "lock_on", "move_lock"]

TEMPORARY = "tmp"
"""How the names of files end that are not whole yet."""
_BUSY = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}
_UNABLE = {errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOLCK, errno.EINVAL}
_HELD: dict[Path, Lock] = {}
"""The locks of this process, by the files that they are on."""


def lock_on(target: Path) -> Lock | None:
    """Return the lock that this process has on a file, by where it really lies."""
    return _HELD.get(target)


def move_lock(before: Path, after: Path) -> None:
    """Go on holding the lock on a file whose folder was moved, with everything that lies in it."""
    lock = _HELD.pop(before, None)
    if lock is not None:
        lock.move(after)
        _HELD[after] = lock


class _UnableError(Exception):
    """The system cannot lock files there."""


class _BusyError(Exception):
    """Somebody else has the lock."""


class Lock:
    """Keeps a second process off a file; the system lets go of it however the process ends.

    What a process that was killed left half written beside the file is cleared away.

    Args:
        path: The file.
        in_use: What to say if somebody else has it; by default that it is open in another companion.
    """

    def __init__(self, path: Path, in_use: str = "") -> None:
        self.path = path
        self._in_use = in_use or (
            f"{path} is open in another companion; close that one first, or choose another file"
        )
        self._target = Path()
        self._beside: list[tuple[int, Path]] = []
        self._handles: list[int] = []
        self._owner: Path | None = None

    def __enter__(self) -> Self:
        """Take the lock.

        Raises:
            SessionError: If somebody else has it, or it cannot be taken; then nothing changes.
        """
        check_folder(self.path)
        self._target = real_path(self.path)
        try:
            self._take()
        except BaseException as error:
            self._let_go()
            if isinstance(error, _BusyError):
                raise SessionError(self._in_use, in_use=True) from None
            if isinstance(error, NotOursError):
                message = f"{error}, and no lock of deduce; move it away, then try again"
                raise SessionError(message) from None
            if isinstance(error, OSError | ValueError) and not isinstance(error, SessionError):
                message = f"{self.path}: cannot be locked: {said_of(error)}"
                raise SessionError(message) from None
            raise
        _HELD[self._target] = self
        self._clear()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the lock."""
        self._let_go()

    def move(self, target: Path) -> None:
        """Go on where the file and what lies beside it are now."""
        self._target = target
        self._beside = [(handle, target.parent / name.name) for handle, name in self._beside]
        self._owner = self._owner and target.parent / self._owner.name

    def hold(self, file: Path) -> None:
        """Lock a file as well that will take the place of the one that is locked."""
        if os.name == "nt" or self._owner is not None:
            # There a file that is locked cannot be read by others.
            return
        handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            _lock(handle)
        except _UnableError:
            os.close(handle)
        except BaseException:
            os.close(handle)
            raise
        else:
            self._handles.append(handle)

    def let_go_of_what_is_gone(self) -> None:
        """Let go of files that no name leads to any more; what another name leads to stays locked."""
        for handle in [*self._handles]:
            # A lock that is held too long harms nobody.
            with contextlib.suppress(OSError):
                if not os.fstat(handle).st_nlink:
                    self._handles.remove(handle)
                    os.close(handle)

    def _take(self) -> None:
        try:
            self._lock_beside()
            if self._target.is_file():
                self.hold(self._target)
        except _UnableError:
            self._let_go()
            self._own()

    def _lock_beside(self) -> None:
        name = beside(self._target, "lock")
        while True:
            handle = open_beside(name, os.O_RDWR | os.O_CREAT)
            try:
                _check_empty(name, handle)
                _lock(handle)
            except BaseException as error:
                if isinstance(error, _UnableError):
                    _unlink(name, handle)
                os.close(handle)
                raise
            # Whoever had it before may have taken its name away in between.
            if _is_name_of(name, handle):
                self._beside.append((handle, name))
                return
            os.close(handle)

    def _own(self) -> None:
        """Make the file that names this process, unless there is one of a process that is still there."""
        name = beside(self._target, "owner")
        while True:
            try:
                handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            except FileExistsError:
                self._check_owner(name)
                continue
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(f"{os.getpid()} {_started(os.getpid())} {socket.gethostname()}\n")
            self._owner = name
            return

    def _check_owner(self, name: Path) -> None:
        """Take away what a process left behind that is not there any more.

        Raises:
            SessionError: If it is there, or nobody can tell.
        """
        with contextlib.suppress(FileNotFoundError):
            said = name.read_text(encoding="utf-8", errors="replace")[:400]
            found = re.fullmatch(r"(\d{1,9}) (\d{1,20}) (\S+)\n", said, re.ASCII)
            if found is None or found[3] != socket.gethostname():
                message = f"{self._in_use}; if it is not, delete {name}"
                raise SessionError(message, in_use=True)
            number = int(found[1])
            if _is_running(number) and _started(number) == int(found[2]):
                raise SessionError(self._in_use, in_use=True)
            # Of two that find this, one takes it away.
            gone = name.with_name(f"{name.name}.{os.getpid()}")
            name.rename(gone)
            if gone.read_text(encoding="utf-8", errors="replace")[:400] != said:
                # Somebody else was quicker, and has it now.
                gone.rename(name)
                raise SessionError(self._in_use, in_use=True)
            gone.unlink()

    def _let_go(self) -> None:
        if _HELD.get(self._target) is self:
            del _HELD[self._target]
        for handle, name in self._beside:
            if _HELD_BY_NAME:
                _unlink(name, handle)
            with contextlib.suppress(OSError):
                os.close(handle)
        for handle in self._handles:
            with contextlib.suppress(OSError):
                os.close(handle)
        if self._owner is not None:
            with contextlib.suppress(OSError):
                self._owner.unlink()
        self._beside, self._handles, self._owner = [], [], None

    def _clear(self) -> None:
        """Clear away what processes that were killed left half written."""
        sample, ending = beside(self._target, f"{'0' * 8}.{TEMPORARY}").name, f"{'0' * 8}.{TEMPORARY}"
        pattern = re.compile(re.escape(sample.removesuffix(ending)) + rf"\w{{8}}\.{TEMPORARY}")
        with contextlib.suppress(OSError):
            for found in self._target.parent.iterdir():
                if pattern.fullmatch(found.name):
                    found.unlink()


_HELD_BY_NAME = os.name != "nt"
"""Whether a file that is open can lose its name."""


def _check_empty(name: Path, handle: int) -> None:
    """Make sure that a lock file is one.

    Raises:
        NotOursError: If somebody wrote to it.
    """
    if os.fstat(handle).st_size:
        raise NotOursError(name, "a file that somebody wrote to")


def _is_name_of(name: Path, handle: int) -> bool:
    """Tell whether a name leads to an open file still, and by no link."""
    try:
        there, here = name.lstat(), os.fstat(handle)
    except FileNotFoundError:
        return False
    return (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)


def _unlink(name: Path, handle: int) -> None:
    """Take away a lock file, unless somebody wrote to it or put something else in its place."""
    with contextlib.suppress(OSError):
        if _is_name_of(name, handle) and not os.fstat(handle).st_size:
            name.unlink()


def _lock(handle: int) -> None:
    """Lock an open file.

    Raises:
        _BusyError: If somebody else has.
        _UnableError: If the system cannot do it there.
        OSError: If something else is wrong.
    """
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _BUSY:
            raise _BusyError from None
        if error.errno in _UNABLE:
            raise _UnableError from None
        raise


def _is_running(number: int) -> bool:
    """Tell whether there is a process of that number."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _started(number: int) -> int:
    """Return when a process began, which tells it from another of its number; 0 if nobody knows."""
    try:
        said = Path(f"/proc/{number}/stat").read_text(encoding="ascii", errors="replace")
        return int(said.rpartition(")")[2].split()[19])
    except (OSError, ValueError, IndexError):
        return 0
