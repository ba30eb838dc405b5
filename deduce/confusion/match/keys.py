"""The keys of matches, from which their deals follow: kept apart from their files until the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.record.seal import SEALED
from deduce.tabletop.keys import KeyKind, keys_folder

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

__all__ = ["drop_key", "key_of", "keys_folder", "new_key"]

KEYS = KeyKind(
    format="deduce.confusion.key/1",
    noun="match",
    header=SEALED,
    loss=(
        "without it nobody knows the deals (it is thrown away when the game is over, in this file or in the "
        "one it was copied from)"
    ),
    instead="a match with a seed (--seed) needs none",
)


def new_key(folder: Path, seal: str, key: str, path: Path) -> AbstractContextManager[None]:
    """Keep the key of a match that begins; see `KeyKind.new`."""
    return KEYS.new(folder, seal, key, path)


def key_of(folder: Path, seal: str, path: Path) -> str:
    """Return the key of a match that goes on; see `KeyKind.of`."""
    return KEYS.of(folder, seal, path)


def drop_key(folder: Path, seal: str) -> None:
    """Throw the key of a match away; see `KeyKind.drop`."""
    KEYS.drop(folder, seal)
