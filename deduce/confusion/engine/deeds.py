"""What can be done in a turn beside attempts: one deed for each kind of action.

A deed says all that the rules say of its kind: when it is possible, what is answered, what follows, and what
it tells. Whoever needs one of these asks the deed. A new kind of action is a class in `actions`, a deed here,
and a form in `notation.forms`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from itertools import combinations, starmap
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from deduce.confusion.engine.actions import (
    SILENT,
    Action,
    Agree,
    Answer,
    Expose,
    GiftReply,
    MoveTwo,
    PromotionReply,
    Remove,
    Resign,
    Reveal,
    SwapTwo,
    Token,
    Unread,
    Waive,
)
from deduce.confusion.engine.draft import Draft
from deduce.confusion.engine.position import FRESH, Ending, Outcome, Stage
from deduce.confusion.engine.telling import Promoted, Shown, Telling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from deduce.confusion.engine.game import Deal
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules

    Deals: TypeAlias = tuple[Deal | None, Deal | None]

__all__ = ["DEEDS", "Deed", "When", "deeds_at", "is_early", "missing_piece", "objection", "reply_due"]

A = TypeVar("A", bound=Action)


class When(Enum):
    """When something can be done."""

    EARLY = "early"
    """At the beginning of a turn, before the attempt."""
    BETWEEN = "between"
    """Between the attempts of one turn (CF-TOK-MOVE2)."""
    REPLY = "reply"
    """When it was asked for, and then nothing else."""
    ANY = "any"
    """At any time; it ends the game, or the turn."""


@dataclass(frozen=True, eq=False, repr=False)
class Deed(Generic[A]):
    """What the rules say of one kind of action.

    Attributes:
        kind: The class of the action.
        do: Changes a draft into the position that follows, by what was answered.
        against: What speaks against it at its moment; "" if it is possible.
        answer: The answer that the deals give; None if it depends on one that is not known.
        tells: What it tells about the diagrams when it is done in a position and answered.
        lack: What some rules lack that it takes; "" if they have it.
        waiting: For a reply: that it has to come first; "" if it was not asked for.
        promotes: Whether its answer says if a piece is promoted.
        moment: When it can be done.
        of: What it is done with, in any combination; None for the letters of the pieces.
        is_theirs: Whether the opponent of the side to move does it.
        name: The field of `Chances` that says how likely it is in random games; "" if it has none there.
        chance: How likely it is there if it has no name.
    """

    kind: type[A]
    do: Callable[[A, Draft, Answer], None]
    against: Callable[[A, Position, Deals], str] = lambda *_: ""
    answer: Callable[[A, Position, Deals], Answer | None] = lambda *_: SILENT
    tells: Callable[[A, Position, Answer], Iterable[Telling]] = lambda *_: ()
    lack: Callable[[Rules], str] = lambda _: ""
    waiting: Callable[[Position], str] = lambda _: ""
    promotes: Callable[[A], bool] = lambda _: False
    moment: When = When.EARLY
    of: Sequence[object] | None = None
    is_theirs: bool = False
    name: str = ""
    chance: float = 0.0

    def every(self, rules: Rules) -> Iterator[A]:
        """Return all such actions that there can be, in the order of their numbers; of a reply, yes first."""
        return starmap(
            self.kind, combinations(rules.letters if self.of is None else self.of, len(fields(self.kind)))
        )


def missing_piece(position: Position, side: int, letter: str) -> str:
    """Object to a piece that does not exist, or is off the board; "" if it is there."""
    if not position.rules.has_piece(letter):
        return f"there is no piece {letter}"
    if position.squares[position.piece(side, letter)] >= 0:
        return ""
    found = f"{position.rules.sides[side]}'s {letter} is not on the board any more"
    return f"{found}; it is {position.rules.sides[side]}'s turn" if side == position.turn else found


# --- Double agents ----------------------------------------------------------------------------------


def _agentless(rules: Rules) -> str:
    return "" if rules.has_double_agent else "there is no double agent in these rules"


def _take_off(draft: Draft, side: int, letter: str, how: str) -> None:
    """Take a piece off before the attempt, which must be possible then."""
    draft.take_off(side, letter)
    draft.stage = Stage(used=how)
    if draft.outcome is None and not draft.has_attempt():
        draft.outcome = Outcome(1 - draft.turn, Ending.NO_ATTEMPT)


def _against_removing(action: Remove, position: Position, _: Deals) -> str:
    return _agentless(position.rules) or missing_piece(position, position.turn, action.letter)


def _against_exposing(action: Expose, position: Position, deals: Deals) -> str:
    rules, other, letter = position.rules, 1 - position.turn, action.letter
    found = _agentless(rules) or missing_piece(position, other, letter)
    deal, agent = deals[other] or {}, rules.diagrams.double_agent
    is_another = agent is not None and agent.number in deal.values() and deal.get(letter) != agent.number
    if not found and (is_another or (letter in deal and not rules.diagrams[deal[letter]].is_double_agent)):
        return f"{rules.sides[other]}'s {letter} is not the double agent"
    return found


def _exposed(_: Expose, position: Position, __: Deals) -> Answer | None:
    agent = position.rules.diagrams.double_agent
    return None if agent is None else Answer(shown=agent.number)


def _tells_exposed(action: Expose, position: Position, _: Answer) -> Iterator[Telling]:
    agent = position.rules.diagrams.double_agent
    if agent is not None:
        yield Shown(1 - position.turn, action.letter, agent.number, "exposed as")


# --- Tokens -----------------------------------------------------------------------------------------


def _tokenless(rules: Rules) -> str:
    return "" if rules.tokens else "these rules have no action tokens"


def _against_token(position: Position, token: Token) -> str:
    if token not in position.tokens[position.turn]:
        who = position.rules.sides[position.turn]
        if position.rules.tokens and position.turn not in position.rules.token_sides:
            return f"{who} has no action tokens in this game"
        return _tokenless(position.rules) or f"{who}'s token {token.value} is used up"
    return ""


def _against_idling(action: Action, position: Position) -> str:
    draft = Draft(position)
    DEEDS[type(action)].do(action, draft, SILENT)
    return "" if draft.has_attempt() else "no attempt would be possible after it"


def _against_revealing(action: Reveal, position: Position, _: Deals) -> str:
    if not position.rules.has_piece(action.letter):
        return f"there is no piece {action.letter}"
    return _against_token(position, Token.REVEAL) or _against_idling(action, position)


def _revealed(action: Reveal, position: Position, deals: Deals) -> Answer | None:
    deal = deals[position.turn] or {}
    return Answer(shown=deal[action.letter]) if action.letter in deal else None


def _tells_revealed(action: Reveal, position: Position, answer: Answer) -> Iterator[Telling]:
    if answer.shown is not None:
        yield Shown(position.turn, action.letter, answer.shown, "shown:")


def _against_moving_two(action: MoveTwo, position: Position, _: Deals) -> str:
    return _against_token(position, Token.MOVE2) or _against_idling(action, position)


def _against_swapping(action: SwapTwo, position: Position, _: Deals) -> str:
    found, turn = _against_token(position, Token.SWAP2), position.turn
    if not found and action.first == action.second:
        found = "it takes two different pieces"
    for letter in (action.first, action.second):
        found = found or missing_piece(position, turn, letter)
        if not found:
            start = position.squares[position.piece(turn, letter)]
            if not position.is_home(turn, start):
                found = f"{letter} is not on {position.rules.sides[turn]}'s own half"
            elif start == position.neutral:
                found = f"{letter} holds Z"
    return found or _against_idling(action, position)


def _swap(action: SwapTwo, draft: Draft, _: Answer) -> None:
    letters = action.first, action.second
    one, two = (draft.piece(draft.turn, letter) for letter in letters)
    draft.swap(one, two)
    mine = draft.rules.board.pieces[draft.turn]
    others = any(draft.squares[piece] >= 0 for piece in mine if piece not in {one, two})
    draft.use(Token.SWAP2, Stage(Token.SWAP2.value, frozenset(letters if others else ())))


def _unwaivable(rules: Rules) -> str:
    return "" if rules.may_waive else "the second attempt must be made in these rules"


def _against_waiving(_: Waive, position: Position, __: Deals) -> str:
    if not position.stage.home_only or position.stage.seconds:
        return "there is no second attempt to leave out now"
    return _unwaivable(position.rules)


# --- Variant 5 --------------------------------------------------------------------------------------


def _promotionless(rules: Rules) -> str:
    return "" if rules.anyone_is_promoted else "nobody is offered promotion in these rules"


def _promotion_due(position: Position) -> str:
    letter = position.stage.offer
    return f"first {letter}'s promotion must be accepted or declined" if letter else ""


def _promoted(action: PromotionReply, position: Position, deals: Deals) -> Answer | None:
    deal, offered = deals[position.turn], position.stage.offer
    if not action.accept:
        return SILENT
    if deal is None or offered is None or offered not in deal:
        return None
    dealt = position.rules.diagrams[deal[offered]]
    return Answer(promoted=False, shown=dealt.number) if dealt.is_double_agent else Answer(promoted=True)


def _promote(action: PromotionReply, draft: Draft, answer: Answer) -> None:
    letter = draft.stage.offer
    if letter is None:
        raise ValueError("no promotion is offered")
    draft.stage = replace(draft.stage, offer=None)
    if action.accept and not answer.promoted:
        draft.take_off(draft.turn, letter)
        draft.stage = replace(draft.stage, gift=True)
        return
    if action.accept:
        draft.promote(draft.piece(draft.turn, letter))
    draft.end_attempt(letter)


def _tells_promoted(_: PromotionReply, position: Position, answer: Answer) -> Iterator[Telling]:
    if answer.promoted is not None and position.stage.offer is not None:
        yield Promoted(position.turn, position.stage.offer, answer.promoted)


def _gift_due(position: Position) -> str:
    return f"first {position.rules.sides[position.decider]} must take or refuse Z" * position.stage.gift


def _give(action: GiftReply, draft: Draft, _: Answer) -> None:
    if action.accept:
        draft.neutral = draft.squares[draft.piece(1 - draft.turn, draft.receiver)]
    draft.stage = replace(draft.stage, gift=False)
    draft.end_attempt("")


# --- Any time ---------------------------------------------------------------------------------------


def _resign(_: Resign, draft: Draft, __: Answer) -> None:
    draft.outcome = Outcome(1 - draft.turn, Ending.RESIGNATION)


def _agree(_: Agree, draft: Draft, __: Answer) -> None:
    draft.outcome = Outcome(None, Ending.AGREEMENT)


DEEDS: dict[type, Deed[Any]] = {
    deed.kind: deed
    for deed in (
        Deed(
            Remove,
            lambda action, draft, _: _take_off(draft, draft.turn, action.letter, "remove"),
            _against_removing,
            lack=_agentless,
            name="remove",
        ),
        Deed(
            Expose,
            lambda action, draft, _: _take_off(draft, 1 - draft.turn, action.letter, "expose"),
            _against_exposing,
            answer=_exposed,
            tells=_tells_exposed,
            lack=_agentless,
            name="expose",
        ),
        Deed(
            Reveal,
            lambda action, draft, _: draft.use(Token.REVEAL, Stage("reveal", frozenset(action.letter))),
            _against_revealing,
            answer=_revealed,
            tells=_tells_revealed,
            lack=_tokenless,
            name="reveal",
        ),
        Deed(
            MoveTwo,
            lambda _, draft, __: draft.use(Token.MOVE2, Stage("move2", seconds=1, home_only=True)),
            _against_moving_two,
            lack=_tokenless,
            name="move_two",
        ),
        Deed(SwapTwo, _swap, _against_swapping, lack=_tokenless, name="swap_two"),
        Deed(
            PromotionReply,
            _promote,
            lambda _, position, __: "" if position.stage.offer else "no promotion is offered",
            answer=_promoted,
            promotes=lambda action: action.accept,
            tells=_tells_promoted,
            lack=_promotionless,
            waiting=_promotion_due,
            moment=When.REPLY,
            of=(True, False),
            name="accept",
        ),
        Deed(
            GiftReply,
            _give,
            lambda _, position, __: "" if position.stage.gift else "Z is not offered",
            lack=lambda rules: _promotionless(rules) or _agentless(rules),
            waiting=_gift_due,
            moment=When.REPLY,
            of=(True, False),
            is_theirs=True,
            name="take",
        ),
        Deed(Resign, _resign, moment=When.ANY, name="resign"),
        Deed(Agree, _agree, moment=When.ANY, name="agree"),
        Deed(Unread, lambda _, draft, __: draft.end_turn(), moment=When.ANY, of=()),
        Deed(
            Waive,
            lambda _, draft, __: draft.end_turn(),
            _against_waiving,
            lack=_unwaivable,
            moment=When.BETWEEN,
            name="waive",
        ),
    )
}
"""The deed of each kind of action, in the order in which programs number them; new ones stand at the end."""


def deeds_at(*moments: When) -> Iterator[Deed[Any]]:
    """Yield the deeds of some moments."""
    return (deed for deed in DEEDS.values() if deed.moment in moments)


def is_early(action: object) -> bool:
    """Tell whether an action is one that comes before the attempt."""
    return type(action) in DEEDS and DEEDS[type(action)].moment is When.EARLY


def reply_due(position: Position) -> Deed[Any] | None:
    """Return the reply that has to come first; None if none was asked for."""
    if position.stage is FRESH:
        return None
    return next((deed for deed in deeds_at(When.REPLY) if deed.waiting(position)), None)


def objection(action: object, position: Position, deals: Deals) -> str:
    """Return why something that is no attempt is not possible now; "" if it is.

    Args:
        action: What would be done.
        position: Where.
        deals: What is known of each side's diagrams.
    """
    deed = DEEDS.get(type(action))
    if position.outcome is not None:
        return "the game is over"
    if deed is None:
        return "that is not an action"
    if deed.moment in {When.EARLY, When.BETWEEN}:
        reply = reply_due(position)
        if reply is not None:
            return reply.waiting(position)
        if position.stage != FRESH and deed.moment is When.EARLY:
            return f"{position.stage.used} was done this turn already"
    return deed.against(action, position, deals)
