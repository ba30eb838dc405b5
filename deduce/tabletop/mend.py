"""Finding what was noted wrongly: which change of an entry would let a record replay, or a line be read."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from deduce.errors import DeduceError, shortened
from deduce.tabletop.kind import Entry, S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deduce.tabletop.document import Cell
    from deduce.tabletop.record import Record

__all__ = ["Correction", "Mended", "culprit", "misprints", "written_anew"]

REACH_BACK = 8
"""How many entries before the first one that does not fit a misprint is looked for."""
LOOKED_BACK = 40
"""How many entries back the answer is looked for that makes a line impossible."""
MOST_MISSING = 3
"""How many entries may be missing at one place."""
MOST = 12
"""How many misprints are corrected one after the other."""


@dataclass(frozen=True)
class Correction:
    """An entry that is probably a misprint.

    Attributes:
        entry: The number of the entry.
        cell: The entry as it is written.
        text: What it should probably be.
        others: Other small changes that would let the record replay just as far, as row, column and text.
        columns: How many columns the record has.
        missing: How many entries with that text are probably missing before it; 0 if it is a misprint.
    """

    entry: int
    cell: Cell
    text: str
    others: tuple[tuple[int, int, str], ...]
    columns: int
    missing: int = 0

    def __str__(self) -> str:
        column = f", {'left' if self.cell.column == 1 else 'right'} column" if self.columns > 1 else ""
        more = len(self.others)
        doubt = "" if not more else f" (or {more} other change{'' if more == 1 else 's'})"
        place = f"entry {self.entry} (row {self.cell.row}{column})"
        if self.missing:
            many = "an entry is" if self.missing == 1 else f"{self.missing} entries are"
            each = "" if self.missing == 1 else " each"
            return f"{place}: before {self.cell.text} {many} probably missing: {self.text}{each}{doubt}"
        return f"{place}: {self.cell.text} is probably {self.text}{doubt}"

    def to_json(self) -> dict[str, Any]:
        """Return the correction as data."""
        others = [{"row": row, "column": column, "text": text} for row, column, text in self.others]
        place = {
            "entry": self.entry,
            "row": self.cell.row,
            "column": self.cell.column,
            "text": self.cell.text,
        }
        missing = {"missing_before": self.missing} if self.missing else {}
        return {**place, "probably": self.text, "others": others, **missing}


class Mended(NamedTuple, Generic[S]):
    """What was found of misprints.

    Attributes:
        corrections: The entries that are probably misprints, and what they should be.
        record: The record with these corrections.
        is_stopped: Whether it was stopped before everything was tried.
    """

    corrections: list[Correction]
    record: Record[S]
    is_stopped: bool = False


class _Change(NamedTuple, Generic[S]):
    """A change that was tried, with what counts for it.

    Attributes:
        end: How many entries fit then.
        faults: How many faults are left, as a negative number.
        number: The place of the entry.
        alike: How alike it is to what was written.
        text: What the entry would be.
        record: The record with it.
        missing: How many entries with that text were put in before it, instead of changing it.
    """

    end: int
    faults: int
    number: int
    alike: float
    text: str
    record: Record[S]
    missing: int = 0


def misprints(record: Record[S], progress: Callable[[float], None] | None = None) -> Mended[S]:
    """Find the entries whose change lets a record replay furthest, one after the other.

    One thing is changed at a time. Of several changes that help as much, the one closest before the first
    entry that does not fit is taken, of these the one most alike, and the others are named. Ctrl-C ends it
    with what was found.

    Args:
        record: The record.
        progress: Is told from time to time which part of the record is done.
    """
    found: list[Correction] = []
    is_stopped = False
    while record.kind.changes is not None and len(found) < MOST and not is_stopped:
        place = _first_fault(record)
        if place is None:
            break
        best: list[_Change[S]] = []
        try:
            for change in _tried(record, place, progress):
                best.append(change)  # noqa: PERF402 - what was tried stays if it is stopped
        except KeyboardInterrupt:
            is_stopped = True
        best.sort(key=lambda change: change[:4], reverse=True)
        if not best or best[0].end <= place:
            break
        chosen = best[0]
        cells = list(record.document.cells(record.begun.skipped))
        others = tuple(
            (cells[other.number].row, cells[other.number].column, other.text)
            for other in best[1:]
            if other[:2] == chosen[:2]
        )
        columns = record.document.layout.columns
        found.append(
            Correction(chosen.number + 1, cells[chosen.number], chosen.text, others, columns, chosen.missing)
        )
        record = chosen.record
    return Mended(found, record, is_stopped)


def _tried(record: Record[S], place: int, progress: Callable[[float], None] | None) -> Iterator[_Change[S]]:
    """Yield all small changes of the entry that does not fit and of those before it, and what is missing."""
    yield from _put_in(record, place)
    changes = record.kind.changes
    numbers = range(place, max(-1, place - REACH_BACK), -1)
    for done, number in enumerate(numbers if changes is not None else ()):
        written = record.steps[number].text
        for text in changes(written) if changes is not None else ():
            if progress is not None:
                progress((place + done / len(numbers)) / len(record.steps))
            changed = _with(record, number, text)
            reached = _first_fault(changed)
            end = len(changed.steps) if reached is None else reached
            alike = SequenceMatcher(None, shortened(written), text).ratio()
            yield _Change(end, -_fault_count(changed), number, alike, text, changed)


def _put_in(record: Record[S], place: int) -> Iterator[_Change[S]]:
    """Yield what lets an entry fit if it is put in before it; as few of it as that takes."""
    missing = record.kind.missing
    for text in missing(record.steps[place].text) if missing is not None else ():
        for count in range(1, MOST_MISSING + 1):
            texts = record.texts
            texts[place:place] = [text] * count
            changed = record.with_texts(texts, place)
            reached = _first_fault(changed)
            end = (len(changed.steps) if reached is None else reached) - count
            if end > place:
                yield _Change(end, -_fault_count(changed), place, 0.0, text, changed, count)
                break


def culprit(record: Record[S], text: str) -> tuple[int, str] | None:
    """Return the last entry whose other answer would make a line possible that is not.

    Args:
        record: The record.
        text: The line, which is not possible at its end.

    Returns:
        The number of the entry, and what corrects it; None if there is none.
    """
    kind, count = record.kind, len(record.steps)
    reverse, amend = kind.reverse, kind.amend
    if reverse is None or amend is None:
        return None
    faults = _fault_count(record)
    for number in range(count, max(0, count - LOOKED_BACK), -1):
        step = record.steps[number - 1]
        other = reverse(step.text, None)
        if not other:
            continue
        try:
            entry = kind.read(step.before, amend(step.text, other, None), ())
            if not isinstance(entry, Entry) or entry.is_open or entry.continues:
                continue
            changed = _with(record, number - 1, entry.text)
            if _fault_count(changed) <= faults and kind.to_act(changed.now):
                kind.read(changed.now, text, ())
                return number, other
        except DeduceError:
            continue
    return None


def written_anew(record: Record[S], number: int) -> str:
    """Return what corrects an entry that only has to be written as the table stands; "" if it takes more.

    Args:
        record: The record.
        number: The number of an entry that does not fit.
    """
    kind, step = record.kind, record.steps[number - 1]
    if kind.reverse is None or kind.amend is None:
        return ""
    same = {"n": "y", "y": "n"}.get(kind.reverse(step.text, None), "")
    try:
        entry = kind.read(step.before, kind.amend(step.text, same, None), ()) if same else None
    except DeduceError:
        return ""
    if not isinstance(entry, Entry) or entry.is_open or entry.continues:
        return ""
    return "" if _with(record, number - 1, entry.text).steps[number - 1].faults else same


def _first_fault(record: Record[S]) -> int | None:
    """Return the place of the first entry that does not fit; None if all do."""
    place = next((place for place, step in enumerate(record.steps) if step.faults), None)
    if place is None and record.steps and any(step.faults for step in record.remarks):
        return len(record.steps) - 1
    return place


def _fault_count(record: Record[S]) -> int:
    return sum(len(step.faults) for step in (*record.steps, *record.remarks))


def _with(record: Record[S], number: int, text: str) -> Record[S]:
    texts = record.texts
    texts[number] = text
    return record.with_texts(texts, number)
