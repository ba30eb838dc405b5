"""How a game of Confusion stands in a file: numbered rows with two columns, a turn in each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from deduce.tabletop.document import Layout, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TwoColumns"]

_NUMBERED = re.compile(r"\s*+(?P<number>\d{1,6}+)\s*+[.)]")
_TAG = re.compile(r"</?[a-z]{1,6}>")
_HEADS = re.compile(r"\s*+([^\W\d_]++)\s++([^\W\d_]++)\s*+$")


@dataclass(frozen=True, eq=False, repr=False)
class _Patterns:
    """What follows from how a turn begins.

    Attributes:
        start: How a turn begins.
        row: The number of a row that has no mark behind it, and the space before its first turn.
        apart: The space between two turns.
        wide: The same, if it is wide; an ending may stand behind it as well.
    """

    start: re.Pattern[str]
    row: re.Pattern[str]
    apart: re.Pattern[str]
    wide: re.Pattern[str]


def _patterns() -> _Patterns:
    """Return the patterns; the notation is imported when the first row is read."""
    from deduce.confusion.notation.forms import FORMS

    return _made((*FORMS,))


@cache
def _made(_forms: tuple[type, ...]) -> _Patterns:
    """Return the patterns, made anew when there are other forms."""
    from deduce.confusion.notation.cells import cell_start, ending_words

    start, ending = cell_start(), ending_words()
    return _Patterns(
        re.compile(start),
        re.compile(rf"\s*+(?P<number>\d{{1,6}}+)\s++(?={start})"),
        re.compile(rf"(?<![,\s])(?P<gap>\s+)(?={start})"),
        re.compile(rf"(?<![,\s])(?P<gap>\s{{2,}})(?={start}|{ending})"),
    )


class TwoColumns(Layout):
    """Rows as the source has them: a number, and the columns of the two sides with a tab between."""

    columns: int = 2

    def row(self, text: str, line: int) -> Row | None:
        found, begin = _NUMBERED.match(text), 0
        if found is not None:
            begin = found.end()
        elif (found := _patterns().row.match(text)) is not None:
            begin = found.end() - 1
        else:
            return None
        rest = text[begin:]
        pieces: list[tuple[str, int]] = []
        for field in re.finditer(r"[^\t]+", rest):
            if field[0].strip():
                indent = len(field[0]) - len(field[0].lstrip())
                pieces.append((field[0].strip(), begin + field.start() + indent + 1))
        if len(pieces) == 1 and not text.endswith("\t"):
            pieces = _apart(*pieces[0])
        elif len(pieces) > 2:
            second = text[pieces[1][1] - 1 :].rstrip()
            pieces = [pieces[0], (second, pieces[1][1])]
        starts_empty = len(pieces) == 1 and rest[: pieces[0][1] - 1 - begin] not in {"", " "}
        return Row(int(found["number"]), line, tuple(pieces), starts_empty)

    def heads(self, text: str) -> tuple[str, ...] | None:
        words = _HEADS.match(_TAG.sub(" ", text))
        return (words[1], words[2]) if words else None

    def written(self, number: int, texts: Sequence[str]) -> str:
        left, right = texts[0].replace("\t", " "), texts[1]
        if left:
            line = f"{number}. {left}\t{right}" if right else f"{number}. {left}"
        else:
            right = right.replace("\t", " ")
            line = f"{number}.\t{right}"
        # A turn whose comment looks like another one is told from two turns by a tab behind it.
        is_one = bool(left) != bool(right)
        return f"{line}\t" if is_one and len(_apart(left or right, 1)) > 1 else line


def _apart(text: str, character: int) -> list[tuple[str, int]]:
    """Part two turns that are separated by nothing but spaces: before the second move."""
    patterns = _patterns()
    first = patterns.start.match(text)
    begin = first.end() if first else 0
    gap = patterns.wide.search(text, begin) or patterns.apart.search(text, begin)
    if gap is None:
        return [(text, character)]
    return [(text[: gap.start()].rstrip(), character), (text[gap.end() :], character + gap.end())]
