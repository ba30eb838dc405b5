"""The search for worlds: what rules narrow on bits, and all worlds, beside brute force."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from brute import probabilities, weighted_worlds
from deduce import (
    Belief,
    Log,
    OutOfReachError,
    Problem,
    Statement,
    all_different,
    any_of,
    at_least,
    at_most,
    exactly,
    fact,
    iff,
    runs,
    sum_of,
    table,
    term,
    where,
    xor,
)
from deduce.belief.patience import Allowance
from deduce.belief.search.making import NoRuleError
from deduce.belief.search.search import Search
from deduce.belief.search.showing import shown_possible
from deduce.belief.situation import Situation
from strategies import comparisons, formulas, general_logs, plain_problems

if TYPE_CHECKING:
    from strategies import Meaning


def found(log: Log) -> Search | None:
    """The search, if rules say everything."""
    try:
        return Search(Situation.of(log), Allowance())
    except NoRuleError:
        return None


@settings(max_examples=300, deadline=None)
@given(general_logs())
def test_a_search_finds_all_worlds(log: Log) -> None:
    """Each world of brute force is found once and nothing else, and narrowing takes none away."""
    search = found(log)
    assume(search is not None)
    assert search is not None
    worlds = [world for world, _ in weighted_worlds(log)]
    values = log.problem.values
    listed = [tuple(values[pick] for pick in picks) for picks in search.worlds()]
    assert sorted(map(repr, listed)) == sorted(repr(tuple(world.values())) for world in worlds)
    for world in worlds:
        assert search.masks is not None
        for unknown, mask in zip(log.problem.unknowns, search.masks, strict=True):
            assert log.problem.bits[world[unknown]] & mask


@settings(max_examples=150, deadline=None)
@given(general_logs())
def test_its_engine_says_what_brute_force_says(log: Log) -> None:
    """Worlds, chances and the most probable worlds, with weights as well."""
    belief = Belief(log, "search")
    try:
        count = belief.count
    except OutOfReachError:
        assume(False)  # noqa: FBT003 - the way to say it
        return
    worlds = weighted_worlds(log)
    assert count == len(worlds)
    assert belief.possible == Belief(log, "enumeration").possible
    if worlds:
        chances = belief.probabilities
        assert {(u, v): p for u in chances for v, p in chances[u].items()} == probabilities(worlds)
        assert belief.weight == Belief(log, "diagram").weight
        assert belief.bits == pytest.approx(Belief(log, "diagram").bits)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_comparisons_and_formulas(data: st.DataObject) -> None:
    """Sums, distances, products, iff and xor have the worlds in which they are true."""
    problem = data.draw(plain_problems())
    said: list[tuple[Statement, Meaning]] = [
        data.draw(comparisons(problem) | formulas(problem)) for _ in range(data.draw(st.integers(1, 3)))
    ]
    search = found(Log(Problem(problem.domains, [statement for statement, _ in said])))
    assume(search is not None)
    assert search is not None
    every: list[dict[object, Any]] = [
        dict(zip(problem.unknowns, row, strict=True)) for row in itertools.product(*problem.domains.values())
    ]
    expected = [tuple(world.values()) for world in every if all(meaning(world) for _, meaning in said)]
    listed = [tuple(problem.values[pick] for pick in picks) for picks in search.worlds()]
    assert sorted(listed) == sorted(expected)


WIDE = (*range(-2, 4), 500, 1000, 5_000)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from((-7, -1, 1, 2, 300)), min_size=2, max_size=4),
    st.integers(-20, 1_500),
    st.booleans(),
)
def test_sums_that_reach_far(factors: list[int], number: int, exact: bool) -> None:
    """Sums too spread to keep each as a bit are narrowed by their ends."""
    names = "ABCD"[: len(factors)]
    total = sum_of(factor * term(name) for factor, name in zip(factors, names, strict=True))
    log = Log(Problem(dict.fromkeys(names, WIDE), [total == number if exact else total <= number]))
    search = found(log)
    assert search is not None
    every = itertools.product(WIDE, repeat=len(names))
    sums = ((row, sum(a * b for a, b in zip(factors, row, strict=True))) for row in every)
    expected = {row for row, reached in sums if (reached == number if exact else reached <= number)}
    listed = [tuple(log.problem.values[pick] for pick in picks) for picks in search.worlds()]
    assert len(listed) == len(set(listed))
    assert set(listed) == expected


PAIRS = st.lists(st.integers(0, 7), min_size=2, max_size=5)


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.tuples(PAIRS, st.integers(0, 3), st.integers(0, 3), st.booleans()), min_size=2, max_size=12),
    st.lists(st.tuples(PAIRS, st.sets(st.integers(0, 31), min_size=1)), max_size=5),
    st.dictionaries(st.integers(0, 7), st.integers(0, 1), max_size=4),
)
def test_switches(
    counts: list[tuple[list[int], int, int, bool]],
    tables: list[tuple[list[int], set[int]]],
    known: dict[int, int],
) -> None:
    """Counts of one of two values, or of both, and tables: all worlds, and what is shown to be possible."""
    rules: list[Statement] = [fact(place, value) for place, value in known.items()]
    for named, low, more, is_mixed in counts:
        places = list(dict.fromkeys(named))
        facts = [fact(place, int(is_mixed and place % 2 == 0)) for place in places]
        # Most are so that at least one must be true, or one at most.
        rules.append(at_least(min(low, len(places)), facts) & at_most(low + more, facts))
    for named, numbers in tables:
        places = list(dict.fromkeys(named))
        rules.append(table(places, [[number >> bit & 1 for bit in range(len(places))] for number in numbers]))
    log = Log(Problem(dict.fromkeys(range(8), (0, 1)), rules))
    search = found(log)
    assert search is not None
    every = (dict(enumerate(row)) for row in itertools.product((0, 1), repeat=8))
    expected = [tuple(world.values()) for world in every if all(rule.holds(world) for rule in rules)]
    values = log.problem.values
    for _ in range(2):
        # What is watched when it ends serves as well where it begins again.
        listed = [tuple(values[pick] for pick in picks) for picks in search.worlds()]
        assert sorted(listed) == sorted(expected)
    shown = shown_possible(search, Allowance())
    seen = [{world[place] for world in expected} for place in range(8)]
    assert [set(log.problem.values_of(mask)) for mask in shown] == seen


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_tables_of_which_much_is_settled(data: st.DataObject) -> None:
    """Rows are looked up where few combinations are left, and what one unknown is told needs no rule."""
    sizes = data.draw(st.lists(st.integers(1, 5), min_size=2, max_size=4))
    domains = {place: tuple(range(size)) for place, size in enumerate(sizes)}
    combinations = list(itertools.product(*domains.values()))
    rules: list[Statement] = []
    for _ in range(data.draw(st.integers(1, 4))):
        places = data.draw(st.lists(st.sampled_from(range(len(sizes))), min_size=2, unique=True))
        rows = {tuple(row[place] for place in places) for row in combinations}
        rules.append(table(places, data.draw(st.sets(st.sampled_from(sorted(rows)), min_size=1))))
    log = Log(Problem(domains, rules))
    for place in data.draw(st.sets(st.sampled_from(range(len(sizes))))):
        log = log.append(fact(place, data.draw(st.sampled_from(domains[place]))))
    search = found(log)
    assert search is not None
    expected = [world for world, _ in weighted_worlds(log)]
    values = log.problem.values
    listed = [tuple(values[pick] for pick in picks) for picks in search.worlds()]
    assert sorted(listed) == sorted(tuple(world.values()) for world in expected)


def test_what_narrowing_sees() -> None:
    """What a single rule shows is taken out before anything is tried."""

    def left(statement: Statement, **domains: tuple[int, ...]) -> dict[object, tuple[object, ...]]:
        problem = Problem(domains, [statement])
        search = Search(Situation.of(Log(problem)), Allowance())
        assert search.masks is not None
        return {
            name: problem.values_of(mask) for name, mask in zip(problem.unknowns, search.masks, strict=True)
        }

    # Every number is needed, and only C can be 3.
    assert left(all_different("ABC"), A=(1, 2), B=(1, 2), C=(1, 2, 3))["C"] == (3,)
    assert left(all_different("ABC"), A=(1,), B=(1, 2), C=(1, 2, 3))["C"] == (3,)
    assert left(2 * term("A") + 3 * term("B") == 12, A=(0, 1, 2, 3), B=(0, 1, 2, 3)) == {"A": (3,), "B": (2,)}
    assert left(table("AB", [(0, 1), (1, 1), (2, 0)]) & ~fact("A", 2), A=(0, 1, 2), B=(0, 1)) == {
        "A": (0, 1),
        "B": (1,),
    }
    both = iff(fact("A", 1), exactly(2, [fact("B", 1), fact("C", 1)]))
    assert left(both, A=(1,), B=(0, 1), C=(0, 1)) == {"A": (1,), "B": (1,), "C": (1,)}
    assert left(xor(fact("A", 1), fact("B", 1)), A=(1,), B=(0, 1)) == {"A": (1,), "B": (0,)}


def test_the_engine_is_named() -> None:
    """One world, or none, is seen at once; what has more is a matter of the diagram."""
    names = [f"card {number}" for number in range(6)]
    few = Problem(dict.fromkeys(names, range(2)), [exactly(3, [fact(name, 1) for name in names])])
    log = Log(few).append(exactly(0, [fact(name, 1) for name in names[:3]]), "none of the first three")
    assert (Belief(log).engine, Belief(log).count) == ("search", 1)
    assert Belief(log).sample(2, seed=1) == [next(Belief(log).worlds())] * 2
    none = log.append(fact(names[0], 1) | fact(names[1], 1))
    assert (Belief(none).engine, Belief(none).count) == ("search", 0)
    assert not Belief(none).is_consistent
    assert Belief(Log(few)).engine == "diagram"
    assert Belief(Log(few), "search").count == 20


def test_few_worlds_of_a_large_problem_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first diagram does not do, the search goes on."""
    monkeypatch.setattr("deduce.belief.counting.AT_ONCE", 0)
    names = [f"card {number}" for number in range(12)]
    apart = [at_most(1, [fact(a, 1), fact(b, 1)]) for a, b in itertools.combinations(names, 2)]
    log = Log(Problem(dict.fromkeys(names, range(2)), [*apart, any_of(fact(name, 1) for name in names)]))
    belief = Belief(log)
    assert (belief.engine, belief.count) == ("search", 12)
    assert belief.possible == Belief(log, "diagram").possible
    assert dict(belief.probabilities) == dict(Belief(log, "diagram").probabilities)


def test_what_it_does_not_do_is_said() -> None:
    """What no rule says, too many worlds, and hidden unknowns."""
    line = Problem(dict.fromkeys("ABCDEFGHIJKL", (0, 1)), [runs("ABCDEFGHIJKL", 1, [3, 2])])
    with pytest.raises(OutOfReachError, match="does not know all of these rules"):
        _ = Belief(Log(line), "search").count
    assert Belief(Log(line)).is_counted
    many = Problem(dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (0, 1)))
    with pytest.raises(OutOfReachError, match=r"there seem to be many more than 200,000"):
        _ = Belief(Log(many), "search").count
    hidden = Problem(dict.fromkeys("AB", (0, 1)), [fact("A", 1) | fact("B", 1)], hidden=["B"])
    with pytest.raises(OutOfReachError, match="hidden"):
        _ = Belief(Log(hidden), "search").count
    assert Belief(Log(hidden)).count == 2


def test_what_no_diagram_counts_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the diagram grows too large, a search that gets on well finds all worlds nevertheless."""
    for bound in ("AT_ONCE", "SOON", "FEW_WORLDS"):
        monkeypatch.setattr(f"deduce.belief.counting.{bound}", 0)
    monkeypatch.setattr("deduce.belief.patience.MOST_EFFORT", 50)
    names = [f"card {number}" for number in range(8)]
    rules = [exactly(2, [fact(name, value) for name in names]) for value in range(4)]
    log = Log(Problem(dict.fromkeys(names, range(4)), rules))
    belief = Belief(log)
    assert (belief.engine, belief.count) == ("search", 2520)
    assert belief.probability(names[0], 0) == Fraction(1, 4)
    monkeypatch.setattr("deduce.belief.search.engine.FIRST_STEPS", 1_000)
    assert (Belief(log).engine, Belief(log).count) == ("search", 2520)
    monkeypatch.setattr("deduce.belief.search.engine.MOST_STEPS", 10_000)
    assert Belief(log).engine == "cp-sat"
    assert not Belief(log).is_counted


def test_a_search_has_bounds() -> None:
    """It is given up by the steps that it takes, and by the clock only if a time is named."""
    names = [f"card {number}" for number in range(30)]
    rules = [where(lambda a, b: a != b, pair) for pair in itertools.combinations(names, 2)]
    log = Log(Problem(dict.fromkeys(names, range(29)), rules))
    search = Search(Situation.of(log), Allowance(3_000_000))
    with pytest.raises(OutOfReachError, match="searching"):
        list(search.worlds())
    with pytest.raises(OutOfReachError):
        Search(Situation.of(log), Allowance(1_000))
    with pytest.raises(OutOfReachError, match="searching was given up after 0 seconds"):
        _ = Belief(log, "search", most_seconds=0).count
