"""All changes of a record's text, in a file beside it, so that they can be taken back after quitting as well.

The file is a log: the text that it began with, and a line for everything that was done to the record, with
what it changed in the text. A line is written before the record is, so a process that ends in between loses
neither. What somebody did to the record meanwhile with an editor is one change more.

Whatever lies under the name of that file and does not begin as a history does is somebody else's: it is left
as it is, and the game goes on without a history that outlasts it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.intake.content import read_text, said_of
from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import put_in_place, write_all
from deduce.tabletop.paths import NotOursError, beside, open_beside, real_path

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["THEIRS", "History", "What"]

FORMAT = "deduce.history/2"
THEIRS = "what somebody else did to the file"
"""What a change is called that was not made here."""
LARGEST = 16_000_000
"""How many bytes of a history are read; a longer one begins anew."""
OURS = re.compile(rb'\{"format": "deduce\.history/[12]"')
"""How every history begins that any version wrote."""
LONGEST_BEGINNING = 40
"""How many bytes tell that."""


class What:
    """What can be done to a record."""

    CHANGE = "change"
    UNDO = "undo"
    REDO = "redo"
    NOTE = "note"


class _Step(NamedTuple):
    """Something that was done, as a change of the text.

    Attributes:
        what: One of `What`.
        words: What it was; of a note, the note.
        taken: How many changes were taken back.
        place: Where the text changed.
        old: What stood there.
        new: What stands there instead.
        check: What tells the text behind it from others.
    """

    what: str
    words: str
    taken: int
    place: int
    old: str
    new: str
    check: str


@dataclass(frozen=True, slots=True)
class _Undone:
    """An undo that can be brought back: its number, and those of the changes that it took back."""

    number: int
    changes: tuple[int, ...]


class History:
    """What was done to a record.

    Args:
        path: The file of the record; None for a history that is not kept.
        text: The text of the record, with which a history that is there already ends.
        anew: Whether the record begins, so that a history that is there is another one's.

    Attributes:
        changes: The numbers of the changes that can be taken back, the last one at the end.
        undone: What can be brought back, the last one at the end.
    """

    def __init__(self, path: Path | None, text: str, *, anew: bool = False) -> None:
        self._path = path
        self._is_kept = path is not None
        self._heard = ""
        self._size = 0
        self._steps: list[_Step] = []
        self._first = text
        self.changes: list[int] = []
        self.undone: list[_Undone] = []
        if self._is_kept:
            with contextlib.suppress(OSError):
                if self._found() is not None and anew:
                    self._file.unlink()
        if self._is_kept and not anew:
            self._read(text)

    @property
    def _file(self) -> Path:
        """The file that it is in: beside the record, wherever that lies now."""
        return beside(real_path(self._path or Path()), "history")

    def move_to(self, path: Path) -> None:
        """Go on beside a record that goes by another name now."""
        self._path = path if self._is_kept else None

    def heard(self) -> str:
        """Return once what whoever sits there should know of it; "" for nothing."""
        heard, self._heard = self._heard, ""
        return heard

    def __len__(self) -> int:
        return len(self._steps)

    def words(self, number: int) -> str:
        """Return what a change was."""
        return self._steps[number].words

    def notes_since(self, number: int) -> Iterator[str]:
        """Yield the notes that were made since something was done."""
        return (step.words for step in self._steps[number:] if step.what == What.NOTE)

    def text_before(self, number: int, text: str) -> str:
        """Return the text as it was before something was done.

        Args:
            number: The number of what was done.
            text: The text as it is.

        Raises:
            SessionError: If the history does not fit.
        """
        for step in reversed(self._steps[number:]):
            text = text[: step.place] + step.old + text[step.place + len(step.new) :]
        if _check(text) != self._checks[number]:
            message = f"{self._path}: its history was damaged, so this cannot be taken back or brought back"
            raise SessionError(message)
        return text

    def add(self, what: str, before: str, after: str, words: str = "", count: int = 0) -> None:
        """Write down what is about to be done.

        Args:
            what: One of `What`.
            before: The text before it.
            after: The text behind it.
            words: What it is.
            count: How many changes it takes back.

        Raises:
            SessionError: If it cannot be written.
        """
        step = _step(what, before, after, words, count)
        if not self._steps:
            self._first = before
        self._write(step, anew=not self._steps)
        self._take(step)

    def drop(self) -> None:
        """Forget what was written down last, since it was not done."""
        self._forget_last()
        if self._is_kept:
            with contextlib.suppress(OSError, SessionError):
                if self._found() is not None:
                    os.truncate(self._file, self._size)

    def _forget_last(self) -> None:
        steps, self._steps = self._steps[:-1], []
        self.changes, self.undone = [], []
        for step in steps:
            self._take(step)

    def _take(self, step: _Step) -> None:
        number = len(self._steps)
        self._steps.append(step)
        if step.what == What.CHANGE:
            self.changes.append(number)
            self.undone = []
        elif step.what == What.UNDO:
            keep = max(len(self.changes) - step.taken, 0)
            self.undone.append(_Undone(number, tuple(self.changes[keep:])))
            del self.changes[keep:]
        elif step.what == What.REDO and self.undone:
            self.changes += self.undone.pop().changes

    # --- The file ------------------------------------------------------------------------------------

    @property
    def _checks(self) -> list[str]:
        """What tells the texts from others, from the first on."""
        return [_check(self._first), *(step.check for step in self._steps)]

    def _found(self) -> os.stat_result | None:
        """Return what the system knows of the file, if it is there and a history, or empty.

        Raises:
            OSError: If nobody can tell.
        """
        try:
            handle = open_beside(self._file, os.O_RDONLY)
        except FileNotFoundError:
            return None
        except NotOursError as error:
            self._go_without(f"is {error.what}")
            return None
        with os.fdopen(handle, "rb", buffering=0) as file:
            begin = file.read(LONGEST_BEGINNING)
            if begin and not OURS.match(begin):
                self._go_without("holds something else")
                return None
            return os.fstat(handle)

    def _go_without(self, why: str) -> None:
        """Go on without a file: what is done counts more than that it can be taken back later."""
        self._is_kept = False
        self._heard = (
            f"{self._file} {why}, so what you do is not kept there: undo works, but after quitting only turn "
            "by turn from the end. Move that away and open the game again to change this."
        )

    def _write(self, step: _Step | None, *, anew: bool) -> None:
        """Write something that is done at the end, or everything anew; if that fails, nothing of it stays."""
        new = "" if step is None else _line(step)
        try:
            found = self._found() if self._is_kept else None
            if not self._is_kept:
                return
            if anew or found is None or not found.st_size or found.st_nlink != 1:
                # Without what came before, nobody can read what comes now; and what has another name as well
                # may be somebody else's by that.
                self._write_anew(new, is_there=found is not None)
            else:
                self._append(new)
        except PermissionError as error:
            self._go_without(f"cannot be written ({said_of(error)})")
        except OSError as error:
            message = f"{self._file}: cannot be written: {said_of(error)}; nothing was saved"
            raise SessionError(message) from None

    def _write_anew(self, new: str, *, is_there: bool) -> None:
        before = _line({"format": FORMAT, "text": self._first}) + "".join(_line(step) for step in self._steps)
        owner = real_path(self._path or Path())
        put_in_place(self._file, (before + new).encode(), self._file if is_there else owner, owner)
        self._size = len(before)

    def _append(self, new: str) -> None:
        # Without a buffer nothing of it is written later than here.
        with os.fdopen(open_beside(self._file, os.O_WRONLY | os.O_APPEND), "ab", buffering=0) as file:
            self._size = file.tell()
            try:
                write_all(file, new.encode())
            except BaseException:
                os.truncate(file.fileno(), self._size)
                raise

    def _read(self, text: str) -> None:
        """Take up what is in the file, if it ends with this text, or with one that became this one."""
        try:
            lines = read_text(self._file, LARGEST, "a history", is_named_inside=True).split("\n")
            head = json.loads(lines[0])
            first, written = head["text"], head["format"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return
        if written != FORMAT or not isinstance(first, str):
            return
        self._first = first
        found = list(_steps(lines[1:]))
        for step in found:
            self._take(step)
        is_whole = lines[len(found) + 1 :] == [""]
        # What was written down last may not have been done any more.
        if _check(text) != self._checks[-1] and found and _check(text) == self._checks[-2]:
            self._forget_last()
            is_whole = False
        if not is_whole and self._steps:
            self._write(None, anew=True)
        if _check(text) != self._checks[-1]:
            self._take_theirs(text)

    def _take_theirs(self, text: str) -> None:
        """Take up that somebody else changed the text; where nobody can tell what it was, begin anew."""
        last = self._first
        for step in self._steps:
            last = last[: step.place] + step.new + last[step.place + len(step.old) :]
        if _check(last) == self._checks[-1]:
            with contextlib.suppress(SessionError):
                self.add(What.CHANGE, last, text, THEIRS)
                return
        self._first, self._steps, self.changes, self.undone = text, [], [], []


def _line(data: _Step | dict[str, Any]) -> str:
    return json.dumps(data if isinstance(data, dict) else data._asdict(), ensure_ascii=True) + "\n"


def _check(text: str) -> str:
    return sha256(text.encode("utf-8", errors="surrogatepass")).hexdigest()[:16]


def _step(what: str, before: str, after: str, words: str = "", count: int = 0) -> _Step:
    return _Step(what, words, count, *_difference(before, after), _check(after))


def _difference(before: str, after: str) -> tuple[int, str, str]:
    """Return where two texts differ, and what stands there in each."""
    place = _common(before, after)
    most = min(len(before), len(after)) - place
    behind = _common(before[::-1][:most], after[::-1][:most])
    return place, before[place : len(before) - behind], after[place : len(after) - behind]


def _common(one: str, other: str) -> int:
    """Return how far two texts are the same from the beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _steps(lines: list[str]) -> Iterator[_Step]:
    """Read what was done, up to a line that is not whole."""
    for line in lines:
        try:
            data = json.loads(line)
            step = _Step(*(data[name] for name in _Step._fields))
        except (ValueError, LookupError, TypeError, RecursionError):
            return
        kinds = {"taken": int, "place": int}
        if any(type(getattr(step, name)) is not kinds.get(name, str) for name in _Step._fields):
            return
        yield step
