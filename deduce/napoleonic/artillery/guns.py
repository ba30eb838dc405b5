"""Guns: which way they point, who serves them, when a battery is ready, how far hands move it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.napoleonic.movement.reckoned import change_time
from deduce.napoleonic.movement.states import re_forming
from deduce.ruling.asking import Found
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.ruling.features import Fact

__all__ = ["fires_towards", "gunners", "is_man_handled", "leaves_towards", "muzzle", "ready_in_battery"]

UNLIMBERED = {"formation": "limbered", "to": "battery"}


def _opposite(book: Book, degrees: Amount) -> Amount:
    half = book.number("angle.half-turn")
    return (degrees + half) % (2 * half)


@procedure("NAP-ART-2")
def muzzle(book: Book, travel: Amount) -> Amount:
    """Return where the muzzle of a limbered gun points, in degrees from north.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> muzzle(book_of(), 0)
        180

    Args:
        book: The book.
        travel: Where it travels to, in degrees from north.
    """
    return _opposite(book, travel)


@procedure("NAP-ART-7")
def leaves_towards(book: Book, fired: Amount) -> Amount:
    """Return where a battery that limbers must leave to: away from its line of fire.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> leaves_towards(book_of(), 0)
        180

    Args:
        book: The book.
        fired: Where it fired to, in degrees from north.
    """
    return _opposite(book, fired)


@procedure("NAP-ART-9")
def fires_towards(arrived: Amount) -> Amount:
    """Return where a battery fires that unlimbered: the way it arrived.

    Args:
        arrived: Where it travelled to, in degrees from north.
    """
    return arrived


@procedure("NAP-ART-10")
def gunners(figures: int, lost: int) -> int:
    """Return how many gunners are placed: the figures that the battery has left.

    Examples:
        >>> gunners(4, 1)
        3
    """
    return max(figures - lost, 0)


@procedure("NAP-ART-4", "NAP-ART-5", "NAP-ART-11")
def ready_in_battery(book: Book, facts: Mapping[str, Fact], *, was_forced: bool) -> Found:
    """Return how many quarters it `takes` a limbered battery to be ready; or what has to be known to tell.

    How far it came does not matter; after a forced march it re-forms first.

    Args:
        book: The book.
        facts: What is known: nation, arm.
        was_forced: Whether it came by a forced march.
    """
    steps = [change_time(book, {**facts, **UNLIMBERED})]
    if was_forced:
        steps.append(re_forming(book, {**facts, "formation": "limbered", "state": "unformed"}))
    questions = tuple(question for found in steps for question in found.questions)
    if questions:
        return Found({}, questions=questions)
    rules = dict.fromkeys(rule for found in steps for rule in found.rules)
    return Found({"takes": sum(found.amount("takes") or 0 for found in steps)}, tuple(rules))


@procedure("NAP-ART-13", "NAP-ART-14")
def is_man_handled(book: Book, left: Amount, right: Amount) -> bool:
    """Tell whether both ends of a battery may be moved so far by hand in a half: alike, and not too far.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> is_man_handled(book_of(), 3, 3), is_man_handled(book_of(), 0, 3)
        (True, False)

    Args:
        book: The book.
        left: How far its left end moves, in cm.
        right: How far its right end moves.
    """
    return left == right <= book.number("man-handle.way")
