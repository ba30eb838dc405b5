"""How many turns of Confusion are played in the mind, beside random turns of other games that hide something.

The games are different, so only the kind of work is the same: all that is possible is listed, some of it is
chosen at random, and done. The other games of OpenSpiel are written in C++ and stepped through from Python.
"""

from __future__ import annotations

import random
import statistics
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import spiel_others
from results import Row, Timing, Topic
from timing import Stopwatch, seconds_each

from deduce.confusion.advice.engines import engine_of
from deduce.confusion.advice.instinct import best_of_each
from deduce.confusion.advice.lookups import lookups_of
from deduce.confusion.advice.playout import play_on
from deduce.confusion.advice.search import Search
from deduce.confusion.advice.standpoint import Standpoint
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import random_game
from deduce.confusion.players.advisor import WORLDS
from deduce.tabletop.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from timing import Effort

    from deduce.confusion.advice.crowd import Crowd
    from deduce.confusion.engine.view import View

__all__ = ["TOPIC"]

RULES = {"classic": Rules.of("classic"), "espionage": Rules.of("espionage")}
TURNS = 60
"""How many turns each game is played, from its start."""
SIZES = (64, 256)
"""How many games a crowd plays side by side."""
FEW = 20
"""How many games are played one after the other."""
ARRAYS, REFERENCE, IN_SPIEL = "arrays", "reference engine", "python_confusion"
COLUMNS = (ARRAYS, REFERENCE, IN_SPIEL, *spiel_others.BUILT_IN)
BUDGETS = (0.1, 1.0)
"""For how many seconds is thought."""
EARLY = 30
"""After how many turns is thought."""


# --- What is timed: each returns how many turns were played ----------------------------------------------


def _new_crowd(rules: Rules, size: int, engine: str = "arrays") -> Crowd:
    lookups, draw = lookups_of(rules), np.random.default_rng(size)
    deals = np.array([[draw.permutation(lookups.letters) for _ in (0, 1)] for _ in range(size)], np.int32)
    even = np.full((size, 2, lookups.letters, lookups.letters), 1 / lookups.letters, np.float32)
    return engine_of(engine, rules)(lookups, Game(rules).position, deals, even)


def _by_chance(beginning: Crowd) -> int:
    """Choose among all that is possible in each game, each as likely as the other."""
    crowd, draw, played = beginning.copy(), np.random.default_rng(1), 0
    for _ in range(TURNS):
        played += len(crowd)
        choices = crowd.choices(least=-1.0)
        chosen = choices.take(best_of_each(choices.game, draw.random(len(choices), np.float32)))
        crowd.act(chosen, crowd.answers(chosen, draw))
    return played


def _by_instinct(beginning: Crowd) -> int:
    """Play on by instinct, as a search does."""
    return play_on(beginning.copy(), 0, TURNS, np.random.default_rng(1)).nodes


def _one_by_one(rules: Rules) -> int:
    return sum(random_game(rules, random.Random(seed), plies=TURNS).position.turns for seed in range(FEW))


# --- The table ---------------------------------------------------------------------------------------


def _rows(effort: Effort) -> Iterator[Row]:
    for name, rules in RULES.items():
        yield from _turns(name, rules, effort)
    for name, rules in RULES.items():
        for seconds in BUDGETS:
            yield _thinking(name, rules, seconds, effort)


def _turns(name: str, rules: Rules, effort: Effort) -> Iterator[Row]:
    ours: dict[str, Callable[[], int]] = {}
    for size in SIZES:
        ours[f"{name}: a turn by chance, {size} games side by side"] = partial(
            _by_chance, _new_crowd(rules, size)
        )
    compiled = f"{name}: a turn by instinct, compiled"
    ours[compiled] = partial(_by_instinct, _new_crowd(rules, SIZES[0], "auto"))
    others: dict[str, Callable[[], int]] = {
        ARRAYS: partial(_by_instinct, _new_crowd(rules, SIZES[0])),
        REFERENCE: partial(_one_by_one, rules),
    }
    if spiel_others.is_installed():
        in_spiel = spiel_others.our_steps(name, TURNS)
        if in_spiel is not None:
            others[IN_SPIEL] = in_spiel
        others |= {column: spiel_others.steps(game, TURNS) for column, game in spiel_others.BUILT_IN.items()}
    each = seconds_each({**ours, **others}, effort)
    for case in ours:
        timings = {
            column: Timing(each[column]) if column in each else Timing(None, "not installed")
            for column in COLUMNS
            # What is chosen by chance is not what the arrays are timed with.
            if column != ARRAYS or case == compiled
        }
        yield Row(case, None, Timing(each[case], f"{_rounded(1 / each[case])} turns a second"), timings)


def _thinking(name: str, rules: Rules, seconds: float, effort: Effort) -> Row:
    """Measure what is thought within a budget; making ready is part of the time."""
    watch, searches = Stopwatch(), list[Search]()
    views = [view for seed in range(effort.games) if (view := _view(rules, seed)) is not None]
    _think(views[0], BUDGETS[0])
    for view in views:
        watch.time(lambda view=view: searches.append(_think(view, seconds)))
    turns = statistics.median(search.nodes for search in searches)
    games = statistics.median(sum(found.games for found in search.estimates) for search in searches)
    options = statistics.median(sum(found.games > 0 for found in search.estimates) for search in searches)
    note = f"{games:,.0f} games for the {options:.0f} options that look best, {turns:,.0f} turns together"
    return Row(
        f"{name}: a ranking with {seconds:g} s to think",
        None,
        Timing(watch.median, note),
        dict.fromkeys(COLUMNS, Timing(None)),
    )


def _view(rules: Rules, seed: int) -> View | None:
    """Return what the side to move sees after some turns of a random game, if it is not over by then."""
    game = random_game(rules, random.Random(seed), plies=EARLY)
    return None if game.outcome else game.view(game.position.turn)


def _think(view: View, seconds: float) -> Search:
    search = Search(Standpoint(view, seed=1, size=WORLDS), seed=1)
    search.think(Budget(seconds))
    return search


def _rounded(number: float) -> str:
    """Write a number with two digits that count."""
    return f"{float(f'{number:.2g}'):,.0f}"


TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (
    Topic("ADVICE", "Turns played in the mind, beside other games with hidden information"),
    _rows,
)
