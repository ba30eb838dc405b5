"""Where things stand in a TOML file, which the standard parser does not tell."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Places"]

_NAME = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[\w-]++)"""
_HEADER = re.compile(rf"[ \t]*+(\[\[?)[ \t]*+({_NAME}(?:[ \t]*+\.[ \t]*+{_NAME})*+)[ \t]*+\]")
_KEY = re.compile(rf"[ \t]*+({_NAME})((?:[ \t]*+\.[ \t]*+{_NAME})*+)[ \t]*+=")
_PART = re.compile(_NAME)
_MARK = re.compile(r"""[#\[\]{}]|\"""|'''|"(?:[^"\\]|\\.)*+"?|'[^']*+'?""")
_ENDS = {'"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*+"""'), "'''": re.compile(r"(?:[^']|'(?!''))*+'''")}


@dataclass
class Places:
    """The lines of tables and keys of a file; lines and columns count from 1.

    Attributes:
        text: The file's text.
        tables: The line of each table; the n-th table of an array is named "name n", from 1, and a table
            in it "name n.key"; an array in it is named likewise, "name n.key m".
        keys: The line of each key, by table ("" at the top) and key; of a key with dots that of its first
            part and that of the whole. A table counts as a key of the one that it stands in.
    """

    text: str
    tables: dict[str, int] = field(default_factory=dict)
    keys: dict[tuple[str, str], int] = field(default_factory=dict)
    implied: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._lines = self.text.split("\n")
        table = ""
        counts: dict[str, int] = {}
        quote = ""
        depth = 0
        for number, line in enumerate(self._lines, 1):
            if not quote and not depth:
                if found := _HEADER.match(line):
                    table = self._opened(number, _parts(found[2]), counts, is_array=found[1] == "[[")
                    continue
                if found := _KEY.match(line):
                    self.keys.setdefault((table, _bare(found[1])), number)
                    dotted = ".".join(_parts(found[1] + found[2]))
                    self.keys.setdefault((table, dotted), number)
            quote, depth = _after(line, quote, depth)

    def _opened(self, number: int, parts: Sequence[str], counts: dict[str, int], *, is_array: bool) -> str:
        """Note a header, and return the name of its table."""
        table = above = ""
        for place, part in enumerate(parts, 1):
            above, table = table, f"{table}.{part}" if table else part
            if is_array and place == len(parts):
                counts[table] = counts.get(table, 0) + 1
            if table in counts:
                table = f"{table} {counts[table]}"
        if not is_array:
            self.keys.setdefault((above, parts[-1]), number)
        self.tables.setdefault(table, number)
        above = table
        while "." in above:
            above = above.rpartition(".")[0]
            self.implied.setdefault(above, number)
        return table

    def of(self, table: str, key: str = "", needle: object = None) -> tuple[int | None, int | None]:
        """Return the line and the column of something, as far as they are known.

        Args:
            table: The table.
            key: The key in it, if a key is meant.
            needle: A value that stands there, to find its exact place.
        """
        line = self.keys.get((table, key)) or self.tables.get(table)
        if line is None:
            return None, None
        if needle is not None:
            forms = (json.dumps(needle, ensure_ascii=False), f"'{needle}'")
            for number in range(line, len(self._lines) + 1):
                content = self._lines[number - 1]
                if number > line and _HEADER.match(content):
                    break
                for form in forms:
                    if form in content:
                        return number, content.index(form) + 1
        return line, None

    def of_path(self, path: Sequence[str | int]) -> int | None:
        """Return the line of something by the keys, and places in lists counted from 0, that lead to it."""
        for cut in range(len(path), -1, -1):
            table = ""
            for step in path[:cut]:
                table += f" {step + 1}" if isinstance(step, int) else f"{table and '.'}{step}"
            if table in self.tables or table in self.implied or not cut:
                key = path[cut] if cut < len(path) else ""
                line = self.keys.get((table, str(key))) or self.tables.get(table)
                return line or self.implied.get(table)
        return None


def _bare(name: str) -> str:
    return name[1:-1] if name[0] in "\"'" else name


def _parts(header: str) -> list[str]:
    return [_bare(found[0]) for found in _PART.finditer(header)]


def _after(line: str, quote: str, depth: int) -> tuple[str, int]:
    """Return the open multi-line quote and the depth of open brackets after a line."""
    place = 0
    while True:
        if quote:
            end = _ENDS[quote].match(line, place)
            if end is None:
                return quote, depth
            place, quote = end.end(), ""
        found = _MARK.search(line, place)
        if found is None or found[0] == "#":
            return "", depth
        place = found.end()
        if found[0] in _ENDS:
            quote = found[0]
        elif found[0] in "[{":
            depth += 1
        elif found[0] in "]}":
            depth = max(depth - 1, 0)
