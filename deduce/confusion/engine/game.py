"""A game: positions one after the other, what was done and answered, and what is known of the deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from deduce.confusion.engine.actions import (
    REFUSED,
    SILENT,
    Action,
    Agree,
    Answer,
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
from deduce.confusion.engine.board import board_of
from deduce.confusion.engine.directions import DIRECTIONS
from deduce.confusion.engine.position import EMPTY, FRESH, Outcome, Position, start_position
from deduce.confusion.engine.turns import Event, after, is_arrival, played
from deduce.confusion.errors import IllegalActionError, RulesError

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.directions import Square
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.engine.view import View

__all__ = ["Deal", "Event", "Game", "random_deal"]

Deal: TypeAlias = Mapping[str, int]
"""The number of each letter's diagram."""
Placements: TypeAlias = "tuple[Mapping[str, Square] | None, Mapping[str, Square] | None]"


class Game:
    """A game with both deals known, one, or none.

    Examples:
        >>> from deduce.confusion.engine.actions import Answer
        >>> from deduce.confusion.engine.rules import Rules
        >>> game = Game(Rules.of("classic"))
        >>> game.push(Attempt("A", 0, 2), Answer(allowed=True)).side
        0
        >>> game.position.square(0, "A")
        (3, 4)

    Args:
        rules: The rules.
        deals: What is known of each side's diagrams; None where they are not known.
        first: The side that starts (CF-SETUP-4).
        placements: Where each side placed its pieces (CF-VAR-4).

    Attributes:
        rules: The rules.
        first: The side that started.
        events: What was done so far.
        position: Where the game stands.

    Raises:
        RulesError: If a deal or a placement is wrong.
    """

    def __init__(
        self,
        rules: Rules,
        deals: tuple[Deal | None, Deal | None] = (None, None),
        first: int = 0,
        placements: Placements = (None, None),
    ) -> None:
        for side, deal in enumerate(deals):
            if deal is not None:
                check_deal(rules, side, deal)
        self.rules = rules
        self._deals = deals
        self.first = first
        self.placements = placements
        self.events: list[Event] = []
        self.position: Position = start_position(rules, first, placements)
        self._before: list[Position] = []
        self._dealt = tuple(
            None if deal is None else {letter: rules.diagrams[number] for letter, number in deal.items()}
            for deal in deals
        )

    @property
    def deals(self) -> tuple[Deal | None, Deal | None]:
        """What is known of each side's diagrams; None where they are not known."""
        return self._deals

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions before each event, and the one that the game stands at."""
        return (*self._before, self.position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.position.outcome

    def attempts(self) -> list[Attempt]:
        """Return all attempts that are possible on the board now."""
        return self.position.attempts()

    # --- What is possible --------------------------------------------------------------------------

    def can(self, action: Action) -> bool:
        """Tell whether an action is possible now."""
        if isinstance(action, Attempt):
            return self.position.admits(action)
        return not self._objection(action)

    def verify(self, action: Action) -> None:
        """Make sure that an action is possible now; whether a diagram allows it is another matter.

        Raises:
            IllegalActionError: If it is not; the message says why.
        """
        if not self.can(action):
            raise self._impossible(action)

    def _impossible(self, action: Action) -> IllegalActionError:
        return IllegalActionError(f"{action}: {self._objection(action)}")

    def _objection(self, action: Action) -> str:  # noqa: PLR0911 - each return is an objection
        position = self.position
        if position.outcome is not None:
            return "the game is over"
        match action:
            case Resign() | Agree() | Unread():
                return ""
            case PromotionReply():
                return "" if position.stage.offer else "no promotion is offered"
            case GiftReply():
                return "" if position.stage.gift else "Z is not offered"
            case _:
                pass
        if position.stage.offer:
            return f"first {position.stage.offer}'s promotion must be accepted or declined"
        if position.stage.gift:
            return "first the opponent must take or refuse Z"
        if isinstance(action, Attempt):
            return self._attempt_objection(action)
        return self._early_objection(action)

    def _attempt_objection(self, attempt: Attempt) -> str:
        position = self.position
        objection = self._own_objection(attempt.letter)
        if objection:
            return objection
        stage, start = position.stage, position.squares[position.piece(position.turn, attempt.letter)]
        if attempt.letter in stage.barred:
            return f"{attempt.letter} may not move this turn after {stage.used}"
        if stage.home_only and not (position.is_home(position.turn, start) and start != position.neutral):
            return "only pieces on your own half that do not hold Z may move after move2"
        if attempt.kind is not Kind.MOVE and start != position.neutral:
            return f"{attempt.letter} does not control Z"
        if not 0 <= attempt.way < len(DIRECTIONS) or attempt.distance < 1:
            return "that is no direction and distance"
        return self._path_objection(attempt, start)

    def _path_objection(self, attempt: Attempt, start: int) -> str:
        """Object to where an attempt leads, or to what is in its way (CF-TURN-2, CF-TURN-3)."""
        position, rules = self.position, self.rules
        reach = rules.diagrams.longest_reach
        if attempt.distance > reach:
            return f"no piece can move more than {reach} squares"
        ray = board_of(rules).rays[position.turn][start][attempt.way]
        if attempt.distance > len(ray):
            return "it leads off the board"
        *between, target = ray[: attempt.distance]
        for number in between:
            if position.board[number] != EMPTY:
                side, letter = position.name(position.board[number])
                return f"{rules.sides[side]}'s {letter} is in the way"
            if number == position.neutral and attempt.kind is Kind.MOVE:
                return "Z is in the way"
        there = position.board[target]
        if there != EMPTY and attempt.kind is not Kind.PASS and position.name(there)[0] == position.turn:
            return f"your own {position.name(there)[1]} stands there"
        return ""

    def _early_objection(self, action: Action) -> str:  # noqa: PLR0911 - each return is an objection
        """Object to what comes before the attempt: removing, exposing, tokens."""
        position, rules = self.position, self.rules
        if position.stage != FRESH:
            return f"{position.stage.used} was done this turn already"
        match action:
            case Remove(letter=letter):
                if not rules.has_double_agent:
                    return "there is no double agent in these rules"
                return self._own_objection(letter)
            case Expose(letter=letter):
                return self._expose_objection(letter)
            case Reveal(letter=letter):
                if not rules.has_piece(letter):
                    return f"there is no piece {letter}"
                return self._token_objection(Token.REVEAL) or self._idle_objection(action)
            case MoveTwo():
                return self._token_objection(Token.MOVE2) or self._idle_objection(action)
            case SwapTwo(first=first, second=second):
                return (
                    self._token_objection(Token.SWAP2)
                    or self._swap_objection(first, second)
                    or self._idle_objection(action)
                )
            case _:
                return "that is not an action"

    def _expose_objection(self, letter: str) -> str:
        position, rules = self.position, self.rules
        other = 1 - position.turn
        if not rules.has_double_agent:
            return "there is no double agent in these rules"
        if not rules.has_piece(letter):
            return f"there is no piece {letter}"
        if position.squares[position.piece(other, letter)] < 0:
            return f"the opponent's {letter} is not on the board"
        deal = self.deals[other]
        if deal is not None and not rules.diagrams[deal[letter]].is_double_agent:
            return f"the opponent's {letter} is not their double agent"
        return ""

    def _own_objection(self, letter: str) -> str:
        position = self.position
        if not self.rules.has_piece(letter):
            return f"there is no piece {letter}"
        if position.squares[position.piece(position.turn, letter)] < 0:
            return f"your {letter} is not on the board any more"
        return ""

    def _token_objection(self, token: Token) -> str:
        if not self.rules.tokens:
            return "these rules have no action tokens"
        if token not in self.position.tokens[self.position.turn]:
            return f"the token {token.value} is used up"
        return ""

    def _swap_objection(self, first: str, second: str) -> str:
        position = self.position
        if first == second:
            return "it takes two different pieces"
        for letter in (first, second):
            objection = self._own_objection(letter)
            if objection:
                return objection
            start = position.squares[position.piece(position.turn, letter)]
            if not position.is_home(position.turn, start):
                return f"{letter} is not on your own half"
            if start == position.neutral:
                return f"{letter} holds Z"
        return ""

    def _idle_objection(self, action: Action) -> str:
        if after(self.position, action, SILENT).has_attempt():
            return ""
        return "no attempt would be possible after it"

    # --- Answers -----------------------------------------------------------------------------------

    def diagram(self, side: int, letter: str) -> Diagram | None:
        """Return the diagram that a piece moves by now; None if the deal is not known."""
        position = self.position
        if position.promoted and position.is_promoted(side, letter):
            return self.rules.diagrams.promoted
        dealt = self._dealt[side]
        return None if dealt is None else dealt[letter]

    def answer(self, action: Action, *, agent: Callable[[Attempt], bool] | None = None) -> Answer | None:
        """Return the answer that the diagrams give to an action.

        Args:
            action: What is tried.
            agent: What the opponent says to an attempt of the double agent.

        Returns:
            The answer; None if it depends on a deal that is not known, or on the opponent's pleasure.

        Raises:
            IllegalActionError: If there is no such piece.
        """
        try:
            if isinstance(action, Attempt):
                return self._attempt_answer(action, agent)
            return self._other_answer(action)
        except LookupError:
            message = f"{action}: there is no such piece"
            raise IllegalActionError(message) from None

    def _other_answer(self, action: Action) -> Answer | None:
        side = self.position.turn
        match action:
            case Reveal(letter=letter):
                deal = self.deals[side]
                return None if deal is None else Answer(shown=deal[letter])
            case Expose():
                agent_diagram = self.rules.diagrams.double_agent
                return None if agent_diagram is None else Answer(shown=agent_diagram.number)
            case PromotionReply(accept=True):
                deal, offered = self.deals[side], self.position.stage.offer
                if deal is None or offered is None:
                    return None
                dealt = self.rules.diagrams[deal[offered]]
                if dealt.is_double_agent:
                    return Answer(promoted=False, shown=dealt.number)
                return Answer(promoted=True)
            case _:
                return SILENT

    def _attempt_answer(self, attempt: Attempt, agent: Callable[[Attempt], bool] | None) -> Answer | None:
        diagram = self.diagram(self.position.turn, attempt.letter)
        if diagram is None:
            return None
        if not diagram.is_double_agent:
            allowed = diagram.allows(attempt.way, attempt.distance)
        elif agent is None:
            return None
        else:
            allowed = agent(attempt)
        if not allowed:
            return REFUSED
        if self.rules.anyone_is_promoted or not is_arrival(self.position, attempt):
            return SILENT
        return Answer(promoted=diagram.promotable)

    def view(self, side: int) -> View:
        """Return a snapshot of what the player of a side may see: all but that side's own diagrams."""
        from deduce.confusion.engine.view import View

        return View(self, side)

    # --- Going on and back -------------------------------------------------------------------------

    def push(
        self,
        action: Action,
        answer: Answer | None = None,
        *,
        agent: Callable[[Attempt], bool] | None = None,
    ) -> Event:
        """Do something.

        Args:
            action: What is done.
            answer: What was answered; by default what the diagrams say.
            agent: What the opponent says to an attempt of the double agent.

        Returns:
            What came of it.

        Raises:
            IllegalActionError: If it is not possible, or nobody knows the answer.
        """
        if not self.can(action):
            raise self._impossible(action)
        if answer is None:
            answer = self.answer(action, agent=agent)
            if answer is None:
                message = f"{action}: the answer does not follow from what is known, so it must be given"
                raise IllegalActionError(message)
        event, following = played(self.position, action, answer)
        self._before.append(self.position)
        self.position = following
        self.events.append(event)
        return event

    def pop(self) -> Event:
        """Take back the last action and return it.

        Raises:
            IndexError: If nothing was done yet.
        """
        event = self.events.pop()
        self.position = self._before.pop()
        return event


def check_deal(rules: Rules, side: int, deal: Deal) -> None:
    """Make sure that a deal gives every letter a diagram of its own (CF-SETUP-1).

    Raises:
        RulesError: If it does not.
    """
    who = rules.sides[side]
    if sorted(deal) != list(rules.letters):
        message = f"deal of {who}: it must give each of the letters {rules.letters} a diagram"
        raise RulesError(message)
    for letter, number in deal.items():
        if number not in rules.diagrams:
            message = f"deal of {who}: {letter} has the diagram {number}, which does not exist in these rules"
            raise RulesError(message)
        twin = next((other for other in deal if other < letter and deal[other] == number), None)
        if twin is not None:
            message = f"deal of {who}: {twin} and {letter} both have the diagram {number}"
            raise RulesError(message)


def random_deal(rules: Rules, draw: random.Random) -> dict[str, int]:
    """Deal the diagrams at random (CF-SETUP-1)."""
    numbers = list(rules.diagrams)
    draw.shuffle(numbers)
    return dict(zip(rules.letters, numbers, strict=True))
