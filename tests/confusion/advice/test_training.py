"""The command that trains instinct and judgement plays whole games in compiled code; here a few in Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
PROGRAM = """
import numpy as np
import self_play
from deduce.confusion import Rules
from deduce.confusion.advice.instinct import minds

self_play.LIMIT = 24
for kind, name in (("plain", "classic"), ("agents", "espionage")):
    weighing, rules = minds()[kind][0], Rules.of(name)
    found = self_play.duel(rules, weighing, weighing, pairs=2, seed=1, heat=0.0)
    assert found.by_pair.tolist() == [0.5, 0.5], found
    looks = self_play.watch(rules, weighing, games=6, seed=1)
    assert len(looks.features) == len(looks.won) == len(looks.turn) > 8
    assert set(looks.game.tolist()) <= set(range(6))
    assert abs(looks.features).max() > 0

import far_play

far_play.LIMIT = 4
for kind, name in (("plain", "classic"), ("agents", "espionage")):
    rules, mind = Rules.of(name), minds()[kind]
    watched = far_play.watch_ahead(rules, (mind, (mind[0], None)), mind, games=4, seed=2)
    looks, aside = watched.looks, watched.aside
    assert len(looks.features) == len(looks.won) == len(looks.turn) == len(watched.ahead) >= 2
    assert set(looks.won.tolist()) == {0.5}
    assert 2 <= len(aside.won) <= len(looks.won)
    assert all(0 <= value <= 1 for column in (watched.ahead, aside.won) for value in column.tolist())
    assert not np.array_equal(aside.features, looks.features[: len(aside.features)])
    found = far_play.duel_ahead(rules, mind, mind, pairs=1, seed=1)
    assert (found.wins, found.draws, found.by_pair.tolist()) == (0, 1, [0.5]), found

far_play.LIMIT = 1
rules, mind = Rules.of("classic"), minds()["plain"]
options = far_play.options_in(rules, mind, games=2, seed=1)
assert options.points.shape == (len(options.worth), len(mind[0][0])), options.points.shape
assert len(options.worth) == len(options.position) == len(options.phase) > 20
# Nobody has Z before the first turn.
assert set(options.phase.tolist()) == {0}
assert all(0 <= each <= 1 for each in options.worth.tolist())
crowd = self_play.new_crowd(rules, 2, np.random.default_rng(1))
assert far_play.value_of(crowd, mind, np.random.default_rng(1)).tolist() == [0.5, 0.5]

from far_off import drawn

known = np.array([[0.5, 0.5, 0, 0, 0], [0, 0.1, 0.9, 0, 0], [0.5, 0, 0, 0.5, 0], [0, 0, 0, 0, 1]])
deal = np.array([0, 2, 3, 4])
found = {tuple(drawn(known, deal, 4, np.random.default_rng(seed)).tolist()) for seed in range(99)}
assert {(0, 2, 3, 4), (1, 2, 0, 4), (1, 2, 3, 4)} <= found, found
assert all(len(set(each)) == 4 and each[3] == 4 for each in found), found
crowd = self_play.new_crowd(rules, 2, np.random.default_rng(1))
attempts = far_play.likeliest(crowd, 2)
values = far_play.expected(crowd, attempts)
best = far_play.best_of(crowd, (attempts, values))
assert best.tolist() == [max(values[attempts.game == game]) for game in (0, 1)]
"""


def done(program: str) -> None:
    """Run a program beside the modules of the benchmarks."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(BENCHMARKS)}
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr


@pytest.mark.skipif(not BENCHMARKS.is_dir(), reason="the benchmarks are not installed")
def test_equals_are_as_good_as_each_other_and_are_watched() -> None:
    done(PROGRAM)


LEARNING = """
import numpy as np
from learning import aims, chances, learn, put_right
from self_play import Looks

draw = np.random.default_rng(1)
known = draw.uniform(0.05, 0.95, 40_000)
truth = 1 / (1 + np.exp(-(0.5 * np.log(known / (1 - known)) - 0.4)))
won = (draw.random(len(known)) < truth).astype(np.float32)
asked = np.array([0.1, 0.5, 0.9])
right = 1 / (1 + np.exp(-(0.5 * np.log(asked / (1 - asked)) - 0.4)))
assert np.allclose(put_right(asked, known, won), right, atol=0.02)
# However wrong the chances were: of what was called sure, half was won.
wrong = np.where(draw.random(40_000) < 0.5, 0.999, 0.001)
even = (draw.random(40_000) < 0.5).astype(np.float32)
assert np.allclose(put_right(asked, wrong, even), 0.5, atol=0.02)

# One game that the side wins that is to move at turns 0 and 6, and another of which one look is known.
turn, game = np.array([6, 0, 3, 3], np.int32), np.array([0, 0, 0, 1], np.int32)
looks = Looks(np.zeros((4, 1), np.float32), np.array([1, 1, 0, 0.5], np.float32), game, turn)
ahead = np.array([0.8, 0.6, 0.3, 0.1], np.float32)
last = 0.25 * 0.8 + 0.75 * 1
before = 0.25 * 0.3 + 0.75 * (1 - last)
first = 0.25 * 0.6 + 0.75 * (1 - before)
assert np.allclose(aims(looks, ahead, 0.75), [last, first, before, 0.25 * 0.1 + 0.75 * 0.5])
assert np.allclose(aims(looks, ahead, 1), looks.won)
assert np.allclose(aims(looks, ahead, 0), ahead)

features = draw.standard_normal((8192, 3)).astype(np.float32) * np.array([1, 5, 0.2], np.float32)
called = 1 / (1 + np.exp(-(features[:, 0] - np.abs(features[:, 1]) / 5)))
of_all = Looks(features, called.astype(np.float32), np.arange(8192), np.zeros(8192, np.int32))
found = chances(features, learn(of_all, 8, epochs=120, seed=1))
assert np.abs(found - called).mean() < 0.03, np.abs(found - called).mean()

# Gone on with for no time at all, a judgement is what it was; for some time, it is better.
begun = learn(of_all, 8, epochs=12, seed=1)
assert np.allclose(learn(of_all, 8, epochs=0, seed=2, start=begun), begun, atol=1e-5)
before, after = (
    np.abs(chances(features, learn(of_all, 8, epochs=epochs, seed=2, start=begun)) - called).mean()
    for epochs in (0, 60)
)
assert after < before / 2, (before, after)
try:
    learn(of_all, 7, epochs=1, seed=1, start=begun)
except ValueError as error:
    assert str(error) == "what is gone on from has 8 units, not 7"
else:
    raise AssertionError
"""

RANKING = """
import numpy as np
from far_play import Options
from ranking import lost_by, ranking_of

# What an attempt is worth follows from its second point, more of it in another phase from less of it.
draw = np.random.default_rng(1)
position, phase = np.repeat(np.arange(400), 30), np.repeat(np.arange(400) % 3, 30)
points = draw.standard_normal((12_000, 3)).astype(np.float32) * np.array([1, 4, 0.3], np.float32)
worth = 0.5 + 0.02 * points[:, 1] * np.array([1, -1, 2])[phase]
mixed = draw.permutation(12_000)
options = Options(*(column[mixed] for column in (points, worth.astype(np.float32), position, phase)))
begun = np.ones((3, 3), np.float32)
found = ranking_of(options, begun)
assert lost_by(options, found, 1) < 0.002 < 0.05 < lost_by(options, begun, 1)
assert lost_by(options, begun, 30) == 0
# One attempt in position 0 is the best by the weights; what it lacks is what is lost there.
first = Options(*(column[options.position == 0] for column in options))
lacks = first.worth.max() - first.worth[(first.points @ begun[0]).argmax()]
assert np.isclose(lost_by(first, begun, 1), lacks)
"""


@pytest.mark.skipif(not BENCHMARKS.is_dir(), reason="the benchmarks are not installed")
def test_what_a_look_ahead_ranks_first_is_told_by_points() -> None:
    done(RANKING)


@pytest.mark.skipif(not BENCHMARKS.is_dir(), reason="the benchmarks are not installed")
def test_what_is_learned_is_what_came_of_it_put_right_and_smoothed() -> None:
    done(LEARNING)
