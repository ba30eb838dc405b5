"""What is left to each unknown by somebody's marks, drawn as lines of text."""

from __future__ import annotations

import re
import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING

from deduce.casefile.puzzle_header import SAFE
from deduce.problem.statements import AllDifferent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deduce.casefile.grid import Grid
    from deduce.evidence.log import Log
    from deduce.problem.statements import Unknown, Value

__all__ = ["board_lines", "candidate_lines", "is_board"]

GAP = "   "
MOST_LISTED = 100
"""Of more cells nobody reads a list."""
OPEN = (".", "!", "?", "-")
"""What stands for a cell with several values, and for one with none, unless it stands for a value."""
WHOLE = 6
"""How long values may be that are shown whole."""
SHORTEST = 3
"""How long what stands for a long value is at least."""
_CELL = re.compile(r"r(\d+)c(\d+)")
_SHOWS = re.compile(r" shows \d+$")
MINE = "mine"


def candidate_lines(
    left: Mapping[Unknown, frozenset[Value]], log: Log, width: int, grids: Sequence[Grid] = ()
) -> list[str]:
    """Return a line for each unknown, or for several side by side: its values, dots for what is struck.

    Args:
        left: The values that are left to each unknown.
        log: What it is about.
        width: How wide the lines may be.
        grids: The grids that some of the unknowns are cells of; each is drawn if there is room for it.
    """
    lines: list[str] = []
    drawn: set[object] = set()
    for grid in grids:
        if rows := _grid_lines(left, grid, log.problem.domains[grid.cells[0]], width):
            lines += [*([""] if lines else []), *([f"{grid.called}:"] if grid.called else []), *rows]
            drawn |= grid.unknowns
    blocks: dict[tuple[Value, ...], list[Unknown]] = {}
    for unknown in log.problem.shown:
        if unknown not in drawn:
            blocks.setdefault(log.problem.domains[unknown], []).append(unknown)
    for domain, unknowns in blocks.items():
        short = _short([str(value) for value in domain])
        lines += [""] if lines else []
        key = [f"{cut}: {whole}" for whole, cut in short.items() if cut != whole]
        lines += textwrap.wrap(", ".join(key), width)
        before = max(len(str(unknown)) for unknown in unknowns)
        cells = {
            unknown: f"{unknown!s:<{before}}  "
            + " ".join(
                f"{short[str(value)] if value in left[unknown] else '.':<{len(short[str(value)])}}"
                for value in domain
            )
            for unknown in unknowns
        }
        lines += _flowing([[cells[each] for each in group] for group in _groups(unknowns, log)], width)
    return lines


def _grid_lines(
    left: Mapping[Unknown, frozenset[Value]], grid: Grid, domain: Sequence[Value], width: int
) -> list[str]:
    """Return a grid with what is left to each cell, dots for what is struck; nothing if it is too wide."""
    signs = _short([str(value) for value in domain], least=1)
    gap = "" if all(len(sign) == 1 for sign in signs.values()) else " "

    def shown(name: str | None, *, has_dots: bool) -> str:
        values = left[name] if name else ()
        marks = [
            signs[str(value)] if value in values else "." * len(signs[str(value)])
            for value in domain
            if value in values or (has_dots and name)
        ]
        return gap.join(marks)

    key = ", ".join(f"{sign}: {whole}" for whole, sign in signs.items() if sign != whole)
    below = textwrap.wrap(key, width)
    for has_dots in (True, False):
        rows = [[shown(name, has_dots=has_dots) for name in row] for row in grid.drawn_rows]
        across = max(2, *(len(cell) for row in rows for cell in row)) + 2
        if 4 + across * grid.columns <= width:
            head = "".join(f"  {column:<{across - 2}}" for column in range(1, grid.columns + 1))
            lines = [
                f"{number:>4}" + "".join(f"  {cell:<{across - 2}}" for cell in row)
                for number, row in enumerate(rows, 1)
            ]
            return [*below, *(line.rstrip() for line in (f"    {head}", *lines))]
    return _settled_lines(left, grid, signs, width, below) if len(grid.cells) > MOST_LISTED else []


def _settled_lines(
    left: Mapping[Unknown, frozenset[Value]],
    grid: Grid,
    signs: Mapping[str, str],
    width: int,
    below: Sequence[str],
) -> list[str]:
    """Return a grid with what is settled only, which takes the least room; nothing if it is too wide as well.

    Args:
        left: What is left to each cell.
        grid: The grid.
        signs: What stands for each value.
        width: How wide the lines may be.
        below: What the signs mean.
    """
    open_sign, no_sign = [*(sign for sign in OPEN if sign not in signs.values()), "", ""][:2]
    across = max(map(len, signs.values()))
    if 4 + (across + 1) * grid.columns > width:
        return []

    def shown(name: str | None) -> str:
        values = [signs[str(value)] for value in left[name]] if name else [""]
        return values[0] if len(values) == 1 else open_sign if values else no_sign

    lines = ["    " + "".join(f" {column % 10:>{across}}" for column in range(1, grid.columns + 1))]
    for number, row in enumerate(grid.drawn_rows, 1):
        lines.append((f"{number:>4}" + "".join(f" {shown(name):>{across}}" for name in row)).rstrip())
    meant = f"{open_sign}: several are left, {no_sign}: nothing is left"
    return [*textwrap.wrap(", ".join([*below, meant]), width), *lines]


def _groups(unknowns: Sequence[Unknown], log: Log) -> list[list[Unknown]]:
    """Return some unknowns by the groups whose values all differ; those in no group one by one."""
    groups: list[list[Unknown]] = []
    waiting = dict.fromkeys(unknowns)
    for rule in log.problem.rules:
        if isinstance(rule.statement, AllDifferent) and rule.statement.scope <= waiting.keys():
            groups.append(list(rule.statement.unknowns))
            for unknown in rule.statement.unknowns:
                del waiting[unknown]
    return [*groups, *([unknown] for unknown in waiting)]


def _short(values: Sequence[str], least: int = SHORTEST) -> dict[str, str]:
    """Return what stands for each value: the shortest beginnings that tell them apart.

    Args:
        values: The values.
        least: How long a beginning is at least; values that are not long are shown whole, unless that is 1.
    """
    longest = max(map(len, values))
    if longest <= WHOLE and least > 1:
        return {value: value for value in values}
    for length in range(least, longest + 1):
        cut = [value[:length].strip() for value in values]
        if len(set(cut)) == len(values):
            return dict(zip(values, cut, strict=True))
    return {value: value for value in values}


def _flowing(groups: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield lines of cells: each group stands in a column, and as many beside it as there is room for."""
    across = max(len(cell) for group in groups for cell in group) + len(GAP)
    columns = max(1, (width + len(GAP)) // across)
    if len(groups) == 1:
        # A single group is read like a page of a dictionary.
        rows = -(-len(groups[0]) // columns)
        groups = [groups[0][start : start + rows] for start in range(0, len(groups[0]), rows)]
    for start in range(0, len(groups), columns):
        shelf = groups[start : start + columns]
        for parts in zip_longest(*shelf, fillvalue=""):
            yield GAP.join(f"{part:<{across - len(GAP)}}" for part in parts).rstrip()


# --- Boards with mines ------------------------------------------------------------------------------


def is_board(log: Log) -> bool:
    """Tell whether the unknowns are the squares of a board with mines, and the clues its numbers."""
    return all(
        _CELL.fullmatch(str(unknown)) and set(domain) == {MINE, SAFE}
        for unknown, domain in log.problem.domains.items()
    ) and all(_SHOWS.search(entry.text) for entry in log)


def board_lines(left: Mapping[Unknown, frozenset[Value]], told: Log) -> list[str]:
    """Return a board: the numbers that are told, * for a mine, - for what is only known to be safe.

    Args:
        left: What is left to each square.
        told: The clues that are told, each of which has its square as its id.
    """
    shown = {entry.id: entry.text.split()[-1] for entry in told}
    places = {str(unknown): tuple(map(int, _CELL.findall(str(unknown))[0])) for unknown in left}
    rows, columns = (max(place[axis] for place in places.values()) for axis in (0, 1))
    marks = {
        places[str(unknown)]: shown.get(str(unknown))
        or ("*" if values == {MINE} else "-" if values == {SAFE} else "?" if values else "!")
        for unknown, values in left.items()
    }
    head = "     " + " ".join(f"{column % 100:>2}" for column in range(1, columns + 1))
    return [
        head,
        *(
            f"  {row:>2} "
            + " ".join(f"{marks.get((row, column), ' '):>2}" for column in range(1, columns + 1))
            for row in range(1, rows + 1)
        ),
    ]
