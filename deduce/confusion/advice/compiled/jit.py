"""Compiling plain functions when they are first called, and keeping what was compiled for the next start.

What was compiled is kept beside the sources, or with the user's caches where those cannot be written, under
a name that follows from all sources together: a function has those that it calls compiled in, so a change of
any of them makes all of them stale.
"""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
from platformdirs import user_cache_path

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["compiled", "is_prepared"]

_Function = TypeVar("_Function", bound="Callable[..., object]")


def compiled(function: _Function) -> _Function:
    """Return a function as compiled code, with the signature that it has in Python.

    Nothing in it may make an array, or hand one out: what it works with is not counted.

    Args:
        function: A function on numbers, arrays and named tuples of them.
    """
    config: Any = numba.config
    kept, folder = config.CACHE_DIR, _folder()
    options: dict[str, Any] = {"fastmath": True, "boundscheck": False, "_nrt": False}
    config.CACHE_DIR = "" if folder is None else str(folder)
    try:
        made = numba.njit(cache=folder is not None, **options)(function)
    finally:
        config.CACHE_DIR = kept
    return cast("_Function", made)


def is_prepared() -> bool:
    """Tell whether something was compiled before, so that starting takes no time."""
    folder = _folder()
    return folder is not None and any(folder.rglob("*.nbi"))


@lru_cache(maxsize=1)
def _folder() -> Path | None:
    """Return where compiled code is kept; None if nothing can be kept on this machine."""
    here = Path(__file__).parent
    sources = hashlib.sha256(numba.__version__.encode())
    for file in sorted(here.glob("*.py")):
        sources.update(file.read_bytes())
    for home in (here / "__pycache__", user_cache_path("deduce")):
        folder = home / f"compiled-{sources.hexdigest()[:16]}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return None
