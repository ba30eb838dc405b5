"""The games that sit at the table, by the names that commands and files call them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator

    from deduce.tabletop.kind import Kind, Prompt

__all__ = ["FIRST", "GAMES", "Listed", "asked_which", "game_of"]


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

FIRST = "confusion"
"""The game of records that name none, and of whoever says nothing."""


def game_of(text: str, name: str = "record") -> str:
    r"""Return of which game a record is: what its header `Game` says, or Confusion without one.

    Examples:
        >>> game_of("Game = cards\n"), game_of("Red = Ann\n")
        ('cards', 'confusion')

    Args:
        text: The text of the record.
        name: What to call it in error messages.

    Raises:
        RecordError: If there is no such game.
    """
    from deduce.tabletop.document import Layout, parse_document
    from deduce.tabletop.errors import RecordError

    for header in parse_document(text, Layout()).headers:
        if header.key.casefold() == "game":
            try:
                return _named(header.value)
            except ValueError as error:
                message = f"{header.key} = {error}"
                raise RecordError(message, name, header.line) from None
    return FIRST


def asked_which() -> Generator[Prompt, str, str]:
    """Ask which game is to begin.

    Returns:
        The name of the game.
    """
    from deduce.tabletop.kind import Prompt

    complaint = ""
    while True:
        names = [*GAMES]
        said = yield Prompt(f"Which game, {', '.join(names[:-1])} or {names[-1]}? ({FIRST}) ", complaint)
        try:
            return _named(said) if said.strip() else FIRST
        except ValueError as error:
            complaint = str(error)


def _named(text: str) -> str:
    """Return a game by its name, or the beginning of it.

    Raises:
        ValueError: If there is none.
    """
    from deduce.errors import DeduceError, did_you_mean
    from deduce.intake.characters import plain
    from deduce.intake.numbers import quoted

    word = plain(text.strip())
    begun = [name for name in GAMES if word and name.startswith(word)]
    if word in GAMES or len(begun) == 1:
        return word if word in GAMES else begun[0]
    message = f"{quoted(text.strip())}: there is no such game; {did_you_mean(word, GAMES)}"
    raise DeduceError(message)
