"""The arena: two players play many games against each other, on the same deals with sides swapped.

Games 2k and 2k+1 are pair k: the same two deals, placements and starting side, but first one player has side
0 and then the other, so that luck with a deal helps both alike. A game depends on nothing but the tournament
and its number, wherever it is played, as long as its players count nodes and not seconds.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath
from time import perf_counter
from traceback import extract_tb
from typing import TYPE_CHECKING, TypeVar

from deduce.confusion.engine.actions import Agree, Unread
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.simulation import random_start
from deduce.confusion.errors import ConfusionError
from deduce.confusion.players.named import make_player, player_name
from deduce.errors import IntakeError, shortened
from deduce.intake.numbers import whole_of
from deduce.tabletop.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Callable

    from deduce.confusion.engine.actions import Action, Attempt
    from deduce.confusion.engine.game import Deal, Placements
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.engine.view import View
    from deduce.confusion.players.player import Player

__all__ = ["FAULT", "Fault", "GameResult", "StoppedError", "Tournament", "play"]

T = TypeVar("T")

MOST_TURNS = 10**9 - 1
LIMIT = 300
"""After so many turns a game is drawn, unless another limit is given."""
FAULT = "fault"
"""The ending of a game that a player lost by doing what is impossible, or by failing."""


class StoppedError(Exception):
    """A game was given up because nobody waits for it any more."""


@dataclass(frozen=True)
class Tournament:
    """Everything that the games of a tournament depend on.

    Examples:
        >>> from deduce.confusion.engine.rules import Rules
        >>> tournament = Tournament(("goal", "random"), Rules.of("classic"), seed=1)
        >>> play(tournament, 0).winner
        'goal'

    Attributes:
        players: The names of the two players, a and b, as `deduce.confusion.players.named` has them.
        rules: The rules.
        seed: The number that all deals and all the players' random numbers follow from.
        limit: After so many turns a game is drawn.
        time: The seconds that a player has for each move, unless its name says otherwise; None for its usual.
        nodes: Likewise, the nodes for each move.
        version: What code plays, where games of different code must not get into one log; "" if that does
            not matter.

    Raises:
        ConfusionError: If a name or a number is wrong.
    """

    players: tuple[str, str]
    rules: Rules
    seed: int = 0
    limit: int = LIMIT
    time: float | None = None
    nodes: int | None = None
    version: str = ""

    def __post_init__(self) -> None:
        for name in self.players:
            self.verify(name)
        first, second = self.players
        if first == second:
            one = shortened(first)
            message = f"both players are called {one!r}; call one of them {one}#2 to tell them apart"
            raise ConfusionError(message)
        try:
            whole_of(self.seed, "the seed")
            whole_of(self.limit, "the limit", 1, MOST_TURNS)
            Budget.of(self.time, self.nodes)
        except IntakeError as error:
            raise ConfusionError(error.reason) from None

    def verify(self, name: str) -> None:
        """Make sure that there is a player of a name.

        Raises:
            ConfusionError: If there is none.
        """
        player_name(name)

    @cached_property
    def limited(self) -> Rules:
        """The rules with the limit of turns."""
        return replace(self.rules, half_move_limit=self.limit)

    def names(self, game: int) -> tuple[str, str]:
        """Return the names of the players of side 0 and side 1 in a game."""
        first, second = self.players
        return (second, first) if game % 2 else (first, second)

    def start(self, game: int) -> tuple[tuple[Deal | None, Deal | None], int, Placements]:
        """Return the deals, the side that starts and the placements; a pair of games has the same."""
        begun = random_start(self.rules, _draw(f"{self.seed} pair {game // 2}"))
        return begun.deals, begun.first, begun.placements

    def make(self, game: int, name: str) -> Player:
        """Make a player for a game; its random numbers are its own.

        Raises:
            ConfusionError: If what it needs is not installed.
        """
        return make_player(name, self.limited, self.seed_of(game, name), self.time, self.nodes)

    def seed_of(self, game: int, name: str) -> int:
        """Return where a player's random numbers begin in a game."""
        place = self.players.index(name)
        return _draw(f"{self.seed} game {game} player {place}").getrandbits(31)


def _draw(seed: str) -> random.Random:
    return random.Random(f"deduce arena {seed}")  # noqa: S311 - a game, not a secret


@dataclass(frozen=True)
class Fault:
    """Why a player lost a game other than by the rules.

    Attributes:
        player: Who failed.
        reason: What was wrong.
    """

    player: str
    reason: str


@dataclass(frozen=True)
class GameResult:
    """How a game of a tournament went.

    Attributes:
        game: Its number, from 0.
        sides: The names of the players of side 0 and side 1.
        first: The side that started.
        winner: The name of the winner; None for a draw.
        ending: Why it ended, in words; `FAULT` if a player failed.
        turns: After how many turns.
        seconds: How long the first and the second player of the tournament thought.
        moves: How often they chose what to do.
        fault: How a player failed; None if none did.
    """

    game: int
    sides: tuple[str, str]
    first: int
    winner: str | None
    ending: str
    turns: int
    seconds: tuple[float, float]
    moves: tuple[int, int]
    fault: Fault | None = None

    @property
    def pair(self) -> int:
        """The number of the pair of games with the same deals."""
        return self.game // 2

    def score(self, name: str) -> float:
        """Return what a player gets for the game: 1, 1/2 or 0."""
        return 0.5 if self.winner is None else float(self.winner == name)


class _FailureError(Exception):
    """A player failed."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.fault = Fault(name, reason)


class _Seat:
    """A player on one side of a game, with its clock."""

    def __init__(self, name: str, player: Player) -> None:
        self.name, self.player = name, player
        self.seconds, self.moves = 0.0, 0

    def choose(self, view: View) -> Action:
        self.moves += 1
        return self._timed(lambda: self.player.choose(view))

    def allows(self, view: View, attempt: Attempt) -> bool:
        said: object = self._timed(lambda: self.player.allows(view, attempt))
        if not isinstance(said, bool):
            raise _FailureError(self.name, f"answered {said!r} to {attempt}, which is neither yes nor no")
        return said

    def _timed(self, think: Callable[[], T]) -> T:
        begun = perf_counter()
        try:
            return think()
        except Exception as error:
            raise _FailureError(self.name, _reason(error)) from error
        finally:
            # A player that thinks in a process of its own tells how long it took there.
            elsewhere: float | None = getattr(self.player, "seconds_elsewhere", None)
            self.seconds += perf_counter() - begun if elsewhere is None else elsewhere


def _reason(error: Exception) -> str:
    """Say what was raised, and where."""
    place = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({PurePath(place.filename).name}, line {place.lineno})"


def play(tournament: Tournament, number: int, stopped: Callable[[], bool] | None = None) -> GameResult:
    """Play one game of a tournament.

    A player that does what is impossible, or raises, loses at once; the result says how. Each player sees
    nothing but `Game.view` of its side.

    Args:
        tournament: The tournament.
        number: The number of the game.
        stopped: Asked before each move whether to give up.

    Raises:
        ConfusionError: If a player cannot be made.
        StoppedError: If the game was given up.
    """
    deals, first, placements = tournament.start(number)
    game = Game(tournament.limited, deals, first, placements)
    sides = tournament.names(number)
    seats = [_Seat(name, tournament.make(number, name)) for name in sides]
    fault = None
    try:
        while game.outcome is None:
            if stopped is not None and stopped():
                raise StoppedError
            _move(game, seats)
    except _FailureError as failure:
        fault = failure.fault
    ending, winner = FAULT, None
    if fault is not None:
        winner = next(name for name in sides if name != fault.player)
    elif game.outcome is not None:
        ending = game.outcome.ending.value
        winner = None if game.outcome.winner is None else sides[game.outcome.winner]
    one, two = (seats[sides.index(name)] for name in tournament.players)
    return GameResult(
        number,
        sides,
        first,
        winner,
        ending,
        game.position.turns,
        (round(one.seconds, 6), round(two.seconds, 6)),
        (one.moves, two.moves),
        fault,
    )


def _move(game: Game, seats: list[_Seat]) -> None:
    """Let whoever is to move do something.

    Raises:
        _FailureError: If a player fails.
    """
    side = game.position.decider
    seat, other = seats[side], seats[1 - side]
    action = seat.choose(game.view(side))
    if isinstance(action, Agree | Unread):
        # The rules of a record let them pass; here nobody asked the opponent.
        raise _FailureError(seat.name, f"{action}: that is not for one player to decide")
    try:
        game.push(action, agent=lambda attempt: other.allows(game.view(1 - side), attempt))
    except _FailureError:
        raise
    except Exception as error:
        raise _FailureError(seat.name, f"did what is impossible: {error}") from error
