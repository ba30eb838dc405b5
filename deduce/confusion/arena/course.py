"""The course of a tournament: it can be stopped at any time, and goes on from its log."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deduce.confusion.arena.log import ArenaLog
from deduce.confusion.arena.run import play_all
from deduce.confusion.arena.standing import standing
from deduce.confusion.arena.tournament import Tournament
from deduce.confusion.errors import ConfusionError
from deduce.confusion.players.named import PLAYERS
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from deduce.confusion.arena.standing import Standing
    from deduce.confusion.arena.tournament import GameResult
    from deduce.confusion.engine.rules import Rules

__all__ = ["Course", "run", "tournament_of"]


@dataclass
class Course:
    """How far a tournament has come.

    Attributes:
        tournament: The tournament.
        games: How many games are wanted.
        file: The log; None for none.
        results: All games that are over, by number.
        earlier: How many of them were in the log before.
        elapsed: The seconds since the beginning.
        stopped: Whether Ctrl-C ended it.
    """

    tournament: Tournament
    games: int
    file: Path | None = None
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


def tournament_of(
    players: str, rules: Rules, seed: int, limit: int, seconds: float | None, nodes: int | None
) -> Tournament:
    """Return a tournament of two players such as "goal,random", after making sure that both are there.

    Raises:
        ConfusionError: If a name is wrong, or what a player needs is not installed.
    """
    names = [name.strip() for name in players.split(",")]
    if len(names) != 2 or not all(names):
        there = ", ".join(PLAYERS)
        message = f"--players {quoted(players)}: it must be two names such as goal,random; there are {there}"
        raise ConfusionError(message)
    tournament = Tournament((names[0], names[1]), rules, seed, limit, seconds, nodes)
    for name in tournament.players:
        tournament.make(0, name)
    return tournament


def run(
    tournament: Tournament,
    games: int,
    *,
    file: Path | None = None,
    jobs: int = 1,
    backend: str = "local",
    address: str | None = None,
    progress: Callable[[Course], None] | None = None,
) -> Course:
    """Play the games that are not in the log yet; Ctrl-C ends it with what is finished.

    Args:
        tournament: The tournament.
        games: How many games.
        file: The log; None for none.
        jobs: How many processes play.
        backend: Where the games are played.
        address: The address of a cluster.
        progress: Is told after every game how far it has come.

    Raises:
        ConfusionError: If the log is of something else, or the games cannot be played.
    """
    course, begun = Course(tournament, games, file), time.perf_counter()
    # Whatever is wrong is said before the first game; what follows is kept whenever it stops.
    with contextlib.ExitStack() as stack:
        log = None if file is None else stack.enter_context(ArenaLog(file, tournament))
        if log is not None:
            course.results = {number: result for number, result in log.results.items() if number < games}
            course.earlier = len(course.results)
        there = frozenset(course.results)
        # They are not listed: somebody may want more games than there is room for.
        left = (number for number in range(games) if number not in there)
        found = play_all(tournament, left, jobs=jobs, backend=backend, address=address)
        try:
            with contextlib.closing(found):
                for result in found:
                    if log is not None:
                        log.add(result)
                    course.results[result.game] = result
                    course.elapsed = time.perf_counter() - begun
                    if progress is not None:
                        progress(course)
        except KeyboardInterrupt:
            course.stopped = True
    course.elapsed = time.perf_counter() - begun
    return course
