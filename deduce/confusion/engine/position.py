"""Positions: everything that both sides see on the board, and nothing of the diagrams.

What follows from an action and its answer is a new position.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from deduce.confusion.engine import showing
from deduce.confusion.engine.actions import Manner, Token
from deduce.confusion.engine.board import EMPTY, TARGET
from deduce.confusion.engine.directions import DIRECTIONS
from deduce.confusion.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.directions import Square
    from deduce.confusion.engine.rules import Rules

__all__ = ["EMPTY", "FRESH", "Ending", "Outcome", "Position", "Stage", "check_placement", "start_position"]


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


NOBODY = frozenset[int]()
ALONE = (frozenset((0,)), frozenset((1,)))
"""Nobody, and each side alone, as those who have to do something."""
FRESH = Stage()
WAYS = range(len(DIRECTIONS))
# Python 3.11 takes long to find a member of an enumeration by its name.
MOVE, PASS = Manner.MOVE, Manner.PASS
MOST_IN_A_ROW = 7
LEAST_DOUBLE_COLUMNS = 4
ALL_TOKENS = frozenset(Token)


@dataclass(frozen=True, slots=True)
class Position:
    """A position. It cannot be changed; `Draft` is one in the making.

    Attributes:
        rules: The rules.
        squares: Where each piece stands (-1: captured or removed): side 0's pieces by letter, then side 1's.
        neutral: Where the neutral piece is.
        promoted: Which pieces are promoted, as bits.
        turn: Whose turn it is.
        turns: How many turns are over.
        tokens: The tokens that each side still has.
        stage: Where within the turn the game stands.
        outcome: How the game ended; None while it goes on.
        held: What each square holds, which follows from `squares`: the number of a piece, or EMPTY.
    """

    rules: Rules = field(hash=False)
    squares: tuple[int, ...]
    neutral: int
    promoted: int = 0
    turn: int = 0
    turns: int = 0
    tokens: tuple[frozenset[Token], frozenset[Token]] = (frozenset(), frozenset())
    stage: Stage = FRESH
    outcome: Outcome | None = None
    held: bytes = field(init=False, compare=False)

    def __post_init__(self) -> None:
        held = bytearray([EMPTY]) * (self.rules.columns * self.rules.rows)
        for piece, number in enumerate(self.squares):
            if number >= 0:
                held[number] = piece
        object.__setattr__(self, "held", bytes(held))

    def __repr__(self) -> str:
        return showing.position_words(self)

    def __str__(self) -> str:
        return showing.board_text(self)

    def _repr_svg_(self) -> str:
        return showing.board_svg(self)

    # --- Looking ---------------------------------------------------------------------------------

    def piece(self, side: int, letter: str) -> int:
        """Return the number of a piece."""
        return self.rules.board.numbers[side][letter]

    def name(self, piece: int) -> tuple[int, str]:
        """Return the side and the letter of a piece."""
        board = self.rules.board
        return int(piece in board.pieces[1]), board.letters[piece]

    def square(self, side: int, letter: str) -> Square | None:
        """Return where a piece stands, as side 0 sees it; None if it is off the board."""
        number = self.squares[self.piece(side, letter)]
        return None if number < 0 else self.rules.board.square(number)

    @property
    def holder(self) -> tuple[int, str] | None:
        """The side and letter of the piece that controls the neutral piece; None if nobody does."""
        piece = self.held[self.neutral]
        return None if piece == EMPTY else self.name(piece)

    def is_promoted(self, side: int, letter: str) -> bool:
        """Tell whether a piece is promoted."""
        return bool(self.promoted >> self.piece(side, letter) & 1)

    def is_home(self, side: int, number: int) -> bool:
        """Tell whether a square is on a side's own half: its nearest 5 of 11 rows."""
        return number in self.rules.board.homes[side]

    # --- Who acts --------------------------------------------------------------------------------

    @property
    def decider(self) -> int:
        """The side that decides now: the opponent of the side to move while it is offered Z (CF-VAR-5)."""
        return 1 - self.turn if self.stage.gift else self.turn

    @property
    def to_act(self) -> frozenset[int]:
        """The sides that have to do something: nobody when the game is over."""
        return NOBODY if self.outcome is not None else ALONE[self.decider]

    @property
    def receiver(self) -> str:
        """The letter that may take Z now: the decider's first piece on the board (CF-VAR-5); else ""."""
        if not self.stage.gift:
            return ""
        board, squares = self.rules.board, self.squares
        return next((board.letters[piece] for piece in board.pieces[self.decider] if squares[piece] >= 0), "")

    # --- Attempts --------------------------------------------------------------------------------

    def attempts(self) -> list[Attempt]:
        """Return all attempts that are possible on the board now (CF-TURN-2, CF-TURN-3, CF-Z-2, CF-Z-3)."""
        board, squares, neutral = self.rules.board, self.squares, self.neutral
        rays, stops = board.rays[self.turn], bytearray(self.held.translate(board.meanings[self.turn]))
        stops[neutral] = stops[neutral] or TARGET
        found: list[Attempt] = []
        for piece in board.pieces[self.turn]:
            start = squares[piece]
            if not self._may_attempt(piece, start):
                continue
            runs = board.moves[piece]
            for way, ray in enumerate(rays[start]):
                reached = 0
                for target in ray:
                    if stops[target]:
                        if stops[target] == TARGET:
                            reached += 1
                        break
                    reached += 1
                if reached:
                    found += runs[way][reached]
            if start == neutral:
                found += self._attempts_with_neutral(piece)
        return found

    def _attempts_with_neutral(self, piece: int) -> Iterator[Attempt]:
        """Yield the attempts to carry or pass the neutral piece (CF-Z-2, CF-Z-3)."""
        board, held = self.rules.board, self.held
        mine, around = board.pieces[self.turn], board.rays[self.turn][self.neutral]
        for carries, passes, ray in zip(board.carries[piece], board.passes[piece], around, strict=True):
            for target, carrying, passing in zip(ray, carries, passes, strict=False):
                there = held[target]
                if there not in mine:
                    yield carrying
                yield passing
                if there != EMPTY:
                    break

    def has_attempt(self) -> bool:
        """Tell whether any attempt is possible, without listing them."""
        board, squares, held = self.rules.board, self.squares, self.held
        mine = board.pieces[self.turn]
        for piece in mine:
            start = squares[piece]
            if self._may_attempt(piece, start):
                # The next square is enough: it is free, or holds an enemy, or Z can be passed to a friend.
                for near in board.neighbours[start]:
                    there = held[near]
                    if there == EMPTY or there not in mine or start == self.neutral:
                        return True
        return False

    def admits(self, attempt: Attempt) -> bool:
        """Tell whether an attempt is possible on the board now: whether it is one of `attempts`."""
        board, turn, neutral = self.rules.board, self.turn, self.neutral
        piece, way, distance, kind = (
            board.numbers[turn].get(attempt.letter),
            attempt.way,
            attempt.distance,
            attempt.kind,
        )
        if piece is None or way not in WAYS:
            return False
        start = self.squares[piece]
        if not self._may_attempt(piece, start) or (kind is not MOVE and start != neutral):
            return False
        ray = board.rays[turn][start][way]
        if not 0 < distance <= len(ray):
            return False
        held = self.held
        if distance > 1:
            for between in ray[: distance - 1]:
                if held[between] != EMPTY or between == neutral:
                    return False
        there = held[ray[distance - 1]]
        return there == EMPTY or kind is PASS or there not in board.pieces[turn]

    def _may_attempt(self, piece: int, start: int) -> bool:
        """Tell whether a piece of the side to move may be the one that makes the attempt."""
        stage = self.stage
        if start < 0 or self.outcome is not None:
            return False
        if stage is FRESH:
            return True
        if stage.offer is not None or stage.gift or self.rules.board.letters[piece] in stage.barred:
            return False
        return not stage.home_only or (self.is_home(self.turn, start) and start != self.neutral)

    def target(self, attempt: Attempt) -> int:
        """Return the square that an attempt leads to."""
        board, turn = self.rules.board, self.turn
        start = self.squares[board.numbers[turn][attempt.letter]]
        return board.rays[turn][start][attempt.way][attempt.distance - 1]


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
    board, squares = rules.board, list[int]()
    for side, placement in enumerate(placements):
        if placement is not None:
            check_placement(rules, side, placement)
        for letter, square in rules.layout:
            squares.append(board.number(rules.turned((placement or {}).get(letter, square), side)))
    ours, theirs = (ALL_TOKENS if side in rules.token_sides else frozenset[Token]() for side in (0, 1))
    return Position(rules, tuple(squares), board.number(rules.neutral), turn=first, tokens=(ours, theirs))


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
            if not rules.is_on_board(rules.turned(square, side)) or square[1] > 2:
                problem = f"{letter} on {square[0]},{square[1]} is not on the first two rows of the board"
        rows = [{column for column, row in placement.values() if row == number} for number in (1, 2)]
        if not problem and max(map(len, rows)) > MOST_IN_A_ROW:
            problem = f"a row has more than {MOST_IN_A_ROW} pieces"
        elif not problem and len(rows[0] & rows[1]) < LEAST_DOUBLE_COLUMNS:
            problem = f"fewer than {LEAST_DOUBLE_COLUMNS} columns have a piece in both rows"
    if problem:
        message = f"placement of {who}: {problem}"
        raise RulesError(message)
