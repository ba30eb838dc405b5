"""Runs in a line: the same as written out, in every engine, and small where cells are known."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import Belief, Log, Problem, ProblemError, fact, prove, runs
from deduce.problem.statements import ALWAYS, NEVER

CELLS = "abcdefg"
TWO = ("black", "white")
COLOURS = (*TWO, "red")


def lengths_of(line: tuple[str, ...]) -> list[int]:
    """The runs of black in a line, counted by hand."""
    return [len(list(group)) for colour, group in itertools.groupby(line) if colour == "black"]


fitting = st.lists(st.integers(1, 3), max_size=3)
domains = st.lists(st.sets(st.sampled_from(COLOURS), min_size=1), min_size=len(CELLS), max_size=len(CELLS))


@st.composite
def lines_with_runs(draw: st.DrawFn) -> tuple[str, list[int]]:
    """A line, and runs that fit into it."""
    lengths = draw(fitting)
    while (needed := sum(lengths) + len(lengths) - 1) > len(CELLS):
        lengths = lengths[1:]
    return CELLS[: draw(st.integers(max(needed, 1), len(CELLS)))], lengths


@given(lines_with_runs(), domains, st.sets(st.sampled_from(CELLS)))
def test_what_is_left_is_true_in_the_same_worlds(
    line: tuple[str, list[int]], limits: list[set[str]], known: set[str]
) -> None:
    """Limited in two steps or at once, and whatever was limited: as counting the runs by hand says."""
    cells, lengths = line
    said = runs(cells, "black", lengths)
    allowed = {cell: frozenset(limit) for cell, limit in zip(cells, limits, strict=False)}
    first = said.under({cell: limit for cell, limit in allowed.items() if cell in known})
    assert first.under(allowed) == said.under(allowed)
    left = said.under(allowed)
    truths = set()
    possible: dict[str, set[str]] = {cell: set() for cell in cells}
    for row in itertools.product(*(sorted(allowed[cell]) for cell in cells)):
        world = dict(zip(cells, row, strict=True))
        is_true = lengths_of(row) == lengths
        truths.add(is_true)
        assert said.holds(world) == first.holds(world) == left.holds(world) == is_true
        for cell, colour in world.items() if is_true else ():
            possible[cell].add(colour)
    assert (left == NEVER) == (truths == {False})
    assert (left == ALWAYS) == (truths == {True})
    narrowed = {cell: set(values) for cell, values in said.narrowed(allowed).items()}
    if True in truths:
        assert narrowed == possible


@given(lines_with_runs(), st.data())
def test_all_engines_agree(line: tuple[str, list[int]], data: st.DataObject) -> None:
    """As a rule, and denied, beside a second statement on the same cells."""
    cells, lengths = line
    said = runs(cells, "black", lengths)
    if data.draw(st.booleans()):
        said = ~said
    other = fact(data.draw(st.sampled_from(cells)), data.draw(st.sampled_from(TWO)))
    log = Log(Problem(dict.fromkeys(cells, TWO), [said | other]))
    count = sum(
        (said | other).holds(dict(zip(cells, row, strict=True)))
        for row in itertools.product(TWO, repeat=len(cells))
    )
    assert Belief(log, "diagram").count == Belief(log, "enumeration").count == count
    assert Belief(log, "cp-sat").possible == Belief(log, "diagram").possible


def test_equal_ends_are_equal() -> None:
    """What was decided is forgotten except for what it means for the rest, from both ends."""
    said = runs("abcdefgh", "black", [2, 2])
    black, white = frozenset({"black"}), frozenset({"white"})
    done = said.under({"a": black, "b": black, "c": white})
    assert done == runs("defgh", "black", [2])
    assert said.under({"f": white, "g": black, "h": black}) == runs("abcde", "black", [2])
    assert said.under({"a": black}) == said.under({"a": black}).under({"a": black})


def test_a_line_explains_itself() -> None:
    """Proofs and words know it."""
    log = Log(Problem(dict.fromkeys("abcde", TWO))).append(runs("abcde", "black", [3]))
    assert str(log.entries[0].text) == "runs 3 of black in a b c d e"
    assert prove(log, "c", "black").ids == ("1",)


def test_long_lines_are_quick() -> None:
    """The placements of eight runs in 120 cells are more than 10^12; none is written out."""
    cells = [f"c{number}" for number in range(120)]
    log = Log(Problem(dict.fromkeys(cells, TWO), [runs(cells, "black", [3] * 8)]))
    # 120 cells, 24 of them black: 8 blocks among 96 gaps, so choose 8 of 97 places.
    assert Belief(log).count == math.comb(97, 8)


@pytest.mark.parametrize(
    ("lengths", "words"),
    [
        ([3, 3], "runs of 3, 3 need 7 cells, but the line has 5"),
        ([0, 1], "a run has the length 0, which only stands alone"),
        ([-1], "a run has the length -1; it must be a whole number above 0"),
        ([True], "a run has the length True"),
        (["2"], "a run has the length '2'"),
    ],
)
def test_mistakes(lengths: list[int], words: str) -> None:
    """What cannot be is said when it is declared."""
    with pytest.raises(ProblemError, match=words):
        runs("abcde", "black", lengths)


def test_no_run_at_all() -> None:
    """A single 0, or nothing, means that no cell has the value."""
    for lengths in ([], [0]):
        log = Log(Problem(dict.fromkeys("ab", TWO), [runs("ab", "black", lengths)]))
        assert Belief(log).certain == {"a": "white", "b": "white"}
