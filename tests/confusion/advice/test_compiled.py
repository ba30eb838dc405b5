"""Compiled code does to games what the arrays do: the same boards, chances, instinct and judgement."""

from __future__ import annotations

import random

import numpy as np
import pytest

from confusion.advice.lockstep import even, places_of, started
from deduce.confusion.advice.crowd import Choices, Crowd
from deduce.confusion.advice.engines import engine_of
from deduce.confusion.advice.following import AHEAD, Diary
from deduce.confusion.advice.instinct import (
    JUDGEMENT,
    PHASES,
    POINTS,
    instinct,
    judged,
    look,
    weights,
)
from deduce.confusion.advice.lookups import Floats, lookups_of
from deduce.confusion.advice.playout import play_on
from deduce.confusion.engine.game import random_deal
from deduce.confusion.engine.rules import Rules
from deduce.confusion.errors import ConfusionError

pytest.importorskip("numba")

CLOSE = 5e-5
"""How far sums in another order may lie apart."""
RULES = {
    "classic": ("classic", ()),
    "espionage 1": ("espionage", (1,)),
    "espionage": ("espionage", ()),
    "espionage 3 5": ("espionage", (3, 5)),
    "espionage 5": ("espionage", (5,)),
}
ARRAYS = ("where", "deal", "knows", "laid", "neutral", "ids", "winner", "side_at")


def both(name: str, seed: int, size: int = 12, plies: int = 30) -> tuple[Crowd, Crowd]:
    """The same games in both engines, from the middle of a random game."""
    ruleset, variants = RULES[name]
    rules, draw = Rules.of(ruleset, variants=variants), random.Random(seed)
    start, lookups = started(rules, draw, plies), lookups_of(rules)
    deals = [[places_of(lookups, random_deal(rules, draw)) for _ in (0, 1)] for _ in range(size)]
    made = [
        engine_of(engine, rules)(lookups, start.position, np.array(deals, np.int32), even(lookups, size))
        for engine in ("arrays", "compiled")
    ]
    return made[0], made[1]


def assert_alike(one: Crowd, two: Crowd) -> None:
    """Both stand alike."""
    assert (one.turn, one.turns) == (two.turn, two.turns)
    for name in ARRAYS:
        np.testing.assert_allclose(getattr(one, name), getattr(two, name), atol=CLOSE, err_msg=name)
    occupied = (one.side_at == 1) | (one.side_at == 2)
    assert (one.letter_at == two.letter_at)[occupied].all()


@pytest.mark.parametrize("name", RULES)
def test_each_turn_does_the_same(name: str) -> None:
    """After each attempt, heard or not, and each conclusion from a step."""
    compared = 0
    for seed in range(6):
        one, two = both(name, seed, plies=(0, 30, 90)[seed % 3])
        draw = np.random.default_rng(seed)
        for turn in range(60):
            if not len(one):
                break
            chosen = instinct(one, weights(one.lookups)[0], heat=0.5, draw=draw)
            allowed = one.answers(chosen, draw)
            squares = np.full(len(one.winner), -1, np.int32)
            squares[one.ids[chosen.game]] = np.where(allowed, chosen.target, -1)
            for crowd in (one, two):
                crowd.act(chosen, allowed, hands_over=turn % 7 != 3, is_heard=turn % 5 != 2)
                if len(crowd) and turn % 3 == 1 and turn % 7 != 3:
                    crowd.overhear(squares)
            assert_alike(one, two)
            # What little they differ by is not handed on.
            two.knows[:], two.laid[:] = one.knows, one.laid
            compared += len(one)
    assert compared > 500


@pytest.mark.parametrize("name", RULES)
def test_the_instinct_and_the_judgement_are_the_same(name: str) -> None:
    """Every attempt gets the same score, and every position the same chance, whatever the weights are."""
    from deduce.confusion.advice.compiled.crowd import CompiledCrowd

    compared, matters = 0, np.zeros(len(POINTS), np.bool_)
    for seed in range(4):
        _, crowd = both(name, seed, plies=(0, 60)[seed % 2])
        draw = np.random.default_rng(seed)
        weighing, judging = other_weights(draw)
        assert isinstance(crowd, CompiledCrowd)
        for _ in range(45):
            if not len(crowd):
                break
            choices, points, phase = look(crowd)
            wanted = np.einsum("sp,pk->sk", weighing, points)[phase, np.arange(len(choices))]
            seen = crowd.scored(weighing)
            matters |= (points != 0).any(axis=1)
            rows = np.stack(
                [choices.game, choices.letter, choices.step, choices.kind, choices.target], axis=1
            )
            assert rows.tolist() == [each[:5] for each in seen]
            np.testing.assert_allclose([each[5] for each in seen], wanted, atol=2e-3)
            np.testing.assert_allclose(crowd.judged(judging), judged(crowd, judging), atol=1e-3)
            compared += len(choices)
            best = instinct(crowd, weights(crowd.lookups)[0], heat=0.3, draw=draw)
            crowd.act(best, crowd.answers(best, draw))
    assert compared > 2000
    # Only what a double agent has to do with may not occur.
    assert {name for name, seen in zip(POINTS, matters, strict=True) if not seen} <= {"idle"}


def other_weights(draw: np.random.Generator) -> tuple[Floats, Floats]:
    """Weights in which every point, feature and unit has a part."""
    weighing = draw.normal(size=(len(PHASES), len(POINTS)))
    judging = draw.normal(size=(6, len(JUDGEMENT) + 2)) / len(JUDGEMENT)
    return weighing.astype(np.float32), judging.astype(np.float32)


def test_games_are_won_as_often() -> None:
    """Playing on at one go is playing on turn by turn: results and lengths agree as far as chance allows."""
    for name in ("classic", "espionage 3 5"):
        results = []
        for engine in (0, 1):
            crowd = both(name, 7, size=1500, plies=20)[engine]
            played = play_on(crowd, 0, 40, np.random.default_rng(engine))
            results.append((float(played.values.mean()), played.nodes))
        assert abs(results[0][0] - results[1][0]) < 0.05
        assert results[0][1] == pytest.approx(results[1][1], rel=0.06)


def test_what_is_noted_is_what_is_tried() -> None:
    """A diary has the same attempts whichever engine keeps it, where chance has no part."""
    rules = Rules.of("classic")
    for seed in range(4):
        one, two = both("classic", seed, plies=24)
        side = seed % 2
        diaries = []
        for crowd in (one, two):
            diary = Diary(side, len(crowd.winner))
            start = Choices(*(column[:0] for column in vars(crowd.choices()).values()))
            crowd.act(start, np.zeros(0, np.bool_))
            play_cold(crowd, 8, diary)
            diaries.append(diary.rows)
        assert (diaries[0] == diaries[1]).mean() > 0.97
        assert (diaries[0][:, :AHEAD, 0] < len(rules.letters)).all()
        assert (diaries[0] >= 0).any()


def play_cold(crowd: Crowd, turns: int, diary: Diary) -> None:
    """Play on without heat."""
    draw = np.random.default_rng(1)
    weighing, judging = weights(crowd.lookups)
    if crowd.play_on(turns, weighing, judging, heat=0.0, draw=draw, spared=None, diary=diary) is None:
        for _ in range(turns):
            chosen = instinct(crowd, weighing)
            allowed = crowd.answers(chosen, draw)
            diary.note(crowd, chosen, allowed)
            crowd.act(chosen, allowed)


def test_engines_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine is chosen by name; rules that it has no room for are played by arrays."""
    rules = Rules.of("classic")
    assert engine_of("arrays", rules) is Crowd
    assert engine_of("auto", rules) is engine_of("compiled", rules) is not Crowd
    with pytest.raises(ConfusionError, match="there is no engine 'fast'; there are auto, compiled, arrays"):
        engine_of("fast", rules)
    monkeypatch.setattr("deduce.confusion.advice.compiled.tables.KINDS", 12)
    engine_of.cache_clear()
    assert engine_of("auto", rules) is Crowd
    with pytest.raises(ConfusionError, match="has room for 11 diagrams, and these rules have 12"):
        engine_of("compiled", rules)
    engine_of.cache_clear()
