"""The book that is played from: what the two chapters print, or an owner's file that says more."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from deduce.napoleonic.wording import CHAPTERS, worded_ids
from deduce.ruling import asking
from deduce.ruling.amounts import amount_text
from deduce.ruling.errors import RulingError
from deduce.ruling.languages import Words
from deduce.ruling.packaged import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

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
DIVISORS = (
    "base.front.inf", "base.front.cav", "base.depth.inf", "base.depth.cav", "angle.half-turn", "wheel.steady",
    "wheel.loose", "man-handle.takes", "road.bonus.step", "guns.change", "sapper.bridge", "sapper.lane",
    "sapper.cover", "sapper.stretch",
)  # fmt: skip
"""Numbers by which others are divided."""
PERIOD, HALF = "period.quarters", "half.quarters"


@dataclass(frozen=True, eq=False, repr=False)
class Book:
    """The rules that are played, with what differs in this house. Two are equal if they say the same.

    Attributes:
        name: "printed", or the path of the owner's file.
        law: Everything that its files say.
        house: What differs from it, as it is written in a header.
    """

    name: str
    law: Law
    house: tuple[str, ...] = ()

    @cached_property
    def unnamed(self) -> Book:
        """The same with places such as {one} for whoever has no name, to be filled where names are known."""
        places = {name: Words(f"{{{name}}}", f"{{{name}}}") for name in self.law.names}
        return replace(self, law=replace(self.law, names=places))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Book)
            and (self.name, self.house) == (other.name, other.house)
            and self.law.names == other.law.names
            and self.law == other.law
        )

    def __hash__(self) -> int:
        # To compare whole laws takes long; what is kept for books asks for their hash each time.
        return hash((self.name, self.house, *self.law.names.values()))

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
    return _reckonable(Book(name, *_SHELF.with_house(name, house, folder)))


@lru_cache(maxsize=64)
def _printed(house: str) -> Book:
    return _reckonable(Book(PRINTED, *_SHELF.with_house(PRINTED, house, None)))


def _reckonable(book: Book) -> Book:
    """Return a book whose numbers can be reckoned with.

    Raises:
        RulingError: If one of them cannot.
    """
    numbers = book.law.numbers
    wrong = ""
    for name in DIVISORS:
        if not numbers.get(name, 1):
            wrong = f"{name} is 0; it must be more than 0, since others are divided by it"
    if {PERIOD, HALF} <= numbers.keys():
        period, half, most = numbers[PERIOD], numbers[HALF], len(book.law.features["quarter"].words)
        for name, amount in ((PERIOD, period), (HALF, half)):
            if not isinstance(amount, int) or not amount:
                wrong = f"{name} is {amount_text(amount)}; it must be a whole number of at least 1"
        if not wrong and period > most:
            wrong = f"{PERIOD} is {amount_text(period)}; there are {most} quarters at most"
        elif not wrong and period % half:
            wrong = f"{HALF} is {amount_text(half)}; whole halves must make up a period"
    if wrong:
        raise RulingError(wrong if book.name == PRINTED else f"{book.name}: {wrong}")
    return book


def _rule_ids() -> frozenset[str]:
    """Return the ids that an owner's file can name."""
    return worded_ids() | _printed("").law.decisions.keys()


_SHELF = Shelf(
    __name__.rpartition(".")[0],
    {
        "base": "base.toml",
        **{chapter: f"{chapter}/law.toml" for chapter in CHAPTERS},
        PRINTED: "printed.toml",
    },
    (PRINTED,),
    "there are no rules",
    cache(_rule_ids),
)
