"""How long a player waits for the next step: in fifty rated sudokus and among fifty knights and knaves.

Each puzzle is gone through step by step, with what was crossed out so far as marks; the longest wait for any
step is printed, with the time of the grade.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from deduce import Log, Problem, all_of, any_of, fact, grade, iff, next_step
from sudokus import RATED, sudoku  # found by the line above

if TYPE_CHECKING:
    from deduce import Statement


def knights(count: int, seed: int) -> Log:
    """People who always tell the truth or always lie, each of whom says something of two others."""
    chance = random.Random(seed)
    names = [f"p{number}" for number in range(count)]
    world = {name: chance.choice(["knight", "knave"]) for name in names}
    log = Log(Problem(dict.fromkeys(names, ("knight", "knave"))))
    for name in names:
        one, other = chance.sample([each for each in names if each != name], 2)
        said: Statement = iff(fact(one, "knight"), fact(other, "knight"))
        if chance.random() < 0.6:
            said = any_of(fact(one, "knight"), ~fact(other, "knight"))
        said = said if said.holds(world) == (world[name] == "knight") else ~said
        knight = fact(name, "knight")
        log = log.append(any_of(all_of(knight, said), all_of(~knight, ~said)), f"{name} speaks")
    return log


def waits(log: Log) -> list[float]:
    """Return how long each step takes, one after the other."""
    left = {name: set(values) for name, values in log.problem.domains.items()}
    found = []
    while True:
        begin = time.perf_counter()
        step = next_step(log, left)
        found.append(time.perf_counter() - begin)
        if step is None:
            return found
        for claim in step.conclusions:
            left[claim.unknown] &= {claim.value} if claim.holds else left[claim.unknown] - {claim.value}


def main() -> None:
    """Print a line for each puzzle."""
    puzzles = [(f"sudoku rated {rating}", sudoku(digits)) for rating, digits in RATED[::7]]
    puzzles += [(f"50 knights and knaves, seed {seed}", knights(50, seed)) for seed in (1, 2, 3)]
    for name, log in puzzles:
        found = waits(log)
        begin = time.perf_counter()
        level = grade(log)
        graded = time.perf_counter() - begin
        print(f"{name}: {len(found)} steps, the longest {max(found):.2f} s; {level} in {graded:.2f} s")


if __name__ == "__main__":
    main()
