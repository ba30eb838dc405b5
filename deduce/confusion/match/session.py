"""A session: the record of a game that is being played, changed by lines and saved after every change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.engine.game import Game
from deduce.confusion.errors import LineError
from deduce.confusion.notation.typed import read_line
from deduce.confusion.record.replay import parse_record, read_record
from deduce.confusion.record.writer import record_of
from deduce.tabletop.files import save

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.notation.typed import Line
    from deduce.confusion.record.problems import Problem
    from deduce.confusion.record.record import Record

__all__ = ["ME", "Kept", "Session", "new_session", "open_session"]

ME = "Me"
"""The header that says which side the companion sits with."""
NOTE = "# Note: "


class Kept:
    """A record that lies in a file and is saved after every change.

    Attributes:
        path: The file.
        record: The record as it stands.
        me: The side that whoever keeps it sits on.
    """

    def __init__(self, path: Path, record: Record, me: int) -> None:
        self.path: Path = path
        self.record: Record = record
        self.me: int = me

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.record.game

    @property
    def cells(self) -> list[str]:
        """The cells of the record: the turns, and what stands behind the last one."""
        return [ply.text for ply in self.record.plies] + self.record.remarks

    @property
    def notes(self) -> tuple[str, ...]:
        """The hunches that were noted; nothing follows from them."""
        return tuple(line[len(NOTE) :] for line in self.record.document.lines if line.startswith(NOTE))

    def note(self, text: str) -> None:
        """Note a hunch, apart from the facts."""
        document = self.record.document
        lines = list(document.lines)
        noted = [number for number, line in enumerate(lines, 1) if line.startswith(NOTE)]
        place = max([*noted, *(header.line for header in document.headers)], default=0)
        lines.insert(place, NOTE + " ".join(text.split()))
        self._replace(document.newline.join(lines))

    def _replace(self, text: str) -> Sequence[Problem]:
        """Save first, then go on with it; return the problems that were not there before."""
        record = parse_record(
            text, name=str(self.path), folder=self.path.parent, diagrams=self.record.rules.diagrams
        )
        save(self.path, record.text)
        known = {(problem.text, problem.message) for problem in self.record.problems}
        self.record = record
        return [problem for problem in record.problems if (problem.text, problem.message) not in known]


class Session(Kept):
    """A game at the table.

    Attributes:
        path: The file.
        record: The record as it stands.
        me: The side that the companion sits with.
    """

    def __init__(self, path: Path, record: Record, me: int) -> None:
        super().__init__(path, record, me)
        self._undone: list[Record] = []

    # --- Changes -----------------------------------------------------------------------------------

    def enter(self, text: str) -> Line:
        """Add a turn.

        Raises:
            LineError: If it makes no sense, or is not possible on the board; nothing changes then.
        """
        line = read_line(text, self.game, self.record.setup.compass)
        self._change([*self.cells, line.cell])
        return line

    def undo(self, count: int = 1) -> int:
        """Take back turns from the end, and return how many there were."""
        count = min(count, len(self.record.plies))
        if count:
            undone = [*self._undone, self.record]
            self._change([ply.text for ply in self.record.plies[: len(self.record.plies) - count]])
            self._undone = undone
        return count

    def redo(self) -> bool:
        """Bring back what the last undo took; tell whether there was one, with nothing changed since."""
        if not self._undone:
            return False
        record = self._undone[-1]
        save(self.path, record.text)
        self._undone.pop()
        self.record = record
        return True

    def edit(self, entry: int, text: str) -> tuple[Line, Sequence[Problem]]:
        """Change a turn in its place.

        Args:
            entry: The number of the turn, from 1.
            text: The turn as it should have been.

        Returns:
            The turn, and what does not fit any more because of it.

        Raises:
            LineError: If there is no such turn, or the new one makes no sense there; nothing changes then.
        """
        line = self._line_at(entry, text, len(self.record.plies))
        cells = self.cells
        cells[entry - 1] = line.cell
        return line, self._change(cells)

    def insert(self, entry: int, text: str) -> tuple[Line, Sequence[Problem]]:
        """Put a turn before another one; otherwise like `edit`."""
        line = self._line_at(entry, text, len(self.record.plies) + 1)
        cells = self.cells
        cells.insert(entry - 1, line.cell)
        return line, self._change(cells)

    def delete(self, entry: int) -> Sequence[Problem]:
        """Take a turn out, and return what does not fit any more because of it.

        Raises:
            LineError: If there is no such turn.
        """
        self._check(entry, len(self.record.plies))
        cells = self.cells
        del cells[entry - 1]
        return self._change(cells)

    def _line_at(self, entry: int, text: str, last: int) -> Line:
        self._check(entry, last)
        return read_line(text, self.record.at(entry - 1), self.record.setup.compass)

    def _check(self, entry: int, last: int) -> None:
        if not 1 <= entry <= last:
            message = f"there is no entry {entry}; there are {last}" if last else "there are no entries yet"
            raise LineError(message)

    def _change(self, cells: Sequence[str]) -> Sequence[Problem]:
        setup = self.record.setup
        document = self.record.document.with_cells(cells, right_starts=setup.first != setup.left)
        if not cells and not any(header.key.casefold() == "first" for header in document.headers):
            # Without a row, nothing else says who starts.
            document = document.with_header("First", setup.names[setup.first])
        return self._replace(document.text)

    def _replace(self, text: str) -> Sequence[Problem]:
        problems = super()._replace(text)
        self._undone = []
        return problems


def new_session(
    path: Path,
    rules: Rules,
    me: int,
    first: int,
    deal: dict[str, int] | None = None,
    *,
    diagrams_file: str = "",
    date: str = "",
) -> Session:
    """Begin a game and save it.

    Args:
        path: The file to save it in.
        rules: The rules.
        me: The side that the companion sits with; the compass is its own.
        first: The side that starts.
        deal: The opponent's diagrams, which this side sees; None if they are not entered.
        diagrams_file: The file that the diagrams come from, for the record.
        date: The date, for the record.

    Raises:
        RulesError: If the deal is wrong.
        SessionError: If the file cannot be written.
    """
    deals = (deal, None) if me == 1 else (None, deal)
    game = Game(rules, deals, first)
    headers = {ME: rules.sides[me]}
    if date:
        headers["Date"] = date
    if diagrams_file:
        headers["Diagrams"] = diagrams_file
    record = record_of(game, headers=headers, compass=me, left=me, folder=path.parent)
    save(path, record.text)
    return Session(path, record, me)


def open_session(path: Path, me: int | None = None) -> Session:
    """Go on with a game.

    Args:
        path: Its file.
        me: The side that the companion sits with; by default what the record says, or else its compass.

    Raises:
        RecordError: If it cannot be read.
    """
    record = read_record(path)
    named = record.setup.others.get(ME)
    if me is None:
        me = record.setup.compass if named is None else record.rules.side(named)
    return Session(path, record, me)
