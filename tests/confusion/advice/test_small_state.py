"""Small states go in lockstep with the engine."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from confusion_games import RULES, random_positions
from deduce.confusion.advice.small_state import (
    Ground,
    Opponent,
    after,
    as_attempt,
    as_step,
    state_of,
    swapped,
    without,
)
from deduce.confusion.engine.actions import Answer, Attempt, Expose, Remove, SwapTwo
from deduce.confusion.engine.deeds import objection
from deduce.confusion.engine.game import random_deal
from deduce.confusion.engine.position import EMPTY, FRESH, Position
from deduce.confusion.engine.turns import is_arrival, played
from deduce.confusion.knowledge.threats import reaches_goal


def fresh_positions(name: str) -> list[Position]:
    """Positions of random games in which a turn begins; in every other one a piece has Z near its goal."""
    draw = random.Random(name)
    found = [
        position
        for seed in range(3)
        for position in random_positions(RULES[name], seed)
        if position.outcome is None and position.stage == FRESH
    ]
    return [near_goal(each, draw) if place % 2 else each for place, each in enumerate(found)]


def near_goal(position: Position, draw: random.Random) -> Position:
    """The same position with a piece of the mover, which has Z, on the row before its last one."""
    board, squares = position.rules.board, list(position.squares)
    piece = next(piece for piece in board.pieces[position.turn] if squares[piece] >= 0)
    step = -board.columns if position.turn == 0 else board.columns
    row = [
        square + step
        for square in board.last_rows[position.turn]
        if position.held[square + step] == EMPTY and position.rules.is_on_board(board.square(square))
    ]
    squares[piece] = draw.choice(row)
    return replace(position, squares=tuple(squares), neutral=squares[piece])


def answer(position: Position, attempt: Attempt, *, promoted: bool) -> Answer:
    """A yes."""
    tells = is_arrival(position, attempt) and not position.rules.anyone_is_promoted
    return Answer(promoted=promoted) if tells else Answer()


@pytest.mark.parametrize("name", RULES)
def test_the_same_is_possible_and_the_same_follows(name: str) -> None:
    """CF-TURN-2 to CF-TURN-4, CF-Z-1 to CF-Z-3, CF-PROMO-1: as the engine says."""
    rules, goals = RULES[name], 0
    for position in fresh_positions(name):
        side = position.turn
        ground, state = Ground(rules, side), state_of(position, side)
        steps = list(ground.steps(state))
        assert {as_attempt(rules, step) for step in steps} == set(position.attempts())
        assert len(steps) == len(position.attempts())
        assert [as_step(position, as_attempt(rules, step)) for step in steps] == steps
        wanted = {attempt for attempt in position.attempts() if reaches_goal(position, attempt)}
        assert {as_attempt(rules, step) for step in ground.goals(state)} == wanted
        goals += len(wanted)
        with_z = {as_attempt(rules, step) for step in ground.steps_with_z(state)}
        assert with_z == {
            as_attempt(rules, step) for step in steps if step.kind or step.target == position.neutral
        }
        assert ground.has_attempt(state) == position.has_attempt()
        for step in steps[:: len(steps) // 8 + 1]:
            attempt = as_attempt(rules, step)
            assert ground.arrives(state, step) == is_arrival(position, attempt)
            for promoted in (False, True):
                following = played(position, attempt, answer(position, attempt, promoted=promoted))[1]
                told = promoted and ground.arrives(state, step) and not rules.anyone_is_promoted
                small = after(state, step, promoted=told)
                assert small == state_of(following, side)
                assert ground.count(small) == sum(following.squares[piece] >= 0 for piece in ground.pieces)
    assert goals >= 3


@pytest.mark.parametrize("name", ["espionage", "tokens", "all but 1"])
def test_what_comes_before_an_attempt_follows_too(name: str) -> None:
    """CF-DA-2, CF-DA-3, CF-TOK-SWAP2: pieces that are taken off, or change places."""
    done = 0
    for position in fresh_positions(name)[::5]:
        side = position.turn
        state = state_of(position, side)
        for action in (Remove("A"), Expose("C"), SwapTwo("E", "H")):
            if objection(action, position, (None, None)):
                continue
            following = played(position, action, Answer())[1]
            if isinstance(action, SwapTwo):
                pair = (position.piece(side, letter) for letter in (action.first, action.second))
                small = swapped(state, *pair)
            else:
                owner = side if isinstance(action, Remove) else 1 - side
                small = without(state, position.piece(owner, action.letter))
            assert small == state_of(following, side)
            done += 1
    assert done >= 10


@pytest.mark.parametrize("name", RULES)
def test_the_opponent_does_what_the_diagrams_allow(name: str) -> None:
    """And of a double agent nothing: the player refuses it (CF-DA-1)."""
    rules, draw = RULES[name], random.Random(1)
    for position in fresh_positions(name)[::3]:
        side = position.turn
        deal = random_deal(rules, draw)
        theirs, state = Opponent(rules, side, deal), state_of(position, 1 - side)
        allowed, refused = set(), False
        for attempt in position.attempts():
            diagram = rules.diagrams[deal[attempt.letter]]
            if position.is_promoted(side, attempt.letter):
                diagram = rules.diagrams.promoted
            if diagram.allows(attempt.way, attempt.distance) and not diagram.is_double_agent:
                allowed.add(attempt)
            else:
                refused = True
        assert {as_attempt(rules, step) for step in theirs.moves(state)} == allowed
        assert theirs.can_idle(state) is refused
        squares = range(rules.columns * rules.rows)
        on_board = [square for square in squares if rules.is_on_board(rules.board.square(square))]
        for square in draw.sample(on_board, 12):
            onto = {each for each in allowed if each.kind.value == "move" and position.target(each) == square}
            assert theirs.can_take(state, square) is bool(onto)
