"""The law against the judge by hand on every combination: `python -m napoleonic.all_combinations` in tests/.

Acts can be named behind it. It takes some minutes, and ends with status 1 if the two disagree anywhere.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter

from napoleonic.naive_situations import ACTS, disagreements, everywhere, one_at_a_time

MOST_SHOWN = 5


def main(acts: tuple[str, ...]) -> int:
    """Compare, act by act, and say how many disagreements there are."""
    if unknown := [act for act in acts if act not in ACTS]:
        sys.stderr.write(f"there is no act {unknown[0]!r}; write such as {' '.join(ACTS)}\n")
        return 2
    found: Counter[str] = Counter()
    tried = 0
    for act in acts or ACTS:
        number = 0
        for situation in itertools.chain(everywhere(), one_at_a_time()):
            number += 1
            for text in disagreements(act, situation):
                found[act] += 1
                if found[act] <= MOST_SHOWN:
                    sys.stdout.write(f"{act}: {text}\n  {situation}\n")
        tried += number
        sys.stdout.write(f"{act}: {number} situations, {found[act]} disagreements\n")
        sys.stdout.flush()
    sys.stdout.write(f"{tried} judgements, {found.total()} disagreements\n")
    return 1 if found.total() else 0


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:])))
