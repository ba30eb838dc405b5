"""Moments of random games, and the same moments with other diagrams: what players are asked in tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from confusion_games import WILD, new_game
from deduce.confusion.engine.game import Game, random_deal
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.simulation import Chances, random_action
from deduce.confusion.knowledge.sheet import sheet_of


def moments(rules: Rules, seed: int, plies: int = 60, chances: Chances = WILD) -> Iterator[Game]:
    """A random game, as it stands before each action; unless told otherwise everything happens in it."""
    draw = random.Random(seed)
    game = new_game(rules, draw)
    while game.outcome is None and len(game.events) < plies:
        yield game
        game.push(random_action(game, draw, chances), agent=lambda _: draw.random() < 0.5)


def actor(game: Game) -> int:
    """The side that has to do something."""
    return 1 - game.position.turn if game.position.stage.gift else game.position.turn


def twin(game: Game, side: int, draw: random.Random) -> Game | None:
    """The same game with another deal of a side that would have been answered alike."""
    rules = game.rules
    possible = sheet_of(game, side).possible
    for _ in range(1000):
        deal = random_deal(rules, draw)
        if any(deal[letter] not in possible[letter] for letter in deal) or deal == game.deals[side]:
            continue
        deals = (deal, game.deals[1]) if side == 0 else (game.deals[0], deal)
        other = Game(rules, deals, game.first, game.placements)
        for event in game.events:
            right = other.answer(event.action, agent=lambda _, said=event.answer: said.allowed)  # type: ignore[misc]
            if right != event.answer:
                break
            other.push(event.action, event.answer)
        else:
            return other
    return None
