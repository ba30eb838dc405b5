"""Plays random games of Confusion, under rules that between them use every part of the game."""

from __future__ import annotations

import random

from deduce.confusion.actions import (
    Action,
    Agree,
    Expose,
    GiftReply,
    Kind,
    MoveTwo,
    PromotionReply,
    Remove,
    Resign,
    Reveal,
    SwapTwo,
)
from deduce.confusion.game import Game, random_deal
from deduce.confusion.position import Position
from deduce.confusion.rules import Rules

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


def early(game: Game, draw: random.Random) -> list[Action]:
    """What could be done before an attempt, now and then."""
    letters = game.rules.letters
    one, two = draw.sample(letters, 2)
    tried: list[Action] = [
        Remove(one),
        Expose(two),
        Reveal(one),
        MoveTwo(),
        SwapTwo(one, two),
        Agree() if draw.random() < 0.02 else MoveTwo(),
        Resign() if draw.random() < 0.02 else MoveTwo(),
    ]
    return [action for action in tried if game.can(action)]


def choice(game: Game, draw: random.Random) -> Action:
    """An action that is possible, rather forward and rather with Z, so that games come to an end."""
    if game.position.stage.offer:
        return PromotionReply(accept=draw.random() < 0.5)
    if game.position.stage.gift:
        return GiftReply(accept=draw.random() < 0.5)
    if draw.random() < 0.05:
        tried = early(game, draw)
        if tried:
            return draw.choice(tried)
    attempts = game.attempts()
    position, forward = game.position, {0, 1, 7}
    if draw.random() < 0.6:
        with_z = [
            each
            for each in attempts
            if (each.way in forward if each.kind is Kind.CARRY else position.target(each) == position.neutral)
        ]
        if with_z:
            return draw.choice(with_z)
    bold = [each for each in attempts if each.way in forward]
    return draw.choice(bold if bold and draw.random() < 0.7 else attempts)


def new_game(rules: Rules, draw: random.Random) -> Game:
    """A game with random deals, and random placements where the rules have them."""
    deals = (random_deal(rules, draw), random_deal(rules, draw))
    if not rules.free_placement:
        return Game(rules, deals, draw.randrange(2))
    squares = [(column, row) for row in (1, 2) for column in range(3, 10)][: len(rules.letters)]
    placements = tuple(
        dict(zip(draw.sample(rules.letters, len(squares)), squares, strict=True)) for _ in (0, 1)
    )
    return Game(rules, deals, draw.randrange(2), (placements[0], placements[1]))


def random_game(rules: Rules, seed: int) -> Game:
    """A random game, played to its end."""
    draw = random.Random(seed)
    game = new_game(rules, draw)
    while game.outcome is None:
        game.push(choice(game, draw), agent=lambda _: draw.random() < 0.5)
    return game


def random_positions(rules: Rules, seed: int) -> list[Position]:
    """All positions of a random game."""
    game = random_game(rules, seed)
    return list(game.positions)
