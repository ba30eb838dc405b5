"""Random turns of games that come with OpenSpiel, and of ours as one of them."""

from __future__ import annotations

import random
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BUILT_IN", "is_installed", "our_steps", "steps"]

BUILT_IN = {
    "dark_chess": "dark_chess",
    "kriegspiel": "kriegspiel",
    "rbc": "rbc",
    "phantom_go 9x9": "phantom_go(board_size=9)",
    "dark_hex 11x11": "dark_hex(board_size=11)",
}
"""Games with hidden information on boards of a like size, all in C++, by the names of their columns."""
OURS = "python_confusion(ruleset={},max_turns=1000)"
STATES = 20
"""From how many beginnings games are played."""


def is_installed() -> bool:
    """Tell whether OpenSpiel is here."""
    return find_spec("pyspiel") is not None


def steps(name: str, turns: int) -> Callable[[], int]:
    """Return what plays so many random turns of each of some games, and returns how many turns it were.

    Args:
        name: The game as OpenSpiel calls it, with its parameters.
        turns: After so many turns a game is left as it stands.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    return partial(_play, [_dealt(game, seed) for seed in range(STATES)], turns)


def our_steps(ruleset: str, turns: int) -> Callable[[], int] | None:
    """Return the same for Confusion as a game of OpenSpiel; nothing if that cannot be had.

    Args:
        ruleset: "classic" or "espionage".
        turns: After so many turns a game is left as it stands.
    """
    try:
        import deduce.confusion.adapters.openspiel  # noqa: F401 - importing it registers the game
    except ImportError:
        return None
    return steps(OURS.format(ruleset), turns)


def _dealt(game: Any, seed: int) -> Any:  # noqa: ANN401 - OpenSpiel has no types
    """Return a state in which chance has decided all that comes before the first turn."""
    draw, state = random.Random(seed), game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(draw.choice(state.legal_actions()))
    return state


def _play(beginnings: list[Any], turns: int) -> int:
    played = 0
    for seed, beginning in enumerate(beginnings):
        draw, state = random.Random(seed), beginning.clone()
        for _ in range(turns):
            if state.is_terminal():
                break
            state.apply_action(draw.choice(state.legal_actions()))
            played += 1
    return played
