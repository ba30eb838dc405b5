"""Reading the rows of tables.

Tables often come by the hundred with the same columns, such as one for each pair of unknowns. So all
combinations of the last columns are kept where most of them are rows: looking rows up among these tells at
once that each is a tuple, how long it is, and what its values are.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Collection, Hashable
from typing import TypeAlias, TypeGuard

__all__ = ["Columns", "Row", "RowReader"]

Row: TypeAlias = tuple[Hashable, ...]
Columns: TypeAlias = tuple[frozenset[Hashable], ...]
"""Values of each unknown of a table."""

MOST_FILLED = 2
"""How many times as many combinations as rows are kept at most."""
MOST_KEPT = 10_000
"""How many combinations are kept at most."""


class RowReader:
    """Reads the rows of one table after the other; what it keeps changes no answer."""

    def __init__(self) -> None:
        # The last columns, and their combinations once two tables in a row had these.
        self._last: tuple[Columns, frozenset[Row]] = ((), frozenset())

    def read(self, given: Collection[object], size: int) -> tuple[frozenset[Row], Columns] | None:
        """Return rows, and columns in which all of their values are; perhaps others as well.

        Args:
            given: The rows.
            size: How many values each must have.

        Returns:
            None if there are none, or they are not all tuples of so many values that can be looked up.
        """
        columns, every = self._last
        try:
            if every and given and len(columns) == size:
                # Of equal ones, those that are given are taken.
                known: frozenset[Row] = every.intersection(given)
                if len(known) == len(given):
                    return known, columns
            rows = frozenset(given) if _are_tuples(given) else None
        except TypeError:
            return None
        if not rows or operator.countOf(map(len, rows), size) < len(rows):
            return None
        found: Columns = tuple(map(frozenset, zip(*rows, strict=True)))
        is_kept = found == columns and math.prod(map(len, found)) <= min(MOST_FILLED * len(rows), MOST_KEPT)
        self._last = (found, frozenset(itertools.product(*found)) if is_kept else frozenset())
        return rows, found


def _are_tuples(given: Collection[object]) -> TypeGuard[Collection[Row]]:
    return operator.countOf(map(type, given), tuple) == len(given)
