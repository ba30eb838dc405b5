"""Conflicts: all smallest sets of entries that cannot all be true, and how they are told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from brute import Truths
from deduce import (
    Entry,
    Log,
    Problem,
    among,
    any_of,
    conflicts,
    exactly,
    fact,
    slips,
    where,
)
from deduce.belief.patience import Allowance
from deduce.problem.statements import ALWAYS
from deduce.proof.cores import any_core
from deduce.proof.oracles import CpSatOracle, MatchingOracle, SearchOracle, oracle_for
from strategies import contradictory_logs, general_logs, one_to_one_logs

PIECES = ["rook", "king", "crab"]


def minimal_conflicts(log: Log) -> set[tuple[str, ...]]:
    """Every set of entries that leaves no world while each smaller one does, by trying all."""
    found: list[set[int]] = []
    for chosen, left in Truths(log).subsets().items():
        if not left and not any(smaller <= set(chosen) for smaller in found):
            found.append(set(chosen))
    return {tuple(log[number].id for number in sorted(numbers)) for numbers in found}


def check(log: Log) -> None:
    expected = minimal_conflicts(log)
    found = conflicts(log, most=1000)
    assert found.is_all
    assert [conflict.ids for conflict in found] == [c.ids for c in found.found]
    assert {conflict.ids for conflict in found} == expected
    assert len(found) == len(expected)
    sizes = [len(conflict.entries) for conflict in found]
    assert sizes == sorted(sizes)
    for conflict in found:
        assert str(conflict) == conflict.sentence
        assert conflict.sentence.endswith(".")
        assert all(f"{entry.id} “{entry.text}”" in conflict.sentence for entry in conflict.entries)
    if expected:
        first = conflicts(log, most=1)
        assert first.found == found[:1]
        assert first.is_all == (len(expected) == 1)


@settings(max_examples=150)
@given(contradictory_logs(one_to_one=True))
def test_conflicts_of_one_to_one_problems(log: Log) -> None:
    """The conflicts are exactly the minimal sets of entries that leave no world, smallest first."""
    assert isinstance(oracle_for(log), MatchingOracle)
    check(log)


@settings(max_examples=100)
@given(contradictory_logs(one_to_one=False))
def test_conflicts_of_general_problems(log: Log) -> None:
    """The same with any rules and any entries."""
    check(log)


@settings(max_examples=50)
@given(contradictory_logs(one_to_one=False))
def test_conflicts_found_by_search(log: Log) -> None:
    """The same where OR-Tools is not installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deduce.proof.oracles.has_ortools", lambda: False)
        assert not isinstance(oracle_for(log), CpSatOracle)
        check(log)


@settings(max_examples=50)
@given(general_logs())
def test_conflicts_with_priors_and_soft_entries(log: Log) -> None:
    """Prior weights of 0 count from the start, and soft entries conflict where they weigh 0."""
    check(log)


@settings(max_examples=50)
@given(one_to_one_logs(3))
def test_no_conflicts_while_a_world_is_left(log: Log) -> None:
    """Up to the first contradiction there is none."""
    truths = Truths(log)
    consistent = [n for n in range(len(log) + 1) if truths.all_of(range(n))]
    for count in consistent[-1:]:
        found = conflicts(log.at(count))
        assert found.is_all
        assert len(found) == 0
        assert list(found) == []


def three() -> Log:
    return Log(Problem.one_to_one("ABC", PIECES))


def test_rules_that_contradict_themselves() -> None:
    """Where the problem itself allows no world, that is the one conflict, without entries."""
    never = [where(lambda a, b: a < b, "AB"), where(lambda a, b: a > b, "AB")]
    general = Log(Problem(dict.fromkeys("AB", (1, 2)), never)).append(fact("A", 1))
    crowded = Log(Problem.one_to_one("AB", [1, 2], [fact("A", 1), fact("B", 1)])).append(fact("A", 1))
    for log in (general, crowded, general.at(0), crowded.at(0)):
        found = conflicts(log)
        (conflict,) = found
        assert conflict.entries == ()
        assert conflict.sentence.startswith("The rules")
        assert conflict.sentence.endswith("allow no world, whatever was heard.")
        assert found.is_all


def test_more_conflicts_than_asked_for() -> None:
    """Whether there are more conflicts than were asked for is said, never passed over."""
    log = three()
    for unknown in "ABC":
        log = log.append(fact(unknown, "king"))
    assert [conflict.ids for conflict in conflicts(log)] == [("2", "3"), ("1", "3"), ("1", "2")]
    assert conflicts(log).is_all
    assert conflicts(log, most=3).is_all
    assert not conflicts(log, most=2).is_all
    assert len(conflicts(log, most=2)) == 2
    assert conflicts(log, most=2)[0].ids == ("2", "3")
    assert not conflicts(log, most=0).is_all


def test_ten_conflicts_by_default() -> None:
    """Ten conflicts are found if nothing else is said."""
    log = three()
    for _ in range(4):
        log = log.append(fact("A", "king")).append(fact("B", "king"))
    assert len(conflicts(log)) == 10
    assert not conflicts(log).is_all
    assert len(conflicts(log, most=16)) == 16
    assert conflicts(log, most=16).is_all


def test_sentences_of_one_to_one_conflicts() -> None:
    """A conflict says who is left too few values, or none at all."""
    log = three().append(fact("A", "rook"), "A: rook").append(fact("B", "rook"), "B: rook")
    assert str(conflicts(log)[0]) == (
        "Entries 1 and 2 leave A and B nothing but rook between them: 1 “A: rook”; 2 “B: rook”."
    )
    log = three().append(fact("A", "rook"), "it is").append(~fact("A", "rook"), "it is not")
    assert str(conflicts(log)[0]) == "Entries 1 and 2 leave nothing for A: 1 “it is”; 2 “it is not”."
    log = three().append(~among("A", PIECES), "none of them")
    assert str(conflicts(log)[0]) == "Entry 1 leaves nothing for A: 1 “none of them”."
    log = three().append(~fact("A", "rook")).append(~fact("B", "rook")).append(~fact("C", "rook"))
    (conflict,) = conflicts(log)
    assert conflict.ids == ("1", "2", "3")
    assert conflict.sentence.startswith("Entries 1, 2 and 3 leave A, B and C nothing but king and crab")


def test_sentences_of_general_conflicts() -> None:
    """A conflict under other rules says that the rules were used."""
    rule = where(lambda a, b: a != b, "AB", "apart")
    log = Log(Problem(dict.fromkeys("AB", (1, 2)), [rule]))
    both = exactly(2, [fact("A", 1), fact("B", 1)])
    assert str(conflicts(log.append(both, "both"))[0]) == (
        "Entry 1 cannot be true under the rules: 1 “both”."
    )
    log = log.append(any_of(fact("A", 1), fact("A", 2)), "idle")
    log = log.append(fact("B", 1), "one").append(fact("A", 1), "too")
    assert [str(conflict) for conflict in conflicts(log)] == [
        "Entries 2 and 3 cannot all be true under the rules: 2 “one”; 3 “too”."
    ]


def test_search_and_cp_sat_grow_sets_that_can_be_true() -> None:
    """Every oracle grows a set until no entry can be added, and refutes only what is false."""
    log = three()
    for unknown in "ABC":
        log = log.append(fact(unknown, "king")).append(~fact(unknown, "king"))
    log = log.append(fact("A", "rook"), model=slips(0))
    truths = Truths(log)
    for oracle in (MatchingOracle(log), CpSatOracle(log), SearchOracle(log)):
        for start in ([], [0], [1, 3], [1, 3, 5], [0, 2], [6], [0, 6]):
            grown = oracle.grown(start, fact("B", "crab"))
            left = truths.all_of(start) & truths.of(fact("B", "crab"))
            assert (grown is None) == (not left)
            assert oracle.refuted_again(start, fact("B", "crab")) == (not left)
            if grown is not None:
                assert grown >= set(start)
                kept = truths.all_of(grown) & truths.of(fact("B", "crab"))
                assert kept
                assert not any(kept & truths.entries[n] for n in range(len(log)) if n not in grown)


def told_twice(log: Log) -> Log:
    """The same log with its first entries told again at the end."""
    again = [Entry(f"{entry.id} again", entry.text, entry.statement) for entry in log if entry.is_hard]
    return log.extended(again[:3])


@settings(max_examples=40)
@given(contradictory_logs(one_to_one=False, most_entries=5))
def test_conflicts_of_entries_that_say_the_same(log: Log) -> None:
    """Of entries that say the same, each makes a conflict of its own."""
    check(told_twice(log))


@settings(max_examples=40)
@given(contradictory_logs(one_to_one=True, most_entries=5))
def test_conflicts_of_one_to_one_entries_that_say_the_same(log: Log) -> None:
    """The same by matching."""
    check(told_twice(log))


def test_conflicts_among_thousands_of_entries() -> None:
    """What is told thousands of times takes hardly longer than once, and the newest are named first."""
    high = any_of(fact("A", 3), fact("A", 4))
    problem = Problem(dict.fromkeys("ABC", (1, 2, 3, 4)), [exactly(1, [fact(u, 1) for u in "ABC"])])
    log = Log(problem).append(fact("A", 1))
    log = log.extended(Entry(f"high {number}", "A is high", high) for number in range(20_000))
    found = conflicts(log)
    assert [conflict.ids for conflict in found] == [("1", f"high {19_999 - n}") for n in range(10)]
    assert (found.is_all, found.is_smallest) == (False, True)


@settings(max_examples=40)
@given(contradictory_logs(one_to_one=False))
def test_conflicts_with_little_effort(log: Log) -> None:
    """However little may be spent, what is named cannot all be true, and what was left out is said."""
    truths = Truths(log)
    whole = conflicts(log, most=1000, most_effort=None)
    for effort in (0, 30, 100, 1_000):
        found = conflicts(log, most=1000, most_effort=effort)
        assert bool(found) == bool(whole)
        for conflict in found:
            assert not truths.all_of([log.entries.index(entry) for entry in conflict.entries])
        if found.is_smallest:
            assert found.found == whole.found[: len(found)]
        assert not found.is_all or found.found == whole.found


@settings(max_examples=40)
@given(contradictory_logs(one_to_one=False))
def test_any_core_is_minimal(log: Log) -> None:
    """A conflict that is found by halving has no entry too many, while it may take the steps it needs."""
    truths = Truths(log)
    if truths.all_of(range(len(log))):
        return
    core = any_core(oracle_for(log))
    assert not truths.all_of(core)
    assert all(truths.all_of(core - {number}) for number in core)


def test_a_pigeonhole_is_refuted_at_once() -> None:
    """Sums that cannot all be right are refuted by what they add up to, not by trying (44,000 conflicts)."""
    cards = [f"card {number}" for number in range(21)]
    places = ["env", "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"]
    rules = [exactly(3, [fact(card, place) for card in cards]) for place in places if place != "Cleo"]
    rules.append(exactly(3, [fact(card, "Cleo") for card in cards[9:]]))
    log = Log(Problem(dict.fromkeys(cards, places), rules))
    log = log.append(fact(cards[0], "Cleo"), "shown by Cleo").append(fact(cards[20], "Ann"), "no matter")
    oracle = CpSatOracle(log, Allowance(20_000))
    assert oracle.refuted_again([0], ALWAYS)
    assert [conflict.ids for conflict in conflicts(log, most_effort=20_000)] == [("1",)]
