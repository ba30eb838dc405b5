"""Conditions as statements: "abs(fox - horse) == 1", "SEND + MORE == MONEY", "says(Ann, Ben is knave)".

What a condition says becomes statements on numbers and formulas, which know how to reason without trying
all combinations of values. What cannot be said so, such as a division by an unknown, is worked out for each.
"""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deduce.casefile.expressions import check_number, check_text, worked_out
from deduce.casefile.facts import parse_fact
from deduce.casefile.reckoning import ARITHMETIC, TERM_FUNCTIONS, NumberReader, Unsayable, flat
from deduce.casefile.syntax import Syntax, parsed
from deduce.errors import ProblemError, nearest
from deduce.intake.numbers import quoted
from deduce.problem.formulas import Same, iff, same, says, xor
from deduce.problem.statements import (
    ALWAYS,
    NEVER,
    Predicate,
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
    fact,
    implies,
)
from deduce.problem.terms import (
    between,
    left_of,
    next_to,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deduce.casefile.facts import Names

__all__ = ["FUNCTIONS", "Condition", "condition"]

_PLACES: dict[str, Callable[..., Statement]] = {
    "next_to": next_to,
    "left_of": left_of,
    "right_of": lambda first, second: left_of(second, first),
    "between": between,
}
_ON_UNKNOWNS: dict[str, Callable[..., Statement]] = {
    "same": same,
    "different": lambda *unknowns: all_different(unknowns),
}
_COUNTS = {"exactly": exactly, "at_least": at_least, "at_most": at_most}
_JOINED: dict[str, tuple[Callable[..., Statement], float]] = {
    "iff": (iff, 2),
    "implies": (implies, 2),
    "xor": (xor, math.inf),
}
"""What joins formulas, and how many at most."""
_SAYING = ("says", *_PLACES, *_ON_UNKNOWNS, *_COUNTS, *_JOINED)
FUNCTIONS = (*TERM_FUNCTIONS, *_SAYING)
"""What can be called in a condition."""
_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: lambda left, right: left == right,
    ast.NotEq: lambda left, right: left != right,
    ast.Lt: lambda left, right: left < right,
    ast.LtE: lambda left, right: left <= right,
    ast.Gt: lambda left, right: left > right,
    ast.GtE: lambda left, right: left >= right,
}


@dataclass(frozen=True)
class Condition:
    """A condition that was read.

    Attributes:
        statement: What it says.
        worked_out: The parts that are worked out for every combination of values, each with how many parts it
            has itself, which take time.
        reason: Why; empty if there are none.
    """

    statement: Statement
    worked_out: list[tuple[Predicate, int]] = field(default_factory=list)
    reason: str = ""


def condition(text: str, names: Names) -> Condition:
    """Read a condition as a statement.

    Examples:
        >>> from deduce import Problem
        >>> from deduce.casefile.facts import Names
        >>> street = Names(Problem({"fox": [1, 2, 3], "the horse": [1, 2, 3]}))
        >>> statement = condition("abs(fox - `the horse`) == 1", street).statement
        >>> statement.holds({"fox": 2, "the horse": 3})
        True

    Args:
        text: The condition.
        names: The unknowns and values that it can name.

    Raises:
        ProblemError: If the text is not a condition on some of these unknowns.
    """
    syntax = parsed(text)
    _check_parts(syntax)
    reader = _Reader(syntax, names)
    statement: Statement = ALWAYS
    try:
        statement = reader.formula(syntax.tree)
    except Unsayable as found:
        if not reader.is_formula(syntax.tree):
            message = f"the condition {syntax.shown} is neither true nor false; compare it with something"
            raise ProblemError(message) from None
        predicate, parts = _tried(syntax.tree, found, syntax, names)
        if predicate.unknowns:
            return Condition(predicate, [(predicate, parts)], _reason(found, syntax))
        reader.names_unknowns = False
    if not reader.names_unknowns:
        message = f"the condition {syntax.shown} names no unknown"
        raise ProblemError(message)
    return Condition(statement, reader.worked_out, reader.reason)


def _check_parts(syntax: Syntax) -> None:
    """Make sure that nothing stands in a condition that can stand in none.

    Raises:
        ProblemError: If something does.
    """
    for part in ast.walk(syntax.tree):
        match part:
            case ast.BinOp(op=op):
                is_allowed = type(op) in ARITHMETIC
            case ast.UnaryOp(op=op):
                is_allowed = isinstance(op, ast.Not | ast.USub)
            case ast.Call(func=ast.Name(id=name)):
                is_allowed = name in FUNCTIONS
                if not is_allowed and (meant := nearest(name, FUNCTIONS)):
                    raise syntax.refused(part, f"there is no function {name!r}; did you mean {meant!r}?")
            case ast.Constant(value=value):
                is_allowed = isinstance(value, bool | int | str)
            case _:
                is_allowed = not isinstance(part, ast.expr) or isinstance(part, _PARTS)
        if not is_allowed and isinstance(part, ast.expr):
            raise syntax.refused(part)


_PARTS = (ast.Name, ast.BoolOp, ast.Compare, ast.Subscript, ast.List, ast.Tuple, ast.Set, ast.Dict)


def _reason(found: Unsayable, syntax: Syntax) -> str:
    return f"{quoted(syntax.written(found.part), 60)} {found.why}"


def _tried(part: ast.expr, found: Unsayable, syntax: Syntax, names: Names) -> tuple[Predicate, int]:
    """Return a part as it is worked out for every combination of values.

    Raises:
        ProblemError: If that cannot be either; it says which part of it is the reason.
    """
    try:
        return worked_out(part, syntax, names)
    except ProblemError:
        raise syntax.refused(found.part, f"it {found.why}") from None


class _Reader(NumberReader):
    """Turns the accepted parts of a syntax tree into statements and numbers.

    Args:
        syntax: The condition.
        names: The unknowns and values that it can name.
    """

    def __init__(self, syntax: Syntax, names: Names) -> None:
        super().__init__(syntax, names)
        self.worked_out: list[tuple[Predicate, int]] = []
        self.reason = ""

    # --- Formulas --------------------------------------------------------------------------------

    def formula(self, node: ast.expr) -> Statement:  # noqa: PLR0911 - one way out for each kind of part
        """Return what a part says that is true or false."""
        match node:
            case ast.BoolOp(op=op, values=parts):
                join = all_of if isinstance(op, ast.And) else any_of
                return join(*map(self.formula, parts))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return ~self.formula(operand)
            case ast.Compare():
                return self._comparison(node)
            case ast.Call(func=ast.Name(id=name)) if name in _SAYING:
                return self._called(name, node)
            case ast.Constant(value=bool() as constant):
                return ALWAYS if constant else NEVER
            case ast.Constant(value=str() as text):
                self.names_unknowns = True
                return parse_fact(text, self.names)
            case ast.Name() if self._is_claim(node):
                return fact(self.unknown(node), value=True)
        # What is no part of a condition at all is said first.
        self.term(node)
        raise Unsayable(node, "is neither true nor false; compare it with something", is_mixed=True)

    def is_formula(self, node: ast.expr) -> bool:
        """Tell whether a part is true or false, rather than a number or a value."""
        match node:
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.Call(func=ast.Name(id=name)):
                return name in _SAYING
        return False

    def _called(self, name: str, node: ast.Call) -> Statement:
        """Return what a function says."""
        if name == "says":
            return self._said(node)
        if node.keywords:
            raise self.syntax.refused(node)
        if name in _JOINED:
            return self._joined(name, node)
        if name in _COUNTS:
            return self._counted(name, node)
        if name in _ON_UNKNOWNS:
            unknowns = [self.unknown(part) for part in flat(node.args)]
            if len(unknowns) < 2:
                raise self.syntax.refused(node, f"{name} needs two unknowns or more")
            return _ON_UNKNOWNS[name](*unknowns)
        wanted = 3 if name == "between" else 2
        if len(node.args) != wanted:
            raise self.syntax.refused(node, f"{name} needs {wanted} numbers")
        return _PLACES[name](*map(self.real_term, node.args))

    def _joined(self, name: str, node: ast.Call) -> Statement:
        join, most = _JOINED[name]
        if not 2 <= len(node.args) <= most:
            raise self.syntax.refused(node, f"{name} joins two formulas")
        return join(*map(self.formula, node.args))

    def _counted(self, name: str, node: ast.Call) -> Statement:
        match node.args:
            case [ast.Constant(value=int() as count), *parts] if not isinstance(count, bool):
                return _COUNTS[name](count, map(self.formula, flat(parts)))
        raise self.syntax.refused(node, f"{name} begins with a whole number: {name}(2, ..., ...)")

    def _said(self, node: ast.Call) -> Statement:
        """Return what somebody says: says(Ann, ...)."""
        kinds = {word.arg or "**": word.value for word in node.keywords}
        if len(node.args) != 2 or not kinds.keys() <= {"honest", "liar"}:
            why = (
                "write says(who, formula), with honest = '...' and liar = '...' if they are called otherwise"
            )
            raise self.syntax.refused(node, why)
        speaker = self.unknown(node.args[0])
        named = {kind: self.kind(speaker, part) for kind, part in kinds.items()}
        if "honest" not in named:
            named["honest"] = self.names.value(speaker, "knight")
        return says(speaker, self.formula(node.args[1]), **named)

    # --- Comparisons -----------------------------------------------------------------------------

    def _comparison(self, node: ast.Compare) -> Statement:
        known = self.names_unknowns
        try:
            operands = [node.left, *node.comparators]
            return all_of(*map(self._compared, node.ops, operands, operands[1:]))
        except Unsayable as found:
            if found.is_mixed:
                raise
            self.names_unknowns = known
            predicate, parts = _tried(node, found, self.syntax, self.names)
            self.reason = _reason(found, self.syntax)
            if not predicate.unknowns:
                return ALWAYS if predicate.holds({}) else NEVER
            self.names_unknowns = True
            self.worked_out.append((predicate, parts))
            return predicate

    def _compared(self, op: ast.cmpop, left: ast.expr, right: ast.expr) -> Statement:
        if isinstance(op, ast.Is | ast.IsNot):
            unknown = self.unknown(left)
            said = fact(unknown, self.kind(unknown, right))
            return said if isinstance(op, ast.Is) else ~said
        if isinstance(op, ast.In | ast.NotIn):
            said = self._within(left, right)
            return said if isinstance(op, ast.In) else ~said
        if isinstance(op, ast.Eq | ast.NotEq):
            said = self._equal(left, right)
            return said if isinstance(op, ast.Eq) else _other(said)
        return self._ordered(_COMPARED[type(op)], left, right)

    def _ordered(self, compare: Callable[[Any, Any], Any], left: ast.expr, right: ast.expr) -> Statement:
        said = compare(self.term(left), self.term(right))
        if isinstance(said, bool):
            return ALWAYS if said else NEVER
        return said  # type: ignore[no-any-return]  # comparing terms gives a statement

    def _equal(self, left: ast.expr, right: ast.expr) -> Statement:
        if self._are_formulas(left, right):
            return iff(self.formula(left), self.formula(right))
        if _number(left) is not None or isinstance(left, ast.Constant):
            left, right = right, left
        if isinstance(left, ast.Name) and self.is_known(left):
            unknown = self.unknown(left)
            if (number := _number(right)) is not None:
                check_number(number, unknown, self.syntax, self.names)
            if isinstance(right, ast.Constant):
                return among(unknown, self._values(unknown, [right]))
            if isinstance(right, ast.Name) and self.is_known(right):
                other = self.unknown(right)
                return ALWAYS if other == unknown else same(unknown, other)
        return self._ordered(_COMPARED[ast.Eq], left, right)

    def _are_formulas(self, left: ast.expr, right: ast.expr) -> bool:
        """Tell whether two parts are both true or false; a text that is no value is a fact."""
        sure = [part for part in (left, right) if self.is_formula(part) or self._is_claim(part)]
        facts = [
            part
            for part in (left, right)
            if isinstance(part, ast.Constant)
            and isinstance(part.value, str)
            and part.value not in self.names.of_values
        ]
        return len(sure) + len(facts) > 1

    def _is_claim(self, node: ast.expr) -> bool:
        is_name = isinstance(node, ast.Name) and self.is_known(node)
        return is_name and self.names.is_claim(self.unknown(node))

    def _within(self, left: ast.expr, right: ast.expr) -> Statement:
        """Return that something is in a list."""
        if not isinstance(right, ast.List | ast.Tuple | ast.Set):
            raise self.syntax.refused(right, "behind 'in' stands a list, such as [1, 3]")
        items = right.elts
        is_plain = all(isinstance(item, ast.Constant) for item in items)
        if is_plain and isinstance(left, ast.Name) and self.is_known(left):
            unknown = self.unknown(left)
            return among(unknown, self._values(unknown, items))
        return any_of(*(self._equal(left, item) for item in items))

    def _values(self, unknown: Unknown, constants: Sequence[ast.expr]) -> list[Value]:
        """Return which of an unknown's values are named; a text must be somebody's value."""
        named = [part.value for part in constants if isinstance(part, ast.Constant)]
        for value in named:
            if isinstance(value, str):
                check_text(value, self.syntax, self.names)
            elif not isinstance(value, int):
                raise self.syntax.refused(ast.Constant(value))
            elif not isinstance(value, bool):
                check_number(value, unknown, self.syntax, self.names)
        return [value for value in self.names.values[unknown].values.values() if value in named]


def _number(node: ast.expr) -> int | None:
    """Return the number that a part is, as it is written; None if it is none."""
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
    return None


def _other(said: Statement) -> Statement:
    """Return the opposite of an equality."""
    if isinstance(said, Same):
        return all_different(said.unknowns)
    return ~said
