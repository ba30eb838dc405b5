"""What somebody says whose word is worth more or less, by what else is true.

Like draws and chances (`chances.py`), a testimony gives worlds weight, so it stands on its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from deduce.problem.statements import (
    ALWAYS,
    NEVER,
    Constant,
    Domains,
    Statement,
    Unknown,
    Value,
    all_of,
    any_of,
    implies,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from fractions import Fraction

__all__ = ["Case", "Testimony", "testimony"]

Case: TypeAlias = tuple[Statement, int, int]
"""A condition, and how heavy a world is under it in which what is said is true, and in which it is false."""


@dataclass(frozen=True)
class Testimony(Statement):
    """Something was said, and is worth more or less, by which of some conditions is true.

    Exactly one of the conditions is true in each world.

    Attributes:
        said: What was said.
        cases: The conditions, each with its two weights.
        model: The name of the answer model that the weights come from.
    """

    said: Statement
    cases: tuple[Case, ...]
    model: str = field(default="", compare=False)

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        return self.said.scope.union(*(condition.scope for condition, _, _ in self.cases))

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    @property
    def carries_weight(self) -> bool:
        return True

    @property
    def support(self) -> Statement:
        parts: list[Statement] = []
        for condition, if_true, if_false in self.cases:
            if not if_true and not if_false:
                parts.append(~condition)
            elif not if_false:
                parts.append(implies(condition, self.said))
            elif not if_true:
                parts.append(implies(condition, ~self.said))
        return all_of(*parts) if parts else ALWAYS

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        return self.weight(world) > 0

    def weight(self, world: Mapping[Unknown, Value]) -> int:
        is_true = self.said.holds(world)
        for condition, if_true, if_false in self.cases:
            if condition.holds(world):
                return if_true if is_true else if_false
        return 0

    def under(self, domains: Domains) -> Statement:
        return self.limited(domains)[1]

    def share(self, domains: Domains) -> int:
        return self.limited(domains)[0]

    def limited(self, domains: Domains) -> tuple[int, Statement]:
        cases = [(condition.under(domains), if_true, if_false) for condition, if_true, if_false in self.cases]
        return _simplest(self.said.under(domains), cases, self.model)

    def tabulated(self, domains: Domains) -> Statement:
        cases = tuple(
            (condition.tabulated(domains), if_true, if_false) for condition, if_true, if_false in self.cases
        )
        return Testimony(self.said.tabulated(domains), cases, self.model)

    def check(self, domains: Domains) -> None:
        self.said.check(domains)
        for condition, _, _ in self.cases:
            condition.check(domains)

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        yield from self.said.facts()
        for condition, _, _ in self.cases:
            yield from condition.facts()

    def __str__(self) -> str:
        return f"{self.model or 'somebody'}: {self.said}"


def testimony(
    said: Statement, cases: Iterable[tuple[Statement, Fraction, Fraction]], model: str
) -> Statement:
    """Return what follows from something that was said.

    Where it leaves nothing to chance, as with somebody who always lies, that is a statement without weight.

    Args:
        said: What was said.
        cases: Conditions of which exactly one is true in each world, each with how likely it is to be said
            where it is true, and where it is false.
        model: The name of the answer model.
    """
    listed = list(cases)
    weights = [weight for _, *pair in listed for weight in pair]
    scale = math.lcm(*(weight.denominator for weight in weights))
    whole = [
        (condition, int(if_true * scale), int(if_false * scale)) for condition, if_true, if_false in listed
    ]
    _, simplest = _simplest(said, whole, model)
    if isinstance(simplest, Testimony) and len({weight for weight in weights if weight}) == 1:
        return simplest.support
    return simplest


def _simplest(said: Statement, cases: Iterable[Case], model: str) -> tuple[int, Statement]:
    """Build a testimony in its simplest form, so that equal remainders are equal objects; and its share."""
    merged: dict[tuple[int, int], list[Statement]] = {}
    for condition, if_true, if_false in cases:
        if condition != NEVER:
            pair = (if_true, if_false)
            if isinstance(said, Constant):
                pair = (if_true, if_true) if said.truth else (if_false, if_false)
            merged.setdefault(pair, []).append(condition)
    divisor = math.gcd(*(weight for pair in merged for weight in pair))
    if not divisor:
        return 1, NEVER
    kept = [
        (any_of(*conditions), if_true // divisor, if_false // divisor)
        for (if_true, if_false), conditions in merged.items()
    ]
    if len(kept) > 1:
        about = ALWAYS if all(if_true == if_false for _, if_true, if_false in kept) else said
        return divisor, Testimony(about, tuple(kept), model)
    # Whatever the conditions: one of them is true.
    ((_, if_true, if_false),) = kept
    if if_true == if_false:
        return divisor, ALWAYS
    if not if_false:
        return divisor, said
    if not if_true:
        return divisor, ~said
    return divisor, Testimony(said, ((ALWAYS, if_true, if_false),), model)
