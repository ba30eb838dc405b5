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

    from deduce.evidence.log import Log
    from deduce.problem.statements import Unknown, Value

__all__ = ["board_lines", "candidate_lines", "is_board"]

GAP = "   "
WHOLE = 6
"""How long values may be that are shown whole."""
SHORTEST = 3
"""How long what stands for a long value is at least."""
_CELL = re.compile(r"r(\d+)c(\d+)")
MINE = "mine"


def candidate_lines(left: Mapping[Unknown, frozenset[Value]], log: Log, width: int) -> list[str]:
    """Return a line for each unknown, or for several side by side: its values, dots for what is struck.

    Args:
        left: The values that are left to each unknown.
        log: What it is about.
        width: How wide the lines may be.
    """
    blocks: dict[tuple[Value, ...], list[Unknown]] = {}
    for unknown in log.problem.shown:
        blocks.setdefault(log.problem.domains[unknown], []).append(unknown)
    lines: list[str] = []
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


def _short(values: Sequence[str]) -> dict[str, str]:
    """Return what stands for each value: the shortest beginnings that tell them apart."""
    longest = max(map(len, values))
    if longest <= WHOLE:
        return {value: value for value in values}
    for length in range(SHORTEST, longest + 1):
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
    """Tell whether the unknowns are the squares of a board, each of which is a mine or safe."""
    return all(
        _CELL.fullmatch(str(unknown)) and set(domain) == {MINE, SAFE}
        for unknown, domain in log.problem.domains.items()
    )


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
