"""Win rates of games in pairs, their intervals, and Elo."""

from __future__ import annotations

import math
import random
from statistics import fmean, stdev

from hypothesis import given
from hypothesis import strategies as st

from deduce.tabletop.pairs import elo, elo_text, interval, wilson

Z = 1.959963984540054


def by_search(rate: float, count: int, low: float, high: float) -> float:
    """Where the distance from the rate is just Z errors of the true rate, found by halving."""

    def far(true: float) -> bool:
        return abs(rate - true) > Z * math.sqrt(true * (1 - true) / count)

    outside, inside = low, high
    for _ in range(200):
        middle = (outside + inside) / 2
        outside, inside = (middle, inside) if far(middle) else (outside, middle)
    return inside


@given(st.floats(0, 1), st.integers(1, 1000))
def test_wilson(rate: float, count: int) -> None:
    """The rates that the one seen is not too far from, by its definition."""
    low, high = wilson(rate, count)
    assert low <= rate <= high
    assert math.isclose(low, by_search(rate, count, 0, rate), abs_tol=1e-6)
    assert math.isclose(high, by_search(rate, count, 1, rate), abs_tol=1e-6)


SCORE = st.sampled_from([0, 0.5, 1])


@given(st.lists(st.tuples(SCORE, SCORE), min_size=10, max_size=60))
def test_interval_of_whole_pairs(pairs: list[tuple[float, float]]) -> None:
    """The mean of the pairs' means, with the error that their spread gives."""
    means = [fmean(pair) for pair in pairs]
    rate, low, high = interval(pairs)
    assert math.isclose(rate, fmean(means), abs_tol=1e-12)
    if len(set(means)) == 1:
        assert (low, high) == wilson(rate, len(pairs))
        return
    half = Z * stdev(means) / math.sqrt(len(means))
    assert math.isclose(low, max(0, rate - half), abs_tol=1e-12)
    assert math.isclose(high, min(1, rate + half), abs_tol=1e-12)


def test_interval_of_few_pairs_and_broken_ones() -> None:
    """Below ten pairs by Wilson; a pair with a game missing counts as the one game that it is."""
    assert interval([(1, 1), (1, 0)]) == (0.75, *wilson(0.75, 2))
    pairs: list[tuple[float, ...]] = [*[(1.0, 1.0)] * 6, *[(1.0, 0.0)] * 5, (0.0,)]
    rate, low, high = interval(pairs)
    assert math.isclose(rate, 17 / 23)
    spread = 6 * (2 - 34 / 23) ** 2 + 5 * (1 - 34 / 23) ** 2 + (17 / 23) ** 2
    assert math.isclose(high - low, 2 * Z * math.sqrt(12 / 11 * spread) / 23)


def test_the_interval_covers() -> None:
    """In 95 of 100 tournaments the true rate is in it, also where a deal decides both games alike."""
    draw, true, tries = random.Random(1), 0.6, 600

    def pair() -> tuple[float, float]:
        first = float(draw.random() < true)
        return first, first if draw.random() < 0.5 else float(draw.random() < true)

    inside = 0
    for _ in range(tries):
        _, low, high = interval([pair() for _ in range(60)])
        inside += low <= true <= high
    assert 0.92 < inside / tries < 0.975


@given(st.floats(0.001, 0.999))
def test_elo(rate: float) -> None:
    """The difference by which the expected score is the rate."""
    assert math.isclose(1 / (1 + 10 ** (-elo(rate) / 400)), rate)


def test_elo_in_words() -> None:
    """Beyond 800 it says no more than that."""
    assert (elo(0), elo(1), elo(0.5)) == (-math.inf, math.inf, 0)
    assert elo_text(elo(0)) == "< -800"
    assert elo_text(elo(0.999)) == "> 800"
    assert elo_text(elo(0.25)) == "-191"
    assert elo_text(0.0) == "+0"
