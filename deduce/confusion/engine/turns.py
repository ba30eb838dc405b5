"""What follows from an action and its answer: the rules of a turn. Nothing here looks at a diagram."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from deduce.confusion.engine.actions import (
    REFUSED,
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
from deduce.confusion.engine.position import EMPTY, FRESH, Ending, Outcome, Stage
from deduce.confusion.errors import IllegalActionError

if TYPE_CHECKING:
    from deduce.confusion.engine.actions import Action, Answer
    from deduce.confusion.engine.position import Position

    OtherAction: TypeAlias = (
        Remove | Expose | Reveal | MoveTwo | SwapTwo | PromotionReply | GiftReply | Resign | Agree | Unread
    )

__all__ = ["Event", "after", "found_by", "is_arrival", "played"]

# Python 3.11 takes long to find a member of an enumeration by its name.
MOVE, PASS = Kind.MOVE, Kind.PASS


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was done, with what came of it.

    Attributes:
        side: Who did it.
        action: What was done.
        answer: What was answered.
        captured: The letter of the enemy piece that was captured.
        took_neutral: Whether a moving piece took control of Z.
        passed_to: The side and letter that a pass gave Z to.
    """

    side: int
    action: Action
    answer: Answer
    captured: str | None = None
    took_neutral: bool = False
    passed_to: tuple[int, str] | None = None


@cache
def _refusal(side: int, attempt: Attempt) -> Event:
    """Return the event of a refused attempt; most attempts are, so each is made only once."""
    return Event(side, attempt, REFUSED)


def after(position: Position, action: Action, answer: Answer) -> Position:
    """Return the position after an action that is possible, with its answer.

    Args:
        position: Where it is done.
        action: What is done.
        answer: What the opponent said.
    """
    return played(position, action, answer)[1]


def played(position: Position, action: Action, answer: Answer) -> tuple[Event, Position]:
    """Return what comes of an action that is possible, and the position after it.

    Args:
        position: Where it is done.
        action: What is done.
        answer: What the opponent said.

    Raises:
        IllegalActionError: If the answer has to say whether a piece is promoted, or must not (CF-PROMO-1).
    """
    following = position.copy()
    if isinstance(action, Attempt):
        return _attempt(following, action, answer), following
    _do(following, action, answer)
    # The opponent of the side whose turn it is takes Z or refuses it.
    side = 1 - position.turn if isinstance(action, GiftReply) else position.turn
    return Event(side, action, answer), following


def is_arrival(position: Position, attempt: Attempt) -> bool:
    """Tell whether an attempt, if allowed, brings a piece that is not promoted yet onto the last row."""
    return (
        position.target(attempt) in position.rules.board.last_rows[position.turn]
        and attempt.kind is not PASS
        and not position.is_promoted(position.turn, attempt.letter)
    )


def found_by(position: Position, attempt: Attempt) -> tuple[tuple[int, str] | None, bool]:
    """Return what an attempt leads to, if it is allowed: whose piece, and whether the mover takes Z there."""
    target = position.target(attempt)
    there = position.board[target]
    found = None if there == EMPTY else position.name(there)
    return found, target == position.neutral and attempt.kind is MOVE


# --- What follows from each action: all of these change a new position ------------------------------


def _do(position: Position, action: OtherAction, answer: Answer) -> None:  # noqa: C901 - one case for each
    if (answer.promoted is not None) != (isinstance(action, PromotionReply) and action.accept):
        raise _wrongly_told(action, answer)
    match action:
        case Remove(letter=letter):
            _remove(position, position.turn, letter, "remove")
        case Expose(letter=letter):
            _remove(position, 1 - position.turn, letter, "expose")
        case Reveal(letter=letter):
            _use(position, Token.REVEAL, Stage(Token.REVEAL.value, frozenset(letter)))
        case MoveTwo():
            _use(position, Token.MOVE2, Stage(Token.MOVE2.value, seconds=1, home_only=True))
        case SwapTwo(first=first, second=second):
            _swap(position, first, second)
        case PromotionReply(accept=accept):
            _reply(position, accept=accept, answer=answer)
        case GiftReply(accept=accept):
            _give(position, accept=accept)
        case Resign():
            position.outcome = Outcome(1 - position.turn, Ending.RESIGNATION)
        case Agree():
            position.outcome = Outcome(None, Ending.AGREEMENT)
        case Unread():
            _end_turn(position)


def _attempt(position: Position, attempt: Attempt, answer: Answer) -> Event:
    rules, turn, letter, kind = position.rules, position.turn, attempt.letter, attempt.kind
    if not answer.allowed:
        if answer.promoted is not None:
            raise _wrongly_told(attempt, answer)
        _end_attempt(position, letter)
        return _refusal(turn, attempt) if answer.shown is None else Event(turn, attempt, answer)
    table, neutral = rules.board, position.neutral
    piece = table.numbers[turn][letter]
    target = table.rays[turn][position.squares[piece]][attempt.way][attempt.distance - 1]
    there = position.board[target]
    arrives = target in table.last_rows[turn] and kind is not PASS and not position.promoted >> piece & 1
    if (answer.promoted is not None) != (arrives and not rules.anyone_is_promoted):
        raise _wrongly_told(attempt, answer)
    if kind is not MOVE:
        position.neutral = target
    if kind is PASS:
        event = Event(turn, attempt, answer, passed_to=None if there == EMPTY else position.name(there))
    else:
        captured = None if there == EMPTY else table.letters[there]
        event = Event(turn, attempt, answer, captured, target == neutral and kind is MOVE)
        _move(position, piece, target)
    if answer.promoted:
        position.promoted |= 1 << piece
    if not rules.late_contact and _has_arrived(position, turn):
        position.outcome = Outcome(turn, Ending.LAST_ROW)
    elif position.outcome is None and arrives and rules.anyone_is_promoted:
        position.stage = replace(position.stage, barred=frozenset(letter), offer=letter)
    elif position.outcome is None:
        _end_attempt(position, letter)
    return event


def _move(position: Position, piece: int, target: int) -> None:
    """Move a piece, which captures whatever stands there (CF-TURN-4)."""
    squares, board = list(position.squares), bytearray(position.board)
    captured = board[target]
    board[squares[piece]] = EMPTY
    board[target] = piece
    squares[piece] = target
    if captured != EMPTY:
        squares[captured] = -1
    position.squares, position.board = tuple(squares), bytes(board)
    if captured != EMPTY:
        position.outcome = _bare(position, 1 - position.turn)


def _remove(position: Position, side: int, letter: str, how: str) -> None:
    """CF-DA-2 and CF-DA-3."""
    _take_off(position, side, letter)
    position.stage = Stage(used=how)
    if position.outcome is None and not position.has_attempt():
        position.outcome = Outcome(1 - position.turn, Ending.NO_ATTEMPT)


def _take_off(position: Position, side: int, letter: str) -> None:
    """Take a piece off; Z stays on its square (CF-DA-4)."""
    piece = position.piece(side, letter)
    squares, board = list(position.squares), bytearray(position.board)
    board[squares[piece]] = EMPTY
    squares[piece] = -1
    position.squares, position.board = tuple(squares), bytes(board)
    position.outcome = _bare(position, side)


def _use(position: Position, token: Token, stage: Stage) -> None:
    """Use a token (CF-TOK)."""
    tokens = list(position.tokens)
    tokens[position.turn] -= {token}
    position.tokens, position.stage = (tokens[0], tokens[1]), stage


def _swap(position: Position, first: str, second: str) -> None:
    """CF-TOK-SWAP2."""
    one, two = (position.piece(position.turn, letter) for letter in (first, second))
    squares, board = list(position.squares), bytearray(position.board)
    squares[one], squares[two] = squares[two], squares[one]
    board[squares[one]], board[squares[two]] = one, two
    position.squares, position.board = tuple(squares), bytes(board)
    mine = position.rules.board.pieces[position.turn]
    others = any(squares[piece] >= 0 for piece in mine if piece not in {one, two})
    barred = frozenset((first, second)) if others else frozenset[str]()
    _use(position, Token.SWAP2, Stage(Token.SWAP2.value, barred))


def _reply(position: Position, *, accept: bool, answer: Answer) -> None:
    """CF-VAR-5: a promotion is accepted or declined."""
    letter, turn = position.stage.offer, position.turn
    if letter is None:
        message = "no promotion is offered"
        raise ValueError(message)
    position.stage = replace(position.stage, offer=None)
    if accept and not answer.promoted:
        _take_off(position, turn, letter)
        position.stage = replace(position.stage, gift=True)
        return
    if accept:
        position.promoted |= 1 << position.piece(turn, letter)
    _end_attempt(position, letter)


def _give(position: Position, *, accept: bool) -> None:
    """CF-VAR-5: Z goes to the opponent's first piece on the board, who takes or refuses it."""
    if accept:
        theirs = position.rules.board.pieces[1 - position.turn]
        position.neutral = next(square for square in map(position.squares.__getitem__, theirs) if square >= 0)
    position.stage = replace(position.stage, gift=False)
    _end_attempt(position, "")


def _wrongly_told(action: Action, answer: Answer) -> IllegalActionError:
    """Return the error of an answer that has to say whether a piece is promoted, or must not."""
    wrong = "needs" if answer.promoted is None else "cannot have"
    return IllegalActionError(f"{action}: this {wrong} an answer about promotion")


# --- How an attempt and a turn end ------------------------------------------------------------------


def _end_attempt(position: Position, letter: str) -> None:
    """Go on after an attempt: to the second one of CF-TOK-MOVE2, or to the other side."""
    if position.stage.seconds:
        position.stage = Stage(Token.MOVE2.value, frozenset(letter), home_only=True)
        if position.has_attempt():
            return
    _end_turn(position)


def _end_turn(position: Position) -> None:
    """Hand over to the other side, which may have won or lost at once."""
    rules, turn, turns = position.rules, 1 - position.turn, position.turns + 1
    position.turn, position.turns, position.stage = turn, turns, FRESH
    if _has_arrived(position, turn):
        # CF-WIN-1 and CF-WIN-3: still there, or put there by the opponent.
        position.outcome = Outcome(turn, Ending.LAST_ROW)
    elif not rules.board.is_roomy and not position.has_attempt():
        position.outcome = Outcome(1 - turn, Ending.NO_ATTEMPT)
    elif rules.half_move_limit is not None and turns >= rules.half_move_limit:
        position.outcome = Outcome(None, Ending.LIMIT)


def _has_arrived(position: Position, side: int) -> bool:
    """Tell whether Z is on the last row of a side, with a piece of that side on it."""
    table, neutral = position.rules.board, position.neutral
    return neutral in table.last_rows[side] and position.board[neutral] in table.pieces[side]


def _bare(position: Position, side: int) -> Outcome | None:
    """Return the loss of a side that has no piece left (CF-TURN-6)."""
    squares = position.squares
    if any(squares[piece] >= 0 for piece in position.rules.board.pieces[side]):
        return None
    return Outcome(1 - side, Ending.NO_PIECES)
