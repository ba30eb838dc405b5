"""Sealed sheets: which codes go into the common record, and whether what is opened fits them.

Every unit of the side has two codes, whatever stands on the sheet: one for what it does, one for its order.
So nobody sees from the seal for which units something is written, or how much. The salts follow from the key
of the sheet, so one line can be opened alone, and the key opens the whole sheet at the end.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.napoleonic.orders.sheet import NONE, Deed
from deduce.tabletop.seals import code_of, salt_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["About", "codes_of", "labels_of", "line_code", "line_salt", "sheet_id", "wrong_labels"]

FORMAT = "deduce.napoleonic.sheet/1"


@dataclass(frozen=True)
class About:
    """Which sheet it is.

    Attributes:
        side: What the side is called.
        half: What the half is called, such as "P1H2".
    """

    side: str
    half: str

    def leaf(self, label: str, order: str) -> str:
        """Return the text that is sealed for a line: it is of this sheet, and of no other."""
        return f"{FORMAT}\n{self.side}\n{self.half}\n{label}\n{order}"


def labels_of(units: Iterable[str]) -> tuple[str, ...]:
    """Return what the lines of a sheet can be about, for all units of a side."""
    return tuple(sorted(label for unit in units for label in (unit, f"{unit}/{Deed.ORDER}")))


def line_salt(key: str, about: About, label: str) -> str:
    """Return the salt of a line.

    Args:
        key: The key of the sheet.
        about: Which sheet it is.
        label: What the line is about.
    """
    return salt_of(key, about.leaf(label, ""))


def line_code(salt: str, about: About, label: str, order: str) -> str:
    """Return the code of a line.

    Examples:
        >>> line_code("00" * 16, About("French", "P1H1"), "3", "charge k")
        '3MHZ9-F8X7H'

    Args:
        salt: Its salt.
        about: Which sheet it stands on.
        label: What it is about.
        order: What is written; "none" if nothing is.
    """
    return code_of(salt, about.leaf(label, order))


def codes_of(key: str, about: About, orders: Mapping[str, str], labels: Iterable[str]) -> Mapping[str, str]:
    """Return the codes of a sheet by what they are about.

    Args:
        key: The key of the sheet.
        about: Which sheet it is.
        orders: What is written, by what it is about.
        labels: What lines can be about.
    """
    return {
        label: line_code(line_salt(key, about, label), about, label, orders.get(label, NONE))
        for label in labels
    }


def wrong_labels(
    key: str, about: About, orders: Mapping[str, str], codes: Mapping[str, str]
) -> tuple[str, ...]:
    """Return what does not fit the codes of a sheet that is opened as a whole.

    Args:
        key: The key of the sheet.
        about: Which sheet it is.
        orders: What is said to be written.
        codes: The codes in the record.
    """
    right = codes_of(key, about, orders, codes)
    return tuple(label for label, code in codes.items() if right[label] != code)


def sheet_id(about: About, codes: Mapping[str, str]) -> str:
    """Return what a sealed sheet is called where it is kept: 64 hexadecimal digits that tell nothing."""
    lines = [about.leaf(label, code) for label, code in sorted(codes.items())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
