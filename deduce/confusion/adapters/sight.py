"""What a player sees of a game, as arrays."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from deduce.confusion.adapters.action_numbers import KINDS
from deduce.confusion.engine.actions import Token
from deduce.confusion.engine.directions import DIRECTIONS
from deduce.confusion.engine.soundness import EARLY
from deduce.confusion.engine.telling import Answered, Promoted, Shown
from deduce.confusion.engine.turns import told

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from deduce.confusion.adapters.action_numbers import ActionNumbers
    from deduce.confusion.adapters.numbered_game import NumberedGame
    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.position import Position

    Part: TypeAlias = NDArray[np.float32]

__all__ = ["Sight"]


class Sight:
    """What a player sees of a game, as arrays of numbers from 0 to 1.

    The player's own side comes first in every part, and the board stands as that player sees it. Nothing in
    them depends on the diagrams of the player's own pieces, other than by what was said.

    Attributes:
        private: The shape of the part that only this player sees: `deal`, the opponent's diagrams by letter.
        waiting: The shape of what both see of an attempt that waits for its answer: `asked`, its letter,
            direction, distance and kind.
        public: The shapes of the other parts that both see: `board`, one board for each piece and one for Z;
            `promoted` and `tokens`; `stage`, what was done before the attempt, the barred letters, the letter
            that is offered promotion, and whether a second attempt follows, only the own half may move, Z is
            given, and it is the player's turn; `turns`, how much of the game is over; `heard`, which attempts
            of each piece were refused and allowed while it was not promoted; `told`, whether it was promoted
            on arrival or not; `shown`, the diagram that a piece was shown to have.
    """

    def __init__(self, numbers: ActionNumbers) -> None:
        rules, self._numbers = numbers.rules, numbers
        pieces, diagrams = len(rules.letters), len(numbers.diagrams)
        self.private: dict[str, tuple[int, ...]] = {
            "deal": (pieces, diagrams),
        }
        self.waiting: dict[str, tuple[int, ...]] = {
            "asked": (pieces + len(DIRECTIONS) + numbers.reach + len(KINDS),),
        }
        self.public: dict[str, tuple[int, ...]] = {
            "board": (2 * pieces + 1, rules.rows, rules.columns),
            "promoted": (2, pieces),
            "tokens": (2, len(Token)),
            "stage": (len(EARLY) + 2 * pieces + 4,),
            "turns": (1,),
            "heard": (2, pieces, len(DIRECTIONS), numbers.reach, 2),
            "told": (2, pieces, 2),
            "shown": (2, pieces, diagrams),
        }

    def fill(self, parts: Mapping[str, Part], play: NumberedGame, player: int) -> None:
        """Write what a player sees into arrays that are filled with 0.

        Args:
            parts: The arrays of the parts that are wanted.
            play: The game.
            player: The player who looks.
        """
        position = play.game.position
        if "deal" in parts:
            self._fill_deal(parts["deal"], play, player)
        if "asked" in parts and play.pending is not None:
            self._fill_asked(parts["asked"], play.pending)
        if "board" not in parts:
            return
        self._fill_board(parts["board"], position, player)
        for piece in range(2 * len(play.game.rules.letters)):
            side, place = divmod(piece, len(play.game.rules.letters))
            parts["promoted"][side ^ player, place] = position.promoted >> piece & 1
        for side, place in product((0, 1), range(len(Token))):
            parts["tokens"][side ^ player, place] = tuple(Token)[place] in position.tokens[side]
        self._fill_stage(parts["stage"], position, player)
        limits = [limit for limit in (play.limit, play.game.rules.half_move_limit) if limit is not None]
        parts["turns"][0] = min(1.0, position.turns / min(limits)) if limits else 0.0
        self._fill_heard(parts, play, player)

    def _fill_deal(self, part: Part, play: NumberedGame, player: int) -> None:
        deal = play.game.deals[1 - player]
        if deal is not None:
            for place, letter in enumerate(play.game.rules.letters):
                part[place, self._numbers.diagrams.index(deal[letter])] = 1

    def _fill_asked(self, part: Part, pending: Attempt) -> None:
        numbers = self._numbers
        letters = numbers.rules.letters
        directions = len(letters)
        distances = directions + len(DIRECTIONS)
        kinds = distances + numbers.reach
        for place in (
            letters.index(pending.letter),
            directions + pending.way,
            distances + pending.distance - 1,
            kinds + KINDS.index(pending.kind),
        ):
            part[place] = 1

    @staticmethod
    def _fill_board(board: Part, position: Position, player: int) -> None:
        squares, columns = len(position.held), position.rules.columns
        pieces = len(position.rules.letters)
        placed = [*position.squares[player * pieces :], *position.squares[: player * pieces]]
        for plane, square in enumerate((*placed, position.neutral)):
            if square >= 0:
                row, column = divmod(square if player == 0 else squares - 1 - square, columns)
                board[plane, row, column] = 1

    @staticmethod
    def _fill_stage(part: Part, position: Position, player: int) -> None:
        stage, letters = position.stage, position.rules.letters
        flags = [
            *(stage.used == early for early in EARLY),
            *(letter in stage.barred for letter in letters),
            *(letter == stage.offer for letter in letters),
            bool(stage.seconds),
            stage.home_only,
            stage.gift,
            position.turn == player,
        ]
        part[:] = flags

    def _fill_heard(self, parts: Mapping[str, Part], play: NumberedGame, player: int) -> None:
        rules, diagrams = play.game.rules, self._numbers.diagrams
        for position, event in zip(play.game.positions, play.game.events, strict=False):
            for telling in told(position, event):
                side, place = telling.side ^ player, rules.letters.index(telling.letter)
                match telling:
                    case Answered(attempt=attempt, allowed=allowed):
                        parts["heard"][side, place, attempt.way, attempt.distance - 1, int(allowed)] = 1
                    case Promoted(promoted=promoted):
                        parts["told"][side, place, int(promoted)] = 1
                        if event.answer.shown is not None:
                            parts["shown"][side, place, diagrams.index(event.answer.shown)] = 1
                    case Shown(number=number):
                        parts["shown"][side, place, diagrams.index(number)] = 1
