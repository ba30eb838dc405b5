"""Mutated inputs for everything that reads: records, lines, cases, diagrams, positions, logs, options.

    PYTHONPATH=tests python -m faults.inputs --inputs 1000000 --jobs 2
    PYTHONPATH=tests python -m faults.inputs --inputs 20000 --only napoleonic
    PYTHONPATH=tests python -m faults.inputs --seed 1 --input 4711 --keep folder

Each input goes through the real command line (positions through the library, where alone they are read), many
in one process, which is forked from a warm one. Of each of them is demanded

- no traceback, and the exit status 0, 1 or 2;
- at 2 exactly one sentence on stderr, of a length that can be read (or the usage that typer prints);
- with --json exactly one document on stdout, without NaN and Infinity;
- no character on stdout or stderr that a terminal obeys;
- at most 2 s of a processor (and 20 ms for each line that is typed; 20 s for the long work of solve,
  suspects, suggest and review), and 500 MB of memory;
- that the file that is read is as it was, and beside it lies nothing that was not there.

What is asked for by number (--nodes, --time, --games) is either soon done or more than is allowed, which is
refused in a sentence; nobody waits for what takes minutes because so much was asked for.

The second command tries those of one game only. The last one repeats one input, says what came of it, and
keeps it in a folder.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from faults.cards_inputs import CARDS_TARGETS
from faults.case import NAME, Case
from faults.confusion_inputs import (
    CONFUSION_TARGETS,
    cases,
    diagrams,
    histories,
    logs,
    mending_case,
    noted_records,
    positions,
    positions_json,
    records,
)
from faults.napoleonic_inputs import NAPOLEONIC_TARGETS
from faults.napoleonic_inputs import records as napoleonic_records
from faults.option_inputs import options_case
from faults.puzzle_inputs import PUZZLE_TARGETS, puzzles
from faults.trying import judged, ran
from faults.warm import Findings, empty_folder, spread, warm

BATCH = 500
"""How many inputs one process tries at most."""
REHEARSED = 100
"""How many inputs are tried at most before the processes are forked, and not counted: what is read once and
kept is then there for all of them."""
MEGABYTES = 500
"""What an input may use at most."""
STUCK = 5.0
"""Seconds of a processor after which a process is ended that does not even notice that its time is over."""
PATIENCE = 300.0
"""Seconds by the clock after which it is ended in any case."""


TARGETS: tuple[tuple[Callable[[random.Random], Case], float], ...] = (
    *CONFUSION_TARGETS,
    (options_case, 7),
    *CARDS_TARGETS,
    *NAPOLEONIC_TARGETS,
    *PUZZLE_TARGETS,
)
GROUPS = {
    "": TARGETS,
    "mending": ((mending_case, 1),),
    "cards": CARDS_TARGETS,
    "napoleonic": NAPOLEONIC_TARGETS,
    "puzzles": PUZZLE_TARGETS,
}
"""What can be tried alone, by the name of its game or of what is done."""


class Series(NamedTuple):
    """Which inputs are tried.

    Attributes:
        seed: What decides.
        only: What can be tried alone; "" for everything.
    """

    seed: str
    only: str = ""

    def command(self, number: int) -> str:
        """Return what repeats an input."""
        return f"--seed {self.seed}{f' --only {self.only}' if self.only else ''} --input {number}"


def case_of(series: Series, number: int) -> Case:
    """Return an input by its number."""
    draw = random.Random(f"{series.seed}-{number}")
    makers, weights = zip(*GROUPS[series.only], strict=True)
    made: Case = draw.choices(makers, weights)[0](draw)
    return made


def tried(series: Series, numbers: range, found: Findings) -> None:
    """Try some inputs in a process of their own; what ends it is the fault of the input it was at."""
    at = numbers.start
    while at < numbers.stop:
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.close(reader)
            status = 0
            try:
                _batch(series, range(at, numbers.stop), writer)
            except BaseException:  # noqa: BLE001 - the harness itself went wrong
                traceback.print_exc()
                status = 70
            os._exit(status)
        os.close(writer)
        at = _watched(child, reader, series, at, found)


def _batch(series: Series, numbers: range, writer: int) -> None:
    """Try inputs one by one, and tell of each before and after."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (pages + (3 << 30), resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with empty_folder(in_memory=True) as folder:
        for number in numbers:
            if _one(series, number, folder, writer, used) > MEGABYTES / 2:
                # What was used at most never shrinks, so the next one begins in a new process.
                return


def _one(series: Series, number: int, folder: Path, writer: int, used: int) -> float:
    """Try an input, tell of it before and after, and return by how many megabytes the process has grown."""
    case = case_of(series, number)
    begins = {"begins": number, "target": case.target, "seconds": case.seconds}
    os.write(writer, json.dumps(begins).encode() + b"\n")
    outcome = ran(case, folder)
    faults = judged(case, outcome)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - used) / 1024
    if grown > MEGABYTES:
        faults.append(f"more than {MEGABYTES} MB")
    line = {"ends": number, "status": outcome.status, "faults": faults}
    os.write(writer, json.dumps(line).encode() + b"\n")
    return grown


class _Now:
    """What a batch is doing.

    Args:
        child: Its process.
        at: The number of its first input.
    """

    def __init__(self, child: int, at: int) -> None:
        self.child = child
        self.at = at
        self.target = ""
        self.is_in_one = False
        self._allowed = self._used = self._began = 0.0

    def begin(self, number: int, target: str, seconds: float) -> None:
        """An input begins, and may take so long."""
        self.at, self.target, self.is_in_one = number, target, True
        self._allowed, self._used, self._began = seconds, self._processor(), time.monotonic()

    def end(self) -> None:
        """It is over."""
        self.at, self.is_in_one = self.at + 1, False

    def is_stuck(self) -> bool:
        """Tell whether it does not even notice that its time is over."""
        used, passed = self._processor() - self._used, time.monotonic() - self._began
        return self.is_in_one and (used > self._allowed + STUCK or passed > PATIENCE)

    def _processor(self) -> float:
        """Return how much time of a processor the process has used."""
        fields = Path(f"/proc/{self.child}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _watched(child: int, reader: int, series: Series, at: int, found: Findings) -> int:
    """Take note of what a batch tells, and return where the next one begins."""
    rest, now, data = b"", _Now(child, at), b"?"
    while data:
        if not select.select([reader], [], [], 1.0)[0]:
            if now.is_stuck():
                os.kill(child, signal.SIGKILL)
            continue
        data = os.read(reader, 1 << 16)
        *lines, rest = (rest + data).split(b"\n")
        for line in map(json.loads, lines):
            if "begins" in line:
                now.begin(line["begins"], line["target"], line["seconds"])
                continue
            now.end()
            found.done += 1
            found.count(now.target)
            found.count(f"exit status {line['status']}")
            for fault in line["faults"]:
                found.fault(f"{now.target}: {fault}", series.command(line["ends"]))
    os.close(reader)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if now.is_in_one or status:
        how = "no end" if status == -signal.SIGKILL else f"the process ended with {status}"
        found.fault(f"{now.target}: {how}", series.command(now.at))
        found.done += 1
        return now.at + 1
    return now.at


def repeat(series: Series, number: int, keep: str) -> int:
    """Repeat one input, say what came of it, and keep it if a folder is given."""
    case = case_of(series, number)
    if keep:
        Path(keep).mkdir(parents=True, exist_ok=True)
        for name, content in (*case.files.items(), ("stdin", case.lines)):
            (Path(keep) / name).write_bytes(content)
    print(case.target, case.arguments)
    for name, content in case.files.items():
        print(f"{name} ({len(content):,} bytes): {content[:1500]!r}")
    print(f"stdin ({len(case.lines):,} bytes): {case.lines[:1500]!r}")
    outcome = ran(case)
    print(f"exit status {outcome.status}, {outcome.seconds:.2f} s, stdout {outcome.stdout[:1500]!r}")
    print(outcome.stderr[-3000:].decode("utf-8", "replace"))
    faults = judged(case, outcome)
    print("\n".join(f"FAULT {fault}" for fault in faults) or "no fault")
    return 1 if faults else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Try as many inputs as was asked for, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", default="", choices=[*GROUPS], help="Only these inputs.")
    parser.add_argument("--input", type=int, help="Repeat only this one, and say what came of it.")
    parser.add_argument("--keep", default="", help="With --input: a folder in which it is kept.")
    given = parser.parse_args(arguments)
    series = Series(given.seed, given.only)
    warm()
    if given.input is not None:
        return repeat(series, given.input, given.keep)
    # What all are made of is made once, before the processes are forked.
    for made in (
        records,
        noted_records,
        cases,
        diagrams,
        positions,
        positions_json,
        logs,
        histories,
        napoleonic_records,
        puzzles,
    ):
        made()
    with empty_folder(in_memory=True) as folder:
        for number in range(min(REHEARSED, given.inputs // 100)):
            ran(case_of(Series("rehearsal", given.only), number), folder)
        if not given.only and given.inputs > BATCH:
            # Loads the engine of suggestions and reviews, which takes a second, and sometimes ten.
            ran(Case("engine", ("confusion", "suggest", NAME, "--nodes", "1"), {NAME: records()[0]}), folder)
    # All that is there stays, so nobody looks through it again and again for what does not.
    gc.collect()
    gc.freeze()

    size = min(BATCH, -(-given.inputs // given.jobs))

    def work(batch: int, found: Findings) -> None:
        tried(series, range(batch * size, min((batch + 1) * size, given.inputs)), found)

    found = spread(work, -(-given.inputs // size), given.jobs, given.inputs)
    return found.report("inputs")


if __name__ == "__main__":
    sys.exit(main())
