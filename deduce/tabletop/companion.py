"""The companion at the table: what each line that is typed does, and what there is to show, as data.

A terminal, a page in a browser and a pipe are renderings of it: they hand over lines and show what comes
back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from deduce.errors import DeduceError, nearest
from deduce.tabletop.commands import help_lines
from deduce.tabletop.errors import LineError
from deduce.tabletop.kind import Request, S
from deduce.tabletop.look import Look, in_silence
from deduce.tabletop.questions import sheet_grid, suspects_told
from deduce.tabletop.said import Role, Said, Told, lines
from deduce.tabletop.sheet import headline
from deduce.tabletop.verbs import NEEDS, commands_of, entry_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deduce.tabletop.commands import Command
    from deduce.tabletop.kind import Entry
    from deduce.tabletop.look import Working
    from deduce.tabletop.misfit import Misfit
    from deduce.tabletop.said import Grid
    from deduce.tabletop.saved import KeptRecord, SavedGame
    from deduce.tabletop.sheet import Sheet

__all__ = ["Companion", "Frame", "TableCompanion"]

Change: TypeAlias = "Callable[[tuple[str, ...]], tuple[Entry | Request, Sequence[Misfit]]]"
"""Makes a change, given what was said to what was asked about it."""
MOST_SHOWN = 12
"""How many entries that do not fit any more are named."""
MOST_ENTRIES = 14
"""How many of the last entries stand on a screen that has room for them."""
NOTHING = Told()


@dataclass(frozen=True, eq=False, repr=False)
class Frame:
    """What stands on the screen, as data.

    Attributes:
        title: Whose turn it is, and what is being looked at.
        headline: What the sheet comes to; "" without one.
        grid: The sheet, if there is one.
        picture: The table, as lines of plain text; empty if it cannot be drawn.
        shown: "sheet" or "board": what comes first where there is no room for both.
        question: What has to be answered before anything else; "" for nothing.
        small_picture: The table in fewer columns; empty if there is no such picture.
        alarms: What is urgent, the most urgent first.
        other_headline: What another seat's sheet comes to, for where there is room; "" without one.
        other_grid: That sheet.
        entries: The last entries, the latest at the end.
    """

    title: str
    headline: str
    grid: Grid | None
    picture: tuple[str, ...]
    shown: str
    question: str = ""
    small_picture: tuple[str, ...] = ()
    alarms: tuple[Said, ...] = ()
    other_headline: str = ""
    other_grid: Grid | None = None
    entries: tuple[str, ...] = ()


class Companion(Generic[S]):
    """A record that is kept and looked at: what each line does, whatever can be done with the record.

    Attributes:
        seat: Whose sheet is shown.
        shown: "sheet" or "board".
        count: How many entries are looked at; None for now.
        options: How things are looked at, by the names of the kind's options.
        is_over: Whether it was asked to quit.
        commands: The commands by each of their names.
        working: What is told of work that takes long.
        look: What is shown.
    """

    def __init__(self, kept: KeptRecord[S], *, working: Working = in_silence) -> None:
        self._kept: KeptRecord[S] = kept
        self.working: Working = working
        self.seat: int = kept.me
        self.shown: str = "sheet"
        self.count: int | None = None
        self.options: dict[str, Any] = dict(kept.record.options)
        for option in kept.record.kind.options:
            self.options.setdefault(option.name, option.default)
        self.is_over: bool = False
        self.commands: dict[str, Command] = {}
        for command in self.table:
            self.commands |= dict.fromkeys((command.name, *command.others), command)
        self.look: Look[S] = self.looked()

    @property
    def kept(self) -> KeptRecord[S]:
        """The record with its file."""
        return self._kept

    @property
    def table(self) -> tuple[Command, ...]:
        """The table of what can be asked and done."""
        return commands_of(self.kept.record.kind)

    @property
    def words(self) -> tuple[str, ...]:
        """Words that begin an entry and so are no misspelt commands."""
        return self.kept.record.kind.words()

    @property
    def grammar(self) -> tuple[str, ...]:
        """How an entry is typed, for the help."""
        return self.kept.record.kind.grammar

    @property
    def completions(self) -> tuple[str, ...]:
        """What a line can begin with."""
        return (*(command.name for command in self.table if command.usage), *self.words)

    def present(self) -> S | None:
        """Return the state that is looked at now; None for the record's."""
        return None

    def come_back(self) -> None:
        """Look at the present again."""
        self.count = None

    def look_again(self) -> None:
        """Look at what has changed."""
        self.look = self.looked()

    def looked(self) -> Look[S]:
        """Return what there is to look at."""
        record = self.kept.record
        past = self.count is not None
        count = len(record.steps) if self.count is None else self.count
        present = None if past else self.present()
        return Look(record, count, self.kept.me, self.options, self.working, present)

    # --- Lines -------------------------------------------------------------------------------------

    def obey(self, line: str) -> Told:
        """Do what a line says, and return what there is to say about it.

        A line that makes no sense changes nothing; what is wrong with it is returned.
        """
        text = line.strip()
        if not text:
            return NOTHING
        looked_at, options = self.count, dict(self.options)
        record, changes = self.kept.record, self.kept.changes
        try:
            told = self.line(text)
            if (self.count, self.options) != (looked_at, options) or self.kept.record is not record:
                self.look_again()
        except DeduceError as error:
            self.count, self.options = looked_at, options
            return Told((Said(str(error), Role.WARNING),), fits=False)
        word = text.split(maxsplit=1)[0].casefold()
        if looked_at is not None and self.count is None and word != "at":
            told = replace(told, said=(*told.said, Said("Back to now.")))
        if self.kept.changes != changes:
            told = replace(told, said=(*told.said, *self.checked()))
        return told

    def line(self, text: str) -> Told:
        """Do what a line that is not empty says.

        Raises:
            DeduceError: If it makes no sense.
        """
        word, rest = (*text.split(maxsplit=1), "")[:2]
        word = word.casefold()
        command = self.commands.get(word)
        if command is not None and not (word == "q" and rest):
            return self.run(command, rest)
        if word in NEEDS and word not in self.words:
            message = f"{self.look.kind.title} has no {word}"
            raise LineError(message)
        if len(word) > 2 and word.isalpha() and word not in self.words:
            near = nearest(word, self.completions)
            if near is not None:
                message = f"there is no command {word!r}; did you mean {near!r}?"
                raise LineError(message)
        return self.entered(text)

    def run(self, command: Command, rest: str) -> Told:
        """Do what a command says."""
        if command.do is not None:
            return command.do(self, rest)
        if command.ask is None or not command.usage:
            message = f"{command.name} is a command of the shell: deduce {self.look.kind.name} {command.name}"
            raise LineError(message)
        given = {**command.defaults(), **command.parts(rest)}
        return command.ask(replace(self.look, me=self.seat) if command.is_by_seat else self.look, given)

    def entered(self, text: str) -> Told:
        """Do what a line says that is no command."""
        raise NotImplementedError

    def checked(self) -> tuple[Said, ...]:
        """Return what is to be said after a change."""
        return ()

    # --- What is shown -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """Whose turn it is, and what is being looked at."""
        total = len(self.kept.record.steps)
        place = f"turn {total + 1}" if self.count is None else f"looking at turn {self.count} of {total}"
        standing = self.look.kind.standing
        behind = "" if standing is None else standing(self.look)
        return f"{place}: {self.look.outcome or self.look.turn}" + (f"; {behind}" if behind else "")

    @property
    def alarms(self) -> tuple[Said, ...]:
        """What is urgent, the most urgent first."""
        return () if self.look.kind.alarms is None else self.look.kind.alarms(self.look)

    @property
    def summary(self) -> str:
        """The one line that sums up where things stand."""
        sheets = [sheet for sheet in self.look.sheets if sheet.seat == self.seat]
        return ". ".join([self.title, *map(headline, sheets)])

    def frame(self) -> Frame:
        """Return what stands on the screen."""
        look, kind = self.look, self.look.kind
        sheet = next((each for each in look.sheets if each.seat == self.seat), None)
        other = next((each for each in self._others() if each.seat != self.seat), None)
        return Frame(
            self.title,
            "" if sheet is None else headline(sheet),
            None if sheet is None else sheet_grid(look, sheet),
            () if kind.picture is None else kind.picture(look),
            self.shown,
            self.question,
            () if kind.small_picture is None else kind.small_picture(look),
            self.alarms,
            "" if other is None else headline(other),
            None if other is None else sheet_grid(look, other),
            tuple(entry_line(look.record, place) for place in range(1, look.count + 1)[-MOST_ENTRIES:]),
        )

    def _others(self) -> list[Sheet[Any, Any]]:
        """Return the sheets in the order of the seats around the table, one's own first."""
        count = len(self.look.record.seats)
        return sorted(self.look.sheets, key=lambda sheet: (sheet.seat - self.look.me) % count)

    @property
    def question(self) -> str:
        """What has to be answered before anything else; "" for nothing."""
        return ""

    def asked_for(self) -> tuple[Said | Grid, ...]:
        """Return what is shown now, where there is no screen that shows it anyway."""
        frame = self.frame()
        if self.shown == "board" or frame.grid is None:
            return lines(frame.picture, Role.ROW)
        return (Said(frame.headline, Role.ROW), frame.grid)

    def show(self, shown: str, seat: int) -> Told:
        """Choose what is shown."""
        self.shown, self.seat = shown, seat
        return NOTHING

    def help(self) -> Told:
        """Tell what can be typed."""
        return Told(lines(help_lines(self.grammar, self.table), Role.ROW))


class TableCompanion(Companion[S]):
    """The companion at the table: a saved game that is looked at, entered into and corrected."""

    def __init__(self, kept: SavedGame[S], *, working: Working = in_silence) -> None:
        self._game: SavedGame[S] = kept
        self._pending: _Pending | None = None
        super().__init__(kept, working=working)

    @property
    def kept(self) -> SavedGame[S]:
        return self._game

    @property
    def table(self) -> tuple[Command, ...]:
        return commands_of(self.kept.record.kind, changing=True)

    @property
    def question(self) -> str:
        return "" if self._pending is None else self._pending.request.question

    def now(self) -> SavedGame[S]:
        """Return to the present before something changes."""
        self.come_back()
        return self.kept

    def line(self, text: str) -> Told:
        pending, self._pending, record = self._pending, None, self.kept.record
        if pending is None:
            return super().line(text)
        word = text.split(maxsplit=1)[0].casefold()
        if word == "undo":
            return Told((Said("Nothing was entered; the question is dropped."),))
        try:
            if word in self.commands:
                return super().line(text)
            return pending.again((*pending.answers, text))
        except DeduceError:
            self._pending = pending
            raise
        finally:
            if word in self.commands and self.kept.record is record:
                # Looking at something does not answer the question.
                self._pending = pending

    def entered(self, text: str) -> Told:
        return self.put(lambda answers: (self.now().enter(text, answers), ()), None)

    def put(self, change: Change, number: int | None) -> Told:
        """Make a change, or ask what it still needs.

        Args:
            change: Makes it, given what was said to what was asked.
            number: The number of the entry that it changes; None for a new one at the end.
        """

        def again(answers: tuple[str, ...]) -> Told:
            entry, misfits = change(answers)
            if isinstance(entry, Request):
                self._pending = _Pending(entry, answers, again)
                choices = f" ({', '.join(entry.choices)})" if entry.choices else ""
                return Told((Said(entry.question + choices),))
            place = len(self.kept.record.steps) if number is None else number
            said = [Said(f"{place}. {entry.text}"), *lines(entry.said), *lines(map(str, entry.rulings))]
            return Told((*said, *self.unfitting(misfits)))

        return again(())

    def unfitting(self, misfits: Sequence[Misfit]) -> tuple[Said, ...]:
        """Return what does not fit any more after a change."""
        more = len(misfits) - MOST_SHOWN
        said = [f"Does not fit any more: {misfit}" for misfit in misfits[:MOST_SHOWN]]
        return lines([*said, f"... and {more} more"] if more > 0 else said, Role.WARNING)

    def checked(self) -> tuple[Said, ...]:
        """Return what clashes after a change, with the likeliest slip for correction."""
        said: list[str] = []
        kind, record = self.look.kind, self.kept.record
        for sheet in self.look.sheets:
            if sheet.is_consistent or not sheet.log.entries:
                continue
            told = suspects_told(self.look, {"side": record.seats[sheet.seat]})
            data = told.document()
            if not data["conflicts"]:
                continue
            said.append(f"What was noted of {sheet.title} contradicts itself:")
            said += [f"  {entry['id']:>4} {entry['text']}" for entry in data["conflicts"][0]]
            slip = data["suspects"][0]
            remedy = ""
            if kind.entry_of is not None and kind.reverse is not None:
                number = kind.entry_of(slip["id"])
                cell = kind.reverse(record.steps[number - 1].text)
                remedy = f" To reverse it: edit {number} {cell}"
            said.append(f"Likeliest slip: {slip['id']} {slip['text']}.{remedy}")
        return lines(said, Role.WARNING)


@dataclass(frozen=True, eq=False, repr=False)
class _Pending:
    """A line that waits for an answer: what is asked, what was said, and what takes up the next answer."""

    request: Request
    answers: tuple[str, ...]
    again: Callable[[tuple[str, ...]], Told]
