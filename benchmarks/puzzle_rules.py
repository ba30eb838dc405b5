"""Puzzles in a form of their own, from which every solver is told the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce import (
    Log,
    Problem,
    all_different,
    any_of,
    at_least,
    at_most,
    exactly,
    fact,
    iff,
    sum_of,
    table,
    term,
)

if TYPE_CHECKING:
    from deduce import Statement

__all__ = ["Cell", "Different", "Number", "Puzzle", "Rows", "Rule", "Same", "Total", "at_any_rate", "log_of"]

Cell: TypeAlias = Any
"""What an unknown of a puzzle is called: its row and column, or whatever else it is."""
Literal: TypeAlias = tuple[Cell, int]
"""An unknown has a value."""


@dataclass(frozen=True)
class Different:
    """The unknowns differ."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Rows:
    """The values of the unknowns are one of the rows."""

    cells: tuple[Cell, ...]
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Number:
    """At least `low` and at most `high` of these are true."""

    literals: tuple[Literal, ...]
    low: int
    high: int


@dataclass(frozen=True)
class Same:
    """A fact is true exactly where a number is."""

    fact: Literal
    number: Number


@dataclass(frozen=True)
class Total:
    """The sum of the unknowns, each times its factor, is a number."""

    terms: tuple[tuple[int, Cell], ...]
    is_: int


Rule: TypeAlias = Different | Rows | Number | Same | Total


@dataclass
class Puzzle:
    """What is unknown, and what is said of it.

    Attributes:
        kind: What sort of puzzle it is.
        domains: The values of each unknown.
        rules: What must hold.
        givens: What is given away.
        solution: A world in which all of it does.
    """

    kind: str
    domains: dict[Cell, tuple[int, ...]]
    rules: list[Rule] = field(default_factory=list)
    solution: dict[Cell, int] = field(default_factory=dict)
    givens: dict[Cell, int] = field(default_factory=dict)

    def given(self, cell: Cell) -> None:
        """Give away an unknown."""
        self.givens[cell] = self.solution[cell]


def at_any_rate(*literals: Literal) -> Number:
    """Return the rule that at least one of some facts is true."""
    return Number(literals, 1, len(literals))


def log_of(puzzle: Puzzle) -> Log:
    """Return a puzzle as `deduce` is told of it."""
    given = [fact(cell, value) for cell, value in puzzle.givens.items()]
    said = _Said()
    return Log(Problem(puzzle.domains, [*given, *map(said.statement, puzzle.rules)]))


class _Said:
    """Says rules. A fact that several of them name is made once, as the other solvers' literals are."""

    def __init__(self) -> None:
        self._facts: dict[Literal, Statement] = {}

    def statement(self, rule: Rule) -> Statement:
        """Return a rule as a statement."""
        if isinstance(rule, Different):
            return all_different(rule.cells)
        if isinstance(rule, Rows):
            return table(rule.cells, rule.rows)
        if isinstance(rule, Same):
            return iff(fact(*rule.fact), self._number(rule.number))
        if isinstance(rule, Total):
            return sum_of(factor * term(cell) for factor, cell in rule.terms) == rule.is_
        return self._number(rule)

    def _number(self, rule: Number) -> Statement:
        facts = [self._fact(literal) for literal in rule.literals]
        if (rule.low, rule.high) == (1, len(facts)):
            return any_of(*facts)
        if rule.low == rule.high:
            return exactly(rule.low, facts)
        if rule.low <= 0:
            return at_most(rule.high, facts)
        if rule.high >= len(facts):
            return at_least(rule.low, facts)
        return at_least(rule.low, facts) & at_most(rule.high, facts)

    def _fact(self, literal: Literal) -> Statement:
        known = self._facts.get(literal)
        if known is None:
            known = self._facts[literal] = fact(*literal)
        return known
