"""Tuning the weights of the instinct: those that win games are moved towards."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from self_play import duel

from deduce.confusion.advice.instinct import PHASES, POINTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from deduce.confusion import Rules
    from deduce.confusion.advice.lookups import Floats

__all__ = ["Tuning"]

TRIES = 8
"""How many directions are tried in a round, each of them forth and back."""
PAIRS = 64
"""How many pairs of games each of them plays."""
HEATS = (0.0, 0.05, 0.05, 0.1)
"""How much chance mixes in: one of these in each trial."""
KEPT = 0.98
"""How much of the mean of the weights each round leaves."""
JOINS = 25
"""After so many rounds the mean joins those that are played against."""
CANNOT = {
    "free": (
        "capture_holder stop_holder carry pass leave_neutral escape_with_neutral remove_threat block "
        "reach_goal_safely"
    ),
    "mine": "lead take_neutral capture_holder stop_holder block",
    "theirs": "take_neutral carry pass leave_neutral escape_with_neutral remove_threat",
}
"""What cannot matter in each phase, or says the same as something else."""


class Tuning:
    """An evolution strategy, which can be stopped and gone on with.

    Args:
        rules: The rules that are played by.
        start: The weights to begin with.
        pool: Other weights that are played against.
        file: Where it stands after each round.
        seed: The same seed tries the same.
    """

    def __init__(self, rules: Rules, start: Floats, pool: list[Floats], file: Path, seed: int) -> None:
        self.rules: Rules = rules
        self.start: Floats = start
        self.file: Path = file
        self.seed: int = seed
        self.rounds: int = 0
        self.present: Floats = start.copy()
        self.mean: Floats = start.copy()
        self.pace: Floats = np.zeros_like(start)
        self.pool: list[Floats] = [start, *pool]
        fits = [[point not in CANNOT[phase].split() for point in POINTS] for phase in PHASES]
        wide = np.where(start == 0, 0.3, 0.2 * np.abs(start) + 0.1)
        self.scale: Floats = np.where(fits, wide, 0).astype(np.float32)
        if file.exists():
            with np.load(file) as kept:
                if kept["present"].shape != start.shape:
                    message = f"{file} is of an instinct with other points; delete it to begin anew"
                    raise SystemExit(message)
                self.rounds = int(kept["rounds"])
                self.start, self.scale = kept["start"], kept["scale"]
                self.present, self.mean, self.pace = kept["present"], kept["mean"], kept["pace"]
                self.pool = list(kept["pool"])

    def run(self, minutes: float, say: Callable[[str], None]) -> Floats:
        """Go on for some minutes, and return the mean of the weights that it came by.

        Args:
            minutes: How long.
            say: Is told how it goes.
        """
        until = time.monotonic() + 60 * minutes
        while time.monotonic() < until:
            self._round()
            if self.rounds % JOINS == 0:
                self.pool.append(self.mean.copy())
                result = duel(self.rules, self.mean, self.start, pairs=250, seed=self.seed, heat=0.05)
                itself = duel(self.rules, self.mean, self.mean, pairs=100, seed=self.seed, heat=0.05)
                share = 100 * float(result.by_pair.mean())
                say(
                    f"round {self.rounds}: {share:.1f} % against the start, with {100 * result.draws:.1f} % "
                    f"draws; {100 * itself.draws:.1f} % draws against itself"
                )
            self._keep()
        return self.mean

    def _round(self) -> None:
        draw = np.random.default_rng([self.seed, self.rounds])
        noise = draw.standard_normal((TRIES, *self.start.shape)).astype(np.float32)
        gains = []
        for number, each in enumerate(noise):
            seed, heat = int(draw.integers(1 << 30)), HEATS[int(draw.integers(len(HEATS)))]
            plus, minus = ((self.present + sign * self.scale * each).astype(np.float32) for sign in (1, -1))
            if number % 4 == 3:
                # Against one of the pool, changed a little; a draw counts nothing, so waiting does not pay.
                other = self.pool[int(draw.integers(len(self.pool)))]
                other = other + 0.5 * self.scale * draw.standard_normal(other.shape)
                gains.append(self._against(plus, other, seed, heat) - self._against(minus, other, seed, heat))
            elif number % 4 == 2:
                gains.append(self._against(plus, plus, seed, heat) - self._against(minus, minus, seed, heat))
            else:
                result = duel(self.rules, plus, minus, pairs=PAIRS, seed=seed, heat=heat)
                gains.append(2 * float(result.by_pair.mean()) - 1)
        gained = np.array(gains)
        step = np.tensordot(gained / (np.std(gained) + 1e-9), noise, axes=1) / TRIES
        self.pace = (0.7 * self.pace + 0.3 * step).astype(np.float32)
        self.present = (self.present + 0.5 * self.scale * self.pace).astype(np.float32)
        self.mean = (KEPT * self.mean + (1 - KEPT) * self.present).astype(np.float32)
        self.rounds += 1

    def _against(self, one: Floats, other: Floats, seed: int, heat: float) -> float:
        other = np.asarray(other, np.float32)
        result = duel(self.rules, one, other, pairs=PAIRS // 2, seed=seed, heat=heat)
        return result.wins

    def _keep(self) -> None:
        np.savez(
            self.file,
            rounds=self.rounds,
            start=self.start,
            scale=self.scale,
            present=self.present,
            mean=self.mean,
            pace=self.pace,
            pool=np.array(self.pool),
        )
