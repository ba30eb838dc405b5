"""Which rules on sets of values say what the statements of a situation say."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

from deduce.belief.costs import tries
from deduce.belief.search.groups import Different, DifferentPair
from deduce.belief.search.rows import RowRules
from deduce.belief.search.rules import (
    AnyOf,
    Facts,
    Fixed,
    Formula,
    HasOne,
    Node,
    NumberOf,
    OddNumber,
    Switches,
)
from deduce.belief.search.sums import BoundedSum, ReachedSum
from deduce.problem.comparison import Comparison
from deduce.problem.formulas import Parity
from deduce.problem.statements import (
    AllDifferent,
    Among,
    Constant,
    Count,
    Predicate,
    Statement,
    Table,
)
from deduce.problem.totals import Amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.belief.patience import Allowance
    from deduce.belief.search.rules import Masks, Rule
    from deduce.belief.situation import Situation
    from deduce.problem.statements import Value

__all__ = ["MOST_TRIED", "NoRuleError", "Rulebook"]

MOST_SPREAD = 1_000
"""How far apart the least and the greatest sum may be for all sums to be kept as bits."""
MOST_TRIED = 2_000
"""How many combinations of values are usually tried to write out what no rule says."""


class NoRuleError(Exception):
    """A statement is none that a rule says."""


class Rulebook:
    """Makes the rules of a situation.

    Args:
        situation: The situation; how heavy worlds are does not matter.
        allowance: What that may take.
        most_tried: How many combinations of values may be tried to write out what no rule says.

    Attributes:
        masks: The values that are left to each unknown: fewer than before where a table, of which only one
            unknown was open, has told that, so that it needs no rule.
    """

    def __init__(self, situation: Situation, allowance: Allowance, most_tried: int) -> None:
        self.situation = situation
        self.masks: Masks = list(situation.masks)
        self.allowance = allowance
        self._most_tried = most_tried
        self._bits = situation.problem.bits
        self._places = situation.problem.places
        self._inside: dict[frozenset[Value], int] = {}
        self._tables = RowRules(situation.problem, self.masks, allowance)

    def rules(self) -> list[Rule]:
        """Return the rules.

        Raises:
            NoRuleError: If no rule says what a statement says.
            OutOfReachError: If that takes too much.
        """
        statements = [statement.support for statement in self.situation.joint]
        # Those of which little is left come first, since they leave less to the others.
        tables = [statement for statement in statements if isinstance(statement, Table)]
        tables.sort(key=self._tables.combinations)
        others = [statement for statement in statements if not isinstance(statement, Table)]
        return [rule for statement in [*tables, *others] for rule in self._rules_of(statement)]

    def _rules_of(self, statement: Statement) -> Iterator[Rule]:
        # By far the most are of the first three kinds, which have no kinds of their own; to ask whether
        # something is an instance of what it is not takes longer.
        if type(statement) is Count:
            yield from self._rules_of_count(statement)
        elif type(statement) is AllDifferent:
            places = [self._places[unknown] for unknown in statement.unknowns]
            if len(places) == 2 and not statement.taken:
                yield DifferentPair(*places)
            else:
                yield Different(places, self._mask(statement.taken))
        elif type(statement) is Table:
            yield from self._rules_of_table(statement)
        elif isinstance(statement, Comparison) and _is_sum(statement):
            yield self._sum(statement)
        elif isinstance(statement, Parity | Among | Constant):
            yield self._formula(statement)
        else:
            yield from self._rules_of_table(self._written_out(statement))

    def _rules_of_table(self, table: Table) -> Iterator[Rule]:
        rule = self._tables.rule_of(table)
        if rule is not None:
            yield rule

    def _rules_of_count(self, statement: Count) -> Iterator[Rule]:
        size = len(statement.parts)
        if statement.low == size:
            for part in statement.parts:
                yield from self._rules_of(part)
            return
        facts = []
        for part in statement.parts:
            if not isinstance(part, Among):
                yield self._formula(statement)
                return
            facts.append(self._fact(part))
        if statement.low == 1 and statement.high >= size:
            yield AnyOf(facts)
        elif statement.low <= 0 and statement.high == size - 1:
            yield AnyOf([(place, ~inside) for place, inside in facts])
        else:
            yield self._counting(facts, statement.low, statement.high)

    def _counting(self, facts: list[tuple[int, int]], low: int, high: int) -> Rule:
        places = [place for place, _ in facts]
        left = 0
        for place in places:
            left |= self.masks[place]
        inside = facts[0][1]
        is_uniform = all(other == inside for _, other in facts) and len({*places}) == len(places) > 1
        on, off = left & inside, left & ~inside
        if is_uniform and on.bit_count() == off.bit_count() == 1:
            return Switches(places, on, off, low, high)
        return Facts(facts, low, high)

    def _formula(self, statement: Statement) -> Rule:
        places = [self._places[unknown] for unknown in statement.scope]
        return Formula(self._node(statement), places, len(places))

    def _node(self, statement: Statement) -> Node:
        if isinstance(statement, Among):
            return HasOne(*self._fact(statement))
        if isinstance(statement, Count):
            return NumberOf(list(map(self._node, statement.parts)), statement.low, statement.high)
        if isinstance(statement, Parity):
            return OddNumber(list(map(self._node, statement.parts)), odd=statement.odd)
        if isinstance(statement, Constant):
            return Fixed(is_true=statement.truth)
        raise NoRuleError

    def _fact(self, fact: Among) -> tuple[int, int]:
        """Return a fact as the place of its unknown and the values with which it is true."""
        inside = self._mask(fact.values)
        return self._places[fact.unknown], inside if fact.inside else ~inside

    def _mask(self, values: frozenset[Value]) -> int:
        known = self._inside.get(values)
        if known is None:
            known = self._inside[values] = self.situation.problem.mask(values)
        return known

    def _written_out(self, statement: Statement) -> Table:
        """Return a statement as a table, if it has few combinations.

        Raises:
            NoRuleError: If it has too many.
        """
        problem = self.situation.problem
        unknowns = tuple(sorted(statement.scope, key=self._places.__getitem__))
        masks = [self.masks[self._places[unknown]] for unknown in unknowns]
        combinations = math.prod(mask.bit_count() for mask in masks)
        if combinations > self._most_tried or not unknowns:
            raise NoRuleError
        self.allowance.spend(combinations * len(unknowns), "writing out")
        domains = {
            unknown: frozenset(problem.values_of(mask)) for unknown, mask in zip(unknowns, masks, strict=True)
        }
        if isinstance(statement, Predicate):
            written = statement.tabulated(domains)
            if isinstance(written, Table):
                return written
        if tries(statement, domains):
            raise NoRuleError
        rows = itertools.product(*(problem.values_of(mask) for mask in masks))
        return Table(
            unknowns, frozenset(row for row in rows if statement.holds(dict(zip(unknowns, row, strict=True))))
        )

    def _sum(self, statement: Comparison) -> Rule:
        places: list[int] = []
        numbers: list[dict[int, int]] = []
        least = spread = 0
        for part, times in statement.total.parts:
            assert isinstance(part, Amount)  # noqa: S101 - _is_sum has looked
            place = self._places[part.unknown]
            values = self.situation.problem.values_of(self.masks[place])
            row = {self._bits[value]: times * part.worth({part.unknown: value}) for value in values}
            low = min(row.values())
            places.append(place)
            numbers.append({bit: number - low for bit, number in row.items()})
            least += low
            spread += max(row.values()) - low
        least += statement.total.constant
        inside = [
            (max(low - least, 0), min(high - least, spread))
            for low, high in statement.intervals
            if high >= least and low <= least + spread
        ]
        if not inside:
            return Formula(Fixed(is_true=False), places, 1)
        if spread <= MOST_SPREAD:
            allowed = sum([(1 << high + 1) - (1 << low) for low, high in inside])
            return ReachedSum(places, numbers, allowed)
        if len(inside) > 1:
            raise NoRuleError
        return BoundedSum(places, numbers, *inside[0])


def _is_sum(statement: Comparison) -> bool:
    return all(isinstance(part, Amount) for part, _ in statement.total.parts)
