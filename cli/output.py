"""What all commands share: error messages, and a sign of life while something takes long."""

from __future__ import annotations

import contextlib
import json as json_module
import shutil
import threading
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rich.console import Console

    from deduce import DeduceError

BAD_INPUT = 2
"""The exit status after input that cannot be worked with."""

PATIENCE = 1.0
"""Seconds after which a sign of life appears."""


def console() -> Console:
    """Return the console to write to: coloured and as wide as the terminal, plain when piped."""
    from rich.console import Console, ConsoleDimensions

    screen = Console(highlight=False, soft_wrap=False)
    if screen.is_dumb_terminal:
        # Rich takes a terminal that can do nothing to be 80 columns wide.
        screen.size = ConsoleDimensions(*shutil.get_terminal_size())
    return screen


def dump(data: Mapping[str, Any]) -> str:
    """Return a JSON document."""
    return json_module.dumps(data, indent=2, ensure_ascii=False)


def fail(error: DeduceError, *, json: bool) -> None:
    """Say what was wrong with the input: on stderr, and with --json as a document on stdout as well."""
    typer.echo(f"deduce: {error}", err=True)
    if json:
        details: dict[str, Any] = {"kind": type(error).__name__, "message": str(error)}
        for name in ("path", "line", "column", "entry"):
            if getattr(error, name, None) is not None:
                details[name] = getattr(error, name)
        typer.echo(json_module.dumps({"format": "deduce.error/1", "error": details}, indent=2))


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
def working(label: str, seconds: float | None = None) -> Iterator[Callable[[float], None] | None]:
    """Show on the terminal that something is still going on, once it has taken a second.

    Args:
        label: What is being done.
        seconds: How long it will take; None if nobody knows.

    Yields:
        What is told from time to time which part is done; None where nobody watches.
    """
    from rich.console import Console

    screen = Console(stderr=True)
    if not screen.is_terminal or screen.is_dumb_terminal or (seconds is not None and seconds <= PATIENCE):
        yield None
        return
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
    from rich.table import Column

    # Words may take two lines: what was heard last stands in them, and is not to be cut off.
    words = TextColumn("{task.description} ... (Ctrl-C stops)", table_column=Column())
    bar = Progress(SpinnerColumn(), words, console=screen, transient=True)
    with_bar = (*bar.columns, BarColumn())
    task = bar.add_task(label, total=None)

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
