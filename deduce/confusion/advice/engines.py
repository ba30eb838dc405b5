"""What plays the games in the mind: compiled code where numba is installed, else arrays."""

from __future__ import annotations

from functools import lru_cache

from deduce.confusion.advice.crowd import Crowd
from deduce.confusion.errors import ConfusionError

__all__ = ["ENGINES", "engine_of"]

ENGINES = ("auto", "compiled", "arrays")
"""The names of the engines; `auto` is the first of the others that this machine has."""


@lru_cache(maxsize=len(ENGINES))
def engine_of(name: str = "auto") -> type[Crowd]:
    """Return an engine.

    Args:
        name: Its name.

    Raises:
        ConfusionError: If there is no such engine, or it needs what is not installed.
    """
    if name not in ENGINES:
        message = f"there is no engine {name!r}; there are {', '.join(ENGINES)}"
        raise ConfusionError(message)
    if name == "arrays":
        return Crowd
    try:
        from deduce.confusion.advice.compiled.crowd import CompiledCrowd
    except ImportError as error:
        if name == "auto":
            return Crowd
        message = f"the compiled engine needs numba: {error}; pip install numba"
        raise ConfusionError(message) from None
    return CompiledCrowd
