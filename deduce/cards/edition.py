"""Editions: every number, table and choice of the rules, as the files in `editions/` say."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from deduce.cards.wording import worded_ids
from deduce.ruling.packaged import Shelf

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction
    from pathlib import Path

    from deduce.ruling.law import Law

__all__ = ["EDITIONS", "Edition", "edition_of"]

EDITIONS = ("en", "fr")
"""The editions in the package."""


@dataclass(frozen=True, eq=False, repr=False)
class Edition:
    """The rules that are played: an edition, with what differs in this house.

    Two are equal if they say the same.

    Attributes:
        name: "fr", "en", or the path of the owner's file.
        law: Everything that its files say.
        house: What differs from the edition or file, as it is written in a header.
    """

    name: str
    law: Law
    house: tuple[str, ...] = ()
    _numbers: Mapping[str, int | Fraction] = field(init=False)
    _tables: Mapping[str, tuple[int, ...]] = field(init=False)
    _choices: Mapping[str, str] = field(init=False)
    _hash: int = field(init=False)

    def __post_init__(self) -> None:
        tables = {name: tuple(map(int, table.amounts)) for name, table in self.law.tables.items()}
        object.__setattr__(self, "_numbers", dict(self.law.numbers))
        object.__setattr__(self, "_tables", tables)
        object.__setattr__(self, "_choices", dict(self.law.choices))
        numbers = (*self.law.numbers.values(), *tables.values(), *self.law.choices.values())
        object.__setattr__(self, "_hash", hash((self.name, numbers)))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Edition)
            and self._hash == other._hash
            and self.name == other.name
            and self.law == other.law
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"edition_of({self.name!r}, {', '.join(self.house)!r})"

    def number(self, name: str) -> int | Fraction:
        """Return a number, such as the one called "combat.range"."""
        return self._numbers[name]

    def table(self, name: str) -> tuple[int, ...]:
        """Return a table, such as "gun.confused": 13 numbers, from the ace to the king."""
        return self._tables[name]

    def choice(self, decision: str) -> str:
        """Return what is played where there is a choice, such as "locked" for "DEC-20"."""
        return self._choices[decision]

    def rule_of(self, name: str) -> str:
        """Return the id of the rule that a number or a table comes from."""
        declared = self.law.declared
        return (declared[name] if name in declared else self.law.tables[name]).rules[0]


def edition_of(name: str = "en", house: str = "", folder: Path | None = None) -> Edition:
    """Return the rules that are played.

    Examples:
        >>> edition_of("fr").number("combat.range"), edition_of("en").number("combat.range")
        (8, 20)
        >>> edition_of("en", "DEC-20=lapse, combat.range=20").house
        ('DEC-20=lapse',)

    Args:
        name: "fr", "en", or the path of a file of rules that extends one of them; it ends in .toml.
        house: What differs from that, such as "DEC-20=lapse, combat.range=15".
        folder: The folder that the path starts from; the current one if nothing is said.

    Raises:
        RulingError: If there is no such edition, or something in the file or the house rules is wrong.
    """
    if name in EDITIONS:
        return _packaged(name, house)
    return Edition(name, *_SHELF.with_house(name, house, folder))


@lru_cache(maxsize=64)
def _packaged(name: str, house: str) -> Edition:
    return Edition(name, *_SHELF.with_house(name, house, None))


def _rule_ids() -> frozenset[str]:
    """Return the ids that an owner's file can name."""
    return worded_ids() | _packaged(EDITIONS[0], "").law.decisions.keys()


_SHELF = Shelf(
    __name__.rpartition(".")[0],
    {name: f"editions/{name}.toml" for name in ("base", "acts", *EDITIONS)},
    EDITIONS,
    "there is no edition",
    cache(_rule_ids),
)
