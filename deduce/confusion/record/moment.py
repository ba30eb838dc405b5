"""A moment of a game: where it stands, what led there, and what was heard. It never changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deduce.confusion.knowledge.notes import Notes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.position import Outcome, Position
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.engine.turns import Event
    from deduce.confusion.engine.view import View
    from deduce.confusion.knowledge.agents import AgentModel
    from deduce.confusion.knowledge.behaviour import Behaviour
    from deduce.confusion.knowledge.reading import Reading
    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.confusion.record.setup import Setup

__all__ = ["Moment"]


@dataclass(frozen=True, eq=False, repr=False)
class Moment:
    """A game as it stood after some turn of a record.

    Moments share what came before them, so keeping all of them costs what the turns cost.

    Attributes:
        setup: What was fixed before the game.
        position: Where it stands.
        before: The moment before the last turn; None at the beginning.
        steps: What was done in the last turn, each with the position before it.
        begun: That turn as it is written, if it is not over yet; else "".
        heard: What was heard of each side's pieces, as far as somebody asked for it; worked out once.
        read: Likewise, what the other side's choices said of them.
    """

    setup: Setup
    position: Position
    before: Moment | None = None
    steps: tuple[tuple[Position, Event], ...] = ()
    begun: str = ""
    heard: dict[tuple[int, AgentModel], Notes] = field(default_factory=dict, init=False)
    read: dict[tuple[int, AgentModel, Behaviour], Reading] = field(default_factory=dict, init=False)

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.setup.rules

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.position.outcome

    @property
    def events(self) -> tuple[Event, ...]:
        """What was done so far."""
        return tuple(event for moment in self._history() for _, event in moment.steps)

    def game(self) -> Game:
        """Return a game of its own that has come to this moment, to be played on."""
        game = self.setup.game.branch(self.setup.game.position)
        for moment in self._history():
            for _, event in moment.steps:
                game.push(event.action, event.answer)
        return game

    def stand(self) -> Game:
        """Return a game of its own that stands at this moment and knows nothing of what led there."""
        return self.setup.game.branch(self.position)

    def view(self, side: int) -> View:
        """Return what the player of a side may see."""
        return self.game().view(side)

    def sheet(self, side: int, model: AgentModel) -> Sheet:
        """Return the sheet of a side's pieces.

        Args:
            side: Whose pieces.
            model: How the opponent answers for the double agent.
        """
        return self.notes(side, model).sheet()

    def notes(self, side: int, model: AgentModel) -> Notes:
        """Return what was heard of a side's pieces; what an earlier moment knows is not heard again."""
        key = side, model
        todo: list[Moment] = []
        moment: Moment | None = self
        while moment is not None and key not in moment.heard:
            todo.append(moment)
            moment = moment.before
        if moment is None:
            right_starts = self.setup.first != self.setup.left
            notes = Notes(self.rules, side, model, right_starts=right_starts)
        else:
            notes = moment.heard[key]
        for moment in reversed(todo):
            for position, event in moment.steps:
                notes = notes.heard_in(position, event)
            moment.heard[key] = notes
        return notes

    def reading(self, side: int, model: AgentModel, behaviour: Behaviour) -> Reading:
        """Return what the other side's choices said of a side's pieces; nothing is read twice.

        Args:
            side: Whose pieces.
            model: How the opponent answers for the double agent.
            behaviour: How the other side is taken to choose.
        """
        from deduce.confusion.knowledge.reading import Reading

        key = side, model, behaviour
        todo: list[Moment] = []
        moment: Moment | None = self
        while moment is not None and key not in moment.read:
            todo.append(moment)
            moment = moment.before
        reading = Reading(self.rules, side, behaviour, model) if moment is None else moment.read[key]
        for moment in reversed(todo):
            for position, event in moment.steps:
                reading = reading.seen(position, event)
            moment.read[key] = reading
        return reading

    def _history(self) -> Iterator[Moment]:
        """Yield all moments, the first one first."""
        found: list[Moment] = [self]
        while found[-1].before is not None:
            found.append(found[-1].before)
        return reversed(found)
