"""The system says no: every system call of a session fails once, with two errors; and other odd conditions.

    PYTHONPATH=tests python -m faults.system --jobs 2     # every call, by strace
    PYTHONPATH=tests python -m faults.system --python     # without strace: calls of Python's os module
    PYTHONPATH=tests python -m faults.system --only table --call fsync:2:EIO     # one of them

The calls are counted from the moment when the interpreter and its modules are loaded. Whatever fails,

- there is no traceback, and the exit status is 0, 1 or 2;
- at 2 there is exactly one sentence on stderr, unless it was stderr that could not be written to;
- what was answered on stdout is in the record, and the record can be read;
- the session comes to its end;
- nothing that was to be kept out of it is changed: the record that is only read is as it was.
"""

from __future__ import annotations

import argparse
import builtins
import errno
import fcntl
import io
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from faults.case import Case
from faults.kills import AT_THE_BOTTOM, PAINTED, WHERE_IS_THE_CURSOR
from faults.napoleonic_inputs import ARMIES, LAWS
from faults.trying import ran
from faults.warm import (
    IGNORED,
    ROOT,
    TRACEBACK,
    Ended,
    Findings,
    Streams,
    empty_folder,
    last_line,
    run,
    sentence_faults,
    spread,
    start,
    waited,
    warm,
)

FILE = "game.txt"
PUZZLE = "game.toml"
PATIENCE = 30.0
HIGH = 300
"""The number of a file that a child does not close."""
NAMES = (
    "openat", "open", "creat", "read", "pread64", "readv", "write", "pwrite64", "writev", "close", "fsync",
    "fdatasync", "rename", "renameat", "renameat2", "unlink", "unlinkat", "link", "linkat", "symlink",
    "symlinkat", "stat", "lstat", "fstat", "newfstatat", "statx", "access", "faccessat", "faccessat2",
    "readlink", "readlinkat", "getcwd", "chdir", "mkdir", "mkdirat", "rmdir", "chmod", "fchmod", "fchmodat",
    "flock", "fcntl", "truncate", "ftruncate", "lseek", "ioctl", "getdents64", "dup", "dup2", "dup3",
    "fallocate", "utimensat", "statfs", "fstatfs", "getrandom", "uname", "socket", "connect", "sendto",
    "umask",
)  # fmt: skip
"""The system calls that fail; those for memory, signals and time are left alone."""
ERRORS = {
    "open": ("EACCES", "EMFILE"),
    "openat": ("EACCES", "EMFILE"),
    "getcwd": ("ENOENT", "EIO"),
    "flock": ("ENOLCK", "EIO"),
}
USUAL_ERRORS = ("ENOSPC", "EIO")
LINE_OF_TRACE = re.compile(r"^(?:\d+ +)?(\w+)\((.*)$")
SAID = re.compile(r"^(\d+)\. (.*)$")
TOOK_BACK = re.compile(r"^Took back (\d+) (?:turn|entr)")


@dataclass(frozen=True)
class Session:
    """A command whose system calls fail.

    Attributes:
        name: What it is called.
        arguments: What stands behind `deduce`.
        lines: What is typed.
        files: What lies in the folder before.
        kept: The files that are only read.
        game: The kind of game whose record is in `FILE`; "" if none is.
        is_match: Whether its entries are told in other words than they are written in.
        is_terminal: Whether it is sat down at on a pseudo-terminal; the lines are then typed one by one.
        tells: Whether it says in a line of stderr of its own what was written.
    """

    name: str
    arguments: tuple[str, ...]
    lines: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    kept: frozenset[str] = frozenset()
    game: str = ""
    is_match: bool = False
    is_terminal: bool = False
    tells: bool = False

    def __hash__(self) -> int:
        return hash(self.name)


def sessions() -> list[Session]:
    """Return the sessions."""
    at_the_table = (ROOT / "examples" / "at_the_table.txt").read_bytes()
    case = (ROOT / "examples" / "confusion.toml").read_bytes()
    toy = "ann 2\nben high\nturn 8\nnote he likes nines\nundo 2\nredo\nexport other.txt\nquit\n"
    going_on = "v e1 n\nsuspects\nundo\nredo\nexport other.txt\nnote H is fast\nquit\n"
    sheets = "seal French\n3 charge k; 5 order hold\n3 charge k; 5 order hold\n3 charge\nq\nopen 3\nundo\n"
    sheets += "redo\n5 line takes 2\nexport other.txt\nopen all\nyes\nquit\n"
    rules = {FILE: ARMIES, "house.toml": LAWS[0]}
    record = {FILE: at_the_table}
    read = frozenset({FILE})
    island = {PUZZLE: (ROOT / "examples" / "island.toml").read_bytes()}
    misprinted = at_the_table.replace(b"L-S4xA", b"L-S3xA", 1)
    return [
        Session("toy table", ("toy", "table", FILE), toy, {FILE: b"Ann = 2 5 1\n"}, game="toy"),
        Session("new table", ("confusion", "table", FILE), "\n\n\nh n1 n\nc n1 n\nk n1 y\nquit\n",
        game="confusion"),
        Session("table", ("confusion", "table", FILE), going_on, record, game="confusion"),
        Session(
            "play", ("confusion", "play", FILE, "--level", "1", "--seed", "7"),
            "h n1\nk n1\nnote x\nexport other.txt\ne n1\nquit\n", game="confusion", is_match=True,
        ),
        Session(
            "terminal", ("confusion", "table", FILE), "v e1 n\nnote H runs\nquit\n", record, game="confusion",
            is_terminal=True,
        ),
        Session("replay", ("confusion", "replay", FILE, "--json"), "", record, read),
        Session("replay -", ("confusion", "replay", "-", "--json"), at_the_table.decode()),
        Session("solve", ("solve", "case.toml", "--json"), "", {"case.toml": case}, frozenset({"case.toml"})),
        Session(
            "arena", ("confusion", "arena", "--players", "goal,random", "--games", "3", "--limit", "5",
            "--file", "log.jsonl", "--json"),
        ),
        Session("pictures", ("confusion", "show-diagrams", "--svg", "new.svg")),
        Session("suggest", ("confusion", "suggest", FILE, "--nodes", "3"), "", record, read),
        Session("order sheets", ("napoleonic", "table", FILE), sheets, {FILE: ARMIES}, game="napoleonic"),
        Session("can", ("napoleonic", "can", "3 charge k", "--file", FILE), "", {FILE: ARMIES}, read),
        Session(
            "rules of a house", ("napoleonic", "path", "FR inf line column, 2 wood 99", "--rules",
            "house.toml"), "", rules, frozenset(rules),
        ),
        Session("puzzle play", ("puzzle", "play", PUZZLE), "Dan is knave\nhint\nundo\nredo\nquit\n", island,
        frozenset(island)),
        Session("puzzle new", ("puzzle", "new", "confusion-piece", "--seed", "1", "--out", "new.toml")),
        Session("mend", ("confusion", "replay", FILE, "--mend", "--apply", "--out", "new.txt"), "",
        {FILE: misprinted}, read, tells=True),
        Session("where games are kept", ("confusion", "table"), "\n\n\nh n1 n\nquit\n"),
    ]  # fmt: skip


# --- What is looked at afterwards --------------------------------------------------------------------


def answered(stdout: str, before: Sequence[str] = ()) -> list[str]:
    """Return the entries as a session told of them, as far as they were not taken back.

    Args:
        stdout: What the session said.
        before: The entries that were there before.
    """
    entries = [*before]
    taken: list[list[str]] = []
    for line in stdout.splitlines():
        if found := SAID.match(line):
            entries[int(found[1]) - 1 :] = [found[2]]
        elif found := TOOK_BACK.match(line):
            taken.append(entries)
            entries = entries[: max(len(entries) - int(found[1]), 0)]
        elif line.startswith("Brought back") and taken:
            entries = taken.pop()
    return entries


def faults_of(session: Session, ended: Ended, folder: Path, failed: int = -1) -> list[str]:
    """Return what is wrong after a session in which something failed.

    Args:
        session: The session.
        ended: How it ended.
        folder: Where it ran.
        failed: Which standard stream it was that failed; -1 for none of them.
    """
    faults = []
    if ended.is_stuck:
        faults.append("no end")
    elif ended.status not in {0, 1, 2}:
        faults.append(f"exit status {ended.status}")
    if TRACEBACK in ended.stderr + ended.stdout:
        faults.append(f"traceback: {last_line(ended.stderr if TRACEBACK in ended.stderr else ended.stdout)}")
    elif IGNORED in ended.stderr:
        faults.append(f"complaint at the end: {ended.stderr[-120:].decode('utf-8', 'replace')!r}")
    elif b"output cannot be written" in ended.stderr and failed == -1:
        faults.append("the output is blamed for what failed elsewhere")
    elif ended.status == 2 and failed != 2 and not session.is_terminal:
        said = ended.stderr.decode("utf-8", "replace")
        faults += sentence_faults(said.splitlines(keepends=True)[-1] if session.tells and said else said)
    for name in session.kept:
        if not (folder / name).is_file() or (folder / name).read_bytes() != session.files[name]:
            faults.append("what was only to be read is changed")
    return faults + (_record_faults(session, ended, folder) if session.game else [])


def _record_faults(session: Session, ended: Ended, folder: Path) -> list[str]:
    """Look whether the record can be read and has what was answered; it may have more."""
    from deduce import DeduceError
    from deduce.games import GAMES
    from deduce.tabletop.record import parse_record

    path, kind = folder / FILE, GAMES[session.game].kind()
    before = session.files.get(FILE, b"").decode()
    old = parse_record(kind, before).texts if before else []
    # What a screen shows is painted anywhere on it.
    told = old if session.is_terminal else answered(ended.stdout.decode("utf-8", "replace"), old)
    if not path.exists():
        return ["what was answered is not in the file: there is none"] if told or before else []
    try:
        texts = parse_record(kind, path.read_text(encoding="utf-8"), folder=folder).texts
    except (DeduceError, ValueError) as error:
        return [f"the record cannot be read: {error}"]
    if session.is_match:
        # What is told are words, and what is written are cells: there are as many of both.
        told = texts[: len(told)] if len(texts) >= len(told) else told
    is_there = texts[: len(told)] == told
    undo = re.search(r"^undo ?(\d*)$", session.lines, re.MULTILINE)
    if undo and "Took back" not in ended.stdout.decode("utf-8", "replace"):
        # What was asked to be taken back was taken back, and could not be told.
        is_there = is_there or texts == told[: len(told) - int(undo[1] or 1)]
    return [] if is_there else ["what was answered is not in the file"]


def _begin(session: Session, folder: Path) -> None:
    for name, content in session.files.items():
        (folder / name).write_bytes(content)


def _environ(folder: Path) -> dict[str, str]:
    # As wide as the longest entry, which is looked for in one line.
    return {"XDG_DATA_HOME": str(folder / "data"), "COLUMNS": "1000", "LINES": "24", "TERM": "dumb"}


# --- By strace ---------------------------------------------------------------------------------------


def traced(session: Session, folder: Path, *options: str) -> tuple[Ended, str]:
    """Run a session under strace, and return how it ended and the trace.

    Args:
        session: The session.
        folder: Where it runs.
        options: What strace is told beside that.
    """
    _begin(session, folder)
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        tempfile.NamedTemporaryFile() as trace,
    ):
        given.write(session.lines.encode())
        given.seek(0)
        pump = 0
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
        streams = Streams(given.fileno(), out.fileno(), err.fileno())
        if session.is_terminal:
            streams, pump = _at_a_terminal(session.lines.splitlines(), out.fileno())
        ready, waits_low = os.pipe()
        # Above those that the child closes.
        waits = fcntl.fcntl(waits_low, fcntl.F_DUPFD, HIGH)
        prepare = partial(_wait_for_the_tracer, waits)
        child = start(session.arguments, streams, folder, _environ(folder), prepare)
        select.select([ready], [], [], PATIENCE)
        for handle in (ready, waits, waits_low):
            os.close(handle)
        tracer = subprocess.Popen(
            ["strace", "-f", "-qq", "-o", trace.name, "-p", str(child), *options],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        end = time.monotonic() + PATIENCE
        while not _is_traced(child) and time.monotonic() < end and tracer.poll() is None:
            time.sleep(0.001)
        os.kill(child, signal.SIGUSR1)
        status, _, is_stuck = waited(child, PATIENCE)
        _, said = tracer.communicate(timeout=PATIENCE)
        if pump:
            os.close(streams.stdin)
            waited(pump, PATIENCE)
        out.seek(0)
        err.seek(0)
        if tracer.returncode not in {0, status} and not is_stuck:
            message = f"strace: {said.decode('utf-8', 'replace')}"
            raise RuntimeError(message)
        return Ended(status, out.read(), err.read(), is_stuck=is_stuck), Path(trace.name).read_text(
            "utf-8", "replace"
        )


def _at_a_terminal(lines: Sequence[str], out: int) -> tuple[Streams, int]:
    """Return a pseudo-terminal, and the process that types at it and writes down what it is sent."""
    master, slave = os.openpty()
    pump = os.fork()
    if pump:
        os.close(master)
        return Streams(slave, slave, slave, is_terminal=True), pump
    os.close(slave)
    waiting = [*lines]
    with suppress(OSError):
        while True:
            ready, _, _ = select.select([master], [], [], 1.0)
            data = os.read(master, 65536) if ready else b""
            os.write(out, data)
            for _ in range(data.count(WHERE_IS_THE_CURSOR)):
                os.write(master, AT_THE_BOTTOM)
            # Whoever does not paint any more is typed at all the same.
            for _ in range(data.count(PAINTED) if ready else 1):
                if waiting:
                    os.write(master, waiting.pop(0).encode() + b"\r")
    os._exit(0)


def _warm_the_prompt(session: Session) -> None:
    """Type something at a prompt in this process, so that what a terminal needs is imported too."""
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    from deduce.games import GAMES
    from deduce.tabletop.companion import TableCompanion
    from deduce.tabletop.saved import open_game
    from deduce_cli.terminal import at_terminal

    with (
        empty_folder() as folder,
        redirect_stdout(io.StringIO()),
        create_pipe_input() as pipe,
        create_app_session(input=pipe, output=DummyOutput()),
    ):
        _begin(session, folder)
        os.environ["XDG_DATA_HOME"] = str(folder)
        pipe.send_text("undo\nquit\n")
        at_terminal(TableCompanion(open_game(GAMES[session.game].kind(), folder / FILE)))


def _wait_for_the_tracer(ready: int) -> None:
    os.write(ready, b"!")
    os.close(ready)
    signal.sigwait({signal.SIGUSR1})
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})


def _is_traced(child: int) -> bool:
    status = Path(f"/proc/{child}/status").read_text(encoding="utf-8")
    return "TracerPid:\t0\n" not in status


def calls_of(session: Session) -> Counter[str]:
    """Return how often a session makes each of the system calls if nothing fails."""
    with empty_folder() as folder:
        ended, trace = traced(session, folder, "-e", f"trace={','.join(f'?{name}' for name in NAMES)}")
        if ended.status:
            message = f"{session.name} does not run: {ended.status} {ended.stderr[-500:]!r}"
            raise RuntimeError(message)
    found = (LINE_OF_TRACE.match(line) for line in trace.splitlines())
    return Counter(each[1] for each in found if each)


def fail_call(session: Session, call: str, number: int, error: str, found: Findings) -> Ended | None:
    """Have one system call fail, and look at what comes of it."""
    with empty_folder() as folder:
        inject = f"inject={call}:error={error}:when={number}"
        ended, trace = traced(session, folder, "-e", f"trace={call}", "-e", inject)
        failed = next((line for line in trace.splitlines() if "(INJECTED)" in line), "")
        if not failed:
            found.count("calls that were not made again")
            return None
        found.count(f"{call} failed")
        found.count(f"exit status {ended.status}")
        stream = re.search(r"(?:write|fstat|ioctl|lseek|newfstatat|close|fcntl)\(([012])\b", failed)
        what = re.sub(r"^\d+ +", "", failed)[:100]
        for fault in faults_of(session, ended, folder, int(stream[1]) if stream else -1):
            found.fault(
                f"{session.name}: {fault}", f"--only {session.name!r} --call {call}:{number}:{error}   {what}"
            )
        return ended


# --- Without strace ----------------------------------------------------------------------------------

MODULE_CALLS = (
    "open", "write", "read", "fsync", "replace", "rename", "stat", "lstat", "fstat", "getcwd", "close",
    "unlink", "remove", "mkdir", "truncate", "ftruncate", "chmod", "fchmod", "scandir", "listdir",
    "readlink", "link", "lseek", "access",
)  # fmt: skip
"""The functions of the module `os` that fail."""


def failing(number: int, error: int, kept: Path) -> Callable[[], None]:
    """Return what a child does so that the n-th call of all that can fail does.

    Args:
        number: Which, from 1; 0 for none.
        error: The number of the error.
        kept: Where the names of all calls up to that one are kept.
    """

    def prepare() -> None:
        count, write = 0, os.write
        log = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

        def counted(name: str, call: Callable[..., Any], *given: Any, **named: Any) -> Any:
            nonlocal count
            count += 1
            if count <= number or not number:
                write(log, f"{name}\n".encode())
            if count == number and name == "access":
                # It tells of every failure that there is no access, and raises nothing.
                return False
            if count == number:
                raise OSError(error, os.strerror(error))
            return call(*given, **named)

        for name in MODULE_CALLS:
            if hasattr(os, name):
                setattr(os, name, partial(counted, name, getattr(os, name)))
        builtins.open = io.open = partial(counted, "open", io.open)
        for name in ("flock", "lockf"):
            setattr(fcntl, name, partial(counted, name, getattr(fcntl, name)))

        class Raw(io.FileIO):
            def write(self, data: Any, /) -> int:
                return int(counted("stdout", super().write, data))

        sys.stdout = io.TextIOWrapper(io.BufferedWriter(Raw(1, "w", closefd=False)), encoding="utf-8")

    return prepare


def _with_failing(session: Session, folder: Path, number: int, error: int) -> tuple[Ended, list[str]]:
    """Run a session in which the n-th call fails; return how it ended, and the calls up to that one."""
    _begin(session, folder)
    with tempfile.NamedTemporaryFile() as kept:
        prepare = failing(number, error, Path(kept.name))
        lines = session.lines.encode()
        ended = run(session.arguments, folder, lines, _environ(folder), prepare, PATIENCE)
        return ended, Path(kept.name).read_text(encoding="utf-8").splitlines()


def python_calls(session: Session) -> int:
    """Return how many calls a session makes that can fail."""
    with empty_folder() as folder:
        ended, calls = _with_failing(session, folder, 0, 0)
    if ended.status:
        message = f"{session.name} does not run: {ended.status} {ended.stderr[-500:]!r}"
        raise RuntimeError(message)
    return len(calls)


def fail_python_call(session: Session, number: int, error: str, found: Findings) -> Ended:
    """Have one call of a function of Python fail, and look at what comes of it."""
    with empty_folder() as folder:
        ended, calls = _with_failing(session, folder, number, getattr(errno, error))
        call = calls[-1] if calls else "nothing"
        found.count(f"{call} failed")
        found.count(f"exit status {ended.status}")
        for fault in faults_of(session, ended, folder, 1 if call == "stdout" else -1):
            found.fault(
                f"{session.name}: {fault}",
                f"--python --only {session.name!r} --call n:{number}:{error}   {call}",
            )
        return ended


# --- The command -------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Have calls fail, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", action="store_true", help="Functions of Python fail; needs no strace.")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="Only the session of this name.")
    parser.add_argument("--call", default="", help="Only one call: NAME:N:ERROR; n:N:ERROR with --python.")
    parser.add_argument("--every", type=int, default=1, help="Only each so many-th call.")
    given = parser.parse_args(arguments)
    if not given.python and shutil.which("strace") is None:
        parser.error("strace is not there; --python does without it")
    warm()
    chosen = [each for each in sessions() if given.only in {"", each.name}]
    if given.python:
        chosen = [each for each in chosen if not each.is_terminal]
    for session in chosen:
        # Once in this process, so that nothing is imported any more when calls fail.
        if session.is_terminal:
            _warm_the_prompt(session)
        ran(Case(session.name, session.arguments, session.files, session.lines.encode()))
    if given.call:
        call, number, error = given.call.split(":")
        found = Findings(1)
        ended = _fail(Failure(chosen[0], call, int(number), error), found, python=given.python)
        if ended is not None:
            print(f"exit status {ended.status}\n{ended.stdout.decode()}\n{ended.stderr.decode()}")
        return found.report("calls")
    plan = [failure for session in chosen for failure in failures(session, python=given.python)][
        :: given.every
    ]

    def work(number: int, found: Findings) -> None:
        _fail(plan[number], found, python=given.python)
        found.done += 1

    return spread(work, len(plan), given.jobs, len(plan)).report("failed calls")


class Failure(NamedTuple):
    """A call that is to fail: the session, its name ("n" for any of Python), which one, and the error."""

    session: Session
    call: str
    number: int
    error: str


def failures(session: Session, *, python: bool) -> list[Failure]:
    """Return everything that can fail in a session, with each of its errors."""
    if python:
        count = python_calls(session)
        return [Failure(session, "n", each + 1, error) for each in range(count) for error in USUAL_ERRORS]
    return [
        Failure(session, call, each + 1, error)
        for call, count in calls_of(session).items()
        for each in range(count)
        for error in ERRORS.get(call, USUAL_ERRORS)
    ]


def _fail(failure: Failure, found: Findings, *, python: bool) -> Ended | None:
    session, call, number, error = failure
    if python:
        return fail_python_call(session, number, error, found)
    return fail_call(session, call, number, error, found)


if __name__ == "__main__":
    sys.exit(main())
