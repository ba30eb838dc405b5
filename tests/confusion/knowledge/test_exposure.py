"""What attempts lay open, compared with what the engine lets the other side do after each of them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from confusion_games import RULES, random_game
from deduce.confusion.engine.actions import Answer, Attempt, Manner
from deduce.confusion.engine.position import EMPTY, Position
from deduce.confusion.engine.turns import after, is_arrival
from deduce.confusion.knowledge.exposure import BASE, EXPOSED, Exposure, sight_of
from deduce.confusion.knowledge.outlook import to_move

Open = dict[tuple[str, int, int], str]


def laid_open(position: Position, moved: Attempt | None, side: int, far: int) -> Open:
    """What a side could get at once, by letter, direction and distance: told by its own attempts."""
    found: Open = {}
    mover = position.rules.board.pieces[1 - side]
    stepped = position.piece(1 - side, moved.letter) if moved and moved.kind is not Manner.PASS else -1
    for attempt in to_move(position, side).attempts():
        target = to_move(position, side).target(attempt)
        key, there = (attempt.letter, attempt.way, attempt.distance), position.held[target]
        if attempt.distance > far:
            continue
        if attempt.kind is Manner.CARRY and target in position.rules.board.last_rows[side]:
            found[key] = "goal"
        elif attempt.kind is Manner.MOVE and key not in found:
            if target == position.neutral:
                found[key] = "free" if there == EMPTY else "holder"
            elif there in mover:
                found[key] = "step" if there == stepped else "standing"
    goals = {
        (each.letter, each.way, each.distance)
        for each in to_move(position, side).attempts()
        if each.kind is Manner.CARRY
        and each.distance <= far
        and to_move(position, side).target(each) in position.rules.board.last_rows[side]
    }
    return found | dict.fromkeys(goals, "goal")


def chances(position: Position, seed: int) -> np.ndarray:
    """Some chances for each letter and diagram, and by the promoted side for whoever is promoted."""
    size = len(position.rules.letters)
    found = np.zeros((size, size + 1))
    found[:, :-1] = np.random.default_rng(seed).dirichlet(np.ones(size), size)
    return found


def some_positions(name: str, seed: int) -> list[Position]:
    """Positions of a random game in which somebody makes an attempt."""
    game = random_game(RULES[name], seed)
    moments = [
        position
        for position, event in zip(game.positions, game.events, strict=False)
        if isinstance(event.action, Attempt)
    ]
    return random.Random(seed).sample(moments, min(6, len(moments)))


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_cf_turn_4_what_can_be_taken_next_is_what_the_engine_says(name: str, seed: int) -> None:
    """Also where Z is in the way (CF-TURN-3), is left behind (CF-Z-2) or is passed (CF-Z-3)."""
    for position in some_positions(name, seed):
        side, sight = 1 - position.turn, sight_of(position.rules)
        exposure = Exposure.at(position, chances(position, seed))
        letters, now = position.rules.letters, laid_open(position, None, side, sight.far)
        found = {
            (letters[letter], step // sight.far, step % sight.far + 1): EXPOSED[exposure.now[letter, step]]
            for letter, step in zip(*np.nonzero(exposure.now >= 0), strict=True)
        }
        assert found == now
        for place, attempt in enumerate(exposure.attempts):
            told = is_arrival(position, attempt) and not position.rules.anyone_is_promoted
            following = after(position, attempt, Answer(promoted=False if told else None))
            mine = exposure.option == place
            found = {
                (letters[letter], step // sight.far, step % sight.far + 1): EXPOSED[kind]
                for letter, step, kind in zip(
                    exposure.letter[mine], exposure.step[mine], exposure.kind[mine], strict=True
                )
            }
            assert found == laid_open(following, attempt, side, sight.far), (str(attempt), position)


@pytest.mark.parametrize("name", ["classic", "tokens"])
def test_what_is_laid_open_is_the_sum_over_what_a_diagram_can_take(name: str) -> None:
    draw = np.random.default_rng(5)
    for position in some_positions(name, 4):
        sight = sight_of(position.rules)
        exposure = Exposure.at(position, chances(position, 1))
        plain, known = draw.random((2, len(EXPOSED))), draw.random((2, len(EXPOSED)))
        sure = draw.random(exposure.now.shape)
        found = exposure.laid_open(plain, known, sure)
        for way, letter, kind, option in [(0, 2, 3, 5), (1, 7, 1, 0), (1, 0, 11, 9), (0, 5, 12, 3)]:
            worth = plain[way][:, None] + known[way][:, None] * sure[letter]
            mine = (exposure.letter == letter) & (exposure.option == option)
            then = sum(
                worth[what, step] * sight.takes[kind, step]
                for what, step in zip(exposure.kind[mine], exposure.step[mine], strict=True)
            )
            now = sum(
                worth[what, step] * sight.takes[kind, step]
                for step, what in enumerate(exposure.now[letter])
                if what >= 0
            )
            yes = exposure.chance[option]
            assert found[way, letter, kind, option] == pytest.approx(yes * then + (1 - yes) * now)


def test_cf_da_1_a_double_agent_takes_nothing_and_may_be_allowed_anything() -> None:
    sight = sight_of(RULES["espionage"])
    agent = [each.is_double_agent for each in sight.rules.diagrams.values()].index(True)
    assert not sight.takes[agent].any()
    assert (sight.allows[agent] == 0.5).all()
    assert sight.far == 4


def test_what_else_an_attempt_has_about_it() -> None:
    """Whoever holds Z one row before the last wins by carrying it there."""
    (position, *_) = [
        each
        for seed in range(20)
        for each in random_game(RULES["classic"], seed).positions
        if each.holder is not None and each.outcome is None and each.holder[0] == each.turn
    ]
    exposure = Exposure.at(position, chances(position, 2))
    columns = dict(zip(BASE, exposure.base.T, strict=True))
    for place, attempt in enumerate(exposure.attempts):
        yes, target = exposure.chance[place], position.target(attempt)
        taken = attempt.kind is not Manner.PASS and position.held[target] != EMPTY
        assert columns["capture"][place] == pytest.approx(yes * taken)
        assert columns["fetch"][place] == 0
        wins = attempt.kind is Manner.CARRY and target in position.rules.board.last_rows[position.turn]
        if attempt.kind is not Manner.PASS:
            assert columns["goal"][place] == pytest.approx(yes * wins)
        assert (columns["leave"][place] > 0) == (
            attempt.kind is Manner.MOVE and position.holder == (position.turn, attempt.letter) and yes > 0
        )
