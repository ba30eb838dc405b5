"""Rendering what the library says: as wide as the terminal, with colours where there are any."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from rich.text import Text

from deduce.tabletop.said import Grid, MarkRole, Role, Said

from .output import console

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

STYLES = {Role.HEADING: "bold", Role.WARNING: "yellow", Role.FAINT: "dim", Role.STRONG: "bold"}
MARKS = {MarkRole.STRUCK: "dim", MarkRole.CERTAIN: "bold green"}
WRAPPED = frozenset({Role.PARAGRAPH, Role.HEADING, Role.WARNING})
LEAST = 19
"""Words are wrapped to this width at least."""
CELL = 3
"""How wide a cell of a sheet is at least, and what stands before its row."""


def show(said: Iterable[Said | Grid]) -> None:
    """Print what is said."""
    screen = console()
    for each in said:
        if isinstance(each, Grid):
            for row in grid_rows(each):
                screen.print(row, soft_wrap=True)
        elif each.role in WRAPPED:
            screen.print(Text("\n".join(wrapped(each.text, screen)), style=STYLES.get(each.role, "")))
        else:
            screen.print(Text(each.text, style=STYLES.get(each.role, "")), soft_wrap=True)


def wrapped(text: str, screen: Console) -> list[str]:
    """Return a paragraph as lines, as far indented as it begins, and the following ones further."""
    indent = " " * (len(text) - len(text.lstrip()))
    return textwrap.wrap(
        text.strip(),
        max(LEAST, screen.width - 1),
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        # The id of a rule stays whole.
        break_on_hyphens=False,
    ) or [""]


def plain(said: Iterable[Said | Grid]) -> list[str]:
    """Return what is said as plain lines, none of them wrapped."""
    found: list[str] = []
    for each in said:
        found += [row.plain for row in grid_rows(each)] if isinstance(each, Grid) else [each.text]
    return found


def grid_rows(grid: Grid, *, dense: bool = False) -> list[Text]:
    """Return a sheet as lines: heads, and a row for each unknown.

    Args:
        grid: The sheet.
        dense: Whether columns stand as close as their texts allow, with heads as short as that.
    """
    before, width = widths(grid, dense=dense)
    margin, gap = ("", "") if dense else (" ", " ")
    rows = [
        Text(margin + " " * before + "".join(f"{gap}{head[:width]:>{width}}" for head in heads), style="dim")
        for heads in grid.heads
    ]
    for label, marks in grid.rows:
        row = Text(f"{margin}{label:{before}}")
        for mark in marks:
            row.append(gap)
            row.append(f"{mark.text:>{width}}", MARKS.get(mark.role, ""))
        rows.append(row)
    return rows


def widths(grid: Grid, *, dense: bool = False) -> tuple[int, int]:
    """Return how wide what stands before the rows of a sheet is, and each of its cells, without gaps."""
    texts = [mark.text for _, marks in grid.rows for mark in marks]
    heads = [] if dense else [head for heads in grid.heads for head in heads]
    return max([CELL, *(len(label) for label, _ in grid.rows)]), max([CELL, *map(len, (*texts, *heads))])
