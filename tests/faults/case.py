"""One input of those that are tried: what is asked, of what, and how long it may take."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

SECONDS = 2.0
"""How much time of a processor an input may take."""
FOR_A_LINE = 0.02
"""Seconds that a session may take longer for each line that is typed."""
FOR_WORK = 20.0
"""Seconds that may be taken where long work was asked for."""
FOR_MENDING = 60.0
"""Seconds that may be taken where a record is mended; Ctrl-C ends it before with what was found."""
LONG_WORK = frozenset({"solve", "suggest", "review", "suspects", "puzzle"})
"""What may be long work, of which a terminal shows a sign of life; that a case is read is tried by itself."""
MOST_LINES = 120
"""How many lines a session has at most."""
NAME = "in.txt"


@dataclass(frozen=True)
class Case:
    """One input: a command, or a call of the library.

    Attributes:
        target: What it is for.
        arguments: What stands behind `deduce`.
        files: What lies in the folder, by name.
        lines: Standard input.
        may_change: What the command is asked to write.
        call: What is called instead of a command.
    """

    target: str
    arguments: tuple[str, ...] = ()
    files: dict[str, bytes] = field(default_factory=dict)
    lines: bytes = b""
    may_change: frozenset[str] = frozenset()
    call: Callable[[], object] | None = None

    @property
    def seconds(self) -> float:
        """How much time of a processor it may take."""
        lines = len(self.lines.splitlines()) if {"table", "play"} & {*self.arguments} else 0
        if "--mend" in self.arguments:
            return FOR_MENDING
        typed = {line.split()[0].decode("latin-1") for line in self.lines.splitlines() if line.split()}
        return (FOR_WORK if LONG_WORK & {*self.arguments, *typed} else SECONDS) + FOR_A_LINE * lines


def as_json(draw: random.Random) -> tuple[str, ...]:
    """Return the option that asks for JSON, often."""
    return ("--json",) if draw.random() < 0.4 else ()
