"""What plays the games in the mind: compiled code where numba is installed, else arrays."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from deduce.confusion.advice.crowd import Crowd
from deduce.confusion.errors import ConfusionError

if TYPE_CHECKING:
    from deduce.confusion.engine.rules import Rules

__all__ = ["ENGINES", "engine_of", "prepare", "takes_a_while"]

ENGINES = ("auto", "compiled", "arrays")
"""The names of the engines; `auto` is the first of the others that this machine has."""


@lru_cache(maxsize=16)
def engine_of(name: str, rules: Rules) -> type[Crowd]:
    """Return an engine that plays by some rules.

    Args:
        name: Its name.
        rules: The rules.

    Raises:
        ConfusionError: If there is no such engine, it needs what is not installed, or has no room for the
            rules.
    """
    if name not in ENGINES:
        message = f"there is no engine {name!r}; there are {', '.join(ENGINES)}"
        raise ConfusionError(message)
    if name == "arrays":
        return Crowd
    try:
        from deduce.confusion.advice.compiled.crowd import CompiledCrowd
        from deduce.confusion.advice.compiled.tables import KINDS
    except ImportError as error:
        if name == "auto":
            return Crowd
        message = f"the compiled engine needs numba: {error}; pip install numba"
        raise ConfusionError(message) from None
    # The diagrams and the promoted side.
    needed = len(rules.letters) + 1
    if needed <= KINDS:
        return CompiledCrowd
    if name == "auto":
        return Crowd
    message = f"the compiled engine has room for {KINDS - 1} diagrams, and these rules have {needed - 1}"
    raise ConfusionError(message)


def takes_a_while(rules: Rules) -> bool:
    """Tell whether the engine has to be compiled first, which it is once on each machine.

    Args:
        rules: The rules that are played by.
    """
    if engine_of("auto", rules) is Crowd:
        return False
    from deduce.confusion.advice.compiled.jit import is_prepared

    return not is_prepared()


@lru_cache(maxsize=8)
def prepare(rules: Rules, name: str = "auto") -> None:
    """Make an engine ready, so that no game waits for it: look up the rules, and compile what has to be.

    Args:
        rules: The rules that are played by.
        name: The name of the engine.
    """
    import numpy as np

    from deduce.confusion.advice.instinct import instinct, weights
    from deduce.confusion.advice.lookups import lookups_of
    from deduce.confusion.advice.playout import play_on
    from deduce.confusion.engine.game import Game

    lookups, draw = lookups_of(rules), np.random.default_rng(0)
    deals = np.tile(np.arange(lookups.letters, dtype=np.int32), (1, 2, 1))
    knows = np.full((1, 2, lookups.letters, lookups.letters), 1 / lookups.letters, np.float32)
    crowd = engine_of(name, rules)(lookups, Game(rules).position, deals, knows)
    chosen = instinct(crowd, weights(lookups)[0])
    crowd.act(chosen, crowd.answers(chosen, draw))
    crowd.overhear(chosen.target)
    play_on(crowd, 0, 1, draw)
