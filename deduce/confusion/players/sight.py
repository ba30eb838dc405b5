"""What a player with an idea of its own can tell of its next move from a view.

The chances are exact, from the same sheet that the companion shows, and of the opponent's pieces the truth is
known, which every player sees. Nothing here looks further than the player's own next move.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Attempt, Manner
from deduce.confusion.engine.directions import opposite
from deduce.confusion.engine.position import EMPTY
from deduce.confusion.knowledge.agents import AgentModel
from deduce.confusion.knowledge.sheet import sheet_of

if TYPE_CHECKING:
    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.view import View
    from deduce.confusion.knowledge.sheet import Sheet

__all__ = ["COIN", "Sight", "hurts"]

COIN = AgentModel()
"""How they take it that the opponent answers for their double agent: yes or no alike, whatever is tried."""
FORWARD = frozenset({7, 0, 1})
"""The three directions towards the opponent."""


class Sight:
    """What a player can tell of its next move from a view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.position: Position = view.position
        self.side: int = view.side
        self.attempts: list[Attempt] = view.attempts()
        self.game: Game = view.game()
        self.sheet: Sheet = sheet_of(self.game, view.side, COIN)
        self._chances: dict[tuple[str, int, int], float] = {}
        self._rows: dict[str, tuple[int, list[tuple[Diagram, int]]]] = {}
        self._dangers: dict[tuple[int, int | None, int, int | None], bool] = {}

    # --- Chances -----------------------------------------------------------------------------------

    def chance(self, attempt: Attempt) -> float:
        """Return the chance of a yes."""
        key = attempt.letter, attempt.way, attempt.distance
        if key not in self._chances:
            self._chances[key] = self._chance(attempt)
        return self._chances[key]

    def _chance(self, attempt: Attempt) -> float:
        letter, diagrams = attempt.letter, self.position.rules.diagrams
        if self.position.is_promoted(self.side, letter):
            return float(diagrams.promoted.allows(attempt.way, attempt.distance))
        if letter not in self._rows:
            yes = [
                (diagrams[number], chance * (COIN.chance_of_yes if diagrams[number].is_double_agent else 1))
                for number, chance in (self.sheet.chances or {})[letter].items()
            ]
            # The same exact numbers in whole parts, which are quicker to add.
            whole = math.lcm(*(chance.denominator for _, chance in yes))
            self._rows[letter] = whole, [(diagram, int(chance * whole)) for diagram, chance in yes]
        whole, parts = self._rows[letter]
        way, distance = attempt.way, attempt.distance
        return sum(part for diagram, part in parts if diagram.allows(way, distance)) / whole

    def bits(self, attempt: Attempt) -> float:
        """Return how much the answer tells, in bits."""
        yes = self.chance(attempt)
        if not 0 < yes < 1:
            return 0.0
        return -yes * math.log2(yes) - (1 - yes) * math.log2(1 - yes)

    # --- The way to the goal -----------------------------------------------------------------------

    def start(self, attempt: Attempt) -> int:
        """Return where the piece of an attempt stands."""
        return self.position.squares[self.position.piece(self.side, attempt.letter)]

    def forward(self, square: int) -> int:
        """Return how far forward a square is for the player, in rows."""
        return _forward(self.position, self.side, square)

    def is_own(self, square: int) -> bool:
        """Tell whether a piece of the player stands on a square."""
        return self.position.held[square] in self.position.rules.board.pieces[self.side]

    def wins_with(self, attempt: Attempt) -> bool:
        """Tell whether an attempt, if allowed, brings Z to the last row under a piece of the player."""
        target = self.position.target(attempt)
        if target not in self.position.rules.board.last_rows[self.side]:
            return False
        if attempt.kind is Manner.MOVE:
            return target == self.position.neutral
        return attempt.kind is Manner.CARRY or self.is_own(target)

    @cached_property
    def is_lost_unless_taken(self) -> bool:
        """Whether the opponent has Z on its last row, so that it must be taken now."""
        position, other = self.position, 1 - self.side
        board, neutral = position.rules.board, position.neutral
        return neutral in board.last_rows[other] and position.held[neutral] in board.pieces[other]

    def nearer(self, attempt: Attempt) -> int:
        """Return by how many squares a move brings the piece nearer to Z, where Z is not its own side's."""
        if attempt.kind is not Manner.MOVE or self.is_own(self.position.neutral):
            return 0
        neutral = self.position.neutral
        return self._distance(self.start(attempt), neutral) - self._distance(
            self.position.target(attempt), neutral
        )

    def _distance(self, one: int, two: int) -> int:
        columns = self.position.rules.columns
        return max(abs(one // columns - two // columns), abs(one % columns - two % columns))

    def towards_goal(self, attempt: Attempt) -> float:
        """Return what an attempt brings nearer to the goal, times its chance."""
        return self.chance(attempt) * self._progress(attempt)

    def _progress(self, attempt: Attempt) -> float:
        position, target = self.position, self.position.target(attempt)
        if attempt.kind is Manner.MOVE:
            if target == position.neutral:
                return 100.0
            # Whoever holds Z keeps it; the others come nearer to Z, and forward where that is the same.
            if self.start(attempt) == position.neutral:
                return 0.01
            return 0.1 + self.nearer(attempt) + 0.01 * (attempt.way in FORWARD)
        rows = self.forward(target) - self.forward(position.neutral)
        if self.wins_with(attempt):
            return 1000.0
        if attempt.kind is Manner.PASS and not self.is_own(target):
            return 0.0
        return max(0.0, 10.0 * rows)

    # --- Danger ------------------------------------------------------------------------------------

    def standing_danger(self, piece: float, neutral: float) -> float:
        """Return what it is worth that the opponent can take the player's holder of Z as it stands."""
        held = self.position.neutral
        if not self.is_own(held) or not self.is_attacked(held, None, held):
            return 0.0
        return piece + neutral

    def is_attacked(self, square: int, left: int | None, neutral: int, filled: int | None = None) -> bool:
        """Tell whether a piece of the opponent can move to a square, as its true diagram has it.

        The double agent is no danger: whether it may move there is the player's own decision.

        Args:
            square: The square.
            left: A square that is empty by then.
            neutral: Where Z is by then.
            filled: A square that a piece of the player stands on by then.
        """
        key = square, left, neutral, filled
        if key not in self._dangers:
            ways = range(len(self.position.rules.board.rays[0][square]))
            self._dangers[key] = any(self._attacks_from(way, *key) for way in ways)
        return self._dangers[key]

    def _attacks_from(
        self, way: int, square: int, left: int | None, neutral: int, filled: int | None
    ) -> bool:
        position, other = self.position, 1 - self.side
        board = position.rules.board
        for distance, there in enumerate(board.rays[other][square][way], 1):
            if there == filled:
                return False
            piece = EMPTY if there == left else position.held[there]
            if piece in board.pieces[other]:
                diagram = self.game.diagram(other, board.letters[piece])
                if diagram is None or diagram.is_double_agent:
                    return False
                return diagram.allows(opposite(way), distance)
            if piece != EMPTY or there == neutral:
                return False
        return False


def hurts(position: Position, attempt: Attempt) -> bool:
    """Tell whether an attempt of the side to move takes a piece or Z, or brings Z nearer to its goal."""
    target = position.target(attempt)
    if attempt.kind is not Manner.PASS and position.held[target] != EMPTY:
        return True
    if attempt.kind is Manner.MOVE:
        return target == position.neutral
    turn = position.turn
    return _forward(position, turn, target) > _forward(position, turn, position.neutral)


def _forward(position: Position, side: int, square: int) -> int:
    row = square // position.rules.columns
    return row if side == 0 else position.rules.rows - 1 - row
