"""Solving a puzzle at the table: what each line that is typed does, and what there is to show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.casefile.facts import Names
from deduce.casefile.puzzle_header import SAFE
from deduce.errors import DeduceError, ProblemError, did_you_mean, nearest, shortened
from deduce.intake.characters import is_text
from deduce.intake.numbers import whole_of
from deduce.proof.prover import Prover
from deduce.puzzle.candidates import board_lines, candidate_lines, is_board
from deduce.puzzle.grading import GRADES
from deduce.puzzle.hints import hint, wrong_marks
from deduce.puzzle.marks import (
    HEAD,
    known_by,
    left_by,
    marks_text,
    name_in,
    parse_mark,
    parse_marks,
    read_marks_file,
)
from deduce.puzzle.said import clues_said, puzzle_said
from deduce.tabletop.commands import Argument, Command, help_lines
from deduce.tabletop.companion import LONGEST_LINE, Frame
from deduce.tabletop.errors import LineError, SessionError
from deduce.tabletop.kept_file import KeptFile
from deduce.tabletop.look import in_silence
from deduce.tabletop.paths import holds_something
from deduce.tabletop.said import Grid, Role, Said, Told, lines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from deduce.evidence.log import Log
    from deduce.problem.statements import Among, Unknown, Value
    from deduce.puzzle.marks import Mark
    from deduce.puzzle.puzzle import Puzzle
    from deduce.tabletop.commands import Do
    from deduce.tabletop.look import Working

__all__ = ["PuzzleTable", "are_marks_of", "marks_path"]

PAPER = (79, 1_000_000)
"""How many columns and rows there are where nobody says it."""
AROUND = 7
"""How many rows of a screen are for other things than the picture."""
GRAMMAR = (
    "red is 1, or red 1  what you found; nothing else of its group is 1 then",
    "red not 2           what you excluded; ; stands between several",
)


def marks_path(path: Path) -> Path:
    """Return the file beside a puzzle that keeps what somebody knows of it."""
    return path.with_name(f"{path.stem}.marks.txt")


def are_marks_of(puzzle: Puzzle, path: Path) -> bool:
    """Tell whether a file has marks that somebody made at a puzzle.

    Raises:
        DeduceError: If it cannot be read.
    """
    if not holds_something(path):
        return False
    text = read_marks_file(path)
    return text.startswith(HEAD) and name_in(text) in {"", puzzle.name}


class PuzzleTable:
    """A puzzle with the marks of whoever solves it, which are saved after each line.

    Attributes:
        puzzle: The puzzle.
        is_over: Whether it was asked to quit.
        commands: The commands by each of their names.
        unsaved: How many lines could not be saved.
        unsettled: Never anything: what others did to the file is told with the line that met it.
        is_hidden: Whether nobody may see the next line; never.
        still_asked: What has to be answered first; never anything.
        alarms: What is urgent; never anything.
    """

    unsettled = None
    is_hidden = False
    still_asked = ""
    alarms: tuple[Said, ...] = ()

    def __init__(
        self,
        puzzle: Puzzle,
        path: Path,
        working: Working = in_silence,
        room: Callable[[], tuple[int, int]] = lambda: PAPER,
    ) -> None:
        """Go on where the file ends, or begin.

        Args:
            puzzle: The puzzle.
            path: The file.
            working: What shows that something takes a while.
            room: Tells how many columns and rows there are at the moment.

        Raises:
            DeduceError: If the file cannot be read, or has something else in it, or there is no solution.
        """
        _ = puzzle.solution
        self.puzzle = puzzle
        self.is_over: bool = False
        self.unsaved: int = 0
        self._working = working
        self._room = room
        self._names = Names(puzzle.log.problem)
        # What each line marked; undo takes a line back.
        self._done: list[tuple[Mark, ...]] = []
        self._undone: list[tuple[Mark, ...]] = []
        text = ""
        if holds_something(path):
            text = read_marks_file(path)
            other = name_in(text)
            if other and other != puzzle.name:
                message = f"{path} has marks of another puzzle ({other}); move it away to begin with this one"
                raise SessionError(message)
            self._done = [(mark,) for mark in parse_marks(text, path, self._names)]
            if text.strip() and not text.startswith(HEAD):
                message = f"{path} is there already, and was not written by deduce puzzle play; move it away"
                raise SessionError(message)
        self._file = KeptFile(path, text)
        self.commands: dict[str, Command] = {
            name: command for command in COMMANDS for name in (command.name, *command.others)
        }

    # --- What is known -------------------------------------------------------------------------------

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is written down."""
        return tuple(mark for line in self._done for mark in line)

    @property
    def known(self) -> list[Among]:
        """What is printed and written down, with what it strikes at once."""
        written = (mark.fact for mark in self.marks)
        return known_by([*self.puzzle.printed, *written], self.puzzle.log.problem)

    @property
    def told(self) -> Log:
        """The clues that are told by now."""
        return self.puzzle.told_to(self.left)

    @property
    def left(self) -> Mapping[Unknown, frozenset[Value]]:
        """What is left to each unknown."""
        return left_by(self.known, self.puzzle.log)

    @property
    def _without_value(self) -> list[str]:
        """The unknowns to which what is written down leaves nothing."""
        return [str(unknown) for unknown, values in self.left.items() if not values]

    @property
    def is_filled(self) -> bool:
        """Whether one value is left for all that is asked."""
        left = self.left
        return all(len(left[unknown]) == 1 for unknown in self.puzzle.asks)

    # --- Lines ---------------------------------------------------------------------------------------

    def obey(self, line: str) -> Told:
        """Do what a line says, and return what there is to say about it.

        A line that makes no sense changes nothing.
        """
        text = line.strip()
        if not text:
            return Told()
        if len(text) > LONGEST_LINE or not is_text(text):
            wrong = f"a line is text of at most {LONGEST_LINE:,} characters; nothing of this one was taken"
            return Told((Said(wrong, Role.WARNING),), fits=False)
        word, _, rest = text.partition(" ")
        command = self.commands.get(word.casefold())
        try:
            if (
                command is not None
                and command.do is not None
                and (not rest or command.arguments or word == "why")
            ):
                return command.do(self, rest.strip())
            return self._marked(text)
        except DeduceError as error:
            self.unsaved += isinstance(error, SessionError)
            return Told((Said(str(error), Role.WARNING),), fits=False)

    def _marked(self, text: str) -> Told:
        """Take down what a line says.

        Raises:
            DeduceError: If it makes no sense, or cannot be saved.
        """
        try:
            marks = tuple(parse_mark(part, self._names) for part in text.split(";") if part.strip())
        except ProblemError as error:
            near = nearest(text.split(maxsplit=1)[0].casefold(), self.commands)
            if near is None or " " in text:
                raise
            message = f"there is no command {text!r}; did you mean {near!r}? ({error})"
            raise LineError(message) from None
        if not marks:
            return Told()
        for mark in marks:
            self._refuse_mine(mark)
        before = {entry.id for entry in self.told}
        self._change([*self._done, marks], [])
        said = [Said(entry.text) for entry in self.told if entry.id not in before]
        return Told((*said, *self._end()))

    def _refuse_mine(self, mark: Mark) -> None:
        """Take no step on a mine.

        Raises:
            LineError: If somebody wants to.
        """
        if self.puzzle.header.opened is not None and mark.fact.inside and mark.fact.values == {SAFE}:
            unknown = mark.fact.unknown
            if self.puzzle.solution.get(unknown, SAFE) != SAFE:
                message = f"{unknown} is a mine! It was not opened; nothing was noted"
                raise LineError(message)

    def _change(self, done: list[tuple[Mark, ...]], undone: list[tuple[Mark, ...]]) -> None:
        """Save other marks, and take them once they are."""
        self._file.save(marks_text((mark for line in done for mark in line), self.puzzle.name))
        self._done, self._undone = done, undone

    def _end(self) -> tuple[Said, ...]:
        """Say that it is solved, or that something must be wrong."""
        nothing = self._without_value
        if nothing:
            return (
                Said(f"Nothing is left for {shortened(', '.join(nothing))}: undo, or check.", Role.WARNING),
            )
        if not self.is_filled:
            return ()
        if wrong_marks(self.puzzle, self.marks):
            return (Said("Everything is filled in, but something is wrong: check tells what.", Role.WARNING),)
        return (Said("That is it: solved.", Role.HEADING),)

    # --- Commands ------------------------------------------------------------------------------------

    def hint(self, *, whole: bool = False) -> Told:
        """Tell where to look, or the next step as a whole."""
        with self._working("Looking for the next step"):
            found = hint(self.puzzle, self.marks)
        return Told((Said(found.whole if whole else found.where),), fits=not found.wrong)

    def check(self) -> Told:
        """Tell whether all marks are right so far."""
        wrong = wrong_marks(self.puzzle, self.marks)
        if wrong:
            named = ", ".join(mark.text for mark in wrong)
            return Told((Said(f"Wrong: {named}.", Role.WARNING),), fits=False)
        return Told(self._end() or (Said("All that you wrote down is right."),))

    def why(self, rest: str) -> Told:
        """Prove a fact from the clues."""
        if not rest:
            message = "write a fact behind why, such as why red is 1"
            raise LineError(message)
        mark = parse_mark(rest, self._names)
        if len(mark.fact.values) != 1:
            message = "ask about one value at a time, such as why red is 1"
            raise LineError(message)
        (value,) = mark.fact.values
        unknown = mark.fact.unknown
        possible = self.puzzle.belief.possible[unknown]
        if value in possible and len(possible) > 1:
            return Told((Said(f"{unknown} may or may not be {value}; the clues do not settle it."),))
        with self._working("Proving it"):
            proof = Prover(self.puzzle.log, self.puzzle.belief).proof(unknown, value)
        return Told((Said(proof.sentence),))

    def undo(self, rest: str = "") -> Told:
        """Take the last line back, or several."""
        count = whole_of(rest, "what stands behind undo", 1) if rest else 1
        if not self._done:
            message = "there is nothing to undo"
            raise LineError(message)
        taken = self._done[-count:]
        self._change(self._done[:-count], [*self._undone, *reversed(taken)])
        return Told((Said(f"Taken back: {'; '.join(mark.text for line in taken for mark in line)}."),))

    def redo(self) -> Told:
        """Do again what was taken back last."""
        if not self._undone:
            message = "there is nothing to redo"
            raise LineError(message)
        last = self._undone[-1]
        self._change([*self._done, last], self._undone[:-1])
        return Told((Said(f"Again: {'; '.join(mark.text for mark in last)}."), *self._end()))

    def clues(self) -> Told:
        """List the clues that are told by now."""
        return Told(tuple(clues_said(self.told)))

    def tell(self) -> Told:
        """Tell what the puzzle is."""
        return Told(tuple(puzzle_said(self.puzzle)))

    def show(self) -> Told:
        """Show what is left; the screen does that anyway, as far as there is room for it."""
        width, height = self._room()
        picture = self.picture(width)
        return Told() if len(picture) <= height - AROUND else Told(lines(picture, Role.ROW))

    def list_marks(self) -> Told:
        """List what is written down."""
        marks = lines((mark.text for mark in self.marks), Role.ROW)
        return Told(marks or (Said("Nothing is written down."),))

    def help(self, rest: str) -> Told:
        """List what can be typed, or tell of one command."""
        if not rest:
            return Told(lines(help_lines(GRAMMAR, COMMANDS), Role.ROW))
        command = self.commands.get(rest.casefold())
        if command is None:
            message = f"there is no command {rest!r}; {did_you_mean(rest, self.commands)}"
            raise LineError(message)
        return Told((Said(f"{command.usage}: {command.help}"),))

    def quit(self) -> Told:
        """End."""
        self.is_over = True
        return Told()

    # --- What is shown -------------------------------------------------------------------------------

    @property
    def completions(self) -> tuple[str, ...]:
        """The words that a line can begin with."""
        return (*self.commands, *self._names.unknowns)

    @property
    def summary(self) -> str:
        """The one line that sums up where things stand."""
        left = self.left
        found = sum(len(left[unknown]) == 1 for unknown in self.puzzle.asks)
        return f"{self.puzzle.title}: {found} of {len(self.puzzle.asks)} found"

    def picture(self, width: int) -> list[str]:
        """Return what is left, drawn as lines.

        Args:
            width: How wide they may be.
        """
        if is_board(self.puzzle.log):
            return board_lines(self.left, self.told)
        return candidate_lines(self.left, self.puzzle.log, width, self.puzzle.case.grids)

    def frame(self) -> Frame:
        """Return what stands on the screen."""
        nothing = self._without_value
        width, height = self._room()
        picture = self.picture(width)
        most = max(height - AROUND, 1)
        if len(picture) > most:
            picture = [*picture[: most - 1], f"... show lists {len(picture) - most + 1} more rows"]
        grade = self.puzzle.header.grade
        return Frame(
            self.summary,
            f"Grade {grade}, {GRADES[grade]}" if grade else "",
            None,
            tuple(picture),
            "board",
            trouble=f"Nothing is left for {shortened(', '.join(nothing))}: undo, or check" if nothing else "",
        )

    def asked_for(self) -> tuple[Said | Grid, ...]:
        """Return what is shown, where there is no screen that shows it anyway."""
        return lines(self.picture(self._room()[0]), Role.ROW)

    def leave(self) -> str:
        """Return what is said when it is left."""
        return f"Saved in {self._file.path}." if self._done or self._undone else "Nothing was noted."


def _command(usage: str, about: str, do: Do, *others: str, is_shown: bool = False) -> Command:
    """Return a command; whatever stands behind its name in the usage can be said."""
    name, _, said = usage.partition(" ")
    arguments = (Argument(said, "", is_needed=False),) if said else ()
    return Command(name, usage, about, do=do, others=others, is_shown=is_shown, arguments=arguments)


COMMANDS = (
    _command("clues", "the clues", lambda table, _: table.clues()),
    _command("puzzle", "what it is about", lambda table, _: table.tell()),
    _command("hint", "where to look next", lambda table, _: table.hint()),
    _command("more", "the next step whole", lambda table, _: table.hint(whole=True)),
    _command("check", "is all right so far?", lambda table, _: table.check()),
    _command("why red is 1", "the clues that prove it", lambda table, rest: table.why(rest)),
    _command("undo 2", "take lines back", lambda table, rest: table.undo(rest)),
    _command("redo", "do it again", lambda table, _: table.redo()),
    _command("marks", "what you wrote down", lambda table, _: table.list_marks()),
    _command("show", "what is left", lambda table, _: table.show(), is_shown=True),
    _command("help hint", "this list, or more", lambda table, rest: table.help(rest), "?"),
    _command("quit", "end; all is saved", lambda table, _: table.quit(), "exit", "q"),
)
"""What can be typed beside marks."""
