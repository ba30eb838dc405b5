"""Random games under many rules: what must hold in every position, and the way back."""

from __future__ import annotations

import copy
import random
from functools import cache

import pytest

from confusion_games import RULES, choice, new_game
from deduce.confusion.actions import Answer, Attempt, Kind, MoveTwo
from deduce.confusion.directions import DIRECTIONS
from deduce.confusion.game import Game
from deduce.confusion.position import EMPTY, Ending, Position
from deduce.confusion.rules import Rules


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
