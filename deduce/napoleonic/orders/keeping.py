"""Where sealed sheets are kept until they are opened: in the user's data folder, bound to one record.

Each sheet has a file of its own, under a name that tells nothing. No state of a record knows what is in it:
it is looked up while a line is read that seals or opens something.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from deduce.tabletop.errors import ImpossibleError, SessionError
from deduce.tabletop.keys import KeyKind, keys_folder

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Keeper", "Kept"]

_KEPT = re.compile(r"[0-9a-f]{64} [^\n]+")
SHEETS = KeyKind(
    format="deduce.napoleonic.sheet/1",
    noun="battle",
    header="the seal",
    loss="without it a line is only opened by whoever knows its salt",
    instead="orders that are written on paper need none: declare 3 charge",
    word="order sheet",
    fits=lambda text: _KEPT.fullmatch(text) is not None,
)


class Kept(NamedTuple):
    """A sheet that is kept.

    Attributes:
        key: Its key.
        text: What stands on it.
    """

    key: str
    text: str

    def __repr__(self) -> str:
        return "Kept()"


@dataclass(frozen=True, slots=True)
class Keeper:
    """Keeps the sheets of the battle in a file.

    Attributes:
        path: The file.
    """

    path: Path

    def keep(self, name: str, kept: Kept) -> None:
        """Keep a sheet.

        Args:
            name: What it is called there.
            kept: The sheet.

        Raises:
            SessionError: If it cannot be kept.
        """
        with SHEETS.new(keys_folder(), name, f"{kept.key} {kept.text}", self.path):
            """It stays, also if the line that seals it is taken back: whoever redoes it needs it again."""

    def has(self, name: str) -> bool:
        """Tell whether a sheet is kept here."""
        return SHEETS.is_there(keys_folder(), name)

    def sheet(self, name: str, trace: str) -> Kept:
        """Return a sheet.

        Args:
            name: What it is called there.
            trace: What stands in the record of its battle and in no other: one of its codes.

        Raises:
            ImpossibleError: If it is not kept here, or the battle goes on in another file.
        """
        try:
            key, _, text = SHEETS.of(keys_folder(), name, self.path, trace).partition(" ")
        except SessionError as error:
            raise ImpossibleError(str(error)) from None
        return Kept(key, text)

    @staticmethod
    def drop(name: str) -> None:
        """Throw a sheet away that was opened as a whole: everything stands in the record."""
        SHEETS.drop(keys_folder(), name)
