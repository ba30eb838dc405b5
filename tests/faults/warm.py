"""A warm interpreter: the real command line in forked children, so that thousands of starts take minutes.

Everything is imported once; each child gets standard streams, arguments, environment and folder of its own,
runs the real `main()`, and ends as an interpreter ends. The toy game sits among the games, so that what the
layer does is tried with a game that is not Confusion.
"""

from __future__ import annotations

import io
import json
import os
import re
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from resource import struct_rusage

from deduce.games import GAMES, Listed

ROOT = Path(__file__).resolve().parents[2]
"""The checkout."""
GAMES["toy"] = Listed("The toy game of the tests.", "tabletop.toy", "TOY")
"""Commands and files find the toy game by its name, like every other."""
REPORTED_EVERY = 15.0
"""Seconds after which a harness says how far it is."""
UNREPORTED = 120
"""The exit status of an interpreter that could not write the last of its output."""


def warm() -> None:
    """Import whatever a command will need, so that a child begins where its own work begins."""
    for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    import importlib
    import pkgutil

    import prompt_toolkit.shortcuts  # noqa: F401 - imported so that it is there
    import rich.progress  # noqa: F401 - likewise
    import typer.main

    import deduce
    import deduce_cli.games

    for package in (deduce, deduce_cli):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".adapters." not in found.name:
                importlib.import_module(found.name)
    for game in GAMES.values():
        game.kind()
    # The commands never change; a program makes them once, and so do thousands of calls in one process.
    typer.main.get_command = cache(typer.main.get_command)
    deduce_cli.games.app_of = cache(deduce_cli.games.app_of)


# --- One child ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Streams:
    """The standard streams of a child, as open files; the child alone keeps them.

    Attributes:
        stdin: What it reads.
        stdout: Where it writes.
        stderr: Where it complains.
        is_terminal: Whether they are a pseudo-terminal, which becomes its own.
    """

    stdin: int
    stdout: int
    stderr: int
    is_terminal: bool = False


def start(
    arguments: Sequence[str],
    streams: Streams,
    folder: Path,
    environ: Mapping[str, str] | None = None,
    prepare: Callable[[], None] | None = None,
) -> int:
    """Start a command in a child, and return its process id.

    Args:
        arguments: What stands behind `deduce`.
        streams: Its standard streams.
        folder: Where it runs.
        environ: What its environment has beside this one's.
        prepare: What the child does before the command.
    """
    child = os.fork()
    if child:
        return child
    try:
        status = _child(arguments, streams, folder, environ or {}, prepare)
    except BaseException:  # noqa: BLE001 - whatever it was, the child must not go on as the harness
        traceback.print_exc()
        status = 70
    os._exit(status)


def _child(
    arguments: Sequence[str],
    streams: Streams,
    folder: Path,
    environ: Mapping[str, str],
    prepare: Callable[[], None] | None,
) -> int:
    os.setsid()
    if streams.is_terminal:
        import fcntl
        import termios

        fcntl.ioctl(streams.stdin, termios.TIOCSCTTY, 0)
    for number, handle in enumerate((streams.stdin, streams.stdout, streams.stderr)):
        os.dup2(handle, number)
    os.closerange(3, 256)
    os.chdir(folder)
    os.environ.update(environ)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - they end with the child
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - likewise
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115 - likewise
    sys.argv = ["deduce", *arguments]
    if prepare is not None:
        prepare()
    from deduce_cli.main import main

    return ended(main)


def ended(run: Callable[[], object]) -> int:
    """Run something, and return the exit status with which an interpreter would have ended."""
    status = 0
    try:
        run()
    except SystemExit as end:
        if isinstance(end.code, int) or end.code is None:
            status = end.code or 0
        else:
            sys.stderr.write(f"{end.code}\n")
            status = 1
    except BaseException:  # noqa: BLE001 - an interpreter prints whatever it is
        traceback.print_exc()
        status = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError) as error:
            status = UNREPORTED
            with suppress(OSError, ValueError):
                sys.stderr.write(f"Exception ignored on flushing: {error!r}\n")
    return status


@dataclass(frozen=True)
class Ended:
    """How a child ended.

    Attributes:
        status: Its exit status; minus the number of the signal that ended it.
        stdout: What it wrote.
        stderr: What it complained about.
        seconds: How much time of a processor it took.
        megabytes: How much memory it had at most.
        is_stuck: Whether it had to be ended.
    """

    status: int
    stdout: bytes
    stderr: bytes
    seconds: float = 0.0
    megabytes: float = 0.0
    is_stuck: bool = False


def run(
    arguments: Sequence[str],
    folder: Path,
    lines: bytes = b"",
    environ: Mapping[str, str] | None = None,
    prepare: Callable[[], None] | None = None,
    patience: float = 20.0,
) -> Ended:
    """Run a command to its end, with its input in a pipe.

    Args:
        arguments: What stands behind `deduce`.
        folder: Where it runs.
        lines: Its standard input.
        environ: What its environment has beside this one's.
        prepare: What the child does before the command.
        patience: Seconds after which it is ended.
    """
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(lines)
        given.seek(0)
        streams = Streams(given.fileno(), out.fileno(), err.fileno())
        child = start(arguments, streams, folder, environ, prepare)
        status, usage, is_stuck = waited(child, patience)
        out.seek(0)
        err.seek(0)
        seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        return Ended(status, out.read(), err.read(), seconds, megabytes, is_stuck)


def waited(child: int, patience: float) -> tuple[int, struct_rusage, bool]:
    """Wait for the end of a child; end it when patience is over.

    Returns:
        Its exit status, what it used, and whether it had to be ended.
    """
    end, pause, is_stuck = time.monotonic() + patience, 0.0005, False
    while True:
        found, status, usage = os.wait4(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status), usage, is_stuck
        if time.monotonic() > end and not is_stuck:
            is_stuck = True
            os.kill(child, signal.SIGKILL)
        time.sleep(pause)
        pause = min(pause * 1.5, 0.02)


# --- Many of them ------------------------------------------------------------------------------------


@dataclass
class Findings:
    """What a harness found.

    Attributes:
        done: How much was tried.
        counts: How often things were seen that are worth a figure.
        faults: For each kind of fault how often it was seen.
        first: For each kind of fault how it was seen first.
    """

    done: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)

    def fault(self, kind: str, how: str) -> None:
        """Note a fault."""
        self.faults[kind] = self.faults.get(kind, 0) + 1
        self.first.setdefault(kind, how)

    def count(self, what: str, number: int = 1) -> None:
        """Count something."""
        self.counts[what] = self.counts.get(what, 0) + number

    def add(self, other: Findings) -> None:
        """Take up what was found elsewhere."""
        self.done += other.done
        for what, number in other.counts.items():
            self.count(what, number)
        for kind, number in other.faults.items():
            self.faults[kind] = self.faults.get(kind, 0) + number
            self.first.setdefault(kind, other.first[kind])

    def report(self, what: str) -> int:
        """Print what was found, and return the exit status."""
        print(f"{self.done:,} {what}; {sum(self.faults.values()):,} faults of {len(self.faults):,} kinds")
        for name, number in sorted(self.counts.items()):
            print(f"  {name}: {number:,}")
        for kind, number in sorted(self.faults.items(), key=lambda item: -item[1]):
            print(f"FAULT {number:,} times: {kind}\n    {self.first[kind]}")
        return 1 if self.faults else 0


def spread(work: Callable[[int, Findings], None], count: int, jobs: int, total: int) -> Findings:
    """Do something for each number, in several processes, and return what was found.

    Args:
        work: Does it for one number, and counts how much it has done.
        count: How many numbers there are, from 0.
        jobs: How many processes there are.
        total: How much all of it is, so that what was left out does not go unnoticed.
    """
    readers: dict[int, int] = {}
    for job in range(jobs):
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.close(reader)
            with suppress(BaseException):
                _worked(work, range(job, count, jobs), writer)
            os._exit(0)
        os.close(writer)
        readers[reader] = child
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    found = Findings()
    try:
        _gathered(readers, found, total)
    except KeyboardInterrupt:
        for child in readers.values():
            os.kill(child, signal.SIGKILL)
        print("Stopped; this is what was found so far.")
    else:
        if found.done != total:
            found.fault("the harness: not all was done", f"{found.done:,} of {total:,}")
    return found


def _gathered(readers: dict[int, int], found: Findings, total: int) -> None:
    """Take up what workers find, and tell of each new kind of fault at once; who has ended is taken out."""
    rest, shown = dict.fromkeys(readers, b""), time.monotonic()
    while readers:
        for reader in select.select([*readers], [], [])[0]:
            data = os.read(reader, 1 << 20)
            *lines, rest[reader] = (rest[reader] + data).split(b"\n")
            for line in lines:
                new = Findings(**json.loads(line))
                for kind in new.first.keys() - found.first.keys():
                    print(f"new: {kind}\n    {new.first[kind]}", file=sys.stderr, flush=True)
                found.add(new)
            if not data:
                os.waitpid(readers.pop(reader), 0)
                os.close(reader)
        if time.monotonic() > shown + REPORTED_EVERY:
            shown = time.monotonic()
            print(f"... {found.done:,} of {total:,}, {len(found.faults)} kinds of faults", file=sys.stderr)


def _worked(work: Callable[[int, Findings], None], numbers: Iterable[int], writer: int) -> None:
    """Do a worker's part, and send what it finds every now and then."""

    def send(found: Findings) -> None:
        data = json.dumps(vars(found)).encode() + b"\n"
        while data:
            data = data[os.write(writer, data) :]

    found, sent = Findings(), time.monotonic()
    for number in numbers:
        try:
            work(number, found)
        except Exception as error:  # noqa: BLE001 - a harness that goes wrong says so, and goes on
            where = traceback.extract_tb(error.__traceback__)[-1]
            found.fault("the harness", f"{number}: {error!r} at {Path(where.filename).name}:{where.lineno}")
        if time.monotonic() > sent + 1:
            send(found)
            found, sent = Findings(), time.monotonic()
    send(found)


# --- What is looked for everywhere -------------------------------------------------------------------


TRACEBACK = b"Traceback (most recent call last)"
IGNORED = b"Exception ignored"
NUMBER = re.compile(r"\d+")
BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""What turns the direction of text around."""
OBEYED = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{BIDI}]")
"""Control characters but for tabs and line ends, and these."""
LONGEST_SENTENCE = 1_500
SEEN_BY_ALL = re.compile(r"deduce: .*: (1 problem|[\d,]+ problems) in the record; .*|Written to .*\.")
"""What goes to stderr beside an answer: that a record does not fit, and that a picture was written."""


def controls(text: str) -> str:
    """Return the characters of a text that a terminal would obey."""
    return "".join(sorted({*OBEYED.findall(text)}))


def sentence_faults(stderr: str, count: int = 1) -> list[str]:
    """Return what is wrong with what stands on stderr after bad input; one sentence is right.

    Args:
        stderr: What stands there.
        count: How many things there are to be said, a sentence each.
    """
    if stderr.lstrip().startswith("Usage:"):
        return []
    said = [line for line in stderr.split("\n") if line.strip() and not SEEN_BY_ALL.fullmatch(line)]
    if len(said) != count or not all(line.startswith("deduce: ") for line in said):
        return ["no sentence on stderr" if not said else "more than one line on stderr"]
    return [] if max(map(len, said)) <= LONGEST_SENTENCE else ["a sentence on stderr too long to be read"]


def last_line(stderr: bytes) -> str:
    """Return what a traceback says, with the innermost place in the project's own code."""
    lines = stderr.decode("utf-8", "replace").splitlines()
    places = [line.strip() for line in lines if line.startswith("  File")]
    own = [
        place
        for place in places
        if re.search(r"/(?:deduce|cli|tabletop)/[^\"]*\.py", place) and "/site-packages/" not in place
    ]
    place = (own or places or [""])[-1]
    said = next((line for line in reversed(lines) if line and not line.startswith(" ")), "")
    said = NUMBER.sub("N", said)[:100]
    return f"{said} ({place.replace(str(ROOT), '').replace('File ', '')})"


@contextmanager
def empty_folder(*, in_memory: bool = False) -> Iterator[Path]:
    """Give a folder that is gone afterwards.

    Args:
        in_memory: Whether it may lie where there is no disk, which is faster.
    """
    where = "/dev/shm" if in_memory and os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - random names in it
    with tempfile.TemporaryDirectory(prefix="faults-", ignore_cleanup_errors=True, dir=where) as name:
        yield Path(name)


def emptied(folder: Path) -> None:
    """Take out everything that is in a folder."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def leftovers(folder: Path) -> list[str]:
    """Return the temporary files in a folder and those in it."""
    return sorted(path.name for path in folder.rglob("*") if path.name.endswith((".tmp", "~")))


class Watched(io.TextIOBase):
    """Standard input that calls something before each line is read: all lines before are answered then."""

    def __init__(self, stream: io.TextIOBase, before: Callable[[], None]) -> None:
        self._stream = stream
        self._before = before

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        self._before()
        return self._stream.readline(size)

    def isatty(self) -> bool:
        return False
