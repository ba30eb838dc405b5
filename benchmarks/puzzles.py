"""How long it takes to make a puzzle of each kind and grade, and how many are drawn for it.

Usage: python benchmarks/puzzles.py [KIND ...] [--seeds N]
"""

from __future__ import annotations

import argparse
import statistics
import time

from deduce.errors import DeduceError
from deduce.puzzle.kinds.table import KINDS
from deduce.puzzle.making import new_puzzle


def main() -> None:
    """Measure some kinds, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=[*KINDS])
    parser.add_argument("--seeds", type=int, default=5)
    given = parser.parse_args()
    print("kind               grade  size   median s   worst s   draws   found")
    for name in given.kinds:
        for grade in KINDS[name].grades:
            seconds: list[float] = []
            draws: list[object] = []
            found = 0
            for seed in range(given.seeds):
                start = time.perf_counter()
                try:
                    new_puzzle(name, seed, grade, progress=draws.append)
                    found += 1
                except DeduceError as error:
                    print(error)
                seconds.append(time.perf_counter() - start)
            size = "x".join(map(str, KINDS[name].usual[grade - 1]))
            print(
                f"{name:<18} {grade:>5}  {size:<5} {statistics.median(seconds):>9.2f} {max(seconds):>9.2f} "
                f"{len(draws) / given.seeds:>7.1f} {found:>3}/{given.seeds}",
                flush=True,
            )


if __name__ == "__main__":
    main()
