"""Tune the weights of the instinct by letting it play against itself, and fit how positions are judged.

    python benchmarks/tune_instinct.py --minutes 20 --seed 1
    python benchmarks/tune_instinct.py --judgement

Each round tries weights around the present ones, each of them against its mirror image over the same deals
with sides swapped, and moves towards those that won (an evolution strategy). Every tenth round prints the
weights as TOML, with how they do against those that it began with. With `--judgement` games are played by the
present weights, and a logistic regression finds how likely the side to move wins from how they stand; its
calibration is printed with it.
"""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion import Game, Rules
from deduce.confusion.advice.crowd import Crowd
from deduce.confusion.advice.instinct import JUDGEMENT, PHASES, POINTS, instinct, judgement, weights
from deduce.confusion.advice.lookups import lookups_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.advice.lookups import Floats

LIMIT = 160
"""Turns after which a game is a draw."""
HEAT = 0.05
RULESETS = ("classic", "espionage")


def crowd_of(rules: Rules, games: int, seed: int) -> Crowd:
    """Return new games with random deals."""
    lookups, draw = lookups_of(rules), np.random.default_rng(seed)
    deals = np.array([[draw.permutation(lookups.letters) for _ in (0, 1)] for _ in range(games)])
    even = np.full((games, 2, lookups.letters, lookups.letters), 1 / lookups.letters, np.float32)
    return Crowd(lookups, Game(rules, first=seed % 2).position, deals, even)


def duel(rules: Rules, first: Floats, second: Floats, games: int, seed: int) -> float:
    """Return the share of games that the first weights win, over the same deals from both sides."""
    share = 0.0
    for swapped in (False, True):
        crowd, draw = crowd_of(rules, games // 2, seed), np.random.default_rng(seed)
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


def tune(minutes: float, seed: int, games: int, tries: int) -> None:
    """Tune the weights of the instinct."""
    draw = np.random.default_rng(seed)
    rulesets = [Rules.of(name) for name in RULESETS]
    start = weights()[0]
    # What is not weighed in a phase, since it cannot occur there, stays so.
    scale = np.where(start == 0, 0, 0.25 * np.abs(start) + 0.1)
    present, pace = start.copy(), np.zeros_like(start)
    until, number = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < until:
        number += 1
        rules, deals = rulesets[number % 2], int(draw.integers(1 << 30))
        noise = draw.standard_normal((tries, *start.shape)).astype(np.float32)
        gains = []
        for each in noise:
            plus, minus = ((present + sign * scale * each).astype(np.float32) for sign in (1, -1))
            gains.append(duel(rules, plus, minus, games, deals) - 0.5)
        step = np.tensordot(np.array(gains) / (np.std(gains) + 1e-9), noise, axes=1) / tries
        pace = 0.7 * pace + 0.3 * step
        present = (present + 0.5 * scale * pace).astype(np.float32)
        if number % 10 == 0:
            shares = [duel(each, present, start, 1024, 7) for each in rulesets]
            print(f"# round {number}: {shares[0]:.3f} and {shares[1]:.3f} against the start", flush=True)
            print(as_toml(present), flush=True)


def watched(name: str, games: int, seed: int) -> Iterator[tuple[Floats, Floats]]:
    """Yield how games stood every third turn, and whether the side to move won them."""
    crowd, draw = crowd_of(Rules.of(name), games, seed), np.random.default_rng(seed)
    looks = []
    for turn in range(LIMIT):
        if not len(crowd):
            break
        if turn % 3 == seed % 3:
            looks.append((judgement(crowd), crowd.ids.copy(), crowd.turn))
        chosen = instinct(crowd, weights()[0], heat=HEAT, draw=draw)
        crowd.act(chosen, crowd.answers(chosen, draw))
    for look, ids, side in looks:
        decided = crowd.winner[ids] >= 0
        yield look[decided], (crowd.winner[ids][decided] == side).astype(np.float32)


def fit_standing(games: int = 512, seeds: int = 6) -> None:
    """Fit the chance to win to how games stand, and print the weights and their calibration."""
    looks = [look for name in RULESETS for seed in range(seeds) for look in watched(name, games, seed)]
    seen, won = zip(*looks, strict=True)
    features = np.concatenate(seen).astype(float)
    features = np.column_stack([features, np.ones(len(features))])
    wins = np.concatenate(won).astype(float)
    found = np.zeros(features.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-features @ found))
        slope = features.T @ (wins - chance) - 1e-3 * found
        bend = (features * (chance * (1 - chance))[:, None]).T @ features + 1e-3 * np.eye(len(found))
        found += np.linalg.solve(bend, slope)
    print("[judgement]")
    for label, value in zip((*JUDGEMENT, "constant"), found, strict=True):
        print(f"{label} = {value:.3f}")
    chance = 1 / (1 + np.exp(-features @ found))
    for low in np.arange(0, 1, 0.1):
        here = (chance >= low) & (chance < low + 0.1)
        if here.any():
            print(
                f"# {here.sum()} positions: predicted {chance[here].mean():.3f}, won {wins[here].mean():.3f}"
            )


def main() -> None:
    """Tune or fit."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--minutes", type=float, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--games", type=int, default=256, help="games of each trial")
    options.add_argument("--tries", type=int, default=12, help="weights tried in a round, with mirror images")
    options.add_argument("--judgement", action="store_true", help="fit how positions are judged instead")
    given = options.parse_args()
    if given.judgement:
        fit_standing()
    else:
        tune(given.minutes, given.seed, given.games, given.tries)


if __name__ == "__main__":
    main()
