"""Where files lie, what lies there, and what may be written over."""

from __future__ import annotations

import contextlib
import os
import stat
from hashlib import sha256
from pathlib import Path

from deduce.intake.content import said_of
from deduce.tabletop.errors import SessionError

__all__ = [
    "NotOursError",
    "beside",
    "check_folder",
    "check_ordinary",
    "holds_something",
    "is_same_file",
    "odd_kind",
    "open_beside",
    "real_path",
]

LONGEST_NAME = 255
"""How many bytes the name of a file may have on most systems."""
KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
"""What can lie under a name beside ordinary files, in words."""


class NotOursError(SessionError):
    """Somebody else's lies where a file of ours is to lie, so nothing was done to it.

    Attributes:
        what: What lies there, in words.
    """

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path} is {what}")
        self.what: str = what


def real_path(path: Path) -> Path:
    """Return where a file really lies, behind all links.

    Raises:
        SessionError: If that cannot be told.
    """
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError) as error:
        # There is no answer in a folder that was deleted.
        message = f"{path}: cannot be written: {said_of(error)}"
        raise SessionError(message) from None


def beside(target: Path, ending: str) -> Path:
    """Return the name of a hidden file that belongs to another one, also where that one's name is long."""
    name = f".{target.name}.{ending}"
    if len(os.fsencode(name)) > LONGEST_NAME:
        name = f".{sha256(os.fsencode(target.name)).hexdigest()[:32]}.{ending}"
    return target.parent / name


def open_beside(path: Path, flags: int) -> int:
    """Open a file that belongs to another one, where anybody may have put something else before.

    A link is not followed, a device not opened and a pipe not waited for.

    Args:
        path: The file.
        flags: How it is opened, as the system has it.

    Raises:
        NotOursError: If there is something else than an ordinary file.
        OSError: If it cannot be opened.
    """
    with contextlib.suppress(FileNotFoundError):
        what = odd_kind(path.lstat().st_mode)
        if what:
            raise NotOursError(path, what)
    careful = ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")
    return os.open(path, flags | sum(getattr(os, name, 0) for name in careful), 0o666)


def odd_kind(mode: int) -> str:
    """Return what something is that is no ordinary file, in words; "" for an ordinary one."""
    return "" if stat.S_ISREG(mode) else KINDS.get(stat.S_IFMT(mode), "something else")


def check_folder(path: Path) -> None:
    """Make sure that the folder is there in which a file is asked for, so that none is made by a slip.

    Raises:
        SessionError: If it is not.
    """
    if not os.path.isdir(path.parent):  # noqa: PTH112 - also tells it of names that no system takes
        message = f"there is no folder {path.parent}; nothing was written"
        raise SessionError(message)


def check_ordinary(path: Path) -> None:
    """Make sure that a file can be written over: it is an ordinary one, or not there.

    Raises:
        SessionError: If it is a device, a pipe, a folder or the like.
    """
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - as above
    except (OSError, ValueError):
        return
    what = odd_kind(mode)
    if what:
        message = f"{path} cannot be written: it is {what}, and no ordinary file"
        raise SessionError(message)


def is_same_file(one: str | Path, other: str | Path) -> bool:
    """Tell whether two names mean the same file, through links of both kinds."""
    try:
        return os.path.samefile(one, other)  # noqa: PTH121 - as above
    except (OSError, ValueError):
        return False


def holds_something(path: Path) -> bool:
    """Tell whether there is something in a file already, rather than that it begins.

    Raises:
        SessionError: If it is no ordinary file, or nobody can tell.
    """
    check_ordinary(path)
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        message = f"{path}: cannot be read: {said_of(error)}"
        raise SessionError(message) from None
