"""What the player of one side may see of a game."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.confusion.engine import showing
from deduce.confusion.engine.actions import Answer
from deduce.confusion.engine.directions import Square
from deduce.confusion.engine.game import Event, Game
from deduce.confusion.engine.turns import doer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.confusion.engine.actions import Action, Attempt
    from deduce.confusion.engine.game import Deal, Placements
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules

__all__ = ["View"]

Placed: TypeAlias = tuple[tuple[str, Square], ...]


@dataclass(frozen=True, init=False, repr=False)
class View:
    """A snapshot of all that the player of one side may know of a game.

    The diagrams of the player's own pieces are not in it, nor is the game: two games that differ in nothing
    but the player's own diagrams give equal views, as long as the same was answered. What a token showed the
    player is part of the answers, and so it is here.

    Examples:
        >>> from deduce.confusion.engine.actions import Attempt
        >>> from deduce.confusion.engine.game import Game
        >>> from deduce.confusion.engine.rules import Rules
        >>> rules = Rules.of("classic")
        >>> deal = dict(zip(rules.letters, range(1, 13)))
        >>> game = Game(rules, (deal, deal), first=1)
        >>> view = game.view(0)
        >>> view.opponent_deal["A"], view.game().deals[0]
        (1, None)
        >>> view.answer(Attempt("A", 0, 2))
        Answer(allowed=True, promoted=None, shown=None)
        >>> print(game.view(1).answer(Attempt("A", 0, 2)))
        None

    Args:
        game: The game.
        side: The side whose player looks.

    Attributes:
        rules: The rules.
        side: The side whose player looks.
        first: The side that started.
        position: Where the game stands.
        events: What was done so far, with the answers.
    """

    rules: Rules
    side: int
    first: int
    position: Position
    events: tuple[Event, ...]
    _placements: tuple[Placed | None, Placed | None]
    _opponent_deal: tuple[tuple[str, int], ...] | None

    def __init__(self, game: Game, side: int) -> None:
        deal = game.deals[1 - side]
        seen = {
            "rules": game.rules,
            "side": side,
            "first": game.first,
            "position": game.position,
            "events": tuple(_cleaned(game.events)),
            "_placements": (_placed(game.placements[0]), _placed(game.placements[1])),
            "_opponent_deal": None if deal is None else tuple(sorted(deal.items())),
        }
        for name, value in seen.items():
            object.__setattr__(self, name, value)

    @property
    def placements(self) -> Placements:
        """Where each side placed its pieces, as the owner sees it (CF-VAR-4); None for the layout."""
        first, second = (
            None if placed is None else MappingProxyType(dict(placed)) for placed in self._placements
        )
        return first, second

    @property
    def opponent_deal(self) -> Deal | None:
        """The number of the diagram of each of the opponent's pieces; None if it is not known."""
        return None if self._opponent_deal is None else MappingProxyType(dict(self._opponent_deal))

    def attempts(self) -> list[Attempt]:
        """Return all attempts that are possible on the board now, whoever's turn it is."""
        return self.position.attempts()

    def answer(self, action: Action) -> Answer | None:
        """Return what the player has to answer to an action of the opponent.

        Args:
            action: What the opponent tries.

        Returns:
            The answer; None if it is the player's own action, if it depends on diagrams that are not known,
            or if it is at the player's pleasure, as for a double agent (CF-DA-1).

        Raises:
            IllegalActionError: If the action is not possible now.
        """
        if self.side == doer(self.position, action):
            return None
        game = self._new_game().branch(self.position)
        game.verify(action)
        return game.answer(action)

    def game(self) -> Game:
        """Return a game of its own that has come to the same point, to try out what might follow.

        The player's own diagrams are not known in it.
        """
        game = self._new_game()
        for event in self.events:
            game.push(event.action, event.answer)
        return game

    def _new_game(self) -> Game:
        known = None if self._opponent_deal is None else dict(self._opponent_deal)
        first, second = (None if placed is None else dict(placed) for placed in self._placements)
        deals = (None, known) if self.side == 0 else (known, None)
        return Game(self.rules, deals, self.first, (first, second))

    def to_json(self) -> dict[str, Any]:
        """Return the view as data that `json.dumps` takes.

        Raises:
            PositionError: If the rules cannot be made by `Rules.of`.
        """
        return showing.view_data(self)

    def __repr__(self) -> str:
        name = self.rules.sides[self.side]
        return f"<View of {name} after {len(self.events)} events: {self.position!r}>"

    def __str__(self) -> str:
        return showing.board_text(self.position, self.side)

    def _repr_svg_(self) -> str:
        return showing.board_svg(self.position, self.side)


def _cleaned(events: list[Event]) -> Iterator[Event]:
    """Yield events whose answers are made anew, the same object for the same words.

    So not even the identity of an answer tells on which way it was found.
    """
    anew: dict[tuple[object, ...], Answer] = {}
    for event in events:
        said = event.answer.allowed, event.answer.promoted, event.answer.shown
        answer = anew.setdefault(said, Answer(*said))
        yield Event(event.side, event.action, answer, event.captured, event.took_neutral, event.passed_to)


def _placed(placement: Mapping[str, Square] | None) -> Placed | None:
    if placement is None:
        return None
    return tuple(sorted((letter, (square[0], square[1])) for letter, square in placement.items()))
