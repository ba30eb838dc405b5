"""The law against the judge by hand on every combination: `python -m napoleonic.all_combinations` in tests/.

Acts can be named behind it. It takes some minutes, and ends with status 1 if the two disagree anywhere.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter

from napoleonic.naive_situations import ACTS, disagreements, everywhere, known_of, one_at_a_time

MOST_SHOWN = 5
A_SIGN_OF_LIFE = 10_000


def main(acts: tuple[str, ...]) -> int:
    """Compare all acts in each situation, and say how many disagreements there are."""
    if unknown := [act for act in acts if act not in ACTS]:
        sys.stderr.write(f"there is no act {unknown[0]!r}; write such as {' '.join(ACTS)}\n")
        return 2
    found: Counter[str] = Counter()
    number = 0
    for number, situation in enumerate(itertools.chain(everywhere(), one_at_a_time()), 1):
        known = known_of(situation)
        for act in acts or ACTS:
            for text in disagreements(act, situation, known):
                found[act] += 1
                if found[act] <= MOST_SHOWN:
                    sys.stdout.write(f"{act}: {text}\n  {situation}\n")
        if number % A_SIGN_OF_LIFE == 0:
            sys.stderr.write(f"{number} situations\n")
    for act in acts or ACTS:
        sys.stdout.write(f"{act}: {found[act]} disagreements\n")
    judged = number * len(acts or ACTS)
    sys.stdout.write(f"{number} situations, {judged} judgements, {found.total()} disagreements\n")
    return 1 if found.total() else 0


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:])))
