"""The companion at the table: what each line does. Reading lines and showing results is left to others."""

from __future__ import annotations

import shlex
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from deduce import DeduceError
from deduce.confusion.engine.directions import DIRECTIONS, opposite
from deduce.confusion.errors import LineError, SessionError
from deduce.confusion.knowledge.outlook import prospects
from deduce.confusion.match.session import Kept, Session
from deduce.errors import nearest

from . import questions
from .questions import Asked
from .sheets import headline, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deduce.confusion import Game, Problem
    from deduce.confusion.notation.typed import Line

HELP: str = """\
A turn:   h n1 n    H-N1 no    (H-N1)    h forward 1 no    vz nw1 y    z s1
          piece, direction (n ne e ... or forward, back, left, right),
          distance, y or n (neither: y); + or 0 behind it: promoted or not;
          in variant 5 + or +-, and +!>a or +!>0 for the double agent;
          # and words: a comment
Before:   remove a   expose a   reveal a 7   two   swap a c
          joined by a comma: two, h n1 y, k n1 n
sheet     my sheet                  opp     their sheet, as they know it
board     the board                 reach   where their pieces can go
why H crab   the smallest proof     what-if h n1   the sheet after yes and no
suspects  the likeliest slips       answer h n1    the right answer to them
suggest   what to try, and why      suggest h n1   the same against h n1
undo [n]  redo                      moves   all entries with their numbers
edit k h n1 n   insert k ...   delete k     change entry k
at k      look at a past moment; at alone comes back
note ...  keep a hunch, apart from the facts; notes lists them
model mimic     how the opponent answers for the double agent
export FILE     .txt .json .svg .html       resign  draw  help  quit"""
COMMANDS = (
    "sheet", "board", "opp", "why", "what-if", "suspects", "suggest", "undo", "redo", "edit", "insert",
    "delete", "at",
    "answer", "reach", "moves", "note", "notes", "model", "export", "help", "quit",
)  # fmt: skip
TURNS = ("remove", "expose", "reveal", "two", "move2", "swap", "resign", "resigns", "draw", "draws")
"""Words that begin a turn and are no commands."""
MOST_SHOWN = 12
ADVISED = 5
"""How many options the advice lists."""


K = TypeVar("K", bound=Kept)


class Onlooker(Generic[K]):
    """A game that is kept, with what is being looked at.

    Attributes:
        session: The game with its file.
        asked: The game that is shown, with its sheets.
        side: Whose sheet is shown.
        shown: "sheet" or "board".
        ply: The past turn that is looked at; None for now.
        model: How the opponent answers for the double agent.
        is_over: Whether it was asked to quit.
    """

    HELP: ClassVar[str] = HELP
    COMMANDS: ClassVar[tuple[str, ...]] = COMMANDS
    TURNS: ClassVar[tuple[str, ...]] = TURNS

    def __init__(self, session: K) -> None:
        self.session: K = session
        self.side: int = session.me
        self.shown: str = "sheet"
        self.ply: int | None = None
        self.model: str = "coin"
        self.is_over: bool = False
        self.asked: Asked = self._look()

    def _look(self) -> Asked:
        record = self.session.record
        game = self._present() if self.ply is None else record.at(self.ply)
        return Asked(record, game, self.model)

    def _present(self) -> Game:
        """Return the game as it stands now."""
        return self.session.game

    def summary(self) -> str:
        """Return the one line that sums up where things stand."""
        from .screen import title

        return f"{title(self.asked, self.ply)}. {headline(self.asked.sheets[self.side])}"

    def obey(self, line: str) -> list[str]:
        """Do what a line says, and return what there is to say about it.

        A line that makes no sense changes nothing; what is wrong with it is returned.
        """
        text = line.strip()
        if not text:
            return []
        word, rest = (*text.split(maxsplit=1), "")[:2]
        looked_at, model, record = self.ply, self.model, self.session.record
        try:
            said = self._command(word.casefold(), rest, text)
            self.asked = self._look()
        except DeduceError as error:
            self.ply, self.model = looked_at, model
            return [str(error)]
        if looked_at is not None and self.ply is None and word.casefold() != "at":
            said.append("Back to now.")
        return said if self.session.record is record else said + self._checked()

    def _checked(self) -> list[str]:
        """Say what is to be said after a change."""
        return []

    def _command(self, word: str, rest: str, text: str) -> list[str]:
        commands = self._commands()
        if word in commands and not (word == "q" and rest):
            return commands[word](rest)
        if len(word) > 2 and word.isalpha() and word not in self.TURNS:
            meant = nearest(word, self.COMMANDS + self.TURNS)
            if meant is not None:
                message = f"there is no command {word!r}; did you mean {meant!r}?"
                raise LineError(message)
        return self._enter(text)

    def _commands(self) -> dict[str, Callable[[str], list[str]]]:
        """Return what each command does with what stands behind it."""
        return {
            "sheet": lambda _: self._show("sheet", self.session.me),
            "opp": lambda _: self._show("sheet", 1 - self.session.me),
            "board": lambda _: self._show("board", self.side),
            "why": self._why,
            "what-if": self._what_if,
            "whatif": self._what_if,
            "reach": self._reach,
            "at": self._at,
            "moves": lambda _: self._moves(),
            "note": self._note,
            "notes": lambda _: (
                list(self.session.notes) or ["There are no notes; note and some words makes one."]
            ),
            "model": self._model,
            "export": self._export,
            "help": lambda _: self.HELP.split("\n"),
            "?": lambda _: self.HELP.split("\n"),
            "quit": lambda _: self._quit(),
            "exit": lambda _: self._quit(),
            "q": lambda _: self._quit(),
        }

    def _enter(self, text: str) -> list[str]:
        """Do what a line says that is no command."""
        raise NotImplementedError

    # --- Looking -----------------------------------------------------------------------------------

    def _at(self, rest: str) -> list[str]:
        if not rest:
            self.ply = None
            return ["Back to now."]
        ply, last = _count(rest, lowest=0), len(self.session.record.plies)
        if ply > last:
            message = f"there is no turn {ply}; there are {last}"
            raise LineError(message)
        self.ply = ply
        return [f"The moment after turn {ply}; at alone comes back."]

    def _moves(self) -> list[str]:
        names = self.session.record.rules.sides
        plies = self.session.record.plies
        return [f"{number:>4} {names[ply.side]:7} {ply.text}" for number, ply in enumerate(plies, 1)] or [
            "Nothing was entered yet."
        ]

    def _show(self, shown: str, side: int) -> list[str]:
        self.shown, self.side = shown, side
        return []

    def _why(self, rest: str) -> list[str]:
        letter, *words = rest.split()[:1] + [
            each for each in rest.split()[1:] if each.casefold() not in {"is", "not", "the"}
        ] or [""]
        if not words:
            message = "write a piece and a diagram, such as why H crab"
            raise LineError(message)
        asked = self.asked
        found = questions.why_data(asked, self.side, asked.letter(letter), asked.number(" ".join(words)))
        return questions.why_lines(found)

    def _what_if(self, rest: str) -> list[str]:
        data, after = questions.what_if_data(self.asked, rest)
        chance = data["fraction"]
        said = [data["attempt"] if chance is None else f"{data['attempt']}: yes with chance {chance}"]
        for answer, sheet in after.items():
            said.append(f"after {answer}: {headline(sheet) if sheet.is_consistent else 'impossible'}")
        return said

    def _suggest(self, rest: str) -> list[str]:
        """Advise me, if it is my turn; with an attempt behind it, compared with that."""
        from . import suggest

        position = self.asked.game.position
        turn = position.decider
        if position.outcome is None and turn != self.session.me:
            them = self.session.record.rules.sides[turn]
            message = f"it is {them}'s turn; type their attempt first, suggest is for your own turn"
            raise LineError(message)
        compared = [rest] if rest else []
        advice = suggest.advice_of(self.asked, suggest.budget_of(None, None), compared=compared, most=ADVISED)
        table = [line.plain for line in suggest.ranking(self.asked, advice, ADVISED)]
        return [*table, *suggest.paragraphs(self.asked, advice)]

    def _reach(self, rest: str) -> list[str]:
        """Say where the opponent's pieces can go: truly, surely and perhaps as they know it."""
        asked, them = self.asked, 1 - self.session.me
        wanted = asked.letter(rest) if rest else None
        if asked.game.outcome is not None:
            return ["The game is over; nobody can go anywhere."]
        turned = them != asked.record.setup.compass
        rows: dict[str, list[str]] = {}
        for prospect in prospects(asked.game, them, asked.sheets[them]):
            attempt = prospect.attempt
            if (wanted or attempt.letter) != attempt.letter or not (prospect.possible or prospect.truth):
                continue
            way = DIRECTIONS[opposite(attempt.way) if turned else attempt.way].lower()
            mark = {"move": "", "carry": "z ", "pass": "pass "}[attempt.kind.value]
            truth = {True: "", False: "!", None: "?"}[prospect.truth]
            known = (
                "sure"
                if prospect.certain
                else ""
                if prospect.chance is None
                else f"{percent(prospect.chance)}%"
            )
            rows.setdefault(attempt.letter, []).append(
                f"{mark}{way}{attempt.distance}{truth} {known}".strip()
            )
        head = "What they know that they can do (! their diagram says no, ? it is not known):"
        return [head, *(f"  {letter}: {', '.join(found)}" for letter, found in rows.items())]

    def _model(self, rest: str) -> list[str]:
        from deduce.confusion.knowledge.agents import AGENT_MODELS, agent_model

        if not rest:
            models = [f"{name}: {words}" for name, words in AGENT_MODELS.items()]
            return [*models, f"now: {self.model}", *questions.agent_lines(self.asked, self.side)]
        self.model = str(agent_model(rest))
        return [f"Chances are now by the model {self.model}."]

    # --- Keeping -----------------------------------------------------------------------------------

    def _note(self, rest: str) -> list[str]:
        if not rest:
            message = "write some words behind note"
            raise LineError(message)
        self.session.note(rest)
        return ["Noted, apart from the facts."]

    def _export(self, rest: str) -> list[str]:
        from .export import export

        try:
            names = shlex.split(rest)
        except ValueError:
            names = []
        if len(names) != 1 or "\0" in names[0]:
            message = "write one file name behind export, ending in .txt, .json, .svg or .html"
            raise SessionError(message)
        try:
            path = Path(names[0]).expanduser()
        except RuntimeError:
            message = f"{names[0]}: there is no such home folder"
            raise SessionError(message) from None
        export(self.asked, self.session, path)
        return [f"Written to {path}."]

    def _quit(self) -> list[str]:
        self.is_over = True
        return []


class Companion(Onlooker[Session]):
    """The companion at the table: a session that is looked at, entered into and corrected."""

    def _checked(self) -> list[str]:
        """Say what clashes after a change, and offer the likeliest slip for correction."""
        said: list[str] = []
        for sheet in self.asked.sheets:
            if sheet.is_consistent or not sheet.heard:
                continue
            data = questions.suspects_data(self.asked, sheet.side)
            said.append(f"What was noted of {data['side']}'s pieces contradicts itself:")
            said += [f"  {entry['id']:>4} {entry['text']}" for entry in data["conflicts"][0]]
            slip = data["suspects"][0]
            number = slip["id"].rstrip(ascii_lowercase)
            cell = _reversed(self.session.record.plies[int(number) - 1].text)
            said.append(f"Likeliest slip: {slip['id']} {slip['text']}. To reverse it: edit {number} {cell}")
        return said

    def _commands(self) -> dict[str, Callable[[str], list[str]]]:
        return super()._commands() | {
            "suspects": lambda _: questions.suspects_lines(questions.suspects_data(self.asked, self.side)),
            "answer": self._answer,
            "suggest": self._suggest,
            "undo": self._undo,
            "redo": lambda _: (
                ["Brought back."] if self._now().redo() else ["There is nothing to bring back."]
            ),
            "edit": lambda rest: self._change(rest, "edit"),
            "insert": lambda rest: self._change(rest, "insert"),
            "delete": self._delete,
        }

    def _now(self) -> Session:
        """Return to the present before something changes."""
        self.ply = None
        return self.session

    # --- Turns -------------------------------------------------------------------------------------

    def _enter(self, text: str) -> list[str]:
        line = self._now().enter(text)
        return self._entered(f"{len(self.session.record.plies)}. {line.cell}", line, ())

    def _entered(self, first: str, line: Line, problems: Iterable[Problem]) -> list[str]:
        said = [first]
        said += [f"Say: {told}" for told in line.told]
        said += [f"Careful: {warning}." for warning in line.warnings]
        return said + self._unfitting(problems)

    def _unfitting(self, problems: Iterable[Problem]) -> list[str]:
        found = [f"Does not fit any more: {problem}" for problem in problems]
        more = len(found) - MOST_SHOWN
        return found[:MOST_SHOWN] + ([f"... and {more} more"] if more > 0 else [])

    def _undo(self, rest: str) -> list[str]:
        count = self._now().undo(_count(rest) if rest else 1)
        if not count:
            return ["There is nothing to take back."]
        return [f"Took back {count} turn{'' if count == 1 else 's'}; redo brings back."]

    def _change(self, rest: str, what: str) -> list[str]:
        entry, text = (*rest.split(maxsplit=1), "", "")[:2]
        change = self._now().edit if what == "edit" else self._now().insert
        line, problems = change(_count(entry), text)
        return self._entered(f"{entry}. {line.cell}", line, problems)

    def _delete(self, rest: str) -> list[str]:
        problems = self._now().delete(_count(rest))
        return [f"Took out entry {rest}.", *self._unfitting(problems)]

    def _answer(self, rest: str) -> list[str]:
        data = questions.answer_data(self.asked, rest)
        return [questions.answer_line(data, data["side"])]


def _reversed(cell: str) -> str:
    """Return a cell with the other answer to its attempt; unchanged if it holds more than one thing."""
    if "," in cell or " " in cell.strip():
        return cell
    return cell.strip("()") if cell.startswith("(") else f"({cell.rstrip('+')})"


def _count(text: str, lowest: int = 1) -> int:
    if not text.isdecimal() or len(text) > 6 or int(text) < lowest:
        message = (
            f"{text!r} is not the number of an entry; moves lists them" if text else "a number is missing"
        )
        raise LineError(message)
    return int(text)
