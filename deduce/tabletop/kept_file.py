"""A file that is kept: what others do to it between two saves is noticed before it is written over."""

from __future__ import annotations

import contextlib
import itertools
import os
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from deduce.errors import IntakeError
from deduce.intake.content import read_content, said_of, text_of
from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import replace_with, save
from deduce.tabletop.locks import move_lock
from deduce.tabletop.paths import check_folder, check_ordinary, odd_kind, real_path
from deduce.tabletop.record import LARGEST, WHAT

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Self

__all__ = ["ChangedError", "How", "KeptFile", "Seen"]

WRITABLE = 0o222


class How(StrEnum):
    """What somebody else did to a file, in words."""

    CHANGED = "was changed by somebody else"
    MOVED = "leads to another file now"
    GONE = "is gone"
    READ_ONLY = "is read-only"
    ODD = "is no file that can be read"


class Seen(NamedTuple):
    """A file as it was at some moment.

    Attributes:
        target: Where it lies, behind all links.
        content: What is in it; None if it is not there.
        number: What the system knows it by, whatever it is called; None if it is not there.
        is_writable: Whether anybody may write to it; the administrator always can, and is asked all the same.
    """

    target: Path
    content: bytes | None
    number: tuple[int, int] | None = None
    is_writable: bool = True

    @property
    def text(self) -> str | None:
        """The text in it; None if it is not there, or no text."""
        with contextlib.suppress(IntakeError):
            return None if self.content is None else text_of(self.content)
        return None


class ChangedError(SessionError):
    """Somebody else did something to a file, so that nothing was saved; whoever sits there is asked.

    Attributes:
        path: The file.
        how: What was done.
        target: Where it lay before, behind all links.
        said: What was done, in words.
    """

    def __init__(self, path: Path, how: How, target: Path, said: str = "") -> None:
        self.said: str = said or how
        super().__init__(f"{path} {self.said}, so nothing was saved")
        self.path: Path = path
        self.how: How = how
        self.target: Path = target


class KeptFile:
    """A file that is written again and again.

    Args:
        path: The file.
        text: What was read from it; of no meaning where it is not there yet.
    """

    def __init__(self, path: Path, text: str) -> None:
        self.path: Path = path
        number = self._number()
        # A link that leads nowhere is as good as no file: saving makes the one that it names.
        content = None if number is None else text.encode("utf-8", "surrogatepass")
        self._seen = Seen(real_path(path), content, number)

    @classmethod
    def begun(cls, path: Path, text: str) -> Self:
        """Write a file that is not there yet, or is empty.

        Raises:
            SessionError: If there is something in it, or it cannot be written.
        """
        check_folder(path)
        check_ordinary(path)
        file = cls(path, "")
        file.take(file.look())
        if file._seen.content:
            message = f"there is something in {path} already; choose another name"
            raise SessionError(message)
        file.save(text)
        return file

    def look(self) -> Seen:
        """Return the file as it is now.

        Raises:
            ChangedError: If somebody put something in its place that cannot be read.
            SessionError: If nobody can tell.
        """
        target = real_path(self.path)
        if not os.path.lexists(self.path):
            return Seen(target, None)
        try:
            odd = odd_kind(self.path.stat().st_mode)
            if odd:
                raise ChangedError(self.path, How.ODD, self._seen.target, f"is {odd} now")
            content = read_content(self.path, LARGEST, WHAT, is_named_inside=True)
            status = self.path.stat()
        except (IntakeError, OSError) as error:
            if not self.path.exists():
                # A link that leads nowhere.
                return Seen(target, None)
            said = str(error) if isinstance(error, IntakeError) else f"cannot be read: {said_of(error)}"
            raise ChangedError(self.path, How.ODD, self._seen.target, said) from None
        return Seen(target, content, (status.st_dev, status.st_ino), bool(status.st_mode & WRITABLE))

    def check(self, over: Seen | None = None) -> None:
        """Make sure that nobody else did anything to the file since it was read or written here.

        Args:
            over: The file as somebody else left it, if that is to be written over.

        Raises:
            ChangedError: If somebody did.
            SessionError: If nobody can tell.
        """
        seen, now = over or self._seen, self.look()
        if now.target != seen.target and now.number is not None and now.number == seen.number:
            # Only the folder was moved.
            move_lock(seen.target, now.target)
            self._seen = seen = seen._replace(target=now.target)
        if now.content is None and seen.content is not None:
            raise ChangedError(self.path, How.GONE, seen.target)
        if now.target != seen.target:
            raise ChangedError(self.path, How.MOVED, seen.target)
        if now.content != seen.content:
            raise ChangedError(self.path, How.CHANGED, seen.target)
        if seen.is_writable and not now.is_writable:
            raise ChangedError(self.path, How.READ_ONLY, seen.target)

    def save(self, text: str, over: Seen | None = None) -> None:
        """Write the file, unless somebody else did something to it.

        Args:
            text: What is written.
            over: The file as somebody else left it, if that is to be written over.

        Raises:
            ChangedError: If somebody did.
            SessionError: If it cannot be written; then nothing changes.
        """
        self.check(over)
        save(self.path, text)
        self._wrote(text, is_writable=(over or self._seen).is_writable)

    def holds(self, text: str) -> bool:
        """Tell whether a text is what the file holds; if it is, that was written here."""
        content = text.encode("utf-8", "surrogatepass")
        try:
            is_there = self.look().content == content
        except SessionError:
            return False
        if is_there:
            self._wrote(text, is_writable=self._seen.is_writable)
        return is_there

    def take(self, seen: Seen) -> None:
        """Go on with the file as it was left by somebody else."""
        self._seen = seen

    def go_back(self) -> None:
        """Go on with the file that the name led to before it was given another one."""
        self.path = self._seen.target

    def set_aside(self, content: bytes, whose: str) -> Path:
        """Write something that must not be lost to another file beside it, and return that.

        Args:
            content: What is written.
            whose: A word for its name.

        Raises:
            SessionError: If it cannot be written.
        """
        names = (f"{self.path.stem}.{whose}{number}{self.path.suffix}" for number in itertools.count(1))
        other = next(path for path in map(self.path.with_name, names) if not os.path.lexists(path))
        replace_with(other, content, like=self.path)
        return other

    def _wrote(self, text: str, *, is_writable: bool) -> None:
        content = text.encode("utf-8", "surrogatepass")
        self._seen = Seen(self._seen.target, content, self._number(), is_writable)

    def _number(self) -> tuple[int, int] | None:
        with contextlib.suppress(OSError, ValueError):
            status = self.path.stat()
            return status.st_dev, status.st_ino
        return None
