"""What a player is: somebody who sees a view of the game, and says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from deduce.confusion.engine.actions import Action, Attempt
    from deduce.confusion.engine.view import View

__all__ = ["Player"]


class Player(Protocol):
    """A player of one side in one game.

    All that a player learns of the game is the view that it is shown; the diagrams of its own pieces are not
    in it.
    """

    def choose(self, view: View) -> Action:
        """Return what to do now: an attempt, something that comes before it, or the reply to an offer.

        Args:
            view: What the player may see.
        """
        ...

    def allows(self, view: View, attempt: Attempt) -> bool:
        """Return what to answer to an attempt of the opponent's double agent (CF-DA-1).

        Args:
            view: What the player may see.
            attempt: What the double agent of the opponent tries.
        """
        ...
