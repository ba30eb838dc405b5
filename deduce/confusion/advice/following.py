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

    _Act: TypeAlias = tuple[str, "Does", str | None]

__all__ = ["AHEAD", "NOTED", "Diary", "Does", "Following", "Followings"]


AHEAD = 3
"""How many of the player's next turns are looked at."""
NOTED = ("letter", "kind", "on Z", "on the last row", "whose piece is there", "which", "answer")
"""What is noted of an attempt, as numbers; sides from 0."""


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


class Diary:
    """What a side tries in the next turns of games that are played on, and how that is answered.

    Args:
        side: The side.
        games: How many games.

    Attributes:
        side: The side.
        rows: For each game by its number and turn of that side what `NOTED` says; -1 where nothing was tried.
        filled: How many turns are noted.
    """

    def __init__(self, side: int, games: int) -> None:
        self.side: int = side
        self.rows: npt.NDArray[np.int16] = np.full((games, AHEAD, len(NOTED)), -1, np.int16)
        self.filled: int = 0

    def note(self, crowd: Crowd, chosen: Choices, allowed: npt.NDArray[np.bool_]) -> None:
        """Note a turn before it is carried out, if it is one of the side's.

        Args:
            crowd: The games.
            chosen: What is tried.
            allowed: The answers.
        """
        if crowd.turn != self.side or self.filled == AHEAD:
            return
        game, target = chosen.game, chosen.target
        columns = (
            chosen.letter,
            chosen.kind,
            target == crowd.neutral[game],
            crowd.lookups.last_row[self.side][target],
            crowd.side_at[game, target] - 1,
            crowd.letter_at[game, target],
            allowed,
        )
        self.rows[crowd.ids[game], self.filled] = np.stack(columns, axis=1)
        self.filled += 1


class Followings:
    """Counts what a side does next: in its next turn, and first of all that matters in its next few turns.

    Args:
        letters: The letters of the pieces.

    Attributes:
        games: How many games were looked at.
    """

    def __init__(self, letters: str) -> None:
        self.games: int = 0
        self._letters = letters
        self._next: Counter[_Act] = Counter()
        self._soon: Counter[_Act] = Counter()

    def add(self, diary: Diary, counted: npt.NDArray[np.bool_]) -> None:
        """Count what was noted.

        Args:
            diary: What was noted.
            counted: For each game by its number, whether it counts.
        """
        self.games += int(counted.sum())
        waiting = counted.copy()
        for turn in range(AHEAD):
            games = np.flatnonzero(counted & (diary.rows[:, turn, 0] >= 0))
            for act, which in self._acts(diary.side, diary.rows[games, turn]):
                if turn == 0:
                    self._next[act] += int(which.sum())
                if act[1] is not Does.GOES:
                    self._soon[act] += int(waiting[games[which]].sum())
                    waiting[games[which]] = False

    def _acts(self, side: int, rows: npt.NDArray[np.int16]) -> Iterator[tuple[_Act, npt.NDArray[np.bool_]]]:
        """Yield what is done in a turn, each with the attempts that do it."""
        kinds, place = np.unique(rows, axis=0, return_inverse=True)
        for number, row in enumerate(kinds.tolist()):
            letter, kind, on_neutral, is_home, owner, there, yes = row
            does, whom = Does.GOES, None
            if yes:
                whom = self._letters[there] if owner in {0, 1} else None
                does, whom = _does(
                    kind, whom, on_neutral=bool(on_neutral), is_home=bool(is_home), is_mine=owner == side
                )
            yield (self._letters[letter], does, whom), place.ravel() == number

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
