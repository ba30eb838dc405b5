"""Lines in and screens out: a companion on a terminal, or at the end of a pipe."""

from __future__ import annotations

import datetime as dt
import io
import itertools
import os
import sys
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Protocol

import typer

from deduce.intake.characters import is_text
from deduce.intake.content import said_of
from deduce.tabletop.companion import LONGEST_LINE
from deduce.tabletop.errors import RecordError, SessionError
from deduce.tabletop.places import data_folder
from deduce.tabletop.said import Said

from .listening import wait_for_line
from .output import console, out
from .render import plain, show, wrapped
from .screen import LOW, ROWS_BELOW, body, forms, head, paint, put, say

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping
    from pathlib import Path

    from rich.console import Console

    from deduce.tabletop.commands import Command
    from deduce.tabletop.companion import Frame
    from deduce.tabletop.kind import Prompt
    from deduce.tabletop.said import Grid, Told

    from .screen import Block

PROMPT = "> "
ENDLESS = 1_000_000
"""As many rows as nothing takes."""
STAY = "quit or Ctrl-D ends; everything that was entered is saved."
"""What is said to whoever interrupts."""
LEAVING = frozenset({"quit", "exit"})
"""What ends the questions before a game begins."""


def saved_games(folder: str = "games") -> list[Path]:
    """Return the games in the user's data folder, the latest first."""
    return sorted((data_folder() / folder).glob("*.txt"), key=_begun, reverse=True)


def _begun(path: Path) -> tuple[str, int, str]:
    """Return what sorts games by when they began: a second of the clock, and the place in it."""
    second, _, place = path.stem[:17], path.stem[17:18], path.stem[18:]
    return second, int(place) if place.isdecimal() and len(place) < 9 else 0, path.stem


def new_paths(folder: str = "games") -> Iterator[Path]:
    """Yield files in the user's data folder for what begins now; none of them is there yet.

    Raises:
        SessionError: If there can be none.
    """
    now = dt.datetime.now().astimezone()
    home = data_folder() / folder
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{home} cannot be made ({error.strerror}); name a file to save in"
        raise SessionError(message) from None
    for number in itertools.count(1):
        path = home / f"{now:%Y-%m-%d-%H%M%S}{f'-{number}' * (number > 1)}.txt"
        if not os.path.lexists(path):
            yield path


@contextmanager
def held(path: Path | None, folder: str) -> Iterator[Path]:
    """Hold a file that nobody else writes meanwhile: the one that was named, or a new one.

    Args:
        path: The file; None for a new one.
        folder: Where new ones are in the user's data folder.

    Raises:
        SessionError: If somebody else has it, or there can be none.
    """
    from deduce.tabletop.locks import Lock

    for each in new_paths(folder) if path is None else [path]:
        with ExitStack() as stack:
            try:
                stack.enter_context(Lock(each))
            except SessionError as error:
                if path is None and error.in_use:
                    # Another game began in this very second.
                    continue
                raise
            if path is None and os.path.lexists(each):
                # It has ended already.
                continue
            yield each
            return


class Seated(Protocol):
    """What sits at the table: it does what lines say, and knows what there is to show. See `Companion`."""

    @property
    def is_over(self) -> bool:
        """Whether it was asked to quit."""
        ...

    @property
    def is_hidden(self) -> bool:
        """Whether nobody may see the next line."""
        ...

    @property
    def still_asked(self) -> str:
        """What has to be answered first."""
        ...

    @property
    def unsaved(self) -> int:
        """How many lines could not be saved."""
        ...

    @property
    def unsettled(self) -> object | None:
        """What somebody else did to the file, and is not settled yet."""
        ...

    @property
    def commands(self) -> Mapping[str, Command]:
        """The commands by each of their names."""
        ...

    @property
    def completions(self) -> Iterable[str]:
        """The words that a line can begin with."""
        ...

    @property
    def summary(self) -> str:
        """The one line that sums up where things stand."""
        ...

    @property
    def alarms(self) -> Iterable[Said]:
        """What is urgent."""
        ...

    def obey(self, line: str) -> Told:
        """Do what a line says."""
        ...

    def frame(self) -> Frame:
        """Return what stands on the screen."""
        ...

    def asked_for(self) -> Iterable[Said | Grid]:
        """Return what is shown now, where there is no screen."""
        ...

    def leave(self) -> str:
        """Return what is said when it is left."""
        ...


class Lines:
    """Where lines come from: the terminal, or a pipe."""

    def __init__(self) -> None:
        streams = (sys.stdin, sys.stdout)
        self.is_terminal: bool = all(stream is not None and stream.isatty() for stream in streams)
        if isinstance(sys.stdin, io.TextIOWrapper):
            # What is no text makes one line wrong, and ends nothing.
            with suppress(OSError):
                sys.stdin.reconfigure(errors="surrogateescape")

    def room(self) -> tuple[int, int]:
        """Return how many columns and rows there are to write in; a pipe takes any number of rows."""
        screen = console()
        return screen.width - 1, screen.height if self.is_terminal else ENDLESS

    def read(self) -> str:
        """Return the next line, "" at the end; of one that is far too long only so much that this is seen.

        Raises:
            SessionError: If it cannot be read.
        """
        if sys.stdin is None:
            return ""
        try:
            if self.is_terminal:
                wait_for_line()
            line = rest = sys.stdin.readline(LONGEST_LINE + 2)
            while len(rest) > LONGEST_LINE and not rest.endswith("\n"):
                rest = sys.stdin.readline(LONGEST_LINE + 2)
        except OSError as error:
            message = f"standard input cannot be read: {said_of(error)}"
            raise SessionError(message) from None
        return as_text(line)

    def interviewed(self, prompts: Generator[Prompt, str, str]) -> str:
        """Ask what has to be known before a game begins, and return its record.

        Raises:
            RecordError: If there is no more input.
        """
        try:
            prompt = next(prompts)
            while True:
                if prompt.complaint:
                    out(prompt.complaint)
                prompt = prompts.send(self._ask(prompt.question))
        except StopIteration as end:
            return str(end.value)

    def _ask(self, question: str) -> str:
        out(question, nl=False)
        line = self.read()
        if not line:
            out()
            message = "the input ended before the game was set up; nothing was saved"
            raise RecordError(message, "table")
        if not self.is_terminal:
            out()
        if line.strip().casefold() in LEAVING:
            out("Nothing was saved.")
            raise typer.Exit
        return line.strip()

    def piped(self) -> Iterator[str]:
        """Yield the lines of a pipe."""
        while line := self.read():
            yield line


def as_text(line: str) -> str:
    """Return a line; bytes that are no text in the terminal's encoding are read as UTF-8 or Latin-1."""
    if is_text(line):
        return line
    content = line.encode("utf-8", "surrogateescape")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def sit(companion: Seated, lines: Lines, *messages: str) -> None:
    """Sit at the table until it is over.

    Args:
        companion: What does what the lines say.
        lines: Where the lines come from.
        messages: What is said first on a terminal.

    Raises:
        SessionError: If something that was entered through a pipe could not be saved.
    """
    if not lines.is_terminal:
        piped(companion, lines)
    elif console().is_dumb_terminal:
        at_dumb_terminal(companion, lines, *messages)
    else:
        at_terminal(companion, *messages)


def piped(companion: Seated, lines: Lines) -> None:
    """Read lines from a pipe; what comes of each is summed up in a sentence, and what was asked for is shown.

    What is urgent is another one, where it is not the same as before.
    """
    urgent = ""

    def summed_up() -> None:
        nonlocal urgent
        now = " ".join(said.text for said in companion.alarms)
        show(Said(text) for text in (companion.summary, now if now != urgent else "") if text)
        urgent = now

    summed_up()
    for line in lines.piped():
        before = companion.summary
        told = companion.obey(line)
        show(told.said)
        if companion.is_over:
            break
        if told.fits and asks_to_show(companion, line):
            show(companion.asked_for())
        elif companion.summary != before:
            summed_up()
    ended(companion)


def ended(companion: Seated) -> None:
    """Say at the end of a pipe what was not saved.

    Raises:
        SessionError: If something was not.
    """
    if companion.unsettled is not None:
        out(companion.leave())
    if companion.unsaved:
        count = "1 line" if companion.unsaved == 1 else f"{companion.unsaved} lines"
        message = f"{count} could not be saved; what is wrong stands above"
        raise SessionError(message)


def asks_to_show(companion: Seated, line: str) -> bool:
    """Tell whether a line asks for what the screen shows anyway."""
    word = (line.split(maxsplit=1) or [""])[0].casefold()
    command = companion.commands.get(word)
    return command is not None and command.is_shown


def at_dumb_terminal(companion: Seated, lines: Lines, *messages: str) -> None:
    """Read lines at a terminal that can only print: the screen is printed after each change.

    Args:
        companion: What does what the lines say.
        lines: Where the lines come from.
        messages: What is said first.
    """
    put(console(), body(console(), companion.frame()), list(messages))
    while not companion.is_over:
        try:
            line = hidden_line() if companion.is_hidden else shown_line(lines)
        except KeyboardInterrupt:
            out("\n".join(["", STAY, *filter(None, [companion.still_asked])]))
            continue
        if not line:
            out()
            break
        before = companion.summary
        said = plain(companion.obey(line).said)
        if companion.summary != before or asks_to_show(companion, line):
            put(console(), body(console(), companion.frame()), said)
        else:
            say(console(), said)
    out(companion.leave())


def shown_line(lines: Lines) -> str:
    """Read a line that is seen while it is typed; "" at the end."""
    out(PROMPT, nl=False)
    return lines.read()


def hidden_line() -> str:
    """Read a line that nobody sees, at a terminal that can only print; "" at the end."""
    from getpass import getpass

    with suppress(EOFError):
        return f"{getpass(PROMPT)}\n"
    return ""


def at_terminal(companion: Seated, *messages: str) -> None:
    """Read lines with completion and history, and keep the screen in place.

    Args:
        companion: What does what the lines say.
        messages: What is said first.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.shortcuts import CompleteStyle

    from .lines_before import LinesBefore
    from .unseen import unseen_prompt

    prompt: PromptSession[str] = PromptSession(
        history=LinesBefore(data_folder() / "lines"),
        completer=WordCompleter([*companion.completions], sentence=True),
        complete_while_typing=False,
        complete_style=CompleteStyle.READLINE_LIKE,
        reserve_space_for_menu=0,
    )
    hidden = unseen_prompt()
    waiting = list(messages)
    console().clear(home=False)
    while not companion.is_over:
        screen = console()
        frame = companion.frame()
        fitting, waiting = _fitted(screen, frame, waiting)
        paint(screen, *fitting)
        try:
            is_hidden = companion.is_hidden
            line = (hidden if is_hidden else prompt).prompt(PROMPT)
        except KeyboardInterrupt:
            waiting = [STAY, *filter(None, [companion.still_asked])]
            continue
        except EOFError:
            break
        if line.strip() or not waiting:
            # Several lines may be pasted at once; what nobody may see is one answer, and nothing else.
            parts = ["; ".join(line.split("\n"))] if is_hidden else line.splitlines() or [line]
            each = [companion.obey(as_text(part)) for part in parts]
            waiting = [message for told in each for message in plain(told.said)]
    out(companion.leave())


def _fitted(screen: Console, frame: Frame, messages: list[str]) -> tuple[tuple[Block, list[str]], list[str]]:
    """Return what fits on the screen, and the messages that are left for the next one."""
    lines: list[str] = []
    for message in messages:
        lines += wrapped(message, screen)
    for shown in forms(screen, frame):
        room = screen.height - len(shown) - ROWS_BELOW
        if len(lines) <= max(room, 0):
            return (shown, lines), []
    top = head(screen, frame, tight=screen.height < LOW)
    room = max(screen.height - len(top) - ROWS_BELOW, 2)
    rest = lines[room - 1 :]
    return (top, [*lines[: room - 1], f"... Enter shows {len(rest)} more lines"]), rest
