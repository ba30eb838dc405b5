"""How long a new process takes until the library, or the command, is there."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from results import Row, Timing, Topic

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


def _seconds(command: list[str], runs: int) -> float:
    """Return the median time of a command that must succeed, after one run as a warm-up."""
    times = []
    for number in range(runs + 1):
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own commands
        if number:
            times.append(time.perf_counter() - begin)
    return statistics.median(times)


def _python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def _rows(effort: Effort) -> Iterator[Row]:
    runs = effort.most // 10
    start = _seconds(_python("pass"), runs)
    none = dict.fromkeys(OTHERS, Timing(None))
    others = {
        name: Timing(_seconds(_python(f"import {module}"), max(runs // 8, 3)) - start)
        if find_spec(module.split(".")[0])
        else Timing(None, "not installed")
        for name, module in OTHERS.items()
    }
    yield Row("the interpreter alone", None, Timing(start), none)
    bare = Timing(_seconds(_python("import deduce"), runs) - start, "names are imported when used")
    yield Row("import deduce, without the interpreter", None, bare, others, 60e-3)
    whole = Timing(_seconds(_python("from deduce import *"), runs) - start)
    yield Row("from deduce import *, likewise", None, whole, others)
    script = Path(sys.executable).with_name("deduce")
    if script.exists():
        seconds = _seconds([str(script), "--help"], runs)
        yield Row("deduce --help, without the interpreter", None, Timing(seconds - start), none, 0.25)
        yield Row("deduce --help, with the interpreter", None, Timing(seconds), none, 0.25)
    else:
        yield Row("deduce --help", None, Timing(None, "not installed"), none, 0.25)


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (
    Topic("START", "From nothing to the first answer"),
    _rows,
)
