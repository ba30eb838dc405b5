"""How far units go: the moves of the nations, halves and quarters of them, and what slows."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.ruling.asking import Found
from deduce.ruling.conditions import Limit
from deduce.ruling.judgement import Question
from deduce.ruling.languages import Words
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = [
    "Share",
    "lowest",
    "missing",
    "move_of",
    "paces",
    "per_half",
    "per_quarter",
    "quarters_for",
    "share_of_move",
]

NAMED = ("nation", "arm", "kind", "status", "formation")
"""What a row of the tables of the nations is looked up by."""
MOVE = "move"
UNNAMED = "move-unnamed"
CHOICE = "NAP-DIST-2"


@dataclass(frozen=True)
class Share:
    """With what share of its move a unit does something.

    Attributes:
        factor: The share; None if that is not known yet.
        rules: The rules that say so.
        choices: The choices that it hangs on.
    """

    factor: Fraction | None
    rules: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


@procedure("NAP-DIST-1")
def paces(book: Book, cm: Amount) -> Amount:
    """Return a length in paces.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> paces(book_of(), 18)
        180
    """
    return cm * book.number("paces.per-cm")


@procedure("NAP-DIST-3")
def per_half(book: Book, per_period: Amount) -> Fraction:
    """Return the most that a unit may cover in half a period.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> per_half(book_of(), 18)
        Fraction(9, 1)
    """
    return per_quarter(book, per_period) * book.number("half.quarters")


@procedure("NAP-DIST-3")
def per_quarter(book: Book, per_period: Amount) -> Fraction:
    """Return the most that a unit may cover in a quarter.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> per_quarter(book_of(), 18)
        Fraction(9, 2)
    """
    return Fraction(per_period) / book.number("period.quarters")


def quarters_for(book: Book, distance: Amount, per_period: Amount) -> int:
    """Return in how many whole quarters a unit has covered a distance, at its full pace."""
    return math.ceil(Fraction(distance) / per_quarter(book, per_period))


@procedure("NAP-DIST-2")
def move_of(book: Book, facts: Mapping[str, Fact]) -> Found:
    """Return `per_period`: the most that a unit may cover in a period; or what has to be known to tell.

    Without a row for such a unit the question is about the table "move": there is no data. A move that is
    printed without its formation counts for none until somebody decides it (NAP-DIST-2=any).

    Args:
        book: The book.
        facts: What is known: nation, arm, kind, status, formation; of a mixed body `mixes` instead of kind.
    """
    kinds = facts.get("mixes")
    if isinstance(kinds, frozenset) and kinds:
        alone = {name: fact for name, fact in facts.items() if name != "mixes"}
        return lowest(book, alone, sorted(kinds))
    found = book.looked_up(MOVE, facts)
    if not any(each.feature == MOVE for each in found.questions):
        return found
    other = book.looked_up(UNNAMED, facts)
    if "per_period" not in other.values:
        return Found({}, questions=(missing(book, MOVE, facts),))
    if book.choice(CHOICE) == "any":
        return replace(other, choices=(f"{CHOICE}=any",))
    value = other.values["per_period"]
    asked = missing(book, MOVE, facts)
    told = Words(
        f"{asked.asks.en} ({other.source} has {value} cm, and does not say for which formation)",
        f"{asked.asks.fr} ({other.source} donne {value} cm, sans dire pour quelle formation)",
    )
    return Found({}, questions=(replace(asked, asks=told, rules=other.rules, choices=(f"{CHOICE}=asked",)),))


def missing(book: Book, table: str, facts: Mapping[str, Fact], beside: Iterable[str] = ()) -> Question:
    """Return the question for a row that a table of the nations does not have.

    Args:
        book: The book.
        table: The table.
        facts: What is known.
        beside: What it is looked up by besides nation, arm, kind, status and formation.
    """
    features = book.law.features
    known = [features[name].value_said(facts[name]) for name in (*NAMED, *beside) if name in facts]
    asks = Words(
        f"what does the table {table} have for {', '.join(each.en for each in known)}? (no row yet)",
        f"que dit le tableau {table} pour : {', '.join(each.fr for each in known)} ? (pas encore de ligne)",
    )
    return Question(table, asks)


@procedure("NAP-DIST-4")
def lowest(book: Book, facts: Mapping[str, Fact], kinds: Iterable[str]) -> Found:
    """Return `per_period` of a body that mixes companies of several kinds: the lowest of theirs.

    Args:
        book: The book.
        facts: What is known of the body.
        kinds: The kinds of its companies.
    """
    each = [move_of(book, {**facts, "kind": kind}) for kind in kinds]
    questions = tuple(dict.fromkeys(question for found in each for question in found.questions))
    if questions or not each:
        return Found({}, questions=questions)
    return min(each, key=lambda found: found.amount("per_period") or 0)


def share_of_move(book: Book, act: str, facts: Mapping[str, Fact]) -> Share:
    """Return with what share of its move a unit does something: whatever slows it multiplies.

    An act gives a share as `speed`, or as the `deduction` that is taken off it.

    Args:
        book: The book.
        act: The act.
        facts: What is known.
    """
    factor = Fraction(1)
    rules: list[str] = []
    hanging: list[str] = []
    for effect, choices in book.law.comes[act]:
        given = dict(effect.gives)
        if not given.keys() & {"speed", "deduction"}:
            continue
        truth = effect.truth(facts, book.law.numbers)
        if truth is None and effect.is_asked:
            return Share(None)
        if truth:
            factor *= _amount(book, given.get("speed", 1)) - _amount(book, given.get("deduction", 0))
            rules += effect.rules
            hanging += choices
    return Share(factor, tuple(dict.fromkeys(rules)), tuple(dict.fromkeys(hanging)))


def _amount(book: Book, given: Fact | Limit) -> Fraction:
    """Return a share that an act gives, as it is under what is played."""
    return Fraction(given.value(book.law.numbers) if isinstance(given, Limit) else str(given))
