"""What all commands share: error messages, and a sign of life while something takes long."""

from __future__ import annotations

import contextlib
import json as json_module
import threading
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce import DeduceError

BAD_INPUT = 2
"""The exit status after input that cannot be worked with."""

PATIENCE = 1.0
"""Seconds after which a sign of life appears."""


def console() -> Console:
    """Return the console to write to: coloured and as wide as the terminal, plain when piped."""
    return Console(highlight=False, soft_wrap=False)


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
def working(label: str) -> Iterator[None]:
    """Show on the terminal that something is still going on, once it has taken a second."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield
        return
    status = screen.status(f"{label} ... (Ctrl-C stops)")
    timer = threading.Timer(PATIENCE, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()
