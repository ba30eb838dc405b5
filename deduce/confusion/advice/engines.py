"""What plays the games in the mind: compiled code where numba is installed, else arrays.

The compiled engine is made ready before it is handed out, so that no game waits for it. Where that fails,
whatever the reason is, the games are played by arrays.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from deduce.confusion.advice.crowd import Crowd
from deduce.confusion.errors import ConfusionError
from deduce.tabletop.look import in_silence

if TYPE_CHECKING:
    from deduce.confusion.engine.rules import Rules
    from deduce.tabletop.look import Working

__all__ = ["ENGINES", "engine_of", "make_ready", "prepare", "takes_a_while"]

ENGINES = ("auto", "compiled", "arrays")
"""The names of the engines; `auto` is the first of the others that this machine has."""
PREPARING = "Preparing the engine; this happens once"
"""What is said while it is compiled."""


@lru_cache(maxsize=16)
def engine_of(name: str, rules: Rules) -> type[Crowd]:
    """Return an engine that plays by some rules, ready to play.

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
    objection = _lacking(rules) or ("" if name == "compiled" else _unsuited()) or _broken()
    if not objection:
        from deduce.confusion.advice.compiled.crowd import CompiledCrowd

        return CompiledCrowd
    if name == "auto":
        return Crowd
    raise ConfusionError(objection)


def _lacking(rules: Rules) -> str:
    """Return what the compiled engine lacks for some rules, in words; "" if nothing."""
    try:
        import deduce.confusion.advice.compiled.crowd  # noqa: F401 - to see whether it can be had
        from deduce.confusion.advice.compiled.tables import KINDS
    except Exception as error:  # noqa: BLE001 - a damaged numba fails in more ways than one that is missing
        return f"the compiled engine needs numba: {error}; pip install numba"
    # The diagrams and the promoted side.
    needed = len(rules.letters) + 1
    if needed > KINDS:
        return f"the compiled engine has room for {KINDS - 1} diagrams, and these rules have {needed - 1}"
    return ""


def _unsuited() -> str:
    """Return why the compiled engine is not worth its time here, in words; "" if it is."""
    from deduce.confusion.advice.compiled.jit import can_keep, is_off

    if is_off():
        return "numba compiles nothing here"
    # Each command would compile anew, which takes far longer than thinking.
    return "" if can_keep() else "there is no place to keep what is compiled"


@lru_cache(maxsize=1)
def _broken() -> str:
    """Compile what has to be, by playing a little; return why that fails, in words; "" if it does not."""
    from deduce.confusion.advice.compiled.crowd import CompiledCrowd
    from deduce.confusion.advice.compiled.jit import alone, keep_in_mind
    from deduce.confusion.engine.rules import Rules

    try:
        with alone():
            _play(CompiledCrowd, Rules.of("classic"))
            keep_in_mind()
    except Exception as error:  # noqa: BLE001 - whatever numba finds wrong with this machine
        return f"the compiled engine fails here: {type(error).__name__}: {error}"
    return ""


def takes_a_while(rules: Rules) -> bool:
    """Tell whether the engine has to be compiled first, which it is once on each machine.

    Args:
        rules: The rules that are played by.
    """
    if _lacking(rules) or _unsuited():
        return False
    from deduce.confusion.advice.compiled.jit import is_prepared

    return not is_prepared()


def make_ready(rules: Rules, working: Working = in_silence) -> None:
    """Make the usual engine ready, and say so where that takes a while.

    Args:
        rules: The rules that are played by.
        working: What is told of work that takes long.
    """
    if takes_a_while(rules):
        with working(PREPARING, None, is_told=True):
            prepare(rules)
    prepare(rules)


@lru_cache(maxsize=8)
def prepare(rules: Rules, name: str = "auto") -> None:
    """Make an engine ready, so that no game waits for it: look up the rules, and compile what has to be.

    Args:
        rules: The rules that are played by.
        name: The name of the engine.
    """
    _play(engine_of(name, rules), rules)


def _play(engine: type[Crowd], rules: Rules) -> None:
    """Play a little, doing everything once that is ever done."""
    import numpy as np

    from deduce.confusion.advice.following import Diary
    from deduce.confusion.advice.foresight import foreseen
    from deduce.confusion.advice.instinct import instinct, weights
    from deduce.confusion.advice.lookups import lookups_of
    from deduce.confusion.advice.playout import play_on
    from deduce.confusion.engine.game import Game

    lookups, draw = lookups_of(rules), np.random.default_rng(0)
    weighing, judging = weights(lookups)
    deals = np.tile(np.arange(lookups.letters, dtype=np.int32), (1, 2, 1))
    knows = np.full((1, 2, lookups.letters, lookups.letters), 1 / lookups.letters, np.float32)
    crowd = engine(lookups, Game(rules).position, deals, knows)
    crowd.scored(weighing)
    crowd.judged(judging)
    chosen = instinct(crowd, weighing)
    foreseen(crowd, chosen)
    crowd.act(chosen, crowd.answers(chosen, draw))
    crowd.overhear(chosen.target)
    memory = crowd.memory(crowd.turn, 2)
    if memory is not None:
        memory.histories = np.ones(1, np.uint64)
    play_on(crowd.copy(), 0, 3, draw, diary=Diary(crowd.turn, 1), memory=memory)
    play_on(crowd, 0, 1, draw)
