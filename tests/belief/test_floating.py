"""Counting in floats, compared with the exact engine and with every assignment there is."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from deduce import Belief, ContradictionError, Log, Problem
from deduce.belief.floating import FloatAssignment


def some_weights(size: int, seed: int) -> list[list[int]]:
    """Whole weights, many of them 0, under which something is left."""
    draw = np.random.default_rng(seed)
    found = draw.integers(1, 10_000, (size, size)) * (draw.random((size, size)) < 0.6)
    return [[int(each) + (place == row) for place, each in enumerate(line)] for row, line in enumerate(found)]


@pytest.mark.parametrize("size", [1, 2, 5, 12, 13])
def test_the_same_as_the_exact_engine(size: int) -> None:
    weights = some_weights(size, size)
    names = [f"u{place}" for place in range(size)]
    problem = Problem.one_to_one(
        names,
        range(size),
        priors={name: dict(enumerate(row)) for name, row in zip(names, weights, strict=True)},
    )
    exact = Belief(Log(problem))
    found = FloatAssignment(np.array(weights, np.float64)).chances
    for place, name in enumerate(names):
        for value in range(size):
            assert found[place, value] == pytest.approx(float(exact.probability(name, value)), abs=1e-11)


def test_weights_that_lie_far_apart() -> None:
    """One part in ten thousand for every letter but one: their product is far below what a float can add."""
    weights = np.full((13, 13), 1e-200)
    np.fill_diagonal(weights, 1.0)
    assert FloatAssignment(weights).chances.diagonal() == pytest.approx(np.ones(13))
    tiny = FloatAssignment(np.full((13, 13), 1e-280)).chances
    assert tiny == pytest.approx(np.full((13, 13), 1 / 13))


def test_worlds_are_drawn_as_likely_as_they_are() -> None:
    weights = np.array(some_weights(4, 7), np.float64)
    worlds = {
        world: float(np.prod([weights[place, value] for place, value in enumerate(world)]))
        for world in permutations(range(4))
    }
    total, count = sum(worlds.values()), 20_000
    drawn = Counter(map(tuple, FloatAssignment(weights).sample(count, 3).tolist()))
    assert set(drawn) <= {world for world, weight in worlds.items() if weight}
    for world, weight in worlds.items():
        share = weight / total
        assert drawn[world] / count == pytest.approx(share, abs=5 * (share / count) ** 0.5 + 1e-9)


def test_the_same_seed_draws_the_same() -> None:
    assignment = FloatAssignment(np.array(some_weights(6, 1), np.float64))
    assert (assignment.sample(50, 4) == assignment.sample(50, 4)).all()
    assert (assignment.sample(50, 4) != assignment.sample(50, 5)).any()


@pytest.mark.parametrize(
    "weights",
    [
        [[0.0, 0.0], [1.0, 1.0]],
        [[1.0, 0.0], [1.0, 0.0]],
        [[0.0]],
    ],
)
def test_nothing_left_is_a_contradiction(weights: list[list[float]]) -> None:
    with pytest.raises(ContradictionError, match="no world is left"):
        FloatAssignment(np.array(weights))
