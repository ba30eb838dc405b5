"""Cells that hang together: known counts, random grounds by joining sets, remainders, refusals."""

from __future__ import annotations

import itertools
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable
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
    around,
    beside,
    connected,
    exactly,
    fact,
    prove,
)
from deduce.problem.statements import ALWAYS, NEVER
from deduce.proof.checker import is_proved

MARKS = ["land", "lake", "sea"]


def square(size: int) -> list[tuple[int, int]]:
    return [(row, column) for row in range(size) for column in range(size)]


@pytest.mark.parametrize(
    ("size", "patterns"), [(1, 2), (2, 14), (3, 219), (4, 11_507), (5, 2_301_878), (6, 1_732_082_742)]
)
def test_connected_patterns_of_a_square(size: int, patterns: int) -> None:
    """A published sequence (OEIS A059525), with the empty pattern."""
    cells = square(size)
    assert Belief(Log(Problem(dict.fromkeys(cells, (0, 1)), [connected(cells, 1)]))).count == patterns


def test_polyominoes() -> None:
    """All places of tetrominoes in a field of 4x4."""
    cells = square(4)
    rules = [connected(cells, "x"), exactly(4, [fact(cell, "x") for cell in cells])]
    problem = Problem(dict.fromkeys(cells, ("x", ".")), rules)
    assert Belief(Log(problem)).count == sum(
        hangs_together(set(chosen), {(one, other) for one in cells for other in beside(one)})
        for chosen in itertools.combinations(cells, 4)
    )


def hangs_together(cells: set[Any], links: Iterable[tuple[Any, Any]]) -> bool:
    """Whether links lead from each cell to each other one, by joining sets."""
    parts = [{cell} for cell in cells]
    for one, other in links:
        touched = [part for part in parts if one in part or other in part]
        if {one, other} <= cells and len(touched) > 1:
            parts = [part for part in parts if part not in touched] + [touched[0] | touched[1]]
    return len(parts) <= 1


@st.composite
def grounds(draw: st.DrawFn) -> tuple[Statement, dict[int, list[str]], set[tuple[int, int]]]:
    """Up to six cells, any of which may be beside each other: the land and the lakes hang together."""
    cells = {
        cell: sorted(draw(st.sets(st.sampled_from(MARKS), min_size=1)))
        for cell in range(draw(st.integers(1, 6)))
    }
    cells[0] = MARKS
    links = {pair for pair in itertools.combinations(cells, 2) if draw(st.integers(0, 2)) > 0}
    said = connected(cells, ["land", "lake"], lambda cell: [other for one, other in links if one == cell])
    return said, cells, links


@settings(max_examples=150, deadline=None)
@given(grounds(), st.sampled_from([connected, lambda said: ~said]))
def test_every_engine_agrees(drawn: Any, turned: Any) -> None:
    """As a rule, and turned round, on random grounds."""
    said, cells, links = drawn
    is_denied = turned is not connected
    worlds = [
        dict(zip(cells, values, strict=True))
        for values in itertools.product(*cells.values())
        if hangs_together({cell for cell, value in zip(cells, values, strict=True) if value != "sea"}, links)
        != is_denied
    ]
    log = Log(Problem(cells, [~said if is_denied else said]))
    possible = {cell: tuple(v for v in MARKS if any(world[cell] == v for world in worlds)) for cell in cells}
    for engine in ("diagram", "enumeration"):
        belief = Belief(log, engine)  # type: ignore[arg-type]
        assert belief.count == len(worlds)
    for engine in ("diagram", "cp-sat"):
        found = Belief(log, engine).possible  # type: ignore[arg-type]
        assert {cell: tuple(sorted(values, key=MARKS.index)) for cell, values in found.items()} == possible


@settings(max_examples=150, deadline=None)
@given(grounds(), st.data())
def test_a_remainder_is_a_statement_like_any_other(drawn: Any, data: st.DataObject) -> None:
    """What is left, with groups that hang together already, is solved alike by all engines, also denied."""
    said, cells, links = drawn
    limits = {cell: frozenset(data.draw(st.sets(st.sampled_from(cells[cell]), min_size=1))) for cell in cells}
    left = said.under({**limits, **{cell: frozenset(cells[cell]) for cell in list(cells)[3:]}})
    problem = Problem({cell: sorted(limits[cell]) if cell < 3 else cells[cell] for cell in cells})
    for statement in (left, ~left):
        log = Log(problem).append(statement)
        assert Belief(log, "diagram").count == Belief(log, "enumeration").count
        assert Belief(log, "diagram").possible == Belief(log, "cp-sat").possible
    worlds = Belief(Log(problem).append(left), "enumeration").worlds()
    assert all(hangs_together({cell for cell in cells if world[cell] != "sea"}, links) for world in worlds)


def under(said: Statement, land: Iterable[Any], sea: Iterable[Any], cells: Iterable[Any]) -> Statement:
    domains = {cell: frozenset(("land", "sea")) for cell in cells}
    domains |= {cell: frozenset(("land",)) for cell in land} | {cell: frozenset(("sea",)) for cell in sea}
    return said.under(domains)


def test_remainders_are_shared() -> None:
    """Only what is open counts: which groups there are, and what is beside them."""
    cells = square(3)
    said = connected(cells, "land")
    # The first row: its ends hang together by the middle, or not at all.
    whole = under(said, [(0, 0), (0, 1), (0, 2)], [], cells)
    assert under(said, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)], [], cells) != whole
    twice = under(said, [(0, 0), (0, 1), (1, 0), (2, 0)], [(1, 1), (2, 1)], cells)
    other = under(said, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)], [(2, 1)], cells)
    assert twice != other
    assert under(said, [(0, 0), (0, 1), (1, 1)], [(1, 0), (2, 0), (2, 1)], cells) == under(
        said, [(0, 1), (1, 1)], [(0, 0), (1, 0), (2, 0), (2, 1)], cells
    )


@pytest.mark.parametrize(
    ("land", "sea", "left"),
    [
        ([(0, 0), (2, 2)], [(0, 1), (1, 0)], NEVER),
        ([(0, 0), (2, 2)], [(1, 1), (0, 2), (2, 0)], NEVER),
        ([cell for cell in square(3) if cell != (1, 1)], [], ALWAYS),
        ([], [cell for cell in square(3) if cell != (1, 1)], ALWAYS),
        ([(1, 1), (0, 1), (1, 0), (1, 2), (2, 1)], [], ALWAYS),
    ],
)
def test_what_is_decided_is_told(land: list[Any], sea: list[Any], left: Statement) -> None:
    """A group that is cut off, and cells that all are beside the only group."""
    cells = square(3)
    said = connected(cells, "land")
    found = under(said, land, sea, cells)
    if left == NEVER and (1, 1) in sea:
        # One by one each of these three could be gone round.
        assert under(said, land, sea[:2], cells) != NEVER
    assert found == left


def test_the_only_way_is_land() -> None:
    """Two groups in a corridor: all between them is land, and it is proved by the rule alone."""
    cells = [(0, column) for column in range(6)]
    problem = Problem(dict.fromkeys(cells, ("land", "sea")), {"one island": connected(cells, "land")})
    log = Log(problem).append(fact((0, 1), "land")).append(fact((0, 4), "land")).append(fact((0, 0), "sea"))
    assert Belief(log).certain == {(0, 0): "sea", **{(0, column): "land" for column in (1, 2, 3, 4)}}
    proof = prove(log, (0, 2), "land")
    assert proof.ids == ("1", "2")
    assert is_proved(problem, proof)


def test_neighbours_of_all_kinds() -> None:
    """As a mapping, a function, or by row and column; one side is enough to be neighbours."""
    assert connected("abc", 1, {"a": "b", "b": "c", "c": ""}) == connected(
        "abc", 1, {"a": "", "b": "a", "c": "b"}
    )
    cells = square(2)
    assert connected(cells, 1) == connected(cells, 1, beside)
    diagonal = {cell: frozenset((int(cell in {(0, 0), (1, 1)}),)) for cell in cells}
    assert connected(cells, 1).under(diagonal) == NEVER
    assert connected(cells, 1, around).under(diagonal) == ALWAYS


def test_another_process_reads_the_same() -> None:
    """Texts have other hashes there; what was written down here and read there is the same statement."""
    made = 'connected("ab", "land", {"a": "b", "b": "a"})'
    code = f"import pickle, sys; from deduce import connected; sys.stdout.buffer.write(pickle.dumps({made}))"
    there = {**os.environ, "PYTHONHASHSEED": "1"}
    written = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=there).stdout
    said = pickle.loads(written)  # noqa: S301 - written one line above
    here = connected("ab", "land", {"a": "b", "b": "a"})
    assert {said: "found"}[here] == "found"


def test_words() -> None:
    assert str(connected("ba", "land", {"a": "b", "b": "a"})) == "all land among a, b hang together"
    cells = square(4)
    assert str(connected(cells, {"x", "y"})) == "all x or y among (0, 0) to (3, 3) (16 cells) hang together"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: connected("ab", 1),
            "the neighbours of the cell 'a' are not to be had; give the cells beside",
        ),
        (lambda: connected("ab", 1, {"a": "b"}), "the neighbours of the cell 'b' are not to be had"),
        (lambda: connected("ab", 1, 3), "the neighbours of the cell 'a' are not to be had"),  # type: ignore[arg-type]
        (lambda: connected([], 1), "connected names no unknown"),
        (lambda: connected("aa", 1), "connected names 'a' twice"),
        (lambda: connected(5, 1), "cells must be a list, not 5"),  # type: ignore[arg-type]
        (
            lambda: Problem({(0, 0): ["land"], (0, 1): ["sea"]}, [connected([(0, 0), (0, 1)], "lamd")]),
            "no cell has the value 'lamd'; did you mean 'land'",
        ),
        (lambda: Problem({(0, 0): ["land"]}, [connected([(0, 0), (0, 1)], "land")]), "there is no unknown"),
    ],
)
def test_what_makes_no_sense(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        make()
