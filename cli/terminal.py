"""Lines in and screens out: a companion on a terminal, or at the end of a pipe."""

from __future__ import annotations

import datetime as dt
import io
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import typer

from deduce.tabletop.errors import RecordError
from deduce.tabletop.places import data_folder

from .output import console
from .render import plain
from .screen import LOW, ROWS_BELOW, body, forms, head, paint, put, say

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from prompt_toolkit.history import History
    from rich.console import Console

    from deduce.tabletop.companion import Companion, Frame
    from deduce.tabletop.kind import Prompt

    from .screen import Block

PROMPT = "> "
STAY = "quit or Ctrl-D ends; everything that was entered is saved."
"""What is said to whoever interrupts."""


def saved_games(folder: str = "games") -> list[Path]:
    """Return the games in the user's data folder, the latest first."""
    return sorted((data_folder() / folder).glob("*.txt"), reverse=True)


def new_path(folder: str = "games") -> Path:
    """Return a file in the user's data folder for what begins now."""
    now = dt.datetime.now().astimezone()
    return data_folder() / folder / f"{now:%Y-%m-%d-%H%M%S}.txt"


class Lines:
    """Where lines come from: the terminal, or a pipe."""

    def __init__(self) -> None:
        self.is_terminal: bool = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            # What is no text makes one line wrong, and ends nothing.
            sys.stdin.reconfigure(errors="replace")

    def interviewed(self, prompts: Generator[Prompt, str, str]) -> str:
        """Ask what has to be known before a game begins, and return its record.

        Raises:
            RecordError: If there is no more input.
        """
        try:
            prompt = next(prompts)
            while True:
                if prompt.complaint:
                    typer.echo(prompt.complaint)
                prompt = prompts.send(self._ask(prompt.question))
        except StopIteration as end:
            return str(end.value)

    def _ask(self, question: str) -> str:
        typer.echo(question, nl=False)
        line = sys.stdin.readline()
        if not line:
            message = "the input ended before the game was set up; nothing was saved"
            raise RecordError(message, "table")
        if not self.is_terminal:
            typer.echo()
        return line.strip()

    def piped(self) -> Iterator[str]:
        """Yield the lines of a pipe."""
        while line := sys.stdin.readline():
            yield line


def sit(companion: Companion[Any], lines: Lines, *messages: str) -> None:
    """Sit at the table until it is over.

    Args:
        companion: What does what the lines say.
        lines: Where the lines come from.
        messages: What is said first on a terminal.
    """
    if not lines.is_terminal:
        piped(companion, lines)
    elif console().is_dumb_terminal:
        at_dumb_terminal(companion, *messages)
    else:
        at_terminal(companion, *messages)


def piped(companion: Companion[Any], lines: Lines) -> None:
    """Read lines from a pipe; what comes of each is one line, and what was asked for.

    What is urgent is another line, where it is not the same as before.
    """
    urgent = ""

    def summed_up() -> None:
        nonlocal urgent
        typer.echo(companion.summary)
        now = " ".join(said.text for said in companion.alarms)
        if now and now != urgent:
            typer.echo(now)
        urgent = now

    summed_up()
    for line in lines.piped():
        before = companion.summary
        told = companion.obey(line)
        for message in plain(told.said):
            typer.echo(message)
        if companion.is_over:
            return
        if told.fits and asks_to_show(companion, line):
            for text in plain(companion.asked_for()):
                typer.echo(text)
        elif companion.summary != before:
            summed_up()


def asks_to_show(companion: Companion[Any], line: str) -> bool:
    """Tell whether a line asks for what the screen shows anyway."""
    word = (line.split(maxsplit=1) or [""])[0].casefold()
    command = companion.commands.get(word)
    return command is not None and command.is_shown


def at_dumb_terminal(companion: Companion[Any], *messages: str) -> None:
    """Read lines at a terminal that can only print: the screen is printed after each change.

    Args:
        companion: What does what the lines say.
        messages: What is said first.
    """
    put(console(), body(console(), companion.frame()), list(messages))
    while not companion.is_over:
        try:
            typer.echo(PROMPT, nl=False)
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            typer.echo("\n".join(["", STAY, *filter(None, [companion.frame().question])]))
            continue
        if not line:
            typer.echo()
            break
        before = companion.summary
        said = plain(companion.obey(line).said)
        if companion.summary != before or asks_to_show(companion, line):
            put(console(), body(console(), companion.frame()), said)
        else:
            say(console(), said)
    typer.echo(companion.farewell)


def at_terminal(companion: Companion[Any], *messages: str) -> None:
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
        completer=WordCompleter([*companion.completions], sentence=True),
        complete_while_typing=False,
        complete_style=CompleteStyle.READLINE_LIKE,
        reserve_space_for_menu=0,
    )
    waiting = list(messages)
    typer.echo("\x1b[2J", nl=False)
    while not companion.is_over:
        screen = console()
        frame = companion.frame()
        fitting, waiting = _fitted(screen, frame, waiting)
        paint(screen, *fitting)
        try:
            line = prompt.prompt(PROMPT)
        except KeyboardInterrupt:
            waiting = [STAY, *filter(None, [frame.question])]
            continue
        except EOFError:
            break
        if line.strip() or not waiting:
            waiting = plain(companion.obey(line).said)
    typer.echo(companion.farewell)


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


def _fitted(screen: Console, frame: Frame, messages: list[str]) -> tuple[tuple[Block, list[str]], list[str]]:
    """Return what fits on the screen, and the messages that are left for the next one."""
    lines: list[str] = []
    for message in messages:
        lines += textwrap.wrap(message, max(1, screen.width - 1), subsequent_indent="  ") or [""]
    for shown in forms(screen, frame):
        room = screen.height - len(shown) - ROWS_BELOW
        if len(lines) <= max(room, 0):
            return (shown, lines), []
    top = head(screen, frame, tight=screen.height < LOW)
    room = max(screen.height - len(top) - ROWS_BELOW, 2)
    rest = lines[room - 1 :]
    return (top, [*lines[: room - 1], f"... Enter shows {len(rest)} more lines"]), rest
