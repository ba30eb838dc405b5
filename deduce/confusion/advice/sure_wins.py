"""The search for plans that win whatever the opponent does.

It asks two things of a state. *Who could win there?* The deals in which a player who knew them would win:
this needs no set of deals to start from, so it is kept for each state and deal, and what nobody could win is
left alone. *What can be sure?* The deals in which one plan wins that only rests on what can be seen.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from deduce.confusion.advice.answers import Answers
from deduce.confusion.advice.replies import Replies
from deduce.confusion.advice.scene import NEVER, WON
from deduce.confusion.advice.small_state import State, Step, promise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.advice.answers import Branch
    from deduce.confusion.advice.deal_sets import DealSets
    from deduce.confusion.advice.replies import Reply
    from deduce.confusion.advice.scene import Scene

__all__ = ["Allowance", "NoMoreError", "SureWins"]


class NoMoreError(Exception):
    """The search has looked at as many states as it may, or for as long."""


class Allowance:
    """How much a search may look at.

    Attributes:
        nodes: How many states were looked at.
    """

    def __init__(self, most_nodes: int, seconds: float | None = None) -> None:
        """Begin to count.

        Args:
            most_nodes: How many states may be looked at.
            seconds: For how long; None for no limit.
        """
        self.nodes: int = 0
        self._most = most_nodes
        self._until = None if seconds is None else time.perf_counter() + seconds

    def use(self) -> None:
        """Count one more state.

        Raises:
            NoMoreError: If there were enough.
        """
        if self.nodes >= self._most:
            raise NoMoreError
        self.nodes += 1
        if self._until is not None and time.perf_counter() > self._until:
            raise NoMoreError


class SureWins:
    """A search among the player's deals; turns are always the player's own that are left."""

    def __init__(self, scene: Scene, deals: DealSets, allowance: Allowance) -> None:
        """Prepare a search.

        Args:
            scene: Where it begins.
            deals: The deals that the sheet leaves.
            allowance: How much may be looked at.
        """
        rules = scene.rules
        self._scene, self._mine, self._theirs = scene, scene.mine, scene.theirs
        self.deals: DealSets = deals
        self._allowance = allowance
        self._left = scene.left
        self._replies = Replies(rules, self._mine, self._theirs, deals)
        self.answers: Answers = Answers(scene, deals)
        self._could_mover: dict[object, tuple[int, int]] = {}
        self._could_other: dict[object, tuple[int, int]] = {}
        self._sure_mover: dict[object, int] = {}
        self._sure_other: dict[object, int] = {}
        self._refuting: dict[State, Reply] = {}

    # --- What can be sure ----------------------------------------------------------------------------

    def won_by(self, state: State, step: Step, deals: int, turns: int, ply: int = 0) -> int:
        """Return the deals in which an attempt can be sure to win, among some.

        Args:
            state: Where the player is to move.
            step: The attempt.
            deals: The deals that are left.
            turns: Within how many of the player's turns, this one included.
            ply: How many turns of both sides were made in the search.

        Raises:
            NoMoreError: If it takes too long.
        """
        best = 0
        for branches in self.answers.of(state, step):
            found = self._won_in(branches, deals, turns, ply, best)
            best = found if self.deals.heavier(found, best) else best
        return best

    def won_from(self, state: State, deals: int, turns: int) -> int:
        """Return the deals that the best attempt is sure to win, among some; as `won_by` for all attempts.

        Args:
            state: Where the player is to make an attempt.
            deals: The deals that are left.
            turns: Within how many of the player's turns, this one included.

        Raises:
            NoMoreError: If it takes too long.
        """
        if state is WON:
            return deals
        best = 0
        for branches in self._tried(state, turns):
            best = self._won_in(branches, deals, turns, 0, best) or best
        return best

    def won_knowing(self, letter: int, turns: int) -> int:
        """Return the deals that are sure once a piece is shown, which may not be tried (CF-TOK-REVEAL).

        Args:
            letter: The place of the piece's letter.
            turns: Within how many of the player's turns, this one included.

        Raises:
            NoMoreError: If it takes too long.
        """
        sure = 0
        for part in self.deals.each(letter):
            best = 0
            for branches in self._tried(self._scene.root, turns, self._mine.pieces[letter]):
                best = self._won_in(branches, part, turns, 0, best) or best
            sure |= best
        return sure

    def most(self, turns: int) -> int:
        """Return the deals in which a player who knew them would win: no plan can be sure of more.

        Args:
            turns: Within how many of the player's turns.

        Raises:
            NoMoreError: If it takes too long.
        """
        return self._could_win(self._scene.root, self.deals.every, turns, 0)

    def _won_in(self, branches: list[Branch], deals: int, turns: int, ply: int, best: int) -> int:
        """Return the deals that are won whatever is answered; nothing if it is no more than there is."""
        found = deals
        for could, following in branches:
            part = found & could
            if part:
                found &= ~part | self._could_after(following, part, turns, ply)
        if not self.deals.heavier(found, best):
            return 0
        for could, following in branches:
            part = found & could
            if part:
                found &= ~part | self._sure_after(following, part, turns, ply)
        return found

    def _sure_after(self, state: State | None, deals: int, turns: int, ply: int) -> int:
        """Return the deals that are sure when the player has made an attempt."""
        sure = self._could_after(state, deals, turns, ply)
        if state is None or state is WON or turns == 1 or sure & (sure - 1) == 0:
            return sure
        key = state, sure, turns, ply if self._left < NEVER else 0
        if key not in self._sure_other:
            self._allowance.use()
            for following, deals_then in self._replies.of(state):
                part = sure & deals_then
                if part:
                    sure &= ~part | self._best(following, part, turns - 1, ply + 2)
                if not sure:
                    break
            self._sure_other[key] = sure
        return self._sure_other[key]

    def _best(self, state: State, deals: int, turns: int, ply: int) -> int:
        """Return the deals that the best attempt is sure of when the player is to move."""
        deals = self._could_win(state, deals, turns, ply)
        if deals & (deals - 1) == 0 or self._mine.has_arrived(state):
            return deals
        key = state, deals, turns, ply if self._left < NEVER else 0
        if key not in self._sure_mover:
            self._allowance.use()
            best = 0
            for branches in self._attempts(state, turns):
                found = self._won_in(branches, deals, turns, ply, best)
                best = found or best
                if best == deals:
                    break
            self._sure_mover[key] = best
        return self._sure_mover[key]

    # --- Who could win ---------------------------------------------------------------------------------

    def _could_win(self, state: State, deals: int, turns: int, ply: int) -> int:
        """Return the deals in which a player who knew them would win, being to move."""
        if self._mine.has_arrived(state):
            return deals
        if turns == 0 or self._scene.turns_to_win(state) > turns or ply >= self._left:
            return 0
        key = state, turns, ply if self._left < NEVER else 0
        looked, found = self._could_mover.get(key, (0, 0))
        new = deals & ~looked
        if new:
            self._allowance.use()
            more = 0
            for branches in self._attempts(state, turns):
                won = new & ~more
                for could, following in branches:
                    part = won & could
                    if part:
                        won &= ~part | self._could_after(following, part, turns, ply)
                    if not won:
                        break
                more |= won
                if more == new:
                    break
            looked, found = self._could_mover[key] = looked | new, found | more
        return found & deals

    def _could_after(self, state: State | None, deals: int, turns: int, ply: int) -> int:
        """Return the same when the player has made an attempt: None stands for a loss."""
        if state is None:
            return 0
        decided = self._decided(state, turns, ply)
        if decided is not None:
            return deals if decided else 0
        key = state, turns, ply if self._left < NEVER else 0
        looked, found = self._could_other.get(key, (0, 0))
        new = deals & ~looked
        if new:
            self._allowance.use()
            more = new
            for following, deals_then in self._dangers_first(state):
                part = more & deals_then
                if part:
                    more &= ~part | self._could_win_then(following, part, turns - 1, ply + 2)
                if not more:
                    self._refuting[state] = following, deals_then
                    break
            looked, found = self._could_other[key] = looked | new, found | more
        return found & deals

    def _decided(self, state: State, turns: int, ply: int) -> bool | None:
        """Tell whether the player wins in any case, or in none, when the opponent is to move; else None."""
        if state is WON:
            return True
        scene, mine, theirs = self._scene, self._mine, self._theirs
        if theirs.has_arrived(state):
            return False
        if not scene.is_roomy and not theirs.has_attempt(state):
            return True
        if ply + 1 >= self._left or (turns == 1 and not mine.has_arrived(state)):
            return False
        return not theirs.can_take(state, state[1]) if turns == 1 and scene.is_simple else None

    def _could_win_then(self, state: State, deals: int, turns: int, ply: int) -> int:
        """Return the same after their turn, which may have ended the game."""
        theirs = self._theirs
        if not self._mine.late and theirs.has_arrived(state):
            return 0
        if self._scene.mine_are_few and self._mine.count(state) == 0:
            return 0
        if self._mine.has_arrived(state):
            return deals
        if not self._scene.is_roomy and not self._mine.has_attempt(state):
            return 0
        return self._could_win(state, deals, turns, ply)

    def _dangers_first(self, state: State) -> Iterator[Reply]:
        """Yield the replies; the one that spoiled everything here before comes first."""
        refuting = self._refuting.get(state)
        if refuting is not None:
            yield refuting
        yield from self._replies.of(state)

    # --- What the player can do -------------------------------------------------------------------------

    def _attempts(self, state: State, turns: int) -> Iterator[list[Branch]]:
        """Yield what can come of each attempt that is worth a thought, also after showing their agent."""
        yield from self._tried(state, turns)
        bare = self._scene.exposed(state)
        if bare is WON:
            yield [(self.deals.every, WON)]
        elif bare is not None:
            yield from self._tried(bare, turns)

    def _tried(self, state: State, turns: int, barred: int | None = None) -> Iterator[list[Branch]]:
        idles = False
        for step in self._worth_trying(state, turns):
            if step.piece == barred:
                continue
            if not self.answers.can_be(state, step):
                if not idles:
                    idles = True
                    yield [(self.deals.every, state)]
                continue
            yield from self.answers.of(state, step)

    def _worth_trying(self, state: State, turns: int) -> list[Step]:
        """Return what can be tried, without what would certainly be too late."""
        scene, mine, theirs = self._scene, self._mine, self._theirs
        if turns == 1 and scene.is_roomy:
            steps = list(mine.goals(state))
            if scene.theirs_are_few and theirs.count(state) == 1:
                steps += [step for step in mine.steps(state) if state[0][step.target] in theirs.pieces]
            return steps
        if scene.turns_to_win(state) == turns and not scene.theirs_are_few and theirs.can_idle(state):
            # The opponent can do nothing, and then Z has to be nearer.
            return list(mine.steps_with_z(state))
        return sorted(mine.steps(state), key=lambda step: promise(state, step))
