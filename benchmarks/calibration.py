"""Measure what a chance to win is worth: how often who had it won.

    python benchmarks/calibration.py --games 100 --nodes 1500 --jobs 2

Two advisors play each other. At every move the chance to win that the search finds for its best option is
noted, and in the end whether that side won. Prints a table: of all moves with a chance between 60 and 70 %,
for example, how many belonged to the side that won. The interval takes games as the unit, since the moves of
one game are not independent. How sure the chances that the advice shows are: `benchmarks/intervals.py`.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from deduce.confusion import Budget, Rules
from deduce.confusion.engine.simulation import random_start

LIMIT = 300


def noted(ruleset: str, number: int, nodes: int) -> tuple[list[tuple[int, float]], int | None]:
    """Play a game; return side and chance at each move, and who won."""
    from deduce.confusion.advice.search import Search
    from deduce.confusion.advice.standpoint import Standpoint
    from deduce.confusion.players.advisor import WORLDS, answer_for_agent

    rules = replace(Rules.of(ruleset), half_move_limit=LIMIT)
    game = random_start(rules, random.Random(f"calibration {number}"))
    chances = []
    while game.outcome is None:
        side = game.position.turn
        seed = 100_003 * number + len(game.events)
        search = Search(Standpoint(game.view(side), seed=seed, size=WORLDS), seed=seed)
        search.think(Budget(None, nodes))
        best = search.estimates[0]
        chances.append((side, best.value))
        other = game.view(1 - side)
        game.push(
            best.option.action, agent=lambda attempt, seen=other: answer_for_agent(seen, attempt, number)
        )
    return chances, game.outcome.winner


def main() -> None:
    """Play and print."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--nodes", type=int, default=1500)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--ruleset", choices=("classic", "espionage"), default="classic")
    given = options.parse_args()
    count = given.games
    with ProcessPoolExecutor(given.jobs) as pool:
        games = list(pool.map(noted, [given.ruleset] * count, range(count), [given.nodes] * count))
    bins: dict[int, list[tuple[float, float, int]]] = defaultdict(list)
    for number, (chances, winner) in enumerate(games):
        for side, chance in chances:
            won = 0.5 if winner is None else float(winner == side)
            bins[min(int(10 * chance), 9)].append((chance, won, number))
    print("| chance shown | moves | mean chance | won | 95 % by games |\n| :-- | --: | --: | --: | --: |")
    for place in sorted(bins):
        moves = bins[place]
        mean = sum(chance for chance, _, _ in moves) / len(moves)
        won = sum(result for _, result, _ in moves) / len(moves)
        drift: dict[int, float] = defaultdict(float)
        for _, result, number in moves:
            drift[number] += result - won
        error = 1.96 * sum(each**2 for each in drift.values()) ** 0.5 / len(moves)
        low, high = max(won - error, 0), min(won + error, 1)
        shown, interval = f"{10 * place} to {10 * place + 10} %", f"{low:.0%} to {high:.0%}"
        print(f"| {shown} | {len(moves)} | {mean:.1%} | {won:.1%} | {interval} |")


if __name__ == "__main__":
    main()
