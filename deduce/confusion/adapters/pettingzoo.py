"""Confusion as an environment of PettingZoo, in which the two players decide one after the other (AEC)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.confusion.adapters.action_numbers import numbers_of, variant_numbers
from deduce.confusion.adapters.numbered_game import NumberedGame
from deduce.confusion.adapters.sight import Sight
from deduce.confusion.engine.diagrams import load_diagrams
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import random_start
from deduce.confusion.errors import ConfusionError, RulesError
from deduce.confusion.pictures.boards import text_board

try:
    from gymnasium import spaces  # type: ignore[import-not-found,unused-ignore]
    from pettingzoo import AECEnv  # type: ignore[import-not-found,import-untyped,unused-ignore]
except ImportError:
    raise ConfusionError("PettingZoo is not installed; pip install 'deduce-tabletop[pettingzoo]'") from None

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from deduce.confusion.adapters.action_numbers import ActionNumbers

__all__ = ["ConfusionEnv"]

MAX_TURNS = 200


class ConfusionEnv(AECEnv):  # type: ignore[misc,unused-ignore]
    """A game of Confusion between `player_0` and `player_1`.

    Every reset deals the diagrams at random, chooses who starts and, with variant 4, places the pieces. An
    action is a number of `ActionNumbers`. Where there is a double agent, the answer to every attempt is a
    decision of the other agent, which only has a choice for the double agent (CF-DA-1): if no other attempt
    waited, that one waits would tell its owner which piece it is. Every other answer follows from the deal.

    An observation holds `observation`, the parts of `Sight` one after the other, and `action_mask`, which is
    0 throughout while the other agent decides. It shows the opponent's diagrams, and of the agent's own
    diagrams only what was heard. The winner is rewarded with 1 and the loser with -1 at the end. A draw by
    `max_turns` truncates the game, with no reward.

    Examples:
        >>> env = ConfusionEnv()
        >>> env.reset(seed=1)
        >>> env.agent_selection in env.possible_agents
        True

    Args:
        ruleset: "classic", "espionage", or the path of a file of rules.
        variants: The variants by number, or written like "1,3".
        tokens: Whether the action tokens are used.
        max_turns: After so many turns, of both sides together, it is a draw.
        render_mode: "ansi" for the board as text; None for nothing.
        diagrams: The path of a file of diagrams instead of the standard ones.

    Attributes:
        rules: The rules.
        numbers: The numbering of the actions.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo declares it like this
        "name": "confusion_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        ruleset: str = "classic",
        variants: Iterable[int] | str = (),
        tokens: bool = False,  # noqa: FBT001, FBT002 - every option of an environment can be given by its place
        max_turns: int = MAX_TURNS,
        render_mode: str | None = None,
        diagrams: str = "",
    ) -> None:
        super().__init__()
        if render_mode not in {None, "ansi"}:
            message = f"render_mode is {render_mode!r}; it can be 'ansi' or None"
            raise ConfusionError(message)
        if max_turns < 1:
            message = f"max_turns is {max_turns}, but a game needs at least one turn"
            raise RulesError(message)
        self.numbers: ActionNumbers = numbers_of(
            Rules.of(
                ruleset,
                variants=variant_numbers(variants) if isinstance(variants, str) else variants,
                tokens=tokens,
                diagrams=load_diagrams(diagrams) if diagrams else None,
            )
        )
        self.rules: Rules = self.numbers.rules
        self.render_mode: str | None = render_mode
        self.possible_agents: list[str] = ["player_0", "player_1"]
        self.agents: list[str] = []
        self._limit = max_turns
        self._draw = random.Random()  # noqa: S311 - a game, not a secret
        self._play: NumberedGame | None = None
        self._sight = Sight(self.numbers)
        shapes = {**self._sight.private, **self._sight.waiting, **self._sight.public}
        self._parts = {name: (int(np.prod(shape)), shape) for name, shape in shapes.items()}
        self._size = sum(size for size, _ in self._parts.values())
        # The same objects on every call, so that their seeds hold.
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (self._size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.numbers.total,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self.numbers.total) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def play(self) -> NumberedGame:
        """The game in progress, not to be changed.

        Raises:
            ConfusionError: Before the first reset.
        """
        if self._play is None:
            raise ConfusionError("no game is in progress; call reset first")
        return self._play

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: The same seed starts the same game; None goes on with the random numbers of the last one.
            options: Nothing.
        """
        if seed is not None:
            self._draw = random.Random(seed)  # noqa: S311 - a game, not a secret
        self._play = NumberedGame(random_start(self.rules, self._draw), self._limit)
        self.agents = self.possible_agents.copy()
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        # PettingZoo notes here who comes after an agent whose game is over.
        self._skip_agent_selection: str | None = None
        self.agent_selection: str = self.possible_agents[self._play.decider or 0]

    def step(self, action: int | None) -> None:
        """Do what the agent whose decision it is has decided.

        Args:
            action: The number of the action; None for an agent whose game is over.

        Raises:
            IllegalActionError: If it is not possible now.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self.play
        play.push(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        decider = play.decider
        if decider is None:
            for player, other in enumerate(self.possible_agents):
                self.rewards[other] = play.returns[player]
                self.terminations[other] = not play.is_drawn
                self.truncations[other] = play.is_drawn
            decider = 1 - self.possible_agents.index(agent)
        self.agent_selection = self.possible_agents[decider]
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent sees."""
        play, player = self.play, self.possible_agents.index(agent)
        row = np.zeros(self._size, np.float32)
        parts: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, (size, shape) in self._parts.items():
            parts[name] = row[start : start + size].reshape(shape)
            start += size
        self._sight.fill(parts, play, player)
        mask = np.zeros(self.numbers.total, np.int8)
        if play.decider == player:
            mask[play.possible()] = 1
        return {"observation": row, "action_mask": mask}

    def render(self) -> str | None:
        """Return the board as text, if the environment was made for it."""
        return text_board(self.play.game.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def __str__(self) -> str:
        return "confusion_v0"
