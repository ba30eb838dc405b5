"""Sums, differences and comparisons as a puzzler writes them.

A `Term` is a number that depends on unknowns. Python's operators make terms of terms, and comparing terms
makes a statement: `number(*"SEND") + number(*"MORE") == number(*"MONEY")`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeAlias

from deduce.errors import ProblemError
from deduce.intake.numbers import LARGEST, quoted
from deduce.problem.comparison import Intervals, compared, elsewhere
from deduce.problem.shapes import ByName, as_name
from deduce.problem.statements import SHOWN, Statement, Unknown, listed, refuse_weights
from deduce.problem.totals import (
    MOST_TOTAL,
    Absolute,
    Amount,
    Choice,
    Extreme,
    Product,
    Quotient,
    Remainder,
    Total,
    Truth,
)

__all__ = [
    "Term",
    "at",
    "between",
    "distance",
    "how_many",
    "left_of",
    "max_of",
    "min_of",
    "next_to",
    "number",
    "sum_of",
    "term",
    "terms",
]

_ANY = (-LARGEST, LARGEST)
_MOST_POWER = 10


class Term:
    """A whole number that depends on unknowns; `term` makes one of an unknown.

    Terms and whole numbers are added, subtracted and multiplied; `//` and `%` take a positive whole number on
    their right, `**` one up to 10; `abs` works. `==`, `!=`, `<`, `<=`, `>` and `>=` give statements.
    """

    __slots__ = ("_is_sum", "_text", "total")

    def __init__(self, total: Total, text: str, *, is_sum: bool = False) -> None:
        _check_size(total)
        self.total: Total = total
        self._text = text
        self._is_sum = is_sum

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # what `==` gives is no truth value

    def __bool__(self) -> bool:
        message = f"{self} is a number that depends on unknowns; compare it, such as {self._factor} != 0"
        raise TypeError(message)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Term({self._text})"

    @property
    def _factor(self) -> str:
        return f"({self._text})" if self._is_sum else self._text

    def __add__(self, other: Number) -> Term:
        added = _read(other)
        if self.total == _NOTHING:
            return added
        return Term(Total.of([(self.total, 1), (added.total, 1)]), f"{self} + {added}", is_sum=True)

    def __radd__(self, other: Number) -> Term:
        return _read(other) + self

    def __sub__(self, other: Number) -> Term:
        taken = _read(other)
        text = f"{self} - {taken._factor}"
        return Term(Total.of([(self.total, 1), (taken.total, -1)]), text, is_sum=True)

    def __rsub__(self, other: Number) -> Term:
        return _read(other) - self

    def __neg__(self) -> Term:
        return Term(Total.of([(self.total, -1)]), f"-{self._factor}", is_sum=True)

    def __mul__(self, other: Number) -> Term:
        factor = _read(other)
        return Term(Product.of(self.total, factor.total), f"{self._factor} * {factor._factor}")

    def __rmul__(self, other: Number) -> Term:
        return _read(other) * self

    def __pow__(self, power: int) -> Term:
        times = _whole(power, f"{self} ** {quoted(power)}: the power", 1, _MOST_POWER)
        product = self.total
        for _ in range(times - 1):
            product = Product.of(product, self.total)
        return Term(product, f"{self._factor} ** {power}", is_sum=True)

    def __floordiv__(self, divisor: int) -> Term:
        part = Quotient(self.total, _whole(divisor, f"{self} // {quoted(divisor)}: the divisor"))
        return Term(part.alone, f"{self._factor} // {divisor}", is_sum=True)

    def __mod__(self, divisor: int) -> Term:
        part = Remainder(self.total, _whole(divisor, f"{self} % {quoted(divisor)}: the divisor"))
        return Term(part.alone, f"{self._factor} % {divisor}", is_sum=True)

    def __abs__(self) -> Term:
        return Term(Absolute(self.total).alone, f"abs({self})")

    def __eq__(self, other: object) -> Statement:  # type: ignore[override]  # a statement, as for arrays
        return self._compared(other, "==", "!=", ((0, 0),))

    def __ne__(self, other: object) -> Statement:  # type: ignore[override]  # a statement, as for arrays
        return self._compared(other, "!=", "==", elsewhere(((0, 0),)))

    def __lt__(self, other: Number) -> Statement:
        return self._compared(other, "<", ">=", ((_ANY[0], -1),))

    def __le__(self, other: Number) -> Statement:
        return self._compared(other, "<=", ">", ((_ANY[0], 0),))

    def __gt__(self, other: Number) -> Statement:
        return self._compared(other, ">", "<=", ((1, _ANY[1]),))

    def __ge__(self, other: Number) -> Statement:
        return self._compared(other, ">=", "<", ((0, _ANY[1]),))

    def _compared(self, other: object, sign: str, opposite: str, intervals: Intervals) -> Statement:
        """Compare with another number by where the difference lies."""
        right = _read(other)
        difference = Total.of([(self.total, 1), (right.total, -1)])
        return _lies(difference, intervals, f"{self} {sign} {right}", f"{self} {opposite} {right}")

    def among(self, numbers: Iterable[int]) -> Statement:
        """Say that it is one of some numbers.

        Examples:
            >>> (term("a") + term("b")).among([2, 3, 12]).holds({"a": 1, "b": 2})
            True
        """
        chosen = sorted({_whole(number, f"{quoted(number)}: it", -MOST_TOTAL) for number in numbers})
        words = ", ".join(map(str, chosen))
        intervals = tuple((number, number) for number in chosen)
        return _lies(self.total, intervals, f"{self} is one of {words}", f"{self} is none of {words}")


Number: TypeAlias = Term | int
"""What can be reckoned with: a term, or a whole number."""
_NOTHING = Total()


def _read(given: object) -> Term:
    """Read a term, or a whole number.

    Raises:
        ProblemError: If it is neither.
    """
    if isinstance(given, Term):
        return given
    if isinstance(given, int):
        total = Total((), int(given))
        _check_size(total)
        return Term(total, str(int(given)))
    message = (
        f"{quoted(given, SHOWN)} is neither a term nor a whole number; the number that an unknown has is "
        "term(unknown), and that it has another value says fact(unknown, value)"
    )
    raise ProblemError(message)


def _check_size(total: Total) -> None:
    """Make sure that its numbers are of a size that can be reckoned with.

    Raises:
        ProblemError: If not.
    """
    if any(abs(each) > LARGEST for each in (total.constant, *(times for _, times in total.parts))):
        message = f"a number in a sum, or what a term is multiplied by, can be at most {LARGEST:,}"
        raise ProblemError(message)


def _whole(given: object, what: str, least: int = 1, most: int = MOST_TOTAL) -> int:
    """Read a whole number within limits.

    Raises:
        ProblemError: If it is none.
    """
    if isinstance(given, int) and not isinstance(given, bool) and least <= given <= most:
        return given
    message = f"{what} must be a whole number from {least:,} to {most:,}"
    raise ProblemError(message)


def _lies(total: Total, intervals: Intervals, text: str, opposite: str) -> Statement:
    """Say that a total lies in one of some intervals; with its parts in order, so that a < b is b > a."""
    parts = tuple(sorted(total.parts, key=lambda amount: str(amount[0])))
    return compared(Total(parts, total.constant), intervals, text, opposite)


def _named(given: Term | Unknown) -> Term:
    return given if isinstance(given, Term) else term(given)


def term(unknown: Unknown) -> Term:
    """Return the number that an unknown has, to be reckoned with and compared.

    Examples:
        >>> from deduce import Belief, Log, Problem, term
        >>> digits = Problem({"a": range(10), "b": range(10)}, [term("a") + 5 == 2 * term("b")])
        >>> Belief(Log(digits)).count
        5

    Args:
        unknown: The unknown; all its values must be whole numbers.
    """
    return Term(Amount(as_name(unknown, "an unknown")).alone, str(unknown))


def terms(unknowns: Iterable[Unknown]) -> dict[Any, Term]:
    """Return the number of each of some unknowns, by their names.

    Examples:
        >>> score = terms(["Clubb", "clerk"])
        >>> print(score["Clubb"] == score["clerk"] + 10)
        Clubb == clerk + 10
    """
    found = {as_name(unknown, "an unknown"): term(unknown) for unknown in listed(unknowns, "terms")}
    return ByName(found, "these terms are not about")


def number(*digits: Term | Unknown, base: int = 10) -> Term:
    """Return the number that some digits make, the first of which weighs most.

    Examples:
        >>> from deduce import Belief, Log, Problem, fact, number
        >>> letters = Problem.one_to_one(
        ...     "SENDMORY",
        ...     range(10),
        ...     [
        ...         number(*"SEND") + number(*"MORE") == number(*"MONEY"),
        ...         ~fact("S", 0),
        ...         ~fact("M", 0),
        ...     ],
        ... )
        >>> Belief(Log(letters)).certain
        {'S': 9, 'E': 5, 'N': 6, 'D': 7, 'M': 1, 'O': 0, 'R': 8, 'Y': 2}

    Args:
        digits: The unknowns, or terms, that are its digits. Nothing is said of a 0 at the beginning.
        base: How much more each digit weighs than the next.
    """
    if not digits:
        message = "number has no digits; name at least one unknown"
        raise ProblemError(message)
    weight = _whole(base, f"number: the base is {quoted(base)}; it", 2)
    read = [_named(digit) for digit in digits]
    total = Total.of([(digit.total, weight**place) for place, digit in enumerate(reversed(read))])
    names = [str(digit) for digit in read]
    text = "".join(names) if all(len(name) == 1 for name in names) else f"number({', '.join(names)})"
    return Term(total, text)


def sum_of(items: Iterable[Term | Unknown]) -> Term:
    """Return the sum of terms, or of the numbers that unknowns have.

    Examples:
        >>> print(sum_of("abc") == 15)
        a + b + c == 15
    """
    read = [_named(item) for item in listed(items, "the terms of a sum")]
    text = " + ".join(map(str, read)) or "0"
    return Term(Total.of([(item.total, 1) for item in read]), text, is_sum=len(read) > 1)


def min_of(items: Iterable[Term | Unknown]) -> Term:
    """Return the least of terms, or of the numbers that unknowns have."""
    return _extreme(items, "min_of", is_greatest=False)


def max_of(items: Iterable[Term | Unknown]) -> Term:
    """Return the greatest of terms, or of the numbers that unknowns have.

    Examples:
        >>> (max_of("abc") - min_of("abc") == 2).holds({"a": 4, "b": 3, "c": 5})
        True
    """
    return _extreme(items, "max_of", is_greatest=True)


def _extreme(items: Iterable[Term | Unknown], what: str, *, is_greatest: bool) -> Term:
    read = [_named(item) for item in listed(items, f"the terms of {what}")]
    if not read:
        message = f"{what} names no unknown"
        raise ProblemError(message)
    part = Extreme(tuple(dict.fromkeys(item.total for item in read)), is_greatest)
    return Term(part.alone, f"{'max' if is_greatest else 'min'}({', '.join(map(str, read))})")


def how_many(statements: Iterable[Statement]) -> Term:
    """Return how many of some statements are true.

    Examples:
        >>> from deduce import fact
        >>> row, column = [fact((1, n), "tent") for n in "ab"], [fact((n, "a"), "tent") for n in (1, 2)]
        >>> as_many = how_many(row) == how_many(column)
        >>> as_many.holds({(1, "a"): "tent", (1, "b"): "grass", (2, "a"): "grass"})
        True
    """
    parts = tuple(listed(statements, "the statements of how_many"))
    refuse_weights(parts)
    total = Total.of([(Truth(part).alone, 1) for part in parts])
    return Term(total, f"how many of ({'; '.join(map(str, parts))})")


def at(row: Mapping[Any, Number] | Iterable[Number], index: Unknown) -> Term:
    """Return what a row has at the place, or for the value, that an unknown has: row[index].

    Examples:
        >>> score = terms(["Ann", "Ben"])
        >>> winner_has_nine = at(score, "winner") == 9
        >>> winner_has_nine.holds({"winner": "Ben", "Ann": 7, "Ben": 9})
        True
        >>> price = at({"tea": 3, "coffee": 4}, "Ann drinks") + at({"tea": 3, "coffee": 4}, "Ben drinks")
        >>> (price == 7).holds({"Ann drinks": "tea", "Ben drinks": "coffee"})
        True

    Args:
        row: Terms and numbers, one for each value that the unknown can have; a list has them for 0, 1, 2 ...
        index: The unknown.
    """
    pairs = row.items() if isinstance(row, Mapping) else enumerate(listed(row, "the row of at"))
    read: dict[Any, Term] = {value: _read(item) for value, item in pairs}
    if not read:
        message = f"at: the row for {quoted(str(index))} is empty"
        raise ProblemError(message)
    part = Choice(as_name(index, "an unknown"), tuple((value, item.total) for value, item in read.items()))
    words = [str(item) for item in read.values()]
    if isinstance(row, Mapping):
        words = [f"{value}: {item}" for value, item in read.items()]
    return Term(part.alone, f"({', '.join(words)})[{index}]")


def distance(first: Term | Unknown, second: Term | Unknown) -> Term:
    """Return how far two numbers are apart.

    Examples:
        >>> print(distance("fox", "owl") >= 3)
        distance of fox and owl >= 3
    """
    one, other = _named(first), _named(second)
    first_part, last_part = sorted((one.total, other.total), key=str)
    difference = Total.of([(first_part, 1), (last_part, -1)])
    return Term(Absolute(difference).alone, f"distance of {one} and {other}")


def next_to(first: Term | Unknown, second: Term | Unknown) -> Statement:
    """Say that two numbers are neighbours: one more or one less.

    Examples:
        >>> print(next_to("fox", "owl"), "/", ~next_to("fox", "owl"))
        fox is next to owl / fox is not next to owl
    """
    one, other = _named(first), _named(second)
    return _said((one - other).total, ((-1, -1), (1, 1)), one, "next to", other)


def left_of(first: Term | Unknown, second: Term | Unknown, *, by: int | None = None) -> Statement:
    """Say that one number is less than another, or less by so much.

    Examples:
        >>> print(left_of("fox", "owl"), "/", left_of("fox", "owl", by=1))
        fox is left of owl / fox is 1 left of owl
    """
    one, other = _named(first), _named(second)
    if by is None:
        return _said((one - other).total, ((_ANY[0], -1),), one, "left of", other)
    steps = _whole(by, f"left_of: {quoted(by)}", -MOST_TOTAL)
    return _said((one - other).total, ((-steps, -steps),), one, f"{steps} left of", other)


def _said(total: Total, intervals: Intervals, one: Term, words: str, other: Term) -> Statement:
    return _lies(total, intervals, f"{one} is {words} {other}", f"{one} is not {words} {other}")


def between(first: Term | Unknown, middle: Term | Unknown, last: Term | Unknown) -> Statement:
    """Say that a number lies between two others, whichever of these is greater.

    Examples:
        >>> between("fox", "owl", "hen").holds({"fox": 5, "owl": 3, "hen": 2})
        True
    """
    one, inside, other = _named(first), _named(middle), _named(last)
    # Between them means on the way: on one side of neither.
    product = Product.of((inside - one).total, (other - inside).total)
    words = f"between {one} and {other}"
    return _lies(product, ((1, _ANY[1]),), f"{inside} is {words}", f"{inside} is not {words}")
