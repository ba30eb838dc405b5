"""After which attempts of the player the opponent can win at their next turn, and knows it.

They know it where everything that their own sheet leaves allows an attempt that wins: at once, or with Z on
the last row where nothing of the player's can take it back in their turn; for that they see the player's
diagrams. What the player would answer for their double agent is never certain. What could only win after a
token, or after taking a piece off, is not looked at; what it could save the player is.
"""

from __future__ import annotations

from functools import cached_property, reduce
from operator import and_, or_
from typing import TYPE_CHECKING

from deduce.confusion.advice.answers import Answers
from deduce.confusion.advice.scene import WON
from deduce.confusion.advice.small_state import (
    MOVE2,
    SWAP2,
    Lines,
    State,
    Step,
    after,
    lines_of,
    swapped,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deduce.confusion.advice.deal_sets import DealSets
    from deduce.confusion.advice.scene import Scene
    from deduce.confusion.knowledge.sheet import Sheet

__all__ = ["KnownLosses"]


class KnownLosses:
    """What the opponent could win after each attempt; on boards on which nobody can be hemmed in."""

    def __init__(self, scene: Scene, theirs: Sheet, deals: Callable[[], DealSets]) -> None:
        """Prepare.

        Args:
            scene: Where the player is to move.
            theirs: The opponent's sheet.
            deals: Makes the sets of the player's deals; only called where what they are makes a difference.
        """
        self._scene, self._mine, self._theirs = scene, scene.mine, scene.theirs
        self._sure = [_sure_lines(theirs, letter) for letter in scene.rules.letters]
        self._make_deals = deals

    @cached_property
    def deals(self) -> DealSets:
        """The player's deals."""
        return self._make_deals()

    @cached_property
    def _answers(self) -> Answers:
        return Answers(self._scene, self.deals)

    def looms(self, state: State) -> bool:
        """Tell at a glance whether the opponent is near enough to the goal; if not, nothing is lost there."""
        if state is WON or self._scene.mine_are_few or state[1] in self._theirs.last_row:
            return state is not WON
        holder = state[0][state[1]]
        if holder not in self._theirs.pieces:
            return False
        lines = (
            self._theirs.promoted
            if state[2] >> holder & 1
            else self._sure[holder - self._theirs.pieces.start]
        )
        return any(
            target in self._theirs.last_row
            for way, ray in enumerate(self._theirs.rays[state[1]])
            for target in ray[: lines[way]]
        )

    def is_lost(self, state: State) -> bool:
        """Tell whether the opponent, who is to move, can win in every deal and knows it."""
        scene, mine, theirs = self._scene, self._mine, self._theirs
        if state is WON:
            return False
        if theirs.has_arrived(state):
            return True
        if scene.left < 2:
            return False
        takes = theirs.steps(state) if scene.mine_are_few and mine.count(state) == 1 else iter(())
        goals = iter(()) if mine.late else theirs.goals(state)
        return any(self._is_certain(state, step) for step in goals) or any(
            state[0][step.target] in mine.pieces and self._is_certain(state, step) for step in takes
        )

    def may_be_taken(self, state: State) -> bool:
        """Tell whether the opponent is certain to get Z to the last row, from where it may be taken back."""
        return self._mine.late and any(True for _ in self._arrivals(state))

    def lost_in(self, state: State) -> int:
        """Return the deals in which the opponent, who is to move, can win and knows it."""
        every = self.deals.every
        if self.is_lost(state):
            return every
        found = 0
        for step in self._arrivals(state) if self._mine.late else ():
            found |= every & ~self._taken_back(after(state, step))
        return found

    def lost_by(self, step: Step) -> int:
        """Return the deals that are lost so after an attempt of the player."""
        is_told = self.deals.tells(step.piece - self._mine.pieces.start)
        found = self.deals.every
        for branches in self._answers.of(self._scene.root, step):
            parts = [
                (deals, self.lost_in(following) if following is not None else 0)
                for deals, following in branches
                if deals
            ]
            if is_told:
                # In a deal in which the answer is theirs to choose it is the worse one.
                found &= reduce(or_, (deals & lost for deals, lost in parts))
            else:
                found &= reduce(and_, (lost for _, lost in parts))
        return found

    def _arrivals(self, state: State) -> Iterator[Step]:
        """Yield their attempts that certainly bring Z to the last row, in time to win."""
        if state is not WON and self._scene.left > 2:
            yield from (step for step in self._theirs.goals(state) if self._is_certain(state, step))

    def _is_certain(self, state: State, step: Step) -> bool:
        piece = step.piece
        lines = self._sure[piece - self._theirs.pieces.start]
        return (self._theirs.promoted if state[2] >> piece & 1 else lines)[step.way] >= step.distance

    # --- Taking Z back -------------------------------------------------------------------------------

    def _taken_back(self, state: State) -> int:
        """Return the deals in which the player has something that takes Z back."""
        scene, mine, theirs = self._scene, self._mine, self._theirs
        found = self._taken(state)
        if state[0][state[1]] == theirs.agent:
            # CF-DA-3: shown and taken off, it holds Z no longer.
            return self.deals.every
        if scene.rules.has_double_agent:
            # CF-DA-2 and CF-DA-3: what stands in the way can be taken off.
            for piece, _ in mine.standing(state):
                found |= self._taken(without(state, piece))
            if theirs.has_agent(state):
                found |= self._taken(without(state, theirs.agent))
        if scene.own_tokens & MOVE2:
            for first in mine.steps(state):
                if first.start in mine.home:
                    found |= self._allowed(state, first) & self._taken(after(state, first), but=first.piece)
        if scene.own_tokens & SWAP2 and mine.count(state) == 2:
            (one, here), (other, there) = mine.standing(state)
            if here in mine.home and there in mine.home:
                found |= self._taken(swapped(state, one, other))
        return found

    def _taken(self, state: State, but: int | None = None) -> int:
        """Return the deals in which a move takes Z; after one of two moves, another one from home."""
        found = 0
        for step in self._mine.takers(state, state[1]):
            if but is None or (step.piece != but and step.start in self._mine.home):
                found |= self._allowed(state, step)
        return found

    def _allowed(self, state: State, step: Step) -> int:
        """Return the deals in which a diagram allows an attempt; the opponent answers for a double agent."""
        if state[2] >> step.piece & 1:
            return self.deals.every * (self._mine.promoted[step.way] >= step.distance)
        letter = step.piece - self._mine.pieces.start
        return self.deals.answers(letter, step.way, step.distance)[0] & self.deals.others(letter)


def _sure_lines(sheet: Sheet, letter: str) -> Lines:
    """Return how far a piece may go in each direction whichever diagram it is."""
    left = [sheet.rules.diagrams[number] for number in sheet.possible[letter]]
    lines = [(0,) * 8 if each.is_double_agent else lines_of(each.directions, each.reach) for each in left]
    return tuple(map(min, zip(*lines, strict=True))) if lines else (0,) * 8
