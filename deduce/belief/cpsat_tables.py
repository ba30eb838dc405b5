"""Tables, for CP-SAT: clauses where two unknowns are tied, or numbers in rows, which take little room."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ortools.sat.python.cp_model_helper import Literal

    from deduce.belief.cpsat import Encoding
    from deduce.problem.statements import Table, Unknown, Value

__all__ = ["demand_row", "literal_of_table"]

NUMBERS_A_TERM = 20
"""How many numbers of a table take as much room as a literal."""


def demand_row(encoding: Encoding, table: Table, switch: Literal | None) -> None:
    """Demand that the values of some unknowns are a row of a table, always or where a switch is on.

    For two unknowns each value of one needs a partner. What is larger goes to CP-SAT as a table of numbers.
    Only under a switch each row becomes a literal, which need be true only where its values are.
    """
    if len(table.unknowns) == 2:
        rows = _rows(table, [_places(encoding, unknown) for unknown in table.unknowns])
        first, second = table.unknowns
        _demand_partner(encoding, first, second, rows, switch)
        _demand_partner(encoding, second, first, [(there, here) for here, there in rows], switch)
    elif switch is None:
        encoding.take(len(table.rows) * len(table.unknowns) // NUMBERS_A_TERM)
        columns = [_column(encoding, unknown) for unknown in table.unknowns]
        rows = _rows(table, [_numbers(encoding, unknown) for unknown in table.unknowns])
        encoding.model.add_allowed_assignments(columns, rows)
    else:
        chosen = [encoding.true_only_where(pairs) for pairs in _pairs(encoding, table)]
        encoding.bound(chosen, 1, len(chosen), switch)


def literal_of_table(encoding: Encoding, table: Table) -> Literal:
    """Return a literal that is true exactly where the values of some unknowns are a row of a table."""
    rows = list(_pairs(encoding, table))
    chosen = [encoding.true_only_where(pairs) for pairs in rows]
    inside = encoding.model.new_bool_var("")
    encoding.bound(chosen, 1, len(chosen), inside)
    for pairs in rows:
        encoding.bound([*(literal.negated() for literal in pairs), inside], 1, len(pairs) + 1)
    return inside


def _rows(table: Table, numbers: Sequence[dict[Value, int]]) -> list[tuple[int, ...]]:
    """Return the possible rows of a table in numbers for its values, in an order of their own.

    Args:
        table: The table.
        numbers: For each unknown, the number of each value that it can have.
    """
    rows: Iterable[tuple[Value, ...]] = table.rows
    if any(not values <= known.keys() for values, known in zip(table.columns, numbers, strict=True)):
        rows = [row for row in rows if all(map(operator.contains, numbers, row))]
    return sorted(tuple(map(operator.getitem, numbers, row)) for row in rows)


def _places(encoding: Encoding, unknown: Unknown) -> dict[Value, int]:
    """Return the values that an unknown can have, each with its position."""
    values = encoding.situation.problem.values
    return {values[place]: place for place in encoding.row_of(unknown)}


def _numbers(encoding: Encoding, unknown: Unknown) -> dict[Value, int]:
    """Return the values that an unknown can have, each with what its column is then."""
    places = _places(encoding, unknown)
    return dict(zip(places, range(2), strict=True)) if len(places) == 2 else places


def _pairs(encoding: Encoding, table: Table) -> Iterator[list[Literal]]:
    """Iterate over rows as the literals of their values."""
    columns = [encoding.row_of(unknown) for unknown in table.unknowns]
    for row in _rows(table, [_places(encoding, unknown) for unknown in table.unknowns]):
        yield [column[place] for place, column in zip(row, columns, strict=True)]


def _demand_partner(
    encoding: Encoding,
    unknown: Unknown,
    other: Unknown,
    rows: Sequence[tuple[int, ...]],
    switch: Literal | None,
) -> None:
    """Demand for each value of an unknown that another has one of those that go with it."""
    others = encoding.row_of(other)
    partners: dict[int, list[Literal]] = {value: [] for value in encoding.row_of(unknown)}
    for value, partner in rows:
        partners[value].append(others[partner])
    for value, literal in encoding.row_of(unknown).items():
        if len(partners[value]) < len(others):
            encoding.bound([literal.negated(), *partners[value]], 1, len(others) + 1, switch)


def _column(encoding: Encoding, unknown: Unknown) -> Literal:
    """Return a number that says which value an unknown has; for two values, the literal of the second."""
    known = encoding.columns.get(unknown)
    if known is None:
        known = encoding.columns[unknown] = _new_column(encoding, encoding.row_of(unknown))
    return known


def _new_column(encoding: Encoding, row: dict[int, Literal]) -> Literal:
    if len(row) == 2:
        return list(row.values())[1]
    from ortools.sat.python.cp_model import Domain, LinearExpr

    encoding.take(2 * len(row))
    number = encoding.model.new_int_var_from_domain(Domain.from_values(list(row)), "")
    # Since exactly one of the literals is true, that says all.
    total = LinearExpr.weighted_sum([*row.values(), number], [*row, -1])
    encoding.model.add_linear_constraint(total, 0, 0)
    return number
