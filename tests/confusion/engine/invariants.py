"""What holds in every position of Confusion, however it came about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from deduce.confusion.engine.actions import Attempt, Manner
from deduce.confusion.engine.directions import DIRECTIONS
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import EMPTY, Position
from deduce.confusion.engine.rules import Rules

__all__ = ["check_attempts", "check_position", "well_formed"]


def check_position(position: Position) -> None:
    """Make sure that a position is sound: who stands where, and that something can be done."""
    rules, squares = position.rules, position.squares
    size = len(rules.letters)
    assert len(squares) == 2 * size, "every piece is somewhere, or off the board"
    standing = [square for square in squares if square >= 0]
    assert {position.neutral, *standing} <= on_board(rules), "all pieces and Z are on squares of the board"
    assert len(position.held) == rules.columns * rules.rows
    assert len(position.held) - position.held.count(EMPTY) == len(standing), "no piece stands twice"
    for piece, square in enumerate(squares):
        assert square < 0 or position.held[square] == piece, "board and squares agree"
    holder = position.holder
    assert holder is None or squares[position.piece(*holder)] == position.neutral
    for own in (squares[:size], squares[size:]):
        assert max(own) >= 0 or position.outcome is not None, "a side without a piece has lost"
    asked = position.outcome is None and not position.stage.offer and not position.stage.gift
    assert bool(position.attempts()) is position.has_attempt() is asked, (
        "there is an attempt while it goes on"
    )


@cache
def on_board(rules: Rules) -> frozenset[int]:
    """Return the numbers of the squares that are part of the board."""
    squares = product(range(1, rules.columns + 1), range(1, rules.rows + 1))
    return frozenset(rules.board.number(square) for square in squares if rules.is_on_board(square))


def check_attempts(game: Game, letters: str) -> None:
    """Make sure that of all attempts with some pieces, exactly those that are listed are possible."""
    listed = [attempt for attempt in game.attempts() if attempt.letter in letters]
    assert len(listed) == len(set(listed)), "no attempt is listed twice"
    assert {attempt for attempt in well_formed(letters) if game.can(attempt)} == set(listed)


def well_formed(letters: str) -> Iterator[Attempt]:
    """Yield all attempts that are written like attempts, and some that nearly are."""
    for letter, way, distance, kind in product(letters, range(-1, len(DIRECTIONS) + 1), range(12), Manner):
        yield Attempt(letter, way, distance, kind)
