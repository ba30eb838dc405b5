"""Keys from which secrets follow, and other secrets, kept apart from the files of their games.

A file may be copied, shown and searched, and nobody learns the secret that way; whoever wants to look has to
go into the folder of the keys. A key belongs to the one file that the game is played in, wherever that is
moved: a copy cannot be played to its end just to see what is hidden.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deduce.errors import IntakeError
from deduce.intake.content import read_text, said_of
from deduce.intake.data import parse_json
from deduce.tabletop.errors import SessionError
from deduce.tabletop.files import save
from deduce.tabletop.locks import TEMPORARY, Lock
from deduce.tabletop.paths import is_same_file, real_path
from deduce.tabletop.places import data_folder
from deduce.tabletop.record import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["KeyKind", "clear", "is_key", "keys_folder", "unknown_key"]

MOST = 100_000
"""How many bytes the file of a key has at most."""
_HASH = re.compile(r"[0-9a-f]{64}")
_HALF_WRITTEN = re.compile(rf"\.([0-9a-f]{{64}})\.json\.\w+\.{TEMPORARY}")


def is_key(text: str) -> bool:
    """Tell whether a text is a key, or a seal: 64 hexadecimal digits."""
    return _HASH.fullmatch(text) is not None


def unknown_key() -> str:
    """Return a key that nobody knows.

    Raises:
        SessionError: If the system has no random numbers.
    """
    try:
        return secrets.token_hex(32)
    except OSError as error:
        message = f"no key can be drawn: {said_of(error)}; try again"
        raise SessionError(message) from None


def keys_folder() -> Path:
    """Return the folder of the user's keys, whether it is there or not."""
    return data_folder() / "keys"


def clear(folder: Path) -> None:
    """Clear away what processes that were killed left half written of keys that nobody asks for any more.

    Args:
        folder: The folder of the keys, whether it is there or not.
    """
    with contextlib.suppress(OSError):
        for name in sorted(path.name for path in folder.iterdir()):
            if found := _HALF_WRITTEN.fullmatch(name):
                # Whoever gets the lock clears; where another process writes, nobody else gets it.
                with contextlib.suppress(SessionError), Lock(_file(folder, found[1])):
                    pass


class KeyKind(NamedTuple):
    """What the keys of a kind of game are called, and what is said where one cannot be used.

    Attributes:
        format: What their files call themselves.
        noun: What a key belongs to, in the files and in what is said.
        header: The header of the seal.
        loss: What is lost without a key.
        instead: What can be done where no key can be kept.
        word: What they are called in what is said, if they are more than keys.
        fits: Tells whether a text can be one of them.
    """

    format: str
    noun: str
    header: str
    loss: str
    instead: str
    word: str = "key"
    fits: Callable[[str], bool] = is_key

    @contextlib.contextmanager
    def new(self, folder: Path, seal: str, key: str, path: Path) -> Iterator[None]:
        """Keep the key of a game that begins; if it cannot begin after all, the key is gone as well.

        Args:
            folder: The folder of the keys.
            seal: The seal of the game.
            key: The key.
            path: The file of the game.

        Raises:
            SessionError: If the key cannot be kept.
        """
        self._keep(folder, seal, key, path)
        try:
            yield
        except BaseException:
            self.drop(folder, seal)
            raise

    def of(self, folder: Path, seal: str, path: Path, trace: str = "") -> str:
        """Return the key of a game that goes on.

        Args:
            folder: The folder of the keys.
            seal: The seal of the game.
            path: The file of the game; if it was moved, the key goes with it.
            trace: What stands in every file of the game; the seal if nothing is said.

        Raises:
            SessionError: If the key cannot be read, or the game is played in another file.
        """
        if not is_key(seal):
            message = (
                f"{path} cannot go on: {self.header} is not what the program writes; was it changed by hand?"
            )
            raise SessionError(message)
        try:
            key, played = self._read(folder, seal)
        except IntakeError as error:
            message = f"{path} cannot go on: {error}"
            raise SessionError(message) from None
        here = real_path(path)
        if played != here:
            if _is_sealed(played, trace or seal) and not is_same_file(played, here):
                message = (
                    f"{path} is a copy of the {self.noun} in {played}, which goes on there; "
                    "to go on in the copy instead, remove the other file first"
                )
                raise SessionError(message)
            # Where this cannot be noted it is found out again the next time.
            with contextlib.suppress(SessionError):
                self._keep(folder, seal, key, path)
        return key

    @staticmethod
    def is_there(folder: Path, seal: str) -> bool:
        """Tell whether there is a file of a key; whether it can be read is another matter."""
        return is_key(seal) and os.path.lexists(_file(folder, seal))

    @staticmethod
    def drop(folder: Path, seal: str) -> None:
        """Throw the key of a game away; where that is not possible, it stays and does no harm."""
        with contextlib.suppress(OSError):
            _file(folder, seal).unlink()

    def _keep(self, folder: Path, seal: str, key: str, path: Path) -> None:
        file = _file(folder, seal)
        try:
            text = json.dumps({"format": self.format, self.noun: str(real_path(path)), "key": key})
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            clear(folder)
            # What is saved has the rights of what was there, so nobody else can read it, not for a moment.
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
            message = f"the {self.word} of the {self.noun} cannot be kept: {reason}; {self.instead}"
            raise SessionError(message) from None

    def _read(self, folder: Path, seal: str) -> tuple[str, Path]:
        """Return a key, and the file that its game is played in.

        Raises:
            IntakeError: If there is none.
        """
        file = _file(folder, seal)
        try:
            found = parse_json(
                read_text(file, MOST, f"the {self.word} of a {self.noun}", is_named_inside=True)
            )
        except IntakeError as error:
            message = f"its {self.word}, {file}, {error}; {self.loss}"
            raise IntakeError(message) from None
        if (
            not isinstance(found, dict)
            or found.get("format") != self.format
            or not isinstance(found.get(self.noun), str)
            or not isinstance(found.get("key"), str)
            or not self.fits(found["key"])
        ):
            message = f"{file} is no {self.word} of a {self.noun}"
            raise IntakeError(message)
        return found["key"], Path(found[self.noun])


def _file(folder: Path, seal: str) -> Path:
    return folder / f"{seal}.json"


def _is_sealed(path: Path, trace: str) -> bool:
    """Tell whether the game that a trace is of is in a file."""
    try:
        text = read_text(path, LARGEST, "the record of a game", is_named_inside=True)
    except IntakeError:
        return False
    return trace in text
