"""Grades: how hard puzzles are, and that it hangs on nothing but the puzzle."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce import (
    ContradictionError,
    Log,
    Problem,
    all_different,
    any_of,
    at_least,
    chain,
    fact,
    grade,
    where,
)
from sudokus import CELLS, HOUSES, RATED, SIZE, sudoku, sudoku_of

GRADES = {digits: grade(sudoku(digits)) for _, digits in RATED}


def ranks(numbers: Sequence[float]) -> list[float]:
    """The rank of each number; equal ones share theirs."""
    order = sorted(numbers)
    return [order.index(number) + (order.count(number) - 1) / 2 for number in numbers]


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's coefficient."""
    pairs = list(zip(ranks(first), ranks(second), strict=True))
    middle = (len(pairs) - 1) / 2
    spread = [sum((pair[side] - middle) ** 2 for pair in pairs) for side in (0, 1)]
    return sum((a - middle) * (b - middle) for a, b in pairs) / (spread[0] * spread[1]) ** 0.5


def test_grades_agree_with_published_ratings() -> None:
    """The levels of fifty sudokus are in the order of the ratings that a program for fans gave them."""
    ratings = [rating for rating, _ in RATED]
    assert len(ratings) == len(GRADES) == 50
    assert rank_correlation(ratings, [GRADES[digits].level for _, digits in RATED]) > 0.9


@pytest.mark.parametrize(
    ("least", "most", "levels"), [(0, 1.4, {1}), (1.5, 2.4, {1, 2, 3}), (2.5, 4.9, {2, 3}), (5, 7.0, {3, 4})]
)
def test_each_class_of_the_bank_has_its_levels(least: float, most: float, levels: set[int]) -> None:
    """Easy sudokus are of the first level; what is called diabolical is never of the first two."""
    assert {GRADES[digits].level for rating, digits in RATED if least <= rating <= most} == levels


def test_the_hardest_are_of_the_last_level() -> None:
    """From 8.0 on, a supposition has to be followed far."""
    assert {GRADES[digits].level for rating, digits in RATED if rating >= 8} == {5}


@settings(max_examples=25)
@given(st.sampled_from([digits for _, digits in RATED]), st.randoms(use_true_random=False))
def test_the_same_sudoku_has_the_same_grade(digits: str, rng: random.Random) -> None:
    """Other digits, rows and columns moved about, everything in another order: the grade is the same."""

    def shuffled() -> list[int]:
        bands = rng.sample(range(3), 3)
        return [3 * band + line + 1 for band in bands for line in rng.sample(range(3), 3)]

    rows, columns = shuffled(), shuffled()
    words = [f"digit {number}" for number in rng.sample(range(100), 9)]
    cells = {f"r{row}c{column}": f"{rows[row - 1]}/{columns[column - 1]}" for row in SIZE for column in SIZE}
    names = list(HOUSES)
    houses = {
        f"house {names.index(name)}": [cells[cell] for cell in rng.sample(HOUSES[name], 9)]
        for name in rng.sample(names, len(names))
    }
    told = [(cell, digit) for cell, digit in zip(CELLS, digits, strict=True) if digit != "0"]
    clues = {cells[cell]: words[int(digit) - 1] for cell, digit in rng.sample(told, len(told))}
    moved = sudoku_of(houses, rng.sample(list(cells.values()), 81), rng.sample(words, 9), clues)
    assert grade(moved) == GRADES[digits]


def logic_grid(names: Sequence[Hashable], values: Sequence[Hashable], order: Sequence[int]) -> Log:
    """Three people, three drinks, three pets: a small grid with clues of several kinds, in some order."""
    people, drinks, pets = names[:3], names[3:6], names[6:9]
    place = {value: number for number, value in enumerate(values)}
    clues = [
        where(lambda a, b: a == b, [people[0], drinks[1]]),
        where(lambda a, b: place[a] + 1 == place[b], [drinks[1], pets[2]]),
        any_of(fact(people[1], values[0]), fact(pets[0], values[2])),
        at_least(1, [fact(people[2], values[2]), fact(drinks[2], values[2])]),
        ~fact(pets[1], values[0]),
    ]
    rules = [all_different(group) for group in (pets, people, drinks)]
    log = Log(Problem(dict.fromkeys([names[number] for number in order], tuple(values)), rules))
    for number in order:
        if number < len(clues):
            log = log.append(clues[number])
    return log


@settings(max_examples=40)
@given(st.permutations(range(9)), st.permutations("abcdefghi"), st.permutations([1, 2, 3]))
def test_the_same_grid_has_the_same_grade(order: list[int], names: list[str], values: list[int]) -> None:
    """The same with rules of all kinds."""
    assert grade(logic_grid(names, values, order)) == grade(logic_grid("abcdefghi", [1, 2, 3], range(9)))


def test_the_grade_is_that_of_the_hardest_step() -> None:
    """No step of a chain is harder than the grade of these sudokus, and one is as hard."""
    for _, digits in RATED[::7]:
        steps = chain(sudoku(digits))
        assert max(step.level for step in steps) == GRADES[digits].level


def test_what_was_simply_heard_is_easy() -> None:
    """Without anything to see, the grade is the lowest, and nothing is named as hardest."""
    found = grade(Log(Problem.one_to_one("AB", [1, 2, 3])).append(~fact("A", 1)))
    assert (found.level, found.hardest, found.rounds, found.effort) == (1, None, {}, 0)


def test_a_second_supposition_is_the_hardest() -> None:
    """What no single supposition shows is of the last level."""
    rules = {
        "A like B": where(lambda a, b: a == b, "AB"),
        "A like C": where(lambda a, c: a == c, "AC"),
        "odd": where(lambda b, c, d: (b + c + d) % 2 == 1, "BCD"),
    }
    log = Log(Problem(dict.fromkeys("ABCD", (0, 1)), rules))
    (step,) = chain(log)
    assert step.sentence == (
        "If D were 0, nothing would be left for A: "
        "if it were 0, B would be 0 (rule 'A like B'); C would be 0 (rule 'A like C'); "
        "and then rule 'odd' would be wrong; "
        "if it were 1, B would be 1 (rule 'A like B'); C would be 1 (rule 'A like C'); "
        "and then rule 'odd' would be wrong: so D is 1."
    )
    assert (step.kind, step.level) == ("nested", 5)
    assert (grade(log).level, grade(log).hardest) == (5, "nested")


def test_a_contradiction_has_no_grade() -> None:
    """Where no world is left nothing can be found."""
    log = Log(Problem.one_to_one("AB", [1, 2])).append(fact("A", 1)).append(fact("B", 1))
    with pytest.raises(ContradictionError, match=r"see conflicts\(log\)"):
        grade(log)
