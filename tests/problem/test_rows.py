"""Reading the rows of tables, one after the other, beside reading each by itself."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import Problem, ProblemError, table
from deduce.problem.rows import RowReader
from deduce.problem.statements import Table


class Pair(NamedTuple):
    """A tuple with names."""

    first: int
    second: int


VALUES = st.sampled_from([0, 1, 2, True, False, 1.0, "a", "b"])
ROWS = st.lists(
    st.tuples(VALUES, VALUES)
    | st.tuples(VALUES)
    | st.builds(Pair, st.integers(0, 2), st.integers(0, 2))
    | st.sampled_from(["ab", frozenset({0, 1}), [0, 1]]),
    max_size=8,
)
DENSE = st.integers(1, 3).flatmap(
    lambda size: st.lists(
        st.sampled_from(list(itertools.product(range(size), repeat=2))), min_size=1, max_size=9
    )
)


@given(st.lists(ROWS | DENSE, min_size=1, max_size=8))
def test_what_was_read_before_changes_nothing(tables: list[list[object]]) -> None:
    """The rows are those that were given, with their own values, and the columns hold all of these."""
    reader = RowReader()
    for rows in [*tables, *tables]:
        read = reader.read(rows, 2)
        alone = RowReader().read(rows, 2)
        assert (read is None) == (alone is None)
        if read is None or alone is None:
            assert not rows or not all(type(row) is tuple and len(row) == 2 for row in rows)
            continue
        kept, columns = read
        assert kept == alone[0] == set(map(tuple, rows))  # type: ignore[arg-type]  # each is a tuple
        # Of rows that are equal, such as (1, 0) and (True, False), one that was given is kept.
        assert {repr(row) for row in kept} <= set(map(repr, rows))
        assert all(value in column for row in kept for value, column in zip(row, columns, strict=True))


def test_many_tables_of_one_kind_and_then_another() -> None:
    """Every value of a table is looked at, also where the tables before had other ones."""
    every = list(itertools.product(range(3), repeat=2))
    names = "ABC"
    apart = [row for row in every if row[0] != row[1]]
    rules = [table(pair, apart) for pair in itertools.combinations(names, 2)]
    Problem(dict.fromkeys(names, range(3)), rules)
    few = table("AB", [(0, 1), (1, 1)])
    assert isinstance(few, Table)
    # What its unknowns can be is told by its own rows.
    assert few.columns == (frozenset({0, 1}), frozenset({1}))
    Problem({"A": [0, 1], "B": [1]}, [few])
    with pytest.raises(ProblemError, match="'B' has no value 1"):
        Problem({"A": [0, 1], "B": [0, 2]}, [few])
    with pytest.raises(ProblemError, match="a row of 3 values"):
        table("AB", [*apart, (0, 1, 2)])
    with pytest.raises(ProblemError, match="a row of 2 values"):
        table("ABC", apart)
    words = table("AB", ["01", [0, 1]])
    assert isinstance(words, Table)
    assert words.rows == {("0", "1"), (0, 1)}
