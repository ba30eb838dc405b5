"""What a tournament says about the strength of its players."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.tabletop.pairs import elo, interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deduce.confusion.arena.tournament import GameResult

__all__ = ["Standing", "standing"]


@dataclass(frozen=True)
class Standing:
    """How two players stand after some games.

    Attributes:
        players: Their names, a and b.
        games: How many games were played.
        pairs: How many pairs they belong to.
        wins: How many of them player a won.
        draws: How many were drawn.
        losses: How many player b won.
        rate: The win rate of player a, draws counting 1/2; None before the first game.
        low: The lower end of its 95 % interval.
        high: The upper end.
        faults: How many games each player lost by a fault.
        turns: The mean number of turns of a game.
        seconds_per_move: The mean time that each player took for a move; None if it made none.
        endings: How many games ended in which way.
        wins_of_first: How many games the side that started won.
    """

    players: tuple[str, str]
    games: int
    pairs: int
    wins: int
    draws: int
    losses: int
    rate: float | None
    low: float
    high: float
    faults: tuple[int, int]
    turns: float
    seconds_per_move: tuple[float | None, float | None]
    endings: tuple[tuple[str, int], ...]
    wins_of_first: int

    @property
    def elo(self) -> tuple[float, float, float] | None:
        """The difference in Elo, from the rate and both ends of its interval; None before the first game."""
        return None if self.rate is None else (elo(self.rate), elo(self.low), elo(self.high))


def standing(players: tuple[str, str], results: Iterable[GameResult]) -> Standing:
    """Return how two players stand.

    Args:
        players: Their names, a and b.
        results: The games that they played.
    """
    games = sorted(results, key=lambda result: result.game)
    pairs: dict[int, list[float]] = defaultdict(list)
    for result in games:
        pairs[result.pair].append(result.score(players[0]))
    rate, low, high = interval(list(pairs.values())) if games else (None, 0.0, 1.0)
    winners = Counter(result.winner for result in games)
    failed = Counter(result.fault.player for result in games if result.fault is not None)
    first, second = (_per_move(games, place) for place in (0, 1))
    return Standing(
        players,
        len(games),
        len(pairs),
        winners[players[0]],
        winners[None],
        winners[players[1]],
        rate,
        low,
        high,
        (failed[players[0]], failed[players[1]]),
        sum(result.turns for result in games) / len(games) if games else 0.0,
        (first, second),
        tuple(Counter(result.ending for result in games).most_common()),
        sum(result.winner == result.sides[result.first] for result in games),
    )


def _per_move(games: Sequence[GameResult], place: int) -> float | None:
    moves = sum(result.moves[place] for result in games)
    return sum(result.seconds[place] for result in games) / moves if moves else None
