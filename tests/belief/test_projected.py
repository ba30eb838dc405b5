"""Hidden unknowns, and counts over some of the unknowns: against every world, one by one."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NoReturn

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from brute import entropy, probabilities, weighted_worlds
from deduce import (
    Belief,
    Log,
    OutOfReachError,
    Problem,
    ProblemError,
    Question,
    QuestionError,
    all_different,
    chain,
    confirming_questions,
    exactly,
    fact,
    iff,
    pair_questions,
    prove,
    rank_questions,
    suspects,
    where,
)
from deduce.belief.counting import Counting
from deduce.proof.oracles import SearchOracle
from strategies import general_logs

Way = tuple[object, ...]


def hiding(log: Log, hidden: list[Any]) -> Log:
    """The same log with some unknowns hidden."""
    old = log.problem
    return Log(Problem(old.domains, old.rules, priors=old.priors, hidden=hidden)).extended(log)


def ways(log: Log, names: list[Any]) -> dict[Way, Fraction]:
    """The ways in which some unknowns can be, with their weights."""
    found: dict[Way, Fraction] = {}
    for world, weight in weighted_worlds(log):
        way = tuple(world[name] for name in names)
        found[way] = found.get(way, Fraction(0)) + weight
    return found


@settings(max_examples=120)
@given(st.data())
def test_hidden_unknowns(data: st.DataObject) -> None:
    """Counts, bits, worlds, samples and the most probable worlds tell only of what is shown."""
    log = data.draw(general_logs())
    unknowns = log.problem.unknowns
    hidden = data.draw(st.lists(st.sampled_from(unknowns), unique=True, max_size=len(unknowns) - 1))
    log = hiding(log, hidden)
    names = [name for name in unknowns if name not in hidden]
    expected = ways(log, names)
    total = sum(expected.values())
    belief = Belief(log)
    assert belief.count == len(expected)
    worlds = [tuple(world.values()) for world in belief.worlds()]
    assert len(worlds) == len(set(worlds))
    assert set(worlds) == set(expected)
    assert [tuple(belief.world(rank).values()) for rank in range(len(worlds))] == worlds
    if not expected:
        return
    shares = {way: weight / total for way, weight in expected.items()}
    assert belief.bits == pytest.approx(entropy(shares.values()), abs=1e-9)
    best = belief.most_probable(len(expected) + 1)
    assert {tuple(world.values()): share for world, share in best} == shares
    assert [share for _, share in best] == sorted(shares.values(), reverse=True)
    assert all(tuple(world.values()) in shares for world in belief.sample(5, seed=1))
    for name in unknowns:
        for value, share in belief.probabilities[name].items():
            assert share == probabilities(weighted_worlds(log))[name, value]


@settings(max_examples=120)
@given(st.data())
def test_counts_over_some_unknowns(data: st.DataObject) -> None:
    """In how many ways some unknowns can be, also where other unknowns are hidden."""
    log = data.draw(general_logs())
    unknowns = st.sampled_from(log.problem.unknowns)
    chosen = data.draw(st.lists(unknowns, min_size=1, unique=True))
    hidden = data.draw(st.lists(unknowns, unique=True, max_size=len(log.problem.unknowns) - 1))
    expected = ways(log, chosen)
    for belief in (Belief(log), Belief(hiding(log, hidden))):
        assert belief.count_over(chosen) == len(expected)
        found = belief.ways(chosen)
        rows = list(zip(*found.columns.values(), strict=True))
        assert len(rows) == len(expected)
        assert {
            row: Fraction(weight, found.total) for row, weight in zip(rows, found.weights, strict=True)
        } == {way: weight / sum(expected.values()) for way, weight in expected.items()}


@pytest.mark.parametrize("most", [0, 1000])
@settings(max_examples=40)
@given(st.data())
def test_ways_without_a_diagram(most: int, data: st.DataObject) -> None:
    """Where none is small enough the ways are listed one by one, or, if they are too many, the worlds."""
    log = data.draw(general_logs())
    chosen = data.draw(st.lists(st.sampled_from(log.problem.unknowns), min_size=1, unique=True))
    expected = ways(log, chosen)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Counting, "_diagram", _given_up)
        patch.setattr("deduce.belief.few_shown.MOST_SHOWN", most)
        belief = Belief(log)
        assume(most or belief.is_counted)
        assert belief.count_over(chosen) == len(expected)
        assert len(belief.ways(chosen)) == len(expected)


def test_a_sample_is_as_likely_as_it_should_be() -> None:
    """A way in which hidden unknowns leave more room is drawn as much more often."""
    problem = Problem({"A": [0, 1], "B": range(9)}, [where(lambda a, b: a or b == 0, "AB")], hidden="B")
    belief = Belief(Log(problem))
    assert belief.count == 2
    drawn = [world["A"] for world in belief.sample(2000, seed=3)]
    assert 0.87 < sum(drawn) / 2000 < 0.93
    assert belief.most_probable(1)[0][1] == Fraction(9, 10)
    assert belief.bits == pytest.approx(entropy([Fraction(1, 10), Fraction(9, 10)]))
    with pytest.raises(KeyError):
        _ = belief.sample(1)[0]["B"]


def test_many_hidden_helpers() -> None:
    """More worlds than can ever be listed, of which only a few are told apart."""
    helpers = [f"coin {number}" for number in range(200)]
    heads = [fact(name, "heads") for name in helpers]
    problem = Problem(
        {"A": ["even", "odd"], **dict.fromkeys(helpers, ("heads", "tails"))},
        [iff(fact("A", "odd"), exactly(7, heads))],
        hidden=helpers,
    )
    belief = Belief(Log(problem))
    assert belief.count == 2
    assert belief.probability("A", "odd") == Fraction(math.comb(200, 7), 2**200)
    assert len(belief.ways("A")) == 2
    assert belief.count_over(helpers[:10]) == 2**10
    assert repr(problem) == "Problem(201 unknowns, 4 values, 1 rule, 200 hidden)"
    with pytest.raises(OutOfReachError, match=r"1,048,576 ways, more than are listed \(200,000\)"):
        belief.ways(helpers[:20])


def test_nobody_asks_about_what_is_hidden() -> None:
    """Neither the questions that are made, nor those that are given."""
    problem = Problem({"A": [0, 1, 2], "B": [0, 1, 2]}, [all_different("AB")], hidden="B")
    belief = Belief(Log(problem))
    assert {question.unknown for question in pair_questions(belief)} == {"A"}
    assert rank_questions(belief, pair_questions(belief))[0].bits == pytest.approx(
        entropy([Fraction(1, 3), Fraction(2, 3)])
    )
    with pytest.raises(QuestionError, match=r"question 'B is 1\?' is about 'B', which is hidden"):
        rank_questions(belief, [Question.yes_no(fact("B", 1))])


def test_hidden_unknowns_reason_like_others() -> None:
    """What is proved, told, doubted and asked may lead over what is hidden."""
    problem = Problem.one_to_one("ABC", range(3))
    log = hiding(Log(problem).append(~fact("B", 0)).append(~fact("C", 0)), ["B"])
    assert str(prove(log, "A", 0)) == "Entries 1 and 2 rule out 0 for all but A, so A is 0."
    assert chain(log)
    assert Belief(log).count == 2
    assert SearchOracle(log).world(frozenset({0, 1}), fact("A", 0)) is not None
    assert SearchOracle(log).world(frozenset({0, 1}), fact("A", 1)) is None
    wrong = log.append(fact("A", 1))
    assert {suspect.entry.id for suspect in suspects(wrong)} == {"1", "2", "3"}
    assert confirming_questions(wrong, "3")
    assert Belief(log.assuming(~fact("C", 1))).count == 1


def test_what_cannot_be_hidden() -> None:
    """At least one unknown is shown, and what is hidden is there."""
    with pytest.raises(ProblemError, match="all unknowns are hidden; at least one must be shown"):
        Problem({"A": [1]}, hidden="A")
    with pytest.raises(ProblemError, match="there is no unknown 'B'; known are: A"):
        Problem({"A": [1]}, hidden="B")
    log = Log(Problem.one_to_one("AB", [1, 2]))
    with pytest.raises(ProblemError, match="there is no unknown 'Z'"):
        Belief(log).count_over("AZ")
    for engine in ("enumeration", "subsets"):
        with pytest.raises(OutOfReachError, match="engine"):
            _ = Belief(hiding(log, ["A"]), engine).count


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No diagram of a whole problem is small enough."""
    monkeypatch.setattr(Counting, "_diagram", _given_up)


def _given_up(*_: object) -> NoReturn:
    message = "the diagram was given up"
    raise OutOfReachError(message)


@settings(max_examples=60)
@given(st.data())
def test_few_worlds_are_listed(data: st.DataObject) -> None:
    """Where no diagram of the whole is in reach, worlds are listed: all numbers are those of brute force."""
    log = data.draw(general_logs())
    unknowns = log.problem.unknowns
    assume(len(unknowns) > 1)
    some = st.lists(st.sampled_from(unknowns), unique=True, min_size=1, max_size=len(unknowns) - 1)
    hidden = data.draw(some)
    log = hiding(log, hidden)
    names = [name for name in unknowns if name not in hidden]
    expected = ways(log, names)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Counting, "_diagram", _given_up)
        belief = Belief(log)
        assert belief.count == len(expected)
        assert belief.engine == "cp-sat and diagrams"
        worlds = [tuple(world.values()) for world in belief.worlds()]
        assert [tuple(belief.world(rank).values()) for rank in range(len(worlds))] == worlds
        assert set(worlds) == set(expected)
        assert dict(belief.possible) == dict(Belief(log, "diagram").possible)
        if not expected:
            return
        total = sum(expected.values())
        shares = {way: weight / total for way, weight in expected.items()}
        assert belief.bits == pytest.approx(entropy(shares.values()), abs=1e-9)
        best = belief.most_probable(len(expected) + 1)
        assert {tuple(world.values()): share for world, share in best} == shares
        assert [share for _, share in best] == sorted(shares.values(), reverse=True)
        assert all(tuple(world.values()) in shares for world in belief.sample(5, seed=1))
        exact = probabilities(weighted_worlds(log))
        for name in unknowns:
            for value, share in belief.probabilities[name].items():
                assert share == exact[name, value]


@pytest.mark.usefixtures("listed")
def test_too_many_worlds_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is said, with what to do; what is possible is known nevertheless."""
    log = Log(Problem(dict.fromkeys("ABC", range(3)), [all_different("ABC")], hidden="C"))
    assert Belief(log).count == 6
    monkeypatch.setattr("deduce.belief.few_shown.MOST_SHOWN", 5)
    belief = Belief(log)
    with pytest.raises(OutOfReachError, match=r"given up; with fewer hidden unknowns it may be in reach$"):
        _ = belief.count
    assert belief.possible["A"] == (0, 1, 2)
    assert len(list(belief.worlds())) == 6


def test_what_an_answer_settles_is_told_of_what_is_shown() -> None:
    """What is hidden becomes certain as well, but nobody asked."""
    problem = Problem(dict.fromkeys("ABC", range(3)), [all_different("ABC")], hidden="C")
    log = Log(problem).append(~fact("A", 0))
    question = Question.value_of(problem, "B")
    (rating,) = rank_questions(Belief(log), [question])
    assert rating.settles["1"] == {"A": 2, "B": 1}
    (rating,) = rank_questions(Belief(hiding(log, [])), [question])
    assert rating.settles["1"] == {"A": 2, "B": 1, "C": 0}
