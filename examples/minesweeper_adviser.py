"""Minesweeper: how likely each covered square is a mine, exactly, and which ones to uncover.

python examples/minesweeper_adviser.py MINES ROW ROW ... (digits and, for covered squares, #)
"""

import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb

from deduce import Belief, Log, Problem, sum_of

Square = tuple[int, int]
ELSEWHERE = "mines elsewhere"
MINES, BOARD = 4, ["01##", "12##", "####", "####"]


def around(square: Square, board: Sequence[str]) -> list[Square]:
    """Return the squares next to one."""
    rows, columns = (range(max(at - 1, 0), at + 2) for at in square)
    return [(row, at) for row, at in product(rows, columns) if row < len(board) and at < len(board[0])]


def chances(board: Sequence[str], mines: int) -> dict[Square, Fraction]:
    """Return for each covered square how likely it is a mine."""
    squares = list(product(range(len(board)), range(len(board[0]))))
    covered = {(row, at): (0, 1) for row, at in squares if board[row][at] == "#"}
    edge: dict[Square, tuple[int, ...]] = {}
    rules = []
    for row, at in set(squares) - covered.keys():
        near = [square for square in around((row, at), board) if square in covered]
        edge |= {square: covered[square] for square in near}
        rules += [sum_of(near) == int(board[row][at])] if near else []
    # Of the squares that touch no number it only matters how many mines they hold, and in how many ways.
    rest = len(covered) - len(edge)
    ways = {number: comb(rest, number) for number in range(min(rest, mines) + 1)}
    rules.append(sum_of([*edge, ELSEWHERE]) == mines)
    belief = Belief(Log(Problem({**edge, ELSEWHERE: list(ways)}, rules, priors={ELSEWHERE: ways})))
    left = sum(number * belief.probability(ELSEWHERE, number) for number in ways)
    return {s: belief.probability(s, 1) if s in edge else Fraction(left) / rest for s in covered}


def main() -> None:
    """Show the chances on a board, and what to uncover."""
    mines, board = (int(sys.argv[1]), sys.argv[2:]) if len(sys.argv) > 2 else (MINES, BOARD)
    found = chances(board, mines)
    for row, line in enumerate(board):
        marks = [mark if mark != "#" else f"{float(found[row, at]):.0%}" for at, mark in enumerate(line)]
        print(" ".join(mark.rjust(4) for mark in marks))
    best = min(found.values())
    squares = [f"row {row + 1} column {at + 1}" for (row, at), share in found.items() if share == best]
    print(f"{f'A mine with {best}' if best else 'Safe'}: {', '.join(squares)}")


if __name__ == "__main__":
    main()
