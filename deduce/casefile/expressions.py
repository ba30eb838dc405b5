"""Conditions written as text: "abs(fox - horse) == 1".

The text is parsed with Python's own parser and then only the parts named here are accepted; nothing is ever
handed to `eval`. Names that are not single words are written between backticks: "`Miss Scarlet` != 3".
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.errors import ProblemError, did_you_mean
from deduce.intake.numbers import quoted
from deduce.problem.statements import Statement, Unknown, Value, where

if TYPE_CHECKING:
    from deduce.casefile.facts import Names

__all__ = ["Condition", "condition"]

_Row: TypeAlias = Sequence[Value]
_Worker: TypeAlias = Callable[[_Row], Any]

_LONGEST = 2_000
_DEEPEST = 60
"""How deep the parts of a condition may stand in each other; in a long sum each is one deeper."""
_SHOWN = 100
"""How many characters of a condition are quoted in a message."""
_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_FUNCTIONS: dict[str, Callable[..., Any]] = {"abs": abs, "min": min, "max": max}
_ALLOWED = "names, numbers, 'texts', + - * // %, comparisons, in, and, or, not, abs, min and max"


@dataclass(frozen=True)
class Condition:
    """A condition that was read.

    Attributes:
        statement: What it says.
        unknowns: The unknowns that it names.
        parts: Of how many parts it is made, each of which takes time to work out.
    """

    statement: Statement
    unknowns: tuple[Unknown, ...]
    parts: int


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
    if len(text) > _LONGEST:
        message = f"a condition of {len(text):,} characters is too long; the most is {_LONGEST:,}"
        raise ProblemError(message)
    bare: dict[str, str] = {}
    mark = "quoted"
    while mark in text:
        mark += "_"

    def placeholder(found: re.Match[str]) -> str:
        stand_in = f"{mark}{len(bare)}"
        bare[stand_in] = found[1]
        return f" {stand_in} "

    tree = _parsed(re.sub(r"`([^`]*)`", placeholder, text).strip(), text)
    reader = _Reader(text, names, bare)
    worker = reader.read(tree)
    is_comparison = isinstance(tree, ast.Compare | ast.BoolOp | ast.UnaryOp) and not (
        isinstance(tree, ast.UnaryOp) and not isinstance(tree.op, ast.Not)
    )
    if not is_comparison:
        message = f"the condition {quoted(text, _SHOWN)} is neither true nor false; compare it with something"
        raise ProblemError(message)
    if not reader.used:
        message = f"the condition {quoted(text, _SHOWN)} names no unknown"
        raise ProblemError(message)
    said = where(lambda *row: worker(row), reader.used, text)
    return Condition(said, tuple(reader.used), reader.parts)


def _parsed(plain: str, text: str) -> ast.expr:
    """Return the syntax tree of an expression.

    Args:
        plain: The expression.
        text: The condition as it was written.

    Raises:
        ProblemError: If it is none, or too deep to be worked out.
    """
    deep = "it is nested too deeply"
    reason = ""
    try:
        with warnings.catch_warnings():
            # What Python finds odd in a program is refused below, or means nothing here.
            warnings.simplefilter("ignore")
            tree = ast.parse(plain, mode="eval").body
        if _depth(tree) <= _DEEPEST:
            return tree
        reason = f"{deep} (the most is {_DEEPEST} parts in each other, or in a row)"
    except SyntaxError as error:
        reason = deep if "nested" in error.msg else error.msg
    except ValueError:
        reason = "it has characters that mean nothing"
    except (RecursionError, MemoryError):
        reason = deep
    message = f"{quoted(text, _SHOWN)} is not a condition: {reason}"
    raise ProblemError(message)


def _depth(tree: ast.expr) -> int:
    """Return how deep the parts of an expression stand in each other."""
    depth = 0
    level: list[ast.AST] = [tree]
    while level:
        depth += 1
        level = [
            inner for node in level for inner in ast.iter_child_nodes(node) if isinstance(inner, ast.expr)
        ]
    return depth


class _Reader:
    """Turns the accepted parts of a syntax tree into functions of the unknowns' values."""

    def __init__(self, text: str, names: Names, bare: Mapping[str, str]) -> None:
        self.text = text
        self.names = names
        self.bare = bare
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
        raise self._not_allowed(node)

    def _not_allowed(self, node: ast.expr) -> ProblemError:
        used = quoted(ast.unparse(node), _SHOWN)
        message = f"the condition {quoted(self.text, _SHOWN)} uses {used}; allowed are {_ALLOWED}"
        return ProblemError(message)

    def _unknown(self, name: str) -> _Worker:
        wanted = self.bare.get(name, name)
        if wanted not in self.names.unknowns:
            message = (
                f"the condition {quoted(self.text, _SHOWN)} names {quoted(wanted)}, which is not an unknown; "
                f"{did_you_mean(wanted, self.names.unknowns)} (write texts between quotes)"
            )
            raise ProblemError(message)
        unknown = self.names.unknowns[wanted]
        if unknown not in self.used:
            self.used.append(unknown)
        place = self.used.index(unknown)
        return lambda row: row[place]

    def _constant(self, constant: int | str) -> _Worker:
        """Accept a text only if it is a value of some unknown, for any other is surely misspelt."""
        if isinstance(constant, str):
            self._check_text(constant)
        return lambda _: constant

    def _check_text(self, text: str) -> None:
        if text not in self.names.of_values:
            message = (
                f"the condition {quoted(self.text, _SHOWN)} names {quoted(text)}, which is nobody's value; "
                f"{did_you_mean(text, sorted(self.names.of_values))}"
            )
            raise ProblemError(message)

    def _number(self, node: ast.expr) -> _Worker:
        worker = self.read(node)

        def number(row: _Row) -> int:
            value = worker(row)
            if not isinstance(value, int):
                message = f"{quoted(value)} is not a number"
                raise TypeError(message)
            return value

        return number

    def _joined(self, op: ast.operator, left: _Worker, right: _Worker) -> _Worker:
        work = _OPERATORS[type(op)]
        return lambda row: work(left(row), right(row))

    def _comparison(self, node: ast.Compare) -> _Worker:
        workers = [self.read(part) for part in (node.left, *node.comparators)]
        for op in node.ops:
            if type(op) not in _OPERATORS:
                raise self._not_allowed(node)
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
