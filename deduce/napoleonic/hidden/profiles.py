"""Profiles: everything that a unit of which little is known can be."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from deduce.problem.problem import Problem
from deduce.ruling.inverse import may_have_done

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.conditions import Condition
    from deduce.ruling.features import Fact

__all__ = ["ASPECTS", "EXIST", "Profile", "profiles_of"]

ASPECTS = ("arm", "kind", "status", "formation")
"""The features that a profile says."""
EXIST = "exist"
"""The act whose needs say which profiles there are."""
ARTILLERY = "artillery"


class Profile(NamedTuple):
    """What a unit can be; None where there is nothing to say, or nothing that the book knows.

    Attributes:
        arm: Its arm.
        kind: Its kind of troops.
        status: Its status; artillery has none.
        formation: Its formation.
    """

    arm: str
    kind: str | None
    status: str | None
    formation: str

    @property
    def facts(self) -> dict[str, Fact]:
        """What it says, by features."""
        return {name: value for name, value in zip(ASPECTS, self, strict=True) if value is not None}

    @property
    def shape(self) -> tuple[str, str | None, str]:
        """It without its kind of troops, which matters only for what the tables of a nation say."""
        return self.arm, self.status, self.formation


def profiles_of(book: Book, known: Mapping[str, Fact]) -> tuple[Profile, ...]:
    """Return every profile that a unit can have.

    Kinds of troops are told apart only where the nation is known, since only its tables know them. Where
    what is known cannot be, such as a battery in line, it counts all the same: somebody said so.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> len(profiles_of(book_of(), {}))
        58

    Args:
        book: The book.
        known: What is known of the unit.
    """
    return _profiles(book, frozenset((name, known[name]) for name in ("nation", *ASPECTS) if name in known))


@lru_cache(maxsize=256)
def _profiles(book: Book, given: frozenset[tuple[str, Fact]]) -> tuple[Profile, ...]:
    known = dict(given)
    features = book.law.features
    domains: dict[str, tuple[str | None, ...]] = {}
    for name in ASPECTS:
        words: tuple[str | None, ...] = (str(known[name]),) if name in known else features[name].words
        if name == "kind" and "kind" not in known:
            words = (*words, None) if "nation" in known else (None,)
        domains[name] = words
    problem = Problem(domains)
    rest = {name: value for name, value in known.items() if name not in ASPECTS}
    there_are = may_have_done(book.law, EXIST, problem, {name: name for name in ASPECTS}, rest)
    every = tuple(itertools.product(*domains.values()))
    found = [values for values in every if there_are.holds(dict(zip(ASPECTS, values, strict=True)))]
    guns = book.law.groups[ARTILLERY]
    return tuple(dict.fromkeys(_profile(book, guns, values) for values in found or every))


def _profile(book: Book, guns: Condition, values: tuple[str | None, ...]) -> Profile:
    """Return the profile that aspects are; artillery has no kind of troops, and no status."""
    arm, kind, status, formation = values
    if guns.truth({"arm": str(arm)}, book.law.numbers):
        kind = status = None
    return Profile(str(arm), kind, status, str(formation))
