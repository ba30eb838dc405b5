"""Where things stand in a TOML file, which the standard parser does not tell."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

__all__ = ["Places"]

_ARRAY_HEADER = re.compile(r"\s*\[\[\s*([^\[\]]+?)\s*\]\]")
_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"""\s*([\w-]+|"[^"]*"|'[^']*')\s*[=.]""")


@dataclass
class Places:
    """The lines of tables and keys of a file; lines and columns count from 1.

    Attributes:
        text: The file's text.
        tables: The line of each table; the n-th table of an array is named "name n", from 1.
        keys: The line of each key, by table ("" at the top) and key.
    """

    text: str
    tables: dict[str, int] = field(default_factory=dict)
    keys: dict[tuple[str, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        table = ""
        counts: dict[str, int] = {}
        quote = ""
        depth = 0
        for number, line in enumerate(self.text.splitlines(), 1):
            if not quote and not depth:
                if found := _ARRAY_HEADER.match(line):
                    name = found[1]
                    counts[name] = counts.get(name, 0) + 1
                    table = f"{name} {counts[name]}"
                    self.tables[table] = number
                    continue
                if found := _HEADER.match(line):
                    table = found[1]
                    self.tables[table] = number
                    continue
                if found := _KEY.match(line):
                    self.keys.setdefault((table, found[1].strip("\"'")), number)
            quote, depth = _after(line, quote, depth)

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
            following = self.text.splitlines()[line - 1 :]
            written = json.dumps(needle, ensure_ascii=False)
            for number, content in enumerate(following, line):
                if number > line and (_HEADER.match(content) or _ARRAY_HEADER.match(content)):
                    break
                for form in (written, f"'{needle}'"):
                    if form in content:
                        return number, content.index(form) + 1
        return line, None


def _after(line: str, quote: str, depth: int) -> tuple[str, int]:
    """Return the open multi-line quote and the depth of open brackets after a line."""
    place = 0
    while place < len(line):
        if quote:
            end = line.find(quote, place)
            if end < 0:
                return (quote if len(quote) == 3 else ""), depth
            place = end + len(quote)
            quote = ""
            continue
        mark = line[place]
        if mark == "#":
            break
        if line.startswith(('"""', "'''"), place):
            quote = line[place : place + 3]
            place += 3
            continue
        if mark in "\"'":
            end = place + 1
            while end < len(line) and line[end] != mark:
                end += 2 if mark == '"' and line[end] == "\\" else 1
            place = end + 1
            continue
        depth = max(depth + (mark in "[{") - (mark in "]}"), 0)
        place += 1
    return quote, depth
