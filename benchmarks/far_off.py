"""How far off the judgement, and looks ahead, are from what positions are worth.

    python benchmarks/far_off.py --ruleset espionage --turn 24 --positions 50 --times 80

Positions come up in games of sides that look two plies ahead. Each is played on from, many times, by the same
sides, with the mover's diagrams drawn anew by what the mover knows: what that brings on the mean is what the
position is worth between such sides. How far off the means are themselves is taken off what is printed.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np
from far_play import LOOKED_AT, WARM, best_of, take_turn, value_of
from self_play import new_crowd

from deduce.confusion import Rules
from deduce.confusion.advice.foresight import expected, likeliest, standing
from deduce.confusion.advice.instinct import minds

if TYPE_CHECKING:
    from deduce.confusion.advice.crowd import Crowd
    from deduce.confusion.advice.lookups import Floats, Ints


def positions_at(rules: Rules, turn: int, most: int, draw: np.random.Generator) -> Crowd:
    """Return games that have got to some turn.

    Args:
        rules: The rules.
        turn: How many turns are over.
        most: How many at most.
        draw: Where chance comes from.
    """
    crowd = new_crowd(rules, 2 * most, draw)
    for _ in range(turn):
        take_turn(crowd, WARM, draw)
    return crowd.taken(np.arange(min(most, len(crowd)), dtype=np.int32))


def drawn(knows: Floats, deal: Ints, promoted: int, draw: np.random.Generator) -> Ints:
    """Return a deal by what the owner thinks of each piece, those first that are best known.

    Args:
        knows: For each letter and diagram the owner's chance.
        deal: The true deal, which tells who is promoted.
        promoted: The number of the promoted side.
        draw: Where chance comes from.
    """
    found = deal.copy()
    free = np.ones(knows.shape[1])
    free[promoted] = 0
    for letter in np.argsort(-knows.max(axis=1) - 1e-3 * draw.random(len(knows))):
        if deal[letter] == promoted:
            continue
        chances = knows[letter] * free
        # Chances piece by piece may leave nothing for the last ones.
        chances = chances if chances.sum() > 1e-6 else free
        found[letter] = draw.choice(len(chances), p=chances / chances.sum())
        free[found[letter]] = 0
    return found


def main() -> None:
    """Do what was asked for."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--ruleset", default="espionage")
    options.add_argument("--turn", type=int, default=24)
    options.add_argument("--positions", type=int, default=50)
    options.add_argument("--times", type=int, default=80)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    rules, draw = Rules.of(given.ruleset), np.random.default_rng(given.seed)
    crowd = positions_at(rules, given.turn, given.positions, draw)
    size, side, times = len(crowd), crowd.turn, given.times
    many = crowd.taken(np.repeat(np.arange(size, dtype=np.int32), times))
    for game in range(len(many)):
        many.deal[game, side] = drawn(
            many.knows[game, side].astype(float), many.deal[game, side], many.lookups.promoted, draw
        )
    mind = minds()["agents" if crowd.lookups.agent >= 0 else "plain"]
    worth = value_of(many, mind, draw).reshape(size, times).mean(axis=1)
    luck = float((worth * (1 - worth) / (times - 1)).mean())
    spread = max(float(worth.var()) - luck, 0) ** 0.5
    print(f"{given.ruleset}, turn {given.turn}: {size} positions, {100 * spread:.1f} points apart")
    ways = {"the judgement": standing(crowd)}
    for name, plies, most in (("two", 2, LOOKED_AT), ("four", 4, LOOKED_AT // 2)):
        attempts = likeliest(crowd, most)
        thought = attempts, expected(crowd, attempts, plies=plies)
        ways[f"{name} plies ahead"] = best_of(crowd, thought)
    for name, called in ways.items():
        off = max(float(((called - worth) ** 2).mean()) - luck, 0) ** 0.5
        alike = float(np.corrcoef(called, worth)[0, 1])
        hopeful = float((called - worth).mean())
        print(f"    {name}: {100 * off:.1f} points off, {100 * hopeful:+.1f} on the mean, alike {alike:.3f}")


if __name__ == "__main__":
    main()
