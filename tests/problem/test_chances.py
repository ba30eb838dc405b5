"""Statements that carry weight: what they mean, what is left of them, and how they are refused."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute import chance
from deduce import (
    AnswerModel,
    Belief,
    EvidenceError,
    Log,
    Problem,
    ProblemError,
    Question,
    QuestionError,
    all_of,
    any_of,
    at_most,
    drawn,
    exactly,
    fact,
    implies,
    none_of,
    rank_questions,
    weighted,
)
from deduce.problem.statements import ALWAYS, NEVER
from strategies import chances, limits, plain_problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deduce import Statement


def worlds_within(problem: Problem, domains: Mapping[object, frozenset[Any]]) -> Iterator[dict[object, Any]]:
    choices = [domains.get(name, problem.domains[name]) for name in problem.unknowns]
    for values in itertools.product(*choices):
        yield dict(zip(problem.unknowns, values, strict=True))


@settings(max_examples=200)
@given(st.data())
def test_a_weight_is_what_the_statement_means(data: st.DataObject) -> None:
    """In every world: the falling product of copies, or the weight of the row; 0 where it is false."""
    problem = data.draw(plain_problems())
    statement = data.draw(chances(problem))
    for world in worlds_within(problem, {}):
        assert statement.weight(world) == chance(statement, world)
        assert statement.holds(world) == bool(chance(statement, world))
        assert statement.support.holds(world) == statement.holds(world)


@settings(max_examples=200)
@given(st.data())
def test_a_share_is_what_limits_take_out_of_every_weight(data: st.DataObject) -> None:
    """Within the limits, the weight is the share times the weight of what is left, in every world."""
    problem = data.draw(plain_problems())
    statement = data.draw(chances(problem))
    domains = data.draw(limits(problem, partial=True))
    left, share = statement.under(domains), statement.share(domains)
    for world in worlds_within(problem, domains):
        assert statement.weight(world) == (share * left.weight(world) if left.holds(world) else 0)


@settings(max_examples=100)
@given(st.data())
def test_a_support_is_left_where_the_statement_is(data: st.DataObject) -> None:
    """What is left of the support is true in the same worlds, and nothing of it weighs."""
    problem = data.draw(plain_problems())
    support = data.draw(chances(problem)).support
    domains = data.draw(limits(problem, partial=True))
    left = support.under(domains)
    assert not left.carries_weight
    assert support.share(domains) == 1
    for world in worlds_within(problem, domains):
        assert left.holds(world) == support.holds(world)


@settings(max_examples=100)
@given(st.data())
def test_what_is_decided_is_a_constant(data: st.DataObject) -> None:
    """Once all unknowns have a value nothing is left, and the share is the weight."""
    problem = data.draw(plain_problems())
    statement = data.draw(chances(problem))
    for world in itertools.islice(worlds_within(problem, {}), 40):
        domains = {unknown: frozenset((value,)) for unknown, value in world.items()}
        assert statement.under(domains) == (ALWAYS if statement.holds(world) else NEVER)
        if statement.holds(world):
            assert statement.share(domains) == chance(statement, world)


def test_only_proportions_matter() -> None:
    """Rows in the same proportion are the same statement; rows of weight 0 are left out."""
    rows = {(1, 2): 1, (2, 1): 3}
    assert weighted("AB", rows) == weighted("AB", {(1, 2): "1/6", (2, 1): 0.5, (1, 1): 0})
    assert drawn("AB", {1: 2, 2: 0}) == drawn("AB", {1: 2})
    assert drawn("AB", {1: 2}) != drawn("AB", {1: 3})


def test_a_share_need_not_be_asked_of_plain_statements() -> None:
    """What carries no weight takes nothing out of it, and is its own support."""
    plain = fact("A", 1) | fact("B", 2)
    assert (plain.share({"A": frozenset((1,))}), plain.support, plain.carries_weight) == (1, plain, False)
    assert [plain.weight({"A": a, "B": 2}) for a in (1, 2)] == [1, 1]
    assert plain.weight({"A": 2, "B": 1}) == 0


@pytest.mark.parametrize(
    "make",
    [
        lambda said: ~said,
        lambda said: said & fact("A", 1),
        lambda said: fact("A", 1) | said,
        lambda said: any_of(said, fact("A", 1)),
        lambda said: all_of(fact("A", 1), said),
        none_of,
        lambda said: implies(fact("A", 1), said),
        lambda said: exactly(1, [said, fact("A", 1)]),
        lambda said: at_most(1, [said]),
    ],
)
@pytest.mark.parametrize("said", [drawn("AB", {1: 1, 2: 1}), weighted("AB", {(1, 2): 2, (2, 1): 1})])
def test_a_weight_is_no_part_of_another_statement(
    make: Callable[[Statement], Statement], said: Statement
) -> None:
    """Below a negation or in a list it is refused; its support is a statement like any other."""
    with pytest.raises(
        ProblemError, match="cannot be a part of another statement; make it a rule or an entry"
    ):
        make(said)
    problem = Problem(dict.fromkeys("AB", (1, 2)))
    assert Belief(Log(problem)).given(make(said.support)).count >= 0


def test_a_weight_alone_in_a_list_stays_what_it_is() -> None:
    said = drawn("AB", {1: 1, 2: 1})
    assert any_of(said) == all_of(said) == exactly(1, [said]) == said


def test_a_weight_is_not_asked_for() -> None:
    """A statement that says how likely worlds are is not likely itself; its support is."""
    said = weighted("AB", {(1, 2): 2, (2, 1): 1})
    problem = Problem(dict.fromkeys("AB", (1, 2)))
    belief = Belief(Log(problem))
    with pytest.raises(ProblemError, match=r"is not likely itself; ask for its \.support"):
        belief.probability_of(said)
    assert belief.probability_of(said.support) == Fraction(1, 2)
    with pytest.raises(QuestionError, match=r"says how likely worlds are; ask for its \.support"):
        rank_questions(belief, [Question("?", {"yes": said, "no": ~said.support})])


def test_a_weight_has_no_answer_model() -> None:
    """An entry that carries weight says itself how far it is to be trusted."""
    log = Log(Problem(dict.fromkeys("AB", (1, 2))))
    with pytest.raises(EvidenceError, match="which says itself how likely things are; give one of them"):
        log.append(weighted("A", {(1,): 2}), model=AnswerModel("half", 1, "1/2"))


def test_an_entry_with_a_weight_is_soft() -> None:
    """It has no other way round, and the result says that it stands on weights."""
    log = Log(Problem(dict.fromkeys("AB", (1, 2)))).append(weighted("AB", {(1, 2): 2, (2, 1): 1}))
    assert not log.entry("1").is_hard
    assert log.models == ("weights",)
    with pytest.raises(EvidenceError, match="so it has no other way round"):
        log.reverse("1")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: drawn("AA", {1: 2}), "drawn names 'A' twice"),
        (lambda: drawn("", {1: 2}), "drawn names no unknown"),
        (lambda: drawn("AB", {1: 1}), "drawn: 2 draws cannot come from a supply of 1"),
        (
            lambda: drawn("A", {1: -1}),
            "has -1 copies of '1'; the number of copies must be a whole number from 0",
        ),
        (lambda: drawn("A", {1: True}), "has True copies of '1'"),
        (lambda: drawn("A", {1: 10**19}), "a whole number from 0 to 1,000,000,000,000,000,000"),
        (lambda: drawn("A", {1: "4"}), "has '4' copies of '1'"),  # type: ignore[dict-item]
        (lambda: drawn("A", [1]), r"the supply of drawn is \[1\]; it must be a mapping"),  # type: ignore[arg-type]
        (lambda: weighted("AA", {(1, 1): 2}), "weighted names 'A' twice"),
        (lambda: weighted("", {}), "weighted names no unknown"),
        (lambda: weighted("A", {}), "no row weighs anything"),
        (lambda: weighted("A", {(1,): 0}), "no row weighs anything"),
        (lambda: weighted("AB", {(1,): 1}), r"the row \(1,\) must be a tuple of 2 values"),
        (lambda: weighted("A", {1: 1}), "the row 1 must be a tuple of 1 values"),  # type: ignore[dict-item]
        (lambda: weighted("A", {(1,): -1}), "the weight of"),
        (lambda: weighted("A", {(1,): "x"}), "the weight of"),
        (lambda: weighted("A", [(1,)]), "weighted is .* it must be a mapping such as"),  # type: ignore[arg-type]
    ],
)
def test_what_makes_no_sense(make: Callable[[], Statement], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        make()


def test_names_are_checked() -> None:
    """A value that no draw can have, or that stands in no row's column, is a slip of the pen."""
    problem = Problem({"A": ["king", "queen"], "B": ["king"]})
    Belief(Log(problem).append(drawn("AB", {"king": 1, "queen": 1})))
    with pytest.raises(EvidenceError, match="'A' has no value 'kong'; did you mean 'king'"):
        Log(problem).append(drawn("AB", {"kong": 1, "queen": 1}))
    with pytest.raises(EvidenceError, match="'B' has no value 'queen'"):
        Log(problem).append(weighted("AB", {("king", "queen"): 1}))
    with pytest.raises(EvidenceError, match="there is no unknown 'C'"):
        Log(problem).append(drawn("C", {"king": 1}))


def test_words() -> None:
    assert str(drawn("AB", {1: 4, 2: 4})) == "A, B are drawn from 8"
    assert str(drawn("A", {1: 4})) == "A is drawn from 4"
    assert str(weighted("AB", {(1, 2): 2, (2, 1): 1})) == "(A, B) has chances for 2 combinations"
    assert str(weighted("AB", {(1, 2): 2}, "the pace of A")) == "the pace of A"
