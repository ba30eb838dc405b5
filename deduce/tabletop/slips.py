"""The slips that a record can have, each with what puts it right and how likely it is beside others.

A slip is put right by putting some entries in the place of others, by another header, or by another number of
a row. Places are those of the record as it is written, so that changes can be made in any order, and one can
be left out again.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from deduce.tabletop.document import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deduce.tabletop.document import Document
    from deduce.tabletop.kind import S
    from deduce.tabletop.record import Record

__all__ = [
    "GAP",
    "Change",
    "Mark",
    "Sort",
    "clash",
    "filled",
    "marks_of",
    "moved",
    "put_in",
    "rearranged",
    "spliced",
]

GAP = ""
"""What stands for an entry that is missing, as the rows tell, and was not filled in yet."""
MOST_MISSING = 3
"""How many entries may be missing at one place."""
SWAPPED, DOUBLED, LEFT_OUT, ROW_LEFT_OUT = 0.2, 1.0, 0.1, 0.5
"""How likely it is that rows were swapped, that something was written twice, or was left out."""
CELLS_SWAPPED = 0.04
"""How likely it is that entries were swapped that are no whole rows."""
ONE_OF_MANY = 0.02
"""How likely it is beside a turn that changed nothing that one was left out that did just this."""
DOUBLED_WRONGLY = 0.1
"""How much less likely it is that there is another slip in one of two rows that are the same."""
BY_NUMBER, NUMBER = 5.0, 0.2
"""How much likelier that is where the numbers of the rows say so, and that a number alone is wrong."""


class Sort(StrEnum):
    """The sorts of slips."""

    MISPRINT = "misprint"
    ORDER = "order"
    MISSING = "missing"
    DOUBLED = "doubled"
    HEADER = "header"
    NUMBER = "number"


class Change(NamedTuple):
    """What puts a slip right.

    Attributes:
        sort: What was wrong.
        place: The place of the first entry that it concerns, from 0; -1 for a header.
        removed: How many entries it takes out.
        put: The entries that it puts there instead.
        weight: How likely the slip is beside others.
        key: The header that it sets.
        value: What that says then.
        mark: Which mark in the numbers of the rows it explains, from 0; -1 for none.
        order: In which order the entries stand that it concerns, if they only stand elsewhere.
        slips: How many slips it puts right.
        said: What it probably is, in words, where that is shorter than a header.
        guess: How much of the weight is a guess at how likely players do what it puts in.
    """

    sort: Sort
    place: int
    removed: int = 0
    put: tuple[str, ...] = ()
    weight: float = 1.0
    key: str = ""
    value: str = ""
    mark: int = -1
    order: tuple[int, ...] = ()
    slips: int = 1
    said: str = ""
    guess: float = 1.0


class Mark(NamedTuple):
    """A place where the numbers of the rows do not follow each other.

    Attributes:
        place: The place of the entry that the row begins with.
        message: What is wrong.
        changes: What would explain it, without what may have stood in missing rows.
        rows: How many rows are missing, if some are; 0 if none is.
    """

    place: int
    message: str
    changes: tuple[Change, ...]
    rows: int = 0


def spliced(texts: Sequence[str], changes: Iterable[Change]) -> list[str]:
    """Return entries with changes made: first what is written otherwise, then what stands elsewhere.

    Examples:
        >>> swap, more = Change(Sort.ORDER, 1, 2, order=(1, 0)), Change(Sort.MISSING, 0, 0, ("x",))
        >>> spliced("abcd", [swap, more, Change(Sort.MISPRINT, 1, 1, ("B",))])
        ['x', 'a', 'c', 'B', 'd']
    """
    found = list(texts)
    for change in sorted(changes, key=_in_order, reverse=True):
        part = slice(change.place, change.place + change.removed)
        if change.order:
            found[part] = [found[change.place + place] for place in change.order]
        elif change.place >= 0:
            found[part] = change.put
    return found


def _in_order(change: Change) -> tuple[bool, int, bool]:
    return change.sort is Sort.MISPRINT, change.place, change.removed > 0


def moved(place: int, changes: Iterable[Change]) -> int:
    """Return where the entry of a place stands once changes are made; what is put in before it stays before.

    What stands in another order is taken to begin where that begins.

    Examples:
        >>> moved(3, [Change(Sort.MISSING, 3, 0, ("x",))]), moved(3, [Change(Sort.MISSING, 4, 0, ("x",))])
        (4, 3)
        >>> moved(3, [Change(Sort.ORDER, 2, 2, order=(1, 0))])
        2
    """
    begin, shift = place, 0
    for change in changes:
        if change.order and change.place <= place < _end(change):
            begin = change.place
        elif change.place >= 0 and _end(change) <= place:
            shift += len(change.order or change.put) - change.removed
    return begin + shift


def clash(change: Change, others: Iterable[Change]) -> bool:
    """Tell whether a change concerns what another one concerns as well.

    What stands in another order may be written otherwise as well.
    """
    return any(_clash(change, other) for other in others)


def _clash(one: Change, other: Change) -> bool:
    if one.mark >= 0 and one.mark == other.mark:
        return True
    if one.place < 0 or other.place < 0:
        return one.place == other.place and one.key == other.key
    if Sort.NUMBER in {one.sort, other.sort} or {one.sort, other.sort} == {Sort.MISPRINT, Sort.ORDER}:
        return False
    if not one.removed and not other.removed:
        return one.place == other.place
    return max(one.place, other.place) < min(_end(one), _end(other))


def _end(change: Change) -> int:
    return change.place + change.removed


def rearranged(texts: Sequence[str], place: int, columns: int, skipped: int) -> Iterator[Change]:
    """Yield what was written in the wrong order or twice, from some place on.

    Args:
        texts: The entries.
        place: The place.
        columns: How many entries a row has.
        skipped: How many columns of the first row are empty.
    """
    for size in {1, columns}:
        # Neighbours that were swapped, with what stands between them.
        last = place + size
        if last < len(texts) and texts[place] != texts[last]:
            between = range(1, size)
            weight = SWAPPED if columns == 1 else CELLS_SWAPPED
            yield Change(Sort.ORDER, place, size + 1, weight=weight, order=(size, *between, 0))
        if place >= size and texts[place] == texts[place - size]:
            yield Change(Sort.DOUBLED, place, 1, (), DOUBLED / 4)
    if columns == 1 or (place + skipped) % columns:
        return
    row, following = (tuple(texts[place + size : place + size + columns]) for size in (0, columns))
    if len(following) == columns and row != following:
        yield Change(Sort.ORDER, place, 2 * columns, weight=SWAPPED, order=_turned(columns, 2 * columns))
    if place >= columns and len(row) == columns and row == tuple(texts[place - columns : place]):
        yield Change(Sort.DOUBLED, place, columns, (), DOUBLED)


def _turned(size: int, end: int) -> tuple[int, ...]:
    """Return the order in which so many entries stand behind the others."""
    return (*range(size, end), *range(size))


def put_in(record: Record[S], state: S, text: str, place: int) -> Iterator[Change]:
    """Yield what may be missing at some place.

    Args:
        record: The record.
        state: How the game stands there.
        text: The entry that stands there; `GAP` where it is known that one is missing.
        place: The place.
    """
    kind, columns = record.kind, record.document.layout.columns
    found = [] if kind.missing is None else list(kind.missing(state, text))
    if columns == 1:
        for each in found:
            for count in range(1, MOST_MISSING + 1):
                yield Change(Sort.MISSING, place, 0, (each,) * count, LEFT_OUT / 10**count)
        return
    share = 1 / (len(found) + 1)
    if text == GAP:
        yield Change(Sort.MISSING, place, 1, (MISSING,), BY_NUMBER)
        yield from (Change(Sort.MISSING, place, 1, (each,), BY_NUMBER * share, guess=share) for each in found)
        return
    yield Change(Sort.MISSING, place, 0, (MISSING,), LEFT_OUT / 2)
    weight = LEFT_OUT * share / 2
    yield from (Change(Sort.MISSING, place, 0, (each,), weight, guess=share) for each in found)
    if (place + record.begun.skipped) % columns == 0:
        lost = Change(Sort.MISSING, place, 0, (MISSING,) * columns, ROW_LEFT_OUT)
        yield from filled(record, state, lost)


def filled(record: Record[S], state: S, lost: Change) -> Iterator[Change]:
    """Yield entries that were left out with one more that is known: each that changes something there.

    Args:
        record: The record.
        state: How the game stands before them.
        lost: What puts them in; `MISSING` stands for those that are not known.
    """
    kind = record.kind
    for place, text in enumerate(lost.put):
        if text == MISSING and kind.missing is not None:
            for each in kind.missing(state, ""):
                put = (*lost.put[:place], each, *lost.put[place + 1 :])
                # However they are filled in one after the other, it comes to the same.
                weight, guess = lost.weight * ONE_OF_MANY, lost.guess * ONE_OF_MANY
                yield lost._replace(put=put, weight=weight, guess=guess)
        state = kind.follow(state, text).state


# --- The numbers of the rows -------------------------------------------------------------------------


def marks_of(record: Record[S]) -> tuple[Mark, ...]:
    """Return where the numbers of the rows do not follow each other, with what would explain that."""
    document = record.document
    if not any(True for _ in document.misnumbered()):
        return ()
    return tuple(_marks(document, [step.text for step in (*record.steps, *record.remarks)], record))


def _unlike(texts: Sequence[str], place: int, size: int) -> int:
    """Return in how many entries a row is another than the one before it; all if that has fewer."""
    before = texts[max(0, place - size) : place]
    if len(before) < size:
        return size
    return sum(one != other for one, other in zip(texts[place : place + size], before, strict=True))


def _doubled(texts: Sequence[str], place: int, size: int, mark: int) -> Iterator[Change]:
    """Yield what takes out a row that was written twice: either of them where they are not quite the same."""
    twice = Change(Sort.DOUBLED, place, size, (), BY_NUMBER, mark=mark)
    if not _unlike(texts, place, size):
        yield twice
    else:
        for other in (place, place - size):
            yield twice._replace(place=other, weight=BY_NUMBER * DOUBLED_WRONGLY, slips=2)


def _marks(document: Document, texts: Sequence[str], record: Record[S]) -> Iterator[Mark]:
    columns = document.layout.columns
    begin: dict[int, int] = {}
    for place, cell in enumerate(document.cells(record.begun.skipped)):
        if not cell.is_missing:
            begin.setdefault(cell.line, place)
    rows = [(row.number, begin[row.line]) for row in document.rows if row.line in begin]
    rows = [row for row in rows if row[1] < len(texts)]
    due, index, count = 1, 0, 0
    while index < len(rows):
        number, place = rows[index]
        after = [each for each, _ in rows[index + 1 : index + 3]]
        if number == due:
            due, index = due + 1, index + 1
            continue
        wrong = Change(Sort.NUMBER, place, weight=NUMBER, value=str(due), mark=count)
        message = f"row {number}: row {due} should stand here"
        next_place = rows[index + 1][1] if index + 1 < len(rows) else len(texts)
        size, missing = next_place - place, 0
        changes: tuple[Change, ...] = (wrong,)
        if number == due + 1 and after[:1] == [due]:
            last = rows[index + 2][1] if index + 2 < len(rows) else len(texts)
            turned = _turned(size, last - place)
            changes = (
                Change(Sort.ORDER, place, last - place, weight=BY_NUMBER, order=turned, mark=count),
                wrong,
            )
            due, index = due + 2, index + 2
        elif number == due - 1 and _unlike(texts, place, size) <= (size > 1 and after[:1] != [due + 1]):
            changes = (*_doubled(texts, place, size, count), wrong)
            index += 1
        elif after[:1] == [due + 1] or not 0 < number - due <= MOST_MISSING:
            # Only this one is wrong, or nobody can tell.
            due, index = (due if after[:1] == [due + 1] else number) + 1, index + 1
        else:
            missing = number - due
            # Where an entry cannot be left open, nothing stands for it.
            empty = (MISSING,) * (columns * missing) if columns > 1 else ()
            lost = Change(Sort.MISSING, place, 0, empty, BY_NUMBER, mark=count)
            changes = (lost, wrong)
            due, index = number + 1, index + 1
        yield Mark(place, message, changes, missing)
        count += 1
