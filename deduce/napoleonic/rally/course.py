"""The way of a rally: the turn, straight away from a melee, then home; when its enemies fire after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.napoleonic.movement.pace import move_of, per_quarter
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.ruling.asking import Found
    from deduce.ruling.features import Fact

__all__ = ["Leg", "fire_from", "left_to_do", "rally_course", "rally_move"]

COLUMN = "column"


@dataclass(frozen=True)
class Leg:
    """What a rally does in a quarter of its period.

    Attributes:
        quarter: The quarter of the period, from 1.
        way: How far it goes, in cm.
        towards: "away" from the enemy it fought, or "home" to its table edge.
    """

    quarter: int
    way: Fraction
    towards: str


@procedure("NAP-RALLY-3")
def rally_move(book: Book, facts: Mapping[str, Fact]) -> Found:
    """Return `per_period` of a rally: the unit's move in column, whatever its formation.

    Args:
        book: The book.
        facts: What is known: nation, arm, kind, status.
    """
    return move_of(book, {**facts, "formation": COLUMN})


@procedure("NAP-RALLY-5", "NAP-RALLY-9")
def rally_course(book: Book, per_period: Amount, *, is_engaged: bool, turn: int) -> tuple[Leg, ...]:
    """Return what a rally announced at the start of a period does in it, quarter by quarter after its turn.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> for leg in rally_course(book_of(), 36, is_engaged=True, turn=2):
        ...     print(leg.quarter, leg.way, leg.towards)
        3 9 away
        4 9 home

    Args:
        book: The book.
        per_period: Its move in column.
        is_engaged: Whether it comes out of a melee.
        turn: How many quarters it turns first.
    """
    away = turn + int(book.number("rally.away")) if is_engaged else turn
    way = per_quarter(book, per_period)
    last = int(book.number("period.quarters"))
    return tuple(
        Leg(quarter, way, "away" if quarter <= away else "home") for quarter in range(turn + 1, last + 1)
    )


@procedure("NAP-RALLY-16")
def fire_from(book: Book, left: int) -> int:
    """Return from which moment infantry may fire at cavalry that left the melee with it.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> fire_from(book_of(), 2)
        3

    Args:
        book: The book.
        left: The quarter in which the contact ended, from 0.
    """
    return left + int(book.number("rally.fire"))


@procedure("NAP-RALLY-2")
def left_to_do(*, has_failed_at_square: bool) -> frozenset[str]:
    """Return the only acts that are left to cavalry after a round; nothing if it is free.

    Examples:
        >>> left_to_do(has_failed_at_square=True)
        frozenset({'rally'})

    Args:
        has_failed_at_square: Whether its charge on a square did not break it.
    """
    return frozenset({"rally"}) if has_failed_at_square else frozenset()
