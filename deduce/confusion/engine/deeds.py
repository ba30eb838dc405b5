"""What can be done in a turn beside attempts: one deed for each kind of action.

A deed says all that the rules say of its kind: when it is possible, what is answered, what follows, and what
it tells. Whoever needs one of these asks the deed. A new kind of action is a class in `actions`, a deed here,
and a form in `notation.forms`.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from deduce.confusion.engine.actions import (
    SILENT,
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
)
from deduce.confusion.engine.draft import Draft
from deduce.confusion.engine.position import FRESH, Ending, Outcome, Stage
from deduce.confusion.engine.telling import Promoted, Shown, Telling

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deduce.confusion.engine.game import Deal
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules

    Deals: TypeAlias = tuple[Deal | None, Deal | None]

__all__ = ["DEEDS", "Deed", "Moment", "deeds_at", "is_early", "missing_piece", "objection", "reply_due"]

A = TypeVar("A")


class Moment(Enum):
    """When something can be done."""

    EARLY = "early"
    """At the beginning of a turn, before the attempt."""
    REPLY = "reply"
    """When it was asked for, and then nothing else."""
    ANY = "any"
    """At any time; it ends the game, or the turn."""


class Deed(Generic[A]):
    """What the rules say of one kind of action.

    Attributes:
        moment: When it can be done.
        name: The field of `Chances` that says how likely it is in random games; "" if it has none there.
        chance: How likely it is unless `Chances` says so: of a reply, that it is a yes.
    """

    moment: ClassVar[Moment] = Moment.EARLY
    name: ClassVar[str] = ""
    chance: ClassVar[float] = 0.0

    def every(self, rules: Rules) -> Iterable[A]:
        """Return all such actions that there can be, in the order of their numbers; of a reply, yes first."""
        return ()

    def lack(self, rules: Rules) -> str:
        """Return what some rules lack that it takes; "" if they have it."""
        return ""

    def waiting(self, position: Position) -> str:
        """Return that this reply has to come first; "" if it was not asked for."""
        return ""

    def against(self, action: A, position: Position, deals: Deals) -> str:
        """Return what speaks against it at its moment; "" if it is possible."""
        return ""

    def side(self, position: Position) -> int:
        """Return who does it."""
        return position.turn

    def promotes(self, action: A) -> bool:
        """Tell whether its answer says if a piece is promoted."""
        return False

    def answer(self, action: A, position: Position, deals: Deals) -> Answer | None:
        """Return the answer that the deals give; None if it depends on one that is not known."""
        return SILENT

    def do(self, action: A, draft: Draft, answer: Answer) -> None:
        """Change a position into the one that follows."""
        raise NotImplementedError

    def tells(self, action: A, position: Position, answer: Answer) -> Iterator[Telling]:
        """Yield what it tells about the diagrams, done in a position."""
        return iter(())


# --- Before the attempt -----------------------------------------------------------------------------


def missing_piece(position: Position, side: int, letter: str) -> str:
    """Object to a piece that does not exist, or is off the board."""
    if not position.rules.has_piece(letter):
        return f"there is no piece {letter}"
    if position.squares[position.piece(side, letter)] >= 0:
        return ""
    if side == position.turn:
        return f"your {letter} is not on the board any more"
    return f"the opponent's {letter} is not on the board"


class _OfAgents(Deed[A]):
    """What is done about a double agent: a piece is taken off, before the attempt."""

    chance = 0.002

    def lack(self, rules: Rules) -> str:
        return "" if rules.has_double_agent else "there is no double agent in these rules"

    @staticmethod
    def take_off(draft: Draft, side: int, letter: str, how: str) -> None:
        """Take a piece off, after which an attempt must be possible."""
        draft.take_off(side, letter)
        draft.stage = Stage(used=how)
        if draft.outcome is None and not draft.has_attempt():
            draft.outcome = Outcome(1 - draft.turn, Ending.NO_ATTEMPT)


class _Removing(_OfAgents[Remove]):
    """CF-DA-2."""

    name = "remove"

    def every(self, rules: Rules) -> Iterable[Remove]:
        return map(Remove, rules.letters)

    def against(self, action: Remove, position: Position, deals: Deals) -> str:
        return self.lack(position.rules) or missing_piece(position, position.turn, action.letter)

    def do(self, action: Remove, draft: Draft, answer: Answer) -> None:
        self.take_off(draft, draft.turn, action.letter, "remove")


class _Exposing(_OfAgents[Expose]):
    """CF-DA-3."""

    name = "expose"

    def every(self, rules: Rules) -> Iterable[Expose]:
        return map(Expose, rules.letters)

    def against(self, action: Expose, position: Position, deals: Deals) -> str:
        rules, other, letter = position.rules, 1 - position.turn, action.letter
        objection = self.lack(rules) or missing_piece(position, other, letter)
        deal = deals[other]
        if not objection and deal is not None and not rules.diagrams[deal[letter]].is_double_agent:
            return f"the opponent's {letter} is not their double agent"
        return objection

    def answer(self, action: Expose, position: Position, deals: Deals) -> Answer | None:
        agent = position.rules.diagrams.double_agent
        return None if agent is None else Answer(shown=agent.number)

    def do(self, action: Expose, draft: Draft, answer: Answer) -> None:
        self.take_off(draft, 1 - draft.turn, action.letter, "expose")

    def tells(self, action: Expose, position: Position, answer: Answer) -> Iterator[Telling]:
        agent = position.rules.diagrams.double_agent
        if agent is not None:
            yield Shown(1 - position.turn, action.letter, agent.number, "exposed as")


class _OfTokens(Deed[A]):
    """What uses a token (CF-TOK). An attempt must be possible after it."""

    chance = 0.01
    token: ClassVar[Token]

    def lack(self, rules: Rules) -> str:
        return "" if rules.tokens else "these rules have no action tokens"

    def against(self, action: A, position: Position, deals: Deals) -> str:
        objection = self.lack(position.rules)
        if not objection and self.token not in position.tokens[position.turn]:
            objection = f"the token {self.token.value} is used up"
        objection = objection or self.against_pieces(action, position)
        if not objection:
            draft = Draft(position)
            self.do(action, draft, SILENT)
            objection = "" if draft.has_attempt() else "no attempt would be possible after it"
        return objection

    def against_pieces(self, action: A, position: Position) -> str:
        """Return what speaks against the pieces that it is used on."""
        return ""


class _Revealing(_OfTokens[Reveal]):
    """CF-TOK-REVEAL. A piece that is off the board can be shown as well."""

    name, token = "reveal", Token.REVEAL

    def every(self, rules: Rules) -> Iterable[Reveal]:
        return map(Reveal, rules.letters)

    def against(self, action: Reveal, position: Position, deals: Deals) -> str:
        if not position.rules.has_piece(action.letter):
            return f"there is no piece {action.letter}"
        return super().against(action, position, deals)

    def answer(self, action: Reveal, position: Position, deals: Deals) -> Answer | None:
        deal = deals[position.turn]
        return None if deal is None else Answer(shown=deal[action.letter])

    def do(self, action: Reveal, draft: Draft, answer: Answer) -> None:
        draft.use(self.token, Stage(self.token.value, frozenset(action.letter)))

    def tells(self, action: Reveal, position: Position, answer: Answer) -> Iterator[Telling]:
        if answer.shown is not None:
            yield Shown(position.turn, action.letter, answer.shown, "shown:")


class _MovingTwo(_OfTokens[MoveTwo]):
    """CF-TOK-MOVE2."""

    name, token = "move_two", Token.MOVE2

    def every(self, rules: Rules) -> Iterable[MoveTwo]:
        return (MoveTwo(),)

    def do(self, action: MoveTwo, draft: Draft, answer: Answer) -> None:
        draft.use(self.token, Stage(self.token.value, seconds=1, home_only=True))


class _Swapping(_OfTokens[SwapTwo]):
    """CF-TOK-SWAP2."""

    name, token = "swap_two", Token.SWAP2

    def every(self, rules: Rules) -> Iterable[SwapTwo]:
        return (SwapTwo(*pair) for pair in combinations(rules.letters, 2))

    def against_pieces(self, action: SwapTwo, position: Position) -> str:
        if action.first == action.second:
            return "it takes two different pieces"
        for letter in (action.first, action.second):
            objection = missing_piece(position, position.turn, letter)
            if objection:
                return objection
            start = position.squares[position.piece(position.turn, letter)]
            if not position.is_home(position.turn, start):
                return f"{letter} is not on your own half"
            if start == position.neutral:
                return f"{letter} holds Z"
        return ""

    def do(self, action: SwapTwo, draft: Draft, answer: Answer) -> None:
        letters = action.first, action.second
        pieces = [draft.piece(draft.turn, letter) for letter in letters]
        draft.swap(*pieces)
        mine = draft.rules.board.pieces[draft.turn]
        others = any(draft.squares[piece] >= 0 for piece in mine if piece not in pieces)
        draft.use(self.token, Stage(self.token.value, frozenset(letters if others else ())))


# --- Replies ----------------------------------------------------------------------------------------


class _OfReplies(Deed[A]):
    """What is replied when it was asked for."""

    moment, chance = Moment.REPLY, 0.5
    offer: ClassVar[str]

    def against(self, action: A, position: Position, deals: Deals) -> str:
        return "" if self.waiting(position) else self.offer


class _Promoting(_OfReplies[PromotionReply]):
    """CF-VAR-5: a promotion is accepted or declined."""

    name, offer = "accept", "no promotion is offered"

    def every(self, rules: Rules) -> Iterable[PromotionReply]:
        return PromotionReply(accept=True), PromotionReply(accept=False)

    def lack(self, rules: Rules) -> str:
        return "" if rules.anyone_is_promoted else self.offer

    def waiting(self, position: Position) -> str:
        letter = position.stage.offer
        return f"first {letter}'s promotion must be accepted or declined" if letter else ""

    def promotes(self, action: PromotionReply) -> bool:
        return action.accept

    def answer(self, action: PromotionReply, position: Position, deals: Deals) -> Answer | None:
        if not action.accept:
            return SILENT
        deal, offered = deals[position.turn], position.stage.offer
        if deal is None or offered is None:
            return None
        dealt = position.rules.diagrams[deal[offered]]
        if dealt.is_double_agent:
            return Answer(promoted=False, shown=dealt.number)
        return Answer(promoted=True)

    def do(self, action: PromotionReply, draft: Draft, answer: Answer) -> None:
        letter = draft.stage.offer
        if letter is None:
            raise ValueError(self.offer)
        draft.stage = replace(draft.stage, offer=None)
        if action.accept and not answer.promoted:
            draft.take_off(draft.turn, letter)
            draft.stage = replace(draft.stage, gift=True)
            return
        if action.accept:
            draft.promote(draft.piece(draft.turn, letter))
        draft.end_attempt(letter)

    def tells(self, action: PromotionReply, position: Position, answer: Answer) -> Iterator[Telling]:
        if answer.promoted is not None and position.stage.offer is not None:
            yield Promoted(position.turn, position.stage.offer, answer.promoted)


class _Giving(_OfReplies[GiftReply]):
    """CF-VAR-5: Z goes to the opponent's first piece on the board, who takes or refuses it."""

    name, offer = "take", "Z is not offered"

    def every(self, rules: Rules) -> Iterable[GiftReply]:
        return GiftReply(accept=True), GiftReply(accept=False)

    def lack(self, rules: Rules) -> str:
        return "" if rules.anyone_is_promoted and rules.has_double_agent else self.offer

    def waiting(self, position: Position) -> str:
        return "first the opponent must take or refuse Z" if position.stage.gift else ""

    def side(self, position: Position) -> int:
        return 1 - position.turn

    def do(self, action: GiftReply, draft: Draft, answer: Answer) -> None:
        if action.accept:
            draft.neutral = draft.squares[draft.piece(1 - draft.turn, draft.receiver)]
        draft.stage = replace(draft.stage, gift=False)
        draft.end_attempt("")


# --- At any time ------------------------------------------------------------------------------------


class _Resigning(Deed[Resign]):
    """CF-TURN-6."""

    moment, name = Moment.ANY, "resign"

    def every(self, rules: Rules) -> Iterable[Resign]:
        return (Resign(),)

    def do(self, action: Resign, draft: Draft, answer: Answer) -> None:
        draft.outcome = Outcome(1 - draft.turn, Ending.RESIGNATION)


class _Agreeing(Deed[Agree]):
    """CF-TURN-6."""

    moment, name = Moment.ANY, "agree"

    def every(self, rules: Rules) -> Iterable[Agree]:
        return (Agree(),)

    def do(self, action: Agree, draft: Draft, answer: Answer) -> None:
        draft.outcome = Outcome(None, Ending.AGREEMENT)


class _Passing(Deed[Unread]):
    """A turn that nobody can read: it passes."""

    moment = Moment.ANY

    def do(self, action: Unread, draft: Draft, answer: Answer) -> None:
        draft.end_turn()


DEEDS: dict[type, Deed[Any]] = {
    Remove: _Removing(),
    Expose: _Exposing(),
    Reveal: _Revealing(),
    MoveTwo: _MovingTwo(),
    SwapTwo: _Swapping(),
    PromotionReply: _Promoting(),
    GiftReply: _Giving(),
    Resign: _Resigning(),
    Agree: _Agreeing(),
    Unread: _Passing(),
}
"""The deed of each kind of action, in the order in which programs number them; new ones stand at the end."""


def deeds_at(*moments: Moment) -> Iterator[Deed[Any]]:
    """Yield the deeds of some moments."""
    return (deed for deed in DEEDS.values() if deed.moment in moments)


def is_early(action: object) -> bool:
    """Tell whether an action is one that comes before the attempt."""
    deed = DEEDS.get(type(action))
    return deed is not None and deed.moment is Moment.EARLY


def reply_due(position: Position) -> Deed[Any] | None:
    """Return the reply that has to come first; None if none was asked for."""
    if position.stage is FRESH:
        return None
    return next((deed for deed in deeds_at(Moment.REPLY) if deed.waiting(position)), None)


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
    if deed.moment is Moment.EARLY:
        reply = reply_due(position)
        if reply is not None:
            return reply.waiting(position)
        if position.stage != FRESH:
            return f"{position.stage.used} was done this turn already"
    return deed.against(action, position, deals)
