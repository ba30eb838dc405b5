"""Everything that is written: text that no terminal obeys, JSON documents, errors, and signs of life."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import threading
from typing import TYPE_CHECKING, Any, TextIO

import typer

from deduce.intake.characters import harmless

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rich.console import Console

    from deduce import DeduceError

STOPPED = 130
"""The exit status of what Ctrl-C stopped."""
BAD_INPUT = 2
"""The exit status after input that cannot be worked with, and where nothing can be written."""

MOST = 1_000
"""How many characters a sentence has at most."""
PATIENCE = 1.0
"""Seconds after which a sign of life appears."""


def console() -> Console:
    """Return the console to write to: coloured and as wide as the terminal, plain when piped."""
    from rich.console import ConsoleDimensions

    from .paper import Paper

    screen = Paper(highlight=False, soft_wrap=False)
    if screen.is_dumb_terminal:
        # Rich takes a terminal that can do nothing to be 80 columns wide.
        screen.size = ConsoleDimensions(*shutil.get_terminal_size())
    return screen


def out(text: str = "", *, nl: bool = True) -> None:
    """Write a text to standard output.

    Args:
        text: The text.
        nl: Whether a line ends behind it.
    """
    _write(sys.stdout, text + "\n" * nl)


def aside(text: str) -> None:
    """Write a line to standard error."""
    _write(sys.stderr, f"{text}\n")


def _write(stream: TextIO, text: str) -> None:
    stream.write(harmless(text))
    stream.flush()


def one_line(text: str) -> str:
    """Return a text as one line that is not too long: names of files may hold line ends, records anything."""
    line = harmless(text).replace("\n", "\\n")
    half = MOST // 2
    return line if len(line) <= MOST else f"{line[:half]} ... {line[-half:]}"


def dump(data: Mapping[str, Any]) -> str:
    """Return a JSON document that standard output can take, whatever its encoding."""
    from deduce.intake.data import json_text

    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").casefold().replace("-", "")
    return json_text(data, is_ascii=encoding != "utf8")


def fail(error: DeduceError, *, json: bool) -> None:
    """Say what was wrong with the input: on stderr, and with --json as a document on stdout as well."""
    details = {
        name: getattr(error, name)
        for name in ("path", "line", "column", "entry")
        if getattr(error, name, None) is not None
    }
    refuse(type(error).__name__, str(error), details if json else None)


def refuse(kind: str, message: str, details: Mapping[str, Any] | None) -> None:
    """Say what is wrong in one sentence.

    Args:
        kind: What kind of error it is.
        message: The sentence.
        details: What else is in the JSON document; None if none was asked for.
    """
    message = one_line(message)
    aside(f"deduce: {message}")
    if details is not None:
        named = {key: value if isinstance(value, int) else str(value) for key, value in details.items()}
        error = {"kind": kind, "message": message, **named}
        out(dump({"format": "deduce.error/1", "error": error}))


def prepare_streams() -> None:
    """Make sure that what is written can be, whatever was closed, and in whatever encoding."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # Else the next file that is opened would take the place of the stream.
            os.open(os.devnull, os.O_RDWR)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - to the end
        else:
            with contextlib.suppress(OSError):
                stream.reconfigure(errors="backslashreplace")


def give_up_output() -> None:
    """Send to nowhere what is left to write, so that nothing complains once more at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
            continue
        with contextlib.suppress(OSError, ValueError):
            os.dup2(nowhere, stream.fileno())


@contextlib.contextmanager
def bad_input(*, json: bool = False) -> Iterator[None]:
    """End with one sentence and the exit status of bad input if something is wrong with it."""
    from deduce import DeduceError

    try:
        yield
    except DeduceError as error:
        fail(error, json=json)
        raise typer.Exit(BAD_INPUT) from None


@contextlib.contextmanager
def working(
    label: str, seconds: float | None = None, *, is_told: bool = False
) -> Iterator[Callable[[float], None] | None]:
    """Show on the terminal that something is still going on, once it has taken a second.

    Args:
        label: What is being done.
        seconds: How long it will take; None if nobody knows.
        is_told: Whether it is said in one line on standard error where there is no terminal.

    Yields:
        What is told from time to time which part is done; None where nobody watches.
    """
    from rich.console import Console

    screen = Console(stderr=True)
    if not screen.is_terminal or screen.is_dumb_terminal or (seconds is not None and seconds <= PATIENCE):
        if is_told:
            aside(f"{label}.")
        yield None
        return
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
    from rich.table import Column

    # Words may take two lines: what was heard last stands in them, and is not to be cut off.
    words = TextColumn("{task.description} ... (Ctrl-C stops)", markup=False, table_column=Column())
    bar = Progress(SpinnerColumn(), words, console=screen, transient=True)
    with_bar = (*bar.columns, BarColumn())
    task = bar.add_task(harmless(label), total=None)

    def told(done: float) -> None:
        bar.columns = with_bar
        bar.update(task, total=1.0, completed=done)

    timer = threading.Timer(PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield told
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
