"""Records the companion's real screen: `python docs/recordings/record.py` in an environment with deduce.

A pseudo-terminal of each size runs `deduce confusion table` on a copy of the example game, types a few lines,
and writes what came out as an asciicast (version 2), which any asciinema player shows, and the last screen as
text.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import shutil
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
GAME = HERE.parents[1] / "examples" / "at_the_table.txt"
SIZES = ((40, 24), (80, 24), (160, 40))
LINES = ("v w1", "p n2 n", "why h bishop", "opp", "what-if v w1", "suspects", "sheet", "at 41")
PATIENCE = 2.0
CURSOR_ASKED = b"\x1b[6n"


def main() -> None:
    """Record at each size."""
    for columns, rows in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            events = record(columns, rows, Path(folder))
        name = f"{columns}x{rows}"
        head = {"version": 2, "width": columns, "height": rows, "title": "deduce confusion table"}
        text = "\n".join(json.dumps(part) for part in (head, *events))
        (HERE / f"{name}.cast").write_text(text + "\n", encoding="utf-8")
        screen = last_screen("".join(event[2] for event in events))
        (HERE / f"{name}.txt").write_text(screen, encoding="utf-8")


def record(columns: int, rows: int, folder: Path) -> list[tuple[float, str, str]]:
    """Type the lines on a terminal of a size, and return what it showed and when."""
    game = folder / "game.txt"
    shutil.copy(GAME, game)
    process, terminal = pty.fork()
    if process == 0:
        environment = {**os.environ, "TERM": "xterm-256color", "XDG_DATA_HOME": str(folder)}
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            environment.pop(name, None)
        time.sleep(0.2)  # Until the size of the terminal is set.
        command = [sys.executable, "-c", "from deduce_cli.main import main; main()"]
        os.execve(sys.executable, [*command, "confusion", "table", str(game)], environment)  # noqa: S606
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    events: list[tuple[float, str, str]] = []
    began = time.monotonic()
    watch(terminal, events, began, rows)
    for line in LINES:
        os.write(terminal, f"{line}\r".encode())
        watch(terminal, events, began, rows)
    os.write(terminal, b"\x04")
    watch(terminal, events, began, rows)
    os.close(terminal)
    os.waitpid(process, 0)
    # Where the copy lay is of no interest.
    return [(moment, kind, text.replace(str(game), "game.txt")) for moment, kind, text in events]


def watch(terminal: int, events: list[tuple[float, str, str]], began: float, rows: int) -> None:
    """Note what is shown until nothing more comes, and say where the cursor is when asked."""
    quiet_since = time.monotonic()
    while time.monotonic() - quiet_since < PATIENCE:
        if not select.select([terminal], [], [], 0.05)[0]:
            continue
        try:
            found = os.read(terminal, 65536)
        except OSError:
            return
        if not found:
            return
        quiet_since = time.monotonic()
        events.append((round(quiet_since - began, 3), "o", found.decode("utf-8", "replace")))
        if CURSOR_ASKED in found:
            os.write(terminal, f"\x1b[{rows - 1};1R".encode())


def last_screen(output: str) -> str:
    """Return the last frame that was painted, without colours."""
    frames = re.findall(r"\x1b\[H(.*?)\x1b\[J", output, re.DOTALL)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", frames[-1]).replace("\r", "")
    return "\n".join(line.rstrip() for line in plain.rstrip().split("\n")) + "\n"


if __name__ == "__main__":
    main()
