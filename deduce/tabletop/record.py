"""A record: headers and entries in a file, and what follows from each entry.

A record never changes: what is entered, taken back or corrected gives another record, which shares with the
first all that is the same. So an entry costs what the entry costs, however long the game is, and any earlier
record can be kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from deduce.collecting import without_collecting
from deduce.errors import IntakeError, shortened
from deduce.intake import content as intake
from deduce.tabletop.document import MISSING, parse_document
from deduce.tabletop.errors import RecordError
from deduce.tabletop.kind import Begun, Kind, S, Source
from deduce.tabletop.misfit import Fault, Misfit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from deduce.tabletop.document import Cell, Document

__all__ = ["Record", "Step", "parse_record", "read_document", "read_record", "read_text"]

LARGEST = 2_000_000
"""How many bytes of a record are read."""
WHAT = "the record of a game"
MOST_ENTRIES = 8_000
"""Even thousands of combats that the rules refuse are read within two seconds then."""
MOST_LINES = 50_000
MOST_HEADERS = 1_000


class Step(NamedTuple, Generic[S]):
    """One entry of a record.

    Attributes:
        text: The entry as it is written.
        before: How the game stood before it.
        after: How it stood after it.
        faults: What does not fit in it.
        is_missing: Whether it stands for an entry that is missing.
    """

    text: str
    before: S
    after: S
    faults: tuple[Fault, ...] = ()
    is_missing: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Record(Generic[S]):
    """The record of a game.

    Attributes:
        kind: The kind of game.
        name: What it is called in messages.
        folder: Where files that it names are looked for.
        options: What was asked for on reading it.
        document: The lines.
        begun: What the headers say.
        steps: The entries.
        remarks: What stands behind the end of the game, such as who won.
    """

    kind: Kind[S]
    name: str
    folder: Path
    options: Mapping[str, Any]
    document: Document
    begun: Begun[S]
    steps: tuple[Step[S], ...]
    remarks: tuple[Step[S], ...]

    @property
    def text(self) -> str:
        """The text; of a record that was read, exactly what was read."""
        return self.document.text

    @property
    def seats(self) -> tuple[str, ...]:
        """What the seats are called."""
        return self.begun.seats

    @property
    def now(self) -> S:
        """How the game stands."""
        return self.at(len(self.steps))

    def at(self, count: int) -> S:
        """Return how the game stood after so many entries.

        Raises:
            IndexError: If there are not so many.
        """
        last = len(self.steps)
        if not 0 <= count <= last:
            message = (
                f"there are {last} {self.kind.nouns.entries} in this record; give a number from 0 to {last}"
            )
            raise IndexError(message)
        return self.steps[count - 1].after if count else self.begun.state

    # --- What does not fit -------------------------------------------------------------------------

    @cached_property
    def misfits(self) -> tuple[Misfit, ...]:
        """What does not fit, in the order of the lines."""
        columns = self.document.layout.columns
        found = [*self.begun.misfits]
        for line, text in self.document.strangers:
            message = "is neither a header nor a row of moves; it is ignored"
            found.append(Misfit(0, 0, shortened(text), message, line, 1))
        for row in self.document.misnumbered():
            message = f"row {row.row} should stand here; read as the next row"
            found.append(Misfit(int(row.text[:-1]), 1, row.text, message, row.line, 1, columns))
        if any(step.faults for step in (*self.steps, *self.remarks)):
            with without_collecting():
                found += self.misfits_from(0)
        return tuple(sorted(found, key=lambda misfit: (misfit.line, misfit.character)))

    def misfits_from(self, first: int) -> Iterator[Misfit]:
        """Yield what does not fit in the entries from some number on, counted from 0."""
        entries = (*self.steps, *self.remarks)
        if not any(step.faults for step in entries[first:]):
            return
        columns, skipped = self.document.layout.columns, self.begun.skipped
        cells = list(self.document.cells(skipped))
        # Behind the end of the game nothing is missing.
        cells[len(self.steps) :] = [cell for cell in cells[len(self.steps) :] if not cell.is_missing]
        for number, step in enumerate(entries[first:], first):
            for fault in step.faults:
                about = number - fault.back
                cell = cells[about]
                place = (cell.row, cell.column, shortened(fault.text), fault.message, cell.line)
                entry = about + 1 if about < len(self.steps) else 0
                yield Misfit(*place, cell.character + fault.place, columns, fault.rule, entry)

    # --- Other records -----------------------------------------------------------------------------

    @property
    def texts(self) -> list[str]:
        """What stands in the rows: the entries, and what stands behind the last one."""
        return [step.text for step in (*self.steps, *self.remarks)]

    def with_texts(self, texts: Sequence[str], same: int = 0) -> Record[S]:
        """Return the record with other entries; those that stay the same are not read again.

        Args:
            texts: The entries.
            same: How many of them, from the first, are known to be the same.

        Raises:
            RecordError: If there is too much in it to be read again from its file.
        """
        document, skipped, columns = self.document, self.begun.skipped, self.document.layout.columns
        last = min(len(texts), len(self.steps))
        while same < last and texts[same] == self.steps[same].text:
            same += 1
        ended = len(self.steps)
        kept = document.kept(same, skipped, ended)
        changed = document.with_cells(texts, skipped, kept, ended)
        if not texts or (skipped and len(texts) < columns):
            # A row that is there in part, or none, does not say what more rows would.
            for key, value in self.begun.empty.items():
                if not any(header.key.casefold() == key.casefold() for header in changed.headers):
                    changed = changed.with_header(key, value)
        if (changed.headers, changed.heads) != (document.headers, document.heads):
            # Lines have moved that something was said of, or mean something else now.
            return self.with_document(changed)
        self._check_room(changed)
        return self._followed(changed, self.steps[: kept.entries], kept.rows)

    def with_document(self, document: Document) -> Record[S]:
        """Return the record of other lines, read anew.

        Raises:
            RecordError: If there is too much in it to be read again from its file, or its headers make no
                sense.
        """
        self._check_room(document)
        begun = self.begun
        is_same = _named(document, begun.read_from) == _named(self.document, begun.read_from)
        # What was read from other files is not read again while they are named as before.
        options = {**self.options, **(begun.reading if is_same else {})}
        source = Source(document, self.name, self.folder, options)
        return replace(read_document(self.kind, source), options=self.options)

    def with_note(self, text: str) -> Record[S]:
        """Return the record with one more hunch, apart from the facts."""
        document = self.document.with_note(text)
        self._check_room(document)
        return self.with_document(document) if self.begun.misfits else replace(self, document=document)

    def _check_room(self, document: Document) -> None:
        """Make sure that what is written can be read again.

        Raises:
            RecordError: If it is too large for that.
        """
        size = sum(map(len, document.lines)) + len(document.lines)
        if 4 * size > LARGEST and len(document.text.encode(errors="replace")) > LARGEST:
            message = f"would be larger than {LARGEST:,} bytes, and no record that large is read again"
            raise RecordError(message, self.name)
        _check_size(document, self.name)

    def _followed(self, document: Document, steps: tuple[Step[S], ...], start: int) -> Record[S]:
        state = steps[-1].after if steps else self.begun.state
        fresh, remarks = _follow_all(self, state, document.cells(self.begun.skipped, start))
        return replace(self, document=document, steps=(*steps, *fresh), remarks=remarks)


def _named(document: Document, keys: Collection[str]) -> list[str]:
    """Return what some headers say."""
    return [header.value for header in document.headers if header.key in keys]


def _follow_all(
    record: Record[S], state: S, cells: Iterable[Cell]
) -> tuple[tuple[Step[S], ...], tuple[Step[S], ...]]:
    """Follow what is written; return the entries, and what stands behind the end of the game.

    Args:
        record: The record that it belongs to.
        state: How the game stands before it.
        cells: What is written.
    """
    kind, steps, remarks = record.kind, list[Step[S]](), list[Step[S]]()
    missing = ""
    for cell in cells:
        is_over = not kind.to_act(state)
        if cell.is_missing:
            if not is_over:
                steps.append(Step(cell.text, state, kind.follow(state, cell.text).state, (), is_missing=True))
                state = steps[-1].after
                missing = record.begun.columns[cell.column - 1]
            continue
        followed = kind.follow(state, cell.text)
        faults = followed.faults
        if cell.text == MISSING and record.document.layout.columns > 1 and not is_over:
            # Whoever writes that a turn is not known means it.
            faults = tuple(fault for fault in faults if fault.text != MISSING)
        if missing:
            message = f"before this a turn of {missing} is missing; read as passed"
            faults = (Fault(0, cell.text, message), *(() if is_over else faults))
            missing = ""
        step = Step(cell.text, state, followed.state, faults)
        state = followed.state
        (remarks if is_over else steps).append(step)
    return tuple(steps), tuple(remarks)


def read_document(kind: Kind[S], source: Source) -> Record[S]:
    """Read a record from its lines.

    Raises:
        RecordError: If its headers make no sense.
    """
    begun = kind.begin(source)
    record = Record(kind, source.name, source.folder, source.options, source.document, begun, (), ())
    with without_collecting():
        # All states are kept, and are in no cycles.
        steps, remarks = _follow_all(record, begun.state, source.document.cells(begun.skipped))
    return replace(record, steps=steps, remarks=remarks)


def parse_record(
    kind: Kind[S],
    text: str,
    *,
    name: str = "record",
    folder: Path | None = None,
    options: Mapping[str, Any] | None = None,
) -> Record[S]:
    """Read the record of a game from its text.

    Args:
        kind: The kind of game.
        text: The text.
        name: What to call it in error messages.
        folder: Where files that it names are looked for.
        options: What is asked for on reading it, by the names of the kind's options.

    Raises:
        RecordError: If there is nothing in it to read, or its headers make no sense.
    """
    ends = text.count("\n") + text.count("\r") - text.count("\r\n")
    _check_count("lines", ends + 1, MOST_LINES, name)
    document = parse_document(text, kind.layout)
    if not document.rows and not document.headers and document.heads is None:
        message = (
            "has neither headers nor numbered rows of moves, so it is no record of a game "
            "(lines as they are typed at a table are what table reads)"
        )
        raise RecordError(message, name)
    _check_size(document, name)
    return read_document(kind, Source(document, name, folder or Path(), options or {}))


def _check_size(document: Document, name: str) -> None:
    """Make sure that following a record comes to an end in time.

    Raises:
        RecordError: If there is too much in it.
    """
    _check_count("lines", len(document.lines), MOST_LINES, name)
    _check_count("entries", sum(len(row.texts) for row in document.rows), MOST_ENTRIES, name)
    _check_count("headers", len(document.headers), MOST_HEADERS, name)


def _check_count(what: str, count: int, most: int, name: str) -> None:
    if count > most:
        message = f"has {count:,} {what}; at most {most:,} are read, so it is hardly the record of a game"
        raise RecordError(message, name)


def read_record(kind: Kind[S], path: str | Path, options: Mapping[str, Any] | None = None) -> Record[S]:
    """Read the record of a game from a file.

    Args:
        kind: The kind of game.
        path: The file.
        options: What is asked for on reading it, by the names of the kind's options.

    Raises:
        RecordError: If it cannot be read at all. Everything that is wrong within a readable record is
            collected in `Record.misfits` instead.
    """
    text = read_text(path)
    return parse_record(kind, text, name=str(path), folder=Path(path).parent, options=options)


def read_text(path: str | Path) -> str:
    """Read the text of a record's file.

    Raises:
        RecordError: If it cannot be read, is too large, or is no text.
    """
    try:
        return intake.read_text(path, LARGEST, WHAT)
    except IntakeError as error:
        raise RecordError(error.reason, str(path), error.line) from None
