"""Formulas: exactly if, either or, what somebody says; and unknowns that have the same value."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.errors import ProblemError
from deduce.problem.statements import (
    ALWAYS,
    NEVER,
    Among,
    Constant,
    Count,
    Domains,
    Statement,
    Unknown,
    Value,
    all_of,
    fact,
    implies,
    refuse_repeats,
    refuse_weights,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["Parity", "Same", "iff", "same", "says", "xor"]


@dataclass(frozen=True)
class Parity(Statement):
    """An odd number of the parts is true, or (not `odd`) an even number."""

    parts: tuple[Statement, ...]
    odd: bool
    text: str = field(default="", compare=False)

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        return frozenset().union(*(part.scope for part in self.parts))

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        return sum(part.holds(world) for part in self.parts) % 2 == self.odd

    def under(self, domains: Domains) -> Statement:
        return _parity((part.under(domains) for part in self.parts), odd=self.odd)

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        return itertools.chain.from_iterable(part.facts() for part in self.parts)

    def tabulated(self, domains: Domains) -> Statement:
        return _parity((part.tabulated(domains) for part in self.parts), odd=self.odd, text=self.text)

    def check(self, domains: Domains) -> None:
        for part in self.parts:
            part.check(domains)

    def denied(self) -> Statement:
        return Parity(self.parts, not self.odd)

    def __str__(self) -> str:
        if self.text:
            return self.text
        listed = [f"({part})" if isinstance(part, Count | Parity) else str(part) for part in self.parts]
        if len(listed) == 2:
            return f"either {listed[0]} or {listed[1]}" if self.odd else f"{listed[0]} exactly if {listed[1]}"
        return f"an {'odd' if self.odd else 'even'} number of ({'; '.join(listed)})"


def _parity(parts: Iterable[Statement], *, odd: bool, text: str = "") -> Statement:
    """Build a parity in its simplest form, so that equal remainders are equal objects."""
    open_parts: dict[Statement, None] = {}
    for part in parts:
        plain = part
        if isinstance(part, Count) and part.high == 0 and len(part.parts) == 1:
            (plain,) = part.parts
            odd = not odd
        if isinstance(plain, Constant):
            odd ^= plain.truth
        elif plain in open_parts:
            # Twice the same is even, whatever it is.
            del open_parts[plain]
        else:
            open_parts[plain] = None
    if not open_parts:
        return NEVER if odd else ALWAYS
    if len(open_parts) == 1:
        (part,) = open_parts
        return part if odd else part.denied()
    return Parity(tuple(open_parts), odd, text)


def iff(first: Statement, second: Statement) -> Statement:
    """Say that two statements are both true or both false.

    Examples:
        >>> from deduce import fact
        >>> print(iff(fact("Ann", "knight"), fact("Ben", "knave")))
        Ann is knight exactly if Ben is knave
    """
    refuse_weights((first, second))
    return _parity((first, second), odd=False)


def xor(first: Statement, second: Statement, *more: Statement) -> Statement:
    """Say that one of two statements is true and the other one false.

    Of more than two, that an odd number of them is true; that a single one is says `exactly(1, ...)`.

    Examples:
        >>> from deduce import fact
        >>> print(xor(fact("Ann", "tea"), fact("Ben", "tea")))
        either Ann is tea or Ben is tea
    """
    parts = (first, second, *more)
    refuse_weights(parts)
    return _parity(parts, odd=True)


def says(
    speaker: Unknown,
    statement: Statement,
    *,
    honest: Value = "knight",
    liar: Value | None = None,
) -> Statement:
    """Say that a speaker has said something, which is true exactly if the speaker is honest.

    Examples:
        >>> from deduce import Belief, Log, Problem, fact
        >>> island = Problem(dict.fromkeys(["Ann", "Ben"], ["knight", "knave"]))
        >>> claim = says("Ann", fact("Ann", "knave") & fact("Ben", "knave"))
        >>> print(claim)
        Ann says: Ann is knave and Ben is knave
        >>> Belief(Log(island).append(claim)).certain
        {'Ann': 'knave', 'Ben': 'knight'}

    Args:
        speaker: The unknown that tells of what kind the speaker is.
        statement: What was said.
        honest: The kind whose every statement is true.
        liar: The kind whose every statement is false; by default all kinds that are not honest. Other
            kinds may say anything.
    """
    refuse_weights((statement,))
    if liar is None:
        return _parity((fact(speaker, honest), statement), odd=False, text=f"{speaker} says: {statement}")
    if liar == honest:
        message = f"says: {liar!s} is named as both honest and liar; name two kinds"
        raise ProblemError(message)
    return all_of(implies(fact(speaker, honest), statement), implies(fact(speaker, liar), ~statement))


@dataclass(frozen=True)
class Same(Statement):
    """The unknowns have the same value."""

    unknowns: tuple[Unknown, ...]

    @cached_property
    def _scope(self) -> frozenset[Unknown]:
        return frozenset(self.unknowns)

    @property
    def scope(self) -> frozenset[Unknown]:
        return self._scope

    def holds(self, world: Mapping[Unknown, Value]) -> bool:
        return len({world[unknown] for unknown in self.unknowns}) == 1

    def under(self, domains: Domains) -> Statement:
        known = [domains[unknown] for unknown in self.unknowns if unknown in domains]
        if not known:
            return self
        common = frozenset.intersection(*known)
        if not common:
            return NEVER
        if len(common) == 1:
            limits = [Among(unknown, common).under(domains) for unknown in self.unknowns]
            return all_of(*limits)
        return self

    def narrowed(self, domains: Domains) -> dict[Unknown, frozenset[Value]]:
        return dict.fromkeys(
            self.unknowns, frozenset.intersection(*(domains[unknown] for unknown in self.unknowns))
        )

    def facts(self) -> Iterator[tuple[Unknown, Value]]:
        return iter(())

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.unknowns[:-1]))} and {self.unknowns[-1]} are the same"


def same(first: Unknown, second: Unknown, *more: Unknown) -> Statement:
    """Say that unknowns have the same value, whatever it is.

    Examples:
        >>> print(same("Ann", "Ben"), "/", ~same("Ann", "Ben"))
        Ann and Ben are the same / not (Ann and Ben are the same)
    """
    unknowns = (first, second, *more)
    refuse_repeats(unknowns, "same")
    return Same(unknowns)
