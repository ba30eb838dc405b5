"""Odd conditions, one line of shell each: streams that are closed, disks that are full, files that are none.

    PYTHONPATH=tests python -m faults.conditions --jobs 2
    PYTHONPATH=tests python -m faults.conditions --only "table on a FIFO" --show

Every script runs in a folder of its own with `deduce` in its path and these in it: game.txt (a record),
case.toml (a case), other.txt (another game), log.jsonl (the log of a tournament). The last command tells how
it went. Demanded are the exit status that stands beside the script, no traceback, at 2 exactly one sentence,
no character that a terminal obeys, that files are as they were unless their names stand beside the script,
and that it neither takes long nor needs much memory.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from command_line import COMMAND
from faults.confusion_inputs import TOURNAMENT, TYPED
from faults.warm import (
    IGNORED,
    ROOT,
    TRACEBACK,
    Ended,
    Findings,
    controls,
    empty_folder,
    last_line,
    sentence_faults,
    spread,
)

PATIENCE, MEGABYTES = 30.0, 500
"""Seconds and megabytes: a whole interpreter is started, on a machine that may have other things to do."""
ANY = frozenset({0, 1, 2})
OK, BAD = frozenset({0}), frozenset({2})
UNHEARD = ANY | {128 + signal.SIGPIPE}
"""Whoever nobody listens to any more may also be ended for that, as other programs are."""
DEMANDED, IMPOSSIBLE = 98, 99
"""The exit statuses with which a script says that something does not hold, and that it cannot be tried here."""
LIMITED = "setpriv --bounding-set=-dac_override,-dac_read_search,-fowner"
"""How whoever may do everything does without that."""


@dataclass(frozen=True)
class Condition:
    """Something odd.

    Attributes:
        name: What it is called.
        script: The lines of shell; the exit status of the last command is looked at.
        statuses: The exit statuses that are right.
        changed: The files that may be changed, besides those that were not there.
        holds: For files what must be in them afterwards.
        needs: A command without which it cannot be tried.
        sentences: How many things there are to be said on stderr.
    """

    name: str
    script: str
    statuses: frozenset[int] = BAD
    changed: frozenset[str] = frozenset()
    holds: tuple[tuple[str, bytes], ...] = ()
    needs: str = ""
    sentences: int = 1


GAME = frozenset({"game.txt"})
ENTRY = "printf 'v e1 n\\nquit\\n' | "
SVG = b"<svg"


def conditions() -> list[Condition]:
    """Return all of them."""
    return [
        *_streams(),
        *_places(),
        *_not_ours(),
        *_surroundings(),
        *_names(),
        *_too_much(),
        *_napoleonic(),
    ]


def _streams() -> list[Condition]:
    """Standard streams that are closed, full, or not listened to."""
    found = []
    asking = {
        "sheet": "deduce confusion sheet game.txt",
        "replay as JSON": "deduce confusion replay game.txt --json",
        "solve": "deduce solve case.toml",
        "solve as JSON": "deduce solve case.toml --json",
        "random": "deduce confusion random --seed 1",
        "show-diagrams": "deduce confusion show-diagrams",
        "print-sheets": "deduce confusion print-sheets",
        "arena": f"deduce confusion arena {' '.join(TOURNAMENT)}",
        "rules": "deduce confusion rules",
        "help": "deduce --help",
        "version": "deduce --version",
    }
    for name, command in asking.items():
        found += [
            Condition(f"{name} > /dev/full", f"{command} > /dev/full"),
            Condition(f"{name} >&-", f"{command} >&-", ANY),
            Condition(f"{name} 2>&-", f"{command} 2>&-", ANY),
            Condition(
                f"{name} | head -1", f"({command}; echo $? > status) | head -1; exit $(cat status)", UNHEARD
            ),
            Condition(f"{name} <&-", f"{command} <&-", frozenset({0, 1})),
        ]
    found += [
        Condition("table > /dev/full", f"{ENTRY} deduce confusion table game.txt > /dev/full", BAD, GAME),
        Condition("table >&-", f"{ENTRY} deduce confusion table game.txt >&-", ANY, GAME),
        Condition(
            "play > /dev/full", "printf 'h n1\\n' | deduce confusion play new.txt --level 1 > /dev/full"
        ),
        Condition(
            "an error > /dev/full", "deduce confusion sheet nowhere.txt --json > /dev/full", sentences=2
        ),
        Condition("an error 2> /dev/full", "deduce confusion sheet nowhere.txt 2> /dev/full"),
        Condition("an error 2>&-", "deduce confusion sheet nowhere.txt 2>&-"),
        *(
            Condition(f"{name} > /dev/full", f"deduce {command} --json > /dev/full", sentences=2)
            for name, command in (
                ("a wrong option", "solve nowhere.toml --bad"),
                ("a wrong option of a game", "cards replay --bad"),
                ("a wrong command", "nosuch"),
            )
        ),
        Condition("a wrong option 2> /dev/full", "deduce solve nowhere.toml --bad 2> /dev/full"),
        Condition("table <&-", "deduce confusion table game.txt <&-", frozenset({0, 2})),
        Condition("new table <&-", "deduce confusion table new.txt <&-"),
        Condition("play <&-", "deduce confusion play new.txt --level 1 <&-", frozenset({0, 2})),
        Condition("replay - <&-", "deduce confusion replay - <&-"),
        Condition("solve - <&-", "deduce solve - <&-"),
        Condition("all closed", "deduce confusion sheet game.txt <&- >&- 2>&-", ANY),
    ]
    return found


def _places() -> list[Condition]:
    """Folders and files that are gone, closed, or go round in circles."""
    gone = "game=$(pwd)/game.txt; mkdir gone; cd gone; rmdir ../gone; "
    loop = "ln -s loop loop; "
    closed = "mkdir ro; cp game.txt ro; chmod 555 ro; "
    commands = {
        "table": "deduce confusion table {} </dev/null",
        "play": "deduce confusion play {} --level 1 </dev/null",
        "replay": "deduce confusion replay {}",
        "review": "deduce confusion review {} --nodes 2 --ply 1",
        "solve": "deduce solve {}",
        "show-diagrams": "deduce confusion show-diagrams --diagrams {}",
        "a picture": "deduce confusion show-diagrams --svg {}",
        "arena": f"deduce confusion arena {' '.join(TOURNAMENT)} --file {{}}",
    }
    found = []
    for name, command in commands.items():
        found += [
            Condition(f"{name} in a folder that is gone", gone + command.format("game.txt")),
            Condition(f"{name} on a loop of links", loop + command.format("loop")),
            Condition(f"{name} on a folder", "mkdir folder; " + command.format("folder")),
            Condition(f"{name} on nothing", command.format("''")),
            Condition(f"{name} below a file", command.format("game.txt/x")),
            Condition(f"{name} by too long a name", command.format("a" * 300)),
            Condition(f"{name} by a link to nowhere far", "ln -s nowhere/x link; " + command.format("link")),
        ]
    found += [
        Condition("a record by its whole path from a folder that is gone", gone + "deduce confusion sheet $game", OK),
        Condition("table by its whole path from a folder that is gone",
                  gone + f"{ENTRY} deduce confusion table $game", OK, GAME),
        Condition("a new game in a read-only folder",
                  closed + "printf '\\n\\n\\nh n1 n\\n' | $limited deduce confusion table ro/new.txt", needs="limited"),
        Condition("table in a read-only folder", closed + f"{ENTRY} $limited deduce confusion table ro/game.txt",
                  needs="limited"),
        Condition("arena in a read-only folder",
                  closed + f"$limited deduce confusion arena {' '.join(TOURNAMENT)} --file ro/x", needs="limited"),
        Condition("a picture in a read-only folder",
                  closed + "$limited deduce confusion show-diagrams --svg ro/x.svg", needs="limited"),
        Condition("table on a read-only file",
                  f"chmod 444 game.txt; {ENTRY} $limited deduce confusion table game.txt", ANY, needs="limited"),
        Condition("replay of a file that may not be read",
                  "chmod 000 game.txt; $limited deduce confusion replay game.txt", needs="limited"),
        Condition("solve of a file that may not be read",
                  "chmod 000 case.toml; $limited deduce solve case.toml --json", needs="limited"),
        Condition("a full disk under table", f"ulimit -f 0; {ENTRY} deduce confusion table game.txt"),
        Condition("a full disk under a new table",
                  "ulimit -f 0; printf '\\n\\n\\nh n1 n\\n' | deduce confusion table new.txt"),
        Condition("a full disk under play", "ulimit -f 0; deduce confusion play new.txt --level 1 </dev/null"),
        Condition("a full disk under arena",
                  f"ulimit -f 0; deduce confusion arena {' '.join(TOURNAMENT)} --file new.jsonl"),
        Condition("a full disk under a picture", "ulimit -f 0; deduce confusion show-diagrams --svg new.svg"),
        Condition("few files may be open", f"{ENTRY} (ulimit -n 12; deduce confusion table game.txt)", ANY, GAME),
    ]  # fmt: skip
    return found


def _not_ours() -> list[Condition]:
    """Files that must not be written over."""
    devices = {"null": "c 1 3", "zero": "c 1 5", "full": "c 1 7", "FIFO": "p"}
    found = []
    for name, what in devices.items():
        thing, made = f"thing-{name}", f"mknod thing-{name} {what} || exit 99; "
        is_there = f"; status=$?; test -{'p' if what == 'p' else 'c'} {thing} || exit 98; exit $status"
        commands = (
            "confusion table {} </dev/null",
            "confusion play {} --level 1 </dev/null",
            "confusion show-diagrams --svg {}",
            "confusion review game.txt --nodes 2 --ply 1 --svg {}",
            f"confusion arena {' '.join(TOURNAMENT)} --file {{}}",
        )
        found += [
            Condition(f"{each.split()[1]} on a {name}", f"{made} deduce {each.format(thing)}{is_there}", ANY)
            for each in commands
        ]
        export = f"printf 'export {thing}\\nquit\\n' | deduce confusion table game.txt"
        found.append(Condition(f"export to a {name}", f"{made} {export}{is_there}", ANY, GAME))
    sock = "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"sock\")'; "
    is_sock = "; status=$?; test -S sock || exit 98; exit $status"
    found += [
        Condition("table on a socket", f"{sock} deduce confusion table sock </dev/null {is_sock}"),
        Condition("replay of a FIFO that nobody writes to", "mkfifo fifo; deduce confusion replay fifo"),
        Condition("solve of a FIFO that nobody writes to", "mkfifo fifo; deduce solve fifo"),
        Condition("diagrams from a FIFO", "mkfifo fifo; deduce confusion show-diagrams --diagrams fifo"),
        Condition("export onto another game",
                  "printf 'export other.txt\\nquit\\n' | deduce confusion table game.txt", ANY),
        Condition("export onto the record itself",
                  "printf 'export game.txt\\nquit\\n' | deduce confusion table game.txt", ANY),
        Condition("export onto the record by a hard link",
                  "ln game.txt same.txt; printf 'export same.txt\\nquit\\n' | deduce confusion table game.txt; "
                  "cmp game.txt same.txt", OK),
        Condition("a picture onto the record", "deduce confusion review game.txt --nodes 2 --ply 1 --svg game.txt"),
        Condition("a picture onto the record by a link",
                  "ln -s game.txt link; deduce confusion review game.txt --nodes 2 --ply 1 --svg link"),
        Condition("a picture onto the record by a hard link",
                  "ln game.txt same; deduce confusion review game.txt --nodes 2 --ply 1 --svg same"),
        Condition("a picture onto the diagrams it shows",
                  f"cp {shlex.quote(str(_diagrams()))} d.toml; "
                  "deduce confusion show-diagrams --diagrams d.toml --svg d.toml; s=$?; "
                  "grep -q reach d.toml || exit 98; exit $s"),
        Condition("a tournament into a record",
                  f"deduce confusion arena {' '.join(TOURNAMENT)} --file game.txt"),
        Condition("a tournament into another's log",
                  "deduce confusion arena --players goal,random --games 2 --limit 6 --seed 99 --file log.jsonl"),
        Condition("a match into a record", "printf 'h n1\\n' | deduce confusion play game.txt --level 1"),
        Condition("a game onto a case", f"{ENTRY} deduce confusion table case.toml"),
        Condition("the rights of a picture",
                  "umask 027; deduce confusion show-diagrams --svg new.svg; test $(stat -c %a new.svg) = 640", OK,
                  holds=(("new.svg", SVG),)),
        Condition("the rights of a game",
                  "umask 077; printf '\\n\\n\\nh n1 n\\nquit\\n' | deduce confusion table new.txt; "
                  "test $(stat -c %a new.txt) = 600", OK),
    ]  # fmt: skip
    return found


def _surroundings() -> list[Condition]:
    """Environments in which something is missing or odd."""
    accents = "printf 'Me = Yellow\\nTitle = Caf\\303\\251 \\346\\274\\242\\n\\nYellow\\tWhite\\n1. (C-N2)\\n; not\\303\\251\\n' > in.txt; "
    type_in = "printf 'note caf\\303\\251 \\346\\274\\242\\nundo\\nc n2 n\\nquit\\n' | "
    kept = (
        ("in.txt", "Title = Café 漢\n".encode()),
        ("in.txt", "café 漢".encode()),
        ("in.txt", "; noté\n".encode()),
    )
    utf8 = (("in.txt", "Title = Café 漢\n".encode()),)
    found = []
    encodings = {
        "LC_ALL=C": "LC_ALL=C",
        "LC_ALL=C without coercion": "LC_ALL=C PYTHONCOERCECLOCALE=0 PYTHONUTF8=0",
        "POSIX, strict": "LC_ALL=POSIX PYTHONCOERCECLOCALE=0 PYTHONUTF8=0 PYTHONIOENCODING=ascii:strict",
        "ascii": "PYTHONIOENCODING=ascii",
        "latin-1": "PYTHONIOENCODING=latin-1",
        "strict": "PYTHONIOENCODING=utf-8:strict",
    }
    for name, setting in encodings.items():
        found += [
            Condition(f"replay with {name}", f"{accents} {setting} deduce confusion replay in.txt", ANY),
            Condition(f"replay as JSON with {name}",
                      f"{accents} {setting} deduce confusion replay in.txt --json > out; status=$?; "
                      f"{sys.executable} -c 'import json; json.load(open(\"out\", \"rb\"))' || exit 98; exit $status",
                      frozenset({0, 1})),
            Condition(f"sheet with {name}", f"{setting} deduce confusion sheet game.txt", OK),
            Condition(f"table with {name}", f"{accents} {type_in} {setting} deduce confusion table in.txt",
                      frozenset({0}), holds=utf8 if name in {"latin-1", "strict"} else kept),
            Condition(f"solve with {name}", f"{setting} deduce solve case.toml", OK),
            Condition(f"an error with {name}", f"{setting} deduce confusion replay 'caf\u00e9.txt'"),
            Condition(f"help with {name}", f"{setting} deduce confusion --help", OK),
        ]  # fmt: skip
    found += [
        Condition("a note that is no UTF-8",
                  "printf 'note caf\\351\\nquit\\n' | deduce confusion table game.txt", ANY, GAME),
        Condition("a record in Latin-1",
                  "printf 'Title = caf\\351\\nMe = Yellow\\n\\nYellow\\tWhite\\n1. (C-N2)\\n' > in.txt; "
                  "deduce confusion replay in.txt", ANY),
        Condition("table on a record in Latin-1",
                  "printf 'Title = caf\\351\\nMe = Yellow\\n\\nYellow\\tWhite\\n1. (C-N2)\\n' > in.txt; cp in.txt was; "
                  "printf 'c n1 n\\nquit\\n' | deduce confusion table in.txt; s=$?; "
                  "test $s = 2 && cmp in.txt was; grep -qa '?' in.txt && exit 98; exit $s", ANY),
    ]  # fmt: skip
    for setting in ("TERM=dumb", "NO_COLOR=1", "COLUMNS=20", "COLUMNS=0", "COLUMNS=x", "COLUMNS=-5", "LINES=1",
                    "COLUMNS=99999999", "TZ=nowhere/none", "PYTHONHASHSEED=1", "TMPDIR=/nowhere"):  # fmt: skip
        found += [
            Condition(f"sheet with {setting}", f"{setting} deduce confusion sheet game.txt", OK),
            Condition(
                f"table with {setting}", f"{ENTRY} {setting} deduce confusion table game.txt", OK, GAME
            ),
        ]
    new = "printf '\\n\\n\\nh n1 n\\nquit\\n' | "
    homes = {
        "no HOME": "env -u HOME -u XDG_DATA_HOME",
        "a HOME that is nowhere": "env -u XDG_DATA_HOME HOME=/proc/nowhere",
        "a HOME that is a file": "env -u XDG_DATA_HOME HOME=$(pwd)/game.txt",
        "an empty HOME": "env -u XDG_DATA_HOME HOME=",
        "a data folder that is a file": "env XDG_DATA_HOME=$(pwd)/game.txt",
        "a data folder that cannot be": "env XDG_DATA_HOME=/proc/nowhere",
        "a data folder that is relative": "env XDG_DATA_HOME=data",
    }
    for name, setting in homes.items():
        found += [
            Condition(f"a new game with {name}", f"export HOME=$(pwd)/home; {new} {setting} deduce confusion table", ANY),
            Condition(f"a match with {name}",
                      f"export HOME=$(pwd)/home; {setting} deduce confusion play --level 1 </dev/null", ANY),
            Condition(f"the list of games with {name}",
                      f"export HOME=$(pwd)/home; {setting} deduce confusion table --history", ANY),
        ]  # fmt: skip
    found.append(Condition("a full disk under the data folder", f"ulimit -f 0; {new} deduce confusion table"))
    return found


def _names() -> list[Condition]:
    """Files by odd names."""
    names = {
        "a newline": "'a\\nb.txt'", "an escape": "'a\\033[31mb.txt'", "no UTF-8": "'a\\351b.txt'", "a bell": "'a\\007.txt'",
        "bidi": "'a\\342\\200\\256b.txt'", "C1": "'a\\302\\233b.txt'", "markup": "'[red]a[bold].txt'", "a dash": "'-a.txt'",
        "spaces": "'  a b .txt'", "an equals sign": "'a=b#c.txt'", "carriage return": "'a\\rb.txt'",
    }  # fmt: skip
    found = []
    for name, text in names.items():
        called = f'f="./$(printf -- {text})"; '
        there = called + 'cp game.txt "$f"; '
        found += [
            Condition(f"replay by {name}", f'{there} deduce confusion replay "$f"', OK),
            Condition(f"replay as JSON by {name}",
                      f'{there} deduce confusion replay "$f" --json > out; s=$?; '
                      f"{sys.executable} -c 'import json; json.load(open(\"out\", \"rb\"))' || exit 98; exit $s", OK),
            Condition(f"no file by {name}", f'{called} deduce confusion replay "$f"'),
            Condition(f"no file by {name}, as JSON", f'{called} deduce confusion replay "$f" --json'),
            Condition(f"no case by {name}", f'{called} deduce solve "$f"'),
            Condition(f"table by {name}", f'{there} {ENTRY} deduce confusion table "$f"', OK),
            Condition(f"a new game by {name}",
                      f"{called} printf '\\n\\n\\nh n1 n\\nquit\\n' | deduce confusion table \"$f\"", ANY),
            Condition(f"a match by {name}", f'{called} deduce confusion play "$f" --level 1 </dev/null', ANY),
            Condition(f"a picture by {name}", f'{called} deduce confusion show-diagrams --svg "$f"', OK),
            Condition(f"diagrams by {name}",
                      f"{called} cp {shlex.quote(str(_diagrams()))} \"$f\"; printf '\\n\\n\\nh n1 n\\nquit\\n' | "
                      'deduce confusion table new.txt --diagrams "$f" && deduce confusion replay new.txt || exit 2', ANY),
        ]  # fmt: skip
    return found


def _too_much() -> list[Condition]:
    """Input that never ends, or nearly so."""
    limit = "head -c 400000000 /dev/zero | tr '\\0' 'a' | "
    return [
        Condition("replay of /dev/zero", "deduce confusion replay /dev/zero"),
        Condition("solve of /dev/zero", "deduce solve /dev/zero"),
        Condition("diagrams from /dev/zero", "deduce confusion show-diagrams --diagrams /dev/zero"),
        Condition("a record that names /dev/zero",
                  "printf 'Diagrams = /dev/zero\\nMe = Yellow\\n\\nYellow\\tWhite\\n1. (C-N2)\\n' > in.txt; "
                  "deduce confusion replay in.txt"),
        Condition("a record that names /dev/stdin",
                  "printf 'Diagrams = /dev/stdin\\nMe = Yellow\\n\\nYellow\\tWhite\\n1. (C-N2)\\n' > in.txt; "
                  "mkfifo fifo; sleep 100 > fifo & deduce confusion replay in.txt < fifo"),
        Condition("400 MB to replay -", limit + "deduce confusion replay -"),
        Condition("400 MB to solve -", limit + "deduce solve -"),
        Condition("400 MB in one line to table", limit + "deduce confusion table game.txt", ANY, GAME),
        Condition("400 MB of history",
                  "head -c 400000000 /dev/zero > .game.txt.history; "
                  f"{ENTRY} deduce confusion table game.txt; s=$?; rm .game.txt.history; exit $s", ANY, GAME),
        Condition("400 MB of log",
                  f"head -c 400000000 /dev/zero > big; deduce confusion arena {' '.join(TOURNAMENT)} --file big; "
                  "s=$?; rm big; exit $s"),
        Condition("400 MB of record",
                  "head -c 400000000 /dev/zero > big; deduce confusion table big </dev/null; s=$?; rm big; exit $s"),
    ]  # fmt: skip


def _napoleonic() -> list[Condition]:
    """What only the Napoleonic chapters read and keep: files of rules, and order sheets."""
    can = "deduce napoleonic can '3 charge k'"
    rules = {"a folder": ".", "nothing": "nowhere.toml", "a loop of links": "loop.toml", "a FIFO": "fifo.toml",
             "/dev/zero": "/dev/zero", "a record": "battle.txt", "400 MB": "big.toml"}  # fmt: skip
    begun = (
        "ln -s loop.toml loop.toml; mkfifo fifo.toml; truncate -s 400000000 big.toml; "
        "printf 'Game = napoleonic\\nFrench = 3 cav\\nEnglish = k inf\\n\\n' > battle.txt; "
    )
    found = [
        Condition("can > /dev/full", f"{can} > /dev/full"),
        Condition("can >&-", f"{can} >&-", ANY),
        Condition("can <&-", f"{can} <&-", OK),
    ]
    for name, file in rules.items():
        named = f"{begun} sed -i '2i Rules = {file}' battle.txt; "
        found += [
            Condition(f"rules from {name}", f"{begun} {can} --rules {file}; s=$?; rm -f big.toml; exit $s"),
            Condition(f"a battle by rules from {name}",
                      f"{named} deduce napoleonic replay battle.txt; s=$?; rm -f big.toml; exit $s"),
        ]  # fmt: skip
    sealing = "printf 'seal French\\n3 charge k\\n3 charge k\\nq\\nquit\\n' | "
    table = "deduce napoleonic table battle.txt"
    is_told = " > out; s=$?; rm -f big.toml fifo.toml; cat out; exit $s"
    homes = {
        "a data folder that is a file": "XDG_DATA_HOME=$(pwd)/battle.txt",
        "a data folder that cannot be": "XDG_DATA_HOME=/proc/nowhere",
    }
    for name, setting in homes.items():
        # What is not kept is said, and the table goes on without it.
        found.append(
            Condition(f"order sheets with {name}", f"{begun} {sealing} {setting} {table}{is_told}", ANY)
        )
    found += [
        Condition("a full disk under order sheets", f"{begun} {sealing} (ulimit -f 0; {table}); s=$?; rm -f big.toml; exit $s"),
        Condition("order sheets > /dev/full", f"{begun} {sealing} {table} > /dev/full; s=$?; rm -f big.toml; exit $s"),
        Condition("order sheets of which the keys are a file",
                  f"{begun} mkdir -p data/deduce; touch data/deduce/keys; {sealing} XDG_DATA_HOME=$(pwd)/data {table}{is_told}",
                  ANY),
    ]  # fmt: skip
    return found


@cache
def _diagrams() -> Path:
    return next(path for path in (ROOT / "deduce").rglob("*.toml") if b"reach = " in path.read_bytes())


# --- Trying one --------------------------------------------------------------------------------------


def attempt(condition: Condition, found: Findings) -> Ended | None:
    """Try a condition, and look at what comes of it."""
    if condition.needs == "limited" and os.geteuid() == 0 and shutil.which("setpriv") is None:
        found.count("left out: rights cannot be given up here")
        return None
    with empty_folder() as top:
        folder, home = top / "here", top / "home"
        folder.mkdir()
        home.mkdir()
        _begin(folder, top)
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        ended = _ran(condition, folder, top)
        if ended.status == IMPOSSIBLE:
            found.count("left out: no such files can be made here")
            return None
        found.count(f"exit status {ended.status}")
        for fault in _faults(condition, ended, folder, before):
            found.fault(f"{fault}: {condition.name}", condition.script)
        # Whatever was closed must be opened again to be taken away.
        for path in folder.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
        return ended


def _begin(folder: Path, top: Path) -> None:
    (folder / "game.txt").write_bytes((ROOT / "examples" / "at_the_table.txt").read_bytes())
    (folder / "case.toml").write_bytes((ROOT / "examples" / "confusion.toml").read_bytes())
    (folder / "other.txt").write_bytes((ROOT / "examples" / "evening.txt").read_bytes())
    (folder / "log.jsonl").write_bytes(b'{"format": "deduce.confusion.arena/1", "game": 0}\n')
    (folder / "typed").write_bytes(TYPED[0])
    (top / "bin").mkdir()
    command = top / "bin" / "deduce"
    # No shell, which has something of its own to say in a folder that is gone.
    command.write_text(f"#!{sys.executable}\n{COMMAND}\n", encoding="utf-8")
    command.chmod(0o755)


def _ran(condition: Condition, folder: Path, top: Path) -> Ended:
    environ = {
        **{key: value for key, value in os.environ.items() if key not in {"COLUMNS", "LINES", "PYTHONPATH"}},
        "PATH": f"{top / 'bin'}:{os.environ['PATH']}",
        "XDG_DATA_HOME": str(top / "data"),
        "HOME": str(top / "home"),
        "LC_ALL": "C.UTF-8",
        "limited": LIMITED if os.geteuid() == 0 else "",
    }
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            ["/bin/sh", "-c", condition.script],
            cwd=folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            # A limit for files must not be one for what is looked at afterwards.
            stdout=subprocess.PIPE if "ulimit -f" in condition.script else out,
            stderr=subprocess.PIPE if "ulimit -f" in condition.script else err,
            start_new_session=True,
        )
        end, is_stuck = time.monotonic() + PATIENCE, False
        if process.stdout is not None:
            stdout, stderr = process.communicate(timeout=PATIENCE)
            return Ended(process.returncode, stdout, stderr)
        while True:
            child, status, usage = os.wait4(process.pid, os.WNOHANG)
            if child:
                break
            if time.monotonic() > end:
                is_stuck = True
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.01)
        process.returncode = os.waitstatus_to_exitcode(status)
        with suppress(ProcessLookupError, PermissionError):
            # Whoever still waits at a pipe.
            os.killpg(process.pid, signal.SIGKILL)
        out.seek(0)
        err.seek(0)
        status = process.returncode % 256 if process.returncode >= 0 else process.returncode
        return Ended(status, out.read(), err.read(), 0.0, usage.ru_maxrss / 1024, is_stuck)


def _faults(condition: Condition, ended: Ended, folder: Path, before: dict[str, bytes]) -> list[str]:
    if ended.is_stuck:
        return ["no end"]
    faults = _said_faults(condition, ended)
    for name, content in before.items():
        path = folder / name
        if name not in condition.changed and not (path.is_file() and _read(path) == content):
            faults.append(f"{name} was changed")
    for name, content in condition.holds:
        if content not in _read(folder / name):
            faults.append(f"{name} does not hold {content.decode()!r}")
    if any(path.name.endswith(".tmp") for path in folder.rglob("*")):
        faults.append("a temporary file is left")
    if ended.megabytes > MEGABYTES:
        faults.append(f"{ended.megabytes:.0f} MB")
    return faults


def _said_faults(condition: Condition, ended: Ended) -> list[str]:
    """Return what is wrong with the exit status and with what was written."""
    faults = []
    stderr = ended.stderr.decode("utf-8", "replace")
    if TRACEBACK in ended.stderr:
        faults.append(f"traceback: {last_line(ended.stderr)}")
    elif IGNORED in ended.stderr:
        faults.append("complaint at the end")
    elif ended.status == DEMANDED:
        faults.append("not as the script demands")
    elif ended.status not in condition.statuses:
        faults.append(
            f"exit status {ended.status} instead of {' or '.join(map(str, sorted(condition.statuses)))}"
        )
    elif ended.status == 2 and "2>" not in condition.script:
        faults += sentence_faults(stderr, condition.sentences)
    texts = {"stdout": ended.stdout.decode("utf-8", "replace"), "stderr": stderr}
    return faults + [f"{name} has control characters" for name, text in texts.items() if controls(text)]


def _read(path: Path) -> bytes:
    """Return what is in a file, whoever may read it."""
    if not stat.S_ISREG(path.lstat().st_mode):
        return b""
    path.chmod(path.stat().st_mode | 0o400)
    return path.read_bytes()


# --- The command -------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all conditions, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", action="append", help="Only this condition, by its name; can be repeated.")
    parser.add_argument("--show", action="store_true", help="Show what each of them wrote.")
    given = parser.parse_args(arguments)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # What would need all the memory there is must not take it from others.
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    chosen = [each for each in conditions() if given.only is None or each.name in given.only]

    def work(number: int, found: Findings) -> None:
        ended = attempt(chosen[number], found)
        if given.show:
            print(chosen[number].script, ended, sep="\n", flush=True)
        found.done += 1

    return spread(work, len(chosen), given.jobs, len(chosen)).report("conditions")


if __name__ == "__main__":
    sys.exit(main())
