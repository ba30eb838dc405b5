"""The games that sit at the table, by the names that commands and files call them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deduce.tabletop.kind import Kind

__all__ = ["GAMES", "kind_of"]

GAMES = {"confusion": ("deduce.confusion.kind", "CONFUSION")}
"""For each game the module of its kind, and what it is called there."""


def kind_of(name: str) -> Kind[Any]:
    """Return the kind of a game.

    Examples:
        >>> kind_of("confusion").title
        'Confusion'

    Raises:
        KeyError: If there is no such game.
    """
    module, attribute = GAMES[name]
    kind: Kind[Any] = getattr(import_module(module), attribute)
    return kind
