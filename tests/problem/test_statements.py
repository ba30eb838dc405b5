"""Every kind of statement against its plain meaning, and what is left of it in fewer worlds."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce import (
    Belief,
    Log,
    Problem,
    ProblemError,
    Statement,
    all_different,
    all_of,
    among,
    any_of,
    at_least,
    at_most,
    exactly,
    fact,
    implies,
    none_of,
    table,
    where,
)
from deduce.problem.statements import ALWAYS, NEVER, AllDifferent, Among, Count, Table
from strategies import limits, meanings, plain_problems


def worlds_within(problem: Problem, domains: Mapping[object, frozenset[Any]]) -> Iterator[dict[object, Any]]:
    choices = [domains.get(name, problem.domains[name]) for name in problem.unknowns]
    for values in itertools.product(*choices):
        yield dict(zip(problem.unknowns, values, strict=True))


@settings(max_examples=250)
@given(st.data())
def test_a_statement_means_what_it_says(data: st.DataObject) -> None:
    """Every statement is true exactly where its meaning in plain Python is."""
    problem = data.draw(plain_problems())
    statement, meaning = data.draw(meanings(problem))
    for world in worlds_within(problem, {}):
        assert statement.holds(world) == meaning(world)


@settings(max_examples=80)
@given(st.data())
def test_a_negation_is_true_where_the_statement_is_not(data: st.DataObject) -> None:
    """Negating once turns a statement round in every world, twice restores it."""
    problem = data.draw(plain_problems())
    statement, _ = data.draw(meanings(problem))
    for world in worlds_within(problem, {}):
        assert (~statement).holds(world) != statement.holds(world)
        assert (~~statement).holds(world) == statement.holds(world)


@settings(max_examples=350)
@given(st.data())
def test_the_remainder_agrees_within_the_limits(data: st.DataObject) -> None:
    """What is left of a statement agrees with it in every world within the limits."""
    problem = data.draw(plain_problems())
    statement, meaning = data.draw(meanings(problem))
    domains = data.draw(limits(problem, partial=True))
    remainder = statement.under(domains)
    assert remainder.scope <= statement.scope
    for world in worlds_within(problem, domains):
        assert remainder.holds({name: world[name] for name in remainder.scope}) == meaning(world)


@settings(max_examples=120)
@given(st.data())
def test_limits_can_be_imposed_one_after_the_other(data: st.DataObject) -> None:
    """A remainder can be limited further, as the decision diagram does it."""
    problem = data.draw(plain_problems())
    statement, meaning = data.draw(meanings(problem))
    domains: dict[object, frozenset[Any]] = dict(data.draw(limits(problem, partial=False)))
    remainder = statement.tabulated(domains).under(domains)
    for name in data.draw(st.permutations(problem.unknowns)):
        domains[name] = frozenset([data.draw(st.sampled_from(sorted(domains[name])))])
        remainder = remainder.under(domains)
    (world,) = worlds_within(problem, domains)
    assert remainder == (ALWAYS if meaning(world) else NEVER)


def is_decided_completely(statement: Statement) -> bool:
    """Tell whether a remainder must be ALWAYS or NEVER wherever it is true or false everywhere."""
    if isinstance(statement, Count):
        names = [part.unknown for part in statement.parts if isinstance(part, Among)]
        return len(names) == len(statement.parts) == len(set(names))
    return isinstance(statement, Among | Table) or statement in {ALWAYS, NEVER}


@settings(max_examples=250)
@given(st.data())
def test_a_remainder_that_is_decided_is_a_constant(data: st.DataObject) -> None:
    """Facts, tables, predicates and counts of facts on different unknowns are always or never."""
    problem = data.draw(plain_problems())
    statement, _ = data.draw(meanings(problem, 1))
    domains = data.draw(limits(problem, partial=False))
    statement = statement.tabulated(domains)
    truths = {statement.holds(world) for world in worlds_within(problem, domains)}
    remainder = statement.under(domains)
    if is_decided_completely(statement):
        assert (remainder == ALWAYS) == (truths == {True})
        assert (remainder == NEVER) == (truths == {False})
    elif isinstance(statement, AllDifferent):
        assert (remainder == ALWAYS) == (truths == {True})
    if remainder in {ALWAYS, NEVER}:
        assert truths == {remainder == ALWAYS}


@settings(max_examples=80)
@given(st.data())
def test_writing_out_as_tables_changes_nothing(data: st.DataObject) -> None:
    """A statement with its predicates written out as tables is true in the same worlds."""
    problem = data.draw(plain_problems())
    statement, meaning = data.draw(meanings(problem))
    domains = data.draw(limits(problem, partial=False))
    written = statement.tabulated(domains)
    for world in worlds_within(problem, domains):
        assert written.holds(world) == meaning(world)


@settings(max_examples=80)
@given(st.data())
def test_words_are_for_people(data: st.DataObject) -> None:
    """The words of a statement name its unknowns and show nothing of the program."""
    problem = data.draw(plain_problems())
    statement, _ = data.draw(meanings(problem))
    words = str(statement)
    assert words == words.strip()
    assert all(str(name) in words for name in statement.scope)
    for inside in ("Among", "Count", "Table", "Predicate", "frozenset", "lambda", "Constant"):
        assert inside not in words


def test_words() -> None:
    """Each kind of statement reads as a player would say it."""
    a, b, c = fact("A", 1), fact("B", 2), fact("C", 3)

    def larger(*values: int) -> bool:
        return values[0] > values[1]

    expected = {
        a: "A is 1",
        ~a: "A is not 1",
        among("A", [2, 1]): "A is one of 1, 2",
        ~among("A", [2, 1]): "A is none of 1, 2",
        a & b: "A is 1 and B is 2",
        a | b: "A is 1 or B is 2",
        (a | b) & c: "(A is 1 or B is 2) and C is 3",
        ~(a & b): "at most 1 of (A is 1; B is 2)",
        implies(a, b): "A is not 1 or B is 2",
        none_of(a, b): "none of (A is 1; B is 2)",
        exactly(2, [a, b, c]): "exactly 2 of (A is 1; B is 2; C is 3)",
        at_least(2, [a, b, c]): "at least 2 of (A is 1; B is 2; C is 3)",
        at_most(1, [a, b, c]): "at most 1 of (A is 1; B is 2; C is 3)",
        all_different("ABC"): "A, B, C all differ",
        ~all_different("AB"): "not (A, B all differ)",
        table("AB", [(1, 2), (3, 4)]): "(A, B) is one of 2 combinations",
        table("AB", [(1, 2)], "the twins"): "the twins",
        where(larger, "AB"): "larger(A, B)",
        where(lambda x, y: x > y, "AB"): "condition(A, B)",
        where(larger, "AB", "A is the larger"): "A is the larger",
        ALWAYS: "always",
        NEVER: "never",
    }
    assert {statement: str(statement) for statement in expected} == expected


def test_equal_statements_are_equal_objects() -> None:
    """Statements built twice from the same parts are equal and count once in a set."""

    def odd(value: int) -> bool:
        return value % 2 == 1

    def build() -> list[Statement]:
        a, b, c = fact("A", 1), among("B", [1, 2]), fact("C", 3)
        return [
            a,
            ~a,
            b,
            a & b,
            a | b,
            a & c,
            exactly(1, [a, b, c]),
            at_least(2, [a, b, c]),
            all_different("AB"),
            all_different("ABC"),
            table("AB", [(1, 2), (2, 1)]),
            table("AB", [(1, 2)]),
            where(odd, "A"),
            where(odd, "B"),
        ]

    first, second = build(), build()
    assert first == second
    assert list(map(hash, first)) == list(map(hash, second))
    assert len({*first, *second}) == len(first)


def test_simple_forms() -> None:
    """Whatever says no more than a simpler statement is that statement."""
    a, b = fact("A", 1), fact("B", 2)
    assert ~~a == a
    assert among("A", [1]) == a
    assert any_of(a) == all_of(a) == exactly(1, [a]) == a
    assert none_of(a) == at_most(0, [a]) == ~a
    assert all_of() == none_of() == ALWAYS
    assert any_of() == NEVER
    assert exactly(3, [a, b]) == at_least(3, [a, b]) == NEVER
    assert at_most(2, [a, b]) == at_least(0, [a, b]) == ALWAYS
    assert table("AB", []) == NEVER
    assert a & ALWAYS == a
    assert a & NEVER == NEVER
    assert a | ALWAYS == ALWAYS
    assert ~ALWAYS == NEVER


def test_different_unknowns_with_values_taken_already() -> None:
    """Values that decided unknowns have are barred for the others, and forgotten with them."""
    statement = all_different("ABC")
    left = statement.under({"A": frozenset([1]), "B": frozenset([1, 2]), "C": frozenset([1, 3])})
    assert str(left) == "B, C all differ and none is 1"
    assert left.under({"B": frozenset([2]), "C": frozenset([1, 3])}) == ~fact("C", 1)
    assert left.under({"B": frozenset([1]), "C": frozenset([3])}) == NEVER
    narrow: dict[Hashable, frozenset[Hashable]] = {
        "A": frozenset([1]),
        "B": frozenset([2, 3]),
        "C": frozenset([4]),
    }
    assert statement.under(narrow) == ALWAYS
    assert statement.under({name: frozenset([1, 2]) for name in "ABC"}) == NEVER
    taken: dict[Hashable, frozenset[Hashable]] = {
        "A": frozenset([1]),
        "B": frozenset([2]),
        "C": frozenset([1, 2]),
        "D": frozenset([3, 4]),
    }
    assert all_different("ABCD").under(taken) == NEVER


@pytest.mark.parametrize("make", [exactly, at_least, at_most])
def test_a_counted_list_must_not_repeat_a_statement(make: Callable[..., Statement]) -> None:
    """A statement that stands twice would count twice, so it is refused by name."""
    with pytest.raises(ProblemError, match=r"'A is 1' stands twice .* every statement once"):
        make(1, [fact("A", 1), fact("B", 1), fact("A", 1)])


@pytest.mark.parametrize("make", [exactly, at_least, at_most])
def test_a_count_must_not_be_negative(make: Callable[..., Statement]) -> None:
    """A negative count is refused."""
    with pytest.raises(ProblemError, match="count of -1 is negative"):
        make(-1, [fact("A", 1)])


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (all_different, "all_different"),
        (lambda names: table(names, []), "table"),
        (lambda names: where(max, names), "where"),
    ],
)
def test_a_list_of_unknowns_names_each_once(make: Callable[..., Statement], what: str) -> None:
    """Unknowns that are named twice, or not at all, are refused."""
    with pytest.raises(ProblemError, match=f"{what} names 'A' twice; name every unknown once"):
        make(["A", "B", "A"])
    with pytest.raises(ProblemError, match=f"{what} names no unknown"):
        make([])


def test_a_row_has_a_value_for_every_unknown() -> None:
    """A row of a table that is too short or too long is shown."""
    with pytest.raises(ProblemError, match=r"table of 2 unknowns has a row of 3 values: \(1, 2, 3\)"):
        table("AB", [(1, 2), (1, 2, 3)])
    with pytest.raises(ProblemError, match=r"has a row of 1 values: \(1,\)"):
        table("AB", [(1,)])


def test_a_text_is_no_list_of_values() -> None:
    """A text in the place of a list of values is refused, with what to write instead."""
    with pytest.raises(ProblemError, match=r"not the text 'Crab'; write \['Crab'\]"):
        among("A", "Crab")


def test_no_values_at_all_still_reads() -> None:
    """A statement that leaves an unknown nothing, or everything, reads as a sentence."""
    statement = among("A", [])
    assert not statement.holds({"A": 1})
    assert str(statement) == "A has no value"
    assert str(~statement) == "A has any value"


def test_a_condition_that_fails_names_the_values() -> None:
    """A condition that raises is reported with the values that it was asked about."""
    statement = where(lambda a, b: a / b > 1, "AB", "A is more than B")
    with pytest.raises(ProblemError, match=r"A is more than B cannot .* values 3, 0: division") as raised:
        statement.holds({"A": 3, "B": 0})
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    problem = Problem({"A": [1, 3], "B": [0, 1]}, [statement])
    with pytest.raises(ProblemError, match="cannot be worked out"):
        _ = Belief(Log(problem)).count


def test_a_condition_on_too_many_combinations_is_refused() -> None:
    """A condition with millions of combinations is refused and never cut short."""
    domains: dict[Hashable, frozenset[Hashable]] = {letter: frozenset(range(10)) for letter in "ABCDEFG"}
    statement = where(lambda *values: sum(values) == 30, domains, "sum 30")
    expected = r"sum 30 has 10,000,000 combinations to try, more than 2,000,000; split it"
    with pytest.raises(ProblemError, match=expected):
        statement.under(domains)
    with pytest.raises(ProblemError, match=expected):
        _ = Belief(Log(Problem(domains, [statement]))).count
    assert not statement.holds(dict.fromkeys(domains, 1))
