"""The numbers in a condition: `fox + 1`, `sum(a, b)`, `SEND`, `[a, b, c][x]`."""

from __future__ import annotations

import ast
import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from deduce.casefile.expressions import check_text
from deduce.casefile.syntax import DEEPEST
from deduce.intake.numbers import LARGEST, quoted
from deduce.problem.terms import Term, at, distance, how_many, max_of, min_of, number, sum_of, term

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deduce.casefile.facts import Names
    from deduce.casefile.syntax import Syntax
    from deduce.problem.statements import Statement, Unknown, Value

__all__ = ["ARITHMETIC", "TERM_FUNCTIONS", "NumberReader", "Unsayable", "flat"]

TERM_FUNCTIONS = ("abs", "min", "max", "sum", "product", "distance", "count", "visible")
"""What can be called that is a number."""
ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.FloorDiv: lambda left, right: left // right,
    ast.Mod: lambda left, right: left % right,
}
"""What joins two numbers."""


class Unsayable(Exception):  # noqa: N818 - it is answered otherwise
    """A part cannot be said by statements on numbers and formulas.

    Attributes:
        part: The part.
        why: Why not.
        is_mixed: Whether it only makes sense for some values, which another part may leave.
    """

    def __init__(self, part: ast.expr, why: str, *, is_mixed: bool = False) -> None:
        super().__init__(why)
        self.part = part
        self.why = why
        self.is_mixed = is_mixed


class NumberReader(ABC):
    """Turns the parts of a syntax tree that are numbers into terms.

    Args:
        syntax: The condition.
        names: The unknowns and values that it can name.
    """

    def __init__(self, syntax: Syntax, names: Names) -> None:
        self.syntax = syntax
        self.names = names
        self.names_unknowns: bool = False

    @abstractmethod
    def formula(self, node: ast.expr) -> Statement:
        """Return what a part says that is true or false."""

    @abstractmethod
    def is_formula(self, node: ast.expr) -> bool:
        """Tell whether a part is true or false, rather than a number or a value."""

    def term(self, node: ast.expr) -> Term | int:  # noqa: PLR0911 - one way out for each kind of part
        """Return the number that a part stands for."""
        match node:
            case ast.Constant(value=bool() | int() as constant):
                return int(constant)
            case ast.Constant(value=str() as text):
                check_text(text, self.syntax, self.names)
                raise Unsayable(node, "is no number", is_mixed=True)
            case ast.Name():
                return self._named_term(node)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
                return self._reckoned(node, op, self.term(left), self.term(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.term(operand)
            case ast.Call(func=ast.Name(id=name), args=given, keywords=[]) if name in TERM_FUNCTIONS:
                return self._function(name, given, node)
            case ast.Subscript(value=row, slice=index):
                return self._looked_up(row, index)
        if self.is_formula(node):
            return how_many([self.formula(node)])
        raise self.syntax.refused(node)

    def _reckoned(self, node: ast.BinOp, op: ast.operator, left: Term | int, right: Term | int) -> Term | int:
        if isinstance(op, ast.FloorDiv | ast.Mod) and (isinstance(right, Term) or right <= 0):
            raise Unsayable(node, "does not divide by a whole number above 0")
        found: Term | int = ARITHMETIC[type(op)](left, right)
        if isinstance(found, int) and abs(found) > LARGEST:
            raise self.syntax.refused(node, f"numbers can be at most {LARGEST:,}")
        return found

    def _function(self, name: str, given: Sequence[ast.expr], node: ast.Call) -> Term | int:
        parts = flat(given)
        if name == "count":
            return how_many([self.formula(part) for part in parts])
        numbers = [self.real_term(part) for part in parts]
        if (name == "abs" and len(numbers) != 1) or (name == "distance" and len(numbers) != 2):
            raise self.syntax.refused(
                node, f"{name} needs {'one number' if name == 'abs' else 'two numbers'}"
            )
        if not numbers:
            raise self.syntax.refused(node, f"{name} of nothing")
        if name == "abs":
            return abs(numbers[0])
        if name == "distance":
            return distance(*numbers)
        if name == "visible":
            return 1 + how_many(
                [number > max_of(numbers[:place]) for place, number in enumerate(numbers) if place]
            )
        if name == "product":
            if len(numbers) > DEEPEST:
                raise self.syntax.refused(node, f"a product may have {DEEPEST} numbers")
            return math.prod(numbers[1:], start=numbers[0])
        return {"min": min_of, "max": max_of, "sum": sum_of}[name](numbers)

    def _looked_up(self, row: ast.expr, index: ast.expr) -> Term:
        """Return what a row has for the value of an unknown: [a, b, c][x], the first of which is 1."""
        if isinstance(row, ast.List | ast.Tuple):
            unknown = self.unknown(index)
            return at({place: self.term(part) for place, part in enumerate(row.elts, 1)}, unknown)
        if isinstance(row, ast.Dict) and None not in row.keys:
            unknown = self.unknown(index)
            keys = [self.kind(unknown, key) for key in row.keys if key is not None]
            return at(dict(zip(keys, map(self.term, row.values), strict=True)), unknown)
        raise self.syntax.refused(row, "before the brackets stands a list, or a table {value: number, ...}")

    def real_term(self, node: ast.expr) -> Term:
        """Return a number as a term, even if it is known."""
        found = self.term(node)
        return found if isinstance(found, Term) else sum_of([]) + found

    def kind(self, speaker: Unknown, part: ast.expr) -> Value:
        if isinstance(part, ast.Constant):
            return self.names.value(speaker, part.value)
        if isinstance(part, ast.Name):
            return self.names.value(speaker, self.word(part))
        match part:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                return self.names.value(speaker, -number)
        raise self.syntax.refused(part, "it is no value")

    # --- Names -----------------------------------------------------------------------------------

    def word(self, node: ast.Name) -> str:
        return self.syntax.bare.get(node.id, node.id)

    def is_known(self, node: ast.Name) -> bool:
        return self.word(node) in self.names.unknowns

    def unknown(self, node: ast.expr) -> Unknown:
        if not isinstance(node, ast.Name):
            raise self.syntax.refused(node, "it must be the name of an unknown")
        word = self.word(node)
        if word not in self.names.unknowns:
            raise self.syntax.no_unknown(word, self.names.unknowns)
        self.names_unknowns = True
        return self.names.unknowns[word]

    def _named_term(self, node: ast.Name) -> Term:
        """Return the number of an unknown, or the number that a word of unknown digits writes: SEND."""
        word = self.word(node)
        is_digits = len(word) > 1 and all(letter in self.names.unknowns for letter in word)
        if not self.is_known(node) and is_digits:
            self.names_unknowns = True
            letters = [self.names.unknowns[letter] for letter in word]
            for letter in letters:
                self._check_number(letter, node)
            return number(*letters)
        unknown = self.unknown(node)
        self._check_number(unknown, node)
        return term(unknown)

    def _check_number(self, unknown: Unknown, node: ast.expr) -> None:
        for value in self.names.values[unknown].values.values():
            if not isinstance(value, int):
                raise Unsayable(node, f"can be {quoted(value)}, which is no whole number", is_mixed=True)


def flat(given: Sequence[ast.expr]) -> Sequence[ast.expr]:
    """Return what a function is about: its parts, or those of the one list that it has."""
    if len(given) == 1 and isinstance(given[0], ast.List | ast.Tuple):
        return given[0].elts
    return given
