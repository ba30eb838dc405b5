"""Which rule says that unknowns have the values of a row of a table, looking at as few rows as possible."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

from deduce.belief.search.groups import Pairs, Rows
from deduce.belief.search.rules import Fixed, Formula

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from deduce.belief.patience import Allowance
    from deduce.belief.search.rules import Masks, Rule
    from deduce.problem.problem import Problem
    from deduce.problem.statements import Table, Value

__all__ = ["RowRules", "rule_of_rows"]


class RowRules:
    """Makes the rules of tables.

    Where fewer combinations of values are left to a table's unknowns than it has rows, these are looked up
    instead of going through the rows. What all unknowns but one have settled needs no rule.

    Args:
        problem: Where the names come from.
        masks: The values that are left to each unknown; it is told of values that are not.
        allowance: What that may take.
    """

    def __init__(self, problem: Problem, masks: Masks, allowance: Allowance) -> None:
        self.masks = masks
        self.allowance = allowance
        self._problem = problem
        self._bits = problem.bits
        self._places = problem.places
        self._values: dict[int, tuple[Value, ...]] = {}
        self._pairs: dict[frozenset[tuple[Value, ...]], tuple[dict[int, int], dict[int, int]]] = {}

    def combinations(self, table: Table) -> int:
        """Return how many combinations of values are left to the unknowns of a table."""
        masks, places = self.masks, self._places
        return math.prod([masks[places[unknown]].bit_count() for unknown in table.unknowns])

    def rule_of(self, table: Table) -> Rule | None:
        """Return the rule that says what a table does; None if what is left says it already."""
        places = [self._places[unknown] for unknown in table.unknowns]
        masks = [self.masks[place] for place in places]
        if self.combinations(table) > len(table.rows):
            return self._rule(places, table.rows) if table.rows else _impossible(places)
        rows = self._rows_within(table, masks)
        if not rows:
            return _impossible(places)
        still_open = [number for number, mask in enumerate(masks) if mask & (mask - 1)]
        if len(still_open) > 1:
            left = [tuple([row[number] for number in still_open]) for row in rows]
            return self._rule([places[number] for number in still_open], left)
        for number in still_open:
            self.masks[places[number]] = sum([self._bits[row[number]] for row in rows])
        return None

    def _rows_within(self, table: Table, masks: list[int]) -> list[tuple[Value, ...]]:
        """Return the rows whose values are left to the unknowns."""
        columns = []
        for mask in masks:
            values = self._values.get(mask)
            if values is None:
                values = self._values[mask] = self._problem.values_of(mask)
            columns.append(values)
        every = list(itertools.product(*columns))
        self.allowance.spend(len(every) // 4, "making rules")
        return [row for row in every if row in table.rows]

    def _rule(self, places: list[int], rows: Collection[tuple[Value, ...]]) -> Rule:
        if len(places) == 2:
            return Pairs(places[0], places[1], *self._partners(rows))
        return rule_of_rows(places, rows, self._bits, self.allowance)

    def _partners(self, rows: Collection[tuple[Value, ...]]) -> tuple[dict[int, int], dict[int, int]]:
        """Return, for each value of one unknown, the values of the other one, both ways.

        Whole tables are often the same.
        """
        known = self._pairs.get(rows) if isinstance(rows, frozenset) else None
        if known is None:
            self.allowance.spend(len(rows), "making rules")
            known = _partners(rows, self._bits)
            if isinstance(rows, frozenset):
                self._pairs[rows] = known
        return known


def rule_of_rows(
    places: Sequence[int],
    rows: Collection[tuple[Value, ...]],
    bits: Mapping[Value, int],
    allowance: Allowance | None = None,
) -> Rows:
    """Return the rule that some unknowns have the values of a row.

    Args:
        places: The unknowns, by position.
        rows: Their values; one row or more.
        bits: The bit of each value.
        allowance: What that may take.

    Raises:
        OutOfReachError: If it takes more.
    """
    columns = []
    for column in zip(*rows, strict=True):
        values = set(column)
        if allowance is not None:
            allowance.spend(len(values) * len(rows) // 4, "making rules")
        columns.append({bits[value]: _positions(column, value) for value in values})
    return Rows(places, columns, len(rows))


def _impossible(places: list[int]) -> Rule:
    return Formula(Fixed(is_true=False), places, 1)


def _partners(
    rows: Collection[tuple[Value, ...]], bits: Mapping[Value, int]
) -> tuple[dict[int, int], dict[int, int]]:
    forwards: dict[int, int] = {}
    backwards: dict[int, int] = {}
    for first, second in rows:
        one, other = bits[first], bits[second]
        forwards[one] = forwards.get(one, 0) | other
        backwards[other] = backwards.get(other, 0) | one
    return forwards, backwards


def _positions(column: tuple[Value, ...], value: Value) -> int:
    """Return where a value stands in a column, as bits."""
    return int("".join(["1" if other == value else "0" for other in column]), 2)
