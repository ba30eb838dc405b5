"""Measure in how many positions of whole games something is proved of the end, and how fast.

    python benchmarks/endings.py --games 10

Games are those of the instinct against itself with a random turn now and then, half of them classic and half
of them espionage, to their end or `LONGEST` turns. In every position (`--every 3`: every third) the search of
the end is asked within one, two and more turns of the mover, and so is the search as it was before
(`ends_plain.py`: two turns, 500 deals, no tokens, with double agents only what wins at once). Printed is in
how many positions something is proved, in how many of them a win, how many turns before its end a game that
was won is first known to be, and how many positions each search takes apart in a second. A search may take
`--seconds`, and `--nodes` positions apart.
"""

from __future__ import annotations

import argparse
import random
import statistics
from dataclasses import dataclass, field
from functools import partial
from time import process_time
from typing import TYPE_CHECKING, Any

import ends_plain

from deduce.confusion import Rules
from deduce.confusion.advice.endgame import solve_endgame
from deduce.confusion.engine.simulation import random_start
from deduce.confusion.knowledge.sheet import sheet_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.view import View
    from deduce.confusion.knowledge.sheet import Sheet

    Claims = Mapping[Any, Fraction]
    Solve = Callable[[Game, Sheet], tuple[Claims, int]]

RULESETS = ("classic", "espionage")
LONGEST = 150
"""After how many turns a game is broken off."""
BY_CHANCE = 0.1
"""How many turns are played at random."""


@dataclass
class Found:
    """What one search found.

    Attributes:
        times: How long each search took.
        nodes: How many positions were taken apart in all.
        proved: In how many positions something is sure.
        won: In how many a win is.
        before: For each game that was won, how many turns before its end that was first known; 0 if never.
    """

    times: list[float] = field(default_factory=list)
    nodes: int = 0
    proved: int = 0
    won: int = 0
    before: list[int] = field(default_factory=list)

    def row(self, name: str) -> str:
        """Return a row of the table."""
        mean, most = statistics.mean(self.times) * 1000, max(self.times) * 1000
        known = sum(turns > 0 for turns in self.before)
        shown = f"{statistics.mean(self.before):.1f}" if self.before else "-"
        return (
            f"| {name} | {len(self.times)} | {self.proved} | {self.won} | {known} of {len(self.before)} "
            f"| {shown} | {mean:.2f} ms | {most:.0f} ms |"
        )


def played(number: int, ruleset: str) -> tuple[list[View], int | None]:
    """Return what the side to move saw before each turn of a game, and who won it."""
    from deduce.confusion.players.advisor import InstinctPlayer, answer_for_agent

    rules = Rules.of(ruleset)
    draw = random.Random(f"endings {ruleset} {number}")
    game = random_start(rules, draw)
    views: list[View] = []
    while game.outcome is None and len(views) < LONGEST:
        view, other = game.view(game.position.turn), game.view(1 - game.position.turn)
        views.append(view)
        action = (
            draw.choice(game.attempts())
            if draw.random() < BY_CHANCE
            else InstinctPlayer(rules, seed=len(views)).choose(view)
        )
        game.push(action, agent=partial(answer_for_agent, other, seed=number))
    return views, None if game.outcome is None else game.outcome.winner


def ours(turns: int, nodes: int, seconds: float | None, game: Game, sheet: Sheet) -> tuple[Claims, int]:
    """Ask the search of the package."""
    found = solve_endgame(game, sheet, turns=turns, most_nodes=nodes, seconds=seconds)
    return (found.sure, found.nodes) if found else ({}, 0)


def plain(nodes: int, game: Game, sheet: Sheet) -> tuple[Claims, int]:
    """Ask the search as it was."""
    found = ends_plain.solve_endgame(game, sheet, turns=2, most_nodes=nodes)
    return (found.sure, found.nodes) if found else ({}, 0)


def measured(
    views: list[View], winner: int | None, every: int, searches: dict[str, Solve], into: dict[str, Found]
) -> None:
    """Search in the positions of one game, and count."""
    first: dict[str, int] = {}
    for place, view in enumerate(views):
        if place % every and place < len(views) - every:
            continue
        game = view.game()
        sheet = sheet_of(game, view.side)
        _ = sheet.chances  # Every advice works them out, whether the end is searched or not.
        for name, solve in searches.items():
            began = process_time()
            sure, nodes = solve(game, sheet)
            found = into[name]
            found.times.append(process_time() - began)
            found.nodes += nodes
            found.proved += bool(sure)
            is_won = any(chance == 1 for chance in sure.values())
            found.won += is_won
            if is_won and view.side == winner:
                first.setdefault(name, len(views) - place)
    if winner is not None:
        for name in searches:
            into[name].before.append(first.get(name, 0))


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10, help="games under each ruleset")
    parser.add_argument("--every", type=int, default=1, help="only every so many positions")
    parser.add_argument("--turns", type=int, default=3, help="within how many turns at most")
    parser.add_argument("--nodes", type=int, default=20_000, help="positions that a search may take apart")
    parser.add_argument("--seconds", type=float, default=None, help="how long a search may take")
    asked = parser.parse_args()
    searches: dict[str, Solve] = {"as it was, 2 turns": partial(plain, asked.nodes)}
    for turns in range(1, asked.turns + 1):
        searches[f"{turns} turn{'s' * (turns > 1)}"] = partial(ours, turns, asked.nodes, asked.seconds)
    for ruleset in RULESETS:
        into = {name: Found() for name in searches}
        for number in range(asked.games):
            measured(*played(number, ruleset), asked.every, searches, into)
        print(f"\n{ruleset}, {asked.games} games\n")
        print(
            "| search | positions | proved | a win | known before the end | turns before | mean | longest |"
        )
        print("| :-- | --: | --: | --: | --: | --: | --: | --: |")
        for name, found in into.items():
            print(found.row(name))
        print(
            "\npositions taken apart in a second: "
            + "; ".join(f"{name} {_rate(each)}" for name, each in into.items())
        )


def _rate(found: Found) -> str:
    return f"{found.nodes / sum(found.times):,.0f}" if found.nodes else "none"


if __name__ == "__main__":
    main()
