"""One input is tried: what came of it, and what is wrong with that."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from faults.case import Case
from faults.warm import (
    IGNORED,
    TRACEBACK,
    controls,
    emptied,
    empty_folder,
    ended,
    last_line,
    sentence_faults,
)

NO_TEXT = re.compile("[\udc80-\udcff]")
"""How bytes that are no text come in."""


class TooSlowError(BaseException):
    """The time of an input is over; no handler of the product takes it for its own."""


@dataclass(frozen=True)
class Outcome:
    """What came of an input.

    Attributes:
        status: The exit status.
        stdout: What was written.
        stderr: What was complained about.
        files: What lies in the folder.
        seconds: How much time of the processor it took.
        is_slow: Whether its time was over.
    """

    status: int
    stdout: bytes
    stderr: bytes
    files: dict[str, bytes]
    seconds: float
    is_slow: bool


@contextmanager
def _redirected(lines: bytes) -> Iterator[Callable[[], tuple[bytes, bytes]]]:
    """Give a command standard streams of its own, as files; what is yielded returns what was written."""
    before = sys.stdin, sys.stdout, sys.stderr
    kept = [os.dup(number) for number in range(3)]
    where = "."  # The folder of the command, which may lie in memory; files without a name.
    with (
        tempfile.TemporaryFile(dir=where) as given,
        tempfile.TemporaryFile(dir=where) as out,
        tempfile.TemporaryFile(dir=where) as err,
    ):
        given.write(lines)
        given.seek(0)
        for number, file in enumerate((given, out, err)):
            os.dup2(file.fileno(), number)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - closed with the command
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - likewise
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115 - likewise

        def written() -> tuple[bytes, bytes]:
            for stream in (sys.stdout, sys.stderr):
                with suppress(OSError, ValueError):
                    stream.flush()
            out.seek(0)
            err.seek(0)
            return out.read(), err.read()

        try:
            yield written
        finally:
            sys.stdin, sys.stdout, sys.stderr = before
            for number, handle in enumerate(kept):
                os.dup2(handle, number)
                os.close(handle)


def ran(case: Case, folder: Path | None = None) -> Outcome:
    """Do what an input asks for, in this process, in a folder that is empty, before and afterwards."""
    if folder is None:
        with empty_folder() as made:
            return ran(case, made)
    for name, content in case.files.items():
        (folder / name).write_bytes(content)
    here, arguments = Path.cwd(), sys.argv
    os.chdir(folder)
    os.environ.update(XDG_DATA_HOME=str(folder / "data"), COLUMNS="80", LINES="24", TERM="dumb")
    sys.argv = ["deduce", *case.arguments]
    is_slow, status, began = False, 0, time.process_time()

    def over(*_: object) -> None:
        raise TooSlowError

    signal.signal(signal.SIGPROF, over)
    try:
        with _redirected(case.lines) as written:
            try:
                signal.setitimer(signal.ITIMER_PROF, case.seconds)
                status = _status(case)
            except TooSlowError:
                is_slow = True
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            stdout, stderr = written()
    finally:
        os.chdir(here)
        sys.argv = arguments
    seconds = time.process_time() - began
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    emptied(folder)
    return Outcome(status, stdout, stderr, files, seconds, is_slow)


def _status(case: Case) -> int:
    if case.call is None:
        from deduce_cli.main import main

        return _ended(main)
    from deduce import DeduceError

    try:
        case.call()
    except DeduceError as error:
        sys.stderr.write(f"deduce: {error}\n")
        return 2
    except TooSlowError:
        raise
    except BaseException:  # noqa: BLE001 - whatever it is, it should have been an error of the library
        traceback.print_exc()
        return 1
    return 0


def _ended(run: Callable[[], object]) -> int:
    """Like `ended`, but that time is over is no way to end."""
    slow = False

    def watched() -> None:
        nonlocal slow
        try:
            run()
        except TooSlowError:
            slow = True

    status = ended(watched)
    if slow:
        raise TooSlowError
    return status


def judged(case: Case, outcome: Outcome) -> list[str]:
    """Return what is wrong with what came of an input."""
    if TRACEBACK in outcome.stderr:
        return [f"traceback: {last_line(outcome.stderr)}"]
    if outcome.is_slow:
        return ["takes too long"]
    stderr = outcome.stderr.decode("utf-8", "surrogateescape")
    stdout = outcome.stdout.decode("utf-8", "surrogateescape")
    faults = []
    if IGNORED in outcome.stderr:
        faults.append("output could not be written")
    if outcome.status not in {0, 1, 2}:
        faults.append(f"exit status {outcome.status}")
    if outcome.status == 2:
        faults += sentence_faults(stderr)
    for name, text in (("stdout", stdout), ("stderr", stderr)):
        if controls(text):
            faults.append(f"{name} has control characters")
        if NO_TEXT.search(text):
            faults.append(f"{name} is not text in UTF-8")
    options = case.arguments[: (*case.arguments, "--").index("--")]
    if "--json" in options and case.call is None:
        faults += _json_faults(stdout)
    return faults + _file_faults(case, outcome)


def _file_faults(case: Case, outcome: Outcome) -> list[str]:
    faults = []
    for name, content in case.files.items():
        if name not in case.may_change and not name.startswith(".") and outcome.files.get(name) != content:
            faults.append("the file was changed")
    if any(name.endswith(".tmp") for name in outcome.files):
        faults.append("a temporary file is left")
    return faults


def _json_faults(stdout: str) -> list[str]:
    def refused(word: str) -> object:
        message = f"{word} is no JSON"
        raise ValueError(message)

    if not stdout.strip():
        return ["no JSON on stdout"]
    try:
        json.loads(stdout, parse_constant=refused)
    except ValueError as error:
        return [f"stdout is not one JSON document: {re.sub('[0-9]+', 'N', str(error))[:60]}"]
    return []
