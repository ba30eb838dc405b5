"""Short random games of Confusion, under rules that between them use every part of the game."""

from __future__ import annotations

import random

from deduce.confusion.engine import simulation
from deduce.confusion.engine.actions import Action
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import Position
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import Chances

LIMIT = 80
RULES = {
    "classic": Rules.of("classic", half_move_limit=LIMIT),
    "espionage": Rules.of("espionage", half_move_limit=LIMIT),
    "tokens": Rules.of("espionage", tokens=True, half_move_limit=LIMIT),
    "no double agent": Rules.of("espionage", variants=[1], tokens=True, half_move_limit=LIMIT),
    "small, late": Rules.of("espionage", variants=[2, 3], half_move_limit=LIMIT),
    "anyone": Rules.of("espionage", variants=[5], half_move_limit=LIMIT),
    "all but 1": Rules.of("espionage", variants=[2, 3, 4, 5], tokens=True, half_move_limit=LIMIT),
    "all": Rules.of("espionage", variants=[1, 2, 3, 4, 5], tokens=True, half_move_limit=LIMIT),
}
WILD = Chances(
    neutral=0.5,
    remove=0.01,
    expose=0.01,
    reveal=0.02,
    move_two=0.02,
    swap_two=0.02,
    resign=0.001,
    agree=0.001,
)
"""Everything happens, and often enough for a short game."""


def new_game(rules: Rules, draw: random.Random) -> Game:
    """A game with random deals, and random placements where the rules have them."""
    return simulation.random_start(rules, draw)


def choice(game: Game, draw: random.Random) -> Action:
    """An action that is possible."""
    return simulation.random_action(game, draw, WILD)


def random_game(rules: Rules, seed: int) -> Game:
    """A random game, played to its end."""
    return simulation.random_game(rules, random.Random(seed), chances=WILD)


def random_positions(rules: Rules, seed: int) -> list[Position]:
    """All positions of a random game."""
    return list(random_game(rules, seed).positions)
