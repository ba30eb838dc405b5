"""Tune the weights of the instinct by letting it play against itself.

    python benchmarks/tune_instinct.py --minutes 20 --seed 1

Each round tries weights around the present ones, each of them and its mirror image against the present ones over
the same deals with sides swapped, and moves towards those that won (an evolution strategy with ranks). Prints
the weights as TOML whenever a longer match says that they are better than those that it began with.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion import Game, Rules
from deduce.confusion.advice.crowd import Crowd
from deduce.confusion.advice.instinct import PHASES, POINTS, instinct, weights
from deduce.confusion.advice.tables import tables_of

if TYPE_CHECKING:
    from deduce.confusion.advice.tables import Floats

LIMIT = 160
"""Turns after which a game is a draw."""
HEAT = 0.05


def duel(rules: Rules, first: Floats, second: Floats, games: int, seed: int) -> float:
    """Return the share of games that the first weights win, over the same deals from both sides."""
    tables, share = tables_of(rules), 0.0
    for swapped in (False, True):
        draw = np.random.default_rng(seed)
        deals = np.array([[draw.permutation(tables.letters) for _ in (0, 1)] for _ in range(games // 2)])
        even = np.full((games // 2, 2, tables.letters, tables.letters), 1 / tables.letters)
        crowd = Crowd(tables, Game(rules, first=seed % 2).position, deals, even)
        for _ in range(LIMIT):
            if not len(crowd):
                break
            weighing = (first, second)[crowd.turn ^ swapped]
            chosen = instinct(crowd, weighing, heat=HEAT, draw=draw)
            crowd.act(chosen, crowd.answers(chosen, draw))
        mine = 1 if swapped else 0
        share += float((crowd.winner == mine).mean() + (crowd.winner == -1).mean() / 2) / 2
    return share


def as_toml(found: Floats) -> str:
    """Return weights as they stand in the file of the package."""
    lines = []
    for phase, row in zip(PHASES, found, strict=True):
        lines.append(f"[instinct.{phase}]")
        lines += [f"{name} = {value:.3f}" for name, value in zip(POINTS, row, strict=True) if value]
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Tune."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--games", type=int, default=256, help="games of each trial, under both rulesets")
    options.add_argument("--tries", type=int, default=12, help="weights tried in a round, with mirror images")
    given = options.parse_args()
    draw = np.random.default_rng(given.seed)
    rulesets = [Rules.of("classic"), Rules.of("espionage")]
    start = weights()[0]
    # What is not weighed in a phase, since it cannot occur there, stays so.
    scale = np.where(start == 0, 0, 0.25 * np.abs(start) + 0.1)
    present, pace = start.copy(), np.zeros_like(start)
    until, number = time.monotonic() + 60 * given.minutes, 0
    while time.monotonic() < until:
        number += 1
        rules, seed = rulesets[number % 2], int(draw.integers(1 << 30))
        noise = draw.standard_normal((given.tries, *start.shape)).astype(np.float32)
        gains = []
        for each in noise:
            plus, minus = (present + sign * scale * each for sign in (1, -1))
            gains.append(duel(rules, plus.astype(np.float32), minus.astype(np.float32), given.games, seed) - 0.5)
        ranks = np.array(gains) / (np.std(gains) + 1e-9)
        step = np.tensordot(ranks, noise, axes=1) / given.tries
        pace = 0.7 * pace + 0.3 * step
        present = (present + 0.5 * scale * pace).astype(np.float32)
        if number % 10 == 0:
            shares = [duel(each, present, start, 1024, 7) for each in rulesets]
            print(f"# round {number}: {shares[0]:.3f} and {shares[1]:.3f} against the start", flush=True)
            print(as_toml(present), flush=True)


if __name__ == "__main__":
    main()
