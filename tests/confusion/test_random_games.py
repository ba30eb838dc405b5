"""Random games under many rules: what must hold in every position, and the way back."""

from __future__ import annotations

import copy
import random
from functools import cache

import pytest

from deduce.confusion.actions import (
    Action,
    Agree,
    Answer,
    Attempt,
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
from deduce.confusion.directions import DIRECTIONS
from deduce.confusion.game import Game, random_deal
from deduce.confusion.position import EMPTY, Ending, Position
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


@cache
def on_board(rules: Rules) -> frozenset[int]:
    """The numbers of the squares that are part of the board."""
    return frozenset(
        (row - 1) * rules.columns + column - 1
        for row in range(1, rules.rows + 1)
        for column in range(1, rules.columns + 1)
        if rules.is_on_board((column, row))
    )


def check(position: Position) -> None:
    """What holds in every position."""
    rules, pieces = position.rules, len(position.squares)
    assert pieces == 2 * len(rules.letters)
    standing = {piece: square for piece, square in enumerate(position.squares) if square >= 0}
    found = {piece: square for square, piece in enumerate(position.board) if piece != EMPTY}
    assert standing == found, "board and squares agree"
    assert set(standing.values()) | {position.neutral} <= on_board(rules)
    holder = position.holder
    assert holder is None or position.squares[position.piece(*holder)] == position.neutral
    for own in (position.squares[: pieces // 2], position.squares[pieces // 2 :]):
        assert max(own) >= 0 or position.outcome is not None, "a side without a piece has lost"
    asked = position.outcome is None and not position.stage.offer and not position.stage.gift
    attempts = position.attempts()
    assert bool(attempts) is asked
    if asked:
        assert position.has_attempt()


def brute(game: Game) -> set[Attempt]:
    """Every attempt that is accepted, of all there could be."""
    tried = (
        Attempt(letter, way, distance, kind)
        for letter in "ACEHKLNOPSTVXZ"
        for way in range(len(DIRECTIONS))
        for distance in range(12)
        for kind in Kind
    )
    return {attempt for attempt in tried if game.can(attempt)}


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


def played(rules: Rules, seed: int) -> tuple[Game, list[Position]]:
    """A random game, checked at every step, with all its positions."""
    draw = random.Random(seed)
    game = new_game(rules, draw)
    positions = [game.position]
    check(game.position)
    while game.outcome is None:
        before = game.position
        action = choice(game, draw)
        event = game.push(action, agent=lambda _: draw.random() < 0.5)
        after = game.position
        assert event.action == action
        check(after)
        gone = [
            before.name(piece)
            for piece, square in enumerate(before.squares)
            if square >= 0 > after.squares[piece]
        ]
        if event.captured is not None:
            assert gone == [(1 - event.side, event.captured)]
        elif isinstance(action, Attempt):
            assert gone == []
        assert after.turns - before.turns == (before.turn != after.turn)
        assert before.promoted & after.promoted == before.promoted
        if draw.random() < 0.001 and after.outcome is None:
            assert set(game.attempts()) == brute(game)
            assert len(game.attempts()) == len(set(game.attempts()))
        positions.append(after)
    return game, positions


@pytest.mark.parametrize("name", RULES)
def test_random_games(name: str) -> None:
    """The invariants hold, taking back restores every position, and doing again leads back."""
    rules, endings = RULES[name], set()
    for seed in range(60):
        game, positions = played(rules, seed)
        assert game.outcome is not None
        endings.add(game.outcome.ending)
        assert (game.outcome.winner is None) == (game.outcome.ending in {Ending.AGREEMENT, Ending.LIMIT})
        events = list(game.events)
        for place in range(len(events) - 1, -1, -1):
            assert game.pop() == events[place]
            assert game.position == positions[place]
        for event, position in zip(events, positions[1:], strict=True):
            game.push(event.action, event.answer)
            assert game.position == position
        assert hash(game.position) == hash(positions[-1])
    assert Ending.LAST_ROW in endings
    assert len(endings) >= 3


@pytest.mark.parametrize("name", RULES)
def test_answers_do_not_need_the_other_deal(name: str) -> None:
    """The same actions and answers lead to the same positions when nobody knows a diagram."""
    game, positions = played(RULES[name], 1000)
    blind = Game(game.rules, (None, None), game.first, game.placements)
    for event, position in zip(game.events, positions[1:], strict=True):
        given: Answer = event.answer
        blind.push(event.action, given)
        assert blind.position == position


def test_a_copied_position_goes_on_like_the_first() -> None:
    """Nothing depends on which object a position is made of."""
    game = Game(RULES["tokens"])
    twin = Game(RULES["tokens"])
    twin.position = copy.deepcopy(game.position)
    assert twin.attempts() == game.attempts()
    assert twin.can(MoveTwo())
