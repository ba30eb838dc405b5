"""Random problems, statements and logs, for all property tests."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from deduce import (
    Log,
    Problem,
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
    slips,
    table,
    where,
)

if TYPE_CHECKING:
    from deduce import Statement

LETTERS = "ABCDEFG"


@st.composite
def facts(draw: st.DrawFn, problem: Problem) -> Statement:
    """A fact about one unknown, or its negation."""
    unknown = draw(st.sampled_from(problem.unknowns))
    values = draw(st.sets(st.sampled_from(problem.domains[unknown]), min_size=1, max_size=3))
    statement = among(unknown, values)
    return ~statement if draw(st.booleans()) else statement


@st.composite
def statements(draw: st.DrawFn, problem: Problem, depth: int = 2) -> Statement:
    """Any statement about a problem."""
    kinds = ["fact"] * 3 + ["all_different", "table", "where"] + (["count"] * 4 if depth else [])
    kind = draw(st.sampled_from(kinds))
    if kind == "fact":
        return draw(facts(problem))
    if kind == "count":
        parts = draw(
            st.lists(statements(problem, depth - 1), min_size=1, max_size=4, unique_by=str)
        )
        make = draw(st.sampled_from(["any", "all", "none", "exactly", "least", "most", "implies"]))
        if make == "any":
            return any_of(*parts)
        if make == "all":
            return all_of(*parts)
        if make == "none":
            return none_of(*parts)
        if make == "implies":
            return implies(parts[0], parts[-1])
        count = draw(st.integers(0, len(parts)))
        parts = list(dict.fromkeys(parts))
        return {"exactly": exactly, "least": at_least, "most": at_most}[make](count, parts)
    scope = draw(
        st.lists(st.sampled_from(problem.unknowns), min_size=1, max_size=3, unique=True)
    )
    if kind == "all_different":
        return all_different(scope)
    if kind == "table":
        row = st.tuples(*(st.sampled_from(problem.domains[unknown]) for unknown in scope))
        return table(scope, draw(st.lists(row, min_size=1, max_size=8)))
    remainder = draw(st.integers(0, 2))
    return where(lambda *values: sum(values) % 3 == remainder, scope, f"sum mod 3 is {remainder}: {scope}")


@st.composite
def weights(draw: st.DrawFn, problem: Problem) -> dict[object, dict[object, Fraction]]:
    """Weights for one unknown, not all of them 0."""
    unknown = draw(st.sampled_from(problem.unknowns))
    numbers = st.fractions(0, 3, max_denominator=7)
    row = {value: draw(numbers) for value in problem.domains[unknown]}
    if not any(row.values()):
        row[problem.domains[unknown][0]] = Fraction(1)
    return {unknown: row}


@st.composite
def one_to_one_problems(draw: st.DrawFn, most: int = 5) -> Problem:
    """A small one-to-one problem, with or without spare values and priors."""
    size = draw(st.integers(1, most))
    spare = draw(st.integers(0, 2))
    problem = Problem.one_to_one(LETTERS[:size], range(size + spare))
    if draw(st.booleans()):
        problem = Problem.one_to_one(
            LETTERS[:size], range(size + spare), priors=draw(weights(problem))
        )
    return problem


@st.composite
def general_problems(draw: st.DrawFn) -> Problem:
    """A small problem with any rules."""
    size = draw(st.integers(1, 5))
    domains = {
        letter: draw(st.lists(st.integers(0, 4), min_size=1, max_size=4, unique=True))
        for letter in LETTERS[:size]
    }
    problem = Problem(domains)
    rules = draw(st.lists(statements(problem), max_size=3))
    priors = draw(weights(problem)) if draw(st.booleans()) else None
    return Problem(domains, rules, priors=priors)


@st.composite
def one_to_one_logs(draw: st.DrawFn, most: int = 5, *, soft: bool = True) -> Log:
    """A log on a one-to-one problem whose entries speak of one unknown each."""
    problem = draw(one_to_one_problems(most))
    log = Log(problem)
    for _ in range(draw(st.integers(0, 8))):
        if soft and draw(st.integers(0, 4)) == 0:
            log = (
                log.append(weights=draw(weights(problem)))
                if draw(st.booleans())
                else log.append(draw(facts(problem)), model=slips(Fraction(1, 10)))
            )
        else:
            log = log.append(draw(facts(problem)))
    return log


@st.composite
def general_logs(draw: st.DrawFn) -> Log:
    """A log of any entries on any small problem."""
    problem = draw(st.one_of(general_problems(), one_to_one_problems(4)))
    log = Log(problem)
    for _ in range(draw(st.integers(0, 5))):
        if draw(st.integers(0, 4)) == 0:
            log = log.append(weights=draw(weights(problem)))
        else:
            log = log.append(draw(statements(problem)))
    return log


def consistent(log: Log) -> Log:
    """Shorten a log until a world is left."""
    from deduce import Belief

    while len(log) and not Belief(log).is_consistent:
        log = log.at(len(log) - 1)
    return log


def a_fact(problem: Problem) -> Statement:
    """The first fact there is."""
    return fact(problem.unknowns[0], problem.domains[problem.unknowns[0]][0])
