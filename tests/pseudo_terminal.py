"""A terminal for tests: a pseudo-terminal with the table behind it, and what its screen shows."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from command_line import COMMAND

PAINTED = "\x1b[H"
"""What a terminal is sent when its screen is painted anew."""
PATIENCE = 30.0
"""Seconds after which something that should happen at once is given up."""
SEQUENCE = re.compile(r"\x1b(?:\[(?P<arguments>[?\d;]*)(?P<end>[@-~])|\][^\x07]*\x07|[=>78])")


class Screen:
    """What a terminal shows, as far as the companion makes use of one.

    Attributes:
        rows: How high it is.
        columns: How wide it is.
        row: Where the cursor is, from 0.
        column: Where the cursor is, from 0.
        scrolled: How many lines were lost at the top.
        replies: What it has to answer.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.row = self.column = self.scrolled = 0
        self.replies: list[str] = []
        self._cells = [self._blank() for _ in range(rows)]
        self._rest = ""

    def _blank(self) -> list[str]:
        return [" "] * self.columns

    @property
    def lines(self) -> list[str]:
        return ["".join(cells).rstrip() for cells in self._cells]

    def feed(self, text: str) -> None:
        text, self._rest = self._rest + text, ""
        place = 0
        while place < len(text):
            if text[place] == "\x1b":
                found = SEQUENCE.match(text, place)
                if found is None:
                    self._rest = text[place:]
                    assert len(self._rest) < 32, self._rest
                    return
                self._control(found)
                place = found.end()
            else:
                self._write(text[place])
                place += 1

    def _write(self, sign: str) -> None:
        if sign == "\r":
            self.column = 0
        elif sign == "\n":
            self._down()
        elif sign == "\b":
            self.column = max(0, self.column - 1)
        elif sign >= " ":
            if self.column == self.columns:
                self.column = 0
                self._down()
            self._cells[self.row][self.column] = sign
            self.column += 1

    def _down(self) -> None:
        if self.row < self.rows - 1:
            self.row += 1
        else:
            self._cells = [*self._cells[1:], self._blank()]
            self.scrolled += 1

    def _control(self, found: re.Match[str]) -> None:
        if found["end"] is None:
            return
        numbers = [int(each or 0) for each in found["arguments"].lstrip("?").split(";")]
        first = max(1, numbers[0])
        match found["end"]:
            case "H":
                self.row = min(first, self.rows) - 1
                self.column = max(1, numbers[1] if len(numbers) > 1 else 1) - 1
            case "A" | "B":
                row = self.row + (first if found["end"] == "B" else -first)
                self.row = min(max(0, row), self.rows - 1)
            case "C" | "D":
                column = min(self.column, self.columns - 1) + (first if found["end"] == "C" else -first)
                self.column = min(max(0, column), self.columns - 1)
            case "J" | "K":
                self._erase(found["end"], numbers[0])
            case "n":
                self.replies.append(f"\x1b[{self.row + 1};{min(self.column, self.columns - 1) + 1}R")
            case other:
                assert other in {"m", "h", "l"}, found[0]

    def _erase(self, what: str, how: int) -> None:
        self._cells[self.row][self.column :] = self._blank()[self.column :]
        if what == "J":
            start = 0 if how == 2 else self.row + 1
            for row in range(start, self.rows):
                self._cells[row] = self._blank()


class Terminal:
    """The companion on a pseudo-terminal, which answers where its cursor is (ESC [ 6 n)."""

    def __init__(
        self,
        rows: int,
        columns: int,
        *arguments: object,
        game: str = "confusion",
        command: str = "table",
        **env: str,
    ) -> None:
        self.screen = Screen(rows, columns)
        self.raw = ""
        self._master, slave = os.openpty()
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._resize(rows, columns)
        code = f"import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); {COMMAND}"
        left_out = {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"}
        kept = {key: value for key, value in os.environ.items() if key not in left_out}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, game, command, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**kept, "TERM": "xterm-256color", **env},
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    def _resize(self, rows: int, columns: int) -> None:
        import termios

        termios.tcsetwinsize(self._master, (rows, columns))

    def resize(self, rows: int, columns: int) -> None:
        """Change the size between two entries; what was shown is lost, as on some terminals."""
        self.screen = Screen(rows, columns)
        self._resize(rows, columns)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def _read(self, patience: float) -> bool:
        """Read and answer what comes; tell whether anything did."""
        ready, _, _ = select.select([self._master], [], [], patience)
        data = b""
        if ready:
            with contextlib.suppress(OSError):  # Linux says so when the other end is closed.
                data = os.read(self._master, 65536)
        text = self._decoder.decode(data)
        self.raw += text
        self.screen.feed(text)
        for reply in self.screen.replies:
            self.type(reply)
        self.screen.replies.clear()
        return bool(data)

    def until(self, is_there: Callable[[Screen], bool]) -> list[str]:
        """Wait for something to be shown, and return all lines."""
        end = time.monotonic() + PATIENCE
        while not is_there(self.screen):
            assert self._read(end - time.monotonic()), "\n".join(self.screen.lines)
        return self.screen.lines

    def ask(self, line: str, *expected: str) -> list[str]:
        """Type a line at the prompt, and wait for what is expected above the next one."""
        before = len(self.raw)
        self.type(f"{line}\r")
        return self.prompted(*expected, since=before)

    def prompted(self, *expected: str, since: int | None = None) -> list[str]:
        """Wait for what is expected above a prompt; since some moment, only after something was painted."""
        return self.until(
            lambda screen: (
                screen.lines[screen.row] == ">"
                and screen.column == 2
                and (since is None or PAINTED in self.raw[since:] or self.raw[since:].endswith("\n> "))
                and all(any(text in line for line in screen.lines[: screen.row]) for text in expected)
            )
        )

    def ended(self) -> int:
        """Wait for the end, and return the exit status."""
        while self._read(PATIENCE):
            pass
        return self.process.wait(PATIENCE)
