"""The order of movements, and what becomes of a unit that was forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from deduce.napoleonic.book import Book

__all__ = ["checklist", "counts_as_moved", "goes_first", "in_order", "may_move_from", "phase_of"]

T = TypeVar("T")

ORDINARY = "ordinary"


def phase_of(book: Book, movement: str) -> int:
    """Return in which part of the movement phase something is done, from 1.

    Args:
        book: The book.
        movement: An act, or "compulsory", "ordinary", "officer"; whatever has no part of its own is ordinary.
    """
    known = movement in book.law.features["movement"].words
    found = book.looked_up("phases", {"movement": movement if known else ORDINARY})
    return int(str(found.values["phase"]))


@procedure("NAP-TURN-1")
def in_order(book: Book, movements: Iterable[T], of: Callable[[T], str] = str) -> list[T]:
    """Return movements in the order in which they are made; those of one part stay as they were.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> in_order(book_of(), ["move", "charge", "compulsory", "officer", "rally"])
        ['compulsory', 'rally', 'charge', 'move', 'officer']

    Args:
        book: The book.
        movements: The movements.
        of: Which movement each is, if it does not say it itself.
    """
    return sorted(movements, key=lambda each: phase_of(book, of(each)))


@procedure("NAP-TURN-2")
def goes_first(book: Book, one: str, other: str) -> bool | None:
    """Tell whether one of two movements that meet on their way goes first; None if they are of one part.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> goes_first(book_of(), "compulsory", "move"), goes_first(book_of(), "move", "wheel")
        (True, None)
    """
    first, second = phase_of(book, one), phase_of(book, other)
    return None if first == second else first < second


@procedure("NAP-SIM-1")
def checklist(units: Sequence[T], side: int) -> tuple[T, ...]:
    """Return the units of a line, named from the left as side 0 sees it, in the order of a side.

    Examples:
        >>> checklist(["3", "5", "9"], 1)
        ('9', '5', '3')
    """
    return tuple(units) if side == 0 else tuple(reversed(units))


@procedure("NAP-SIM-2")
def may_move_from(book: Book, now: int, *, agrees: bool) -> int:
    """Return from when a unit that was forgotten may move: now if the opponent agrees, else the next half.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> may_move_from(book_of(), 0, agrees=False), may_move_from(book_of(), 3, agrees=False)
        (2, 4)

    Args:
        book: The book.
        now: The quarter that is played, from 0.
        agrees: Whether the opponent agrees.
    """
    half = int(book.number("half.quarters"))
    return now if agrees else (now // half + 1) * half


@procedure("NAP-SIM-3")
def counts_as_moved(*, is_logged: bool | None, is_disputed: bool) -> bool:
    """Tell whether a unit counts as having moved.

    Examples:
        >>> counts_as_moved(is_logged=None, is_disputed=True)
        True

    Args:
        is_logged: Whether the record has its move; None if nobody keeps one.
        is_disputed: Whether the opponent says that it has moved.
    """
    return is_disputed if is_logged is None else is_logged
