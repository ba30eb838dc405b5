"""Parts of conditions that are worked out for every combination of the unknowns' values.

Most of what a condition says is said by statements (`formulas.py`); what cannot be is worked out here.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.errors import ProblemError, did_you_mean, shortened
from deduce.intake.numbers import quoted
from deduce.problem.statements import Predicate, Unknown, Value

if TYPE_CHECKING:
    from deduce.casefile.facts import Names
    from deduce.casefile.syntax import Syntax

__all__ = ["check_number", "check_text", "worked_out"]

_SHOWN = 100
"""How many characters of a list of values are shown."""

_Row: TypeAlias = Sequence[Value]
_Worker: TypeAlias = Callable[[_Row], Any]


def _no_number(value: object) -> TypeError:
    """Return the error that a value is reckoned with that is no number."""
    return TypeError(f"{quoted(value)} is not a number; to reckon with values, let all of them be numbers")


def _ordering(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return a comparison that says which of two values is no number, if one is."""

    def ordered(left: object, right: object) -> Any:  # noqa: ANN401 - as the comparison has it
        if isinstance(left, str) != isinstance(right, str):
            raise _no_number(left if isinstance(left, str) else right)
        return compare(left, right)

    return ordered


_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: _ordering(operator.lt),
    ast.LtE: _ordering(operator.le),
    ast.Gt: _ordering(operator.gt),
    ast.GtE: _ordering(operator.ge),
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_FUNCTIONS: dict[str, Callable[..., Any]] = {"abs": abs, "min": min, "max": max}


def worked_out(part: ast.expr, syntax: Syntax, names: Names) -> tuple[Predicate, int]:
    """Return a part as a function of the values, and of how many parts it is made itself.

    Args:
        part: The part.
        syntax: The condition that it is a part of.
        names: The unknowns and values that it can name.

    Raises:
        ProblemError: If it has something that is not allowed.
    """
    reader = _Reader(syntax, names)
    worker = reader.read(part)
    text = syntax.text if part is syntax.tree else syntax.written(part)
    return Predicate(tuple(reader.used), lambda *row: worker(row), text), reader.parts


def check_text(text: str, syntax: Syntax, names: Names) -> None:
    """Make sure that a text in a condition is somebody's value; any other is surely misspelt.

    Raises:
        ProblemError: If it is none.
    """
    if text not in names.of_values:
        message = (
            f"the condition {syntax.shown} names {quoted(text)}, which is nobody's value; "
            f"{did_you_mean(text, sorted(names.of_values))}"
        )
        raise ProblemError(message)


def check_number(number: int, unknown: Unknown, syntax: Syntax, names: Names) -> None:
    """Make sure that a number that an unknown may be is somebody's value; any other is surely misspelt.

    Raises:
        ProblemError: If it is none.
    """
    if number not in names.numbers:
        values = names.values[unknown].values
        remedy = f"its values are {shortened(', '.join(values), _SHOWN)}"
        if quoted(number) in values:
            remedy = f"write '{number}', for that is a text"
        message = (
            f"the condition {syntax.shown} compares {quoted(str(unknown))} with {quoted(number)}, which is "
            f"nobody's value; {remedy}"
        )
        raise ProblemError(message)


class _Reader:
    """Turns the accepted parts of a syntax tree into functions of the unknowns' values."""

    def __init__(self, syntax: Syntax, names: Names) -> None:
        self.syntax = syntax
        self.names = names
        self.used: list[Unknown] = []
        self.parts = 0

    def read(self, node: ast.expr) -> _Worker:  # noqa: PLR0911 - one way out for each kind of part
        """Return the function that works out a part."""
        self.parts += 1
        match node:
            case ast.Name(id=name):
                return self._unknown(name)
            case ast.Constant(value=bool() | int() | str() as constant):
                return self._constant(constant)
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _ARITHMETIC):
                return self._joined(op, self._number(left), self._number(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                negative = self._number(operand)
                return lambda row: -negative(row)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                denied = self.read(operand)
                return lambda row: not denied(row)
            case ast.BoolOp(op=op, values=parts):
                gather = all if isinstance(op, ast.And) else any
                workers = [self.read(part) for part in parts]
                return lambda row: gather(worker(row) for worker in workers)
            case ast.Compare():
                return self._comparison(node)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
                return self._call(_FUNCTIONS[name], arguments)
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                workers = [self.read(item) for item in items]
                return lambda row: [worker(row) for worker in workers]
        raise self.syntax.refused(node)

    def _unknown(self, name: str) -> _Worker:
        wanted = self.syntax.bare.get(name, name)
        if wanted not in self.names.unknowns:
            raise self.syntax.no_unknown(wanted, self.names.unknowns)
        unknown = self.names.unknowns[wanted]
        if unknown not in self.used:
            self.used.append(unknown)
        place = self.used.index(unknown)
        return lambda row: row[place]

    def _constant(self, constant: int | str) -> _Worker:
        """Accept a text only if it is a value of some unknown, for any other is surely misspelt."""
        if isinstance(constant, str):
            check_text(constant, self.syntax, self.names)
        return lambda _: constant

    def _number(self, node: ast.expr) -> _Worker:
        worker = self.read(node)

        def number(row: _Row) -> int:
            value = worker(row)
            if not isinstance(value, int):
                raise _no_number(value)
            return value

        return number

    def _joined(self, op: ast.operator, left: _Worker, right: _Worker) -> _Worker:
        work = _OPERATORS[type(op)]
        return lambda row: work(left(row), right(row))

    def _comparison(self, node: ast.Compare) -> _Worker:
        workers = [self.read(part) for part in (node.left, *node.comparators)]
        for op in node.ops:
            if type(op) not in _OPERATORS:
                raise self.syntax.refused(node)
        tests = [_OPERATORS[type(op)] for op in node.ops]

        def compare(row: _Row) -> bool:
            values = [worker(row) for worker in workers]
            return all(
                test(left, right) for test, left, right in zip(tests, values, values[1:], strict=False)
            )

        return compare

    def _call(self, function: Callable[..., Any], arguments: Sequence[ast.expr]) -> _Worker:
        workers = [self._number(argument) for argument in arguments]
        return lambda row: function(*(worker(row) for worker in workers))
