"""Measure how strong the advice is: the tables of docs/strength.md.

    python benchmarks/strength.py --folder strength --jobs 2

Plays each match that is not in the folder's logs yet, on the same deals with sides swapped, and prints the
tables. Stop it at any time; it goes on where it was. `--factor 5` plays five times as many games.
"""

from __future__ import annotations

import argparse
import contextlib
import os
from pathlib import Path

from deduce.confusion import Rules
from deduce.confusion.arena.log import ArenaLog
from deduce.confusion.arena.run import play_all
from deduce.confusion.arena.standing import Standing, standing
from deduce.confusion.arena.tournament import Tournament
from deduce.tabletop.pairs import elo_text

SEED = 1
MATCHES = (
    ("advisor@0.05", "random", 100, 60),
    ("advisor@0.05", "information", 200, 100),
    ("advisor@0.05", "goal", 200, 100),
    ("advisor@0.05", "safety", 200, 100),
    ("advisor@0.05", "instinct", 100, 60),
    ("advisor@0.05", "monte-carlo@0.05", 100, 60),
    ("advisor@0.2", "ismcts@0.2", 40, 20),
)
"""The players, and how many games under classic and under espionage."""


def match(players: tuple[str, str], ruleset: str, games: int, folder: Path, jobs: int) -> Standing:
    """Play what is missing of a match, and return how it stands."""
    tournament = Tournament(players, Rules.of(ruleset), SEED)
    file = folder / f"{ruleset}-{players[1].partition('@')[0]}.jsonl"
    with ArenaLog(file, tournament) as log:
        left = sorted({*range(games)} - {*log.results})
        with contextlib.closing(play_all(tournament, left, jobs=jobs)) as played:
            for result in played:
                log.add(result)
        results = log.results
        return standing(players, (results[number] for number in range(games)))


def row(found: Standing) -> str:
    """Return a row of the table."""
    rate, low, high = (f"{100 * (value or 0):.1f} %" for value in (found.rate, found.low, found.high))
    elo = "" if found.elo is None else elo_text(found.elo[0])
    thought = " / ".join("" if each is None else f"{1000 * each:.0f} ms" for each in found.seconds_per_move)
    counts = f"{found.wins} / {found.draws} / {found.losses}"
    name = found.players[1].partition("@")[0]
    return f"| {name} | {found.games} | {counts} | **{rate}** ({low} to {high}) | {elo} | {thought} |"


def main() -> None:
    """Play and print."""
    # All arrays are small: more threads for each product of matrices only get into each other's way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--folder", type=Path, default=Path("strength"))
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--factor", type=int, default=1)
    options.add_argument("--ruleset", choices=("classic", "espionage"))
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for place, ruleset in enumerate(("classic", "espionage")):
        if given.ruleset not in {None, ruleset}:
            continue
        print(f"### {ruleset.capitalize()}\n")
        print("| `advisor` against | games | won / drawn / lost | win rate (95 %) | Elo | time for a move |")
        print("| :-- | --: | --: | --: | --: | --: |")
        for first, second, *games in MATCHES:
            count = given.factor * games[place]
            print(row(match((first, second), ruleset, count, given.folder, given.jobs)), flush=True)
        print()


if __name__ == "__main__":
    main()
