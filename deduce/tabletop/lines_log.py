"""A log of JSON lines, each written as soon as there is something to write.

Work that was stopped goes on where its log ends. What a process was writing when it was killed is a line
without an end; it is dropped.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from deduce.errors import DeduceError, IntakeError, shortened
from deduce.intake.content import read_content
from deduce.intake.data import parse_json
from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import write_all
from deduce.tabletop.locks import Lock

if TYPE_CHECKING:
    from collections.abc import Mapping
    from io import RawIOBase
    from pathlib import Path
    from types import TracebackType

__all__ = ["LinesLog"]

T = TypeVar("T")
LARGEST = 64_000_000


class LinesLog(ABC, Generic[T]):
    """A file with a line for each entry, open for more.

    All lines share a header that says what they belong to. A file that already holds lines of the same is
    gone on with; one that holds anything else is refused and left as it is.

    Attributes:
        path: The file.
        what: What the lines belong to, in a word, such as "tournament".
        header: What all lines share, with "format" first.
        entries: What it holds.
        refusal: What is raised where it holds something else.
    """

    refusal: ClassVar[type[DeduceError]] = DeduceError

    def __init__(self, path: Path, what: str, header: Mapping[str, Any]) -> None:
        self.path: Path = path
        self.what: str = what
        self.header: Mapping[str, Any] = header
        self.entries: list[T] = []
        self._file: RawIOBase | None = None
        self._held = ExitStack()
        in_use = f"{path} is being written by another {what}; wait for it, or choose another file"
        self._lock = Lock(path, in_use)

    @abstractmethod
    def data(self, entry: T) -> Mapping[str, Any]:
        """Return an entry as its line, the header included."""

    @abstractmethod
    def entry(self, data: Mapping[str, Any]) -> T:
        """Return the entry of a line that has the right header.

        Raises:
            KeyError: If something is missing.
            TypeError: If something is of the wrong kind.
            ValueError: Likewise.
            DeduceError: If something else is wrong; it says what.
        """

    def __enter__(self) -> Self:
        """Read the file, and keep it open.

        Raises:
            DeduceError: If it holds something else.
            SessionError: If it cannot be read or written, or is in use.
        """
        with ExitStack() as stack:
            stack.enter_context(self._lock)
            self._file = stack.enter_context(self._opened())
            self._held = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file.

        Raises:
            SessionError: If what was written may not be there.
        """
        self._file = None
        try:
            self._held.close()
        except OSError as failure:
            raise self._unusable("written", failure) from None

    def add(self, entry: T) -> None:
        """Write down an entry.

        Raises:
            SessionError: If it cannot be written.
        """
        if self._file is None:
            message = f"{self.path} is closed; use it in a with statement"
            raise SessionError(message)
        text = json.dumps(self.data(entry), ensure_ascii=False, allow_nan=False) + "\n"
        try:
            write_all(self._file, text.encode())
        except OSError as error:
            raise self._unusable("written", error) from None
        self.entries.append(entry)

    def _opened(self) -> RawIOBase:
        held = self._held_before()
        whole = held[: held.rfind(b"\n") + 1]
        family = self.header["format"].rpartition("/")[0]
        if held and not whole and not held.startswith(f'{{"format": "{family}/'.encode()[: len(held)]):
            # A single line without an end that no log of this kind began.
            raise self._strange(1, f"it is no line of a {self.what}")
        self.entries = [self._read(place, line) for place, line in enumerate(whole.splitlines(), 1)]
        try:
            # Without a buffer nothing of it is written later than it is said to be.
            file = self.path.open("ab", buffering=0)
            if len(whole) < len(held):
                file.truncate(len(whole))
        except OSError as error:
            raise self._unusable("written", error) from None
        return file

    def _held_before(self) -> bytes:
        try:
            is_new = not self.path.exists()
        except OSError as error:
            raise self._unusable("read", error) from None
        if is_new:
            return b""
        try:
            # What is added to has to be an ordinary file, as if another one named it.
            return read_content(self.path, LARGEST, f"the log of a {self.what}", is_named_inside=True)
        except IntakeError as error:
            message = f"{self.path}: {error.reason}"
            raise SessionError(message) from None

    def _read(self, place: int, line: bytes) -> T:
        """Return the entry of a line.

        Raises:
            DeduceError: If it does not belong here.
        """
        try:
            data = parse_json(line)
        except IntakeError as error:
            why = f"it is no line of a {self.what}: {error.reason}"
            raise self._strange(place, why) from None
        if not isinstance(data, dict) or data.get("format") != self.header["format"]:
            raise self._strange(place, f"it is no line of a {self.what}")
        for key, value in self.header.items():
            if key not in data or data[key] != value:
                there, here = _shown(data.get(key)), _shown(value)
                raise self._strange(place, f"its {key} is {there}, but in this {self.what} {here}")
        try:
            return self.entry(data)
        except DeduceError as error:
            raise self._strange(place, str(error)) from None
        except (KeyError, TypeError, ValueError, OverflowError):
            raise self._strange(place, "something is missing or wrong in it") from None

    def _strange(self, place: int, why: str) -> DeduceError:
        return self.refusal(f"{self.path}, line {place}: {why}; choose another file")

    def _unusable(self, done: str, error: OSError) -> SessionError:
        return SessionError(f"{self.path}: cannot be {done}: {error.strerror or error}")


def _shown(value: object) -> str:
    """Return a value as the line has it, but not all of it if it is long."""
    return shortened(json.dumps(value, ensure_ascii=False))
