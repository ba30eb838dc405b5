"""Positions: everything that both sides see on the board, and nothing of the diagrams.

Immutable. What follows from an action and its answer is a new position.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING

from deduce.confusion.actions import Attempt, Kind, Token
from deduce.confusion.board import board_of
from deduce.confusion.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.confusion.directions import Square
    from deduce.confusion.rules import Rules

__all__ = ["Ending", "Outcome", "Position", "Stage", "start_position"]

EMPTY = 255
"""On the board: nobody here."""


class Ending(Enum):
    """Why a game is over."""

    LAST_ROW = "Z reached the last row"
    NO_PIECES = "no piece left"
    NO_ATTEMPT = "no possible attempt"
    RESIGNATION = "resignation"
    AGREEMENT = "agreed draw"
    LIMIT = "limit of turns"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winner: The winning side, or None for a draw.
        ending: Why.
    """

    winner: int | None
    ending: Ending


@dataclass(frozen=True, slots=True)
class Stage:
    """Where within a turn the game stands.

    Attributes:
        used: What was done before the attempt: "remove", "expose", or the name of a token; else None.
        barred: The letters that may not make the attempt.
        seconds: How many more attempts follow within the turn (CF-TOK-MOVE2).
        home_only: Whether only pieces on the own half without Z may make the attempt (CF-TOK-MOVE2).
        offer: The letter that is offered promotion (CF-VAR-5).
        gift: Whether the other side still has to take or refuse Z (CF-VAR-5).
    """

    used: str | None = None
    barred: frozenset[str] = frozenset()
    seconds: int = 0
    home_only: bool = False
    offer: str | None = None
    gift: bool = False


FRESH = Stage()
MOST_IN_A_ROW = 7
LEAST_DOUBLE_COLUMNS = 4
ALL_TOKENS = frozenset(Token)


class Position:
    """A position.

    Attributes:
        rules: The rules.
        squares: Where each piece stands (-1: captured or removed): side 0's pieces by letter, then side 1's.
        board: Which piece stands on each square.
        neutral: Where the neutral piece is.
        promoted: Which pieces are promoted, as bits.
        turn: Whose turn it is.
        turns: How many turns are over.
        tokens: The tokens that each side still has.
        stage: Where within the turn the game stands.
        outcome: How the game ended; None while it goes on.
    """

    __slots__ = (
        "board",
        "neutral",
        "outcome",
        "promoted",
        "rules",
        "squares",
        "stage",
        "tokens",
        "turn",
        "turns",
    )

    def __init__(
        self,
        rules: Rules,
        squares: tuple[int, ...],
        board: bytes,
        neutral: int,
        promoted: int,
        turn: int,
        turns: int,
        tokens: tuple[frozenset[Token], frozenset[Token]],
        stage: Stage,
        outcome: Outcome | None,
    ) -> None:
        self.rules: Rules = rules
        self.squares: tuple[int, ...] = squares
        self.board: bytes = board
        self.neutral: int = neutral
        self.promoted: int = promoted
        self.turn: int = turn
        self.turns: int = turns
        self.tokens: tuple[frozenset[Token], frozenset[Token]] = tokens
        self.stage: Stage = stage
        self.outcome: Outcome | None = outcome

    def _key(self) -> tuple[object, ...]:
        return (
            self.squares,
            self.neutral,
            self.promoted,
            self.turn,
            self.turns,
            self.tokens,
            self.stage,
            self.outcome,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key() and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self._key())

    # --- Looking ---------------------------------------------------------------------------------

    def piece(self, side: int, letter: str) -> int:
        """Return the number of a piece."""
        return side * len(self.rules.layout) + self.rules.letters.index(letter)

    def name(self, piece: int) -> tuple[int, str]:
        """Return the side and the letter of a piece."""
        side, place = divmod(piece, len(self.rules.layout))
        return side, self.rules.letters[place]

    def square(self, side: int, letter: str) -> Square | None:
        """Return where a piece stands, as side 0 sees it; None if it is off the board."""
        number = self.squares[self.piece(side, letter)]
        return None if number < 0 else board_of(self.rules).square(number)

    @property
    def holder(self) -> tuple[int, str] | None:
        """The side and letter of the piece that controls the neutral piece; None if nobody does."""
        piece = self.board[self.neutral]
        return None if piece == EMPTY else self.name(piece)

    def is_promoted(self, side: int, letter: str) -> bool:
        """Tell whether a piece is promoted."""
        return bool(self.promoted >> self.piece(side, letter) & 1)

    def is_home(self, side: int, number: int) -> bool:
        """Tell whether a square is on a side's own half: its nearest 5 of 11 rows."""
        half = self.rules.rows // 2
        row = number // self.rules.columns + 1
        return row <= half if side == 0 else row > self.rules.rows - half

    def attempts(self) -> list[Attempt]:  # noqa: C901, PLR0912 - the hot loop of all searches
        """Return all attempts that are possible on the board now (CF-TURN-2, CF-TURN-3, CF-Z-2, CF-Z-3)."""
        stage = self.stage
        if self.outcome is not None or stage.offer is not None or stage.gift:
            return []
        rays = board_of(self.rules).rays
        board, neutral = self.board, self.neutral
        size = len(self.rules.layout)
        first = self.turn * size
        mine = range(first, first + size)
        turned = 4 * self.turn
        moves, carries, passes = _attempt_tables(self.rules.letters, self.rules.diagrams.longest_reach)
        found: list[Attempt] = []
        add = found.append
        for place in range(size):
            start = self.squares[first + place]
            if start < 0 or (stage is not FRESH and not self._may_attempt(place, start)):
                continue
            around = rays[start]
            for way in range(8):
                named = moves[place][way]
                for distance, target in enumerate(around[way ^ turned]):
                    there = board[target]
                    if there == EMPTY:
                        add(named[distance])
                        if target == neutral:
                            break
                    else:
                        if there not in mine:
                            add(named[distance])
                        break
            if start == neutral:
                for way in range(8):
                    ray = around[way ^ turned]
                    for distance, target in enumerate(ray):
                        there = board[target]
                        if there == EMPTY or there not in mine:
                            add(carries[place][way][distance])
                        add(passes[place][way][distance])
                        if there != EMPTY:
                            break
        return found

    def _may_attempt(self, place: int, start: int) -> bool:
        stage = self.stage
        if self.rules.letters[place] in stage.barred:
            return False
        return not stage.home_only or (self.is_home(self.turn, start) and start != self.neutral)

    def has_attempt(self) -> bool:
        """Tell whether any attempt is possible, without listing them."""
        rays = board_of(self.rules).rays
        size = len(self.rules.layout)
        first = self.turn * size
        mine = range(first, first + size)
        for place in range(size):
            start = self.squares[first + place]
            if start < 0 or (self.stage is not FRESH and not self._may_attempt(place, start)):
                continue
            for ray in rays[start]:
                # The next square is enough: it is free, or holds an enemy, or Z can be passed to a friend.
                if ray and (self.board[ray[0]] not in mine or start == self.neutral):
                    return True
        return False

    # --- Moving ----------------------------------------------------------------------------------

    def target(self, attempt: Attempt) -> int:
        """Return the square that an attempt leads to."""
        start = self.squares[self.turn * len(self.rules.layout) + self.rules.letters.index(attempt.letter)]
        return board_of(self.rules).rays[start][attempt.way ^ (4 * self.turn)][attempt.distance - 1]


@cache
def _attempt_tables(letters: str, reach: int) -> tuple[tuple[tuple[tuple[Attempt, ...], ...], ...], ...]:
    """Return every attempt there can be, made once: by kind, letter, direction and distance."""
    return tuple(
        tuple(
            tuple(
                tuple(Attempt(letter, way, distance, kind) for distance in range(1, reach + 1))
                for way in range(8)
            )
            for letter in letters
        )
        for kind in Kind
    )


def start_position(
    rules: Rules,
    first: int = 0,
    placements: tuple[Mapping[str, Square] | None, Mapping[str, Square] | None] = (None, None),
) -> Position:
    """Return the position before the first turn.

    Args:
        rules: The rules.
        first: The side that starts (CF-SETUP-4).
        placements: Where each side placed its pieces, as the owner sees it (CF-VAR-4); None for the layout.

    Raises:
        RulesError: If a placement is not allowed.
    """
    board = board_of(rules)
    squares: list[int] = []
    on_board = bytearray([EMPTY]) * (rules.columns * rules.rows)
    for side, placement in enumerate(placements):
        if placement is not None:
            check_placement(rules, side, placement)
        for letter, square in rules.layout:
            number = board.number(rules.turned((placement or {}).get(letter, square), side))
            on_board[number] = len(squares)
            squares.append(number)
    tokens = ALL_TOKENS if rules.tokens else frozenset()
    return Position(
        rules,
        tuple(squares),
        bytes(on_board),
        board.number(rules.neutral),
        0,
        first,
        0,
        (tokens, tokens),
        FRESH,
        None,
    )


def check_placement(rules: Rules, side: int, placement: Mapping[str, Square]) -> None:
    """Make sure that a side's own placement is allowed (CF-VAR-4).

    Raises:
        RulesError: If it is not.
    """
    who = rules.sides[side]
    problem = ""
    if not rules.free_placement:
        problem = "pieces are only placed freely with variant 4"
    elif sorted(placement) != list(rules.letters):
        problem = f"it must place exactly the pieces {rules.letters}"
    elif len(set(placement.values())) < len(placement):
        problem = "two pieces stand on one square"
    else:
        for letter, square in placement.items():
            if not rules.is_on_board(square) or square[1] > 2:
                problem = f"{letter} on {square[0]},{square[1]} is not on the first two rows of the board"
        rows = [{column for column, row in placement.values() if row == number} for number in (1, 2)]
        if not problem and max(map(len, rows)) > MOST_IN_A_ROW:
            problem = f"a row has more than {MOST_IN_A_ROW} pieces"
        elif not problem and len(rows[0] & rows[1]) < LEAST_DOUBLE_COLUMNS:
            problem = f"fewer than {LEAST_DOUBLE_COLUMNS} columns have a piece in both rows"
    if problem:
        message = f"placement of {who}: {problem}"
        raise RulesError(message)
