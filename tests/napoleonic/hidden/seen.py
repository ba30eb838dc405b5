"""What the tests of what is hidden share: sightings written shortly, and units made of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from deduce.napoleonic.book import Book, book_of
from deduce.napoleonic.ground.ways import Stretch
from deduce.napoleonic.hidden.profiles import Profile
from deduce.napoleonic.hidden.sightings import Sighting
from deduce.napoleonic.hidden.unit import Unit
from napoleonic.common import BOOK

__all__ = ["BOOK", "FOOT", "act", "kinds", "looks", "moved", "unit"]

FOOT: dict[str, Any] = {"nation": "FR", "arm": "inf"}
"""French foot, the only one of which the chapters print speeds."""


def act(entry: int, name: str, quarters: int | None = None, **facts: object) -> Sighting:
    """A sighting of an act, in the quarter of its number."""
    became = facts.pop("became", None)
    known = {key: frozenset(each) if isinstance(each, list) else each for key, each in facts.items()}
    return Sighting(entry, name, "e2", name, entry, known, quarters, became=became)  # type: ignore[arg-type]


def moved(entry: int, cm: str, quarters: int = 1, ground: str = "open", **facts: object) -> Sighting:
    """A sighting of a distance."""
    unseen = bool(facts.pop("unseen", False))
    way = (Stretch(Fraction(cm), frozenset({ground})),)
    text = f"moved {cm}"
    return Sighting(entry, text, "e2", "move", entry, facts, quarters, way, unseen=unseen)  # type: ignore[arg-type]


def looks(entry: int, *groups: str, **facts: str) -> Sighting:
    """A sighting of how it stands."""
    return Sighting(entry, "seen", "e2", "exist", entry, facts, groups=groups)


def unit(*seen: Sighting, book: Book = BOOK, **known: object) -> Unit:
    """A unit that was seen doing something."""
    return Unit(book, "e2", known, seen)  # type: ignore[arg-type]


def kinds(found: Unit) -> set[tuple[str | None, str]]:
    """What is left with data: kinds of troops and formations."""
    without = set(found.without_data)
    return {(each.kind, each.formation) for each in found.left if each not in without}


def house(text: str) -> Book:
    """The printed book with a house rule."""
    return book_of(house=text)


def shape(profile: Profile) -> tuple[str, str | None, str]:
    """A profile without its kind of troops."""
    return profile.shape
