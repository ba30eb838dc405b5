"""What both sides heard in a game, kept from one look at it to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.knowledge.notes import Notes

if TYPE_CHECKING:
    from deduce.confusion.engine.game import Event, Game
    from deduce.confusion.knowledge.agents import AgentModel
    from deduce.confusion.knowledge.sheet import Sheet

__all__ = ["Listener"]


class Listener:
    """Keeps the notes of both sides, so that at each look only what is new has to be heard.

    What it tells of a game is what `sheet_of` does, whatever it was told before: of another game, or one in
    which something was taken back, it hears everything from the beginning.
    """

    def __init__(self) -> None:
        self._begun: tuple[object, ...] = ()
        self._events: list[Event] = []
        self._notes: list[Notes] = []

    def sheets(self, game: Game, model: AgentModel) -> tuple[Sheet, Sheet]:
        """Return the sheets of side 0 and side 1.

        Args:
            game: The game, up to the moment to look at.
            model: How double agents are answered for.
        """
        begun = (game.rules, game.first, game.placements, model)
        if begun != self._begun or game.events[: len(self._events)] != self._events:
            right_starts = game.first != 0
            self._begun, self._events = begun, []
            self._notes = [Notes(game.rules, side, model, right_starts=right_starts) for side in (0, 1)]
        for position, event in game.steps[len(self._events) :]:
            self._notes = [notes.heard_in(position, event) for notes in self._notes]
        self._events = list(game.events)
        first, second = self._notes
        return first.sheet(), second.sheet()
