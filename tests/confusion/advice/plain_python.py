"""The compiled engine as plain Python, where no index passes unseen: run by `test_engines.py`.

Compiled code looks after no index. Here numba compiles nothing, each array refuses indices that are negative
or too large, and each move has to be one of the piece that is said to make it. Prints what was played.
"""

from __future__ import annotations

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"

import random
import sys
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from confusion.advice.lockstep import started
from deduce.confusion.advice import search as searching
from deduce.confusion.advice.compiled import crowd, moving, playing
from deduce.confusion.advice.search import Search
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.engine.actions import MoveTwo
from deduce.confusion.engine.rules import Rules
from deduce.tabletop.budget import Budget

if TYPE_CHECKING:
    from deduce.confusion.advice.compiled.tables import Games, Scratch, Tables
    from deduce.confusion.advice.lookups import Lookups
    from deduce.confusion.engine.game import Game

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "classic": ("classic", {}),
    "a limit": ("classic", {"half_move_limit": 70}),
    "espionage": ("espionage", {}),
    "variants 1 2 4": ("espionage", {"variants": (1, 2, 4)}),
    "variants 3 5": ("espionage", {"variants": (3, 5)}),
    "tokens": ("espionage", {"variants": (5,), "tokens": True}),
}
moves: list[str] = []
case = [""]


class Strict(np.ndarray[Any, Any]):
    """An array without negative indices, which count from the end in Python and are never meant here."""

    def __getitem__(self, key: Any) -> Any:
        refuse(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        refuse(key)
        super().__setitem__(key, value)


def refuse(key: object) -> None:
    """Refuse negative numbers."""
    for each in key if isinstance(key, tuple) else (key,):
        if isinstance(each, int | np.integer) and each < 0:
            message = f"index {key} is negative"
            raise IndexError(message)


def strict(arrays: Any) -> Any:
    """Return a tuple of arrays as strict ones."""
    return type(arrays)(*(each.view(Strict) if isinstance(each, np.ndarray) else each for each in arrays))


def install() -> None:
    """Make all arrays strict that compiled code is handed, and look at each move."""
    prepared, games_of, move = crowd._prepared, crowd.CompiledCrowd._games, moving.move

    def strictly_prepared(lookups: Lookups) -> Any:
        tables, scratch = prepared(lookups)
        return strict(tables), strict(scratch)

    def looked_at(
        tables: Tables,
        games: Games,
        scratch: Scratch,
        game: int,
        side: int,
        letter: int,
        kind: int,
        target: int,
        is_heard: bool,
    ) -> None:
        moves.append(case[0])
        start = games.where[game, side, letter]
        assert start != tables.off != target
        assert games.side_at[game, start] == side + 1
        assert kind == moving.PASS or games.side_at[game, target] != side + 1
        assert kind == moving.MOVE or games.neutral[game] == start
        move(tables, games, scratch, game, side, letter, kind, target, is_heard)

    crowd._prepared = strictly_prepared
    crowd.CompiledCrowd._games = lambda self: strict(games_of(self))
    playing.move = looked_at
    # Some look ahead is enough, and takes long enough in Python.
    searching.LOOKED_AT, searching.LOOKED_DEEPER = 4, 1


def search(game: Game, seed: int) -> None:
    """Search from a position."""
    view = game.view(game.position.decider)
    standpoint = Standpoint(view, seed=seed, size=16, engine="compiled")
    Search(standpoint, seed=seed, named=()).think(Budget(None, nodes=60))


def main() -> None:
    """Search from some positions of random games."""
    # What wraps around on purpose in compiled code is warned of in plain Python.
    warnings.simplefilter("ignore", RuntimeWarning)
    install()
    for name, (ruleset, options) in CASES.items():
        rules, case[0] = Rules.of(ruleset, **options), name
        for seed, plies in enumerate((6, 60)):
            game = started(rules, random.Random(seed), plies)
            search(game, seed)
            if rules.tokens and plies == 6:
                game.push(MoveTwo())
                search(game, seed)
        sys.stdout.write(f"{name}: {moves.count(name)} moves\n")


if __name__ == "__main__":
    main()
