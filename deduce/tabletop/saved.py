"""A saved game: a record in a file, saved after every change, with one history of all changes."""

from __future__ import annotations

from bisect import bisect_left
from contextlib import nullcontext
from typing import TYPE_CHECKING, Generic

from deduce.errors import DeduceError
from deduce.intake.numbers import quoted
from deduce.tabletop.document import parse_document
from deduce.tabletop.errors import LineError, RecordError, SessionError
from deduce.tabletop.history import THEIRS, History, What
from deduce.tabletop.kept_file import KeptFile, Seen
from deduce.tabletop.kind import Entry, S
from deduce.tabletop.record import parse_record, read_record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from deduce.tabletop.kind import Kind, Request
    from deduce.tabletop.misfit import Misfit
    from deduce.tabletop.record import Record

__all__ = ["ENTRY", "PART", "KeptRecord", "SavedGame", "TriedGame", "begin_game", "open_game"]

ENTRY = "entry"
PART = "part of an entry"
"""What is taken back where it is no correction."""


class KeptRecord(Generic[S]):
    """A record that lies in a file and is saved after every change.

    Attributes:
        path: The file.
        file: The same, which notices what others do to it.
        record: The record as it stands.
        me: The seat of whoever keeps it.
        changes: How often its entries were changed.
    """

    def __init__(self, path: Path, record: Record[S], me: int | None = None) -> None:
        self.path: Path = path
        self.file: KeptFile = KeptFile(path, record.text)
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

    def go_on(self, record: Record[S], *, is_change: bool = True) -> None:
        """Go on with a record that is saved, or need not be.

        Args:
            record: The record.
            is_change: Whether its entries were changed.
        """
        self.record = record
        self.changes += is_change

    def keep(self, record: Record[S], *, is_change: bool = True) -> None:
        """Save first, then go on with it.

        Args:
            record: The record.
            is_change: Whether its entries were changed.

        Raises:
            ChangedError: If somebody else did something to the file.
            SessionError: If it cannot be saved; the record is what it was then.
        """
        self.file.save(record.text)
        self.go_on(record, is_change=is_change)

    # --- What others did to the file -----------------------------------------------------------------

    def theirs(self) -> Record[S] | None:
        """Return what somebody else made of the file; None if nobody can go on with that."""
        return None

    def keep_mine(self) -> Path | None:
        """Go on with what is here, whatever somebody else did to the file.

        Returns:
            Where what is in the file was set aside; None if there was nothing to lose.

        Raises:
            SessionError: If it cannot be written.
        """
        seen, text = self.file.look(), self.record.text
        is_other = seen.content and seen.content != text.encode("utf-8", "surrogatepass")
        aside = self.file.set_aside(seen.content, "theirs") if seen.content and is_other else None
        self.file.save(text, over=seen)
        return aside

    def go_back(self) -> None:
        """Go on in the file that the name led to before it was given another one."""
        self.file.go_back()
        self.path = self.file.path


class SavedGame(KeptRecord[S]):
    """A game at the table.

    One history has every change, whatever it was: what was done last is taken back first, also after the
    file was closed. Notes are no part of it. Entries that were there before there was a history are taken
    back from the end.

    Args:
        path: The file.
        record: The record.
        me: The seat of whoever keeps it; by default the record's own.
        history: What was done to it; by default nothing yet.
    """

    def __init__(
        self, path: Path, record: Record[S], me: int | None = None, history: History | None = None
    ) -> None:
        super().__init__(path, record, me)
        self._history: History = History(None, record.text) if history is None else history
        # The records before what was done since the file was opened, which need not be read again.
        self._before: dict[int, Record[S]] = {}

    _way_back = "; undo takes turns back"

    def note(self, text: str) -> None:
        self._do(What.NOTE, self.record.with_note(text), " ".join(text.split()))

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
        count = len(self.record.steps)
        entry = self._read(count, text, answers)
        if isinstance(entry, Entry):
            # What stands behind the last entry is never in the way: the game is not over.
            kept = count - entry.continues
            record = self.record.with_texts([*self.record.texts[:kept], entry.text], kept)
            self._change(PART if entry.continues or entry.is_open else ENTRY, record)
        return entry

    def edit(
        self, number: int, text: str, answers: tuple[str, ...] = (), about: str | None = None
    ) -> tuple[Entry | Request, Sequence[Misfit]]:
        """Change an entry in its place.

        Args:
            number: The number of the entry, from 1.
            text: The line as it should have been, or what alone is to be changed in it, such as its answer.
            answers: What was said to what was asked about it.
            about: Which of the things that the entry tells is to be changed: "b" for the second.

        Returns:
            The entry, and what does not fit any more because of it.

        Raises:
            LineError: If there is no such entry, or the new one makes no sense there; nothing changes then.
        """
        self._check(number, len(self.record.steps))
        amend, written = self.record.kind.amend, self.record.steps[number - 1].text
        line = (amend(written, text, about) if amend is not None else "") or text
        return self._put(number, line, answers, len(self.record.steps), 1, f"edit {number}")

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
        return self._change(f"delete {number}", self.record.with_texts(texts, number - 1))

    def mend(self, record: Record[S]) -> Sequence[Misfit]:
        """Go on with the record as it was mended, and return what does not fit any more because of it."""
        return self._change("mend", record)

    def set_headers(self, headers: Mapping[str, str], words: str) -> Sequence[Misfit]:
        """Change what the headers say, and return what does not fit any more because of it.

        Args:
            headers: What stands behind each key; "" takes it out.
            words: What is done.

        Raises:
            RecordError: If the record makes no sense then; nothing changes.
        """
        document = self.record.document
        for key, value in headers.items():
            document = document.with_header(key, value) if value else document.without_header(key)
        return self._change(words, self.record.with_document(document))

    def undo(self, count: int = 1) -> tuple[str, ...]:
        """Take back changes, the last one first, and return what they were."""
        if count < 1:
            return ()
        history = self._history
        taken = history.changes[max(len(history.changes) - count, 0) :]
        record = self._restored(taken[0]) if taken else self.record
        # What was there before there was a history is taken back entry by entry, from the end.
        older = min(count - len(taken), len(record.steps))
        if not taken and not older:
            return ()
        if older:
            kept = [step.text for step in record.steps[: len(record.steps) - older]]
            record = record.with_texts(kept, len(kept))
        words = tuple(map(history.words, reversed(taken)))
        self._do(What.UNDO, record, count=len(taken))
        return (*words, *([ENTRY] * older))

    def redo(self) -> tuple[str, ...]:
        """Bring back what the last undo took, and return what it was; nothing if something changed since."""
        if not self._history.undone:
            return ()
        undone, before = self._history.undone[-1], len(self.record.steps)
        self._do(What.REDO, self._restored(undone.number))
        words = tuple(map(self._history.words, undone.changes))
        return words or (ENTRY,) * (len(self.record.steps) - before)

    def _restored(self, number: int) -> Record[S]:
        """Return the record before something was done, to the letter, but for the notes since."""
        record = self._before.get(number)
        if record is None:
            text = self._history.text_before(number, self.record.text)
            record = self.record.with_document(parse_document(text, self.record.document.layout))
        for note in self._history.notes_since(number):
            record = record.with_note(note)
        return record

    def _do(self, what: str, record: Record[S], words: str = "", count: int = 0) -> None:
        """Write down what is done, and save what comes of it."""
        number, before = len(self._history), self.record
        is_shown = self._keeps_what_was_shown(record)
        self.check()
        self._history.add(what, before.text, record.text, words, count)
        try:
            self.keep(record, is_change=what != What.NOTE)
        except BaseException:
            if self.file.holds(record.text):
                # It was stopped between saving and going on.
                self.go_on(record, is_change=what != What.NOTE)
            elif self.record is before:
                self._history.drop()
            raise
        self._before[number] = before
        if is_shown:
            self._throw_away()

    def _throw_away(self) -> None:
        """Throw away what of the secret is not needed any more, since it stands in the file."""
        if self.record.kind.secret is not None:
            self.record.kind.secret.check(self.path, self.record.now)

    def _keeps_what_was_shown(self, record: Record[S]) -> bool:
        """Tell whether a record shows more of its secret than the one before it.

        Raises:
            LineError: If it shows less, since nobody can unsee what was shown.
        """
        secret = record.kind.secret
        if secret is None:
            return False
        before, after = secret.shown(self.record.now), secret.shown(record.now)
        lost = before - after
        if lost:
            steps = enumerate(self.record.steps, 1)
            entry = next((number for number, step in steps if lost & secret.shown(step.after)), 0)
            message = (
                f"{record.kind.nouns.entry} {entry} opened what was sealed, and nobody can unsee that, so it "
                "stays; edit and delete change the others"
            )
            raise LineError(message)
        return bool(after - before)

    def heard(self) -> str:
        """Return once what there is to know of its history; "" for nothing."""
        return self._history.heard()

    def check(self) -> None:
        """Make sure that nobody else did anything to the file.

        Raises:
            ChangedError: If somebody did.
        """
        self.file.check()

    # --- What others did to the file -----------------------------------------------------------------

    def theirs(self) -> Record[S] | None:
        try:
            return self._read_again(self.file.look())
        except DeduceError:
            return None

    def take_theirs(self) -> None:
        """Go on with what somebody else made of the file; undo brings back what was here.

        Raises:
            RecordError: If it is no record of a game; nothing changes then.
            SessionError: If that cannot be written down.
        """
        seen = self.file.look()
        theirs, mine = self._read_again(seen), self.record
        self._history.add(What.CHANGE, mine.text, theirs.text, THEIRS)
        self._before[len(self._history) - 1] = mine
        self.file.take(seen)
        self.go_on(theirs)

    def go_back(self) -> None:
        super().go_back()
        self._history.move_to(self.path)

    def _read_again(self, seen: Seen) -> Record[S]:
        """Return the record that a file is.

        Raises:
            RecordError: If it is none.
        """
        record, text = self.record, seen.text
        if text is None:
            message = "is no record of a game"
            raise RecordError(message, record.name)
        folder, options = record.folder, record.options
        return parse_record(record.kind, text, name=record.name, folder=folder, options=options)

    # --- Changes -----------------------------------------------------------------------------------

    def _put(
        self, number: int, text: str, answers: tuple[str, ...], last: int, replaced: int, words: str
    ) -> tuple[Entry | Request, Sequence[Misfit]]:
        self._check(number, last)
        entry = self._read(number - 1, text, answers)
        if not isinstance(entry, Entry):
            return entry, ()
        if entry.continues:
            message = f"entry {number - 1} is not complete; edit {number - 1} comes first"
            raise LineError(message)
        texts = self.record.texts
        if entry.is_open and number - 1 + replaced < len(texts):
            message = f"{text!r} is not a whole entry, and others stand behind it; write all of it"
            raise LineError(message)
        texts[number - 1 : number - 1 + replaced] = [entry.text]
        return entry, self._change(words, self.record.with_texts(texts, number - 1))

    def _read(self, count: int, text: str, answers: tuple[str, ...]) -> Entry | Request:
        """Read a line after so many entries; where the game is over there is nothing to enter."""
        state = self.record.at(count)
        if not self.record.kind.to_act(state):
            message = f"the game is over{self._way_back}"
            raise LineError(message)
        return self.record.kind.read(self._known(state), text, answers)

    def _known(self, state: S) -> S:
        """Return a state as a line is read in it: with what only this file may know."""
        secret = self.record.kind.secret
        return state if secret is None else secret.known(state, self.path)

    def _check(self, number: int, last: int) -> None:
        if not 1 <= number <= last:
            message = f"there is no entry {number}; there are {last}" if last else "there are no entries yet"
            raise LineError(message)

    def _change(self, words: str, record: Record[S]) -> Sequence[Misfit]:
        """Save another record, and return what does not fit in it that did before."""
        before = self.record
        self._do(What.CHANGE, record, words)
        steps = record.steps
        last = range(min(len(before.steps), len(steps)))
        # The records share their first steps, and none behind one that they do not share.
        shared = bisect_left(last, x=True, key=lambda place: before.steps[place] is not steps[place])
        fresh = list(record.misfits_from(shared))
        known = {(misfit.text, misfit.message) for misfit in before.misfits} if fresh else set()
        return [misfit for misfit in fresh if (misfit.text, misfit.message) not in known]


class TriedGame(SavedGame[S]):
    """A line that is only tried: it goes on from some moment of a game, and nothing of it is saved.

    Args:
        game: The game.
        count: How many of its entries it goes on from.

    Attributes:
        game: The game that is gone back to.
        begin: How many entries were there before.
    """

    def __init__(self, game: KeptRecord[S], count: int) -> None:
        texts = [step.text for step in game.record.steps[:count]]
        record = game.record
        if count < len(record.steps) or record.remarks:
            record = record.with_texts(texts, count)
        super().__init__(game.path, record, game.me)
        self.game: KeptRecord[S] = game
        self.begin: int = count

    _way_back = "; back leaves what is only tried"

    def check(self) -> None:
        """Nobody else can do anything to what is not saved."""

    def _throw_away(self) -> None:
        """Nothing that is only tried stands in the file."""

    def keep(self, record: Record[S], *, is_change: bool = True) -> None:
        self.go_on(record, is_change=is_change)

    def undo(self, count: int = 1) -> tuple[str, ...]:
        return super().undo(min(count, len(self._history.changes)))

    def _known(self, state: S) -> S:
        secret = self.record.kind.secret
        return state if secret is None else secret.supposed(state)


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
    with nullcontext(text) if kind.secret is None else kind.secret.begin(path, text) as begun:
        record = parse_record(kind, begun, name=str(path), folder=path.parent, options=options)
        KeptFile.begun(path, begun)
    return SavedGame(path, record, history=History(path, record.text, anew=True))


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
        SessionError: If nothing is entered into it here, or it has a secret and goes on in another file.
    """
    record = read_record(kind, path, options)
    document = record.document
    if document.strangers and not document.rows:
        line, text = document.strangers[0]
        message = f"{quoted(text)} is neither a header nor a row, so this is hardly the record of a game"
        raise RecordError(message, str(path), line)
    if kind.closed is not None and (why := kind.closed(record)):
        message = f"{path} {why}"
        raise SessionError(message)
    if kind.secret is not None:
        kind.secret.check(path, record.now)
    return SavedGame(path, record, me, History(path, record.text))
