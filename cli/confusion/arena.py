"""`deduce confusion arena`: two players play many games, and how they stand."""

from __future__ import annotations

import contextlib
import json as json_module
import math
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console

from deduce.confusion.arena.log import ArenaLog, line_of
from deduce.confusion.arena.run import play_all
from deduce.confusion.arena.standing import standing
from deduce.confusion.arena.tournament import Tournament
from deduce.confusion.errors import ConfusionError
from deduce.confusion.players.named import PLAYERS
from deduce.tabletop.pairs import elo_text

from ..output import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deduce.confusion import Rules
    from deduce.confusion.arena.standing import Standing
    from deduce.confusion.arena.tournament import GameResult

FORMAT = "deduce.confusion.standing/1"


@dataclass(frozen=True)
class Wanted:
    """What was asked for beside the tournament itself.

    Attributes:
        games: How many games.
        jobs: How many processes play.
        file: The log; None for none.
        backend: Where the games are played.
        address: The address of a cluster.
    """

    games: int
    jobs: int = 1
    file: Path | None = None
    backend: str = "local"
    address: str | None = None


@dataclass
class Course:
    """How far a tournament has come.

    Attributes:
        tournament: The tournament.
        results: All games that are over, by number.
        earlier: How many of them were in the log before.
        elapsed: The seconds since the beginning.
        stopped: Whether Ctrl-C ended it.
    """

    tournament: Tournament
    results: dict[int, GameResult] = field(default_factory=dict)
    earlier: int = 0
    elapsed: float = 0.0
    stopped: bool = False

    @property
    def standing(self) -> Standing:
        """How the players stand."""
        return standing(self.tournament.players, self.results.values())

    @property
    def games_per_second(self) -> float | None:
        """How many games were played in a second, those from the log left out; None if none was."""
        played = len(self.results) - self.earlier
        return played / self.elapsed if played and self.elapsed else None


def players_of(text: str) -> tuple[str, str]:
    """Read the two players' names.

    Raises:
        ConfusionError: If there are not two.
    """
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names):
        message = f"--players {text!r}: it must be two names such as goal,random; {known()}"
        raise ConfusionError(message)
    return names[0], names[1]


def known() -> str:
    """Return the players that there are, in a part of a sentence."""
    return f"there are {', '.join(PLAYERS)}"


def tournament_of(
    players: str, rules: Rules, seed: int, limit: int, seconds: float | None, nodes: int | None
) -> Tournament:
    """Return the tournament that was asked for, after making sure that both players are there.

    Raises:
        ConfusionError: If a name is wrong, or what a player needs is not installed.
    """
    tournament = Tournament(players_of(players), rules, seed, limit, seconds, nodes)
    for name in tournament.players:
        tournament.make(0, name)
    return tournament


def run(tournament: Tournament, wanted: Wanted) -> Course:
    """Play the games that are not in the log yet; Ctrl-C ends it with what is finished.

    Raises:
        ConfusionError: If the log is of something else, or the games cannot be played.
    """
    course, begun = Course(tournament), time.perf_counter()
    # Whatever is wrong is said before the first game; what follows is kept whenever it stops.
    with contextlib.ExitStack() as stack:
        log = None if wanted.file is None else stack.enter_context(ArenaLog(wanted.file, tournament))
        if log is not None:
            course.results.update(
                (number, result) for number, result in log.results.items() if number < wanted.games
            )
            course.earlier = len(course.results)
        left = [number for number in range(wanted.games) if number not in course.results]
        found = play_all(tournament, left, jobs=wanted.jobs, backend=wanted.backend, address=wanted.address)
        try:
            with contextlib.closing(found), _progress(course, wanted.games) as shown:
                for result in found:
                    if log is not None:
                        log.add(result)
                    course.results[result.game] = result
                    course.elapsed = time.perf_counter() - begun
                    shown()
        except KeyboardInterrupt:
            course.stopped = True
    course.elapsed = time.perf_counter() - begun
    return course


@contextlib.contextmanager
def _progress(course: Course, games: int) -> Iterator[Callable[[], None]]:
    """Show on the terminal how far the games have come, once it has taken a second."""
    screen = Console(stderr=True)
    if not screen.is_terminal:
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("(Ctrl-C stops)"),
    )
    bar = Progress(*columns, console=screen, transient=True)
    task = bar.add_task("Playing", total=games, completed=len(course.results))
    begun = time.perf_counter()
    on = False

    def shown() -> None:
        nonlocal on
        if not on and time.perf_counter() - begun > PATIENCE:
            bar.start()
            on = True
        if on:
            now = course.standing
            bar.update(task, completed=len(course.results), description=_short(now))

    try:
        yield shown
    finally:
        if on:
            bar.stop()


def _short(now: Standing) -> str:
    return f"{now.players[0]} {_percent(now.rate or 0)} ({_percent(now.low)} to {_percent(now.high)})"


# --- Telling ----------------------------------------------------------------------------------------


def show(course: Course) -> None:
    """Print how the players stand, as a plain table."""
    from rich.text import Text

    from ..output import console

    screen = console()
    for line in lines(course):
        screen.print(Text(line), soft_wrap=True)


def lines(course: Course) -> list[str]:
    """Return how the players stand, as lines of a plain table."""
    now, (first, second) = course.standing, course.tournament.players
    games = "1 game" if now.games == 1 else f"{now.games} games"
    pairs = "1 pair" if now.pairs == 1 else f"{now.pairs} pairs"
    title = f"{first} against {second}: {games} in {pairs} of the same deals, seed {course.tournament.seed}"
    if now.rate is None or now.elo is None:
        return [title]
    middle, low, high = map(elo_text, now.elo)
    rows = [
        ("won by " + first, str(now.wins)),
        ("drawn", str(now.draws)),
        ("won by " + second, str(now.losses)),
        ("win rate of " + first, f"{_percent(now.rate)}, 95 % {_percent(now.low)} to {_percent(now.high)}"),
        ("difference in Elo", f"{middle}, 95 % {low} to {high}"),
        ("won by who starts", str(now.wins_of_first)),
        ("turns of a game", f"{now.turns:.1f}"),
        *((ending, str(count)) for ending, count in now.endings),
    ]
    rows += [
        (f"time for a move of {name}", f"{seconds * 1000:.1f} ms")
        for name, seconds in zip(now.players, now.seconds_per_move, strict=True)
        if seconds is not None
    ]
    if course.games_per_second is not None:
        rows.append(("games in a second", f"{course.games_per_second:.2f}"))
    if course.earlier:
        rows.append(("from the log", str(course.earlier)))
    width = max(len(label) for label, _ in rows)
    table = [f"  {label.ljust(width)}  {value}" for label, value in rows]
    return [title, *table, *_faults(course)]


def _faults(course: Course) -> list[str]:
    """Return the first fault of each player, and how many there are."""
    now, found = course.standing, []
    for name, count in zip(now.players, now.faults, strict=True):
        if count:
            number, reason = next(
                (number, result.fault.reason)
                for number, result in sorted(course.results.items())
                if result.fault is not None and result.fault.player == name
            )
            times = "once" if count == 1 else f"{count} times"
            found.append(f"{name} lost by a fault {times}, first in game {number}: {reason}")
    return found


def document(course: Course, wanted: Wanted) -> str:
    """Return how the players stand, as a JSON document; what is infinite or not known is null."""
    now = course.standing
    elo = (None, None, None) if now.elo is None else tuple(map(_finite, now.elo))
    ordered = [result for _, result in sorted(course.results.items())]
    data = {
        "format": FORMAT,
        "players": list(now.players),
        "complete": len(course.results) == wanted.games,
        "games": now.games,
        "pairs": now.pairs,
        "wins": now.wins,
        "draws": now.draws,
        "losses": now.losses,
        "rate": now.rate,
        "interval": [now.low, now.high],
        "elo": elo[0],
        "elo_interval": [elo[1], elo[2]],
        "wins_of_first": now.wins_of_first,
        "faults": list(now.faults),
        "turns": now.turns,
        "endings": dict(now.endings),
        "seconds_per_move": list(now.seconds_per_move),
        "games_per_second": course.games_per_second,
        "from_log": course.earlier,
        "results": [line_of(course.tournament, result) for result in ordered],
    }
    return json_module.dumps(data, indent=2, ensure_ascii=False)


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def tell(course: Course, wanted: Wanted, *, json: bool) -> None:
    """Print how the players stand, and on stderr whether it was stopped."""
    if json:
        typer.echo(document(course, wanted))
    else:
        show(course)
    if course.stopped:
        kept = "" if wanted.file is None else "; the same command goes on from the log"
        typer.echo(f"Stopped after {len(course.results)} of {wanted.games} games{kept}.", err=True)
