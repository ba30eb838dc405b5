"""What is proved, and what a proof looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from deduce.problem.statements import Statement, Unknown, Value, fact

if TYPE_CHECKING:
    from deduce.evidence.log import Entry

__all__ = ["Claim", "Confinement", "Proof"]


@dataclass(frozen=True)
class Claim:
    """That an unknown has a value in every world, or in none.

    Examples:
        >>> print(Claim("H", "Crab", holds=True), "/", Claim("H", "Wimp", holds=False))
        H is Crab / H is not Wimp
    """

    unknown: Unknown
    value: Value
    holds: bool

    @property
    def statement(self) -> Statement:
        """The claim as a statement."""
        claimed = fact(self.unknown, self.value)
        return claimed if self.holds else ~claimed

    def __str__(self) -> str:
        return str(self.statement)


@dataclass(frozen=True)
class Confinement:
    """Some unknowns have only as many values between them as they are themselves, so they use them all up.

    Attributes:
        unknowns: The unknowns.
        values: Their values: as many as unknowns.
    """

    unknowns: tuple[Unknown, ...]
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Proof:
    """A smallest set of entries that proves a claim.

    No proof of the claim has fewer entries. Among those with as few, this one is the simplest (the fewest
    other unknowns involved), and among equally simple ones the most recent (the smallest sum of ages).

    Attributes:
        claim: What is proved.
        entries: The entries, in the order of the log; none if the problem itself proves it.
        confinement: For one-to-one problems: the unknowns that use up the value (or all the other values that
            the claim's unknown could have). None if the entries speak for themselves or a solver was needed.
        kind: How it is proved: by entries on the unknown itself, by a confinement, or by a solver.
        sentence: The proof as a player would say it.
    """

    claim: Claim
    entries: tuple[Entry, ...]
    confinement: Confinement | None
    kind: Literal["direct", "confinement", "solver"]
    sentence: str

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the entries."""
        return tuple(entry.id for entry in self.entries)

    def __str__(self) -> str:
        return self.sentence
