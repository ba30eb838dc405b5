"""The same kind of work on the board of python-chess."""

from __future__ import annotations

import random
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    import chess

    Board: TypeAlias = chess.Board

__all__ = [
    "is_installed",
    "list_all",
    "play",
    "positions",
    "random_games",
    "replay",
    "replay_checked",
]


def is_installed() -> bool:
    """Tell whether python-chess is here."""
    return find_spec("chess") is not None


def random_games(number: int) -> list[Board]:
    """Play random games to their ends; a board remembers its moves."""
    return [_random_game(random.Random(seed)) for seed in range(number)]


def _random_game(draw: random.Random) -> Board:
    import chess

    board = chess.Board()
    while not board.is_game_over():
        board.push(draw.choice(list(board.legal_moves)))
    return board


def positions(boards: Sequence[Board], every: int) -> list[Board]:
    """Return some of the positions of games that were played."""
    found: list[Board] = []
    for played in boards:
        board = played.root()
        for number, move in enumerate(played.move_stack):
            if number % every == 0:
                found.append(board.copy())
            board.push(move)
    return found


def list_all(boards: Sequence[Board]) -> int:
    """List the legal moves, and return how many there are."""
    return sum(len(list(board.legal_moves)) for board in boards)


def replay(boards: Sequence[Board]) -> int:
    """Do all moves of games and take them back, and return how many there are."""
    for played in boards:
        board = played.root()
        for move in played.move_stack:
            board.push(move)
        for _ in played.move_stack:
            board.pop()
    return sum(len(board.move_stack) for board in boards)


def replay_checked(boards: Sequence[Board]) -> int:
    """Likewise, and make sure before that each move is legal."""
    for played in boards:
        board = played.root()
        for move in played.move_stack:
            if not board.is_legal(move):
                raise ValueError(move)
            board.push(move)
        for _ in played.move_stack:
            board.pop()
    return sum(len(board.move_stack) for board in boards)


def play(number: int) -> int:
    """Play random games to their ends, and return how many."""
    return len(random_games(number))
