"""The lines of a record's file: headers, numbered rows, and text around them.

Nothing of a file is lost: a document keeps its lines as they are, and a change touches only the rows it must.
How a row is written is the game's matter (`Layout`); a game needs no layout of its own if a row holds one
entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Cell", "Document", "Header", "Layout", "Row", "parse_document"]

NOTE = "# Note: "
"""How a line begins that keeps a hunch."""
_HEADER = re.compile(r"\s*(?P<key>[^\W\d_][^=\t]{0,40}?)\s*=\s*(?P<value>.*?)\s*$")
_ROW = re.compile(r"\s*(?P<number>\d{1,6})\s*[.)](?P<rest>.*)$")
_NEWLINE = re.compile(r"\r\n|\n|\r")
_NO_BREAK = str.maketrans({"\u00a0": " ", "\u2007": " ", "\u202f": " ", "\ufeff": " "})


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


@dataclass(frozen=True)
class Document:
    """A record as it is written.

    Attributes:
        layout: How entries stand in rows.
        lines: All lines.
        newline: How lines end.
        headers: The headers.
        heads: What stands above the columns, with the number of that line; None without such a line.
        rows: The rows.
        strangers: Lines among headers and rows that are neither, as number and text.
    """

    layout: Layout
    lines: tuple[str, ...]
    newline: str
    headers: tuple[Header, ...]
    heads: tuple[tuple[str, ...], int] | None
    rows: tuple[Row, ...]
    strangers: tuple[tuple[int, str], ...]

    @property
    def text(self) -> str:
        """The text of the document."""
        return self.newline.join(self.lines)

    @property
    def is_plain(self) -> bool:
        """Whether nothing but comments and free words stands between the rows and behind them."""
        first = self.rows[0].line if self.rows else len(self.lines) + 1
        return not self.strangers and all(header.line < first for header in self.headers)

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
            start: The row to begin with; those before it must be full.
        """
        columns = self.layout.columns
        due = 0 if start else skipped
        for row in self.rows[start:]:
            full = len(row.texts) == columns
            while full and due % columns:
                text, character = row.texts[0]
                yield Cell("?", row.number, due % columns + 1, row.line, character, is_missing=True)
                due += 1
            for text, character in row.texts:
                yield Cell(text, row.number, due % columns + 1, row.line, character)
                due += 1

    def misnumbered(self) -> Iterator[Cell]:
        """Yield the rows that do not bear the number that follows the one before, as their numbers."""
        before = 0
        for row in self.rows:
            if row.number != before + 1:
                yield Cell(f"{row.number}.", before + 1, 1, row.line, 1)
            before = row.number

    def full_rows(self, skipped: int) -> int:
        """Return how many rows, from the first, are full and bear their number, as they would be written.

        Args:
            skipped: How many columns of the first row are empty.
        """
        first = self.layout.columns - skipped
        return self._full_behind if self.rows and len(self.rows[0].texts) == first else 0

    @cached_property
    def _full_behind(self) -> int:
        """How many rows are full, whatever the first one holds."""
        columns = self.layout.columns
        for place, row in enumerate(self.rows):
            if row.number != place + 1 or (place and len(row.texts) != columns):
                return place
        return len(self.rows)

    def with_cells(self, texts: Sequence[str], skipped: int, kept: int) -> Document:
        """Return the document with other entries from some row on; the rows before it stay as they are.

        Args:
            texts: All entries, in the order in which they were done.
            skipped: How many columns of the first row are empty.
            kept: How many rows stay as they are.
        """
        columns, layout = self.layout.columns, self.layout
        padded = ["" for _ in range(skipped)] if not kept else []
        padded += texts[max(kept * columns - skipped, 0) :]
        if self.rows:
            first = self.rows[kept].line - 1 if kept < len(self.rows) else self.rows[-1].line
            end = self.rows[-1].line
        else:
            first = end = len(self.lines)
            while first and not self.lines[first - 1].strip():
                first -= 1
        gone = {row.line for row in self.rows[kept:]}
        # Nothing that was noted between rows is lost where these are written anew.
        between = [
            self.lines[place]
            for place in range(first, end)
            if self.lines[place].strip() and place + 1 not in gone
        ]
        lines = [*self.lines[:first], *(between if kept else map(_as_comment, between))]
        rows = list(self.rows[:kept])
        for place in range(0, len(padded) if any(padded) else 0, columns):
            cells = (*padded[place : place + columns], *([""] * columns))[:columns]
            lines.append(layout.written(len(rows) + 1, cells))
            row = layout.row(lines[-1].translate(_NO_BREAK), len(lines))
            if row is not None:
                rows.append(row)
        behind = self.lines[end:] if self.rows else ()
        lines += behind if rows else map(_as_comment, behind)
        if not lines or lines[-1]:
            lines.append("")
        if self.strangers or any(header.line > first for header in self.headers):
            # Their lines may have moved.
            return self._again(lines)
        return replace(self, lines=tuple(lines), rows=tuple(rows))

    def with_header(self, key: str, value: str) -> Document:
        """Return the document with a header set, in its place or behind the other headers."""
        line = f"{key} = {value}"
        lines = list(self.lines)
        place = next((header.line for header in self.headers if header.key == key), None)
        if place is None:
            lines.insert(max((header.line for header in self.headers), default=0), line)
        else:
            lines[place - 1] = line
        return self._again(lines)

    def without_header(self, key: str) -> Document:
        """Return the document without a header; as it is if there is none of that name."""
        gone = {header.line for header in self.headers if header.key == key}
        if not gone:
            return self
        return self._again([line for number, line in enumerate(self.lines, 1) if number not in gone])

    def with_note(self, text: str) -> Document:
        """Return the document with one more hunch, above the rows."""
        noted = [number for number, line in enumerate(self.lines, 1) if line.startswith(NOTE)]
        place = max([*noted, *(header.line for header in self.headers)], default=0)
        return self._again([*self.lines[:place], NOTE + " ".join(text.split()), *self.lines[place:]])

    def _again(self, lines: Sequence[str]) -> Document:
        return parse_document(self.newline.join(lines), self.layout)


def _as_comment(line: str) -> str:
    """Return a line that comes to stand above the rows such that it is not read as their heads."""
    if not line.strip() or line.lstrip().startswith("#") or _HEADER.match(line.translate(_NO_BREAK)):
        return line
    return f"# {line.strip()}"


def parse_document(text: str, layout: Layout) -> Document:
    """Take a record apart into its lines.

    Args:
        text: The text.
        layout: How entries stand in rows.
    """
    ends = _NEWLINE.search(text)
    newline = ends[0] if ends else "\n"
    lines = tuple(_NEWLINE.split(text))
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
        elif header := _HEADER.match(line):
            headers.append(Header(header["key"], header["value"], number))
        elif rows:
            # Text behind the last row is free; between two rows it is a stranger.
            pending.append((number, line.strip()))
        elif heads is None and (words := layout.heads(line)):
            heads = (words, number)
        else:
            strangers.append((number, line.strip()))
    return Document(layout, lines, newline, tuple(headers), heads, tuple(rows), tuple(strangers))
