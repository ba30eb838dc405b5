"""Where an exact search of the end begins: both sides, and how far it is to the goal at least."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.advice.small_state import (
    PASS,
    Ground,
    Lines,
    Opponent,
    State,
    Step,
    after,
    lines_of,
    state_of,
    tokens_of,
    without,
)

if TYPE_CHECKING:
    from deduce.confusion.engine.game import Deal, Game
    from deduce.confusion.engine.rules import Rules
    from deduce.confusion.knowledge.sheet import Sheet

__all__ = ["NEVER", "WON", "Scene"]

WON: State = (b"", -1, 0, 0)
"""Stands for every state in which the player has won."""
NEVER = 1_000_000
"""The number of turns that are left where there is no limit."""
FEW, FEW_OWN = 6, 8
"""With so few pieces of the opponent, or of the player, the last one may be taken in a search."""
FORWARD = (0, 1, 7)
"""The directions that lead nearer to the goal."""


class Scene:
    """Where a search begins.

    Attributes:
        rules: The rules.
        mine: The player's side.
        theirs: The opponent's side.
        root: The state in which the player is to move.
        left: How many turns of both sides the limit leaves; NEVER for no limit.
        own_tokens: The player's tokens, as bits.
        is_roomy: Whether a side with a piece always has an attempt.
        is_simple: Whether all that the opponent can do in a turn is an attempt.
        mine_are_few: Whether the player's last piece may be taken.
        theirs_are_few: Whether the opponent's may be.
    """

    def __init__(self, game: Game, sheet: Sheet, deal: Deal) -> None:
        """Look at a game.

        Args:
            game: The game.
            sheet: The player's sheet.
            deal: The opponent's deal.
        """
        self.rules: Rules = game.rules
        rules, position, side = game.rules, game.position, sheet.side
        self.mine: Ground = Ground(rules, side)
        self.theirs: Opponent = Opponent(rules, 1 - side, deal)
        self.root: State = state_of(position, side)
        self.left: int = NEVER if rules.half_move_limit is None else rules.half_move_limit - position.turns
        self.own_tokens: int = tokens_of(position, side)
        self.is_roomy: bool = rules.board.is_roomy
        self.is_simple: bool = not (rules.has_double_agent or rules.tokens)
        self.mine_are_few: bool = self.mine.count(self.root) <= FEW_OWN
        self.theirs_are_few: bool = self.theirs.count(self.root) <= FEW
        last, columns = (rules.rows - 1) * (side == 0), rules.columns
        self._rows = [abs(square // columns - last) for square in range(rules.rows * columns)]
        lines = (_lines(rules, sheet, letter) for letter in rules.letters)
        self._forward = [max(line[way] for way in FORWARD) for line in lines]
        self._promoted_forward = max(self.mine.promoted[way] for way in FORWARD)
        self._most_forward = max(*self._forward, self._promoted_forward, 1)

    def turns_to_win(self, state: State) -> int:
        """Return how many turns the player needs at least while the opponent does nothing."""
        if not self.is_roomy:
            return 1
        to_goal = self._turns_to_goal(state)
        if not self.theirs_are_few:
            return to_goal
        # CF-TURN-6: taking the last piece wins as well; one more goes if it is shown.
        to_take = self.theirs.count(state) - self.theirs.has_agent(state)
        return min(to_goal, max(to_take, 1))

    def _turns_to_goal(self, state: State) -> int:
        held, neutral, known, _ = state
        holder, rows = held[neutral], self._rows[neutral]
        if holder not in self.mine.pieces:
            return 1 + (rows + self._most_forward - 1) // self._most_forward
        is_promoted = known >> holder & 1
        first = self._promoted_forward if is_promoted else self._forward[holder - self.mine.pieces.start]
        return 1 + max(0, rows - first + self._most_forward - 1) // self._most_forward

    def exposed(self, state: State) -> State | None:
        """Return the state after the player has shown their double agent (CF-DA-3); None where nobody can."""
        if not self.theirs.has_agent(state):
            return None
        if self.theirs.count(state) == 1:
            return WON
        bare = without(state, self.theirs.agent)
        # Who has no attempt left then loses, so nobody would.
        return bare if self.is_roomy or self.mine.has_attempt(bare) else None

    def allowed(self, state: State, step: Step) -> State:
        """Return the state after an attempt of the player that is allowed, without a promotion."""
        mine, theirs = self.mine, self.theirs
        following = after(state, step)
        if not mine.late and mine.has_arrived(following):
            return WON
        if step.kind != PASS and state[0][step.target] in theirs.pieces and theirs.count(following) == 0:
            return WON
        return following


def _lines(rules: Rules, sheet: Sheet, letter: str) -> Lines:
    """Return how far a piece may go in each direction, by any diagram that is left to it."""
    left = [rules.diagrams[number] for number in sheet.notes.letters[letter].left]
    known = [lines_of(each.directions, each.reach) for each in left if not each.is_double_agent]
    return tuple(max(each) for each in zip((0,) * 8, *known, strict=True))
