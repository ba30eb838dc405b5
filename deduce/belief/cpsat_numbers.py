"""Numbers that depend on unknowns, as CP-SAT reckons with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from deduce.problem.comparison import Comparison
from deduce.problem.totals import (
    Absolute,
    Amount,
    Choice,
    Extreme,
    Part,
    Product,
    Quotient,
    Remainder,
    Total,
    Truth,
)

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar, LinearExprT
    from ortools.sat.python.cp_model_helper import Literal

    from deduce.belief.cpsat import Encoding
    from deduce.problem.comparison import Intervals
    from deduce.problem.statements import Statement, Unknown, Value

__all__ = ["Numbers"]

_Sum: TypeAlias = "LinearExprT"


class Numbers:
    """Makes variables of numbers, each of them once.

    Args:
        encoding: The model in which the unknowns have their literals.
    """

    def __init__(self, encoding: Encoding) -> None:
        self.encoding: Encoding = encoding
        self.model: CpModel = encoding.model
        self._known: dict[Part, IntVar | Literal] = {}

    def demand(self, comparison: Statement, switch: Literal | None) -> None:
        """Make a comparison hold, always or where a switch is on."""
        left = comparison.under(self.encoding.domains)
        if isinstance(left, Comparison):
            self._within(left.total, left.intervals, switch)
        elif switch is None:
            self.encoding.require(left)
        else:
            self.model.add_implication(switch, self.encoding.literal(left))

    def literal(self, comparison: Comparison) -> Literal:
        """Return a literal that is true exactly where a comparison is."""
        left = comparison.under(self.encoding.domains)
        if not isinstance(left, Comparison):
            return self.encoding.literal(left)
        literal = self.model.new_bool_var("")
        self.demand(left, literal)
        self.demand(left.denied(), literal.negated())
        return literal

    def _within(self, total: Total, intervals: Intervals, switch: Literal | None) -> None:
        from ortools.sat.python import cp_model

        self.encoding.take(2 * len(total.parts) + 2 * len(intervals))
        domain = cp_model.Domain.from_intervals([list(interval) for interval in intervals])
        constraint = self.model.add_linear_expression_in_domain(self._sum(total), domain)
        if switch is not None:
            constraint.only_enforce_if(switch)

    def _sum(self, total: Total) -> _Sum:
        return sum(times * self._variable(part) for part, times in total.parts) + total.constant

    def _variable(self, part: Part) -> IntVar | Literal:
        known = self._known.get(part)
        if known is None:
            known = self._known[part] = self._new_variable(part)
        return known

    def _new_variable(self, part: Part) -> IntVar | Literal:
        if isinstance(part, Amount):
            return self._amount(part)
        if isinstance(part, Truth):
            return self.encoding.literal(part.statement)
        least, most = part.bounds(self.encoding.domains)
        self.encoding.take(8 + 2 * sum(len(total.parts) for total in part.totals))
        variable = self.model.new_int_var(least, most, "")
        if isinstance(part, Product):
            self.model.add_multiplication_equality(variable, [self._one(part.left), self._one(part.right)])
        elif isinstance(part, Absolute):
            self.model.add_abs_equality(variable, self._sum(part.total))
        elif isinstance(part, Quotient):
            rest = self.model.new_int_var(0, part.divisor - 1, "")
            self.model.add(self._sum(part.total) == part.divisor * variable + rest)
        elif isinstance(part, Remainder):
            low, high = part.total.bounds(self.encoding.domains)
            times = self.model.new_int_var(low // part.divisor, high // part.divisor, "")
            self.model.add(self._sum(part.total) == part.divisor * times + variable)
        elif isinstance(part, Extreme):
            set_to = self.model.add_max_equality if part.is_greatest else self.model.add_min_equality
            set_to(variable, [self._sum(total) for total in part.of])
        elif isinstance(part, Choice):
            for value, literal in self._values(part.unknown):
                equal = self.model.add(variable == self._sum(part.by_value[value]))
                equal.only_enforce_if(literal)
        else:
            message = f"there is no CP-SAT encoding for {type(part).__name__}"
            raise TypeError(message)
        return variable

    def _one(self, total: Total) -> IntVar | Literal:
        """Return a variable for a total."""
        if len(total.parts) == 1 and not total.constant and total.parts[0][1] == 1:
            return self._variable(total.parts[0][0])
        variable = self.model.new_int_var(*total.bounds(self.encoding.domains), "")
        self.model.add(variable == self._sum(total))
        return variable

    def _amount(self, part: Amount) -> IntVar:
        """Return the variable of an unknown's number, which its literals give."""
        from ortools.sat.python import cp_model

        pairs = self._values(part.unknown)
        self.encoding.take(4 * len(pairs))
        numbers = [part.worth({part.unknown: value}) for value, _ in pairs]
        variable = self.model.new_int_var_from_domain(cp_model.Domain.from_values(numbers), "")
        for number, (_, literal) in zip(numbers, pairs, strict=True):
            self.model.add(variable == number).only_enforce_if(literal)
        return variable

    def _values(self, unknown: Unknown) -> list[tuple[Value, Literal]]:
        """Return the values that an unknown can have, with their literals."""
        problem = self.encoding.situation.problem
        row = self.encoding.literals[problem.places[unknown]]
        return [(problem.values[place], literal) for place, literal in row.items()]
