"""Games that are played by numbers, one decision after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

from deduce.confusion.adapters.action_numbers import AgentReply, numbers_of
from deduce.confusion.engine.actions import Action, Answer, Attempt
from deduce.confusion.engine.game import Game
from deduce.confusion.errors import ConfusionError, IllegalActionError
from deduce.confusion.knowledge.sheet import sheet_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.adapters.action_numbers import ActionNumbers, Choice
    from deduce.confusion.engine.game import Deal, Event, Placements
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.knowledge.sheet import Sheet

__all__ = ["NumberedGame"]


class NumberedGame:
    """A game that is played by numbers, one decision after the other.

    Where there is a double agent, every attempt waits for the opponent's answer, which is a decision of its
    own. The opponent, who sees the diagrams, only has a choice for the double agent (CF-DA-1); but if nothing
    else had to wait, that there is an answer to wait for would tell its owner which piece it is. All other
    answers follow from the deals, which must be known. A copy shares all that never changes, so it costs
    next to nothing.

    Examples:
        >>> import random
        >>> from deduce.confusion.engine.rules import Rules
        >>> from deduce.confusion.engine.simulation import random_start
        >>> draw = random.Random(1)
        >>> play = NumberedGame(random_start(Rules.of("espionage"), draw), limit=100)
        >>> while play.decider is not None:
        ...     play.push(draw.choice(play.possible()))
        >>> play.is_drawn, play.returns
        (True, (0.0, 0.0))

    Args:
        game: The game so far; it must not be changed by others from now on.
        limit: The number of turns after which it is a draw; None for none but that of the rules.
        pending: The attempt that waits for its answer.

    Attributes:
        numbers: The numbering.
        game: The game.
        limit: The number of turns after which it is a draw.
        pending: The attempt that waits for its answer.
        history: For each event the number of the action and that of its answer.

    Raises:
        ConfusionError: If a deal is not known, or if something was done that has no number.
    """

    __slots__ = ("_sheets", "_told", "game", "history", "limit", "numbers", "pending")

    def __init__(self, game: Game, limit: int | None = None, pending: Attempt | None = None) -> None:
        if None in game.deals:
            message = "a game can only be played by numbers if both deals are known"
            raise ConfusionError(message)
        self.numbers: ActionNumbers = numbers_of(game.rules)
        self.game: Game = game
        self.limit: int | None = limit
        self.pending: Attempt | None = pending
        self.history: list[tuple[int, int]] = [self._noted(event) for event in game.events]
        self._sheets: dict[int, Sheet] = {}
        # How many events were told already, and in which words: a story is only ever continued.
        self._told: tuple[int, str] = (0, "")

    def _noted(self, event: Event) -> tuple[int, int]:
        return self.numbers.number(event.action), self.numbers.answer_number(event.answer)

    # --- Copies ------------------------------------------------------------------------------------

    def copy(self) -> NumberedGame:
        """Return a game of its own that has come to the same point."""
        return self._with(_copied(self.game))

    def _with(self, game: Game) -> NumberedGame:
        twin = NumberedGame.__new__(NumberedGame)
        twin.numbers, twin.limit, twin.pending = self.numbers, self.limit, self.pending
        twin.game = game
        twin.history = self.history.copy()
        # What is known of a side's pieces follows from what was said, which is the same.
        twin._sheets, twin._told = self._sheets, self._told  # noqa: SLF001 - an object of the same class
        return twin

    def __copy__(self) -> NumberedGame:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> NumberedGame:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game
        done = [(event.action, event.answer) for event in game.events]
        deals, placements = (
            tuple(None if given is None else dict(given) for given in both)
            for both in (game.deals, game.placements)
        )
        return _replayed, (game.rules, deals, game.first, placements, done, self.limit, self.pending)

    def with_deal(self, side: int, deal: Deal) -> NumberedGame:
        """Return a game in which all was done and answered alike, but with another deal.

        Args:
            side: Whose deal.
            deal: The deal, which must fit what was answered.
        """
        game = self.game
        deals = (deal, game.deals[1]) if side == 0 else (game.deals[0], deal)
        return self._with(_copied(game, deals))

    # --- Playing -----------------------------------------------------------------------------------

    @property
    def is_drawn(self) -> bool:
        """Whether the game is over and nobody has won, because of a limit of turns."""
        outcome = self.game.outcome
        return outcome.winner is None if outcome is not None else self._is_at_limit

    @property
    def _is_at_limit(self) -> bool:
        return self.limit is not None and self.game.position.turns >= self.limit

    @property
    def decider(self) -> int | None:
        """The side that decides now; None when the game is over."""
        position = self.game.position
        if position.outcome is not None or self._is_at_limit:
            return None
        return position.decider if self.pending is None else 1 - position.turn

    @property
    def returns(self) -> tuple[float, float]:
        """What each side has won: 1, -1, or 0 for a draw and while the game goes on."""
        outcome = self.game.outcome
        if outcome is None or outcome.winner is None:
            return 0.0, 0.0
        return (1.0, -1.0) if outcome.winner == 0 else (-1.0, 1.0)

    def possible(self) -> list[int]:
        """Return the numbers of all that can be decided now, in ascending order."""
        return [] if self._is_at_limit else self.numbers.possible(self.game, self.pending)

    def push(self, number: int) -> None:
        """Decide something.

        Raises:
            IllegalActionError: If it is not possible now.
        """
        choice = self.numbers.choice(number)
        if self._is_at_limit:
            raise IllegalActionError(choice, "the game is over")
        if isinstance(choice, AgentReply) or self.pending is not None:
            self._reply(choice)
            return
        if self._has_to_wait(choice):
            self.game.verify(choice)
            self.pending = choice
            return
        self._note(number, self.game.push(choice))

    def _reply(self, choice: Choice) -> None:
        pending = self.pending
        if pending is None or not isinstance(choice, AgentReply):
            waits = "nothing waits for an answer" if pending is None else f"first {pending} must be answered"
            raise IllegalActionError(choice, waits)
        truth = self.game.answer(pending)
        if truth is not None and truth.allowed is not choice.allow:
            raise IllegalActionError(choice, f"this is not what the diagram of {pending.letter} says")
        event = self.game.push(pending, agent=lambda _: choice.allow)
        self.pending = None
        self._note(self.numbers.number(pending), event)

    def _note(self, number: int, event: Event) -> None:
        self.history.append((number, self.numbers.answer_number(event.answer)))
        self._sheets = {}

    def _has_to_wait(self, choice: Choice) -> TypeGuard[Attempt]:
        """Tell whether something waits for the opponent's answer."""
        return self.game.rules.has_double_agent and isinstance(choice, Attempt)

    def decisions(self) -> Iterator[tuple[int, int]]:
        """Yield who decided what so far, as side and number, the answers to attempts among them."""
        game = self.game
        for event, (number, _) in zip(game.events, self.history, strict=True):
            yield event.side, number
            if self._has_to_wait(event.action):
                yield 1 - event.side, self.numbers.number(AgentReply(allow=event.answer.allowed))
        if self.pending is not None:
            yield game.position.turn, self.numbers.number(self.pending)

    # --- What is known -----------------------------------------------------------------------------

    def sheet(self, side: int) -> Sheet:
        """Return what follows from all that was said about a side's own pieces.

        An answer for a double agent counts as the toss of a coin.
        """
        if side not in self._sheets:
            self._sheets = {**self._sheets, side: sheet_of(self.game, side)}
        return self._sheets[side]

    def redealt(self, side: int, seed: int) -> NumberedGame:
        """Return the game with a side's own deal drawn anew: any that fits, exactly as likely as it is.

        Args:
            side: Whose deal.
            seed: The same seed gives the same deal.

        Raises:
            ContradictionError: If none fits.
        """
        (deal,) = self.sheet(side).sample(1, seed)
        return self.with_deal(side, deal)

    def words(self) -> tuple[str, ...]:
        """Return in words, one by one, what both sides saw being done and answered."""
        return tuple(self.story.split("; ")) if self.history else ()

    @property
    def story(self) -> str:
        """All that both sides saw being done and answered, in words."""
        told, story = self._told
        if told < len(self.history):
            names, answers, events = self.numbers.names, self.numbers.answer_words, self.game.events
            new = [
                f"{events[place].side}:{names[number]} {answers[answer]}"
                for place, (number, answer) in enumerate(self.history[told:], told)
            ]
            story = "; ".join([story, *new] if told else new)
            self._told = len(self.history), story
        return story


def _copied(game: Game, deals: tuple[Deal | None, Deal | None] | None = None) -> Game:
    """Return a copy of a game, with other deals if they are given."""
    base = game if deals is None else Game(game.rules, deals, game.first, game.placements)
    twin = base.branch(game.position)
    twin.events = game.events.copy()
    twin._before = game._before.copy()  # noqa: SLF001 - to play it again would take long
    return twin


def _replayed(
    rules: Rules,
    deals: tuple[Deal, Deal],
    first: int,
    placements: Placements,
    done: list[tuple[Action, Answer]],
    limit: int | None,
    pending: Attempt | None,
) -> NumberedGame:
    """Return a game in which this was done."""
    game = Game(numbers_of(rules).rules, deals, first, placements)
    for action, answer in done:
        game.push(action, answer)
    return NumberedGame(game, limit, pending)
