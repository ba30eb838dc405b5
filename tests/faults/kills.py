"""Kill sessions at random moments: what was answered is in the file, the file is whole, and it goes on.

    PYTHONPATH=tests python -m faults.kills --kills 10000 --jobs 2

A session is a command line and the lines that are typed; it is killed (SIGKILL) at a random moment, at the
end of a pipe or on a pseudo-terminal. Afterwards

- the file is, byte by byte, what it was at some moment from the last answered line on;
- a second start, which may be killed as well, changes nothing that was not asked for;
- a third one goes on, takes back, brings back, and leaves the file as it found it;
- no temporary file is left in the folder, nor in that of the keys;
- every order sheet whose seal stands in the record is still there.

Where the machine draws lots of its own (a match), the rows that were there when the last line was read must
be there, followed by others at most. A tournament keeps every whole line of its log, and comes to its end.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from faults.napoleonic_inputs import ARMIES
from faults.warm import (
    ROOT,
    TRACEBACK,
    Findings,
    Streams,
    Watched,
    empty_folder,
    last_line,
    leftovers,
    run,
    spread,
    start,
    warm,
)

FILE = "game.txt"
PUZZLE = "game.toml"
MARKING = (
    "Dan is knave", "hint", "Ann is knight", "check", "undo", "redo", "Ben not knight; Cleo = knave", "undo",
    "more", "Ann is knave", "undo 1", "undo", "redo", "Dan not knight", "marks", "show",
)  # fmt: skip
"""What is written down at a puzzle, and taken back."""
SNAPSHOTS = "snapshots"
"""The folder in which a watched session keeps what its file held before each line."""
PAINTED = b"\x1b[H"
"""What a terminal is sent when its screen is painted anew."""
WHERE_IS_THE_CURSOR, AT_THE_BOTTOM = b"\x1b[6n", b"\x1b[24;3R"
PATIENCE = 30.0
"""Seconds after which something that should happen at once is given up."""
ROW = re.compile(rb"\d+\.")


@dataclass(frozen=True)
class Session:
    """What is typed into a command, and what must hold afterwards.

    Attributes:
        name: What it is called.
        command: What stands behind `deduce`; the record is in `file`.
        lines: What is typed.
        begin: What is in the file before; None if there is none.
        after: What is typed at the next start, which leaves the file as it is.
        is_repeatable: Whether the same lines make the same file, byte by byte.
        has_terminal: Whether it can be sat down at on a terminal too: a line for each screen.
        lost: What is said at the next start if something is gone that is kept in another place.
        file: The file that is written.
        beside: What else lies in the folder: names, each with a content.
    """

    name: str
    command: tuple[str, ...]
    lines: tuple[str, ...]
    begin: bytes | None = None
    after: tuple[str, ...] = ("undo", "redo", "quit")
    is_repeatable: bool = True
    has_terminal: bool = False
    lost: bytes = b""
    file: str = FILE
    beside: tuple[tuple[str, bytes], ...] = ()


@dataclass(frozen=True)
class Reference:
    """How a session goes if nobody kills it.

    Attributes:
        states: What its file held before each line, and in the end; None while it was not there.
        written: How many bytes had been written by then.
        seconds: How long it took.
        files: What lies in its folder afterwards.
    """

    states: tuple[bytes | None, ...]
    written: tuple[int, ...]
    seconds: float
    files: frozenset[str] = frozenset()


def sessions() -> list[Session]:
    """Return the sessions: the layer with the toy game, and Confusion with several rules."""
    toy: tuple[str, ...] = (
        "ann 2",
        "ben high",
        "turn 8",
        "move 7.5",
        "note ben likes nines",
        "ben low",
        "ann 5",
        "undo",
        "redo",
    )
    toy += ("ann 1", "edit 2 ben low", "undo 3", "redo", "insert 1 ben low", "delete 1", "turn 9", "move 3")
    hand = b"# kept by Ann\nAnn = 2 5 1\n"
    classic = _game(3, {"ruleset": "classic"}, 24)
    mixed = (*classic[:15], "note H may be the Crab", "undo 2", "redo", "edit 3 n", "undo", *classic[15:])
    variants = {"ruleset": "espionage", "variants": "2,5", "tokens": True}
    spying = ("confusion", "table", FILE, "--ruleset", "espionage", "--variants", "2,5", "--tokens")
    record = (ROOT / "examples" / "at_the_table.txt").read_bytes()
    going_on = (
        "v e1 n",
        "note H runs",
        "e n1 y",
        "undo",
        "redo",
        "k n1 n",
        "edit 42 n",
        "undo 2",
        "redo",
        "h n1 n",
    )
    playing = ("confusion", "play", FILE, "--seed", "7", "--level")
    hasty = _hasty(40)
    turning = ("cards", "table", FILE, "--packs", "tool")
    turned = (
        "en",
        "",
        "a inf 40; b inf 40",
        "n inf 40; o inf 40",
        *("a n", "b o", "end", "n b", "o a", "end") * 4,
    )
    sheets = ("napoleonic", "table", FILE)
    ours, theirs = "3 charge k; 7 evade; 5 order hold", "d charge 3; e2 evade"
    written = ("seal French", ours, ours, "seal English", theirs, theirs, "3 charge", "d charge", "q")
    written += ("open 3", "3 touched k", "open d", "h", "5 about", "h", "seal French", "none", "none")
    written += ("5 line takes 2", "h", "7 moved", "h", *written[:6])
    opened = ("undo", "redo", "open all", "yes", "moves", "quit")
    marching = (
        *(ROOT / "examples" / "napoleonic_evening.txt").read_text("utf-8").splitlines()[1:-2],
        "edit 1 5 square takes 2",
        "undo 3",
        "redo",
        "delete 2",
    )
    island = (ROOT / "examples" / "island.toml").read_bytes()
    return [
        Session("toy", ("toy", "table", FILE), toy, hand, has_terminal=True),
        Session("classic", ("confusion", "table", FILE), mixed),
        Session("espionage", spying, (*_game(5, variants, 16), "undo 3", "redo", "note no fact")),
        Session("resumed", ("confusion", "table", FILE), going_on, record, has_terminal=True),
        Session("marching", ("napoleonic", "table", FILE), marching),
        Session("sealed", turning, turned, after=("moves", "quit"), is_repeatable=False),
        Session(
            "sheets", sheets, written, ARMIES, opened, is_repeatable=False,
            lost=b"kept where they were sealed",
        ),
        Session(
            "puzzle", ("puzzle", "play", PUZZLE), MARKING, file="game.marks.txt", beside=((PUZZLE, island),),
            has_terminal=True,
        ),
        Session("play 1", (*playing, "1"), hasty, after=("moves", "quit"), is_repeatable=False),
        Session("play 2", (*playing, "2"), hasty, after=("moves", "quit"), is_repeatable=False),
    ]  # fmt: skip


def _game(seed: int, rules: dict[str, object], plies: int) -> tuple[str, ...]:
    """Return what is typed to enter a random game: the answers to what is asked first, and its turns."""
    from deduce.confusion.beginning import random_record
    from deduce.confusion.kind import CONFUSION
    from deduce.tabletop.record import parse_record

    record = parse_record(CONFUSION, random_record(seed, rules, plies=plies, french=False))
    headers = {header.key: header.value for header in record.document.headers}
    lines = ["", headers.get("First", ""), ""]
    for step in record.steps:
        # Whatever is asked about it is answered: it was possible.
        lines += [step.text] if step.text.endswith(")") else [step.text, "y"]
    return tuple(lines)


def _hasty(count: int) -> tuple[str, ...]:
    """Return what a hasty human types in a match."""
    draw, lines = random.Random(5), []
    for _ in range(count):
        way = draw.choice(("n", "ne", "e", "se", "s", "sw", "w", "nw"))
        lines.append(f"{draw.choice('acehklnopstv')} {way}{draw.randint(1, 3)}")
        lines.append(draw.choice("yn"))
    return tuple(lines)


# --- How it goes if nobody kills it ------------------------------------------------------------------


def _watching(folder: Path, file: str) -> None:
    """Have the session keep, before each line that it reads, what its file holds and what it has written."""
    kept, count = folder / SNAPSHOTS, 0
    kept.mkdir(exist_ok=True)

    def keep() -> None:
        nonlocal count
        sys.stdout.flush()
        path = folder / file
        state = b"+" + path.read_bytes() if path.exists() else b"-"
        # A name that is not read until all of it is there.
        part = kept / "part"
        part.write_bytes(b"%d\n%b" % (os.fstat(1).st_size, state))
        part.rename(kept / f"{count:06}")
        count += 1

    sys.stdin = Watched(sys.stdin, keep)


def _kept(folder: Path) -> list[tuple[int, bytes | None]]:
    """Return what a watched session kept."""
    found = []
    for path in sorted((folder / SNAPSHOTS).glob("0*")):
        written, _, state = path.read_bytes().partition(b"\n")
        found.append((int(written), state[1:] if state[:1] == b"+" else None))
    return found


def typed(lines: Sequence[str]) -> bytes:
    """Return lines as they are typed."""
    return "".join(f"{line}\n" for line in lines).encode()


@cache
def reference(session: Session) -> Reference:
    """Run a session to its end."""
    with empty_folder() as folder:
        _begin(session, folder)
        began = time.monotonic()
        ended = run(
            session.command,
            folder,
            typed(session.lines),
            _environ(folder),
            partial(_watching, folder, session.file),
        )
        seconds = time.monotonic() - began
        if ended.status or TRACEBACK in ended.stderr:
            message = f"{session.name} does not run: {ended.status} {ended.stderr[-500:]!r}"
            raise RuntimeError(message)
        kept = _kept(folder)
        written, states = zip(*kept, strict=True)
        # The data folder is there as soon as lines are typed at a terminal.
        files = frozenset({"data", *(path.name for path in folder.iterdir())})
        return Reference(tuple(states), tuple(written), seconds, files)


def _environ(folder: Path) -> dict[str, str]:
    return {"XDG_DATA_HOME": str(folder / "data"), "COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"}


def _begin(session: Session, folder: Path) -> None:
    for name, content in session.beside:
        (folder / name).write_bytes(content)
    if session.begin is not None:
        (folder / session.file).write_bytes(session.begin)


# --- Killing -----------------------------------------------------------------------------------------


def kill_one(session: Session, draw: random.Random, found: Findings) -> None:
    """Kill a session at a random moment, and look at what is left."""
    usual = reference(session)
    with empty_folder() as folder:
        _begin(session, folder)
        delay = draw.uniform(0, usual.seconds * 1.1)
        if session.has_terminal and draw.random() < 0.25:
            said = kill_on_terminal(session, folder, delay, draw, found)
        else:
            said = kill_on_pipe(session, folder, delay, draw, found)
        for fault in (*said, *_afterwards(session, folder, draw, found)):
            kind, _, detail = fault.partition(" (")
            found.fault(f"{session.name}: {kind}", f"{detail.rstrip(')')} killed after {delay:.3f} s".strip())


def kill_on_pipe(
    session: Session, folder: Path, delay: float, draw: random.Random, found: Findings
) -> list[str]:
    """Kill a session at the end of a pipe; all lines wait in the pipe."""
    usual, out, given = reference(session), folder / "out", folder / "in"
    given.write_bytes(typed(session.lines))
    handles = os.open(given, os.O_RDONLY), os.open(out, os.O_RDWR | os.O_CREAT), os.open(out, os.O_RDWR)
    prepare = None if session.is_repeatable else partial(_watching, folder, session.file)
    child = start(session.command, Streams(*handles), folder, _environ(folder), prepare)
    if draw.random() < 0.5 and usual.written[-1]:
        # Near an answer, where most is going on, instead of anywhere.
        mark = draw.choice(usual.written)
        _until(lambda: out.stat().st_size >= mark or _is_over(child), usual.seconds * 3)
        delay = draw.expovariate(1 / 0.003)
    time.sleep(delay)
    _kill(child)
    for handle in handles:
        os.close(handle)
    size = out.stat().st_size
    out.unlink()
    given.unlink()
    found.count("killed at a pipe")
    if not session.is_repeatable:
        return _rows_are_there(session, folder)
    return _state_fault(session, folder, usual, answered_lines(usual, size))


def answered_lines(usual: Reference, size: int) -> int:
    """Return how many lines were answered when so many bytes had been written.

    The first byte of an answer is written after the line was saved. Only in the interview before a game
    begins something is written before, so there it takes all of the answer.
    """
    lines = zip(usual.states[:-1], usual.written[:-1], usual.written[1:], strict=True)
    return sum(size > before if state is not None else size >= after for state, before, after in lines)


def kill_on_terminal(
    session: Session, folder: Path, delay: float, draw: random.Random, found: Findings
) -> list[str]:
    """Kill a session on a pseudo-terminal: a line is typed when the one before is answered on the screen."""
    import termios

    usual = reference(session)
    master, slave = os.openpty()
    termios.tcsetwinsize(master, (24, 80))
    child = start(session.command, Streams(slave, slave, slave, is_terminal=True), folder, _environ(folder))
    os.close(slave)
    shown, painted, line, extra = b"", 0, 0, draw.uniform(0, 0.4) if draw.random() < 0.5 else 0.0
    end = time.monotonic() + delay + extra
    target = draw.randrange(len(session.lines) + 1)
    while time.monotonic() < end or (painted <= target and time.monotonic() < end + PATIENCE):
        ready, _, _ = select.select([master], [], [], 0.001)
        if not ready:
            continue
        try:
            shown += os.read(master, 65536)
        except OSError:
            break
        while WHERE_IS_THE_CURSOR in shown:
            before, _, behind = shown.partition(WHERE_IS_THE_CURSOR)
            shown = before + behind
            os.write(master, AT_THE_BOTTOM)
        painted += shown.count(PAINTED)
        shown = shown[max(0, len(shown) - 3) :].replace(PAINTED, b"")
        while line < painted and line < len(session.lines):
            os.write(master, typed([session.lines[line]]).replace(b"\n", b"\r"))
            line += 1
        if painted > target:
            end = min(end, time.monotonic() + draw.uniform(0, 0.02))
    _kill(child)
    os.close(master)
    found.count("killed on a terminal")
    found.count("lines answered on a terminal", max(painted - 1, 0))
    return _state_fault(session, folder, usual, max(painted - 1, 0))


def _until(is_so: Callable[[], bool], patience: float) -> None:
    end = time.monotonic() + patience
    while not is_so() and time.monotonic() < end:
        time.sleep(0.0002)


def _is_over(child: int) -> bool:
    """Tell whether a child has ended; it stays there to be waited for."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _kill(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


# --- What is left ------------------------------------------------------------------------------------


def _content(session: Session, folder: Path) -> bytes | None:
    path = folder / session.file
    return path.read_bytes() if path.exists() else None


def _state_fault(session: Session, folder: Path, usual: Reference, answered: int) -> list[str]:
    """Look whether the file is what it was at some moment from the last answered line on."""
    content = _content(session, folder)
    if content in usual.states[answered:]:
        return []
    if content in usual.states:
        at = max(place for place, state in enumerate(usual.states) if state == content)
        return [f"what was answered is not in the file ({answered} lines were, {at} are there)"]
    return ["the file is none that the session ever made"]


def _rows(content: bytes | None) -> list[bytes]:
    return [line for line in (content or b"").split(b"\n") if ROW.match(line)]


def _rows_are_there(session: Session, folder: Path) -> list[str]:
    """Look whether the rows are there that were there when the last line was read."""
    kept, rows = _kept(folder), _rows(_content(session, folder))
    before = _rows(kept[-1][1]) if kept else []
    # The last row may have been gone on with.
    is_there = rows[: len(before) - 1] == before[:-1] if before else True
    if before and is_there:
        is_there = len(rows) >= len(before) and rows[len(before) - 1].startswith(before[-1])
    return [] if is_there else ["what was answered is not in the file"]


def _lost(session: Session, stdout: bytes) -> list[str]:
    """Look whether it is said that something is gone."""
    return ["what is kept in another place is gone"] if session.lost and session.lost in stdout else []


def _afterwards(session: Session, folder: Path, draw: random.Random, found: Findings) -> list[str]:
    """Start again, twice: once to be killed while it starts, once to go on."""
    before, faults = _content(session, folder), []
    if before is None:
        found.count("killed before there was a file")
        return []
    if not before:
        return ["the file is empty"]
    if draw.random() < 0.2:
        null = os.open(os.devnull, os.O_RDWR)
        child = start(session.command, Streams(null, null, null), folder, _environ(folder))
        os.close(null)
        time.sleep(draw.uniform(0, 0.05))
        _kill(child)
        found.count("killed while starting again")
        if _content(session, folder) != before and session.is_repeatable:
            faults.append("a start that was killed changed the file")
            before = _content(session, folder)
    ended = run(session.command, folder, typed(session.after), _environ(folder))
    if ended.status or ended.stderr:
        said = (
            last_line(ended.stderr)
            if TRACEBACK in ended.stderr
            else ended.stderr[:160].decode("utf-8", "replace")
        )
        faults.append(f"it does not go on: exit status {ended.status}, {said}")
    faults += _lost(session, ended.stdout)
    after = _content(session, folder)
    if session.is_repeatable and after != before:
        faults.append("undo and redo did not bring back the same file")
    elif not session.is_repeatable and _rows(after)[: len(_rows(before)) - 1] != _rows(before)[:-1]:
        faults.append("going on lost rows")
    others = {path.name for path in folder.iterdir()} - reference(session).files
    left = others | {*leftovers(folder)}
    if left:
        found.count("temporary files left", len(left))
        what = {re.sub(r"\.[^.]+\.tmp$", ".*.tmp", name) for name in left}
        faults.append(f"after the next start there is {', '.join(sorted(what))}")
    found.count("started again")
    return faults


# --- Tournaments -------------------------------------------------------------------------------------


def kill_tournament(draw: random.Random, found: Findings) -> None:
    """Kill a tournament; its log keeps every whole line, and it comes to its end when it is started again."""
    games = 8
    command: tuple[str, ...] = (
        "confusion",
        "arena",
        "--players",
        "goal,random",
        "--games",
        str(games),
        "--limit",
        "40",
    )
    command += ("--file", "log.jsonl", "--json")
    with empty_folder() as folder:
        log, null = folder / "log.jsonl", os.open(os.devnull, os.O_RDWR)
        child = start(command, Streams(null, null, null), folder, _environ(folder))
        os.close(null)
        time.sleep(draw.uniform(0, 0.25))
        _kill(child)
        found.count("killed tournaments")
        before = log.read_bytes() if log.exists() else b""
        whole = before.rpartition(b"\n")[0].split(b"\n") if b"\n" in before else []
        ended = run(command, folder, b"", _environ(folder))
        after = log.read_bytes().split(b"\n") if log.exists() else []
        if ended.status or ended.stderr:
            found.fault("arena: it does not go on", ended.stderr[-300:].decode("utf-8", "replace"))
        if after[: len(whole)] != whole:
            found.fault("arena: a whole line of the log was lost", repr(before[-200:]))
        if len(after) != games + 1 or after[-1]:
            found.fault("arena: the log is not whole in the end", f"{len(after)} lines")
        if leftovers(folder):
            found.fault("arena: temporary files are left", " ".join(leftovers(folder)))


# --- The command -------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill as often as was asked for, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", default="", help="Only the session of this name, or arena.")
    given = parser.parse_args(arguments)
    warm()
    chosen = [each for each in sessions() if given.only in {"", each.name}]
    for session in chosen:
        usual = reference(session)
        print(f"{session.name}: {len(session.lines)} lines in {usual.seconds:.2f} s", file=sys.stderr)

    def work(number: int, found: Findings) -> None:
        draw = random.Random(f"{given.seed}-{number}")
        if given.only == "arena" or (not given.only and number % 16 == 15):
            kill_tournament(draw, found)
        else:
            kill_one(chosen[number % len(chosen)], draw, found)
        found.done += 1

    return spread(work, given.kills, given.jobs, given.kills).report("kills")


if __name__ == "__main__":
    sys.exit(main())
