"""Numbers that a world gives: whole-number multiples of parts, added up.

A part is an unknown's value, or something worked out from totals: a product, a distance, what a row has at an
unknown place. Like statements, totals have one operation for the engines, `Total.under`: what is left of
them once some unknowns are limited to fewer values, as small as can be, so that equal remainders are equal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from deduce.errors import ProblemError, shortened
from deduce.intake.numbers import quoted
from deduce.problem.statements import SHOWN, Among, Constant, Domains, Statement, Unknown, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = [
    "MOST_TOTAL",
    "Absolute",
    "Amount",
    "Choice",
    "Extreme",
    "Part",
    "Product",
    "Quotient",
    "Remainder",
    "Total",
    "Truth",
    "check_whole",
]

MOST_TOTAL = 10**15
"""How far from 0 a number may get that is worked out from unknowns: solvers reckon with 64 bits."""


class Part(ABC):
    """A number that follows from the values of some unknowns."""

    @property
    @abstractmethod
    def scope(self) -> frozenset[Unknown]:
        """The unknowns that it follows from."""

    @abstractmethod
    def worth(self, world: Mapping[Unknown, Value]) -> int:
        """Return what it is in a world."""

    @abstractmethod
    def under(self, domains: Domains) -> Total:
        """Return what is left of it when the unknowns are limited to these values."""

    @abstractmethod
    def bounds(self, domains: Domains) -> tuple[int, int]:
        """Return two numbers between which it lies; the domains must name the whole scope."""

    @property
    @abstractmethod
    def totals(self) -> tuple[Total, ...]:
        """The totals that it is worked out from."""

    def check(self, domains: Domains) -> None:
        """Make sure that it can be worked out from all these values.

        Raises:
            ProblemError: If not.
        """
        for total in self.totals:
            total.check(domains)

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        """Iterate over the values that it names, so that names can be checked."""
        for total in self.totals:
            yield from total.facts()

    @cached_property
    def alone(self) -> Total:
        """The total of this part and nothing else."""
        return Total(((self, 1),))


@dataclass(frozen=True)
class Total:
    """Whole-number multiples of different parts, and a constant."""

    parts: tuple[tuple[Part, int], ...] = ()
    constant: int = 0

    @classmethod
    def of(cls, amounts: Iterable[tuple[Total, int]]) -> Total:
        """Add up multiples of totals."""
        times: dict[Part, int] = {}
        constant = 0
        for total, multiple in amounts:
            constant += multiple * total.constant
            for part, number in total.parts:
                times[part] = times.get(part, 0) + multiple * number
        return cls(tuple((part, number) for part, number in times.items() if number), constant)

    @cached_property
    def scope(self) -> frozenset[Unknown]:
        """The unknowns that it follows from."""
        return frozenset().union(*(part.scope for part, _ in self.parts))

    def worth(self, world: Mapping[Unknown, Value]) -> int:
        """Return what it is in a world."""
        return self.constant + sum(times * part.worth(world) for part, times in self.parts)

    def under(self, domains: Domains) -> Total:
        """Return what is left of it when the unknowns are limited to these values."""
        return Total.of([(Total((), self.constant), 1), *((p.under(domains), n) for p, n in self.parts)])

    def bounds(self, domains: Domains) -> tuple[int, int]:
        """Return two numbers between which it lies; the domains must name the whole scope."""
        low = high = self.constant
        for part, times in self.parts:
            least, most = part.bounds(domains)
            low += times * (least if times > 0 else most)
            high += times * (most if times > 0 else least)
        return low, high

    def check(self, domains: Domains) -> None:
        """Make sure that it can be worked out from all these values, and does not get too large.

        Raises:
            ProblemError: If not.
        """
        for part, _ in self.parts:
            part.check(domains)
        if max(map(abs, self.bounds(domains))) > MOST_TOTAL:
            message = (
                f"{shortened(self, SHOWN)} can get further from 0 than {MOST_TOTAL:,}; "
                "give the unknowns smaller values"
            )
            raise ProblemError(message)

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        """Iterate over the values that it names, so that names can be checked."""
        for part, _ in self.parts:
            yield from part.facts()

    def __str__(self) -> str:
        words = "".join(_with_sign(part, times) for part, times in self.parts)
        if self.constant or not words:
            words += f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"
        return words.removeprefix(" + ") if words.startswith(" +") else f"-{words.removeprefix(' - ')}"


def _with_sign(part: Part, times: int) -> str:
    return f" {'-' if times < 0 else '+'} {'' if abs(times) == 1 else f'{abs(times)} * '}{part}"


@dataclass(frozen=True)
class Amount(Part):
    """The value of an unknown, which is a whole number."""

    unknown: Unknown

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        return frozenset((self.unknown,))

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    @property
    def totals(self) -> tuple[Total, ...]:
        return ()

    def worth(self, world: Mapping[Unknown, Value]) -> int:
        return _whole(world[self.unknown], self.unknown)

    def under(self, domains: Domains) -> Total:
        domain = domains.get(self.unknown)
        if domain is None or len(domain) != 1:
            return self.alone
        (value,) = domain
        return Total((), _whole(value, self.unknown))

    def bounds(self, domains: Domains) -> tuple[int, int]:
        return _ends(domains[self.unknown], self.unknown)

    def check(self, domains: Domains) -> None:
        check_whole(self.unknown, domains)

    def __str__(self) -> str:
        return str(self.unknown)


def check_whole(unknown: Unknown, domains: Domains) -> None:
    """Make sure that all values of an unknown are whole numbers.

    Raises:
        ProblemError: If not.
    """
    for value in sorted(domains[unknown], key=str):
        _whole(value, unknown)


def _whole(value: Value, unknown: Unknown) -> int:
    if isinstance(value, int):
        return int(value)
    message = (
        f"{quoted(str(unknown))} can be {quoted(value)}, which is no whole number, so it cannot be reckoned "
        "with; give it whole numbers, or say with at({value: number, ...}, unknown) what its values are worth"
    )
    raise ProblemError(message)


@lru_cache(maxsize=10_000)
def _ends(domain: frozenset[Value], unknown: Unknown) -> tuple[int, int]:
    numbers = [_whole(value, unknown) for value in domain]
    return min(numbers), max(numbers)


@dataclass(frozen=True)
class Product(Part):
    """One total times another."""

    left: Total
    right: Total

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        return self.left.scope | self.right.scope

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    @property
    def totals(self) -> tuple[Total, ...]:
        return (self.left, self.right)

    @classmethod
    def of(cls, left: Total, right: Total) -> Total:
        """Multiply two totals."""
        if not left.parts:
            left, right = right, left
        return cls(left, right).alone if right.parts else Total.of([(left, right.constant)])

    def worth(self, world: Mapping[Unknown, Value]) -> int:
        return self.left.worth(world) * self.right.worth(world)

    def under(self, domains: Domains) -> Total:
        return Product.of(self.left.under(domains), self.right.under(domains))

    def bounds(self, domains: Domains) -> tuple[int, int]:
        corners = [a * b for a in self.left.bounds(domains) for b in self.right.bounds(domains)]
        return min(corners), max(corners)

    def __str__(self) -> str:
        return f"{_bracketed(self.left)} * {_bracketed(self.right)}"


def _bracketed(total: Total) -> str:
    is_plain = total.parts and total.parts[1:] == () and total.constant == 0 and total.parts[0][1] == 1
    return str(total) if is_plain else f"({total})"


@dataclass(frozen=True)
class _OfOne(Part):
    """What is reckoned from a single total."""

    total: Total

    @property
    def scope(self) -> frozenset[Unknown]:
        return self.total.scope

    @property
    def totals(self) -> tuple[Total, ...]:
        return (self.total,)


@dataclass(frozen=True)
class Absolute(_OfOne):
    """How far a total is from 0."""

    def worth(self, world: Mapping[Unknown, Value]) -> int:
        return abs(self.total.worth(world))

    def under(self, domains: Domains) -> Total:
        left = self.total.under(domains)
        if not left.parts:
            return Total((), abs(left.constant))
        if domains.keys() >= left.scope:
            low, high = left.bounds(domains)
            if low >= 0:
                return left
            if high <= 0:
                return Total.of([(left, -1)])
        return Absolute(left).alone

    def bounds(self, domains: Domains) -> tuple[int, int]:
        low, high = self.total.bounds(domains)
        return max(low, -high, 0), max(-low, high)

    def __str__(self) -> str:
        return f"abs({self.total})"


@dataclass(frozen=True)
class Quotient(_OfOne):
    """How often a positive number goes into a total, rounded down."""

    divisor: int

    def worth(self, world: Mapping[Unknown, Value]) -> int:
        return self.total.worth(world) // self.divisor

    def under(self, domains: Domains) -> Total:
        left = self.total.under(domains)
        return Quotient(left, self.divisor).alone if left.parts else Total((), left.constant // self.divisor)

    def bounds(self, domains: Domains) -> tuple[int, int]:
        low, high = self.total.bounds(domains)
        return low // self.divisor, high // self.divisor

    def __str__(self) -> str:
        return f"{_bracketed(self.total)} // {self.divisor}"


@dataclass(frozen=True)
class Remainder(_OfOne):
    """What is left of a total when a positive number is taken out of it as often as it goes."""

    divisor: int

    def worth(self, world: Mapping[Unknown, Value]) -> int:
        return self.total.worth(world) % self.divisor

    def under(self, domains: Domains) -> Total:
        left = self.total.under(domains)
        # Multiples of the divisor change nothing.
        rest = Total(
            tuple((part, times % self.divisor) for part, times in left.parts if times % self.divisor),
            left.constant % self.divisor,
        )
        return Remainder(rest, self.divisor).alone if rest.parts else Total((), rest.constant)

    def bounds(self, domains: Domains) -> tuple[int, int]:
        low, high = self.total.bounds(domains)
        if low // self.divisor == high // self.divisor:
            return low % self.divisor, high % self.divisor
        return 0, self.divisor - 1

    def __str__(self) -> str:
        return f"{_bracketed(self.total)} % {self.divisor}"


@dataclass(frozen=True)
class Extreme(Part):
    """The greatest of some totals, or the least of them."""

    of: tuple[Total, ...]
    is_greatest: bool

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        return frozenset().union(*(total.scope for total in self.of))

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    @property
    def totals(self) -> tuple[Total, ...]:
        return self.of

    def worth(self, world: Mapping[Unknown, Value]) -> int:
        return self._best(total.worth(world) for total in self.of)

    def _best(self, numbers: Iterable[int]) -> int:
        return max(numbers) if self.is_greatest else min(numbers)

    def under(self, domains: Domains) -> Total:
        left = list(dict.fromkeys(total.under(domains) for total in self.of))
        known = [total.constant for total in left if not total.parts]
        open_ones = [total for total in left if total.parts]
        if known:
            best = self._best(known)
            if open_ones and all(domains.keys() >= total.scope for total in open_ones):
                open_ones = [total for total in open_ones if self._can_beat(total, best, domains)]
                if any(self._must_beat(total, best, domains) for total in open_ones):
                    return self._of(open_ones)
            open_ones.append(Total((), best))
        return self._of(open_ones)

    def _of(self, totals: list[Total]) -> Total:
        return totals[0] if len(totals) == 1 else Extreme(tuple(totals), self.is_greatest).alone

    def _can_beat(self, total: Total, best: int, domains: Domains) -> bool:
        low, high = total.bounds(domains)
        return high > best if self.is_greatest else low < best

    def _must_beat(self, total: Total, best: int, domains: Domains) -> bool:
        low, high = total.bounds(domains)
        return low >= best if self.is_greatest else high <= best

    def bounds(self, domains: Domains) -> tuple[int, int]:
        ends = [total.bounds(domains) for total in self.of]
        return self._best(low for low, _ in ends), self._best(high for _, high in ends)

    def __str__(self) -> str:
        return f"{'max' if self.is_greatest else 'min'}({', '.join(map(str, self.of))})"


@dataclass(frozen=True)
class Choice(Part):
    """The total that a row has for the value of an unknown."""

    unknown: Unknown
    row: tuple[tuple[Value, Total], ...]

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        return frozenset((self.unknown,)).union(*(total.scope for _, total in self.row))

    @cached_property
    def by_value(self) -> dict[Value, Total]:
        """What the row has for each value."""
        return dict(self.row)

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    @property
    def totals(self) -> tuple[Total, ...]:
        return tuple(total for _, total in self.row)

    def worth(self, world: Mapping[Unknown, Value]) -> int:
        return self._at(world[self.unknown]).worth(world)

    def _at(self, value: Value) -> Total:
        total = self.by_value.get(value)
        if total is None:
            known = shortened(", ".join(str(each) for each, _ in self.row), SHOWN)
            message = (
                f"at: the row has nothing for {quoted(value)}, which {quoted(str(self.unknown))} can be; "
                f"it has {known} (a list counts from 0)"
            )
            raise ProblemError(message)
        return total

    def under(self, domains: Domains) -> Total:
        domain = domains.get(self.unknown)
        left = [
            (value, total.under(domains)) for value, total in self.row if domain is None or value in domain
        ]
        if domain is not None and len({total for _, total in left}) == 1:
            return left[0][1]
        return Choice(self.unknown, tuple(left)).alone

    def bounds(self, domains: Domains) -> tuple[int, int]:
        ends = [self._at(value).bounds(domains) for value in domains[self.unknown]]
        return min(low for low, _ in ends), max(high for _, high in ends)

    def check(self, domains: Domains) -> None:
        for value in sorted(domains[self.unknown], key=str):
            self._at(value).check(domains)

    def __str__(self) -> str:
        return f"{{{', '.join(f'{value}: {total}' for value, total in self.row)}}}[{self.unknown}]"


@dataclass(frozen=True)
class Truth(Part):
    """1 where a statement is true, 0 where it is false."""

    statement: Statement
    _left: dict[frozenset[Value], Total] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def scope(self) -> frozenset[Unknown]:
        return self.statement.scope

    @property
    def totals(self) -> tuple[Total, ...]:
        return ()

    def worth(self, world: Mapping[Unknown, Value]) -> int:
        return int(self.statement.holds(world))

    def under(self, domains: Domains) -> Total:
        if not isinstance(self.statement, Among):
            return self._under(domains)
        # A long sum has many of these, and each of them few sets of values to be left with.
        domain = domains.get(self.statement.unknown)
        if domain is None:
            return self.alone
        if domain not in self._left:
            self._left[domain] = self._under(domains)
        return self._left[domain]

    def _under(self, domains: Domains) -> Total:
        left = self.statement.under(domains)
        if isinstance(left, Constant):
            return Total((), int(left.truth))
        return self.alone if left == self.statement else Truth(left).alone

    def bounds(self, domains: Domains) -> tuple[int, int]:
        return 0, 1

    def check(self, domains: Domains) -> None:
        self.statement.check(domains)

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        return self.statement.facts()

    def __str__(self) -> str:
        return f"[{self.statement}]"
