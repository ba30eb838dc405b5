"""The next step from what somebody has crossed out already."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce import (
    Belief,
    Claim,
    ContradictionError,
    Log,
    Problem,
    ProblemError,
    among,
    chain,
    fact,
    next_step,
)
from strategies import consistent_general_logs, consistent_one_to_one_logs
from sudokus import sudoku

LOGS = st.one_of(consistent_one_to_one_logs(), consistent_general_logs())


@settings(max_examples=100)
@given(LOGS)
def test_without_marks_it_is_the_first_of_the_chain(log: Log) -> None:
    """Who has crossed out nothing is told what comes first."""
    steps = chain(log)
    assert next_step(log) == (steps[0] if steps else None)


@settings(max_examples=30)
@given(LOGS)
def test_whoever_follows_is_led_to_the_end(log: Log) -> None:
    """Crossing out what each step says leads to all that is settled, and then there is nothing more."""
    left = {unknown: set(values) for unknown, values in log.problem.domains.items()}
    for _ in range(100):
        step = next_step(log, left)
        if step is None:
            break
        for claim in step.conclusions:
            if claim.holds:
                left[claim.unknown] &= {claim.value}
            else:
                assert claim.value in left[claim.unknown]
                left[claim.unknown] -= {claim.value}
    start = dict(zip(log.problem.unknowns, map(log.problem.values_of, log.problem.start), strict=True))
    found = {name: tuple(v for v in start[name] if v in values) for name, values in left.items()}
    assert found == Belief(log).possible


@settings(max_examples=100)
@given(LOGS, st.data())
def test_wrong_marks_are_told(log: Log, data: st.DataObject) -> None:
    """Marks that leave no world are refused, and those that are named leave none by themselves."""
    unknown = data.draw(st.sampled_from(log.problem.unknowns))
    values = data.draw(st.lists(st.sampled_from(log.problem.domains[unknown]), unique=True))
    other = data.draw(st.sampled_from(log.problem.unknowns))
    marks = {unknown: values, other: log.problem.domains[other][:1]}
    marked = log.assuming(*(among(name, left) for name, left in marks.items()))
    if Belief(marked).is_consistent:
        next_step(log, marks)
        return
    with pytest.raises(ContradictionError, match="crossed out") as told:
        next_step(log, marks)
    named = [among(name, left) for name, left in marks.items() if f"{name} is left" in str(told.value)]
    assert named
    assert not Belief(log.assuming(*named)).is_consistent


def test_a_wrong_mark_is_named() -> None:
    """The smallest set of marks that cannot be is told, and no other mark."""
    log = Log(Problem.one_to_one("ABCD", [1, 2, 3, 4])).append(fact("A", 1))
    marks = {"B": [1, 2], "C": [1, 2], "D": [3, 4]}
    with pytest.raises(ContradictionError) as told:
        next_step(log, marks)
    assert str(told.value) == (
        "too much is crossed out: B is left 1 or 2; C is left 1 or 2; "
        "with what was heard, that leaves no world"
    )


def test_marks_are_checked() -> None:
    """What is no unknown or no value is refused, and a text is no list of values."""
    log = Log(Problem.one_to_one("AB", ["x", "y"]))
    with pytest.raises(ProblemError, match="no unknown 'C'"):
        next_step(log, {"C": ["x"]})
    with pytest.raises(ProblemError, match="no value 'z'"):
        next_step(log, {"A": ["z"]})
    with pytest.raises(ProblemError, match=r"must be a list, not the text 'x'; write \['x'\]"):
        next_step(log, {"A": "x"})


def test_a_contradiction_is_not_blamed_on_the_marks() -> None:
    """Where what was heard leaves no world, that is said."""
    log = Log(Problem.one_to_one("ABC", [1, 2, 3])).append(fact("A", 1)).append(fact("B", 1))
    with pytest.raises(ContradictionError, match=r"no world is left, whatever is crossed out"):
        next_step(log, {"C": [2]})


def test_the_next_step_of_an_empty_sudoku_needs_no_solution() -> None:
    """The first steps come without working out all that follows: of this sudoku nobody counts the worlds."""
    log = sudoku("12345678" + "0" * 73)
    step = next_step(log, {f"r1c{column}": [column] for column in range(1, 9)})
    assert step is not None
    assert Claim("r1c9", 9, holds=True) in step.conclusions
