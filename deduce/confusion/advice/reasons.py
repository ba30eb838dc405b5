"""Why an option is worth what it is, and why more than another: its value taken apart.

The same games are played on in the same worlds five times: as if nothing was done; with what the option does
on the board alone (progress); also hearing the answer (information); also letting the opponent take the piece
in the next turn (safety); also letting the opponent draw conclusions from the step (secrecy). Each part is
the difference between one time and the next, so the parts add up to the difference between doing it and
doing nothing. Between two options the differences of the parts add up to the difference of the values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion.advice.crowd import Choices
from deduce.confusion.advice.options import as_choices
from deduce.confusion.advice.playout import make_attempts, play_on
from deduce.confusion.advice.search import TURNS, Search
from deduce.confusion.engine.actions import Attempt, Reveal

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from deduce.confusion.advice.lookups import Floats, Ints
    from deduce.confusion.advice.options import Option
    from deduce.confusion.advice.standpoint import Standpoint

__all__ = ["PARTS", "Breakdown", "Comparison", "break_down", "compare"]

PARTS = ("progress", "information", "safety", "secrecy")
"""What the value of an option is made of."""


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
    weighted: tuple[Floats, ...]
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
    """

    first: Option
    second: Option
    difference: float
    error: float
    parts: dict[str, float]
    errors: dict[str, float]


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
    crowd = standpoint.crowd(standpoint.position, worlds)
    none = np.zeros(0, np.int32)
    idle = Choices(none, none, none, none, none, none, np.zeros(0, np.float32))
    crowd.act(idle, np.zeros(0, np.bool_))
    draw = np.random.default_rng(seed)
    nothing = play_on(crowd, standpoint.side, turns - 1, draw).values
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
    )


def _error(weighted: npt.NDArray[np.floating]) -> float:
    """Return the standard error of a sum of weighted results."""
    count = len(weighted)
    return float(np.std(weighted)) * math.sqrt(count)


def _attempt_stages(
    standpoint: Standpoint, option: Option, worlds: Ints, seed: int, turns: int
) -> tuple[list[Floats], Floats, npt.NDArray[np.bool_]]:
    """Play the games of an attempt four times; return results, the weight of each game, and the answers."""
    attempt = option.action
    if not isinstance(attempt, Attempt):
        message = f"{attempt} is no attempt"
        raise TypeError(message)
    allowed = standpoint.allowed(attempt)[worlds]
    chosen = as_choices(standpoint, [attempt], np.zeros(len(worlds), np.int32), np.array([option.chance]))
    there = np.where(allowed, chosen.target, -1).astype(np.int32)
    results = []
    for is_heard, is_safe, is_seen in (
        (False, True, False),
        (True, True, False),
        (True, False, False),
        (True, False, True),
    ):
        crowd = standpoint.crowd(standpoint.position, worlds)
        draw = np.random.default_rng(seed)
        make_attempts(standpoint.position, crowd, chosen, allowed, draw, is_heard=is_heard, is_seen=is_seen)
        played = play_on(crowd, standpoint.side, turns - 1, draw, spared=there if is_safe else None)
        results.append(played.values)
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
    search = Search(standpoint, seed=seed, turns=turns)
    first, weights, succeeded = search.play_other(option, games, is_shown=not hidden)
    # The same luck once more.
    last = Search(standpoint, seed=seed, turns=turns).play_other(option, games)[0] if hidden else first
    return [first, last, last, last], weights, succeeded
