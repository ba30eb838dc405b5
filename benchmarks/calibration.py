"""Measure what a chance to win is worth: how often who was told it won.

    python benchmarks/calibration.py --folder calibration --jobs 2

The advisor plays against itself and against others, in pairs on the same deals with sides swapped. At every
fourth turn of a side it is noted what chance to win the advice tells of what the advisor does: by fresh games
in worlds of their own, as `advise` plays them, not by the games that chose. In the end it is noted who won; a
draw counts as half. Printed are

    bins        of all moves told 60 to 70 %, for example, how many belonged to the side that won
    summary     for each opponent how far off the bins are (their mean, weighted by moves), how far they were
                by luck alone if all values were right, by how much these are too high, the factor by which
                they should lie farther from or nearer to one half, and Brier score and log loss
    told        what games in the mind that were lost and won should be told as, by these games against
                itself: for `weights.toml`, whose present numbers are reckoned in; then try other games

All intervals take games as the unit, since the moves of one game are not independent. Stop it at any time
with Ctrl-C: what is over is kept, the tables are printed as far as they go, and the same command goes on.
Games are kept by the code that played them, so tables of different code never mix. `--only itself,safety`
picks opponents, `--ruleset classic` plays under one edition, `--show` plays none at all; with another
`--seed` other games are played.

How sure the chances are that the advice tells: `benchmarks/intervals.py`.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
import time
from collections import defaultdict
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pools import each_of
from strength import EDITIONS, EVERY, version

from deduce.confusion import Rules
from deduce.confusion.advice.lookups import lookups_of
from deduce.confusion.arena.tournament import Tournament
from deduce.errors import DeduceError, did_you_mean
from deduce.tabletop.lines_log import LinesLog

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy.typing as npt

    from deduce.confusion.advice.lookups import Lookups
    from deduce.confusion.engine.actions import Action
    from deduce.confusion.engine.view import View

FORMAT = "deduce.calibration/1"
ITSELF = "itself"
OTHERS = ("instinct", "safety", "two-ply", "reader", "bluffer", "blocker")
"""The opponents beside itself: those that do not lose all their games."""
TELLING = ("deduce.confusion.advice.advice",)
"""What is told hangs on these modules too, beside those that play."""
BINS = 10
FLIPS = 4000
"""So often chance is asked what the calibration error would be by luck alone."""
FAR = 700_000_001
"""Added to the seed for what is told, so that it has other luck than what chose."""


# --- What is played -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """A row of games, all of the same kind.

    Attributes:
        label: The opponent.
        edition: By which rules, by their name.
        tournament: Who plays whom.
        every: At every so many turns of a side it is noted what it is told.
        fresh: By how many fresh games.
    """

    label: str
    edition: str
    tournament: Tournament
    every: int
    fresh: int

    @property
    def header(self) -> dict[str, Any]:
        """What all games have in common."""
        mine = self.tournament
        same = {"format": FORMAT, "version": mine.version, "rules": self.edition, "seed": mine.seed}
        return same | {"players": list(mine.players), "every": self.every, "fresh": self.fresh}

    def is_asked(self, name: str) -> bool:
        """Tell whether it is noted what a player is told."""
        return name.startswith("advisor")


@dataclass(frozen=True)
class Told:
    """What was told at one moment.

    Attributes:
        turn: In which turn.
        side: To whom.
        value: The chance to win.
        error: Its standard error.
    """

    turn: int
    side: int
    value: float
    error: float


@dataclass(frozen=True)
class Noted:
    """A game.

    Attributes:
        game: Its number.
        winner: The side that won; None for a draw.
        turns: After how many turns.
        told: What was told on the way.
    """

    game: int
    winner: int | None
    turns: int
    told: tuple[Told, ...]

    def won(self, side: int) -> float:
        """Return what came of it for a side: 1, 1/2 or 0."""
        return 0.5 if self.winner is None else float(self.winner == side)


class Notes(LinesLog[Noted]):
    """The games of a match in a file, one line for each, open for more.

    Args:
        path: The file.
        match: What is played.
    """

    def __init__(self, path: Path, match: Match) -> None:
        super().__init__(path, "match", match.header)

    def data(self, entry: Noted) -> Mapping[str, Any]:
        """Return a game as its line."""
        return {**self.header, **asdict(entry)}

    def entry(self, data: Mapping[str, Any]) -> Noted:
        """Return the game of a line."""
        told = tuple(Told(**each) for each in data["told"])
        return Noted(data["game"], data["winner"], data["turns"], told)


def told_of(view: View, action: Action, games: int, seed: int) -> tuple[float, float]:
    """Return the chance to win that the advice tells of an action, and its standard error.

    Args:
        view: What the player sees.
        action: What the player does.
        games: How many fresh games are played.
        seed: The same number always gives the same games.
    """
    from deduce.confusion.advice.advice import WORLDS
    from deduce.confusion.advice.fresh import play_afresh
    from deduce.confusion.advice.search import Search
    from deduce.confusion.advice.standpoint import Standpoint

    standpoint = Standpoint(view, seed=seed, size=WORLDS)
    estimates = Search(standpoint, seed=seed, named=(action,), foresees=False).estimates
    found = next(each for each in estimates if each.option.action == action)
    if found.sure == 1:
        return 1.0, 0.0
    (fresh,) = play_afresh(standpoint.afresh(games, seed), [found.option], games=games, seed=seed)
    told = fresh.at_least(float(found.sure))
    return told.value, told.error


def noted(match: Match, number: int) -> Noted:
    """Play a game of a match, and note what is told on the way."""
    from deduce.confusion.engine.game import Game

    tournament = match.tournament
    deals, first, placements = tournament.start(number)
    game, names = Game(tournament.limited, deals, first, placements), tournament.names(number)
    players = [tournament.make(number, name) for name in names]
    told, moves = [], [number % match.every, number % match.every]
    while game.outcome is None:
        side = game.position.decider
        view = game.view(side)
        action = players[side].choose(view)
        moves[side] += 1
        if moves[side] % match.every == 0 and match.is_asked(names[side]):
            seed = FAR + tournament.seed_of(number, names[side]) + len(game.events)
            value, error = told_of(view, action, match.fresh, seed)
            told.append(Told(game.position.turns, side, round(value, 6), round(error, 6)))
        game.push(action, agent=partial(players[1 - side].allows, game.view(1 - side)))
    return Noted(number, game.outcome.winner, game.position.turns, tuple(told))


# --- Playing ------------------------------------------------------------------------------------------


@dataclass
class Measuring:
    """All that a run is asked for.

    Attributes:
        folder: Where the games are kept.
        games: How many games each match has.
        jobs: How many processes play.
        plays: Whether anything is played.
        stopped: Whether Ctrl-C ended it.
    """

    folder: Path
    games: int
    jobs: int = 1
    plays: bool = True
    stopped: bool = False

    def notes(self, match: Match) -> list[Noted]:
        """Play what is missing of a match, and return all its games."""
        seed, players = match.tournament.seed, "-".join(match.tournament.players)
        name = re.sub(r"[^\w.=-]+", "_", f"{match.edition}-{players}-{match.every}-{match.fresh}-{seed}")
        file = self.folder / match.tournament.version / f"{name}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        with Notes(file, match) as log:
            there = {each.game for each in log.entries}
            left = [number for number in range(self.games) if number not in there]
            if self.plays and not self.stopped and left:
                self._play(match, log, left, f"{match.edition}, {match.label}")
            return [each for each in log.entries if each.game < self.games]

    def _play(self, match: Match, log: Notes, left: list[int], label: str) -> None:
        said = time.monotonic()
        try:
            with closing(each_of(partial(noted, match), left, self.jobs)) as found:
                for each in found:
                    log.add(each)
                    if sys.stderr.isatty() or time.monotonic() - said >= EVERY:
                        said = time.monotonic()
                        _say(f"{label}: {len(log.entries)} of {self.games} games")
        except KeyboardInterrupt:
            self.stopped = True


def _say(text: str) -> None:
    here = sys.stderr.isatty()
    print(f"\r\033[K{text}" if here else text, end="" if here else "\n", file=sys.stderr, flush=True)


# --- What came of it ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moves:
    """All moves of some games, one place for each.

    Attributes:
        told: What was told.
        won: What came of it.
        game: In which game, by a number from 0.
        games: How many games there are.
    """

    told: npt.NDArray[np.float64]
    won: npt.NDArray[np.float64]
    game: npt.NDArray[np.intp]
    games: int

    @classmethod
    def of(cls, notes: Sequence[Noted]) -> Moves:
        """Return the moves of games."""
        found = [(told.value, each.won(told.side), at) for at, each in enumerate(notes) for told in each.told]
        told, won, game = (np.array(column) for column in zip(*found, strict=True))
        return cls(told, won, game.astype(np.intp), len(notes))

    @property
    def bins(self) -> npt.NDArray[np.intp]:
        """The bin of each move."""
        return np.minimum(BINS * self.told, BINS - 1).astype(np.intp)

    def by_game(self, what: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the sum of something over the moves of each game."""
        found = np.zeros(self.games)
        np.add.at(found, self.game, what)
        return found


def mean_error(moves: Moves) -> tuple[float, float, float]:
    """Return the mean calibration error, what it is by luck alone, and at most in 19 of 20.

    For luck, what came of each game is compared with the mean of its bin, and turned round as a whole for
    half of the games by chance: so moves of one game still go together, and nothing is too high or too low.
    """
    misses = np.zeros((moves.games, BINS))
    np.add.at(misses, (moves.game, moves.bins), moves.won - moves.told)
    moves_in = np.zeros((moves.games, BINS))
    np.add.at(moves_in, (moves.game, moves.bins), 1)
    total = moves_in.sum()
    found = float(np.abs(misses.sum(axis=0)).sum() / total)
    around = misses - moves_in * misses.sum(axis=0) / np.maximum(moves_in.sum(axis=0), 1)
    signs = np.random.default_rng(1).choice((-1.0, 1.0), (FLIPS, moves.games))
    by_luck = np.abs(signs @ around).sum(axis=1) / total
    return found, float(by_luck.mean()), float(np.quantile(by_luck, 0.95))


def too_high(moves: Moves) -> tuple[float, float]:
    """Return by how much what was told is too high on average, and how far off that may be, with 95 %."""
    misses = moves.told - moves.won
    mean = float(misses.mean())
    drift = moves.by_game(misses - mean)
    return mean, 1.96 * math.sqrt(float(drift @ drift)) / len(misses)


def factor(moves: Moves) -> tuple[float, float]:
    """Return by which factor what was told should lie farther from 1/2, and how far off that may be."""
    told, won = moves.told - 0.5, moves.won - 0.5
    squares = float(told @ told)
    found = float(told @ won) / squares
    drift = moves.by_game(told * (won - found * told))
    return found, 1.96 * math.sqrt(float(drift @ drift)) / squares


def worths(moves: Moves, lookups: Lookups) -> tuple[float, float]:
    """Return what games in the mind that were lost and won should be told as, by least squares."""
    from deduce.confusion.advice.worth import worth_of

    now, is_open = worth_of(lookups), moves.told < 1
    told, won = moves.told[is_open], moves.won[is_open]
    mind = (told - now.lost) / (now.won - now.lost)
    slope, lost = np.polyfit(mind, won, 1)
    if lost < 0:
        lost, slope = 0.0, float(mind @ won) / float(mind @ mind)
    return float(lost), min(float(lost + slope), 1.0)


def log_loss(moves: Moves) -> float:
    """Return the log loss of a move, in bits; nothing counts as surer than a hundredth of a percent."""
    told = np.clip(moves.told, 1e-4, 1 - 1e-4)
    return float(-(moves.won * np.log2(told) + (1 - moves.won) * np.log2(1 - told)).mean())


# --- Tables -------------------------------------------------------------------------------------------


def bins_table(moves: Moves) -> Iterator[str]:
    """Yield the table of bins."""
    yield "| told | moves | games | mean told | won | 95 % by games |"
    yield "| :-- | --: | --: | --: | --: | --: |"
    for place in range(BINS):
        here = moves.bins == place
        count = int(here.sum())
        if not count:
            continue
        won = float(moves.won[here].mean())
        drift = np.bincount(moves.game[here], moves.won[here] - won, moves.games)
        error = 1.96 * math.sqrt(float(drift @ drift)) / count
        games = len(np.unique(moves.game[here]))
        shown = f"{100 * place // BINS} to {100 * (place + 1) // BINS} %"
        interval = f"{max(won - error, 0):.0%} to {min(won + error, 1):.0%}"
        told = float(moves.told[here].mean())
        yield f"| {shown} | {count} | {games} | {told:.1%} | {won:.1%} | {interval} |"


SUMMARY = (
    "| against | games | moves | off (by luck, at most) | too high by | factor | Brier | log loss |",
    "| :-- | --: | --: | --: | --: | --: | --: | --: |",
)


def summary(label: str, moves: Moves) -> str:
    """Return a row of the summary."""
    (error, luck, most), (high, sure), (by, off) = mean_error(moves), too_high(moves), factor(moves)
    brier = float(np.square(moves.told - moves.won).mean())
    return (
        f"| {label} | {moves.games} | {len(moves.told)} | **{100 * error:.1f}** ({100 * luck:.1f}, "
        f"{100 * most:.1f}) | {100 * high:+.1f} (± {100 * sure:.1f}) | {by:.3f} (± {off:.3f}) "
        f"| {brier:.3f} | {log_loss(moves):.3f} |"
    )


def tables(edition: str, notes: Mapping[str, Sequence[Noted]]) -> Iterator[str]:
    """Yield all tables of an edition."""
    found = {label: some for label, some in notes.items() if any(each.told for each in some)}
    parts: dict[str, Iterable[Noted]] = {
        "against itself": found.get(ITSELF, ()),
        "against others": chain.from_iterable(some for label, some in found.items() if label != ITSELF),
    }
    rows = {label: Moves.of(some) for label, some in found.items()}
    for name, some in parts.items():
        games = list(some)
        if games:
            moves = Moves.of(games)
            yield f"### {edition.capitalize()}, {name}\n"
            yield from bins_table(moves)
            yield ""
            if name == "against others" and len(found.keys() - {ITSELF}) > 1:
                rows["all others"] = moves
    if rows:
        yield f"### {edition.capitalize()}, summary\n"
        yield from SUMMARY
        yield from (summary(label, moves) for label, moves in rows.items())
        yield ""
    if ITSELF in rows:
        lost, won = worths(rows[ITSELF], lookups_of(Rules.of(edition)))
        yield f"told: lost = {lost:.2f}, won = {won:.2f}\n"


def matches(given: argparse.Namespace, edition: str) -> Iterator[Match]:
    """Yield what is played under an edition."""
    me, wanted = f"advisor@{given.nodes}n", [name.strip() for name in given.only.split(",")]
    for label in wanted:
        players = (me, f"{me}#2" if label == ITSELF else label)
        tournament = Tournament(players, Rules.of(edition), given.seed, version=version(*TELLING))
        yield Match(label, edition, tournament, given.every, given.fresh)


def main() -> int:
    """Play and print."""
    # All arrays are small: more threads for each product of matrices only get into each other's way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--folder", type=Path, default=Path("calibration"))
    options.add_argument("--games", type=int, default=400, help="how many games against each opponent")
    options.add_argument("--nodes", type=int, default=1500, help="turns in the mind for each move")
    options.add_argument("--every", type=int, default=4, help="at which turns of a side it is asked")
    options.add_argument("--fresh", type=int, default=256, help="by how many fresh games it is told")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--only", default=",".join((ITSELF, *OTHERS)))
    options.add_argument("--ruleset", choices=EDITIONS)
    options.add_argument("--show", action="store_true", help="play nothing")
    given = options.parse_args()
    if min(given.games, given.nodes, given.every, given.fresh, given.jobs) < 1:
        options.error("--games, --nodes, --every, --fresh and --jobs must be at least 1")
    for name in given.only.split(","):
        if name.strip() not in {ITSELF, *OTHERS}:
            options.error(f"--only: there is no opponent {name!r}; {did_you_mean(name, (ITSELF, *OTHERS))}")
    measuring = Measuring(given.folder, given.games, given.jobs, not given.show)
    print(f"The code of version {version(*TELLING)}.\n")
    for edition in EDITIONS:
        if given.ruleset in {None, edition}:
            notes: dict[str, Sequence[Noted]] = defaultdict(list)
            for match in matches(given, edition):
                notes[match.label] = measuring.notes(match)
            for line in tables(edition, notes):
                print(line, flush=True)
    if measuring.stopped:
        print("Stopped; the same command goes on.", file=sys.stderr)
    return 130 if measuring.stopped else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except DeduceError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        # Between two matches; what is over is kept.
        sys.exit(130)
