"""Puzzles that reasoning-gym generates, where it is installed: instances that nobody here has chosen."""

from __future__ import annotations

from importlib.util import find_spec
from itertools import product
from typing import TYPE_CHECKING, Any

from puzzle_kinds import grid_lines
from puzzle_rules import Different, Puzzle, Rows, Total

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzle_rules import Cell

__all__ = ["KINDS"]

SEED = 1


def _made(dataset: str, **config: int) -> dict[str, Any]:
    import reasoning_gym

    made: dict[str, Any] = reasoning_gym.create_dataset(dataset, size=1, seed=SEED, **config)[0]["metadata"]
    return made


def _square(kind: str, rows: list[list[int]]) -> Puzzle:
    size = len(rows)
    cells: list[Cell] = list(product(range(size), repeat=2))
    puzzle = Puzzle(kind, dict.fromkeys(cells, tuple(range(1, size + 1))))
    puzzle.rules += [Different(line) for line in grid_lines(size, size)]
    puzzle.givens = {(r, c): rows[r][c] for r, c in product(range(size), repeat=2) if rows[r][c]}
    return puzzle


def _sudoku() -> Puzzle:
    puzzle = _square("sudoku", _made("sudoku", min_empty=50, max_empty=50)["puzzle"])
    for top, left in product(range(0, 9, 3), repeat=2):
        puzzle.rules.append(Different(tuple((top + a, left + b) for a, b in product(range(3), repeat=2))))
    return puzzle


def _futoshiki() -> Puzzle:
    made = _made("futoshiki", min_board_size=9, max_board_size=9)
    puzzle = _square("futoshiki", made["puzzle"])
    less = tuple((a, b) for a, b in product(range(1, 10), repeat=2) if a < b)
    for r1, c1, r2, c2, sign in made["constraints"]:
        first, second = ((r1, c1), (r2, c2)) if sign == "<" else ((r2, c2), (r1, c1))
        puzzle.rules.append(Rows((first, second), less))
    return puzzle


def _kakurasu() -> Puzzle:
    made = _made("kakurasu", min_rows=9, max_rows=9, min_cols=9, max_cols=9)
    height, width = made["n_rows"], made["n_cols"]
    puzzle = Puzzle("kakurasu", dict.fromkeys(product(range(height), range(width)), (0, 1)))
    for row, total in enumerate(made["row_sums"]):
        puzzle.rules.append(Total(tuple((c + 1, (row, c)) for c in range(width)), total))
    for column, total in enumerate(made["col_sums"]):
        puzzle.rules.append(Total(tuple((r + 1, (r, column)) for r in range(height)), total))
    return puzzle


KINDS: dict[str, Callable[[], Puzzle]] = (
    {
        "sudoku of reasoning-gym": _sudoku,
        "futoshiki 9x9 of reasoning-gym": _futoshiki,
        "kakurasu 9x9 of reasoning-gym": _kakurasu,
    }
    if find_spec("reasoning_gym")
    else {}
)
"""None where it is not installed."""
