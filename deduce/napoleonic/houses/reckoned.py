"""What comes of acts by the procedures of this chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.houses.fighting import defending, folding, touching, widened
from deduce.ruling.judgement import Outcome, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deduce.napoleonic.book import Book, Reckon
    from deduce.ruling.features import Fact

__all__ = ["HOUSES", "asked"]

HOUSE = "house"


def asked(book: Book, facts: Mapping[str, Fact], names: tuple[str, ...], rule: str) -> Iterator[Question]:
    """Iterate over the questions for what is not known of some features.

    Args:
        book: The book.
        facts: What is known.
        names: The features.
        rule: The rule that asks for them.
    """
    for name in names:
        if name not in facts:
            yield Question(name, book.law.features[name].asked(), (rule,))


def _stands_on(facts: Mapping[str, Fact], feature: str, ground: str) -> bool:
    found = facts.get(feature)
    return isinstance(found, frozenset) and ground in found


def _fight(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over who fights at the wall of a house."""
    if not _stands_on(facts, "their_ground", HOUSE) or facts.get("at_house") != "wall":
        return
    yield from asked(book, facts, ("front", "side_length", "their_side"), "NAP-HOUSE-41")
    front, length, there = (facts.get(name) for name in ("front", "side_length", "their_side"))
    if not isinstance(front, int) or length is None or isinstance(length, str | frozenset):
        return
    attackers = touching(book, front, length)
    yield Outcome("fights", attackers, ("NAP-HOUSE-38", "NAP-HOUSE-41"))
    if isinstance(there, int):
        yield Outcome("they_fight", defending(attackers, there), ("NAP-HOUSE-41", "NAP-HOUSE-42"))
    if folds := folding(book, front, length):
        yield Outcome("may_fold", folds, ("NAP-HOUSE-40",), (f"DEC-25={book.choice('DEC-25')}",))


def _fire(_book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how many figures fire from a house: those on that side."""
    there = facts.get("own_side")
    if _stands_on(facts, "ground", HOUSE) and there is not None:
        yield Outcome("firing", there, ("NAP-HOUSE-28",))


def _widen(book: Book, facts: Mapping[str, Fact]) -> Iterator[Outcome | Question]:
    """Iterate over how many figures are in contact once a front is widened."""
    yield from asked(book, facts, ("front", "brings"), "NAP-HOUSE-49")
    front, brings, quarter = (facts.get(name) for name in ("front", "brings", "quarter"))
    if isinstance(front, int) and isinstance(brings, int) and quarter is not None:
        gone = book.law.features["quarter"].words.index(str(quarter))
        left = int(book.number("half.quarters")) - gone
        yield Outcome(
            "touching_then",
            widened(book, front, brings, left),
            ("NAP-HOUSE-47", "NAP-HOUSE-48", "NAP-HOUSE-49"),
        )


HOUSES: Mapping[str, tuple[Reckon, ...]] = {"fight": (_fight,), "fire": (_fire,), "widen": (_widen,)}
"""For each act what reckons."""
