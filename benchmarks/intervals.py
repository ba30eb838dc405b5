"""Measure whether the chances to win that the advice shows are as sure as it claims.

    python benchmarks/intervals.py --positions 200 --nodes 12000 --jobs 2

Positions come from games of the instinct against itself with a random turn now and then, half of them classic
and half of them espionage. In each, the advice is asked; then its best option and its runner-up are played
many times more (`--times`, 30 times as many games as the advice played afresh), from other worlds drawn with
another seed. Printed is how often that deep reference lies within the 95 % that was claimed, and by how much
what was shown was too high on average. The last row takes what the advice would say without fresh games: the
best of a search, by the games that chose it.

Ctrl-C ends it with what was measured so far. Where something wins for sure, nothing is estimated, so those
positions are left out and others taken.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import statistics
import sys
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from typing import TYPE_CHECKING

from pools import each_of

from deduce.confusion import Budget, Rules
from deduce.confusion.engine.simulation import random_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.advice.options import Option
    from deduce.confusion.advice.standpoint import Standpoint
    from deduce.confusion.engine.view import View

RULESETS = ("classic", "espionage")
EARLIEST, LATEST = 6, 60
"""After how many turns positions are looked at."""
BY_CHANCE = 0.15
"""How many turns are played at random."""
FAR = 500_000_003
"""Added to the seed for the reference."""


@dataclass(frozen=True)
class Shown:
    """What was claimed of an option, and what far more games say.

    Attributes:
        value: The chance to win that was shown.
        within: How far off it may be, with 95 %, as it was shown.
        deep: The chance to win by far more games.
        deep_error: The standard error of that.
    """

    value: float
    within: float
    deep: float
    deep_error: float

    @property
    def is_covered(self) -> bool:
        """Whether the reference lies within what was claimed."""
        return abs(self.value - self.deep) <= self.within


def position(number: int) -> View | None:
    """Return what the side to move sees in a position; None if the game was over too soon."""
    from deduce.confusion.players.advisor import InstinctPlayer, answer_for_agent

    rules = Rules.of(RULESETS[number % 2])
    draw = random.Random(f"coverage {number}")
    game, plies = random_start(rules, draw), draw.randint(EARLIEST, LATEST)
    for ply in range(plies):
        if game.outcome is not None:
            return None
        view, other = game.view(game.position.turn), game.view(1 - game.position.turn)
        action = (
            draw.choice(game.attempts())
            if draw.random() < BY_CHANCE
            else InstinctPlayer(rules, seed=ply).choose(view)
        )
        game.push(action, agent=partial(answer_for_agent, other, seed=number))
    return None if game.outcome is not None else game.view(game.position.turn)


def deep(standpoint: Standpoint, option: Option, games: int, seed: int) -> tuple[float, float]:
    """Return the chance to win with an option by many games in worlds of their own, and its error."""
    from deduce.confusion.advice.fresh import play_afresh

    (found,) = play_afresh(standpoint.afresh(games, seed + FAR), [option], games=games, seed=seed + FAR)
    return found.value, found.error


def measured(number: int, nodes: int, times: int) -> dict[str, Shown] | None:
    """Ask for advice in a position and check it; None where nothing is to be estimated."""
    from deduce.confusion.advice.advice import WORLDS, advise
    from deduce.confusion.advice.search import Search
    from deduce.confusion.advice.standpoint import Standpoint
    from deduce.confusion.advice.worth import worth_of

    view = position(number)
    if view is None:
        return None
    advice = advise(view, Budget(None, nodes), seed=number, most_facts=2)
    if advice.best.fresh is None or len(advice.suggestions) < 2:
        return None
    standpoint = Standpoint(view, seed=number, size=WORLDS)
    games = times * advice.best.fresh.games
    found = {}
    for name, suggestion in zip(("best", "runner-up"), advice.suggestions, strict=False):
        if suggestion.fresh is not None:
            reference = deep(standpoint, suggestion.estimate.option, games, number)
            found[name] = Shown(suggestion.estimate.value, suggestion.within, *reference)
    search = Search(standpoint, seed=number)
    search.think(Budget(None, nodes))
    chosen = worth_of(standpoint.lookups).of_estimate(search.estimates[0])
    reference = deep(standpoint, chosen.option, games, number)
    found["by the games that chose"] = Shown(chosen.value, 1.96 * chosen.error, *reference)
    return found


def row(name: str, shown: list[Shown]) -> str:
    """Return a row of the table."""
    misses = [each.value - each.deep for each in shown]
    covered = sum(each.is_covered for each in shown)
    error = 1.96 * statistics.stdev(misses) / math.sqrt(len(misses))
    within = statistics.mean(each.within for each in shown)
    sure = statistics.mean(each.deep_error for each in shown)
    return (
        f"| {name} | {len(shown)} | {covered} ({covered / len(shown):.1%}) | ±{100 * within:.1f} "
        f"| {100 * statistics.mean(misses):+.2f} (± {100 * error:.2f}) | {100 * sure:.2f} |"
    )


def results(positions: int, nodes: int, times: int, jobs: int) -> Iterator[dict[str, Shown]]:
    """Measure positions one after the other, until there are enough."""
    found = each_of(partial(measured, nodes=nodes, times=times), count(), jobs)
    with closing(found):
        yield from islice(filter(None, found), positions)


def main() -> None:
    """Measure and print."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--positions", type=int, default=200)
    options.add_argument("--nodes", type=int, default=12_000)
    options.add_argument("--times", type=int, default=30)
    options.add_argument("--jobs", type=int, default=1)
    given = options.parse_args()
    shown: dict[str, list[Shown]] = {}
    try:
        for found in results(given.positions, given.nodes, given.times, given.jobs):
            for name, each in found.items():
                shown.setdefault(name, []).append(each)
    except KeyboardInterrupt:
        print("Stopped; this is how far it came.", file=sys.stderr)
    if any(len(each) < 2 for each in shown.values()) or not shown:
        return
    print("| what is shown of | positions | within the 95 % | claimed | too high by | reference's error |")
    print("| :-- | --: | --: | --: | --: | --: |")
    for name, claims in shown.items():
        print(row(name, claims))


if __name__ == "__main__":
    main()
