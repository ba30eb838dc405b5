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
    looks = far_play.watch_ahead(rules, (mind, (mind[0], None)), games=4, seed=2)
    assert len(looks.features) == len(looks.won) == len(looks.turn) >= 2
    assert set(looks.won.tolist()) == {0.5}
    found = far_play.duel_ahead(rules, mind, mind, pairs=1, seed=1)
    assert (found.wins, found.draws, found.by_pair.tolist()) == (0, 1, [0.5]), found
"""


@pytest.mark.skipif(not BENCHMARKS.is_dir(), reason="the benchmarks are not installed")
def test_equals_are_as_good_as_each_other_and_are_watched() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(BENCHMARKS)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
