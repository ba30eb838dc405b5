"""PUZZLES: what every unknown of a puzzle can be, beside solvers; `deduce` counts as well.

Run by itself with a file and the name of a solver, it answers once and prints how much memory that took.
"""

from __future__ import annotations

import pickle
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import puzzle_others
import reasoning
from puzzle_kinds import KINDS
from puzzle_rules import log_of
from results import Row, Topic
from timing import LIMIT, Alternative, Effort, Measured, compared

from deduce import Belief

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from puzzle_rules import Puzzle

__all__ = ["TOPIC"]

MOST_LISTED = 100
"""How many unknowns a puzzle may have for python-constraint2 to be asked."""


def counted(puzzle: Puzzle) -> tuple[Any, int]:
    """Return what is possible and how many worlds there are, by `deduce`."""
    belief = Belief(log_of(puzzle))
    count = belief.count
    return belief.possible, count


def _too_many(puzzle: Puzzle) -> str:
    return f"not asked: more than {MOST_LISTED} unknowns" if len(puzzle.domains) > MOST_LISTED else ""


ALTERNATIVES: list[Alternative[Puzzle]] = [
    Alternative("CP-SAT", puzzle_others.cpsat_possible, "ortools"),
    Alternative("CPMpy", puzzle_others.cpmpy_possible, "cpmpy"),
    Alternative(
        "python-constraint2", puzzle_others.python_constraint_possible, "constraint", refusal=_too_many
    ),
]
SOLVERS: dict[str, Callable[[Puzzle], object]] = {
    "deduce": counted,
    **{other.name: other.action for other in ALTERNATIVES},
}


def _agrees(_: Puzzle, ours: Any, theirs: object) -> bool:  # noqa: ANN401 - see Measured.agrees
    return bool(ours[0] == theirs)


def _memory(puzzle: Puzzle, solver: str) -> int | None:
    """Return how many megabytes a process takes at most that answers once; None if it does not."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle"
        file.write_bytes(pickle.dumps(puzzle))
        command = [sys.executable, __file__, str(file), solver]
        try:
            run = subprocess.run(command, capture_output=True, check=False, timeout=2 * LIMIT)  # noqa: S603 - this file
        except subprocess.TimeoutExpired:
            return None
    return int(run.stdout) if run.returncode == 0 else None


def _case(kind: str, puzzle: Puzzle) -> str:
    taken = {name: _memory(puzzle, name) for name in ("deduce", "CP-SAT", "CPMpy")}
    listed = ", ".join(f"{name} {size}" for name, size in taken.items() if size is not None)
    return f"{kind} ({listed} MB)"


def _rows(effort: Effort) -> Iterator[Row]:
    for kind, make in [*KINDS.items(), *reasoning.KINDS.items()]:
        puzzle = make()
        yield compared(
            Measured(
                _case(kind, puzzle),
                [puzzle],
                lambda puzzle: puzzle,
                lambda puzzle, _: counted(puzzle),
                _agrees,
                ALTERNATIVES,
                lambda puzzle: counted(puzzle)[1],
                clock=time.process_time,
            ),
            effort,
        )


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (
    Topic(
        "PUZZLES",
        "Puzzles: what is possible, in time of the processor, with the peak of memory of a process",
    ),
    _rows,
)


def _peak() -> int:
    """Return how many megabytes this process has taken at most; what started it does not count."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    found = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM"))
    return int(found.split()[1]) // 1024


if __name__ == "__main__":
    SOLVERS[sys.argv[2]](pickle.loads(Path(sys.argv[1]).read_bytes()))  # noqa: S301 - written above
    print(_peak())
