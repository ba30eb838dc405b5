"""How likely players choose what they did: shares of all that could be done, and what the parts come to."""

from __future__ import annotations

import random

import numpy as np
import pytest

from confusion_games import RULES, random_game
from deduce.confusion.engine.actions import Attempt
from deduce.confusion.kind import parse_record
from deduce.confusion.knowledge.choosing import HABITS, logs_of
from deduce.confusion.knowledge.notes import DEFAULT_MODEL, Notes
from faults import damages


@pytest.mark.parametrize("name", RULES)
def test_choices_share_what_is_likely(name: str) -> None:
    """By each habit they add up to 1; what was refused is what the deal refuses, attempt by attempt."""
    game = random_game(RULES[name], 5)
    notes = Notes(game.rules, 0), Notes(game.rules, 1)
    for position, event in [*game.steps][:14]:
        side, deal = position.turn, game.deals[position.turn]
        if isinstance(event.action, Attempt):
            stand = game.branch(position)
            single = [np.exp(logs_of(position, notes[side], each, None)) for each in stand.attempts()]
            assert sum(single) == pytest.approx(np.ones(len(HABITS)))
            assert single[0][0] == pytest.approx(1 / len(single))
            assert deal is not None
            refused = np.zeros(len(HABITS))
            for attempt, shares in zip(stand.attempts(), single, strict=True):
                answer = stand.answer(attempt)
                # Nobody knows what is answered for a double agent.
                refused += shares * (0.5 if answer is None else not answer.allowed)
            found = np.exp(logs_of(position, notes[side], None, deal))
            assert found == pytest.approx(refused, abs=1e-6)
        notes = notes[0].heard_in(position, event), notes[1].heard_in(position, event)


@pytest.mark.parametrize(
    ("player", "habit"), [("random", "aimless"), ("goal", "careless"), ("information", "curious")]
)
def test_a_habit_foretells_the_player_that_has_it(player: str, habit: str) -> None:
    """Better than any other habit does, in games that it was not fitted to."""
    logs = np.zeros(len(HABITS))
    for number in range(2):
        draw = random.Random(f"habit {number}")
        record = parse_record(damages.game_on_paper(draw, "unknown", 24, names=[player]).text)
        for step in record.steps:
            for position, event in step.after.steps:
                notes = step.before.notes(position.turn, DEFAULT_MODEL)
                logs += logs_of(position, notes, event.action, None)
    assert HABITS[int(logs.argmax())].name == habit
