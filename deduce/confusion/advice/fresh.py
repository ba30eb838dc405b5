"""Fresh games: what options are worth by games that had no part in choosing them.

Of many options the one that came out best was lucky more often than not, so the games that chose it make it
look better than it is. Here the few that are told are played once more, all in the same newly drawn worlds
and with new luck, and only these games count. Nothing else goes into the value: no guess, no game of the
search; but each game counts as much as games in the mind are worth (`worth`).
"""

from __future__ import annotations

import math
import time as clock
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.crowd import Choices
from deduce.confusion.advice.following import Diary, Following, Followings
from deduce.confusion.advice.options import as_choices
from deduce.confusion.advice.playout import make_attempts, play_on
from deduce.confusion.advice.search import SPREAD, TURNS, Search
from deduce.confusion.advice.worth import worth_of
from deduce.confusion.engine.actions import Attempt

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from deduce.confusion.advice.lookups import Floats, Ints
    from deduce.confusion.advice.options import Option
    from deduce.confusion.advice.search import Estimate
    from deduce.confusion.advice.standpoint import Standpoint
    from deduce.confusion.advice.worth import Worth
    from deduce.tabletop.budget import Budget

__all__ = [
    "AFRESH",
    "AT_ONCE",
    "FEWEST_GAMES",
    "USUAL_PACE",
    "Ahead",
    "Fresh",
    "Z",
    "ahead",
    "games_within",
    "half_width",
    "idle_results",
    "play_afresh",
    "play_attempts",
]

AT_ONCE = 64
"""How many games of each option are played before the clock is looked at."""
AFRESH = 982_451_653
"""Added to the seed for the worlds of fresh games, so that they are no others' worlds."""
FEWEST_GAMES, MOST_GAMES = 16, 2048
"""How many games are played of each option."""
USUAL_PACE = 15_000.0
"""How many turns are played in a second, as long as that was not seen."""
IMAGINED = 4
"""So many games are imagined where all were won or lost before they were judged."""
LEAST_OFTEN = Fraction(1, 5)
"""What is done next in a smaller part of the games is not worth a word."""
FEWEST_FOLLOWED = 10
"""With fewer games after a yes nothing is said of what is done next."""
Z = NormalDist().inv_cdf(0.975)
"""How many standard errors make 95 % where there are many games."""


@dataclass(frozen=True)
class Fresh:
    """What an option is worth by fresh games.

    Attributes:
        option: The option.
        value: The chance to win: the mean after each answer, by the exact chance of the answer.
        error: Its standard error.
        games: How many games were played.
        nodes: How many turns were played.
        if_yes: The chance to win after a yes; None if no such game was played.
        if_no: The chance to win after a no; likewise.
        weighted: What each game contributes to the value; the same place is the same world for all options.
            How often each answer fell makes no difference to it, since its chance is known.
        following: What the player does next most often after a yes; None if nothing stands out.
    """

    option: Option
    value: float
    error: float
    games: int
    nodes: int
    if_yes: float | None
    if_no: float | None
    weighted: npt.NDArray[np.float64]
    following: Following | None

    @property
    def within(self) -> float:
        """How far off the value may be, with 95 %."""
        return half_width(self.error, self.games)

    def at_least(self, sure: float) -> Fresh:
        """Return the same with no less chance than is sure.

        Args:
            sure: The chance to win that nobody can prevent.
        """
        more = sure - self.value
        if more <= 0:
            return self
        return replace(self, value=sure, weighted=self.weighted + more / self.games)

    def instead_of(self, estimate: Estimate) -> Estimate:
        """Return what the option is worth by these games alone.

        Args:
            estimate: What it is worth by the games that chose.
        """
        names = ("value", "error", "games", "if_yes", "if_no")
        return replace(estimate, **{name: getattr(self, name) for name in names})


@dataclass(frozen=True)
class Ahead:
    """How much more one option is worth than another, over the same worlds.

    Attributes:
        difference: How much more.
        error: The standard error of that.
        games: How many games of each there were.
    """

    difference: float
    error: float
    games: int

    @property
    def within(self) -> float:
        """How far off the difference may be, with 95 %."""
        return half_width(self.error, self.games)


def half_width(error: float, games: int) -> float:
    """Return how far off a mean may be, with 95 %: by Student's distribution, since games may be few.

    Args:
        error: The standard error.
        games: How many games it comes from.
    """
    freedom = max(games - 2, 1)
    wide = Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
    return wide * error


def ahead(first: Fresh, second: Fresh) -> Ahead:
    """Compare two options that were played afresh together."""
    count, differences = len(first.weighted), first.weighted - second.weighted
    error = float(np.std(differences, ddof=1)) * math.sqrt(count)
    return Ahead(first.value - second.value, error, count)


def games_within(budget: Budget, share: float, options: int, *, passed: float = 0.0, pace: float) -> int:
    """Return how many games of each of some options a part of a budget is enough for.

    Args:
        budget: The budget.
        share: The part of it.
        options: How many options.
        passed: How many seconds are over.
        pace: How many turns are played in a second.
    """
    turns = math.inf if budget.nodes is None else share * budget.nodes
    if budget.seconds is not None:
        left = min(share * budget.seconds, budget.seconds - passed)
        turns = min(turns, max(left, 0.0) * pace)
    return int(min(max(turns / (TURNS * options), FEWEST_GAMES), MOST_GAMES))


def play_afresh(
    standpoint: Standpoint,
    options: Sequence[Option],
    *,
    games: int,
    seed: int,
    turns: int = TURNS,
    until: float = math.inf,
) -> list[Fresh]:
    """Play games of options in the worlds of a standpoint, each option once in each world.

    Args:
        standpoint: Where the player stands; it should have at least as many worlds as there are games, and
            not those in which the options were chosen.
        options: The options.
        games: How many games of each option.
        seed: The same number always gives the same games.
        turns: How many turns games are played on before they are judged.
        until: When to stop, by the clock; some games are played in any case.
    """
    tables = [_Table(standpoint, option, seed, turns) for option in options]
    for begin in range(0, games, AT_ONCE):
        if begin and clock.perf_counter() > until:
            break
        worlds = np.arange(begin, min(begin + AT_ONCE, games), dtype=np.int32) % len(standpoint.worlds)
        for table in tables:
            table.play(worlds.astype(np.int32))
    return [table.fresh() for table in tables]


class _Table:
    """The fresh games of one option."""

    def __init__(self, standpoint: Standpoint, option: Option, seed: int, turns: int) -> None:
        self._standpoint = standpoint
        self._option = option
        self._turns = turns
        self._draw = np.random.default_rng([seed, 1])
        self._seed = seed
        self._followings = Followings(standpoint.view.rules.letters)
        self._results: list[Floats] = []
        self._succeeded: list[npt.NDArray[np.bool_]] = []
        self._nodes = 0
        self._worth = worth_of(standpoint.lookups, standpoint.values)

    def play(self, worlds: Ints) -> None:
        """Play a game in each of some worlds."""
        if isinstance(self._option.action, Attempt):
            allowed = self._standpoint.allowed(self._option.action)[worlds]
            diary = Diary(self._standpoint.side, len(worlds))
            results, nodes = play_attempts(
                self._standpoint, self._option, worlds, self._draw, self._turns, diary=diary
            )
            self._followings.add(diary, allowed)
        else:
            # A search of its own for every batch: each begins with the first world.
            part = self._standpoint.among(worlds)
            number = self._seed + len(self._results)
            search = Search(part, seed=number, turns=self._turns, foresees=False)
            diaries: list[Diary] = []
            found, _, allowed = search.play_other(self._option, len(worlds), diaries=diaries)
            results = self._worth.of_games(found)
            for diary in diaries:
                self._followings.add(diary, np.ones(len(diary.rows), np.bool_))
            nodes = search.nodes
        self._results.append(results)
        self._succeeded.append(allowed)
        self._nodes += nodes

    def fresh(self) -> Fresh:
        """Return what came of them."""
        results, yes = np.concatenate(self._results), np.concatenate(self._succeeded)
        chance, after = self._option.chance, (results[yes], results[~yes])
        # Where one of the answers never came about, the other one stands for all of it.
        share = chance if all(map(len, after)) else float(len(after[0]) > 0)
        halves = [(part, found) for part, found in zip((share, 1 - share), after, strict=True) if len(found)]
        weights: npt.NDArray[np.float64] = np.where(
            yes, share / max(len(after[0]), 1), (1 - share) / max(len(after[1]), 1)
        )
        means = [float(np.mean(found, dtype=np.float64)) if len(found) else None for found in after]
        value = sum(part * float(np.mean(found, dtype=np.float64)) for part, found in halves)
        around = np.where(yes, means[0] or 0.0, means[1] or 0.0)
        weighted = weights * (results - around) + value / len(results)
        spread = math.sqrt(sum(part**2 * _variance(found, self._worth) for part, found in halves))
        is_enough = self._followings.games >= FEWEST_FOLLOWED
        return Fresh(
            self._option,
            value,
            # What is not known of an answer that never came about may be anything.
            math.hypot(spread, abs(chance - share) / 2),
            len(results),
            self._nodes,
            means[0],
            means[1],
            weighted,
            self._followings.most(LEAST_OFTEN) if is_enough else None,
        )


def _variance(results: Floats, worth: Worth) -> float:
    """Return the variance of a mean of results, as they are told.

    As far as the games were over before they were judged, some imagined ones count as well, half of which
    were won: for a share of wins that is the usual remedy where nearly all games, or all, ended alike.
    """
    count = len(results)
    if count < 2:
        return SPREAD**2
    around = float(np.sum(np.square(results - np.mean(results)), dtype=np.float64))
    imagined = IMAGINED * float(np.mean(worth.is_over(results)))
    halves = imagined * (worth.won - worth.lost) ** 2 / 4
    return (around + halves) / (count - 1 + imagined) / count


def play_attempts(
    standpoint: Standpoint,
    option: Option,
    worlds: Ints,
    draw: np.random.Generator,
    turns: int,
    *,
    is_heard: bool = True,
    is_safe: bool = False,
    is_seen: bool = True,
    diary: Diary | None = None,
) -> tuple[Floats, int]:
    """Play games after an attempt; return their results as they are told, and how many turns were played.

    Args:
        standpoint: Where the player stands.
        option: The attempt.
        worlds: The numbers of the worlds, one for each game.
        draw: Where chance comes from.
        turns: How many turns games are played on before they are judged.
        is_heard: Whether the player hears the answer.
        is_safe: Whether the opponent leaves the piece alone in the next turn.
        is_seen: Whether the opponent draws conclusions from the step.
        diary: Where the attempts of a side are noted, from the turn after this one.
    """
    attempt = option.action
    if not isinstance(attempt, Attempt):
        message = f"{attempt} is no attempt"
        raise TypeError(message)
    allowed = standpoint.allowed(attempt)[worlds]
    chosen = as_choices(standpoint, [attempt], np.zeros(len(worlds), np.int32), np.array([option.chance]))
    crowd = standpoint.crowd(standpoint.position, worlds)
    make_attempts(standpoint.position, crowd, chosen, allowed, draw, is_heard=is_heard, is_seen=is_seen)
    spared = np.where(allowed, chosen.target, -1).astype(np.int32) if is_safe else None
    went_on = crowd.ids.copy()
    played = play_on(crowd, standpoint.side, turns - 1, draw, spared=spared, diary=diary)
    results = played.values
    results[went_on] = worth_of(standpoint.lookups, standpoint.values).of_games(results[went_on])
    return results, played.nodes + len(worlds)


def idle_results(standpoint: Standpoint, worlds: Ints, seed: int, turns: int = TURNS) -> Floats:
    """Return the results, as they are told, of games in which the turn passes with nothing done.

    Args:
        standpoint: Where the player stands.
        worlds: The numbers of the worlds, one for each game.
        seed: The same number always gives the same games.
        turns: How many turns games are played on before they are judged.
    """
    crowd = standpoint.crowd(standpoint.position, worlds)
    none = np.zeros(0, np.int32)
    idle = Choices(none, none, none, none, none, none, np.zeros(0, np.float32))
    crowd.act(idle, np.zeros(0, np.bool_))
    played = play_on(crowd, standpoint.side, turns - 1, np.random.default_rng(seed))
    return worth_of(standpoint.lookups, standpoint.values).of_games(played.values)
