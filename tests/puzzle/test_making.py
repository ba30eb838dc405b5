"""Puzzles that are made: one solution, no clue too many, and the same for the same seed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from deduce import Belief, DeduceError, parse_case
from deduce.puzzle.grading import grade_of
from deduce.puzzle.kinds.table import KINDS
from deduce.puzzle.making import new_puzzle
from puzzle.judges import JUDGES, answers

SMALL = [
    *(("zebra", size, seed) for size in ("3x3", "4x3", "4x4") for seed in range(2)),
    *(("knights", size, seed) for size in ("2", "3", "5", "7") for seed in range(2)),
    *(("mastermind", size, seed) for size in ("3x4", "4x5") for seed in range(2)),
    *(("minesweeper", size, seed) for size in ("3x5", "4x4", "5x5") for seed in range(2)),
    *(("clue", size, seed) for size in ("2x2", "3x2", "3x3") for seed in range(2)),
    *(
        (f"confusion-{asked}", size, seed)
        for asked in ("pieces", "piece", "lie")
        for size in "36"
        for seed in (0, 1)
    ),
]


@pytest.mark.parametrize(("kind", "size", "seed"), SMALL)
def test_one_solution_and_no_clue_too_many(kind: str, size: str, seed: int) -> None:
    """A program that reads the words of the clues finds the same solution, and others without any of them."""
    puzzle = new_puzzle(kind, seed, size=size).puzzle
    answer = [tuple(puzzle.solution[name] for name in puzzle.asks)]
    assert answers(puzzle) == answer
    for entry in puzzle.log:
        assert answers(puzzle, entry.id) != answer, entry


def test_every_kind_has_a_judge() -> None:
    assert {*KINDS} == {*JUDGES}


@pytest.mark.parametrize("kind", KINDS)
def test_same_seed_same_puzzle(kind: str) -> None:
    """Also in another process, which keeps its sets in another order."""
    code = f"from deduce.puzzle.making import new_puzzle; print(new_puzzle({kind!r}, 5).text, end='')"
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True, check=True, encoding="utf-8", env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "77")
    }  # fmt: skip
    assert texts == {new_puzzle(kind, 5).text}
    assert new_puzzle(kind, 6).text not in texts


GRADES = [(kind, grade) for kind, each in KINDS.items() for grade in each.grades if grade <= 3]


@pytest.mark.parametrize(("kind", "grade"), [*GRADES, ("knights", 4), ("clue", 5)])
def test_grade_that_is_asked_for(kind: str, grade: int) -> None:
    """It is found, stands in the file, and is what the chain says."""
    made = new_puzzle(kind, 3, grade)
    assert made.grade == grade == made.puzzle.header.grade == grade_of(made.puzzle)


@pytest.mark.parametrize(
    ("kind", "size", "words"),
    [
        ("zebr", "", "no kind of puzzle 'zebr'; did you mean 'zebra'"),
        ("zebra", "9", "the number of houses is '9'; it must be a whole number from 2 to 7"),
        ("zebra", "4x", "the number of categories is ''"),
        ("zebra", "4x4x4", "write it as HOUSESxCATEGORIES"),
        ("knights", "1", "the number of people"),
    ],
)
def test_what_cannot_be_made(kind: str, size: str, words: str) -> None:
    with pytest.raises(DeduceError, match=words):
        new_puzzle(kind, 1, size=size)


def test_no_puzzle_of_a_grade() -> None:
    """What is not found is said, with what was found."""
    with pytest.raises(DeduceError, match="no puzzle knights of the size 2 and the grade 5 was found in 300"):
        new_puzzle("knights", 1, 5, "2")


def test_a_puzzle_is_a_case_file() -> None:
    """Whatever reads case files reads it, and finds one world."""
    case = parse_case(new_puzzle("zebra", 1, size="3x3").text)
    assert Belief(case.log).count == 1
    assert case.puzzle is not None
    assert case.puzzle.kind == "zebra"
