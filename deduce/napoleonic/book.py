"""The book that is played from: what the two chapters print, or an owner's file that says more."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling import asking
from deduce.ruling.errors import RulingError
from deduce.ruling.house import with_house
from deduce.ruling.reading import parse_law, read_law

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from deduce.ruling.amounts import Amount
    from deduce.ruling.asking import Found
    from deduce.ruling.features import Fact
    from deduce.ruling.judgement import Outcome, Question
    from deduce.ruling.law import Law

__all__ = ["CHAPTERS", "PRINTED", "Book", "Reckon", "book_of"]

Reckon: TypeAlias = "Callable[[Book, Mapping[str, Fact]], Iterable[Outcome | Question]]"
"""Reckons what comes of an act beyond its needs and effects, or what has to be known to reckon it."""

PRINTED = "printed"
"""The book in the package."""
CHAPTERS = ("movement", "rally", "artillery", "charge", "ground", "houses", "obstacles", "hidden")
"""The folders of the chapters, each of which extends the one before it."""


@dataclass(frozen=True, repr=False)
class Book:
    """The rules that are played, with what differs in this house.

    Attributes:
        name: "printed", or the path of the owner's file.
        law: Everything that its files say.
        house: What differs from it, as it is written in a header.
    """

    name: str
    law: Law
    house: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"book_of({self.name!r}, {', '.join(self.house)!r})"

    def number(self, name: str) -> Amount:
        """Return a number, such as the one called "base.front.inf"."""
        return self.law.numbers[name]

    def choice(self, decision: str) -> str:
        """Return what is played where there is a choice."""
        return self.law.choices[decision]

    def looked_up(self, table: str, facts: Mapping[str, object]) -> Found:
        """Return what a table has for a situation; a row that is missing is asked for, and never 0."""
        return asking.value(self.law, table, facts)


def book_of(name: str = PRINTED, house: str = "", folder: Path | None = None) -> Book:
    """Return the book that is played from.

    Examples:
        >>> book_of().number("base.front.cav")
        Fraction(5, 2)

    Args:
        name: "printed", or the path of a file of rules that extends it; it ends in .toml.
        house: What differs from that, such as "DEC-7=breaks".
        folder: The folder that the path starts from; the current one if nothing is said.

    Raises:
        RulingError: If there is no such book, or something in the file or the house rules is wrong.
    """
    if name == PRINTED:
        return _printed(house)
    if not name.endswith(".toml"):
        message = f"there are no rules {quoted(name)}; {did_you_mean(name, [PRINTED])}"
        message += " (a file of your own ends in .toml)"
        raise RulingError(message)
    law = read_law((folder or Path()) / name, _law, is_named_inside=True)
    return _with_house(name, law, house)


@lru_cache(maxsize=64)
def _printed(house: str) -> Book:
    law = _law(PRINTED)
    assert law is not None  # noqa: S101 - its file is in the package
    return _with_house(PRINTED, law, house)


def _with_house(name: str, law: Law, house: str) -> Book:
    changed = with_house(law, house)
    return Book(name, changed, changed.differences(law))


@cache
def _law(name: str) -> Law | None:
    """Return what a file of the package says; None if there is no such file."""
    if name not in {"base", *CHAPTERS, PRINTED}:
        return None
    place = f"{name}/law.toml" if name in CHAPTERS else f"{name}.toml"
    package, _, _ = __name__.rpartition(".")
    text = resources.files(package).joinpath(place).read_text(encoding="utf-8")
    return parse_law(text, place, _law)
