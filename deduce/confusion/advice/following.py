"""What a player does next in the games that are played on: the most frequent continuation of an option."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from deduce.confusion.advice.crowd import CARRY, MOVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from deduce.confusion.advice.crowd import Choices, Crowd
    from deduce.confusion.advice.playout import Watch

    _Act: TypeAlias = tuple[str, "Does", str | None]

__all__ = ["Does", "Following", "Followings"]


AHEAD = 3
"""How many of the player's next turns are looked at."""


class Does(StrEnum):
    """What a piece does in one of the next turns of its side."""

    HOME = "brings Z onto the last row"
    TAKES_NEUTRAL = "takes Z"
    TAKES = "takes"
    CARRIES = "carries Z"
    PASSES = "passes Z to"
    GOES = "is next to move"
    """Anything else: it moves, or tries to."""


@dataclass(frozen=True)
class Following:
    """What is most often done next, in the games played on after a yes.

    Attributes:
        letter: The piece.
        does: What it does, and is allowed to; only where it merely goes on refusals count as well.
        whom: The enemy piece that is taken, or the own piece that gets Z; else None.
        turns: Within how many of the player's next turns.
        count: In how many games.
        games: How many games there were, those included that were over by then.
    """

    letter: str
    does: Does
    whom: str | None
    turns: int
    count: int
    games: int

    @property
    def share(self) -> Fraction:
        """In which part of the games."""
        return Fraction(self.count, self.games)


class Followings:
    """Counts what a side does next: in its next turn, and first of all that matters in its next few turns.

    Args:
        side: The side.

    Attributes:
        games: How many games were watched.
    """

    def __init__(self, side: int) -> None:
        self.games: int = 0
        self._side = side
        self._next: Counter[_Act] = Counter()
        self._soon: Counter[_Act] = Counter()

    def watch(self, counted: npt.NDArray[np.bool_]) -> Watch:
        """Return what is to be told of the turns of some games, from the first turn after the option.

        Args:
            counted: For each game by the number it is started with, whether it counts.
        """
        self.games += int(counted.sum())
        waiting, seen = counted.copy(), list[int]()

        def see(crowd: Crowd, chosen: Choices, allowed: npt.NDArray[np.bool_]) -> None:
            if crowd.turn != self._side or len(seen) == AHEAD:
                return
            seen.append(crowd.turns)
            games = crowd.ids[chosen.game]
            for act, which in self._acts(crowd, chosen, allowed):
                if len(seen) == 1:
                    self._next[act] += int(counted[games[which]].sum())
                if act[1] is not Does.GOES:
                    self._soon[act] += int(waiting[games[which]].sum())
                    waiting[games[which]] = False

        return see

    def _acts(
        self, crowd: Crowd, chosen: Choices, allowed: npt.NDArray[np.bool_]
    ) -> Iterator[tuple[_Act, npt.NDArray[np.bool_]]]:
        """Yield what is done in a turn, each with the attempts that do it."""
        letters, lookups = crowd.lookups.rules.letters, crowd.lookups
        game, target = chosen.game, chosen.target
        columns = (
            chosen.letter,
            chosen.kind,
            target == crowd.neutral[game],
            lookups.last_row[self._side][target],
            crowd.side_at[game, target] - 1,
            crowd.letter_at[game, target],
            allowed,
        )
        rows = np.stack([column.astype(np.int32) for column in columns], axis=1)
        kinds, place = np.unique(rows, axis=0, return_inverse=True)
        for number, row in enumerate(kinds.tolist()):
            letter, kind, on_neutral, is_home, owner, there, yes = row
            does, whom = Does.GOES, None
            if yes:
                whom = letters[there] if owner in {0, 1} else None
                does, whom = _does(
                    kind, whom, on_neutral=on_neutral, is_home=is_home, is_mine=owner == self._side
                )
            yield (letters[letter], does, whom), place.ravel() == number

    def most(self, least: Fraction) -> Following | None:
        """Return what is done most often.

        What takes or brings something in the next turn comes first, then what does so soon, then what merely
        goes on.

        Args:
            least: In which part of the games at least; with less there is nothing to speak of.
        """
        telling = Counter({act: count for act, count in self._next.items() if act[1] is not Does.GOES})
        for turns, found in ((1, telling), (AHEAD, self._soon), (1, self._next)):
            ranked = sorted((-count, act[0], act[1], act[2] or "") for act, count in found.items())
            if ranked and -ranked[0][0] >= least * max(self.games, 1):
                count, letter, does, whom = ranked[0]
                return Following(letter, does, whom or None, turns, -count, self.games)
        return None


def _does(
    kind: int, whom: str | None, *, on_neutral: bool, is_home: bool, is_mine: bool
) -> tuple[Does, str | None]:
    """Say what an attempt does that is allowed."""
    if kind == CARRY:
        return (Does.HOME, None) if is_home else (Does.CARRIES, None)
    if kind == MOVE:
        if on_neutral:
            return Does.TAKES_NEUTRAL, whom
        return (Does.TAKES, whom) if whom else (Does.GOES, None)
    if is_mine:
        return (Does.HOME, None) if is_home else (Does.PASSES, whom)
    return Does.GOES, None
