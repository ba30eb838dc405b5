"""Compiling plain functions when they are first called, and keeping what was compiled for the next start.

What was compiled is kept beside the sources, or with the user's caches where those cannot be written, under
a name that follows from all sources together: a function has those that it calls compiled in, so a change of
any of them makes all of them stale. What cannot be read there is compiled anew, and what cannot be written is
not kept.
"""

from __future__ import annotations

import hashlib
import os
import time as clock
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import numba
from numba.core import config as numba_config
from platformdirs import user_cache_path

from deduce.tabletop.errors import SessionError
from deduce.tabletop.locks import Lock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["alone", "can_keep", "compiled", "is_off", "is_prepared", "keep_in_mind"]

_Function = TypeVar("_Function", bound="Callable[..., object]")
PATIENCE = 120.0
"""So many seconds are waited for another process that compiles the same."""
PAUSE = 0.1


class _Cache(Protocol):
    """What numba keeps a function in, as far as it is used here."""

    def load_overload(self, signature: object, context: object) -> object: ...
    def save_overload(self, signature: object, made: object) -> None: ...
    def flush(self) -> None: ...


class _Kept:
    """What numba keeps of a function; whatever is wrong with it makes it as good as not there.

    Args:
        cache: What numba keeps it in.
    """

    def __init__(self, cache: _Cache) -> None:
        self._cache = cache

    def __getattr__(self, name: str) -> object:
        return getattr(self._cache, name)

    def load_overload(self, signature: object, context: object) -> object:
        """Return what was compiled for a signature; None if there is nothing that can be read."""
        try:
            return self._cache.load_overload(signature, context)
        except Exception:  # noqa: BLE001 - whatever stands in a file that was cut off or written over
            with suppress(OSError):
                self._cache.flush()
            return None

    def save_overload(self, signature: object, made: object) -> None:
        """Keep what was compiled for a signature, if it can be written."""
        with suppress(OSError):
            self._cache.save_overload(signature, made)


def compiled(function: _Function) -> _Function:
    """Return a function as compiled code, with the signature that it has in Python.

    Nothing in it may make an array, or hand one out: what it works with is not counted.

    Args:
        function: A function on numbers, arrays and named tuples of them.
    """
    config: Any = numba_config
    kept, folder = config.CACHE_DIR, _folder()
    options: dict[str, Any] = {"fastmath": True, "boundscheck": False, "_nrt": False}
    made: Any
    config.CACHE_DIR = "" if folder is None else str(folder)
    try:
        made = numba.njit(cache=folder is not None, **options)(function)
    finally:
        config.CACHE_DIR = kept
    if folder is not None and not is_off():
        made._cache = _Kept(made._cache)  # noqa: SLF001 - numba has no other place for it
    return cast("_Function", made)


def is_off() -> bool:
    """Tell whether numba was told to compile nothing, so that functions stay what they are in Python."""
    return bool(cast("Any", numba_config).DISABLE_JIT)


def can_keep() -> bool:
    """Tell whether there is a place for what is compiled."""
    return _folder() is not None


def is_prepared() -> bool:
    """Tell whether all was compiled before, so that starting takes no time."""
    folder = _folder()
    with suppress(OSError):
        return folder is not None and _mark(folder).exists()
    return False


def keep_in_mind() -> None:
    """Note that all is compiled now."""
    folder = _folder()
    if folder is not None:
        with suppress(OSError):
            _mark(folder).touch()


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process compiles the same: what it keeps need not be compiled twice."""
    folder, until = _folder(), clock.monotonic() + PATIENCE
    lock = None if folder is None or is_prepared() else Lock(_mark(folder))
    while lock is not None:
        try:
            lock.__enter__()
        except SessionError as error:
            if error.in_use and clock.monotonic() < until:
                clock.sleep(PAUSE)
                continue
            # Compiling twice does no harm that is worth a refusal.
            lock = None
        break
    try:
        yield
    finally:
        if lock is not None:
            lock.__exit__(None, None, None)


def _mark(folder: Path) -> Path:
    return folder / "prepared"


@lru_cache(maxsize=1)
def _folder() -> Path | None:
    """Return where compiled code is kept; None if nothing can be kept on this machine."""
    here, config = Path(__file__).parent, cast("Any", numba_config)
    # Code that checks its bounds (NUMBA_BOUNDSCHECK=1, as the tests have it) is other code.
    sources = hashlib.sha256(f"{numba.__version__} {config.BOUNDSCHECK}".encode())
    try:
        for file in sorted(here.glob("*.py")):
            sources.update(file.read_bytes())
    except OSError:
        return None
    for home in (here / "__pycache__", user_cache_path("deduce", appauthor=False)):
        if not home.is_absolute():
            # Whoever has no home has no place there.
            continue
        folder = home / f"compiled-{sources.hexdigest()[:16]}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return None
