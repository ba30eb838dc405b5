"""A game: positions one after the other, what was done and answered, and what is known of the deals."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from deduce.confusion.engine.actions import REFUSED, SILENT, Action, Answer, Attempt, Manner
from deduce.confusion.engine.deeds import DEEDS, missing_piece, objection, reply_due
from deduce.confusion.engine.directions import DIRECTIONS
from deduce.confusion.engine.position import EMPTY, Outcome, Position, start_position
from deduce.confusion.engine.turns import Event, is_arrival, played
from deduce.confusion.errors import IllegalActionError, RulesError

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.directions import Square
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.engine.view import View

__all__ = ["Deal", "Event", "Game", "check_deal", "random_deal"]

Deal: TypeAlias = Mapping[str, int]
"""The number of each letter's diagram."""
T = TypeVar("T")
Both: TypeAlias = tuple[Mapping[str, T] | None, Mapping[str, T] | None]
Placements: TypeAlias = "Both[Square]"


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
        dealt: Of each side whose deal is not known as a whole, the diagrams that are.

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
        dealt: tuple[Deal | None, Deal | None] = (None, None),
    ) -> None:
        for side, deal in enumerate(deals):
            if deal is not None:
                check_deal(rules, side, deal)
            check_deal(rules, side, dealt[side] or {}, whole=False)
        self.rules = rules
        self._deals = _copied(deals)
        self._known = _copied((deals[0] or dealt[0], deals[1] or dealt[1]))
        self.first = first
        self._placements = _copied(placements)
        self.events: list[Event] = []
        self.position: Position = start_position(rules, first, placements)
        self._before: list[Position] = []
        self._dealt = tuple(
            {letter: rules.diagrams[number] for letter, number in (deal or part or {}).items()}
            for deal, part in zip(deals, dealt, strict=True)
        )

    def branch(self, position: Position) -> Game:
        """Return a game of the same set-up that stands at a position, with no events behind it.

        Nothing is checked and nothing made anew, so it costs next to nothing.

        Args:
            position: Where it stands, under the same rules.
        """
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__, events=[], _before=[], position=position)
        return twin

    def blind(self, side: int) -> Game:
        """Return a game that stands where this one does and knows nothing of a side's own diagrams."""
        twin = self.branch(self.position)
        deals, known = (
            (None, both[1]) if side == 0 else (both[0], None) for both in (self._deals, self._known)
        )
        dealt = tuple({} if each == side else found for each, found in enumerate(self._dealt))
        twin.__dict__.update(_deals=deals, _known=known, _dealt=dealt)
        return twin

    @property
    def deals(self) -> tuple[Deal | None, Deal | None]:
        """What is known of each side's diagrams; None where they are not known."""
        return _shown(self._deals)

    @property
    def placements(self) -> Placements:
        """Where each side placed its pieces (CF-VAR-4); None for the layout."""
        return _shown(self._placements)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions before each event, and the one that the game stands at."""
        return (*self._before, self.position)

    @property
    def steps(self) -> tuple[tuple[Position, Event], ...]:
        """What was done, each with the position before it."""
        return tuple(zip(self._before, self.events, strict=True))

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
        return IllegalActionError(action, self._objection(action))

    def _objection(self, action: Action) -> str:
        if not isinstance(action, Attempt):
            return objection(action, self.position, self._known)
        if self.position.outcome is not None:
            return "the game is over"
        reply = reply_due(self.position)
        return self._attempt_objection(action) if reply is None else reply.waiting(self.position)

    def _attempt_objection(self, attempt: Attempt) -> str:
        position = self.position
        missing = missing_piece(position, position.turn, attempt.letter)
        if missing:
            return missing
        stage, start = position.stage, position.squares[position.piece(position.turn, attempt.letter)]
        if attempt.letter in stage.barred:
            return f"{attempt.letter} may not move this turn after {stage.used}"
        if stage.home_only and not (position.is_home(position.turn, start) and start != position.neutral):
            who = self.rules.sides[position.turn]
            return f"only pieces on {who}'s own half that do not hold Z may move after move2"
        if attempt.kind is not Manner.MOVE and start != position.neutral:
            return f"{self.rules.sides[position.turn]}'s {attempt.letter} does not control Z"
        if not 0 <= attempt.way < len(DIRECTIONS) or attempt.distance < 1:
            return "that is no direction and distance"
        return self._path_objection(attempt, start)

    def _path_objection(self, attempt: Attempt, start: int) -> str:
        """Object to where an attempt leads, or to what is in its way (CF-TURN-2, CF-TURN-3)."""
        position, rules = self.position, self.rules
        reach = rules.diagrams.longest_reach
        if attempt.distance > reach:
            return f"no piece can move more than {reach} squares"
        ray = rules.board.rays[position.turn][start][attempt.way]
        if attempt.distance > len(ray):
            return "it leads off the board"
        *between, target = ray[: attempt.distance]
        for number in between:
            if position.held[number] != EMPTY:
                side, letter = position.name(position.held[number])
                return f"{rules.sides[side]}'s {letter} is in the way"
            if number == position.neutral and attempt.kind is Manner.MOVE:
                return "Z is in the way"
        there = position.held[target]
        if there != EMPTY and attempt.kind is not Manner.PASS and position.name(there)[0] == position.turn:
            return f"{rules.sides[position.turn]}'s own {position.name(there)[1]} stands there"
        return ""

    # --- Answers -----------------------------------------------------------------------------------

    def diagram(self, side: int, letter: str) -> Diagram | None:
        """Return the diagram that a piece moves by now; None if it is not known."""
        position = self.position
        if position.promoted and position.is_promoted(side, letter):
            return self.rules.diagrams.promoted
        dealt = self._dealt[side]
        return dealt[letter] if letter in dealt or len(dealt) == len(self.rules.layout) else None

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
            return DEEDS[type(action)].answer(action, self.position, self._known)
        except LookupError:
            raise IllegalActionError(action, "there is no such piece") from None

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
                reason = "the answer does not follow from what is known, so it must be given"
                raise IllegalActionError(action, reason)
        return self.go_on(action, answer)

    def go_on(self, action: Action, answer: Answer) -> Event:
        """Do something that is known to be possible, with what was answered; otherwise like `push`."""
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


def _copied(both: Both[T]) -> Both[T]:
    first, second = (None if one is None else dict(one) for one in both)
    return first, second


def _shown(both: Both[T]) -> Both[T]:
    """Return what can be read and not changed. It is made when it is asked for, as it cannot be pickled."""
    first, second = (None if one is None else MappingProxyType(one) for one in both)
    return first, second


def check_deal(rules: Rules, side: int, deal: Deal, *, whole: bool = True) -> None:
    """Make sure that a deal gives every letter a diagram of its own (CF-SETUP-1).

    Args:
        rules: The rules.
        side: Whose deal.
        deal: The deal.
        whole: Whether every letter must have one.

    Raises:
        RulesError: If it does not.
    """
    who = rules.sides[side]
    if (whole or not set(deal) <= set(rules.letters)) and sorted(deal) != list(rules.letters):
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
