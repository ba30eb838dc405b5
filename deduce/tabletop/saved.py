"""A saved game: a record in a file, saved after every change, with one history of all changes."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from deduce.tabletop.errors import LineError
from deduce.tabletop.files import save
from deduce.tabletop.kind import Entry, S
from deduce.tabletop.record import parse_record, read_record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from deduce.tabletop.kind import Kind, Request
    from deduce.tabletop.misfit import Misfit
    from deduce.tabletop.record import Record

__all__ = ["KeptRecord", "SavedGame", "begin_game", "open_game"]


@dataclass(frozen=True, eq=False, repr=False)
class _Change:
    """A change that was made: what it was, the record before it, and how many hunches were noted then."""

    words: str
    before: Record[Any]
    noted: int


@dataclass(frozen=True, eq=False, repr=False)
class _Undone:
    """What one undo took back: the changes; and likewise the record before it."""

    changes: tuple[_Change, ...]
    before: Record[Any]
    noted: int


class KeptRecord(Generic[S]):
    """A record that lies in a file and is saved after every change.

    Attributes:
        path: The file.
        record: The record as it stands.
        me: The seat of whoever keeps it.
        changes: How often its entries were changed.
    """

    def __init__(self, path: Path, record: Record[S], me: int | None = None) -> None:
        self.path: Path = path
        self.record: Record[S] = record
        self.me: int = record.begun.me if me is None else me
        self.changes: int = 0

    @property
    def notes(self) -> tuple[str, ...]:
        """The hunches that were noted; nothing follows from them."""
        return self.record.document.notes

    def note(self, text: str) -> None:
        """Note a hunch, apart from the facts."""
        self.keep(self.record.with_note(text), is_change=False)

    def keep(self, record: Record[S], *, is_change: bool = True) -> None:
        """Save first, then go on with it.

        Args:
            record: The record.
            is_change: Whether its entries were changed.

        Raises:
            SessionError: If it cannot be saved; the record is what it was then.
        """
        save(self.path, record.text)
        self.record = record
        self.changes += is_change


class SavedGame(KeptRecord[S]):
    """A game at the table.

    One history has every change of the entries, whatever it was: what was done last is taken back first.
    Notes are no part of it. Entries that were there before the file was opened are taken back from the end.
    """

    def __init__(self, path: Path, record: Record[S], me: int | None = None) -> None:
        super().__init__(path, record, me)
        self._noted: list[str] = []
        self._changes: list[_Change] = []
        self._undone: list[_Undone] = []

    def note(self, text: str) -> None:
        super().note(text)
        self._noted.append(text)

    def enter(self, text: str, answers: tuple[str, ...] = ()) -> Entry | Request:
        """Add an entry.

        Args:
            text: The line that was typed.
            answers: What was said to what was asked about it.

        Returns:
            The entry, or what is still to be said before it is one; nothing changes then.

        Raises:
            LineError: If it makes no sense, or is not possible; nothing changes then.
        """
        entry = self._read(len(self.record.steps), text, answers)
        if isinstance(entry, Entry):
            self._change("entry", [*self.record.texts, entry.text], len(self.record.steps))
        return entry

    def edit(
        self, number: int, text: str, answers: tuple[str, ...] = ()
    ) -> tuple[Entry | Request, Sequence[Misfit]]:
        """Change an entry in its place.

        Args:
            number: The number of the entry, from 1.
            text: The line as it should have been.
            answers: What was said to what was asked about it.

        Returns:
            The entry, and what does not fit any more because of it.

        Raises:
            LineError: If there is no such entry, or the new one makes no sense there; nothing changes then.
        """
        return self._put(number, text, answers, len(self.record.steps), 1, f"edit {number}")

    def insert(
        self, number: int, text: str, answers: tuple[str, ...] = ()
    ) -> tuple[Entry | Request, Sequence[Misfit]]:
        """Put an entry before another one; otherwise like `edit`."""
        return self._put(number, text, answers, len(self.record.steps) + 1, 0, f"insert {number}")

    def delete(self, number: int) -> Sequence[Misfit]:
        """Take an entry out, and return what does not fit any more because of it.

        Raises:
            LineError: If there is no such entry.
        """
        self._check(number, len(self.record.steps))
        texts = self.record.texts
        del texts[number - 1]
        return self._change(f"delete {number}", texts, number - 1)

    def undo(self, count: int = 1) -> tuple[str, ...]:
        """Take back changes, the last one first, and return what they were."""
        if count < 1:
            return ()
        before = self.record
        taken = self._changes[max(len(self._changes) - count, 0) :]
        record = self._restored(taken[0].before, taken[0].noted) if taken else self.record
        # What was there when the file was opened is taken back entry by entry, from the end.
        older = min(count - len(taken), len(record.steps))
        if not taken and not older:
            return ()
        if older:
            kept = [step.text for step in record.steps[: len(record.steps) - older]]
            record = record.with_texts(kept, len(kept))
        self.keep(record)
        del self._changes[len(self._changes) - len(taken) :]
        self._undone.append(_Undone(tuple(taken), before, len(self._noted)))
        return (*(change.words for change in reversed(taken)), *(["entry"] * older))

    def redo(self) -> bool:
        """Bring back what the last undo took; tell whether there was one, with nothing changed since."""
        if not self._undone:
            return False
        undone = self._undone[-1]
        self.keep(self._restored(undone.before, undone.noted))
        self._undone.pop()
        self._changes += undone.changes
        return True

    def _restored(self, record: Record[S], noted: int) -> Record[S]:
        """Return an earlier record to the letter, but for the hunches that were noted since."""
        for note in self._noted[noted:]:
            record = record.with_note(note)
        return record

    # --- Changes -----------------------------------------------------------------------------------

    def _put(
        self, number: int, text: str, answers: tuple[str, ...], last: int, replaced: int, words: str
    ) -> tuple[Entry | Request, Sequence[Misfit]]:
        self._check(number, last)
        entry = self._read(number - 1, text, answers)
        if not isinstance(entry, Entry):
            return entry, ()
        texts = self.record.texts
        texts[number - 1 : number - 1 + replaced] = [entry.text]
        return entry, self._change(words, texts, number - 1)

    def _read(self, count: int, text: str, answers: tuple[str, ...]) -> Entry | Request:
        """Read a line after so many entries; where the game is over there is nothing to enter."""
        state = self.record.at(count)
        if not self.record.kind.to_act(state):
            message = "the game is over; undo takes turns back"
            raise LineError(message)
        return self.record.kind.read(state, text, answers)

    def _check(self, number: int, last: int) -> None:
        if not 1 <= number <= last:
            message = f"there is no entry {number}; there are {last}" if last else "there are no entries yet"
            raise LineError(message)

    def _change(self, words: str, texts: Sequence[str], same: int) -> Sequence[Misfit]:
        """Save other entries, of which so many are the same, and return what does not fit that did before."""
        before = self.record
        self.keep(before.with_texts(texts, same))
        self._changes.append(_Change(words, before, len(self._noted)))
        self._undone = []
        steps = self.record.steps
        last = range(min(len(before.steps), len(steps)))
        # The records share their first steps, and none behind one that they do not share.
        shared = bisect_left(last, x=True, key=lambda place: before.steps[place] is not steps[place])
        fresh = list(self.record.misfits_from(shared))
        known = {(misfit.text, misfit.message) for misfit in before.misfits} if fresh else set()
        return [misfit for misfit in fresh if (misfit.text, misfit.message) not in known]


def begin_game(
    kind: Kind[S], path: Path, text: str, options: Mapping[str, Any] | None = None
) -> SavedGame[S]:
    """Begin a game and save it.

    Args:
        kind: The kind of game.
        path: The file to save it in.
        text: Its record, without entries.
        options: What is asked for on reading it, by the names of the kind's options.

    Raises:
        RecordError: If the record makes no sense.
        SessionError: If the file cannot be written.
    """
    record = parse_record(kind, text, name=str(path), folder=path.parent, options=options)
    save(path, text)
    return SavedGame(path, record)


def open_game(
    kind: Kind[S], path: Path, me: int | None = None, options: Mapping[str, Any] | None = None
) -> SavedGame[S]:
    """Go on with a game.

    Args:
        kind: The kind of game.
        path: Its file.
        me: The seat that the companion sits with; by default the record's own.
        options: What is asked for on reading it, by the names of the kind's options.

    Raises:
        RecordError: If it cannot be read.
    """
    return SavedGame(path, read_record(kind, path, options), me)
