"""What can be answered to an attempt of the player, in which of the player's deals, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from deduce.confusion.advice.scene import WON
from deduce.confusion.advice.small_state import State, Step, after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.advice.deal_sets import DealSets
    from deduce.confusion.advice.scene import Scene

__all__ = ["Answers", "Branch"]

Branch: TypeAlias = tuple[int, State | None]
"""The deals in which an answer can be given, and the state after it; None where that counts as lost."""


class Answers:
    """The answers to the player's attempts."""

    def __init__(self, scene: Scene, deals: DealSets) -> None:
        """Prepare.

        Args:
            scene: Where the search begins.
            deals: The player's deals.
        """
        self._scene, self._deals = scene, deals
        self._promotions = [deals.promotions(at) for at in range(len(scene.rules.letters))]

    def can_be(self, state: State, step: Step) -> bool:
        """Tell whether an attempt may be allowed."""
        return self._yes_no(state, step)[0] != 0

    def _yes_no(self, state: State, step: Step) -> tuple[int, int]:
        if state[2] >> step.piece & 1:
            allows = self._scene.mine.promoted[step.way] >= step.distance
            return (self._deals.every, 0) if allows else (0, self._deals.every)
        return self._deals.answers(step.piece - self._scene.mine.pieces.start, step.way, step.distance)

    def of(self, state: State, step: Step) -> Iterator[list[Branch]]:
        """Yield the answers to an attempt; twice where the player has a choice then (CF-VAR-5)."""
        yes, no = self._yes_no(state, step)
        if not yes:
            yield [(no, state)]
            return
        if not self._scene.mine.arrives(state, step):
            yield [(yes, self._scene.allowed(state, step)), (no, state)]
            return
        plain = self._scene.allowed(state, step)
        letter = step.piece - self._scene.mine.pieces.start
        promoted = plain if plain is WON else after(state, step, promoted=True)
        if self._scene.rules.anyone_is_promoted:
            yield [(yes, plain), (no, state)]
            if plain is not WON:
                agent = self._deals.agents(letter)
                yield [(yes & self._deals.others(letter), promoted), (yes & agent, None), (no, state)]
            return
        can, cannot = self._promotions[letter]
        yield [(yes & can, promoted), (yes & cannot, plain), (no, state)]
