"""The games that sit at the table, by the names that commands and files call them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deduce.tabletop.kind import Kind

__all__ = ["GAMES", "Listed"]


@dataclass(frozen=True, eq=False, repr=False)
class Listed:
    """A game as the list has it.

    Attributes:
        about: What it is, and what can be done, in a sentence.
        module: The module of its kind.
        name: What the kind is called there.
    """

    about: str
    module: str
    name: str

    def kind(self) -> Kind[Any]:
        """Return the kind of the game; it is imported when it is first asked for.

        Examples:
            >>> GAMES["confusion"].kind().title
            'Confusion'
        """
        kind: Kind[Any] = getattr(import_module(self.module), self.name)
        return kind


GAMES = {
    "confusion": Listed(
        "Robert Abbott's Confusion: records of games, random games, diagrams.",
        "deduce.confusion.kind",
        "CONFUSION",
    ),
    "cards": Listed(
        "Cards and Confusion: a battle's ledger, referee and exact odds.",
        "deduce.cards.kind",
        "CARDS",
    ),
    "napoleonic": Listed(
        "The Napoleonic chapters: who may do what in which quarter, and in what state.",
        "deduce.napoleonic.kind",
        "NAPOLEONIC",
    ),
}
"""Every game, by its name."""
