"""Statements in case files: facts as texts, and tables with the keys of one kind."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deduce.casefile.facts import Names, parse_fact
from deduce.casefile.formulas import condition
from deduce.errors import CaseFileError, DeduceError, did_you_mean
from deduce.intake.numbers import quoted
from deduce.problem.chances import drawn, weighted
from deduce.problem.regions import connected
from deduce.problem.runs import runs
from deduce.problem.statements import (
    MOST_COMBINATIONS,
    SHOWN,
    Domains,
    Statement,
    Unknown,
    Value,
    all_different,
    all_of,
    among,
    any_of,
    at_least,
    at_most,
    exactly,
    implies,
    none_of,
    table,
)

if TYPE_CHECKING:
    from deduce.casefile.grid import Grid
    from deduce.casefile.items import Budget, Item
    from deduce.casefile.source import Source

__all__ = ["STATEMENT_KEYS", "StatementReader"]

MOST_STEPS = 10_000_000
"""How much work the conditions of a file may be: its parts, for each combination of the unknowns' values."""
_FEWEST_PARTS = 5
"""A short condition takes as long as one of so many parts."""
_JOINS = {"any_of": any_of, "all_of": all_of, "none_of": none_of}
_COUNTS = {"exactly": exactly, "at_least": at_least, "at_most": at_most}

_KINDS: dict[str, frozenset[str]] = {
    "fact": frozenset({"fact"}),
    "unknown": frozenset({"unknown", "among", "not_among"}),
    "any_of": frozenset({"any_of"}),
    "all_of": frozenset({"all_of"}),
    "none_of": frozenset({"none_of"}),
    "exactly": frozenset({"exactly", "of", "value"}),
    "at_least": frozenset({"at_least", "of", "value"}),
    "at_most": frozenset({"at_most", "of", "value"}),
    "if": frozenset({"if", "then"}),
    "different": frozenset({"different"}),
    "all_different": frozenset({"all_different"}),
    "where": frozenset({"where"}),
    "runs": frozenset({"runs", "of", "value"}),
    "connected": frozenset({"connected", "of"}),
    "unknowns": frozenset({"unknowns", "rows"}),
    "drawn": frozenset({"drawn", "supply"}),
    "weighted": frozenset({"weighted", "rows"}),
}
STATEMENT_KEYS: frozenset[str] = frozenset().union(*_KINDS.values())
"""The keys of all kinds of statements."""


class StatementReader:
    """Reads the statements of one file.

    Args:
        source: The file.
        names: The names of the unknowns and values.
        domains: What each unknown can be where a condition is worked out.
        grids: The grids of the file.
        budget: How much may come of it.
    """

    def __init__(
        self, source: Source, names: Names, domains: Domains, grids: Sequence[Grid], budget: Budget
    ) -> None:
        self.source = source
        self.names = names
        self.domains = domains
        self.grids = grids
        self.budget = budget
        self.steps: int = 0
        self._cells: list[str] | None = None

    @contextlib.contextmanager
    def about(self, item: Item | None) -> Iterator[None]:
        """Read statements about the cells of one thing."""
        if item is None:
            yield
            return
        self._cells = item.cells
        try:
            with self.source.about(item.label):
                yield
        finally:
            self._cells = None

    def statement(self, block: object, where: str, key: str = "") -> Statement:
        """Read a statement: a fact as text, or a table with the keys of one kind."""
        if isinstance(block, str):
            return self.source.checked(lambda text: parse_fact(text, self.names), block, where, key, block)
        if not isinstance(block, Mapping):
            raise self.source.error(f"{quoted(block)} is not a statement", where, key)
        kinds = [kind for kind in _KINDS if kind in block]
        if len(kinds) != 1:
            message = (
                f"has the statements {' and '.join(kinds)}; it must have one (combine them with all_of)"
                if kinds
                else f"has no statement; use one of {', '.join(_KINDS)}"
            )
            raise self.source.error(message, where, kinds[0] if kinds else "")
        kind = kinds[0]
        foreign = (block.keys() & STATEMENT_KEYS) - _KINDS[kind]
        if foreign:
            message = f"{min(foreign)!r} does not go with {kind!r}"
            raise self.source.error(message, where, min(foreign))
        try:
            statement = self._of_kind(kind, block, where)
        except CaseFileError:
            raise
        except DeduceError as error:
            raise self.source.error(str(error), where, kind) from None
        return statement

    def _of_kind(self, kind: str, block: Mapping[str, Any], where: str) -> Statement:
        if kind in _JOINS:
            return _JOINS[kind](*self._parts(block, kind, where))
        if kind in _COUNTS:
            return self._counted(kind, block, where)
        readers: dict[str, Callable[[Mapping[str, Any], str], Statement]] = {
            "fact": self._fact,
            "unknown": self._among,
            "if": self._implied,
            "different": self._different,
            "all_different": self._all_different,
            "where": self._condition,
            "runs": self._runs,
            "connected": self._connected,
            "unknowns": self._rows,
            "drawn": self._drawn,
            "weighted": self._weighted,
        }
        return readers[kind](block, where)

    def _fact(self, block: Mapping[str, Any], where: str) -> Statement:
        return self.statement(self.source.string(block, "fact", where), where, "fact")

    def _implied(self, block: Mapping[str, Any], where: str) -> Statement:
        if "then" not in block:
            raise self.source.error("'if' needs a 'then'", where, "if")
        given, consequence = (self.statement(block[key], where, key) for key in ("if", "then"))
        return implies(given, consequence)

    def _all_different(self, block: Mapping[str, Any], where: str) -> Statement:
        return all_different(self._unknown_list(block, "all_different", where))

    def _condition(self, block: Mapping[str, Any], where: str) -> Statement:
        """Read a condition; what no statement can say is worked out for all combinations of values."""
        text = self.source.string(block, "where", where)
        read = condition(text, self.names)
        for predicate, parts in read.worked_out:
            combinations = math.prod(len(self.domains[unknown]) for unknown in predicate.unknowns)
            if combinations > MOST_COMBINATIONS:
                message = (
                    f"the condition {quoted(text, SHOWN)} would have to be worked out for {combinations:,} "
                    f"combinations of values, more than {MOST_COMBINATIONS:,}, since {read.reason}; say that "
                    "part otherwise, or on fewer unknowns"
                )
                raise self.source.error(message, where, "where")
            self.steps += combinations * max(parts, _FEWEST_PARTS)
        if self.steps > MOST_STEPS:
            message = (
                f"the conditions up to here are {self.steps:,} steps of work (their parts, for each "
                f"combination of values), more than {MOST_STEPS:,}; write shorter ones, on fewer values"
            )
            raise self.source.error(message, where, "where")
        return read.statement.tabulated(self.domains)

    def _among(self, block: Mapping[str, Any], where: str) -> Statement:
        unknown = self.source.checked(
            self.names.unknown,
            self.source.string(block, "unknown", where),
            where,
            "unknown",
            block["unknown"],
        )
        keys = [key for key in ("among", "not_among") if key in block]
        if len(keys) != 1:
            raise self.source.error("'unknown' needs either 'among' or 'not_among'", where, "unknown")
        values = [
            self.value(unknown, value, where, keys[0]) for value in self.source.listed(block, keys[0], where)
        ]
        statement = among(unknown, values)
        return statement if keys[0] == "among" else ~statement

    def _weighted(self, block: Mapping[str, Any], where: str) -> Statement:
        """Read how heavy some rows of values are."""
        unknowns = self._unknown_list(block, "weighted", where)
        weights = {}
        for row in self.source.listed(block, "rows", where):
            if not isinstance(row, list) or len(row) != len(unknowns) + 1:
                message = f"row {quoted(row)} must be a list of {len(unknowns)} values and a weight"
                raise self.source.error(message, where, "rows")
            values = self._row(unknowns, row[:-1], where)
            if values in weights:
                raise self.source.error(f"the row {quoted(row)} stands there twice", where, "rows")
            weights[values] = row[-1]
        return weighted(unknowns, weights)

    def _drawn(self, block: Mapping[str, Any], where: str) -> Statement:
        """Read draws without putting back."""
        unknowns = self._unknown_list(block, "drawn", where)
        known = {
            name: value for unknown in unknowns for name, value in self.names.values[unknown].values.items()
        }
        supply = self.source.table(block, "supply", where)
        for name in supply:
            if name not in known:
                message = f"no draw has the value {quoted(name)}; {did_you_mean(name, known)}"
                raise self.source.error(message, where, "supply")
        return drawn(unknowns, {known[name]: copies for name, copies in supply.items()})

    def _row(self, unknowns: Sequence[Unknown], row: Sequence[object], where: str) -> tuple[Value, ...]:
        pairs = zip(unknowns, row, strict=True)
        return tuple(self.value(unknown, value, where, "rows") for unknown, value in pairs)

    def _rows(self, block: Mapping[str, Any], where: str) -> Statement:
        unknowns = self._unknown_list(block, "unknowns", where)
        rows = self.source.listed(block, "rows", where)
        read = []
        for row in rows:
            if not isinstance(row, list) or len(row) != len(unknowns):
                message = f"row {quoted(row)} must be a list of {len(unknowns)} values"
                raise self.source.error(message, where, "rows")
            read.append(self._row(unknowns, row, where))
        return table(unknowns, read)

    def _parts(self, block: Mapping[str, Any], key: str, where: str) -> list[Statement]:
        return [self.statement(part, where, key) for part in self.source.listed(block, key, where)]

    def _unknown_list(self, block: Mapping[str, Any], key: str, where: str) -> list[Unknown]:
        return [
            self.source.checked(self.names.unknown, name, where, key, name)
            for name in self.source.listed(block, key, where)
        ]

    def value(self, unknown: Unknown, value: object, where: str, key: str) -> Value:
        """Return the value of an unknown that is named."""
        return self.source.checked(lambda name: self.names.value(unknown, name), value, where, key, value)

    def _counted(self, kind: str, block: Mapping[str, Any], where: str) -> Statement:
        """Read how many of some statements are true, or how many of some unknowns have a value."""
        count = block[kind]
        if isinstance(count, bool) or not isinstance(count, int):
            raise self.source.error(f"{kind} is {quoted(count)}; it must be a whole number", where, kind)
        if "value" not in block:
            return _COUNTS[kind](count, self._parts(block, "of", where))
        given = block["value"]
        wanted = self.source.listed(block, "value", where) if isinstance(given, list) else [given]
        parts = [
            among(unknown, [self.value(unknown, value, where, "value") for value in wanted])
            for unknown in self._unknowns_or_cells(block, "of", where)
        ]
        return _COUNTS[kind](count, parts)

    def _runs(self, block: Mapping[str, Any], where: str) -> Statement:
        """Read in which runs the cells of a line have a value; a single run may stand without a list."""
        if "value" not in block:
            raise self.source.error("'runs' needs a 'value'", where, "runs")
        cells = self._unknowns_or_cells(block, "of", where)
        value = self.value(cells[0], block["value"], where, "value")
        lengths = block["runs"]
        return runs(cells, value, lengths if isinstance(lengths, list) else [lengths])

    def _connected(self, block: Mapping[str, Any], where: str) -> Statement:
        """Read that the cells with a value hang together."""
        if not self.grids:
            message = "'connected' is about the cells of a grid, but the file has no [grid]"
            raise self.source.error(message, where, "connected")
        if "of" in block or self._cells is not None:
            cells = self._unknowns_or_cells(block, "of", where)
        elif len(self.grids) == 1:
            cells = self._implied_cells(self.grids[0].cells, where)
        else:
            message = 'connected in which grid? add each = "grid" for all of them, and grid = "..." for one'
            raise self.source.error(message, where, "connected")
        given = block["connected"]
        wanted = self.source.listed(block, "connected", where) if isinstance(given, list) else [given]
        values = [self.value(cells[0], value, where, "connected") for value in wanted]
        return connected(cells, values, self._neighbours)

    @cached_property
    def _neighbours(self) -> dict[Unknown, list[Unknown]]:
        """Which cells stand beside each cell; those of different grids never do."""
        return {cell: beside for grid in self.grids for cell, beside in grid.neighbours.items()}

    def _different(self, block: Mapping[str, Any], where: str) -> Statement:
        if block["different"] is not True:
            message = f"different is {quoted(block['different'])}; it must be true"
            raise self.source.error(message, where, "different")
        return all_different(self._unknowns_or_cells(block, "", where))

    def _unknowns_or_cells(self, block: Mapping[str, Any], key: str, where: str) -> list[Unknown]:
        """Return the unknowns under a key; where there are none, those that the block goes through."""
        if key in block:
            return self._unknown_list(block, key, where)
        if self._cells is None:
            message = (
                f"says nothing of which unknowns; go through cells with 'each', or list them under {key!r}"
            )
            if not key:
                message = (
                    "'different' needs an 'each' that goes through cells; list unknowns with all_different"
                )
            raise self.source.error(message, where, next(iter(block)))
        return self._implied_cells(self._cells, where)

    def _implied_cells(self, cells: Sequence[str], where: str) -> list[Unknown]:
        """Return cells that need not be named."""
        self.source.built(lambda: self.budget.write(cells), where)
        return [self.names.unknown(cell) for cell in cells]
