"""Small remedies: which answer makes a line impossible, and what only has to be written anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.errors import DeduceError
from deduce.tabletop.kind import Entry, S

if TYPE_CHECKING:
    from deduce.tabletop.record import Record

__all__ = ["culprit", "written_anew"]

LOOKED_BACK = 40
"""How many entries back the answer is looked for that makes a line impossible."""


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


def _fault_count(record: Record[S]) -> int:
    return sum(len(step.faults) for step in (*record.steps, *record.remarks))


def _with(record: Record[S], number: int, text: str) -> Record[S]:
    texts = record.texts
    texts[number] = text
    return record.with_texts(texts, number)
