"""Two even combats on different enemies, with 13-card packs, as a game of OpenSpiel."""

from __future__ import annotations

from typing import Any

import pyspiel
from open_spiel.python.algorithms import value_iteration

CARDS = 13
COMBATS = 2
LOSS = 1.5
"""A man killed and one confused."""
STOP, FIGHT = range(2)

GAME_TYPE = pyspiel.GameType(
    short_name="python_two_combats",
    long_name="Two combats with leave to stop",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=2,
    max_chance_outcomes=CARDS,
    num_players=1,
    min_utility=-LOSS * COMBATS,
    max_utility=LOSS * COMBATS,
    max_game_length=COMBATS,
)


class TwoCombats(pyspiel.Game):  # type: ignore[misc] - OpenSpiel declares no types
    def __init__(self, params: Any = None) -> None:
        super().__init__(GAME_TYPE, GAME_INFO, params or {})

    def new_initial_state(self) -> TwoCombatsState:
        return TwoCombatsState(self)


class TwoCombatsState(pyspiel.State):  # type: ignore[misc] - OpenSpiel declares no types
    """The cards turned up, both sides' in turn; a decision stands before each pair of them."""

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(game)
        self.cards: list[int] = []
        self.fights = False
        self.over = False

    def current_player(self) -> int:
        if self.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.fights else 0

    def _legal_actions(self, player: int) -> list[int]:
        return [STOP, FIGHT]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        drawn = self.cards[len(self.cards) % 2 :: 2]
        left = [card for card in range(CARDS) if card not in drawn]
        return [(card, 1 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.cards.append(action)
            self.fights = len(self.cards) % 2 == 1
            self.over = len(self.cards) == 2 * COMBATS
        elif action == STOP:
            self.over = True
        else:
            self.fights = True

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def is_terminal(self) -> bool:
        return self.over

    def returns(self) -> list[float]:
        pairs = zip(self.cards[::2], self.cards[1::2], strict=True)
        return [sum(LOSS * ((mine > theirs) - (mine < theirs)) for mine, theirs in pairs)]

    def __str__(self) -> str:
        return f"{self.cards} {self.fights} {self.over}"


pyspiel.register_game(GAME_TYPE, TwoCombats)


def value_of_two_combats() -> float:
    """What the game is worth to whoever plays it as well as possible."""
    game = pyspiel.load_game("python_two_combats")
    values = value_iteration.value_iteration(game, depth_limit=-1, threshold=1e-15)
    return float(values[str(game.new_initial_state())])
