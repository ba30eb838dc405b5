"""The lines of a record's file: headers, numbered rows, and text around them.

Nothing of a file is lost: a document keeps its lines and their ends as they are, and a change touches only
the lines that it must. What stands between two rows belongs to the row before it, and stays behind that.
How a row is written is the game's matter (`Layout`); a game needs no layout of its own if a row holds one
entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Cell", "Document", "Header", "Kept", "Layout", "Row", "parse_document"]

NOTE = "# Note: "
"""How a line begins that keeps a hunch."""
MISSING = "?"
"""What stands for an entry that is missing."""
LONGEST_KEY = 41
LARGEST_NUMBER = 999_999
_ROW = re.compile(r"\s*(?P<number>\d{1,6})\s*[.)](?P<rest>.*)$")
_NUMBER = re.compile(r"\d{1,6}")
_END = re.compile(r"\r\n|\n|\r")
_MARK = "\ufeff"
"""What some programs put before the first line."""
_NO_BREAK = str.maketrans({"\u00a0": " ", "\u2007": " ", "\u202f": " ", _MARK: " "})


class Header(NamedTuple):
    """A line of the form ``key = value``.

    Attributes:
        key: What stands before the sign.
        value: What stands behind it.
        line: The number of its line, from 1.
    """

    key: str
    value: str
    line: int


class Cell(NamedTuple):
    """What stands in one place of the rows.

    Attributes:
        text: The text; "?" for an entry that is missing.
        row: The number that its row bears.
        column: Its column, from 1.
        line: The number of its line, from 1.
        character: Where in that line it begins, from 1.
        is_missing: Whether nothing stands there, although an entry should.
    """

    text: str
    row: int
    column: int
    line: int
    character: int
    is_missing: bool = False


class Row(NamedTuple):
    """A numbered row.

    Attributes:
        number: The number that it bears.
        line: The number of its line, from 1.
        texts: What stands in it, with where in the line each begins, from 1.
        starts_empty: Whether its first column is written as empty.
    """

    number: int
    line: int
    texts: tuple[tuple[str, int], ...]
    starts_empty: bool = False


class Layout:
    """How entries stand in rows: here one in each, behind its number.

    Attributes:
        columns: How many entries a full row has.
    """

    columns: int = 1

    def row(self, text: str, line: int) -> Row | None:
        """Read a line as a row; None if it is none.

        Args:
            text: The line.
            line: Its number.
        """
        found = _ROW.match(text)
        if not found:
            return None
        entry = found["rest"].strip()
        begin = found.start("rest") + len(found["rest"]) - len(found["rest"].lstrip()) + 1
        return Row(int(found["number"]), line, ((entry, begin),) if entry else ())

    def heads(self, text: str) -> tuple[str, ...] | None:
        """Read a line above the rows as the heads of their columns; None if it is none."""
        return None

    def written(self, number: int, texts: Sequence[str]) -> str:
        """Write a row.

        Args:
            number: Its number.
            texts: What stands in each column, "" for nothing.
        """
        return f"{number}. {texts[0]}"


class _Slot(NamedTuple):
    """Where the entries of a row stand among all entries.

    Attributes:
        before: How many entries there are up to the row before.
        missing: How many entries are missing between the two.
        begin: How many entries stand before its own, those that are missing included.
        column: The column of its first text, from 0.
    """

    before: int
    missing: int
    begin: int
    column: int


class Kept(NamedTuple):
    """What stays as it is where entries change.

    Attributes:
        rows: How many rows, from the first.
        entries: How many entries these hold.
    """

    rows: int
    entries: int


@dataclass(frozen=True)
class Document:
    """A record as it is written.

    Attributes:
        layout: How entries stand in rows.
        lines: All lines.
        ends: How each line ends; "" for the last one.
        headers: The headers.
        heads: What stands above the columns, with the number of that line; None without such a line.
        rows: The rows.
        strangers: Lines among headers and rows that are neither, as number and text.
        mark: What stands before the first line: the mark of a file in UTF-8, or nothing.
    """

    layout: Layout
    lines: tuple[str, ...]
    ends: tuple[str, ...]
    headers: tuple[Header, ...]
    heads: tuple[tuple[str, ...], int] | None
    rows: tuple[Row, ...]
    strangers: tuple[tuple[int, str], ...]
    mark: str = ""

    @property
    def text(self) -> str:
        """The text of the document."""
        return self.mark + _joined(self.lines, self.ends)

    @property
    def notes(self) -> tuple[str, ...]:
        """The hunches that were noted; nothing follows from them."""
        return tuple(line[len(NOTE) :] for line in self.lines if line.startswith(NOTE))

    def cells(self, skipped: int, start: int = 0) -> Iterator[Cell]:
        """Yield what stands in the rows, in the order in which it was done.

        A row with fewer entries than columns may have left the empty one out, so what stands in it comes
        next, whatever its column. Where a full row does not come when its first column is due, an entry is
        missing.

        Args:
            skipped: How many columns of the first row are empty.
            start: The row to begin with; the one before it must end with its last column.
        """
        columns = self.layout.columns
        for row, slot in zip(self.rows[start:], self._slots(0 if start else skipped, start), strict=True):
            column = slot.column
            for place in range(columns - slot.missing, columns):
                character = row.texts[0][1]
                yield Cell(MISSING, row.number, place + 1, row.line, character, is_missing=True)
            for text, character in row.texts:
                yield Cell(text, row.number, column % columns + 1, row.line, character)
                column += 1

    def _slots(
        self, skipped: int, start: int = 0, entry: int = 0, ended: int | None = None
    ) -> Iterator[_Slot]:
        """Yield where the entries of each row stand.

        Args:
            skipped: How many columns of the first of these rows are empty.
            start: The row to begin with.
            entry: How many entries stand before it.
            ended: Behind how many entries none is missing; None for nowhere.
        """
        columns, column = self.layout.columns, skipped
        for row in self.rows[start:]:
            missing = -column % columns if len(row.texts) == columns else 0
            begin = entry + (missing if ended is None else min(missing, max(ended - entry, 0)))
            column = (column + missing) % columns
            yield _Slot(entry, missing, begin, column)
            column = (column + len(row.texts)) % columns
            entry = begin + len(row.texts)

    def misnumbered(self) -> Iterator[Cell]:
        """Yield the rows that do not bear the number that follows the one before, as their numbers."""
        before = 0
        for row in self.rows:
            if row.number != before + 1:
                yield Cell(f"{row.number}.", before + 1, 1, row.line, 1)
            before = row.number

    # --- Other entries -----------------------------------------------------------------------------

    def kept(self, same: int, skipped: int, ended: int | None = None) -> Kept:
        """Return what stays as it is if so many entries, from the first, do.

        Args:
            same: How many entries stay.
            skipped: How many columns of the first row are empty.
            ended: Behind how many entries none is missing; None for nowhere.
        """
        columns = self.layout.columns
        rows = min((same + skipped) // columns, self._full_behind)
        if not self.rows or len(self.rows[0].texts) != columns - skipped:
            rows = 0
        found = Kept(rows, max(rows * columns - skipped, 0))
        if rows == (same + skipped) // columns and (rows == len(self.rows) or self.rows[rows].texts):
            return found
        # From here on rows may hold fewer entries than columns, or none.
        slots = self._slots(0 if rows else skipped, rows, found.entries, ended)
        for place, (row, slot) in enumerate(zip(self.rows[rows:], slots, strict=True), rows + 1):
            entries = slot.begin + len(row.texts)
            if entries > same:
                break
            if (slot.column + len(row.texts)) % columns == 0:
                found = Kept(place, entries)
        return found

    @cached_property
    def _full_behind(self) -> int:
        """How many rows are full, whatever the first one holds."""
        columns = self.layout.columns
        for place, row in enumerate(self.rows):
            if place and len(row.texts) != columns:
                return place
        return len(self.rows)

    def with_cells(
        self, texts: Sequence[str], skipped: int, kept: Kept | None = None, ended: int | None = None
    ) -> Document:
        """Return the document with other entries; lines that need not change stay as they are.

        Args:
            texts: All entries, in the order in which they were done.
            skipped: How many columns of the first row are empty.
            kept: What is known to stay as it is.
            ended: Behind how many entries none is missing; None for nowhere.
        """
        kept = kept or Kept(0, 0)
        wanted = self._in_their_rows(texts, skipped, kept, ended) or self._in_full_rows(texts, skipped, kept)
        return _Rewriting(self, kept.rows).done(wanted)

    def _in_their_rows(
        self, texts: Sequence[str], skipped: int, kept: Kept, ended: int | None
    ) -> list[tuple[str, ...]]:
        """Return the columns of each further row, if there are as many entries as before; else nothing."""
        columns = self.layout.columns
        wanted: list[tuple[str, ...]] = []
        last = kept.entries
        slots = self._slots(0 if kept.rows else skipped, kept.rows, kept.entries, ended)
        for row, slot in zip(self.rows[kept.rows :], slots, strict=True):
            last = slot.begin + len(row.texts)
            if last > len(texts) or any(text != MISSING for text in texts[slot.before : slot.begin]):
                return []
            wanted.append(_padded(texts[slot.begin : last], slot.column, columns))
        return wanted if last == len(texts) else []

    def _in_full_rows(self, texts: Sequence[str], skipped: int, kept: Kept) -> list[tuple[str, ...]]:
        """Return the columns of each further row, all of them full but for the first and the last."""
        columns = self.layout.columns
        rest = [*[""] * (0 if kept.rows else skipped), *texts[kept.entries :]]
        if not any(rest):
            return []
        return [_padded(rest[place : place + columns], 0, columns) for place in range(0, len(rest), columns)]

    # --- Headers and notes -------------------------------------------------------------------------

    def with_header(self, key: str, value: str) -> Document:
        """Return the document with a header set, in its place or behind the other headers."""
        line = f"{key} = {value}"
        place = next((header.line for header in self.headers if header.key == key), None)
        if place is None:
            above = (header.line for header in self.headers if header.line <= self._above)
            return self._inserted(max(above, default=0), line)
        lines = list(self.lines)
        lines[place - 1] = line
        return self.again(lines, self.ends)

    def without_header(self, key: str) -> Document:
        """Return the document without a header; as it is if there is none of that name."""
        gone = {header.line for header in self.headers if header.key == key}
        if not gone:
            return self
        left = [place for place in range(len(self.lines)) if place + 1 not in gone]
        return self.again([self.lines[place] for place in left], [self.ends[place] for place in left])

    def with_note(self, text: str) -> Document:
        """Return the document with one more hunch, above the rows."""
        return self.with_comment(NOTE + " ".join(text.split()))

    def with_comment(self, line: str) -> Document:
        """Return the document with one more comment, above the rows and below others of its sort.

        Args:
            line: The comment; a # and a word with a colon, such as "# Note:", say of which sort it is.
        """
        sort = line.partition(":")[0] + ":"
        noted = [number for number, each in enumerate(self.lines, 1) if each.startswith(sort)]
        above = [*noted, *(header.line for header in self.headers)]
        place = max((number for number in above if number <= self._above), default=0)
        return self._inserted(place, line)

    @property
    def _above(self) -> int:
        """How many lines stand above the rows."""
        return self.rows[0].line - 1 if self.rows else len(self.lines)

    def _inserted(self, place: int, line: str) -> Document:
        """Return the document with one more line behind so many."""
        lines, ends = list(self.lines), list(self.ends)
        _insert(lines, ends, place, [line])
        return self.again(lines, ends)

    def again(self, lines: Sequence[str], ends: Sequence[str]) -> Document:
        """Return the document of other lines and their ends, read anew."""
        return parse_document(self.mark + _joined(lines, ends), self.layout)


class _Rewriting:
    """Writes rows anew, each in its line."""

    def __init__(self, document: Document, kept: int) -> None:
        self.document = document
        self.lines, self.ends = list(document.lines), list(document.ends)
        self.rows = list(document.rows[:kept])
        self.old = document.rows[kept:]
        self.shift = 0
        """By how much the number has changed that the row before bears."""

    def done(self, wanted: Sequence[tuple[str, ...]]) -> Document:
        """Return the document with other columns in its further rows."""
        for row, columns in zip(self.old, wanted, strict=False):
            self._change(row, columns)
        gone = [row for row in self.old[len(wanted) :] if row.texts]
        for row in self.old[len(wanted) :]:
            # Numbers without anything behind them wait for it.
            if not row.texts:
                self._change(row, ())
        more = wanted[len(self.old) :]
        if more:
            self._add(more)
        if gone:
            return self._without(gone)
        if more and any(header.line >= self.rows[-len(more)].line for header in self.document.headers):
            # Their lines have moved.
            return self.document.again(self.lines, self.ends)
        return replace(self.document, lines=tuple(self.lines), ends=tuple(self.ends), rows=tuple(self.rows))

    @property
    def _next(self) -> int:
        number = self.rows[-1].number + 1 if self.rows else 1
        return number if number <= LARGEST_NUMBER else len(self.rows) + 1

    def _change(self, row: Row, columns: tuple[str, ...]) -> None:
        """Write a row anew if it holds something else now, or if only the one before had another number."""
        said = tuple(text for text in columns if text)
        if tuple(text for text, _ in row.texts) != said:
            self.shift = self._next - row.number
            self._put(row.line, self.document.layout.written(self._next, columns))
        elif self.shift and row.number + self.shift == self._next:
            raw = self.lines[row.line - 1]
            self._put(row.line, _NUMBER.sub(str(self._next), raw, count=1))
        else:
            self.shift = 0
            self.rows.append(row)

    def _put(self, number: int, line: str) -> None:
        self.lines[number - 1] = line
        row = self.document.layout.row(line.translate(_NO_BREAK), number)
        if row is not None:
            self.rows.append(row)

    def _add(self, more: Sequence[tuple[str, ...]]) -> None:
        """Write further rows: behind the last one and its comments, or behind everything that is there."""
        layout, lines = self.document.layout, self.lines
        if self.rows:
            place = self.rows[-1].line
            while place < len(lines) and lines[place].lstrip().startswith("#"):
                place += 1
        else:
            place = len(lines)
            while place and not lines[place - 1].strip():
                place -= 1
        first = self._next
        written = [layout.written(number, columns) for number, columns in enumerate(more, first)]
        _insert(lines, self.ends, place, written)
        for number in range(place + 1, place + 1 + len(written)):
            self._put(number, lines[number - 1])

    def _without(self, gone: Sequence[Row]) -> Document:
        """Return the document without some rows; what stands between them stays."""
        taken = {row.line for row in gone}
        left = [place for place in range(len(self.lines)) if place + 1 not in taken]
        lines, ends = [self.lines[place] for place in left], [self.ends[place] for place in left]
        if not self.rows:
            # Without rows this would stand among the headers.
            first = gone[0].line - 1
            lines[first:] = map(_as_comment, lines[first:])
        return self.document.again(lines, ends)


def _insert(lines: list[str], ends: list[str], place: int, more: Sequence[str]) -> None:
    """Put further lines behind so many, with the line end that is used there."""
    usual = next(filter(None, (*reversed(ends[:place]), *ends[place:])), "\n")
    if place == len(lines):
        # The last line had no end.
        ends[-1] = usual
        lines.append("")
        ends.append("")
    lines[place:place] = more
    ends[place:place] = [usual] * len(more)


def _joined(lines: Sequence[str], ends: Sequence[str]) -> str:
    return "".join(chain.from_iterable(zip(lines, ends, strict=True)))


def _padded(texts: Sequence[str], column: int, columns: int) -> tuple[str, ...]:
    """Return what stands in each column of a row, "" for nothing."""
    return (*[""] * column, *texts, *[""] * columns)[:columns]


def _as_comment(line: str) -> str:
    """Return a line that comes to stand above the rows such that it is not read as their heads."""
    plain = line.translate(_NO_BREAK)
    if not plain.strip() or plain.lstrip().startswith("#") or _header(plain, 0) is not None:
        return line
    return f"# {line.strip()}"


def _header(line: str, number: int) -> Header | None:
    """Read a line as a header; None if it is none."""
    key, equals, value = line.partition("=")
    key = key.strip()
    if not equals or not key[:1].isalpha() or len(key) > LONGEST_KEY or "\t" in key:
        return None
    return Header(key, value.strip(), number)


def parse_document(text: str, layout: Layout) -> Document:
    """Take a record apart into its lines.

    Args:
        text: The text.
        layout: How entries stand in rows.
    """
    mark = _MARK if text.startswith(_MARK) else ""
    text = text[len(mark) :]
    lines, ends = tuple(_END.split(text)), (*_END.findall(text), "")
    headers: list[Header] = []
    heads: tuple[tuple[str, ...], int] | None = None
    rows: list[Row] = []
    strangers: list[tuple[int, str]] = []
    pending: list[tuple[int, str]] = []
    for number, raw in enumerate(lines, 1):
        line = raw.translate(_NO_BREAK)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if (row := layout.row(line, number)) is not None:
            strangers += pending
            pending = []
            rows.append(row)
        elif header := _header(line, number):
            headers.append(header)
        elif rows:
            # Text behind the last row is free; between two rows it is a stranger.
            pending.append((number, line.strip()))
        elif heads is None and (words := layout.heads(line)):
            heads = (words, number)
        else:
            strangers.append((number, line.strip()))
    return Document(layout, lines, ends, tuple(headers), heads, tuple(rows), tuple(strangers), mark)
