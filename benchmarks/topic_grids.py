"""T1 to T4 on random grids, and the same for sixteen and twenty unknowns."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import listing
import packages
import plain
from grids import Grid
from results import Row, Topic
from timing import Alternative, Effort, Measured, compared

from deduce import Belief, Log

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["TOPICS"]

SAMPLES = 1000
SIZES = (12, 13)
DENSITIES = (100, 75, 45, 25)


def _on_rows(action: Callable[[Sequence[int]], object]) -> Callable[[Grid], object]:
    return lambda grid: action(grid.rows)


def _too_many(grid: Grid) -> str:
    return "" if grid.worlds <= listing.MOST_WORLDS else f"would list {grid.worlds:,} worlds"


def _listed(action: Callable[..., object]) -> list[Alternative[Grid]]:
    """Return a question's two alternatives that list all worlds."""
    return [
        Alternative(
            name,
            _on_rows(partial(action, lister)),
            package,
            refusal=_too_many,
        )
        for name, lister, package in (
            ("python-constraint2", listing.python_constraint, "constraint"),
            ("CP-SAT", listing.cpsat, "ortools"),
        )
    ]


def _equal(_: Grid, ours: object, theirs: object) -> bool:
    return ours == theirs


def _count(_: Grid, log: Log) -> object:
    return Belief(log).count


def _probabilities(_: Grid, log: Log) -> object:
    return Belief(log).probabilities


def _same_pairs(_: Grid, ours: Any, theirs: object) -> bool:  # noqa: ANN401 - see Measured.agrees
    return [list(row) for row in ours.numerators] == theirs


def _possible(_: Grid, log: Log) -> object:
    return Belief(log).possible_masks


def _same_masks(_: Grid, ours: Any, theirs: Any) -> bool:  # noqa: ANN401 - see Measured.agrees
    return list(ours) == list(theirs)


def _sample(_: Grid, log: Log) -> object:
    return Belief(log).sample(SAMPLES, seed=1)


def _plausible(grid: Grid, _: object, theirs: Any) -> bool:  # noqa: ANN401 - see Measured.agrees
    """Tell whether samples are worlds, with every pair about as frequent as its exact probability.

    Random numbers are used differently by everyone, so that samples cannot be equal. A frequency more than
    six standard deviations off, and more than one, is taken as wrong.
    """
    size = len(grid.rows)
    if len(theirs) != SAMPLES or any(len(set(world)) != size for world in theirs):
        return False
    found = [[0] * size for _ in range(size)]
    for world in theirs:
        for place, value in enumerate(world):
            found[place][value] += 1
    probabilities = Belief(grid.log).probabilities
    for seen, row in zip(found, probabilities.numerators, strict=True):
        for hits, ways in zip(seen, row, strict=True):
            share = ways / probabilities.total
            if abs(hits - SAMPLES * share) > 6 * math.sqrt(SAMPLES * share * (1 - share)) + (0 < share < 1):
                return False
    return True


def _of(action: Callable[[Sequence[int]], object], name: str, package: str = "") -> Any:  # noqa: ANN401 - untyped packages
    return Alternative(name, _on_rows(action), package)


PLAIN = "plain Python"
T1 = [
    _of(plain.count, PLAIN),
    *_listed(listing.count),
    _of(packages.compiled_count, "PySDD", "pysdd"),
    _of(packages.permanent, "thewalrus", "thewalrus"),
]
T2 = [
    _of(plain.pairs, PLAIN),
    *_listed(listing.pairs),
    _of(packages.compiled_pairs, "PySDD", "pysdd"),
    _of(packages.minor_pairs, "thewalrus", "thewalrus"),
]
T3 = [
    _of(plain.possible, PLAIN),
    *_listed(listing.possible),
    _of(packages.compiled_possible, "PySDD", "pysdd"),
    _of(packages.component_possible, "scipy", "scipy"),
]
T4 = [
    _of(partial(plain.sample, size=SAMPLES), PLAIN),
    *_listed(partial(listing.sample, size=SAMPLES)),
]
LARGE = [
    _of(plain.pairs, PLAIN),
    _of(packages.minor_pairs, "thewalrus", "thewalrus"),
]


def _cases(
    effort: Effort,
    ours: Callable[..., object],
    agrees: Callable[..., bool],
    alternatives: Sequence[Alternative[Grid]],
    targets: dict[int, float],
) -> Iterator[Row]:
    for size in SIZES:
        for density in DENSITIES:
            yield compared(
                Measured(
                    f"n = {size}, {density} %",
                    [Grid(size, density)],
                    Grid.fresh,
                    ours,
                    agrees,
                    alternatives,
                    lambda grid: grid.worlds,
                    targets.get(size),
                ),
                effort,
            )


def _large(effort: Effort) -> Iterator[Row]:
    for size in (16, 20):
        yield compared(
            Measured(
                f"n = {size}, 100 %",
                [Grid(size, 100)],
                Grid.fresh,
                _probabilities,
                _same_pairs,
                LARGE,
                lambda grid: math.factorial(len(grid.rows)),
            ),
            effort,
        )


def _both(seconds: float) -> dict[int, float]:
    return dict.fromkeys(SIZES, seconds)


TOPICS: list[tuple[Topic, Callable[[Effort], Iterator[Row]]]] = [
    (Topic("T1", "Count the worlds"), lambda effort: _cases(effort, _count, _equal, T1, {})),
    (
        Topic("T2", "All probabilities"),
        lambda effort: _cases(
            effort, _probabilities, _same_pairs, T2, dict(zip(SIZES, (100e-6, 200e-6), strict=True))
        ),
    ),
    (
        Topic("T3", "The possible cells"),
        lambda effort: _cases(effort, _possible, _same_masks, T3, _both(40e-6)),
    ),
    (
        Topic("T4", "1000 exact samples"),
        lambda effort: _cases(effort, _sample, _plausible, T4, _both(2e-3)),
    ),
]
LARGE_TOPIC: tuple[Topic, Callable[[Effort], Iterator[Row]]] = (
    Topic("LARGE", "All probabilities of large one-to-one problems"),
    _large,
)
