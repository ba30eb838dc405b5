"""Chains of whole puzzles: every step follows from what it cites, and the words name the groups."""

from __future__ import annotations

import random

import pytest

from deduce import (
    Belief,
    Claim,
    Log,
    Problem,
    Step,
    all_different,
    all_of,
    any_of,
    chain,
    fact,
    next_step,
    where,
)
from sudokus import RATED, sudoku


def knights(count: int, seed: int) -> Log:
    """People who always tell the truth or always lie, each with something to say of two others."""
    rng = random.Random(seed)
    names = [f"p{number}" for number in range(count)]
    honest = {name: rng.random() < 0.5 for name in names}
    log = Log(Problem(dict.fromkeys(names, ("knight", "knave"))))
    for name in names:
        one, other = rng.sample([each for each in names if each != name], 2)
        said = where(lambda a, b: a == b, [one, other], "alike")
        if rng.random() < 0.6:
            said = any_of(fact(one, "knight"), ~fact(other, "knight"))
        if said.holds({each: "knight" if honest[each] else "knave" for each in names}) != honest[name]:
            said = ~said
        knight = fact(name, "knight")
        log = log.append(any_of(all_of(knight, said), all_of(~knight, ~said)), f"{name} speaks")
    return log


def follows(log: Log, steps: list[Step], step: Step) -> bool:
    """Whether a step follows from the entries, rules and steps that it cites, and from nothing else."""
    problem = log.problem
    known = [claim.statement for used in step.uses for claim in steps[used - 1].conclusions]
    rules = [rule.statement for rule in problem.rules if rule.name in step.rules]
    cited = Log(Problem(problem.domains, [*known, *rules])).extended(step.entries)
    wrong = any_of(*(~claim.statement for claim in step.conclusions))
    return not Belief(cited.append(wrong), "cp-sat").is_consistent


@pytest.mark.parametrize("place", [0, 24, 30, 49])
def test_every_step_of_a_sudoku_follows(place: int) -> None:
    """From the easiest to one that only long suppositions solve, up to its solution."""
    log = sudoku(RATED[place][1])
    steps = chain(log)
    looked_at = [step for step in steps if step.kind not in {"heard", "single"}][:12] + steps[-3:]
    assert all(follows(log, steps, step) for step in looked_at)
    made = {claim for step in steps for claim in step.conclusions if claim.holds}
    assert made == {Claim(cell, value, holds=True) for cell, value in Belief(log).certain.items()}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_step_of_knights_and_knaves_follows(seed: int) -> None:
    """Fifty people: suppositions, also one within another."""
    log = knights(50, seed)
    steps = chain(log)
    assert all(follows(log, steps, step) for step in steps)
    possible = Belief(log, "cp-sat").possible
    made = {claim for step in steps for claim in step.conclusions if claim.holds}
    assert made == {Claim(name, left[0], holds=True) for name, left in possible.items() if len(left) == 1}


def test_a_supposition_settles_one_thing() -> None:
    """What is supposed and fails rules out one value, and nothing else is told with it."""
    for log in (sudoku(RATED[-1][1]), knights(50, 1)):
        splits = [step for step in chain(log) if step.kind in {"split", "nested"}]
        assert splits
        for step in splits:
            assert sum(not claim.holds for claim in step.conclusions) == 1
            assert step.sentence.startswith("If ")
            assert ": so " in step.sentence


def test_groups_are_named() -> None:
    """A group with a text is a place; a rule with a name is named, and what has neither is not."""
    cells = ["r1", "r2", "r3"]
    log = Log(
        Problem(
            dict.fromkeys([*cells, "s1", "s2", "s3"], (1, 2, 3)),
            {
                "the column": all_different(cells, "column 1"),
                "the others differ": all_different(["s1", "s2", "s3"]),
            },
        )
    )
    log = log.append(all_of(~fact("r1", 1), ~fact("r2", 1), ~fact("s1", 2), ~fact("s2", 2)), "no")
    assert [step.sentence for step in chain(log)][1:] == [
        "Only r3 can be 1 in column 1: r3 is 1.",
        "Only s3 can be 2 (the others differ): s3 is 2.",
    ]
    unnamed = Log(Problem(log.problem.domains, [all_different(cells), all_different(["s1", "s2", "s3"])]))
    assert chain(unnamed.extended(log))[1].sentence == "Only r3 can be 1: r3 is 1."


def test_nothing_is_said_twice() -> None:
    """What is certain in several groups is named once, with all of them; pairs do not repeat themselves."""
    log = sudoku("100000000" + "0" * 72)
    step = next_step(log, {"r1c1": [1]})
    assert step is not None
    assert step.sentence.startswith("r1c1 is 1, so nobody else in row 1, column 1 and box 1 is: ")
    pairs = Log(Problem(dict.fromkeys("ABCDE", (1, 2, 3, 4, 5)), [all_different("ABCDE")]))
    pairs = pairs.append(all_of(*(~fact(name, value) for name in "CDE" for value in (1, 2))), "far")
    pairs = pairs.append(~fact("A", 3), "near")
    assert chain(pairs)[-1].sentence == "Only A and B can be 1 or 2, so they are nothing else."


def test_many_at_once_are_counted() -> None:
    """Where thirty cells are given, what these rule out is counted and not listed; what follows is."""
    log = sudoku(RATED[0][1])
    first = next(step for step in chain(log) if step.kind == "single")
    assert "unknowns are certain, so nobody else has their values: " in first.sentence
    assert "values are ruled out" in first.sentence
    assert len(first.sentence) < 400
    assert len(first.conclusions) > 100


def test_the_next_step_needs_no_solution() -> None:
    """Nobody can count the worlds of this sudoku, nor find all that is possible; its next steps are there."""
    log = sudoku("1" + "0" * 80)
    assert next_step(log) is not None
    marks = {"r1c1": [1]}
    found = next_step(log, marks)
    assert found is not None
    assert found.kind == "single"
