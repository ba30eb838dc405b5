"""What the opponent can do in a whole turn, what is most dangerous first.

A turn is an attempt that their diagram allows, or one that is refused; before it they may take a piece off
(CF-DA-2, CF-DA-3) or use a token (CF-TOK). What would help them to nothing that they cannot do without it is
left out: having a piece shown, since they know their diagrams, and a swap beside which nothing has changed.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from deduce.confusion.advice.small_state import (
    MOVE2,
    SWAP2,
    Ground,
    Opponent,
    State,
    Step,
    promise,
    swapped,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.advice.deal_sets import DealSets
    from deduce.confusion.engine.rules import Rules

__all__ = ["Replies", "Reply"]

Reply: TypeAlias = tuple[State, int]
"""The state after their turn, and the player's deals in which they can do that."""


class Replies:
    """The turns of the opponent."""

    def __init__(self, rules: Rules, mine: Ground, theirs: Opponent, deals: DealSets) -> None:
        """Prepare.

        Args:
            rules: The rules.
            mine: The player's side.
            theirs: The opponent's side.
            deals: The player's deals.
        """
        self._mine, self._theirs, self._every = mine, theirs, deals.every
        self._takes_off = rules.has_double_agent
        self._agents = [deals.agents(at) if rules.has_double_agent else 0 for at in range(len(rules.letters))]

    def of(self, state: State) -> Iterator[Reply]:
        """Yield what they can do, the most dangerous first."""
        theirs, every = self._theirs, self._every
        if theirs.can_idle(state):
            yield state, every
        if self._takes_off:
            yield from self._after_exposing(state, only_idle=True)
        for step in sorted(theirs.moves(state), key=lambda step: promise(state, step)):
            for following in theirs.after(state, step):
                yield following, every
        if self._takes_off:
            yield from self._after_exposing(state, only_idle=False)
            yield from self._after_removing(state)
        if state[3] & MOVE2:
            yield from self._two_moves(state)
        if state[3] & SWAP2:
            yield from self._after_swapping(state)

    def _after_exposing(self, state: State, *, only_idle: bool) -> Iterator[Reply]:
        """Yield turns in which they show the player's double agent first (CF-DA-3)."""
        held, _, known, _ = state
        for at, piece in enumerate(self._mine.pieces):
            deals = self._agents[at]
            if deals and held.find(piece) >= 0 and not known >> piece & 1:
                bare = without(state, piece)
                if only_idle:
                    yield bare, deals
                else:
                    yield from ((each, deals) for each in self._simply(bare))

    def _after_removing(self, state: State) -> Iterator[Reply]:
        """Yield turns in which they take off a piece of their own first (CF-DA-2)."""
        theirs = self._theirs
        for piece in theirs.pieces if theirs.count(state) > 1 else ():
            if state[0].find(piece) >= 0:
                bare = without(state, piece)
                if theirs.has_attempt(bare):
                    yield bare, self._every
                    yield from ((each, self._every) for each in self._simply(bare))

    def _simply(self, state: State) -> Iterator[State]:
        for step in self._theirs.moves(state):
            yield from self._theirs.after(state, step)

    def _two_moves(self, state: State) -> Iterator[Reply]:
        """Yield turns with two attempts that are both allowed (CF-TOK-MOVE2)."""
        spent = *state[:3], state[3] & ~MOVE2
        for first in self._from_home(spent):
            for between in self._theirs.after(spent, first):
                for second in self._from_home(between):
                    if second.piece != first.piece:
                        yield from ((each, self._every) for each in self._theirs.after(between, second))

    def _from_home(self, state: State) -> Iterator[Step]:
        home = self._theirs.home
        return (step for step in self._theirs.moves(state) if step.start in home and step.start != state[1])

    def _after_swapping(self, state: State) -> Iterator[Reply]:
        """Yield turns in which two of their pieces change places first (CF-TOK-SWAP2)."""
        theirs = self._theirs
        spent = *state[:3], state[3] & ~SWAP2
        standing = theirs.standing(state)
        at_home = [piece for piece, square in standing if square in theirs.home and square != state[1]]
        for pair in combinations(at_home, 2):
            changed = swapped(spent, *pair)
            yield changed, self._every
            for step in theirs.moves(changed):
                # With one of them only where there is no other piece.
                if len(standing) == 2 or step.piece not in pair:
                    yield from ((each, self._every) for each in theirs.after(changed, step))
