"""The keys of matches, from which their deals follow: kept apart from their files until the game is over.

The file of a match may be copied, shown and searched, and nobody learns a deal that way; whoever wants to
look has to go into the folder of the keys. A key belongs to the one file that the match is played in,
wherever that is moved: a copy cannot be given up just to see the deals.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from deduce.confusion.record.seal import SEALED, is_key
from deduce.errors import IntakeError
from deduce.intake.content import read_text, said_of
from deduce.intake.data import parse_json
from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import save
from deduce.tabletop.locks import Lock
from deduce.tabletop.paths import is_same_file, real_path
from deduce.tabletop.places import data_folder
from deduce.tabletop.record import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["drop_key", "key_of", "keys_folder", "new_key"]

FORMAT = "deduce.confusion.key/1"
MOST = 100_000
"""How many bytes the file of a key has at most."""


def keys_folder() -> Path:
    """Return the folder of the user's keys, whether it is there or not."""
    return data_folder() / "keys"


@contextlib.contextmanager
def new_key(folder: Path, seal: str, key: str, path: Path) -> Iterator[None]:
    """Keep the key of a match that begins; if it cannot begin after all, the key is gone as well.

    Args:
        folder: The folder of the keys.
        seal: The seal of the match.
        key: The key.
        path: The file of the match.

    Raises:
        SessionError: If the key cannot be kept.
    """
    _keep(folder, seal, key, path)
    try:
        yield
    except BaseException:
        drop_key(folder, seal)
        raise


def key_of(folder: Path, seal: str, path: Path) -> str:
    """Return the key of a match that goes on.

    Args:
        folder: The folder of the keys.
        seal: The seal of the match.
        path: The file of the match; if it was moved, the key goes with it.

    Raises:
        SessionError: If the key cannot be read, or the match is played in another file.
    """
    if not is_key(seal):
        message = f"{path} cannot go on: {SEALED} is not what the program writes; was it changed by hand?"
        raise SessionError(message)
    try:
        key, played = _read(folder, seal)
    except IntakeError as error:
        message = f"{path} cannot go on: {error}"
        raise SessionError(message) from None
    here = real_path(path)
    if played != here:
        if _is_sealed(played, seal) and not is_same_file(played, here):
            message = (
                f"{path} is a copy of the match in {played}, which goes on there; "
                "to go on in the copy instead, remove the other file first"
            )
            raise SessionError(message)
        # Where this cannot be noted it is found out again the next time.
        with contextlib.suppress(SessionError):
            _keep(folder, seal, key, path)
    return key


def drop_key(folder: Path, seal: str) -> None:
    """Throw the key of a match away; where that is not possible, it stays and does no harm."""
    with contextlib.suppress(OSError):
        _file(folder, seal).unlink()


def _file(folder: Path, seal: str) -> Path:
    return folder / f"{seal}.json"


def _keep(folder: Path, seal: str, key: str, path: Path) -> None:
    file = _file(folder, seal)
    try:
        text = json.dumps({"format": FORMAT, "match": str(real_path(path)), "key": key})
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # What is saved has the rights of what was there, so nobody else can read it, not even for a moment.
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
        try:
            with Lock(file):
                save(file, f"{text}\n")
        except SessionError:
            if not file.stat().st_size:
                file.unlink()
            raise
    except (OSError, RuntimeError, SessionError) as error:
        reason = str(error) if isinstance(error, SessionError) else f"{folder}: {said_of(error)}"
        message = f"the key of the match cannot be kept: {reason}; a match with a seed (--seed) needs none"
        raise SessionError(message) from None


def _read(folder: Path, seal: str) -> tuple[str, Path]:
    """Return a key, and the file that its match is played in.

    Raises:
        IntakeError: If there is none.
    """
    file = _file(folder, seal)
    try:
        found = parse_json(read_text(file, MOST, "the key of a match", is_named_inside=True))
    except IntakeError as error:
        message = (
            f"its key, {file}, {error}; without it nobody knows the deals (it is thrown away when the game "
            "is over, in this file or in the one it was copied from)"
        )
        raise IntakeError(message) from None
    if (
        not isinstance(found, dict)
        or found.get("format") != FORMAT
        or not isinstance(found.get("match"), str)
        or not isinstance(found.get("key"), str)
        or not is_key(found["key"])
    ):
        message = f"{file} is no key of a match"
        raise IntakeError(message)
    return found["key"], Path(found["match"])


def _is_sealed(path: Path, seal: str) -> bool:
    """Tell whether the match of a seal is in a file."""
    try:
        text = read_text(path, LARGEST, "the record of a game", is_named_inside=True)
    except IntakeError:
        return False
    return seal in text
