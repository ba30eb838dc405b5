"""How the players of a tournament stand, in words and as data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from deduce.confusion.arena.log import line_of
from deduce.tabletop.pairs import elo_text
from deduce.tabletop.said import Role, Told, lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.arena.course import Course
    from deduce.confusion.arena.standing import Standing

__all__ = ["FORMAT", "brief", "standing_told", "stopped_text"]

FORMAT = "deduce.confusion.standing/1"


def standing_told(course: Course) -> Told:
    """Return all that is said of how the players stand."""
    return Told(lines(_rows(course), Role.ROW), _data(course))


def brief(now: Standing) -> str:
    """Return the win rate in a few words, for while games are played."""
    return f"{now.players[0]} {_percent(now.rate or 0)} ({_percent(now.low)} to {_percent(now.high)})"


def stopped_text(course: Course) -> str:
    """Say how far a tournament came that was stopped."""
    kept = "" if course.file is None else "; the same command goes on from the log"
    return f"Stopped after {len(course.results)} of {course.games} games{kept}."


def _rows(course: Course) -> list[str]:
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
    return [title, *(f"  {label.ljust(width)}  {value}" for label, value in rows), *_faults(course)]


def _faults(course: Course) -> Iterator[str]:
    """Yield the first fault of each player, and how many there are."""
    for name in course.tournament.players:
        found = [
            (number, result.fault.reason)
            for number, result in sorted(course.results.items())
            if result.fault is not None and result.fault.player == name
        ]
        if found:
            times = "once" if len(found) == 1 else f"{len(found)} times"
            yield f"{name} lost by a fault {times}, first in game {found[0][0]}: {found[0][1]}"


def _data(course: Course) -> dict[str, Any]:
    """Return how the players stand as data; what is infinite or not known is None."""
    now = course.standing
    elo = [each if math.isfinite(each) else None for each in now.elo or [math.nan] * 3]
    return {
        "format": FORMAT,
        "players": list(now.players),
        "complete": len(course.results) == course.games,
        "games": now.games,
        "pairs": now.pairs,
        "wins": now.wins,
        "draws": now.draws,
        "losses": now.losses,
        "rate": now.rate,
        "interval": [now.low, now.high],
        "elo": elo[0],
        "elo_interval": elo[1:],
        "wins_of_first": now.wins_of_first,
        "faults": list(now.faults),
        "turns": now.turns,
        "endings": dict(now.endings),
        "seconds_per_move": list(now.seconds_per_move),
        "games_per_second": course.games_per_second,
        "from_log": course.earlier,
        "results": [line_of(course.tournament, result) for _, result in sorted(course.results.items())],
    }


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
