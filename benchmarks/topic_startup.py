"""How long a new process takes until the library, or the command, is there."""

from __future__ import annotations

import resource
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from results import Row, Timing, Topic
from timing import Stopwatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from timing import Effort

__all__ = ["TOPIC"]

OTHERS = {
    "python-constraint2": "constraint",
    "CP-SAT": "ortools.sat.python.cp_model",
    "CPMpy": "cpmpy",
    "PySDD": "pysdd.sdd",
    "thewalrus": "thewalrus",
}
TOOLS = "import of typer and rich"
"""What any command line made with them takes at least; ours is to take at most so many times as much."""
MOST_TOOLS = 1.4
RECORD = Path(__file__).parent.parent / "examples" / "at_the_table.txt"


def _medians(commands: dict[str, list[str]], runs: int) -> dict[str, float]:
    """Return the median times of commands that must succeed; they take turns."""
    watches = {name: Stopwatch(resource.RUSAGE_CHILDREN) for name in commands}
    for number in range(runs + 1):
        for name, command in commands.items():
            # The first run is a warm-up. The others' imports are slow, so a few times are enough.
            if name not in OTHERS or number % 8 == 1:
                watches[name].time(_run, command, counts=number > 0)
    return {name: watch.median for name, watch in watches.items()}


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own commands


def _rows(effort: Effort) -> Iterator[Row]:
    codes = {"start": "pass", "bare": "import deduce", "whole": "from deduce import *"}
    codes[TOOLS] = "import typer, rich"
    codes |= {name: f"import {module}" for name, module in OTHERS.items() if _is_installed(module)}
    commands = {name: [sys.executable, "-c", code] for name, code in codes.items()}
    script = Path(sys.executable).with_name("deduce")
    if script.exists():
        commands["help"] = [str(script), "--help"]
        commands["sheet"] = [str(script), "confusion", "sheet", str(RECORD)]
    seconds = _medians(commands, effort.most // 10)
    start = seconds["start"]

    def net(name: str, note: str = "") -> Timing:
        return (
            Timing(max(seconds[name] - start, 0), note) if name in seconds else Timing(None, "not installed")
        )

    none = dict.fromkeys((*OTHERS, TOOLS), Timing(None))
    others = {**none, **{name: net(name) for name in OTHERS}}
    yield Row("the interpreter alone", None, Timing(start), none)
    lazy = net("bare", "the names are imported when they are first used")
    yield Row("import deduce, without the interpreter", None, lazy, others, 60e-3)
    yield Row("from deduce import *, likewise", None, net("whole"), others)
    if script.exists():
        beside = {**none, TOOLS: Timing(seconds[TOOLS])}
        shown, sheet = Timing(seconds["help"]), Timing(seconds["sheet"])
        most = MOST_TOOLS * seconds[TOOLS]
        yield Row("deduce --help, with the interpreter", None, shown, beside, most)
        yield Row("deduce confusion sheet FILE, with the interpreter", None, sheet, none, 0.35)


def _is_installed(module: str) -> bool:
    return find_spec(module.partition(".")[0]) is not None


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (
    Topic("START", "From nothing to the first answer"),
    _rows,
)
