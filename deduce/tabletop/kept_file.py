"""A file that is kept: what others do to it between two saves is noticed before it is written over."""

from __future__ import annotations

import contextlib
import itertools
import os
from enum import StrEnum
from typing import TYPE_CHECKING

from deduce.errors import IntakeError
from deduce.intake.content import read_content, text_of
from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import replace_with, save
from deduce.tabletop.paths import check_folder, check_ordinary, real_path
from deduce.tabletop.record import LARGEST, WHAT

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Self

__all__ = ["ChangedError", "How", "KeptFile"]

WRITABLE = 0o222


class How(StrEnum):
    """What somebody else did to a file, in words."""

    CHANGED = "was changed by somebody else"
    MOVED = "leads to another file now"
    GONE = "is gone"
    READ_ONLY = "is read-only"


class ChangedError(SessionError):
    """Somebody else did something to a file, so that nothing was saved; whoever sits there is asked.

    Attributes:
        path: The file.
        how: What was done.
        text: What is in the file now; None if it is gone or no text.
    """

    def __init__(self, path: Path, how: How, text: str | None) -> None:
        super().__init__(f"{path} {how}, so nothing was saved")
        self.path: Path = path
        self.how: How = how
        self.text: str | None = text


class KeptFile:
    """A file that is written again and again.

    Args:
        path: The file.
        text: What was read from it; None if it is not there yet.
    """

    def __init__(self, path: Path, text: str | None) -> None:
        self.path: Path = path
        self._content = None if text is None else text.encode("utf-8", "surrogatepass")
        self._target = real_path(path)
        self._may_be_read_only = False

    @classmethod
    def begun(cls, path: Path, text: str) -> Self:
        """Write a file that is not there yet, or is empty.

        Raises:
            SessionError: If there is something in it, or it cannot be written.
        """
        check_folder(path)
        check_ordinary(path)
        file = cls(path, None)
        file.take()
        if file._content:
            message = f"there is something in {path} already; choose another name"
            raise SessionError(message)
        file.save(text)
        return file

    def check(self) -> None:
        """Make sure that nobody else did anything to the file since it was read or written here.

        Raises:
            ChangedError: If somebody did.
            SessionError: If nobody can tell.
        """
        target, content = real_path(self.path), self._now()
        if content == self._content and target == self._target:
            if content is not None and not self._may_be_read_only and not self._is_writable():
                raise ChangedError(self.path, How.READ_ONLY, self._text(content))
            return
        if content is None:
            raise ChangedError(self.path, How.GONE, None)
        how = How.CHANGED if target == self._target else How.MOVED
        raise ChangedError(self.path, how, self._text(content))

    def save(self, text: str) -> None:
        """Write the file, unless somebody else did something to it.

        Raises:
            ChangedError: If somebody did.
            SessionError: If it cannot be written.
        """
        self.check()
        save(self.path, text)
        self._content = text.encode("utf-8")

    def holds(self, text: str) -> bool:
        """Tell whether a text is what the file holds; if it is, that was written here."""
        content = text.encode("utf-8", "surrogatepass")
        try:
            is_there = self._now() == content
        except SessionError:
            return False
        if is_there:
            self._content = content
        return is_there

    def take(self) -> None:
        """Go on with the file as it is now, whatever was done to it."""
        self._target, self._content = real_path(self.path), self._now()
        self._may_be_read_only = not self._is_writable()

    def set_aside(self) -> Path | None:
        """Write what somebody else put into the file to another one beside it, and return that.

        Returns:
            The other file; None if nothing is to be lost.

        Raises:
            SessionError: If it cannot be written.
        """
        content = self._now()
        if not content or content == self._content:
            return None
        names = (f"{self.path.stem}.theirs{number}{self.path.suffix}" for number in itertools.count(1))
        other = next(path for path in map(self.path.with_name, names) if not os.path.lexists(path))
        replace_with(other, content)
        return other

    def _now(self) -> bytes | None:
        """Return what is in the file; None if it is gone.

        Raises:
            SessionError: If it cannot be read.
        """
        if not os.path.lexists(self.path):
            return None
        try:
            return read_content(self.path, LARGEST, WHAT)
        except IntakeError as error:
            if not self.path.exists():
                # A link that leads nowhere.
                return None
            message = f"{self.path} {error}, so nothing was saved; export FILE saves elsewhere"
            raise SessionError(message) from None

    def _is_writable(self) -> bool:
        """Tell whether anybody may write to the file; the administrator can, and is asked all the same."""
        with contextlib.suppress(OSError):
            return bool(self.path.stat().st_mode & WRITABLE)
        return True

    @staticmethod
    def _text(content: bytes) -> str | None:
        with contextlib.suppress(IntakeError):
            return text_of(content)
        return None
