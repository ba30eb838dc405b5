"""Finding what was noted wrongly: which change of an entry would let a record replay, or a line be read."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from deduce.errors import DeduceError
from deduce.tabletop.kind import Entry

if TYPE_CHECKING:
    from deduce.tabletop.document import Cell
    from deduce.tabletop.kind import S
    from deduce.tabletop.record import Record

__all__ = ["Correction", "culprit", "misprints", "written_anew"]

REACH_BACK = 8
"""How many entries before the first one that does not fit a misprint is looked for."""
LOOKED_BACK = 40
"""How many entries back the answer is looked for that makes a line impossible."""
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
    """

    entry: int
    cell: Cell
    text: str
    others: tuple[tuple[int, int, str], ...]
    columns: int

    def __str__(self) -> str:
        column = f", {'left' if self.cell.column == 1 else 'right'} column" if self.columns > 1 else ""
        more = len(self.others)
        doubt = "" if not more else f" (or {more} other change{'' if more == 1 else 's'})"
        place = f"entry {self.entry} (row {self.cell.row}{column})"
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
        return {**place, "probably": self.text, "others": others}


def misprints(record: Record[S]) -> tuple[list[Correction], Record[S]]:
    """Find the entries whose change lets a record replay furthest, one after the other.

    One thing is changed at a time. Of several changes that help as much, the one closest before the first
    entry that does not fit is taken, of these the one most alike, and the others are named.

    Returns:
        The corrections, and the record with them.
    """
    found: list[Correction] = []
    changes, columns = record.kind.changes, record.document.layout.columns
    while changes is not None and len(found) < MOST:
        place = _first_fault(record)
        if place is None:
            break
        best: list[tuple[tuple[int, int, int, float], int, str, Record[S]]] = []
        for number in range(place, max(-1, place - REACH_BACK), -1):
            for text in changes(record.steps[number].text):
                changed = _with(record, number, text)
                reached = _first_fault(changed)
                end = len(changed.steps) if reached is None else reached
                alike = SequenceMatcher(None, record.steps[number].text, text).ratio()
                best.append(((end, -_fault_count(changed), number, alike), number, text, changed))
        best.sort(key=lambda change: change[0], reverse=True)
        if not best or best[0][0][0] <= place:
            break
        (end, faults, *_), number, text, changed = best[0]
        cells = list(record.document.cells(record.begun.skipped))
        others = tuple(
            (cells[other].row, cells[other].column, written)
            for (reached, left, *_), other, written, _ in best[1:]
            if (reached, left) == (end, faults)
        )
        found.append(Correction(number + 1, cells[number], text, others, columns))
        record = changed
    return found, record


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
    return record.with_texts(texts)
