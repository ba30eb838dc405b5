"""What follows from an action and its answer: the rules of a turn.

Everything here is a function from a position to a new one; nothing looks at a diagram.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deduce.confusion.actions import (
    Agree,
    Attempt,
    Expose,
    GiftReply,
    Kind,
    MoveTwo,
    PromotionReply,
    Remove,
    Resign,
    Reveal,
    SwapTwo,
    Token,
    Unread,
)
from deduce.confusion.position import EMPTY, FRESH, Ending, Outcome, Position, Stage

if TYPE_CHECKING:
    from deduce.confusion.actions import Action, Answer

__all__ = ["after"]


def after(  # noqa: C901, PLR0911 - one case for each kind of action
    position: Position, action: Action, answer: Answer
) -> Position:
    """Return the position after an action that is possible, with its answer.

    Args:
        position: Where it is done.
        action: What is done.
        answer: What the opponent said.
    """
    match action:
        case Attempt():
            return _after_attempt(position, action, answer)
        case Remove(letter=letter):
            return _without(position, position.turn, letter, Stage(used="remove"))
        case Expose(letter=letter):
            return _without(position, 1 - position.turn, letter, Stage(used="expose"))
        case Reveal(letter=letter):
            return _with_token_used(position, Token.REVEAL, Stage(Token.REVEAL.value, frozenset(letter)))
        case MoveTwo():
            stage = Stage(Token.MOVE2.value, seconds=1, home_only=True)
            return _with_token_used(position, Token.MOVE2, stage)
        case SwapTwo(first=first, second=second):
            return _swapped(position, first, second)
        case PromotionReply(accept=accept):
            return _after_promotion_reply(position, accept=accept, answer=answer)
        case GiftReply(accept=accept):
            stage = replace(position.stage, gift=False)
            neutral = _gift_square(position) if accept else None
            return _end_attempt(_with(position, stage=stage, neutral=neutral), "")
        case Resign():
            return _with(position, outcome=Outcome(1 - position.turn, Ending.RESIGNATION))
        case Unread():
            return _end_turn(position)
        case Agree():
            return _with(position, outcome=Outcome(None, Ending.AGREEMENT))


def _after_attempt(position: Position, attempt: Attempt, answer: Answer) -> Position:
    if not answer.allowed:
        return _end_attempt(position, attempt.letter)
    rules, turn = position.rules, position.turn
    piece = turn * len(rules.layout) + rules.letters.index(attempt.letter)
    target = position.target(attempt)
    squares, board, neutral, promoted = position.squares, position.board, position.neutral, position.promoted
    if attempt.kind is Kind.PASS:
        neutral = target
    else:
        start = squares[piece]
        changed = list(squares)
        captured = board[target]
        if captured != EMPTY:
            changed[captured] = -1
        changed[piece] = target
        squares = tuple(changed)
        cells = bytearray(board)
        cells[start] = EMPTY
        cells[target] = piece
        board = bytes(cells)
        if attempt.kind is Kind.CARRY:
            neutral = target
        if answer.promoted:
            promoted |= 1 << piece
    moved = Position(
        rules,
        squares,
        board,
        neutral,
        promoted,
        turn,
        position.turns,
        position.tokens,
        position.stage,
        None,
    )
    if not rules.late_contact and _has_arrived(moved, turn):
        moved.outcome = Outcome(turn, Ending.LAST_ROW)
        return moved
    moved.outcome = _bare(moved, 1 - turn)
    if moved.outcome is not None:
        return moved
    if rules.anyone_is_promoted and is_arrival(position, attempt):
        stage = position.stage
        moved.stage = Stage(
            stage.used, frozenset(attempt.letter), stage.seconds, stage.home_only, attempt.letter
        )
        return moved
    return _end_attempt(moved, attempt.letter)


def is_arrival(position: Position, attempt: Attempt) -> bool:
    """Tell whether an attempt, if allowed, brings a piece that is not promoted yet onto the last row."""
    rules = position.rules
    if attempt.kind is Kind.PASS:
        return False
    row = position.target(attempt) // rules.columns + 1
    last = rules.rows if position.turn == 0 else 1
    return row == last and not position.is_promoted(position.turn, attempt.letter)


def _has_arrived(position: Position, side: int) -> bool:
    """Tell whether Z is on the last row of a side, with a piece of that side on it."""
    rules = position.rules
    piece = position.board[position.neutral]
    if piece == EMPTY or piece // len(rules.layout) != side:
        return False
    return position.neutral // rules.columns + 1 == (rules.rows if side == 0 else 1)


def _end_attempt(position: Position, letter: str) -> Position:
    """Go on after an attempt: to the second one of CF-TOK-MOVE2, or to the other side."""
    if position.stage.seconds:
        stage = Stage(Token.MOVE2.value, frozenset(letter), home_only=True)
        following = _with(position, stage=stage)
        if following.has_attempt():
            return following
    return _end_turn(position)


def _end_turn(position: Position) -> Position:
    """Hand over to the other side, which may have won or lost at once."""
    rules = position.rules
    turn, turns = 1 - position.turn, position.turns + 1
    following = Position(
        rules,
        position.squares,
        position.board,
        position.neutral,
        position.promoted,
        turn,
        turns,
        position.tokens,
        FRESH,
        None,
    )
    if _has_arrived(following, turn):
        # CF-WIN-1 and CF-WIN-3: still there, or put there by the opponent.
        following.outcome = Outcome(turn, Ending.LAST_ROW)
    else:
        following.outcome = _stuck(following)
        if following.outcome is None and rules.half_move_limit is not None and turns >= rules.half_move_limit:
            following.outcome = Outcome(None, Ending.LIMIT)
    return following


def _stuck(position: Position) -> Outcome | None:
    """Return the loss of a side that cannot go on (CF-TURN-6)."""
    if position.has_attempt():
        return None
    return _bare(position, position.turn) or Outcome(1 - position.turn, Ending.NO_ATTEMPT)


def _bare(position: Position, side: int) -> Outcome | None:
    """Return the loss of a side that has no piece left (CF-TURN-6)."""
    size = len(position.rules.layout)
    if max(position.squares[side * size : (side + 1) * size]) >= 0:
        return None
    return Outcome(1 - side, Ending.NO_PIECES)


def _without(position: Position, side: int, letter: str, stage: Stage) -> Position:
    """Take a piece off; Z stays on its square (CF-DA-4)."""
    piece = position.piece(side, letter)
    cells = bytearray(position.board)
    cells[position.squares[piece]] = EMPTY
    squares = list(position.squares)
    squares[piece] = -1
    left = _with(position, squares=tuple(squares), board=bytes(cells), stage=stage)
    left.outcome = _bare(left, side) or _stuck(left)
    return left


def _with_token_used(position: Position, token: Token, stage: Stage) -> Position:
    tokens = list(position.tokens)
    tokens[position.turn] = tokens[position.turn] - {token}
    return _with(position, tokens=(tokens[0], tokens[1]), stage=stage)


def _swapped(position: Position, first: str, second: str) -> Position:
    one, two = (position.piece(position.turn, letter) for letter in (first, second))
    squares = list(position.squares)
    squares[one], squares[two] = squares[two], squares[one]
    cells = bytearray(position.board)
    cells[squares[one]], cells[squares[two]] = one, two
    others = [
        letter
        for letter in position.rules.letters
        if letter not in {first, second} and position.square(position.turn, letter) is not None
    ]
    barred = frozenset((first, second)) if others else frozenset[str]()
    moved = _with(position, squares=tuple(squares), board=bytes(cells))
    return _with_token_used(moved, Token.SWAP2, Stage(Token.SWAP2.value, barred))


def _after_promotion_reply(position: Position, *, accept: bool, answer: Answer) -> Position:
    """CF-VAR-5."""
    letter, turn, stage = position.stage.offer, position.turn, position.stage
    if letter is None:
        message = "no promotion is offered"
        raise ValueError(message)
    going_on = _with(position, stage=Stage(stage.used, stage.barred, stage.seconds, stage.home_only))
    if not accept:
        return _end_attempt(going_on, letter)
    if answer.promoted:
        going_on.promoted |= 1 << position.piece(turn, letter)
        return _end_attempt(going_on, letter)
    shown = _without(going_on, turn, letter, replace(going_on.stage, gift=True))
    shown.outcome = _bare(shown, turn)
    return shown


def _gift_square(position: Position) -> int:
    """Return where Z goes after a double agent was shown: to the opponent's first piece on the board."""
    size = len(position.rules.layout)
    other = 1 - position.turn
    squares = position.squares[other * size : (other + 1) * size]
    return next(square for square in squares if square >= 0)


def _with(
    position: Position,
    squares: tuple[int, ...] | None = None,
    board: bytes | None = None,
    neutral: int | None = None,
    tokens: tuple[frozenset[Token], frozenset[Token]] | None = None,
    stage: Stage | None = None,
    outcome: Outcome | None = None,
) -> Position:
    return Position(
        position.rules,
        position.squares if squares is None else squares,
        position.board if board is None else board,
        position.neutral if neutral is None else neutral,
        position.promoted,
        position.turn,
        position.turns,
        position.tokens if tokens is None else tokens,
        position.stage if stage is None else stage,
        outcome,
    )
