"""What a silent wood may hide: nobody, skirmishers at its edge, close order there, or a unit deeper inside.

Silence is a choice, so it excludes nothing. How much likelier anything gets by it hangs on how often whoever
may fire does, which is an assumption and stands beside every number (DEC-32).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from deduce.evidence.log import Log
from deduce.problem.problem import Problem
from deduce.problem.statements import among
from deduce.question.question import Question
from deduce.ruling.asking import refusing
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.problem.weights import Weight
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = [
    "CLOSE",
    "DEEPER",
    "GONE",
    "PLACES",
    "SKIRMISHERS",
    "after_silence",
    "may_fire",
    "passing",
    "sending_in",
    "wood_log",
]

GONE, SKIRMISHERS, CLOSE, DEEPER = "gone", "skirmishers", "close order", "deeper"
PLACES = (GONE, SKIRMISHERS, CLOSE, DEEPER)
"""What a wood can hide: nobody any more, somebody at its edge, or somebody deeper inside."""
FIRED, SILENT = "fired", "silent"
MET, NOBODY = "met", "nobody"
WOOD = "wood"


def wood_log(wood: str, weights: Mapping[str, Weight] | None = None) -> Log:
    """Return what is known of a wood before anything happens, as a log of the core.

    Args:
        wood: What it is called.
        weights: What is assumed of its places; equal weights if nothing is said.
    """
    return Log(Problem({wood: PLACES}, priors=None if weights is None else {wood: weights}, title=wood))


def may_fire(book: Book, place: str, angle: Amount) -> bool:
    """Tell whether somebody there may fire out of the wood so far off straight ahead.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> [may_fire(book_of(), place, 30) for place in PLACES]
        [False, True, False, False]

    Args:
        book: The book.
        place: Where in the wood he is; one of `PLACES`.
        angle: How many degrees off straight ahead his target is.
    """
    if place not in {SKIRMISHERS, CLOSE}:
        return False
    facts: dict[str, Fact] = {
        "arm": "inf",
        "formation": "skirmish" if place == SKIRMISHERS else "line",
        "state": "formed" if place == SKIRMISHERS else "unformed",
        "ground": frozenset({WOOD}),
        "their_ground": frozenset({"open"}),
        "edge": 0,
        "angle": angle,
    }
    return not refusing(book.law, "fire", facts)


@procedure("NAP-WOOD-16", "NAP-WOOD-18")
def passing(book: Book, wood: str, angle: Amount) -> Question:
    """Return what it asks to pass in front of a wood: who may fire does so with the assumed share.

    Args:
        book: The book.
        wood: The wood.
        angle: How far off straight ahead of its edge one passes.
    """
    fires = Fraction(book.number("tell.fires"))
    able = [place for place in PLACES if may_fire(book, place, angle)]
    answers = {FIRED: among(wood, able), SILENT: among(wood, [each for each in PLACES if each not in able])}
    noise = {FIRED: {FIRED: fires, SILENT: 1 - fires}, SILENT: {FIRED: Fraction(0), SILENT: Fraction(1)}}
    where = "straight in front of it" if not angle else f"{angle} degrees off"
    return Question(f"pass {where}", answers, noise)


@procedure("NAP-WOOD-3")
def sending_in(book: Book, wood: str) -> Question:
    """Return what it asks to send skirmishers in: who is at the edge is met, who is deeper only sometimes.

    Args:
        book: The book.
        wood: The wood.
    """
    met = Fraction(book.number("tell.met"))
    answers = {place: among(wood, [place]) for place in PLACES}
    noise = {place: {place: Fraction(1)} for place in PLACES}
    # Whoever is met deeper inside looks like close order that went in.
    noise[DEEPER] = {CLOSE: met, GONE: 1 - met}
    return Question("send skirmishers in", answers, noise)


def after_silence(log: Log, wood: str, question: Question) -> Log:
    """Return a log in which a wood stayed silent, as evidence that excludes nothing.

    Args:
        log: What was known.
        wood: The wood.
        question: What was asked by passing.
    """
    silent = {
        place: heard.get(SILENT, Fraction(0))
        for answer, heard in question.noise.items()
        for place in PLACES
        if question.answers[answer].holds({wood: place})
    }
    return log.append(weights={wood: silent}, text=f"{wood} stays silent")
