"""The lines of a record: headers, numbered rows with two columns, and text around them.

Nothing of a file is lost: a document keeps its lines as they are, and a change touches only the rows it must.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.confusion.notation.cells import CELL_START

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Document", "Header", "Placed", "Row", "parse_document"]

_HEADER = re.compile(r"\s*(?P<key>[^\W\d_][^=\t]{0,40}?)\s*=\s*(?P<value>.*?)\s*$")
_ROW = re.compile(
    r"\s*(?P<number>\d{1,6})\s*(?:[.)]|(?=\s\s*" + f"(?:{CELL_START.pattern})" + r"))(?P<rest>.*)$"
)
_NEWLINE = re.compile(r"\r\n|\n|\r")
_TAG = re.compile(r"</?[a-z]{1,6}>")
_HEADS = re.compile(r"\s*([^\W\d_]+)\s+([^\W\d_]+)\s*$")
_MOVES_APART = re.compile(rf"(?<![,\s])(?P<gap>\s+)(?={CELL_START.pattern})")
_WIDE_GAP = re.compile(rf"(?<![,\s])(?P<gap>\s{{2,}})(?={CELL_START.pattern}|resigns\b|draws\b)")
_NO_BREAK = str.maketrans({"\u00a0": " ", "\u2007": " ", "\u202f": " ", "\ufeff": " "})


@dataclass(frozen=True, slots=True)
class Header:
    """A line of the form ``key = value``.

    Attributes:
        key: What stands before the sign.
        value: What stands behind it.
        line: The number of its line, from 1.
    """

    key: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Placed:
    """The text of a cell, and where it begins in its line, from 1."""

    text: str
    character: int


@dataclass(frozen=True, slots=True)
class Row:
    """A numbered row.

    Attributes:
        number: The number that it bears.
        line: The number of its line, from 1.
        cells: Its cells, at most two.
        starts_empty: Whether its first cell is written as empty.
    """

    number: int
    line: int
    cells: tuple[Placed, ...]
    starts_empty: bool


@dataclass(frozen=True)
class Document:
    """A record as it is written.

    Attributes:
        lines: All lines.
        newline: How lines end.
        headers: The headers.
        heads: What stands above the two columns, with the number of that line; None without such a line.
        rows: The rows.
        strangers: Lines among headers and rows that are neither, as number and text.
    """

    lines: tuple[str, ...]
    newline: str
    headers: tuple[Header, ...]
    heads: tuple[str, str, int] | None
    rows: tuple[Row, ...]
    strangers: tuple[tuple[int, str], ...]

    @property
    def text(self) -> str:
        """The text of the document."""
        return self.newline.join(self.lines)

    def with_cells(self, cells: Sequence[str], *, right_starts: bool) -> Document:
        """Return the document with other cells; rows that stay the same keep their layout.

        Args:
            cells: The cells, in the order in which they were played.
            right_starts: Whether the first one belongs to the right column.
        """
        wanted = list(_table(cells, right_starts=right_starts))
        kept = 0
        for row, pair in zip(self.rows, wanted, strict=False):
            if _row_cells(row, wanted=pair) != pair:
                break
            kept += 1
        written = [write_row(number, *pair) for number, pair in enumerate(wanted[kept:], kept + 1)]
        if not self.rows:
            first = end = len(self.lines)
            while first and not self.lines[first - 1].strip():
                first -= 1
        else:
            first = self.rows[kept].line - 1 if kept < len(self.rows) else self.rows[-1].line
            end = self.rows[-1].line
        between = [
            line for line in self.lines[first:end] if line.lstrip().startswith("#")
        ]  # Nothing that was noted is lost, even where its row is written anew.
        lines = [*self.lines[:first], *between, *written, *(self.lines[end:] if self.rows else ())]
        if not lines or lines[-1]:
            lines.append("")
        return parse_document(self.newline.join(lines))

    def with_header(self, key: str, value: str) -> Document:
        """Return the document with a header set, in its place or behind the other headers."""
        line = f"{key} = {value}"
        lines = list(self.lines)
        for header in self.headers:
            if header.key == key:
                lines[header.line - 1] = line
                return parse_document(self.newline.join(lines))
        lines.insert(max((header.line for header in self.headers), default=0), line)
        return parse_document(self.newline.join(lines))

    def without_header(self, key: str) -> Document:
        """Return the document without a header; as it is if there is none of that name."""
        gone = {header.line for header in self.headers if header.key == key}
        lines = [line for number, line in enumerate(self.lines, 1) if number not in gone]
        return parse_document(self.newline.join(lines)) if gone else self


def _row_cells(row: Row, wanted: tuple[str, str]) -> tuple[str, str]:
    texts = [cell.text for cell in row.cells]
    if len(texts) == 1:
        # Whose single cell it is, is seen from the whole table; here only its text matters.
        return ("", texts[0]) if not wanted[0] else (texts[0], "")
    return (texts[0], texts[1]) if texts else ("", "")


def _table(cells: Sequence[str], *, right_starts: bool) -> Iterator[tuple[str, str]]:
    padded = ["", *cells] if right_starts else [*cells]
    for place in range(0, len(padded), 2):
        yield padded[place], padded[place + 1] if place + 1 < len(padded) else ""


def write_row(number: int, left: str, right: str) -> str:
    """Write a row as the source does: the columns are separated by a tab."""
    if not left:
        return f"{number}.\t{right}"
    return f"{number}. {left}\t{right}" if right else f"{number}. {left}"


def parse_document(text: str) -> Document:
    """Take a record apart into its lines."""
    ends = _NEWLINE.search(text)
    newline = ends[0] if ends else "\n"
    lines = tuple(_NEWLINE.split(text))
    headers: list[Header] = []
    heads: tuple[str, str, int] | None = None
    rows: list[Row] = []
    strangers: list[tuple[int, str]] = []
    pending: list[tuple[int, str]] = []
    for number, raw in enumerate(lines, 1):
        line = raw.translate(_NO_BREAK)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if row := _ROW.match(line):
            strangers += pending
            pending = []
            rows.append(_row(row, number))
        elif header := _HEADER.match(line):
            headers.append(Header(header["key"], header["value"], number))
        elif rows:
            # Text behind the last row is free; between two rows it is a stranger.
            pending.append((number, line.strip()))
        elif heads is None and (words := _HEADS.match(_TAG.sub(" ", line))):
            heads = (words[1], words[2], number)
        else:
            strangers.append((number, line.strip()))
    return Document(lines, newline, tuple(headers), heads, tuple(rows), tuple(strangers))


def _row(found: re.Match[str], line: int) -> Row:
    rest, begin = found["rest"], found.start("rest")
    pieces: list[Placed] = []
    for field in re.finditer(r"[^\t]+", rest):
        if field[0].strip():
            indent = len(field[0]) - len(field[0].lstrip())
            pieces.append(Placed(field[0].strip(), begin + field.start() + indent + 1))
    if len(pieces) == 1:
        pieces = _apart(pieces[0])
    elif len(pieces) > 2:
        second = found.string[pieces[1].character - 1 :].rstrip()
        pieces = [pieces[0], Placed(second, pieces[1].character)]
    starts_empty = len(pieces) == 1 and rest[: pieces[0].character - 1 - begin] not in {"", " "}
    return Row(int(found["number"]), line, tuple(pieces), starts_empty)


def _apart(piece: Placed) -> list[Placed]:
    """Part two cells that are separated by nothing but spaces: before the second move."""
    first = CELL_START.match(piece.text)
    begin = first.end() if first else 0
    gap = _WIDE_GAP.search(piece.text, begin) or _MOVES_APART.search(piece.text, begin)
    if gap is None:
        return [piece]
    left, right = piece.text[: gap.start()].rstrip(), piece.text[gap.end() :]
    return [Placed(left, piece.character), Placed(right, piece.character + gap.end())]
