"""The forms of entries: what can be typed, and stands in a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from deduce.napoleonic.battle import Battle
    from deduce.tabletop.kind import Entry, Followed, Request

__all__ = ["Form"]


@dataclass(frozen=True, eq=False)
class Form:
    """A form of entries.

    Attributes:
        name: What it is called.
        grammar: How it is typed, for the help: one short line.
        read: A battle, a typed line, and the answers to what was asked about it -> the entry as the record
            writes it, or what is still to be asked; None if the line is of another form. Raises `LineError`
            if it is of this form and makes no sense.
        follow: A battle, and an entry as it is written, without comments -> what came of it; None if it is of
            another form. Never raises.
        words: The words that such entries begin with, or that stand behind the unit.
    """

    name: str
    grammar: str
    read: Callable[[Battle, str, tuple[str, ...]], Entry | Request | None]
    follow: Callable[[Battle, str], Followed[Battle] | None]
    words: tuple[str, ...] = ()
