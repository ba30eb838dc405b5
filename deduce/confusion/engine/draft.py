"""A position in the making, and how a turn goes on and ends. Nothing here looks at a diagram."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Token
from deduce.confusion.engine.position import EMPTY, FRESH, Ending, Outcome, Position, Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from deduce.confusion.engine.rules import Rules

__all__ = ["Draft"]


class Draft(Position):
    """The position that follows from another one, while it can still be changed.

    It has the same parts in memory as a `Position`, so that `sealed` only has to change what it counts as:
    a game makes thousands of positions, and copying each a second time would cost a tenth of its time.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        rules: Rules
        squares: tuple[int, ...]
        held: bytes
        neutral: int
        promoted: int
        turn: int
        turns: int
        tokens: tuple[frozenset[Token], frozenset[Token]]
        stage: Stage
        outcome: Outcome | None
    # What Position forbids; the originals are quicker than methods that call them.
    __setattr__: Callable[..., None] = object.__setattr__
    __delattr__: Callable[..., None] = object.__delattr__

    def __init__(self, position: Position) -> None:
        self.rules = position.rules
        self.squares = position.squares
        self.held = position.held
        self.neutral = position.neutral
        self.promoted = position.promoted
        self.turn = position.turn
        self.turns = position.turns
        self.tokens = position.tokens
        self.stage = position.stage
        self.outcome = position.outcome

    def sealed(self) -> Position:
        """Return what was made as a position, which can no longer be changed: this very object."""
        self.__class__ = Position  # type: ignore[assignment]
        return self

    # --- Pieces ------------------------------------------------------------------------------------

    def move(self, piece: int, target: int) -> None:
        """Move a piece, which captures whatever stands there (CF-TURN-4)."""
        squares, held = list(self.squares), bytearray(self.held)
        captured = held[target]
        held[squares[piece]] = EMPTY
        held[target] = piece
        squares[piece] = target
        if captured != EMPTY:
            squares[captured] = -1
        self.squares, self.held = tuple(squares), bytes(held)
        if captured != EMPTY:
            self._check_pieces(1 - self.turn)

    def take_off(self, side: int, letter: str) -> None:
        """Take a piece off; Z stays on its square (CF-DA-4)."""
        piece = self.piece(side, letter)
        squares, held = list(self.squares), bytearray(self.held)
        held[squares[piece]] = EMPTY
        squares[piece] = -1
        self.squares, self.held = tuple(squares), bytes(held)
        self._check_pieces(side)

    def swap(self, one: int, two: int) -> None:
        """Let two pieces change places."""
        squares, held = list(self.squares), bytearray(self.held)
        squares[one], squares[two] = squares[two], squares[one]
        held[squares[one]], held[squares[two]] = one, two
        self.squares, self.held = tuple(squares), bytes(held)

    def promote(self, piece: int) -> None:
        """Promote a piece."""
        self.promoted |= 1 << piece

    def _check_pieces(self, side: int) -> None:
        """End the game if a side has no piece left (CF-TURN-6)."""
        squares = self.squares
        if all(squares[piece] < 0 for piece in self.rules.board.pieces[side]):
            self.outcome = Outcome(1 - side, Ending.NO_PIECES)

    # --- The turn ----------------------------------------------------------------------------------

    def use(self, token: Token, stage: Stage) -> None:
        """Use a token (CF-TOK), after which the turn stands at a stage."""
        tokens = list(self.tokens)
        tokens[self.turn] -= {token}
        self.tokens, self.stage = (tokens[0], tokens[1]), stage

    def end_attempt(self, letter: str) -> None:
        """Go on after an attempt: to the second one of CF-TOK-MOVE2, or to the other side."""
        if self.stage.seconds:
            self.stage = Stage(Token.MOVE2.value, frozenset(letter), home_only=True)
            if self.has_attempt():
                return
        self.end_turn()

    def end_turn(self) -> None:
        """Hand over to the other side, which may have won or lost at once."""
        rules, turn, turns = self.rules, 1 - self.turn, self.turns + 1
        self.turn, self.turns, self.stage = turn, turns, FRESH
        if self.has_arrived(turn):
            # CF-WIN-1 and CF-WIN-3: still there, or put there by the opponent.
            self.outcome = Outcome(turn, Ending.LAST_ROW)
        elif not rules.board.is_roomy and not self.has_attempt():
            self.outcome = Outcome(1 - turn, Ending.NO_ATTEMPT)
        elif rules.half_move_limit is not None and turns >= rules.half_move_limit:
            self.outcome = Outcome(None, Ending.LIMIT)

    def has_arrived(self, side: int) -> bool:
        """Tell whether Z is on the last row of a side, with a piece of that side on it."""
        board, neutral = self.rules.board, self.neutral
        return neutral in board.last_rows[side] and self.held[neutral] in board.pieces[side]
