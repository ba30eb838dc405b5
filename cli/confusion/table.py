"""`deduce confusion table`: opens or begins a session, and reads lines from the terminal or a pipe."""

from __future__ import annotations

import datetime as dt
import io
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.text import Text

from deduce.confusion import RecordError, Rules, RulesError, load_diagrams
from deduce.confusion.errors import SessionError
from deduce.confusion.match.session import new_session, open_session
from deduce.confusion.record.setup import read_deal
from deduce.tabletop.files import Lock

from ..output import console
from .companion import Companion
from .screen import HEAD, frame, paint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prompt_toolkit.history import History
    from rich.console import Console

    from deduce.confusion.match.session import Session

    from .companion import Onlooker

PROMPT = "> "
GREETING = "help lists everything that can be typed; Ctrl-D or quit ends, nothing is lost."


class Begin:
    """What was asked for on the command line.

    Attributes:
        file: The file of the game, if one was named.
        ruleset: The ruleset of a new game.
        variants: Its variants.
        tokens: Whether it has action tokens.
        diagrams: Its diagrams.
    """

    def __init__(
        self, file: Path | None, ruleset: str, variants: list[int], diagrams: Path | None, *, tokens: bool
    ) -> None:
        self.file: Path | None = file
        self.ruleset: str = ruleset
        self.variants: list[int] = variants
        self.tokens: bool = tokens
        self.diagrams: Path | None = diagrams


def data_folder() -> Path:
    """Return where games are kept that are not saved elsewhere."""
    from platformdirs import user_data_path

    return user_data_path("deduce", appauthor=False)


def saved_games(folder: str = "games") -> list[Path]:
    """Return the games in the user's data folder, the latest first."""
    return sorted((data_folder() / folder).glob("*.txt"), reverse=True)


def run(begin: Begin) -> None:
    """Sit at the table until quit.

    Raises:
        DeduceError: If the file cannot be read, written or locked, or an answer makes no sense.
    """
    path = begin.file or new_path()
    lines = Lines()
    with Lock(path):
        if path.exists() and path.stat().st_size:
            session = open_session(path)
            _check_resumed(begin, session)
        else:
            session = _ask(begin, path, lines)
        companion = Companion(session)
        if lines.is_terminal:
            at_terminal(companion, GREETING)
        else:
            piped(companion, lines)


def new_path(folder: str = "games") -> Path:
    """Return a file in the user's data folder for what begins now."""
    now = dt.datetime.now().astimezone()
    return data_folder() / folder / f"{now:%Y-%m-%d-%H%M%S}.txt"


def _rules(begin: Begin) -> Rules:
    diagrams = None if begin.diagrams is None else load_diagrams(begin.diagrams)
    return Rules.of(begin.ruleset, variants=begin.variants, tokens=begin.tokens, diagrams=diagrams)


def _check_resumed(begin: Begin, session: Session) -> None:
    """Make sure that a game that goes on is not taken for one by other rules.

    Raises:
        SessionError: If it was asked for other rules than those of the record.
    """
    if begin.ruleset == "classic" and not (begin.variants or begin.tokens or begin.diagrams):
        return
    wanted, rules = _rules(begin), session.record.rules
    same = all(
        getattr(wanted, name) == getattr(rules, name)
        for name in ("ruleset", "variants", "tokens", "diagrams")
    )
    if not same:
        message = f"{session.path} is a game by other rules already; leave the options out to go on with it"
        raise SessionError(message)


def _ask(begin: Begin, path: Path, lines: Lines) -> Session:
    """Ask the three questions of a new game."""
    rules = _rules(begin)
    me = _side(rules, lines, f"Which side are you, {rules.sides[0]} or {rules.sides[1]}? ", rules.sides[0])
    first = _side(rules, lines, f"Who starts, {rules.sides[0]} or {rules.sides[1]}? ", rules.sides[me])
    other = rules.sides[1 - me]
    letters = rules.letters
    question = (
        f"{other}'s diagrams as you see them, such as {letters[0]}6 {letters[1]}8 ... (Enter: not now)? "
    )
    while True:
        text = lines.ask(question)
        try:
            deal = read_deal(rules, 1 - me, text) if text else None
            break
        except RulesError as error:
            lines.complain(str(error))
    named = "" if begin.diagrams is None else str(begin.diagrams.resolve())
    today = dt.datetime.now().astimezone().date().isoformat()
    session = new_session(path, rules, me, first, deal, diagrams_file=named, date=today)
    typer.echo(f"Saved in {path} after every entry.")
    return session


def _side(rules: Rules, lines: Lines, question: str, default: str) -> int:
    while True:
        text = lines.ask(f"{question}({default}) ") or default
        found = [name for name in rules.sides if name.casefold().startswith(text.casefold())]
        if len(found) == 1:
            return rules.sides.index(found[0])
        lines.complain(f"{text!r} is neither {rules.sides[0]} nor {rules.sides[1]}")


class Lines:
    """Where lines come from: the terminal with completion and history, or a pipe."""

    def __init__(self) -> None:
        self.is_terminal: bool = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            # What is no text makes one line wrong, and ends nothing.
            sys.stdin.reconfigure(errors="replace")

    def ask(self, question: str) -> str:
        """Return the answer to a question.

        Raises:
            RecordError: If there is no more input.
        """
        typer.echo(question, nl=False)
        line = sys.stdin.readline()
        if not line:
            message = "the input ended before the game was set up; nothing was saved"
            raise RecordError(message, "table")
        if not self.is_terminal:
            typer.echo()
        return line.strip()

    def complain(self, message: str) -> None:
        """Say what was wrong with an answer."""
        typer.echo(message)

    def piped(self) -> Iterator[str]:
        """Yield the lines of a pipe."""
        while line := sys.stdin.readline():
            yield line


def piped(companion: Onlooker[Any], lines: Lines) -> None:
    """Read lines from a pipe; what comes of each is one line, and what was asked for."""
    typer.echo(companion.summary())
    for line in lines.piped():
        before = companion.summary()
        for message in companion.obey(line):
            typer.echo(message)
        if companion.is_over:
            return
        if line.split()[:1] and line.split()[0].casefold() in {"sheet", "opp", "board"}:
            for text in _asked_for(companion):
                console().print(text, soft_wrap=True)
        elif companion.summary() != before:
            typer.echo(companion.summary())


def _asked_for(companion: Onlooker[Any]) -> list[Text]:
    from .screen import board_lines
    from .sheets import grid, headline

    if companion.shown == "board":
        return list(board_lines(companion.asked))
    sheet = companion.asked.sheets[companion.side]
    return [Text(headline(sheet)), *grid(sheet, companion.asked.game)]


def at_terminal(companion: Onlooker[Any], *messages: str) -> None:
    """Read lines with completion and history, and keep the screen in place.

    Args:
        companion: What does what the lines say.
        messages: What is said first.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.shortcuts import CompleteStyle

    prompt: PromptSession[str] = PromptSession(
        history=_history(),
        completer=WordCompleter([*companion.COMMANDS, *companion.TURNS], sentence=True),
        complete_while_typing=False,
        complete_style=CompleteStyle.READLINE_LIKE,
        reserve_space_for_menu=0,
    )
    waiting = list(messages)
    typer.echo("\x1b[2J", nl=False)
    while not companion.is_over:
        screen = console()
        shown = frame(screen, companion.asked, companion.shown, companion.side, companion.ply)
        fitting, waiting = _fitted(shown, waiting, screen)
        paint(screen, *fitting)
        try:
            line = prompt.prompt(PROMPT)
        except KeyboardInterrupt:
            waiting = ["quit or Ctrl-D ends; everything that was entered is saved."]
            continue
        except EOFError:
            break
        if line.strip() or not waiting:
            waiting = companion.obey(line)
    typer.echo(f"Saved in {companion.session.path}.")


def _history() -> History:
    """Return the lines that were typed before; only those of this session where none can be kept."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    file = data_folder() / "lines"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.open("ab").close()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(file))


def _fitted(
    shown: list[Text], messages: list[str], screen: Console
) -> tuple[tuple[list[Text], list[str]], list[str]]:
    """Return what fits on the screen, and the messages that are left for the next one.

    Long messages stand in the place of the sheet for the moment.
    """
    lines: list[str] = []
    for message in messages:
        lines += textwrap.wrap(message, max(20, screen.width - 1), subsequent_indent="  ") or [""]
    # A blank line, the prompt, and the line that the cursor goes to behind it.
    room = screen.height - len(shown) - 3
    if len(lines) <= max(room, 0):
        return (shown, lines), []
    top = shown[:HEAD]
    room = max(screen.height - len(top) - 3, 2)
    if len(lines) <= room:
        return (top, lines), []
    rest = lines[room - 1 :]
    return (top, [*lines[: room - 1], f"... Enter shows {len(rest)} more lines"]), rest
