"""Measure how strong the advice is: all tables of docs/strength.md.

    python benchmarks/strength.py --jobs 2

Plays what is missing, in pairs on the same deals with sides swapped, and prints the tables. Stop it at any
time with Ctrl-C: what is over is kept, the tables are printed as far as they go, and the same command goes
on. Games are kept by the code that played them (a checksum of what players import), so rows of different code
never mix; whatever changes what they do begins anew, and nothing else does. They are in `benchmarks/games`,
which is part of the repository, so whoever has some hours goes on where others stopped; those of code that is
there no more can be deleted. The tables are

    opponents   the advisor against each player, and against itself as it was at an older revision
    curve       the advisor against itself at half the time
    equals      the advisor against itself, where all depends on luck: how many games reach the limit of turns
    ablations   the advisor against itself without one thing, for each that can be left out

`--only` picks tables, opponents or both: `--only equals,goal`. `--ruleset classic` plays under one edition,
`--games 40` so many for each row, and `--show` plays none at all. `--clock processor` lets all players think
in processes of their own by what they had of a processor: for machines on which much else goes on.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import elsewhere
from checksums import checksum_of

from deduce.confusion import Rules
from deduce.confusion.arena.course import Course, run
from deduce.confusion.arena.log import ArenaLog
from deduce.confusion.arena.said import brief
from deduce.confusion.arena.standing import standing
from deduce.confusion.arena.tournament import Tournament
from deduce.confusion.engine.position import Ending
from deduce.confusion.players.named import OPTIONS, PLAYERS
from deduce.errors import DeduceError, did_you_mean
from deduce.intake.numbers import seconds_of
from deduce.tabletop.pairs import elo_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.arena.standing import Standing
    from deduce.confusion.players.player import Player

SEED = 1
OLDER = "36c840b"
"""The revision whose advice is played against."""
EDITIONS = ("classic", "espionage")
TABLES = ("opponents", "curve", "equals", "ablations")
GAMES = {"opponents": (100, 60), "curve": (200, 200), "equals": (200, 200), "ablations": (200, 200)}
"""How many games each row has under classic and under espionage, unless another number stands below."""
MORE_GAMES = {
    "older": (400, 400),
    "rusher": (400, 400),
    "staller": (400, 400),
    "blocker": (400, 400),
    "bluffer": (400, 400),
    "reader": (400, 400),
    "two-ply": (400, 400),
    "ismcts": (40, 20),
}
FIXED = {"monte-carlo": "monte-carlo@{time}", "ismcts": "ismcts@0.2"}
"""The names of opponents that think for some time."""
CURVE = (0.1, 0.2, 0.4, 1.0, 2.0)
EVERY = 5.0
"""So many seconds lie between two lines that say how far it is, where nobody looks on."""
HEAD = "| `advisor` against | games | won / drawn / lost | win rate (95 %) | Elo | limit | time for a move |"


# --- What is played -----------------------------------------------------------------------------------


def version(*more: str) -> str:
    """Return a checksum of the code that plays: of all players, of what they import, and of its data.

    Args:
        more: The names of further modules that something measured hangs on.
    """
    home = elsewhere.PROJECT / "deduce" / "confusion" / "players"
    players = (f"deduce.confusion.players.{path.stem}" for path in home.glob("*.py"))
    return checksum_of(elsewhere.PROJECT, ("deduce.confusion.arena.tournament", *players, *more))


@dataclass(frozen=True)
class Measured(Tournament):
    """A tournament in which code of an older revision can play, as `advisor-36c840b@0.05`.

    Attributes:
        code: The folder with that code; None where it does not play.
        clock: By what all think, as `elsewhere.CLOCKS` has it.
    """

    code: Path | None = field(default=None, kw_only=True)
    clock: str = field(default="wall", kw_only=True)

    def verify(self, name: str) -> None:
        """Make sure that there is a player of a name."""
        super().verify(_plain(name))

    def make(self, game: int, name: str) -> Player:
        """Make a player for a game, here or in a process of its own."""
        code = elsewhere.PROJECT if _plain(name) == name else self.code
        if code is None or (code is elsewhere.PROJECT and self.clock == "wall"):
            return super().make(game, name)
        return elsewhere.Elsewhere(code, _plain(name), self.seed_of(game, name), self.clock)


def _plain(name: str) -> str:
    """Return what a player of older code is called there."""
    return name.replace(f"-{OLDER}", "", 1)


@dataclass(frozen=True)
class Row:
    """A row of a table.

    Attributes:
        table: Which table.
        label: What stands in front.
        players: The names of the two players.
        games: How many games under classic and under espionage.
    """

    table: str
    label: str
    players: tuple[str, str]
    games: tuple[int, int]


def rows(seconds: float) -> Iterator[Row]:
    """Yield all rows.

    Args:
        seconds: What the advisor has for a move, where no row says otherwise.
    """
    advisor = f"advisor@{seconds:g}"
    for name in PLAYERS:
        if name != "advisor":
            other = FIXED.get(name, name).format(time=f"{seconds:g}")
            mine = "advisor@0.2" if name == "ismcts" else advisor
            yield Row("opponents", name, (mine, other), MORE_GAMES.get(name, GAMES["opponents"]))
    yield Row("opponents", "older", (advisor, f"advisor-{OLDER}@{seconds:g}"), MORE_GAMES["older"])
    for more in CURVE:
        players = (f"advisor@{more:g}", f"advisor@{more / 2:g}")
        yield Row("curve", f"{more:g} s / {more / 2:g} s", players, GAMES["curve"])
    yield Row("equals", "itself", (advisor, f"{advisor}#2"), GAMES["equals"])
    for option, values in OPTIONS["advisor"].items():
        for value in values[1:]:
            changed = f"{option}={value}"
            yield Row("ablations", changed, (advisor, f"{advisor}:{changed}"), GAMES["ablations"])


def picked(all_rows: list[Row], only: str) -> list[Row]:
    """Return the rows of some tables and labels.

    Raises:
        DeduceError: If there is no such table or row.
    """
    wanted = [name.strip() for name in only.split(",")]
    known = {*TABLES, *(row.label for row in all_rows)}
    for name in wanted:
        if name not in known:
            message = f"--only: there is no table and no row {name!r}; {did_you_mean(name, sorted(known))}"
            raise DeduceError(message)
    return [row for row in all_rows if row.table in wanted or row.label in wanted]


# --- Playing ------------------------------------------------------------------------------------------


@dataclass
class Progress:
    """Says how far a row is: in one line that is written over on a terminal, else now and then.

    Attributes:
        label: What is played.
        said: When it was said last.
    """

    label: str
    said: float = 0.0

    def __call__(self, course: Course) -> None:
        now, here = time.monotonic(), sys.stderr.isatty()
        if not here and now - self.said < EVERY:
            return
        self.said = now
        text = f"{self.label}: {len(course.results)} of {course.games}, {brief(course.standing)}"
        print(f"\r\033[K{text}" if here else text, end="" if here else "\n", file=sys.stderr, flush=True)


@dataclass
class Measuring:
    """All that a run is asked for.

    Attributes:
        folder: Where the games are kept.
        jobs: How many processes play.
        games: How many games each row has; None for its own number.
        plays: Whether anything is played.
        stopped: Whether Ctrl-C ended it.
        code: The folder with the older code; None as long as nobody asked for it.
        clock: By what all think, as `elsewhere.CLOCKS` has it.
    """

    folder: Path
    jobs: int = 1
    games: int | None = None
    plays: bool = True
    stopped: bool = False
    code: Path | None = None
    clock: str = "wall"

    def standing(self, row: Row, edition: str) -> Standing:
        """Play what is missing of a row, and return how it stands.

        Raises:
            DeduceError: If a player cannot play.
        """
        rules, code = Rules.of(edition), None
        if any(_plain(name) != name for name in row.players):
            self.code = self.code or elsewhere.code_of(OLDER, self.folder)
            code = self.code
        tournament = Measured(row.players, rules, SEED, version=version(), code=code, clock=self.clock)
        games = self.games or row.games[EDITIONS.index(edition)]
        by_clock = "" if self.clock == "wall" else f"-{self.clock}"
        file = self.folder / tournament.version / f"{edition}-{row.table}-{_file_name(row)}{by_clock}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        if self.stopped or not self.plays:
            with ArenaLog(file, tournament) as log:
                return standing(row.players, (each for each in log.results.values() if each.game < games))
        for name in row.players:
            tournament.make(0, name)
        label = f"{edition}, {row.players[0]} against {row.players[1]}"
        course = run(tournament, games, file=file, jobs=self.jobs, progress=Progress(label))
        self.stopped = course.stopped
        return course.standing


def _file_name(row: Row) -> str:
    """Return a row's players as the name of a file."""
    return re.sub(r"[^\w.=-]+", "_", "-".join(row.players))


# --- Tables -------------------------------------------------------------------------------------------


def cells(row: Row, found: Standing) -> str:
    """Return a row of a table."""
    rate, low, high = (f"{100 * (value or 0):.1f} %" for value in (found.rate, found.low, found.high))
    difference = "" if found.elo is None else elo_text(found.elo[0])
    thought = " / ".join("" if each is None else f"{1000 * each:.0f} ms" for each in found.seconds_per_move)
    counts = f"{found.wins} / {found.draws} / {found.losses}"
    limit = dict(found.endings).get(Ending.LIMIT.value, 0)
    at_limit = f"{limit / found.games:.1%}"
    shown = (f"**{rate}** ({low} to {high})", difference, at_limit, thought)
    return f"| {row.label} | {found.games} | {counts} | {' | '.join(shown)} |"


def table(measuring: Measuring, name: str, edition: str, wanted: list[Row]) -> Iterator[str]:
    """Yield the lines of a table, each as soon as it is there; none if nothing was played."""
    begun = False
    for row in wanted:
        try:
            found = measuring.standing(row, edition)
        except DeduceError as error:
            print(f"{edition}, {row.label}: left out: {error}", file=sys.stderr)
            continue
        if not found.games:
            continue
        if not begun:
            begun = True
            yield f"### {edition.capitalize()}, {name}\n"
            yield HEAD
            yield "| :-- | --: | --: | --: | --: | --: | --: |"
        yield cells(row, found)
    if begun:
        yield ""


def main() -> int:
    """Play and print."""
    # All arrays are small: more threads for each product of matrices only get into each other's way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--folder", type=Path, default=Path(__file__).parent / "games")
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--games", type=int)
    options.add_argument("--only", default=",".join(TABLES))
    options.add_argument("--ruleset", choices=EDITIONS)
    options.add_argument("--time", type=float, default=0.05)
    options.add_argument("--clock", choices=elsewhere.CLOCKS, default="wall")
    options.add_argument("--show", action="store_true")
    given = options.parse_args()
    if given.jobs < 1 or (given.games is not None and given.games < 1):
        options.error("--jobs and --games must be at least 1")
    try:
        seconds_of(given.time, "--time")
    except DeduceError as error:
        options.error(str(error))
    measuring = Measuring(given.folder, given.jobs, given.games, not given.show, clock=given.clock)
    try:
        wanted = picked(list(rows(given.time)), given.only)
    except DeduceError as error:
        options.error(str(error))
    print(f"The code of version {version()}.\n")
    for name in TABLES:
        for edition in EDITIONS:
            if given.ruleset in {None, edition}:
                some = [row for row in wanted if row.table == name]
                for line in table(measuring, name, edition, some):
                    print(line, flush=True)
    if measuring.stopped:
        print("Stopped; the same command goes on.", file=sys.stderr)
    return 130 if measuring.stopped else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        # Between two rows; what is over is kept.
        sys.exit(130)
