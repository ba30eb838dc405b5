"""Counting after CP-SAT: the same numbers as without it, where it narrows, and where it cannot."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import probabilities, weighted_worlds
from deduce import (
    Belief,
    Log,
    OutOfReachError,
    Problem,
    all_different,
    among,
    any_of,
    at_least,
    at_most,
    exactly,
    fact,
    table,
    weighted,
    where,
)
from deduce.belief import counting
from deduce.belief.nearby import Walk
from deduce.belief.patience import MOST_NODES
from deduce.belief.situation import Situation
from strategies import general_logs

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from deduce import Statement
    from deduce.belief.layers import DecisionDiagram
    from deduce.belief.patience import Patience
    from deduce.belief.propagation import Narrowed

AFTER = "diagram after cp-sat"


@pytest.fixture
def narrowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is small is narrowed as well, and nothing is found by a search."""
    _narrow_all(monkeypatch)


def _narrow_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for bound in ("RULES_STEPS", "AT_ONCE", "SOON", "SHOWING_STEPS"):
        monkeypatch.setattr(f"deduce.belief.counting.{bound}", 0)


@settings(max_examples=150, deadline=None)
@given(general_logs())
def test_narrowing_changes_no_number(log: Log) -> None:
    """Worlds, what is possible, chances, samples and the most probable worlds are those of brute force."""
    with pytest.MonkeyPatch.context() as patch:
        _narrow_all(patch)
        belief = Belief(log)
        assert belief.engine in {AFTER, "diagram", "subsets", "search"}
    worlds = weighted_worlds(log)
    assert belief.count == len(worlds)
    assert belief.is_consistent == bool(worlds)
    assert belief.possible == Belief(log, "enumeration").possible
    assert sorted(repr(dict(world)) for world in belief.worlds()) == sorted(repr(w) for w, _ in worlds)
    if not worlds:
        return
    found = belief.probabilities
    assert {(u, v): p for u in found for v, p in found[u].items()} == probabilities(worlds)
    total = sum(weight for _, weight in worlds)
    shares = {repr(world): weight / total for world, weight in worlds}
    assert all(shares[repr(dict(world))] == share for world, share in belief.most_probable(3))
    assert all(repr(dict(world)) in shares for world in belief.sample(3, seed=1))
    assert belief.bits == pytest.approx(Belief(log, "diagram").bits)


@settings(max_examples=150, deadline=None)
@given(general_logs(), st.booleans(), st.booleans())
def test_one_world_is_enough_to_be_consistent(log: Log, is_large: bool, is_searched: bool) -> None:
    """Whoever finds it; and what else is possible is the same afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        if is_large:
            patch.setattr("deduce.belief.counting.AT_ONCE", 0)
        if not is_searched:
            patch.setattr("deduce.belief.counting.RULES_STEPS", 0)
            patch.setattr("deduce.belief.counting.SHOWING_STEPS", 0)
        belief = Belief(log)
        worlds = weighted_worlds(log)
        assert belief.is_consistent == bool(worlds)
        assert belief.possible == Belief(log, "enumeration").possible
        assert belief.count == len(worlds)
        assert belief.is_consistent == bool(worlds)


@settings(max_examples=150, deadline=None)
@given(general_logs())
def test_a_world_for_each_value_shows_what_is_possible(log: Log) -> None:
    """Without CP-SAT, where the first search and the first diagram are left out."""
    with pytest.MonkeyPatch.context() as patch:
        for bound in ("RULES_STEPS", "AT_ONCE"):
            patch.setattr(f"deduce.belief.counting.{bound}", 0)
        belief, counted = Belief(log), Belief(log)
        possible = Belief(log, "enumeration").possible
        assert belief.possible == possible
        assert belief.is_consistent == all(possible.values())
        # What was shown is kept for counting.
        assert belief.count == counted.count == len(weighted_worlds(log))
        assert counted.possible == possible


def test_ships_of_which_little_is_known() -> None:
    """Four ships, some 150 places for each: all that is possible is shown, though no diagram counts it."""
    size, lengths = 10, (5, 4, 3, 3)
    places = {
        (length, row, column, is_down): frozenset(
            (row + step * is_down, column + step * (not is_down)) for step in range(length)
        )
        for length in set(lengths)
        for row, column, is_down in itertools.product(range(size), range(size), (False, True))
    }
    board = frozenset(itertools.product(range(size), repeat=2))
    names = [f"ship {number}" for number in range(len(lengths))]
    domains = {
        name: [place for place, cells in places.items() if place[0] == length and cells <= board]
        for name, length in zip(names, lengths, strict=True)
    }
    apart = [
        table((a, b), [(x, y) for x in domains[a] for y in domains[b] if not places[x] & places[y]])
        for a, b in itertools.combinations(names, 2)
    ]

    def over(cell: tuple[int, int], name: str) -> Statement:
        return among(name, [place for place in domains[name] if cell in places[place]])

    log = Log(Problem(domains, apart)).append(exactly(1, *(over((4, 4), name) for name in names)))
    for cell in ((4, 5), (2, 2), (7, 7)):
        log = log.append(exactly(0, *(over(cell, name) for name in names)))
    belief = Belief(log)
    possible = belief.possible
    # A ship can lie wherever it covers no miss: another one covers the hit then, and there is room for all.
    misses = {(4, 5), (2, 2), (7, 7)}
    assert possible == {
        name: tuple(place for place in domains[name] if not places[place] & misses) for name in names
    }


def stars(size: int, seed: int, given: int) -> tuple[Log, dict[int, list[Hashable]], dict[int, int]]:
    """A star in each row, column and region, none next to another: the log, the regions, the stars given."""
    draw = random.Random(f"stars {seed}")
    while True:
        columns = draw.sample(range(size), size)
        if all(abs(a - b) > 1 for a, b in itertools.pairwise(columns)):
            break
    cells = list(itertools.product(range(size), repeat=2))
    regions: dict[int, list[Hashable]] = {row: [] for row in range(size)}
    for row, column in cells:
        near = min(range(size), key=lambda r: (abs(r - row) + abs(columns[r] - column), r))
        regions[near].append((row, column))

    def one(group: list[Hashable]) -> Statement:
        return exactly(1, [fact(cell, 1) for cell in group])

    def rules() -> Iterator[Statement]:
        for number in range(size):
            yield one([cell for cell in cells if cell[0] == number])
            yield one([cell for cell in cells if cell[1] == number])
            yield one(regions[number])
        for (row, column), (down, right) in itertools.product(cells, [(0, 1), (1, -1), (1, 0), (1, 1)]):
            if row + down < size and 0 <= column + right < size:
                yield at_most(1, [fact((row, column), 1), fact((row + down, column + right), 1)])

    log = Log(Problem(dict.fromkeys(cells, (0, 1)), rules()))
    shown = {row: columns[row] for row in draw.sample(range(size), given)}
    for cell in shown.items():
        log = log.append(fact(cell, 1))
    return log, regions, shown


def by_trying(
    size: int, regions: dict[int, list[Hashable]], shown: dict[int, int]
) -> Iterator[tuple[int, ...]]:
    """The columns of the stars in every solution, row by row."""
    region_of = {cell: number for number, cells in regions.items() for cell in cells}

    def placed(columns: tuple[int, ...], taken: frozenset[int]) -> Iterator[tuple[int, ...]]:
        row = len(columns)
        if row == size:
            yield columns
            return
        for column in [shown[row]] if row in shown else range(size):
            region = region_of[row, column]
            near = row > 0 and abs(columns[-1] - column) <= 1
            if not near and column not in columns and region not in taken:
                yield from placed((*columns, column), taken | {region})

    return placed((), frozenset())


@pytest.mark.usefixtures("narrowed")
def test_a_large_puzzle_is_counted() -> None:
    """A star battle of 20 x 20 has its exact numbers: those of a program that tries row by row."""
    log, regions, shown = stars(20, 3, given=11)
    belief = Belief(log)
    assert belief.engine == AFTER
    found = list(by_trying(20, regions, shown))
    assert belief.count == len(found) > 1_000
    times: Counter[Hashable] = Counter(cell for columns in found for cell in enumerate(columns))
    for cell, chances in belief.probabilities.items():
        assert chances.get(1, 0) * len(found) == times[cell]


@pytest.mark.usefixtures("narrowed")
def test_one_world_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where CP-SAT leaves one world, it is looked at once more whether it is one."""
    log = Log(Problem(dict.fromkeys("AB", range(3)), [where(lambda a, b: a + b == 4, "AB")]))
    assert Belief(log).count == 1
    monkeypatch.setattr("deduce.belief.cpsat.CpSatEngine.settle", lambda *_: True)
    monkeypatch.setattr("deduce.belief.cpsat.CpSatEngine.possible", lambda _: (0b010, 0b100))
    assert Belief(log).count == 0


@pytest.mark.usefixtures("narrowed")
def test_chances_of_what_is_narrowed() -> None:
    """Weights on single unknowns and on several are counted in what is left, common factors too."""
    heavy = weighted("AB", {(0, 0): 6, (0, 1): 3, (1, 1): 9, (2, 2): 1})
    log = Log(Problem(dict.fromkeys("ABC", range(3)), [heavy], priors={"C": {0: 1, 1: 2, 2: 5}}))
    log = log.append(any_of(fact("A", 1), fact("C", 0))).append(~fact("A", 2))
    alone, after = Belief(log, "diagram"), Belief(log)
    assert after.engine == AFTER
    assert after.weight == alone.weight
    assert dict(after.probabilities) == dict(alone.probabilities)
    assert after.log_weights == pytest.approx(alone.log_weights)
    settled = log.append(fact("B", 0)).append(fact("C", 0))
    assert Belief(settled).weight == Belief(settled, "diagram").weight


@pytest.mark.usefixtures("narrowed")
def test_a_contradiction_is_found_by_cp_sat() -> None:
    """Where CP-SAT finds no world there is none."""
    pigeons = [f"pigeon {number}" for number in range(4)]
    apart = [at_most(1, [fact(pigeon, hole) for pigeon in pigeons]) for hole in range(3)]
    belief = Belief(Log(Problem(dict.fromkeys(pigeons, range(3)), apart)))
    assert belief.engine == AFTER
    assert belief.count == 0
    assert not belief.is_consistent


def test_what_narrowing_cannot_help_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all is open and the diagram too large, possible values stay exact and no number is made up."""
    names = [f"card {number}" for number in range(40)]
    draw = random.Random("open")
    rules = [
        at_least(4, [fact(name, draw.randrange(3)) for name in draw.sample(names, 12)]) for _ in range(30)
    ]
    belief = Belief(Log(Problem(dict.fromkeys(names, range(3)), rules)), most_nodes=1_000)
    assert belief.engine == "cp-sat"
    assert not belief.is_counted
    assert all(len(values) == 3 for values in belief.possible.values())
    monkeypatch.setattr("deduce.belief.counting.has_ortools", lambda: False)
    with pytest.raises(OutOfReachError, match="given up after"):
        _ = Belief(belief.log, most_nodes=1_000).count


def test_narrowing_is_left_when_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole diagram is tried then without it."""
    monkeypatch.setattr("deduce.belief.counting.AT_ONCE", 0)
    monkeypatch.setattr("deduce.belief.counting.SOON", 0)
    monkeypatch.setattr("deduce.belief.counting.EARLY_STEPS", 0)
    monkeypatch.setattr("deduce.belief.counting.NARROWING_STEPS", 0)
    log = Log(Problem(dict.fromkeys("ABCD", range(4)), [all_different("ABC"), table("CD", [(0, 1), (2, 3)])]))
    belief = Belief(log)
    assert belief.count == Belief(log, "enumeration").count


def test_what_is_possible_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a time, CP-SAT has so many steps; what it found until then is told of."""
    monkeypatch.setattr("deduce.belief.cpsat.MOST_STEPS", 50)
    names = [f"card {number}" for number in range(20)]
    belief = Belief(Log(Problem(dict.fromkeys(names, range(3)), [all_different(names[:3])])), "cp-sat")
    with pytest.raises(OutOfReachError, match=r"looking for .* was given up"):
        _ = belief.possible


def test_a_walk_sees_what_is_near() -> None:
    """From one world, changes of one value and exchanges of two show all that is possible."""
    names = [f"card {number}" for number in range(12)]
    rules = [exactly(4, [fact(name, value) for name in names]) for value in range(3)]
    situation = Situation.of(Log(Problem(dict.fromkeys(names, range(3)), rules)))
    seen = [1 << place % 3 for place in range(12)]
    Walk(situation).go(tuple(place % 3 for place in range(12)), seen)
    assert seen == [0b111] * 12
    fixed = Situation.of(Log(Problem(dict.fromkeys("AB", range(3)), [table("AB", [(0, 1), (2, 2)])])))
    seen = [0b001, 0b010]
    Walk(fixed).go((0, 1), seen)
    assert seen == [0b001, 0b010]


@settings(max_examples=150, deadline=None)
@given(general_logs())
def test_a_walk_sees_only_worlds(log: Log) -> None:
    """Whatever is seen on a walk is possible by brute force."""
    situation = Situation.of(log)
    worlds = weighted_worlds(log)
    possible = Belief(log, "enumeration").possible_masks
    for world, _ in worlds[:3]:
        picks = tuple(log.problem.values.index(world[unknown]) for unknown in log.problem.unknowns)
        seen = [1 << pick for pick in picks]
        Walk(situation).go(picks, seen)
        assert all(mask | allowed == allowed for mask, allowed in zip(seen, possible, strict=True))


def test_predicates_are_given_up_before_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many combinations would be tried is counted beforehand, by the diagram and by CP-SAT."""
    asked = []

    def odd(*row: int) -> bool:
        asked.append(row)
        return sum(row) % 5 in {0, 1}

    monkeypatch.setattr("deduce.belief.patience.MOST_EFFORT", 4_000)
    monkeypatch.setattr("deduce.belief.cpsat.MOST_TERMS", 400)
    names = [f"card {number}" for number in range(12)]
    rules = [where(odd, names[number : number + 5], f"sum {number}") for number in range(6)]
    log = Log(Problem(dict.fromkeys(names, range(5)), rules))
    with pytest.raises(OutOfReachError, match="narrowing by single statements"):
        _ = Belief(log, "diagram").count
    with pytest.raises(OutOfReachError, match="more than 400 literals"):
        _ = Belief(log, "cp-sat").possible
    assert len(asked) <= 2 * 5**5


def test_what_is_possible_is_told_without_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first small diagram does not do, CP-SAT tells it; worlds are counted when that is asked."""
    monkeypatch.setattr("deduce.belief.counting.RULES_STEPS", 0)
    monkeypatch.setattr("deduce.belief.counting.SHOWING_STEPS", 0)
    log, _, _ = stars(20, 3, given=11)
    belief = Belief(log)
    parts: list[int] = []
    compiled = counting.compile_diagram

    def noted(situation: Situation, narrowed: Narrowed | None, patience: Patience) -> DecisionDiagram:
        parts.append(patience.most_nodes)
        return compiled(situation, narrowed, patience)

    monkeypatch.setattr(counting, "compile_diagram", noted)
    assert belief.possible == Belief(log, "cp-sat").possible
    assert max(parts, default=0) <= MOST_NODES * counting.AT_ONCE + 1
    assert belief.engine == AFTER
    assert belief.count > 1_000
    assert max(parts) == MOST_NODES
