"""Every engine gives what brute force gives, on thousands of random small problems."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from brute import probabilities, weighted_worlds
from deduce import Belief, Log, OutOfReachError, Problem, fact
from strategies import general_logs, one_to_one_logs

if TYPE_CHECKING:
    from deduce.belief.belief import EngineName


def check(log: Log, engine: EngineName) -> None:
    worlds = weighted_worlds(log)
    belief = Belief(log, engine)
    assert belief.engine == engine
    assert belief.count == len(worlds)
    assert belief.is_consistent == bool(worlds)
    assert belief.possible == {
        unknown: tuple(v for v in log.problem.values if any(w[unknown] == v for w, _ in worlds))
        for unknown in log.problem.unknowns
    }
    listed = [dict(world) for world in belief.worlds()]
    assert sorted(map(repr, listed)) == sorted(repr(world) for world, _ in worlds)
    assert [dict(belief.world(rank)) for rank in range(len(worlds))] == listed
    if not worlds:
        return
    expected = probabilities(worlds)
    found = belief.probabilities
    assert {(u, v): p for u in found for v, p in found[u].items()} == expected
    total = sum(weight for _, weight in worlds)
    best = belief.most_probable(len(worlds) + 1)
    assert [p for _, p in best] == sorted((w / total for _, w in worlds), reverse=True)
    shares = {repr(world): weight / total for world, weight in worlds}
    assert all(shares[repr(dict(world))] == share for world, share in best)
    assert all(repr(dict(world)) in shares for world in belief.sample(5, seed=1))


@settings(max_examples=600)
@given(one_to_one_logs())
def test_subsets(log: Log) -> None:
    check(log, "subsets")


@settings(max_examples=600)
@given(general_logs())
def test_diagram(log: Log) -> None:
    check(log, "diagram")


@settings(max_examples=200)
@given(one_to_one_logs(4))
def test_diagram_on_one_to_one(log: Log) -> None:
    check(log, "diagram")


@settings(max_examples=200)
@given(general_logs())
def test_enumeration(log: Log) -> None:
    check(log, "enumeration")


@settings(max_examples=150, deadline=None)
@given(general_logs())
def test_cp_sat_finds_what_is_possible(log: Log) -> None:
    worlds = weighted_worlds(log)
    belief = Belief(log, "cp-sat")
    assert belief.is_consistent == bool(worlds)
    assert belief.possible == Belief(log, "enumeration").possible
    assert sorted(map(repr, map(dict, belief.worlds()))) == sorted(repr(w) for w, _ in worlds)


@settings(max_examples=300)
@given(general_logs())
def test_a_statement_is_as_likely_as_its_share_of_the_worlds(log: Log) -> None:
    worlds = weighted_worlds(log)
    if not worlds:
        return
    belief = Belief(log)
    total = sum(weight for _, weight in worlds)
    for entry in itertools.islice(log, 3):
        share = sum(weight for world, weight in worlds if not entry.statement.holds(world)) / total
        assert belief.probability_of(~entry.statement.support) == share


def test_too_many_worlds_to_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """The enumeration engine says that it gave up; it never returns a part of the worlds."""
    monkeypatch.setattr("deduce.belief.enumeration.MOST_LISTED", 100)
    log = Log(Problem.one_to_one("ABCDE", range(5)))
    belief = Belief(log, "enumeration")
    for ask in (lambda: belief.count, lambda: belief.possible, lambda: belief.probabilities):
        with pytest.raises(OutOfReachError, match="gave up after listing 100 worlds"):
            ask()
    assert Belief(log.append(fact("A", 0)), "enumeration").count == 24
