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
import re
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from deduce.intake.numbers import MOST_SECONDS
from deduce.tabletop.budget import MOST_NODES
from faults.cards_inputs import CARDS_TARGETS
from faults.case import MOST_LINES, NAME, Case
from faults.mutations import NUMBERS, SIGNS, mutated
from faults.napoleonic_inputs import NAPOLEONIC_TARGETS
from faults.napoleonic_inputs import records as napoleonic_records
from faults.puzzle_inputs import PUZZLE_TARGETS, puzzles
from faults.warm import (
    IGNORED,
    ROOT,
    TRACEBACK,
    Findings,
    controls,
    emptied,
    empty_folder,
    ended,
    last_line,
    sentence_faults,
    spread,
    warm,
)

BATCH = 500
"""How many inputs one process tries at most."""
REHEARSED = 100
"""How many inputs are tried at most before the processes are forked, and not counted: what is read once and
kept is then there for all of them."""
MEGABYTES = 500
"""What an input may use at most."""
STUCK = 5.0
"""Seconds of a processor after which a process is ended that does not even notice that its time is over."""
NO_TEXT = re.compile("[\udc80-\udcff]")
"""How bytes that are no text come in."""
PATIENCE = 300.0
"""Seconds by the clock after which it is ended in any case."""


# --- What is mutated ---------------------------------------------------------------------------------


@cache
def records() -> tuple[bytes, ...]:
    """Return records of Confusion: those that are printed, and random ones under many rules."""
    from deduce.confusion.beginning import random_record

    names = ("at_the_table.txt", "sample_game.txt", "whole_game.txt", "evening.txt")
    found = [(ROOT / "examples" / name).read_bytes() for name in names]
    found += [
        b"",
        b"Me = White\n\nYellow\tWhite\n",
        b"Ruleset = espionage\nTokens = yes\nMe = Red\nFirst = White\n\nWhite\tRed\n",
    ]
    rules: tuple[dict[str, object], ...] = (
        {"ruleset": "classic"},
        {"ruleset": "espionage"},
        {"ruleset": "espionage", "tokens": True},
        {"ruleset": "espionage", "variants": "2,5", "tokens": True},
        {"ruleset": "espionage", "variants": "4"},
    )
    for seed in range(15):
        plies = (3, 8, 20)[seed % 3]
        found.append(random_record(seed, rules[seed % len(rules)], plies=plies, french=seed == 7).encode())
    return tuple(found)


@cache
def small_records() -> tuple[bytes, ...]:
    """Return those that are quickly read."""
    return tuple(each for each in records() if len(each) < 3000)


TOYS = (
    b"Ann = 2 5 1\n1. ann 2\n2. ben high\n3. turn 8\n4. move 7.5\n5. ben low\n6. ann 5\n7. turn 9\n",
    b"Ann = 2 5 9\n",
    b"# a remark\nAnn = 7 8 9\nRounds = slow\n\n1. ben low\n2. ann 7\nsome text\n3. turn 1\n; x\n4. move\n",
)
TYPED = (
    b"pieces\ne n2\nn\ns nw2\ny\nwhy s rocket\ns ne2 n\nboard\nopp\nundo\nredo\nquit\n",
    b"h n1 n\nedit 1 h n1 y\ninsert 1 c n1 n\ndelete 1\nmoves\nat 1\nsuspects\nnote H\nnotes\nundo 3\nredo\n",
    b"Yellow\nWhite\nA6 C8 E10 H11 K2 L1 N3 O9 P7 S5 T12 V4\nl s2\nc n2 n\nl left 1\nwhat-if\nsheet\nhelp\n",
    b"try h n1 y\nback\nwhat-if h n1\npieces\nwhy a crab\nexport other.txt\ndeal A6\nL-S2\n$A=7\n(C-N2)\n",
    b"remove a\nexpose a\nreveal a\ntwo\nswap a c, h n1 y\nvz nw1 y\nz s1\nresign\ndraw\nhelp turns\n",
)
TOY_TYPED = (
    b"ann 2\nben high\nturn 8\nmove 7.5\nundo 2\nredo\nwhy 7 ben\nsuspects\nnote x\nedit 2 ben low\nrules\n",
)


@cache
def cases() -> tuple[bytes, ...]:
    """Return case files."""
    found = [path.read_bytes() for path in sorted((ROOT / "examples").glob("*.toml"))]
    small = """format = "deduce.case/1"
title = "three pieces"
[[unknowns]]
names = ["A", "C", "E"]
values = ["Rocket", "King", "Crab"]
different = true
[unknowns.prior]
Rocket = 2
King = "1/3"
[[rule]]
name = "one"
at_least = 1
of = ["A is King", "C is King or E is Crab"]
[[entry]]
id = "1"
text = "A forward"
says = "not A is Rocket"
model = "coin:1/2"
[[entry]]
says = "if A is King then C is Crab"
[[question]]
text = "A diagonally?"
yes = "A is one of King, Crab"
"""
    return (*found, small.encode())


@cache
def diagrams() -> tuple[bytes, ...]:
    """Return files of diagrams."""
    return tuple(
        path.read_bytes()
        for path in sorted((ROOT / "deduce").rglob("*.toml"))
        if b"reach = " in path.read_bytes()
    )


@cache
def positions() -> tuple[str, ...]:
    """Return positions as strings, from the middle of random games."""
    from deduce.confusion import parse_record, position_text

    return tuple(
        position_text(parse_record(each.decode()).now.position) for each in small_records() if b"1." in each
    )


@cache
def positions_json() -> tuple[bytes, ...]:
    """Return the same positions as JSON."""
    from deduce.confusion import parse_position, position_json

    return tuple(json.dumps(position_json(parse_position(each))).encode() for each in positions())


TOURNAMENT = ("--players", "goal,random", "--limit", "6", "--games", "3", "--seed", "4")


@cache
def logs() -> tuple[bytes, ...]:
    """Return the log of a tournament."""
    found = ran(Case("log", ("confusion", "arena", *TOURNAMENT, "--file", "log.jsonl"), {}))
    return (found.files["log.jsonl"], b"")


@cache
def histories() -> tuple[tuple[str, bytes, bytes], ...]:
    """Return for some games their names, their records, and the files of their histories."""
    toy = ran(Case("toy", ("toy", "table", NAME), {NAME: TOYS[1]}, TOY_TYPED[0]))
    lines = b"\n\n\n" + TYPED[1].replace(b"undo 3", b"undo 2") + b"c n1 n\nk n1 y\n"
    confusion = ran(Case("confusion", ("confusion", "table", NAME), {}, lines))
    history = f".{NAME}.history"
    return tuple(
        (name, found.files[NAME], found.files[history])
        for name, found in (("toy", toy), ("confusion", confusion))
    )


# --- Targets -----------------------------------------------------------------------------------------


def _json(draw: random.Random) -> tuple[str, ...]:
    return ("--json",) if draw.random() < 0.4 else ()


def _garbage(draw: random.Random) -> str:
    """Return a word that was not asked for."""
    words = (
        *NUMBERS,
        *SIGNS,
        "",
        "White",
        "yellow",
        "crab",
        "A",
        "classic",
        "2,5",
        "A3,1 C4,1",
        "a" * 3000,
        "5 5",
        "/",
        ".",
    )
    word = draw.choice(words)
    if draw.random() < 0.3:
        word += draw.choice(words)
    # An argument of a process holds no NUL, and what is no text in it comes as surrogates.
    return word.replace("\0", "") + ("\udcff" if draw.random() < 0.03 else "")


def record_case(draw: random.Random) -> Case:
    """A record is asked something."""
    is_toy = draw.random() < 0.15
    pool = TOYS if is_toy else draw.choice((small_records(), small_records(), records()))
    content = mutated(draw, draw.choice(pool), pool)
    game = "toy" if is_toy else "confusion"
    ask: list[tuple[str, ...]] = [*[("replay", NAME)] * 4, *[("sheet", NAME)] * 2, ("suspects", NAME)]
    ask += [
        ("why", NAME, "7", "Ben")
        if is_toy
        else ("why", NAME, draw.choice("ACHX"), draw.choice(("crab", "king")))
    ]
    if not is_toy:
        ask += [("what-if", NAME), ("pieces", NAME), ("answer", NAME, "h n1")]
        if len(content) < 1500 and draw.random() < 0.03:
            ask = [("suggest", NAME, "--nodes", "5"), ("review", NAME, "--nodes", "2", "--ply", "2")]
    arguments = list(draw.choice(ask))
    if draw.random() < 0.15:
        arguments += ["--ply", draw.choice(("0", "1", "3", "99", "-1"))]
    lines = b""
    if draw.random() < 0.1 and arguments[0] == "replay":
        arguments[1], lines = "-", content
    return Case(f"{game} {arguments[0]}", (game, *arguments, *_json(draw)), {NAME: content}, lines)


@cache
def noted_records() -> tuple[bytes, ...]:
    """Return small records with a position that is printed."""
    from deduce.confusion import parse_record, position_text

    found = []
    for each in small_records():
        text = each.decode()
        if "1." in text:
            record = parse_record(text)
            count = len(record.steps) // 2 + 1
            line = f"Position after {count} = {position_text(record.at(count).position)}\n"
            found.append((line + text).encode())
    return tuple(found)


def mending_case(draw: random.Random) -> Case:
    """A mutated record is mended, and written so."""
    pool = draw.choice((TOYS, small_records(), noted_records(), noted_records(), records()))
    content = mutated(draw, draw.choice(pool), pool)
    arguments = ["toy" if pool is TOYS else "confusion", "replay", NAME, "--mend"]
    applied = draw.choice(((), ("--apply",), ("--apply", "--out", "other.txt")))
    may_change = frozenset({NAME} if applied == ("--apply",) else ())
    return Case("mending", (*arguments, *applied, *_json(draw)), {NAME: content}, b"", may_change)


def lines_case(draw: random.Random) -> Case:
    """Lines are typed at the table, into a new game, a record, or a match."""
    is_toy = draw.random() < 0.2
    pool = TOY_TYPED if is_toy else TYPED
    lines = mutated(draw, draw.choice(pool), pool)
    if draw.random() < 0.3:
        lines = mutated(draw, lines, pool)
    lines = b"".join(lines.splitlines(keepends=True)[:MOST_LINES])
    changed = frozenset({NAME, "other.txt"})
    if is_toy:
        return Case("toy table", ("toy", "table", NAME), {NAME: draw.choice(TOYS)}, lines, changed)
    match draw.randrange(4):
        case 0:
            return Case("new table", ("confusion", "table", NAME), {}, lines, changed)
        case 1:
            level = ("--level", draw.choice("12"), "--seed", str(draw.randrange(50)))
            return Case("play", ("confusion", "play", NAME, *level), {}, lines, changed)
        case 2:
            return Case("new table", ("confusion", "table", NAME), {}, b"\n\n\n" + lines, changed)
        case _:
            begun = {NAME: draw.choice([each for each in small_records() if each])}
            return Case("table", ("confusion", "table", NAME), begun, lines, changed)


def resumed_case(draw: random.Random) -> Case:
    """A mutated record is gone on with."""
    is_toy = draw.random() < 0.3
    pool = TOYS if is_toy else small_records()
    game = "toy" if is_toy else "confusion"
    content = mutated(draw, draw.choice(pool), pool)
    lines = draw.choice(
        (b"quit\n", b"undo\nredo\nquit\n", b"note x\nundo\nmoves\nsuspects\n", b"edit 1 ben low\ndelete 1\n")
    )
    command = "play" if draw.random() < 0.15 and not is_toy else "table"
    return Case(
        f"{game} {command} on a mutated record",
        (game, command, NAME),
        {NAME: content},
        lines,
        frozenset({NAME}),
    )


def case_case(draw: random.Random) -> Case:
    """A case file is solved, with options."""
    # Mostly the small one, which is quickly solved whatever becomes of it.
    content = mutated(draw, draw.choice((*cases(), *cases()[-1:] * len(cases()))), cases())
    options: list[str] = []
    facts = (
        "A is King",
        "K is Crab",
        "C is not Rocket",
        "knife is in the envelope",
        "A is",
        "",
        "not A is King",
        _garbage(draw),
    )
    for _ in range(draw.choice((0, 0, 1, 2))):
        choices: tuple[tuple[str, ...], ...] = (
            ("--why", draw.choice(facts)), ("--given", draw.choice(facts)), ("--steps",), ("--ask",),
            ("--slips",),
            ("--review",), ("--rate", _garbage(draw)), ("--worlds", draw.choice(("0", "3", "9", "-1"))),
            ("--fractions",),
            ("--at", draw.choice(("0", "1", "99", "-1"))), ("--engine", draw.choice(("subsets", "diagram",
            "cp-sat"))),
        )  # fmt: skip
        options += draw.choice(choices)
    return Case("solve", ("solve", NAME, *options, *_json(draw)), {NAME: content})


def reading_case(draw: random.Random) -> Case:
    """A case file is only read, by the library: that takes no long work."""
    from deduce.casefile.reader import parse_case

    content = mutated(draw, draw.choice(cases()), cases()).decode("utf-8", "surrogateescape")
    return Case("a case that is read", call=lambda: parse_case(content))


def diagrams_case(draw: random.Random) -> Case:
    """A file of diagrams is shown, or played with."""
    content = mutated(draw, draw.choice(diagrams()), diagrams())
    command: tuple[str, ...] = ("show-diagrams", "--diagrams", NAME, *_json(draw))
    if draw.random() < 0.2:
        command = ("random", "--seed", "1", "--plies", "3", "--diagrams", NAME)
    return Case(f"{command[0]} --diagrams", ("confusion", *command), {NAME: content})


def position_case(draw: random.Random) -> Case:
    """A position is read by the library."""
    from deduce.confusion import parse_position, position_from_json, position_json, position_text
    from deduce.intake.data import parse_json

    if draw.random() < 0.5:
        pool = [each.encode() for each in positions()]
        text = mutated(draw, draw.choice(pool), pool).decode("utf-8", "surrogateescape")
        return Case("position as text", call=lambda: position_text(parse_position(text)))
    content = mutated(draw, draw.choice(positions_json()), positions_json()).decode("utf-8", "replace")
    return Case("position as JSON", call=lambda: position_json(position_from_json(parse_json(content))))


def log_case(draw: random.Random) -> Case:
    """A tournament goes on from a log."""
    content = mutated(draw, logs()[0], logs())
    arguments = ("confusion", "arena", *TOURNAMENT, "--file", NAME, *_json(draw))
    return Case("arena --file", arguments, {NAME: content}, may_change=frozenset({NAME}))


def history_case(draw: random.Random) -> Case:
    """The history beside a record is mutated."""
    game, record, history = draw.choice(histories())
    content = mutated(draw, history, [found for _, _, found in histories()])
    files, lines = (
        {NAME: record, f".{NAME}.history": content},
        draw.choice((b"undo 3\nredo\n", b"redo\nundo 99\nredo\nmoves\n")),
    )
    return Case(
        f"{game} table with a mutated history", (game, "table", NAME), files, lines, frozenset({NAME})
    )


OPTIONS: dict[str, tuple[str, ...]] = {
    "replay": ("--ply", "--diagrams", "--side"),
    "sheet": ("--ply", "--side"),
    "suggest": ("--ply", "--nodes", "--time", "--top", "--seed"),
    "random": ("--seed", "--plies", "--ruleset", "--variants", "--handicap", "--second-attempt",
        "--columns-off", "--x-square", "--diagrams"),
    "play": ("--level", "--side", "--first", "--seed", "--time", "--ruleset", "--variants", "--placement",
        "--handicap"),
    "table": ("--ruleset", "--variants", "--handicap", "--columns-off", "--x-square", "--second-attempt",
        "--diagrams", "--file"),
    "arena": ("--players", "--games", "--seed", "--jobs", "--time", "--nodes", "--limit", "--ruleset",
        "--file", "--backend"),
    "show-diagrams": ("--diagrams", "--svg"),
    "rules": (),
    "why": ("--side",),
    "solve": ("--at", "--given", "--why", "--rate", "--worlds", "--engine"),
}  # fmt: skip


LONG_ENOUGH = {"--nodes": (1_000_000, MOST_NODES), "--time": (5, MOST_SECONDS), "--games": (300, 150_000)}
"""Options that ask for work: how much of it is done well within its time, and how much is allowed at most."""


def _asked(option: str, word: str) -> str:
    """Return what is asked of an option: of work so little that it is soon done, or more than is allowed.

    In between lies what takes long because it was asked for, and would stop for Ctrl-C at a terminal. That
    it takes long is no fault; to wait for it would only hide those that are.
    """
    quick, most = LONG_ENOUGH.get(option, (0, 0))
    try:
        is_long = quick < float(word) <= most
    except ValueError:
        return word
    return f"{float(word) + most:.0f}" if is_long else word


def _with_word(arguments: Sequence[str], place: int, word: str) -> list[str]:
    """Return arguments with a word more, of which no more is asked either if an option stands before it."""
    before, behind = arguments[:place], arguments[place:]
    return [*before, _asked(before[-1], word) if before else word, *behind]


def options_case(draw: random.Random) -> Case:
    """Something is wrong on the command line."""
    command = draw.choice([*OPTIONS])
    record = (ROOT / "examples" / "at_the_table.txt").read_bytes()
    files, arguments = {NAME: record}, ["confusion", command]
    if command == "solve":
        files, arguments = {NAME: cases()[-1]}, ["solve"]
    elif command in {"play", "table"}:
        files = {}
    if command in {"replay", "sheet", "suggest", "why", "solve", "play", "table"}:
        arguments.append(NAME if draw.random() < 0.9 else _garbage(draw))
    usual = {
        "why": ["C", "rook"], "arena": ["--players", "goal,random", "--games", "1", "--limit", "4"],
        "random": ["--seed", "1"],
        "play": ["--level", "1", "--seed", "1"], "suggest": ["--nodes", "4"], "rules": [_garbage(draw)],
    }  # fmt: skip
    arguments += usual.get(command, [])
    if OPTIONS[command]:
        for _ in range(draw.choice((1, 1, 2))):
            option = draw.choice(OPTIONS[command])
            arguments += [option, _asked(option, _garbage(draw))]
    if draw.random() < 0.1:
        arguments = _with_word(arguments, draw.randrange(len(arguments)), _garbage(draw))
    if command not in {"random", "play", "table"}:
        arguments += _json(draw)
    if "--jobs" in arguments or "--backend" in arguments:
        # Processes of their own are not held to what one input may use.
        arguments = [each for each in arguments if each not in {"--jobs", "--backend"}]
    may_change = frozenset({NAME} if command in {"play", "table"} else ())
    return Case(f"options of {command}", tuple(arguments), files, b"quit\n", may_change)


TARGETS: tuple[tuple[Callable[[random.Random], Case], float], ...] = (
    (record_case, 30), (lines_case, 14), (resumed_case, 8), (case_case, 8),
    (reading_case, 12), (diagrams_case, 6),
    (position_case, 16),
    (log_case, 3), (history_case, 4), (options_case, 7), *CARDS_TARGETS, *NAPOLEONIC_TARGETS,
    *PUZZLE_TARGETS,
)  # fmt: skip
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


# --- One input ---------------------------------------------------------------------------------------


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


# --- Many inputs -------------------------------------------------------------------------------------


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
