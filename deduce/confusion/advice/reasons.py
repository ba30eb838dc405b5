"""Why an option is worth what it is, and why more than another: its value taken apart.

The same games are played on in the same worlds five times: as if nothing was done; with what the option does
on the board alone (progress); also hearing the answer (information); also letting the opponent take the piece
in the next turn (safety); also letting the opponent draw conclusions from the step (secrecy). Each part is
the difference between one time and the next, so the parts add up to the difference between doing it and
doing nothing. Between two options the differences of the parts add up to the difference of the values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.fresh import half_width, idle_results, play_attempts
from deduce.confusion.advice.search import TURNS, Search
from deduce.confusion.advice.worth import worth_of
from deduce.confusion.engine.actions import Attempt, Reveal

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from deduce.confusion.advice.lookups import Floats, Ints
    from deduce.confusion.advice.options import Option
    from deduce.confusion.advice.standpoint import Standpoint

__all__ = ["PARTS", "Breakdown", "Comparison", "break_down", "compare", "settled"]

PARTS = ("progress", "information", "safety", "secrecy")
"""What the value of an option is made of."""
STAGES = ((False, True, False), (True, True, False), (True, False, False), (True, False, True))
"""For each part, whether the answer is heard, the piece is left alone, and the step is seen."""


@dataclass(frozen=True)
class Breakdown:
    """The value of an option, taken apart.

    Attributes:
        option: The option.
        nothing: The chance to win if the turn passed with nothing done.
        parts: What each part adds; with `nothing` they add up to the value.
        errors: The standard error of each part.
        games: How many games were played each time.
        weighted: For each of the five times the result of each game, with its weight.
        results: The results of the last time after a yes and after a no: plain games of the option.
    """

    option: Option
    nothing: float
    parts: dict[str, float]
    errors: dict[str, float]
    games: int
    weighted: tuple[npt.NDArray[np.floating], ...]
    results: tuple[Floats, Floats]

    @property
    def value(self) -> float:
        """The chance to win in these games."""
        return self.nothing + sum(self.parts.values())


@dataclass(frozen=True)
class Comparison:
    """Why one option is worth more than another.

    Attributes:
        first: The one.
        second: The other.
        difference: How much more the first is worth.
        error: The standard error of that: both were played in the same worlds.
        parts: How much each part adds to the difference.
        errors: The standard error of each part.
        games: How many games of each were compared.
    """

    first: Option
    second: Option
    difference: float
    error: float
    parts: dict[str, float]
    errors: dict[str, float]
    games: int

    @property
    def within(self) -> float:
        """How far off the difference may be, with 95 %."""
        return half_width(self.error, self.games)


def break_down(
    standpoint: Standpoint, options: Sequence[Option], *, games: int = 128, seed: int = 0, turns: int = TURNS
) -> list[Breakdown]:
    """Take the values of options apart.

    Args:
        standpoint: Where the player stands.
        options: The options.
        games: How many games are played for each part.
        seed: The same number always gives the same games.
        turns: How many turns games are played on.
    """
    worlds = np.resize(np.arange(len(standpoint.worlds), dtype=np.int32), games).astype(np.int32)
    nothing = idle_results(standpoint, worlds, seed, turns)
    even = np.full(games, 1 / games, np.float32)
    found = []
    for option in options:
        if isinstance(option.action, Attempt):
            stages, weights, allowed = _attempt_stages(standpoint, option, worlds, seed, turns)
        else:
            stages, weights, allowed = _other_stages(standpoint, option, games, seed, turns)
        weighted = (nothing * even, *(stage * weights for stage in stages))
        steps = list(zip(PARTS, weighted[1:], weighted, strict=False))
        parts = {name: float(later.sum() - earlier.sum()) for name, later, earlier in steps}
        errors = {name: _error(later - earlier) for name, later, earlier in steps}
        results = (stages[-1][allowed], stages[-1][~allowed])
        found.append(Breakdown(option, float(nothing.mean()), parts, errors, games, weighted, results))
    return found


def settled(
    breakdown: Breakdown, nothing: npt.NDArray[np.floating], value: npt.NDArray[np.floating]
) -> Breakdown:
    """Make the parts add up to a value that is known from more games, in the same worlds and further ones.

    Information, safety and secrecy stay as they are, being differences over the same games; what is more or
    less is progress.

    Args:
        breakdown: The value taken apart.
        nothing: The result of each of the further games in which nothing is done.
        value: The result of each game of the option, with its weight.
    """
    count = len(value)
    idle = nothing / count
    later = [value]
    for high, low in zip(breakdown.weighted[:1:-1], breakdown.weighted[-2:0:-1], strict=True):
        step = np.zeros(count)
        step[: len(high)] = high - low
        later.append(later[-1] - step)
    weighted = (idle, *reversed(later))
    steps = list(zip(PARTS, weighted[1:], weighted, strict=False))
    return replace(
        breakdown,
        nothing=float(idle.sum()),
        parts={name: float(high.sum() - low.sum()) for name, high, low in steps},
        errors={name: _error(high - low) for name, high, low in steps},
        weighted=weighted,
    )


def compare(first: Breakdown, second: Breakdown) -> Comparison:
    """Say what makes the difference between two options that were taken apart together."""
    parts = {name: first.parts[name] - second.parts[name] for name in PARTS}
    steps = [
        (one_later - one) - (other_later - other)
        for one, one_later, other, other_later in zip(
            first.weighted, first.weighted[1:], second.weighted, second.weighted[1:], strict=False
        )
    ]
    return Comparison(
        first.option,
        second.option,
        sum(parts.values()),
        _error(first.weighted[-1] - second.weighted[-1]),
        parts,
        {name: _error(step) for name, step in zip(PARTS, steps, strict=True)},
        len(first.weighted[-1]),
    )


def _error(weighted: npt.NDArray[np.floating]) -> float:
    """Return the standard error of a sum of weighted results."""
    count = len(weighted)
    return float(np.std(weighted)) * math.sqrt(count)


def _attempt_stages(
    standpoint: Standpoint, option: Option, worlds: Ints, seed: int, turns: int
) -> tuple[list[Floats], Floats, npt.NDArray[np.bool_]]:
    """Play the games of an attempt four times; return results, the weight of each game, and the answers."""
    results = [
        play_attempts(
            standpoint,
            option,
            worlds,
            np.random.default_rng(seed),
            turns,
            is_heard=is_heard,
            is_safe=is_safe,
            is_seen=is_seen,
        )[0]
        for is_heard, is_safe, is_seen in STAGES
    ]
    attempt = option.action
    allowed = standpoint.allowed(attempt)[worlds] if isinstance(attempt, Attempt) else worlds < 0
    # The exact chance of a yes counts, not how often it fell among these worlds.
    yes, no = int(allowed.sum()), int((~allowed).sum())
    chance = option.chance if yes and no else float(bool(yes))
    weights = np.where(allowed, chance / max(yes, 1), (1 - chance) / max(no, 1)).astype(np.float32)
    return results, weights, allowed


def _other_stages(
    standpoint: Standpoint, option: Option, games: int, seed: int, turns: int
) -> tuple[list[Floats], Floats, npt.NDArray[np.bool_]]:
    """Play what is no attempt: all of it is progress, but for what a token shows."""
    hidden = isinstance(option.action, Reveal)
    search = Search(standpoint, seed=seed, turns=turns, foresees=False)
    told = worth_of(standpoint.lookups, standpoint.values).of_games
    first, weights, succeeded = search.play_other(option, games, is_shown=not hidden)
    # The same luck once more.
    again = Search(standpoint, seed=seed, turns=turns, foresees=False) if hidden else search
    last = again.play_other(option, games)[0] if hidden else first
    return [told(each) for each in (first, last, last, last)], weights, succeeded
