"""Fit the habit of the curious, and measure how well habits foretell players.

    python benchmarks/choosing.py --games 20

Each player plays games against itself. The rates for `CURIOUS` in `deduce/confusion/knowledge/choosing.py`
are a conditional logit of what the player that asks for what tells most chose among all that it could
attempt; those that stand there come from other games, and are close. Then it is told, for games that had no
part in it, by how many bits each habit foretells a choice better than if all were as likely.
"""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING

import numpy as np

from deduce.confusion import Rules
from deduce.confusion.engine.actions import Attempt
from deduce.confusion.engine.simulation import random_start
from deduce.confusion.kind import record_of
from deduce.confusion.knowledge.choosing import HABITS, logs_of
from deduce.confusion.knowledge.exposure import BASE, promises_at
from deduce.confusion.knowledge.notes import DEFAULT_MODEL
from deduce.confusion.knowledge.reading import facts_of, moving
from deduce.confusion.players.named import make_player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.engine.position import Position
    from deduce.confusion.knowledge.exposure import Floats
    from deduce.confusion.knowledge.notes import Notes

CURIOUS = "information"
PLAYERS = ("random", "goal", CURIOUS, "safety", "instinct", "two-ply", "staller")
PLIES = 75
RIDGE = 2.0
"""How strongly rates are held near 0 where the games say little."""
ROUNDS = 60


def choices(player: str, games: int, seed: str) -> Iterator[tuple[Position, Notes, Attempt]]:
    """Yield what a player chose in games against itself, with what was heard of its own pieces before."""
    rules = Rules.of("classic")
    for number in range(games):
        draw = random.Random(f"{seed} {player} {number}")
        game = random_start(rules, draw)
        seats = [make_player(player, rules, draw.randrange(10**6)) for _ in range(2)]
        while game.outcome is None and game.position.turns < PLIES:
            side = game.position.decider
            game.push(seats[side].choose(game.view(side)))
        for step in record_of(game).steps:
            for position, event in step.after.steps:
                if isinstance(event.action, Attempt):
                    yield position, step.before.notes(position.turn, DEFAULT_MODEL), event.action


def rates(chosen: list[tuple[Floats, int]]) -> Floats:
    """Return the rates by which these choices are likeliest."""
    found = np.zeros(len(BASE))
    for _ in range(ROUNDS):
        slope, curve = -RIDGE * found, RIDGE * np.eye(len(BASE))
        for base, place in chosen:
            shares = np.exp(base @ found - (base @ found).max())
            shares /= shares.sum()
            mean = shares @ base
            slope += base[place] - mean
            curve += (base * shares[:, None]).T @ base - np.outer(mean, mean)
        step = np.linalg.solve(curve, slope)
        found += step * min(1, 3 / abs(step).max())
    return found


def based(position: Position, notes: Notes, attempt: Attempt) -> tuple[Floats, int]:
    """Return what all attempts have about them, and which one was chosen."""
    promises, facts = promises_at(position), facts_of(notes.weights)
    if facts is None:
        message = "what was heard in a game always leaves a deal"
        raise RuntimeError(message)
    chance = promises.chance(moving(position, position.turn, facts))
    return promises.base(chance), list(promises.attempts).index(attempt)


def main() -> None:
    """Fit, and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    found = rates([based(*each) for each in choices(CURIOUS, given.games, "fit")])
    print("curious:", ", ".join(f"{name} {rate:.1f}" for name, rate in zip(BASE, found, strict=True)))
    for player in PLAYERS:
        logs = np.array(
            [logs_of(*each, None) for each in choices(player, max(1, given.games // 4), "report")]
        )
        bits = ((logs - logs[:, :1]).mean(axis=0) / np.log(2)).round(2)
        words = ", ".join(f"{habit.name} {gain:+.2f}" for habit, gain in zip(HABITS, bits, strict=True))
        print(f"{player}: {len(logs)} choices, bits better than if all were as likely: {words}", flush=True)


if __name__ == "__main__":
    main()
