"""A record: the written form of a game, the game that it tells, and what does not fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.confusion.engine.game import Game

if TYPE_CHECKING:
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.record.document import Document
    from deduce.confusion.record.problems import Problem
    from deduce.confusion.record.setup import Setup

__all__ = ["Ply", "Record"]


@dataclass(frozen=True, slots=True)
class Ply:
    """One turn in a record.

    Attributes:
        side: Whose turn it was.
        row: The numbered row of the table of moves.
        column: 1 for the left column, 2 for the right one.
        line: The line of the file, from 1.
        character: Where in that line the cell begins, from 1.
        text: The cell as it is written.
        comment: The words in it behind the actions.
        first: The number of its first event in the game.
        end: The number behind its last event.
    """

    side: int
    row: int
    column: int
    line: int
    character: int
    text: str
    comment: str
    first: int
    end: int


@dataclass(frozen=True)
class Record:
    r"""The record of a game.

    Examples:
        >>> from deduce.confusion import parse_record
        >>> record = parse_record("1. A-N2\tL-S2\n2. (C-NE2)")
        >>> len(record.plies), record.problems, record.at(2).position.square(1, "L")
        (3, (), (3, 8))

    Attributes:
        document: The lines.
        setup: What the headers say.
        game: The game, replayed as far as it could be.
        plies: The turns.
        problems: What does not fit, in the order of the lines.
    """

    document: Document
    setup: Setup
    game: Game
    plies: tuple[Ply, ...]
    problems: tuple[Problem, ...]

    @property
    def text(self) -> str:
        """The text; of a record that was read, exactly what was read."""
        return self.document.text

    @property
    def remarks(self) -> list[str]:
        """The cells behind the last turn, such as who won."""
        last = self.plies[-1] if self.plies else None
        return [
            cell.text
            for row in self.document.rows
            for cell in row.cells
            if last is None or (row.line, cell.character) > (last.line, last.character)
        ]

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return self.setup.rules

    def at(self, ply: int) -> Game:
        """Return the game as it stood after so many turns.

        Args:
            ply: The number of turns, from 0.

        Raises:
            IndexError: If there are not so many.
        """
        if not 0 <= ply <= len(self.plies):
            message = (
                f"there are {len(self.plies)} turns in this record; give a number from 0 to {len(self.plies)}"
            )
            raise IndexError(message)
        if ply == len(self.plies):
            return self.game
        game = Game(self.rules, self.setup.deals, self.setup.first, self.setup.placements)
        for event in self.game.events[: self.plies[ply - 1].end if ply else 0]:
            game.push(event.action, event.answer)
        return game
