"""The engine agrees with a second set of rules: on the counts in perft.toml, and on random games."""

from __future__ import annotations

import random

import pytest

from confusion.engine import naive
from confusion.engine.perft import (
    RULES,
    Entry,
    branches,
    engine_counts,
    entries,
    naive_counts,
    naive_state,
    naive_table,
)
from deduce.confusion.engine.actions import (
    Action,
    Answer,
    Attempt,
    Expose,
    GiftReply,
    MoveTwo,
    PromotionReply,
    Remove,
    Reveal,
    SwapTwo,
)
from deduce.confusion.engine.game import Game
from deduce.confusion.engine.position import Ending, Position
from deduce.confusion.engine.simulation import Chances, random_push, random_start

ENTRIES = entries()
SMALL = 45_000
"""To the last depth only where the number of steps before is smaller; the program counts all of it."""
OFTEN = Chances(neutral=0.3, remove=0.02, expose=0.02, reveal=0.05, move_two=0.05, swap_two=0.05)
REASONS = {
    Ending.LAST_ROW: "last row",
    Ending.NO_PIECES: "no pieces",
    Ending.NO_ATTEMPT: "no attempt",
}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_the_counts(entry: Entry) -> None:
    """The engine finds as many steps as are in the file."""
    depth = 3 if entry.nodes[1] < SMALL else 2
    assert engine_counts(entry, depth) == entry.nodes[:depth]


@pytest.mark.parametrize("entry", ENTRIES[::5], ids=lambda entry: entry.name)
def test_the_file_is_what_the_second_set_of_rules_counts(entry: Entry) -> None:
    """The file was not made by hand."""
    assert naive_counts(entry, 2) == entry.nodes[:2]


def test_the_positions_are_those_of_all_rules() -> None:
    """Each set of rules is there, and every kind of step can be taken in some position."""
    used = {(entry.ruleset, entry.variants, entry.with_tokens) for entry in ENTRIES}
    assert used == {(rules.ruleset, tuple(sorted(rules.variants)), rules.tokens) for rules in RULES.values()}
    steps = {
        (step[0], step[-1] if isinstance(step[-1], str) and len(step) > 2 else "")
        for entry in ENTRIES
        for step in naive.steps(naive_state(entry))
    }
    kinds = {kind for kind, _ in steps}
    assert kinds == {"move", "carry", "pass", "remove", "expose", "reveal", "move2", "swap2"}
    assert ("move", "promoted") in steps
    for entry in ENTRIES:
        assert len(entry.nodes) == 3


def as_step(action: Action, answer: Answer) -> naive.Step:
    """The same step in the words of the second set of rules."""
    match action:
        case Attempt(letter, way, distance, kind):
            told = {None: "yes", True: "promoted", False: "not promoted"}[answer.promoted]
            return (kind.value, letter, way, distance, told if answer.allowed else "no")
        case Remove(letter) | Expose(letter) | Reveal(letter):
            return (type(action).__name__.lower(), letter)
        case SwapTwo(first, second):
            return ("swap2", *sorted((first, second)))
        case MoveTwo():
            return ("move2",)
        case PromotionReply(accept):
            return ("accept" if answer.promoted else "accept and show",) if accept else ("decline",)
        case GiftReply(accept):
            return ("take" if accept else "refuse",)
        case _:
            raise ValueError(action)


def as_state(position: Position) -> naive.State:
    """The same position in the terms of the second set of rules."""
    rules, stage, outcome = position.rules, position.stage, position.outcome
    names = [position.name(piece) for piece in range(len(position.squares))]
    over = None
    if outcome is not None:
        assert outcome.winner is not None
        over = (outcome.winner, REASONS[outcome.ending])
    return naive.State(
        naive_table(rules.ruleset, rules.variants, with_tokens=rules.tokens),
        frozenset((square, name) for name in names if (square := position.square(*name)) is not None),
        rules.board.square(position.neutral),
        position.turn,
        frozenset(name for name in names if position.is_promoted(*name)),
        (
            frozenset(token.value for token in position.tokens[0]),
            frozenset(token.value for token in position.tokens[1]),
        ),
        stage.used or "",
        stage.barred,
        bool(stage.seconds),
        stage.home_only,
        stage.offer or "",
        stage.gift,
        over,
    )


@pytest.mark.parametrize("name", RULES)
def test_random_games_step_by_step(name: str) -> None:
    """Both sets of rules offer the same steps, and take each to the same position."""
    rules = RULES[name]
    for seed in range(4):
        draw = random.Random(seed)
        game = random_start(rules, draw)
        state = as_state(game.position)
        if not rules.free_placement:
            assert state == naive.start(state.table, game.first)
        blind = Game(rules)
        for number in range(150):
            if game.outcome is not None:
                break
            if number % 10 == 0 or game.position.stage.used is not None:
                blind.position = game.position
                steps = [as_step(action, answer) for action, answer in branches(blind)]
                assert sorted(map(str, steps)) == sorted(map(str, naive.steps(state)))
            event = random_push(game, draw, OFTEN)
            state = naive.follow(state, as_step(event.action, event.answer))
            assert as_state(game.position) == state


def test_nothing_follows_the_end_of_a_game() -> None:
    """Neither set of rules offers a step once a game is over."""
    game = random_start(RULES["tokens"], random.Random(5))
    while game.outcome is None:
        random_push(game, random.Random(len(game.events)), OFTEN)
    assert list(branches(game)) == []
    assert list(naive.steps(as_state(game.position))) == []
