"""What follows from an action and its answer: the rules of a turn. Nothing here looks at a diagram."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import REFUSED, Attempt, Manner
from deduce.confusion.engine.deeds import DEEDS
from deduce.confusion.engine.draft import Draft
from deduce.confusion.engine.position import EMPTY, Ending, Outcome
from deduce.confusion.engine.telling import Answered, Promoted
from deduce.confusion.errors import IllegalActionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.engine.actions import Action, Answer
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.telling import Telling

__all__ = ["Event", "after", "doer", "found_by", "is_arrival", "played", "told"]

# Python 3.11 takes long to find a member of an enumeration by its name.
MOVE, PASS = Manner.MOVE, Manner.PASS


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
    draft = Draft(position)
    if isinstance(action, Attempt):
        event = _attempt(draft, action, answer)
    else:
        deed = DEEDS[type(action)]
        if (answer.promoted is not None) != deed.promotes(action):
            raise _wrongly_told(action, answer)
        deed.do(action, draft, answer)
        event = Event(doer(position, action), action, answer)
    return event, draft.sealed()


def doer(position: Position, action: Action) -> int:
    """Return who does an action."""
    deed = DEEDS.get(type(action))
    return 1 - position.turn if deed is not None and deed.is_theirs else position.turn


def told(position: Position, event: Event) -> Iterator[Telling]:
    """Yield what an event tells about the diagrams.

    Args:
        position: The position before it.
        event: What was done and answered.
    """
    action, answer, side = event.action, event.answer, event.side
    if not isinstance(action, Attempt):
        yield from DEEDS[type(action)].tells(action, position, answer)
    elif not position.is_promoted(side, action.letter):
        yield Answered(side, action.letter, action, answer.allowed)
        if answer.promoted is not None:
            yield Promoted(side, action.letter, answer.promoted, action)


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
    there = position.held[target]
    found = None if there == EMPTY else position.name(there)
    return found, target == position.neutral and attempt.kind is MOVE


def _attempt(draft: Draft, attempt: Attempt, answer: Answer) -> Event:
    """Change a position into the one that follows from an attempt, and return what came of it."""
    rules, turn, letter, kind = draft.rules, draft.turn, attempt.letter, attempt.kind
    if not answer.allowed:
        if answer.promoted is not None:
            raise _wrongly_told(attempt, answer)
        draft.end_attempt(letter)
        return _refusal(turn, attempt) if answer.shown is None else Event(turn, attempt, answer)
    board, neutral = rules.board, draft.neutral
    piece = board.numbers[turn][letter]
    target = board.rays[turn][draft.squares[piece]][attempt.way][attempt.distance - 1]
    there = draft.held[target]
    arrives = target in board.last_rows[turn] and kind is not PASS and not draft.promoted >> piece & 1
    if (answer.promoted is not None) != (arrives and not rules.anyone_is_promoted):
        raise _wrongly_told(attempt, answer)
    if kind is not MOVE:
        draft.neutral = target
    if kind is PASS:
        event = Event(turn, attempt, answer, passed_to=None if there == EMPTY else draft.name(there))
    else:
        captured = None if there == EMPTY else board.letters[there]
        event = Event(turn, attempt, answer, captured, target == neutral and kind is MOVE)
        draft.move(piece, target)
    if answer.promoted:
        draft.promote(piece)
    if not rules.late_contact and draft.has_arrived(turn):
        draft.outcome = Outcome(turn, Ending.LAST_ROW)
    elif draft.outcome is None and arrives and rules.anyone_is_promoted:
        draft.stage = replace(draft.stage, barred=frozenset(letter), offer=letter)
    elif draft.outcome is None:
        draft.end_attempt(letter)
    return event


def _wrongly_told(action: Action, answer: Answer) -> IllegalActionError:
    """Return the error of an answer that has to say whether a piece is promoted, or must not."""
    wrong = "needs" if answer.promoted is None else "cannot have"
    return IllegalActionError(action, f"this {wrong} an answer about promotion")
