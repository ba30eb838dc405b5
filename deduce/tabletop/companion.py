"""The companion at the table: what each line that is typed does, and what there is to show, as data.

A terminal, a page in a browser and a pipe are renderings of it: they hand over lines and show what comes
back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from deduce.errors import DeduceError, did_you_mean, nearest
from deduce.intake.characters import is_text
from deduce.tabletop import settling
from deduce.tabletop.commands import help_lines
from deduce.tabletop.errors import ImpossibleError, LineError, SessionError
from deduce.tabletop.kept_file import ChangedError
from deduce.tabletop.kind import Entry, Request, S
from deduce.tabletop.look import Look, in_silence
from deduce.tabletop.mend import culprit
from deduce.tabletop.questions import (
    sheet_grid,
    sheet_of,
    sheets_told,
    suspects_told,
    trouble_of,
    turned_over,
    unfitting,
)
from deduce.tabletop.said import Role, Said, Told, lines
from deduce.tabletop.saved import TriedGame
from deduce.tabletop.sheet import headline
from deduce.tabletop.verbs import NEEDS, commands_of, entry_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deduce.tabletop.commands import Command
    from deduce.tabletop.look import Working
    from deduce.tabletop.misfit import Misfit
    from deduce.tabletop.record import Record
    from deduce.tabletop.said import Grid
    from deduce.tabletop.saved import KeptRecord, SavedGame
    from deduce.tabletop.sheet import Sheet

__all__ = ["LONGEST_LINE", "Companion", "Frame", "TableCompanion"]

Change: TypeAlias = "Callable[[tuple[str, ...]], tuple[Entry | Request, Sequence[Misfit]]]"
"""Makes a change, given what was said to what was asked about it."""
LONGEST_LINE = 10_000
"""How many characters a line may have."""
MOST_ENTRIES = 14
"""How many of the last entries stand on a screen that has room for them."""
NOTHING = Told()
TURNS = frozenset({"turn", "turns", "entry", "entries", "token", "tokens", "before", "move"})
"""How one asks for help with what an entry can hold."""


@dataclass(frozen=True, eq=False, repr=False)
class Frame:
    """What stands on the screen, as data.

    Attributes:
        title: Whose turn it is, and what is being looked at.
        headline: What the sheet comes to; "" without one.
        trouble: What is wrong with the record, so that what is shown may be wrong; "" for nothing.
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
    trouble: str = ""
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
        unsaved: How many lines could not be saved.
        unsettled: What somebody else did to the file, while it is not settled what becomes of that.
        trial: The line that is only tried now; None if none is.
    """

    def __init__(self, kept: KeptRecord[S], *, working: Working = in_silence) -> None:
        self._kept: KeptRecord[S] = kept
        self._pending: _Pending | None = None
        self.trial: TriedGame[S] | None = None
        self.working: Working = working
        self.seat: int = kept.me
        self.shown: str = kept.record.kind.comes_first
        self.count: int | None = None
        self.options: dict[str, Any] = dict(kept.record.options)
        for option in kept.record.kind.options:
            self.options.setdefault(option.name, option.default)
        self.is_over: bool = False
        self.unsaved: int = 0
        self.unsettled: ChangedError | None = None
        self.commands: dict[str, Command] = {}
        for command in self.table:
            self.commands |= dict.fromkeys((command.name, *command.others), command)
        for word in kept.record.kind.own_words:
            self.commands.pop(word, None)
        self.look: Look[S] = self.looked()

    @property
    def kept(self) -> KeptRecord[S]:
        """The record with its file."""
        return self._kept

    @property
    def at_hand(self) -> KeptRecord[S]:
        """What is looked at: the record, or the line that is only tried."""
        return self.kept if self.trial is None else self.trial

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
    def more_grammar(self) -> str:
        """What else can be said in an entry."""
        return self.kept.record.kind.more_grammar

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
        record = self.at_hand.record
        count = len(record.steps) if self.count is None else self.count
        present = None if self.count is not None or self.trial is not None else self.present()
        return Look(record, count, self.kept.me, self.options, self.working, present)

    # --- Lines -------------------------------------------------------------------------------------

    def obey(self, line: str) -> Told:
        """Do what a line says, and return what there is to say about it.

        A line that makes no sense changes nothing; what is wrong with it is returned. What was asked and is
        not answered yet is asked again.
        """
        told = self._obeyed(line)
        if self._pending is None or self.is_over:
            return told
        asked = self._pending.said
        return replace(told, said=(*(each for each in told.said if each != asked), asked))

    def _obeyed(self, line: str) -> Told:
        text = line.strip()
        if not text:
            return NOTHING
        wrong = _unreadable(text)
        if wrong:
            return Told((Said(wrong, Role.WARNING),), fits=False)
        looked_at, options = self.count, dict(self.options)
        before, record, changes = self.at_hand, self.at_hand.record, self.at_hand.changes
        try:
            told = self.line(text)
            if (self.count, self.options) != (looked_at, options) or self.at_hand.record is not record:
                self.look_again()
        except DeduceError as error:
            self.count, self.options = looked_at, options
            self.heard_of(error)
            return Told((Said(str(error), Role.WARNING),), fits=False)
        word = text.split(maxsplit=1)[0].casefold()
        is_same = self.at_hand is before
        if looked_at is not None and self.count is None and word != "at" and is_same:
            told = replace(told, said=(*told.said, Said("Back to now.")))
        if is_same and before.changes != changes:
            told = replace(told, said=(*told.said, *self.checked()))
        return told

    def line(self, text: str) -> Told:
        """Do what a line that is not empty says; if something was asked, it is the answer.

        Raises:
            DeduceError: If it makes no sense; what was asked stays asked.
        """
        pending, self._pending, changes = self._pending, None, self.at_hand.changes
        if pending is None:
            return self._saved(lambda: self._said(text))
        word = text.split(maxsplit=1)[0].casefold()
        if word == "undo":
            return Told((Said("Nothing was entered; the question is dropped."),))
        request = pending.request
        is_command = word in self.commands and text not in (*request.choices, *request.also)
        if is_command and word == "back":
            return Told((Said("Nothing was entered; the question is dropped."), *self._said(text).said))
        try:
            if is_command and self.commands[word].is_change:
                message = f"{word} has to wait: first comes the answer to what was asked, or undo drops it"
                raise LineError(message)
            if is_command:
                return self._saved(lambda: self._said(text), pending)
            # What is answered belongs to the present, or to the line that is tried.
            self.come_back()
            return self._saved(lambda: pending.then(text))
        except DeduceError as error:
            self._pending = pending
            if is_command or type(error) is not LineError or "undo" in str(error):
                raise
            message = f"{error}; undo drops the question"
            raise LineError(message) from None
        finally:
            if is_command and self.at_hand.changes == changes and self._pending is None and not self.is_over:
                # Looking at something does not answer the question.
                self._pending = pending

    # --- What others did to the file -----------------------------------------------------------------

    def _saved(self, do: Callable[[], Told], pending: _Pending | None = None) -> Told:
        """Do something; if somebody else did something to the file, ask first what is to become of that.

        Args:
            do: What is done, once more if it can be saved then.
            pending: What was asked before, and stays asked.
        """
        try:
            return do()
        except ChangedError as error:
            self.unsaved += 1
            self.unsettled = error
            return self.ask(*self._settling(error, do, pending))

    def _settling(
        self, error: ChangedError, do: Callable[[], Told], pending: _Pending | None
    ) -> tuple[Request, Callable[[str], Told]]:
        """Return what is asked where somebody else did something to the file, and what takes the answer."""
        request = settling.asked(self.kept, error)

        def then(said: str) -> Told:
            word = said.casefold()
            if word not in request.choices:
                message = f"{said!r} is neither {' nor '.join(request.choices)}"
                raise LineError(message)
            if word == settling.NO:
                self.unsaved -= 1
                return Told(lines(["Nothing was saved, and what you typed was not entered."]), fits=False)
            first = settling.settled(self.kept, error, word)
            self.unsaved -= 1
            self.unsettled = None
            told = NOTHING if word == settling.THEIRS else self._again(do)
            if self._pending is None:
                self._pending = pending
            return replace(told, said=(*lines(first), *told.said))

        return request, then

    def _again(self, do: Callable[[], Told]) -> Told:
        """Do once more what could not be saved; what is wrong with it now is said."""
        try:
            return do()
        except DeduceError as error:
            self.heard_of(error)
            return Told(lines([str(error)], Role.WARNING), fits=False)

    def heard_of(self, error: DeduceError) -> None:
        """Count a line that could not be saved, if that is what is wrong."""
        self.unsaved += isinstance(error, SessionError)

    def leave(self) -> str:
        """Return what is said when it is left; what is here and not in its file is saved beside it."""
        lost = "" if self.unsettled is None else settling.left(self.kept, self.unsettled)
        return lost or self.farewell

    def _said(self, text: str) -> Told:
        """Do what a line says that answers nothing.

        Raises:
            DeduceError: If it makes no sense.
        """
        word, rest = (*text.split(maxsplit=1), "")[:2]
        word = word.casefold()
        command = self._shorthand(word, rest) or self.commands.get(word)
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
        if self.trial is not None:
            return self.tried(text)
        return self.entered(text)

    def _shorthand(self, word: str, rest: str) -> Command | None:
        """Return the game's own command of a name that it shares with another, such as ?, if it is meant.

        That is so if something stands behind it that is not the name of a command to be helped with.
        """
        if not rest or rest.split(maxsplit=1)[0].casefold() in self.commands:
            return None
        return next((each for each in self.look.kind.commands if word in each.others), None)

    def run(self, command: Command, rest: str) -> Told:
        """Do what a command says."""
        if command.do is not None:
            return command.do(self, rest)
        if command.tell is not None and command.ask is None:
            return command.tell(self.look.kind, command.parts(rest))
        if command.ask is None or not command.usage:
            message = f"{command.name} is a command of the shell: deduce {self.look.kind.name} {command.name}"
            raise LineError(message)
        look = self.look
        if command.is_by_seat:
            seat, rest = self.seat_in(rest)
            look = replace(look, me=self.seat if seat is None else seat)
        told = command.ask(look, {**command.defaults(), **command.parts(rest)})
        if not self.trouble:
            return told
        return replace(told, said=(Said(self.trouble, Role.WARNING), *told.said))

    def seat_in(self, rest: str) -> tuple[int | None, str]:
        """Return the seat that is named first behind a command, and the rest of what stands there."""
        word, more = (*rest.split(maxsplit=1), "", "")[:2]
        record = self.at_hand.record
        named = {seat.casefold() for seat in (*record.seats, *record.begun.also)}
        return (self.look.seat(word), more) if word.casefold() in named else (None, rest)

    def entered(self, text: str) -> Told:
        """Do what a line says that is no command."""
        raise NotImplementedError

    def checked(self) -> tuple[Said, ...]:
        """Return what is to be said after a change."""
        return ()

    # --- Asking, and trying ------------------------------------------------------------------------

    def ask(self, request: Request, then: Callable[[str], Told]) -> Told:
        """Ask something; the next line that is no command is the answer.

        Args:
            request: What is asked.
            then: Takes the answer; raises `LineError` if it makes no sense, and then it is asked again.
        """
        self._pending = _Pending(request, then)
        return Told((self._pending.said,))

    def put(
        self,
        change: Change,
        number: int | None,
        answers: tuple[str, ...] = (),
        *,
        before: Record[S] | None = None,
    ) -> Told:
        """Make a change, or ask what it still needs.

        Args:
            change: Makes it, given what was said to what was asked.
            number: The number of the entry that it changes; None for a new one at the end.
            answers: What was said so far.
            before: The record before, if later entries may go to the other side.
        """
        entry, misfits = change(answers)
        if isinstance(entry, Request):
            return self.ask(entry, lambda said: self.put(change, number, (*answers, said), before=before))
        place = len(self.at_hand.record.steps) if number is None else number
        said = [Said(f"{place}. {entry.text}"), *lines(entry.said), *lines(map(str, entry.rulings))]
        moved = () if before is None else turned_over(before, self.at_hand.record)
        return Told((*said, *moved, *unfitting(misfits, self.at_hand.record)))

    def tried(self, text: str) -> Told:
        """Enter a line that is only tried; the first one begins at the moment that is looked at."""
        trial = self.trial or TriedGame(self.kept, self.look.count)
        if self.trial is not None:
            self.refuse_past()

        def enter(answers: tuple[str, ...]) -> tuple[Entry | Request, Sequence[Misfit]]:
            entry = _entered(trial, text, answers, can_edit="edit" in self.commands)
            if isinstance(entry, Entry) and self.trial is None:
                self.trial = trial
                self.come_back()
            return entry, ()

        return self.put(enter, None)

    def leave_trial(self) -> bool:
        """Go back from what was only tried; tell whether anything was."""
        trial, self.trial = self.trial, None
        if trial is None:
            return False
        self.count = None if trial.begin == len(self.kept.record.steps) else trial.begin
        self.look_again()
        return True

    def refuse_past(self) -> None:
        """Make sure that it is the present that is looked at.

        Raises:
            LineError: If it is not.
        """
        if self.count is None:
            return
        kind, record = self.look.kind, self.at_hand.record
        now = Look(record, len(record.steps), self.kept.me)
        message = (
            f"you are looking at {kind.nouns.entry} {self.count}, and nothing is entered there: at alone "
            f"comes back to now ({kind.outcome(now.state) or now.turn})"
        )
        if self.trial is None:
            message += ", try and the line goes on from here without saving it"
        raise LineError(message)

    # --- What is shown -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """Whose turn it is, and what is being looked at."""
        total = len(self.at_hand.record.steps)
        begun = self.look.kind.goes_on(self.look.state)
        entry = self.look.kind.nouns.entry
        place = f"{entry} {total + (not begun)}{' goes on' if begun else ''}"
        if self.count is not None:
            place = f"after {entry} {self.count} of {total}"
        tried = "" if self.trial is None else "only tried (back leaves), "
        beside = self.look.supplies
        return f"{tried}{place}: {self.look.outcome or self.look.turn}{f'. {beside}' * bool(beside)}"

    @property
    def trouble(self) -> str:
        """What is wrong with the record, so that what follows from it may be wrong; "" if nothing is."""
        return trouble_of(self.at_hand.record)

    @property
    def alarms(self) -> tuple[Said, ...]:
        """What is urgent, the most urgent first."""
        return () if self.look.kind.alarms is None else self.look.kind.alarms(self.look)

    @property
    def farewell(self) -> str:
        """What is said when it is left."""
        return f"Saved in {self.kept.path}."

    @property
    def summary(self) -> str:
        """The one line that sums up where things stand."""
        shown = self.look.sheets if self.look.kind.shows_sheets else ()
        sheets = [sheet for sheet in shown if sheet.seat == self.seat]
        return ". ".join(filter(None, [self.title, self.trouble, *map(headline, sheets)]))

    def frame(self) -> Frame:
        """Return what stands on the screen."""
        look, kind = self.look, self.look.kind
        # Another look would have to work out the sheets again.
        seen = look if look.me == self.kept.me else replace(look, me=self.kept.me)
        shown = self._others() if kind.shows_sheets else []
        sheet = next((each for each in shown if each.seat == self.seat), None)
        other = next((each for each in shown if each.seat != self.seat), None)
        return Frame(
            self.title,
            "" if sheet is None else headline(sheet),
            None if sheet is None else sheet_grid(look, sheet),
            () if kind.picture is None else kind.picture(seen),
            self.shown,
            self.question,
            self.trouble,
            () if kind.small_picture is None else kind.small_picture(seen),
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
        return "" if self._pending is None else self._pending.request.question

    @property
    def is_hidden(self) -> bool:
        """Whether nobody may see the next line: it answers something that is asked in secret."""
        return self._pending is not None and self._pending.request.is_hidden

    @property
    def still_asked(self) -> str:
        """The question with what can be said to it, for whoever interrupts; "" for nothing."""
        return self.question if self._pending is None else self._pending.said.text

    def asked_for(self) -> tuple[Said | Grid, ...]:
        """Return what is shown now, where there is no screen that shows it anyway."""
        frame = self.frame()
        trouble = lines([frame.trouble] if frame.trouble else [], Role.WARNING)
        if self.shown == "board" or frame.grid is None:
            return (*trouble, *lines(frame.picture, Role.ROW))
        return (*trouble, Said(frame.headline, Role.ROW), frame.grid)

    def show(self, shown: str, seat: int) -> Told:
        """Choose what is shown; a sheet that stands on no screen is told, and so is what stands below one."""
        self.shown, self.seat = shown, seat
        if shown == "sheet" and not self.look.kind.shows_sheets:
            return sheets_told(self.look, {"side": self.look.record.seats[seat]})
        if shown == "sheet" and self.look.kind.below is not None:
            return Told(self.look.kind.below(self.look, sheet_of(self.look, seat)))
        return NOTHING

    def help(self, rest: str = "") -> Told:
        """Tell what can be typed: everything in short, how turns are typed, or one command at length."""
        word = rest.casefold()
        if not word:
            return Told(lines(help_lines(self.grammar, self.table), Role.ROW))
        if (word in TURNS or word in self.words) and self.more_grammar:
            paragraphs = self.more_grammar.strip().split("\n\n")
            return Told(lines(" ".join(paragraph.split()) for paragraph in paragraphs))
        command = self.commands.get(word)
        if command is None or not command.usage:
            message = f"there is no command {rest!r}; {did_you_mean(word, self.completions)}"
            raise LineError(message)
        more = command.more or command.about.split("\n\n", maxsplit=1)[0]
        return Told(lines(filter(None, (f"{command.usage}: {command.help}", more))))


class TableCompanion(Companion[S]):
    """The companion at the table: a saved game that is looked at, entered into and corrected."""

    def __init__(self, kept: SavedGame[S], *, working: Working = in_silence) -> None:
        self._game: SavedGame[S] = kept
        self._impossible: str = ""
        super().__init__(kept, working=working)

    @property
    def kept(self) -> SavedGame[S]:
        return self._game

    @property
    def table(self) -> tuple[Command, ...]:
        return commands_of(self.kept.record.kind, changing=True)

    def now(self) -> SavedGame[S]:
        """Return to the present before something changes: of the game, or of what is only tried."""
        self.come_back()
        return self.kept if self.trial is None else self.trial

    def entered(self, text: str) -> Told:
        self.refuse_past()
        self._impossible = ""
        try:
            return self.put(lambda answers: (_entered(self.kept, text, answers), ()), None)
        except ImpossibleError:
            self._impossible = text
            raise

    def mend(self) -> Told:
        """Tell which slips explain what does not fit, or the last line; offer to correct them.

        Raises:
            LineError: If nothing is wrong.
        """
        from deduce.tabletop.mended import annotated, mended_told
        from deduce.tabletop.repair import repaired

        game, record, line = self.now(), self.now().record, self._impossible
        with self.working("Looking for slips", None) as progress:
            mended = repaired(record, progress, line=line, options=self.options)
        found = tuple(mended_told(mended))
        if not found:
            message = "everything that was entered fits"
            raise LineError(message)
        if not mended.corrections:
            return Told(found, fits=False)

        def then(said: str) -> Told:
            word = said.casefold()
            if word not in {"y", "yes", "n", "no"}:
                message = f"{said!r} is neither yes nor no"
                raise LineError(message)
            if word in {"n", "no"}:
                return Told(lines(["Nothing was changed."]))
            self._impossible = ""
            left = game.mend(annotated(mended))
            again = f" Now {line} is possible." if line and mended.is_whole else ""
            done = Said(f"Mended; undo takes it back.{again}")
            return Told((done, *unfitting(left, self.at_hand.record)))

        return Told((*found, *self.ask(Request("Correct it so?", ("y", "n")), then).said))

    def checked(self) -> tuple[Said, ...]:
        """Return what clashes after a change, with the likeliest slip for correction."""
        said: list[str] = []
        record = self.at_hand.record
        for sheet in self.look.sheets:
            if sheet.is_consistent or not sheet.log.entries:
                continue
            told = suspects_told(self.look, {"side": record.seats[sheet.seat]})
            data = told.document()
            if not data["conflicts"]:
                continue
            said.append(f"What was noted of {sheet.title} contradicts itself:")
            said += [f"  {entry['id']:>4} {entry['text']}" for entry in data["conflicts"][0]]
            likeliest, *others = data["suspects"]
            # What is hardly less likely is named as well.
            slips = [likeliest, *(each for each in others[:1] if _is_close(likeliest, each))]
            for slip, words in zip(slips, ("Likeliest slip", "Or"), strict=False):
                remedy = slip.get("remedy") or self._remedy(slip["id"])
                spoken = slip.get("words") or f"{slip['id']} {slip['text']}"
                said.append(f"{words}: {spoken}.{f' {remedy}' if remedy else ''}")
        noticed = self.look.kind.noticed
        heard = self.kept.heard()
        said += [heard] if heard else []
        return (*lines(said, Role.WARNING), *(() if noticed is None else noticed(self.look)))

    def _remedy(self, name: str) -> str:
        """Return what corrects an entry of a log, in words; "" if nobody can say."""
        kind, record = self.look.kind, self.at_hand.record
        if kind.entry_of is None:
            return ""
        number = kind.entry_of(name)
        other = "" if kind.reverse is None else kind.reverse(record.steps[number - 1].text, name)
        return (
            f"To reverse it: edit {name} {other}"
            if other
            else f"edit {number} and the right line corrects it"
        )


@dataclass(frozen=True, eq=False, repr=False)
class _Pending:
    """Something that was asked: what, and what takes the answer."""

    request: Request
    then: Callable[[str], Told]

    @property
    def said(self) -> Said:
        """The question, with what can be said to it."""
        choices = f" ({', '.join(self.request.choices)})" if self.request.choices else ""
        return Said(self.request.question + choices)


def _unreadable(line: str) -> str:
    """Return why a line cannot be read at all; "" if it can."""
    if len(line) > LONGEST_LINE:
        return f"a line has at most {LONGEST_LINE:,} characters; nothing of this one was entered"
    if not is_text(line):
        return "there are bytes in this line that are no text in UTF-8; nothing of it was entered"
    return ""


def _is_close(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Tell whether a slip is hardly less likely than another."""
    first, second = one["probability"], other["probability"]
    return first is not None and second is not None and 2 * second > first


def _can_mend(record: Record[S]) -> bool:
    """Tell whether something noted before can be why a line cannot be: answers, in a game that goes on."""
    kind = record.kind
    return kind.changes is not None and kind.reverse is not None and bool(kind.to_act(record.now))


def _entered(
    game: SavedGame[S], text: str, answers: tuple[str, ...], *, can_edit: bool = True
) -> Entry | Request:
    """Enter a line; where the table is against it, say which entry may be wrong.

    Raises:
        LineError: If it makes no sense, or is not possible.
    """
    try:
        return game.enter(text, answers)
    except ImpossibleError as error:
        found = culprit(game.record, text) if can_edit else None
        if found is None and can_edit and game.record.steps and _can_mend(game.record):
            message = f"{error}. If it was so, mend looks for what was noted wrongly before"
            raise ImpossibleError(message) from None
        if found is None:
            raise
        number, other = found
        words = {"n": "refused", "y": "allowed"}.get(other, other)
        message = (
            f"{error}. It is so since entry {number} {game.record.steps[number - 1].text}; was that {words}? "
            f"Then edit {number} {other} mends it."
        )
        raise ImpossibleError(message) from None
