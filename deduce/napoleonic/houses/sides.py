"""The sides of a house: how many figures each holds, how they are spread, and who is set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.ruling.judgement import Refusal
from deduce.ruling.languages import Words
from deduce.ruling.procedures import procedure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount

__all__ = ["most_held", "must_leave", "placement_faults", "refilled", "room_on", "set_aside"]


@procedure("NAP-HOUSE-15")
def room_on(book: Book, length: Amount) -> int:
    """Return how many figures a side holds: as many as have a whole base along it.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> room_on(book_of(), 7)
        4

    Args:
        book: The book.
        length: How long the side is, in centimetres.
    """
    return int(length // book.number("base.front.inf"))


@procedure("NAP-HOUSE-14")
def set_aside(book: Book, lengths: Iterable[Amount], figures: int) -> int:
    """Return how many figures find no place along the walls; they come back when the unit leaves.

    Args:
        book: The book.
        lengths: How long the sides are.
        figures: How many figures the unit has.
    """
    return max(0, figures - sum(room_on(book, length) for length in lengths))


@procedure("NAP-HOUSE-14", "NAP-HOUSE-56")
def refilled(book: Book, aside: int, lost: int, *, was_attacked: bool) -> int:
    """Return how many of the figures that were set aside replace those lost on a side (DEC-39).

    Args:
        book: The book.
        aside: How many are set aside.
        lost: How many the side has lost in this half.
        was_attacked: Whether it was attacked in this half.
    """
    played = book.choice("DEC-39")
    if played == "never" or (played == "unattacked" and was_attacked):
        return 0
    return min(aside, lost)


@procedure("NAP-HOUSE-11", "NAP-HOUSE-13")
def placement_faults(
    book: Book, lengths: Sequence[Amount], companies: Mapping[str, Sequence[int]]
) -> tuple[Refusal, ...]:
    """Return what is wrong with the way a unit is spread along the walls.

    A company stands on one side or on two that adjoin; no side holds more figures than fit.

    Args:
        book: The book.
        lengths: How long the sides are, going round the house.
        companies: For each company, by its name, how many of its figures stand on each side, going round.

    Raises:
        ValueError: If a company does not say as many numbers as there are sides.
    """
    faults: list[Refusal] = []
    for name, spread in companies.items():
        if len(spread) != len(lengths):
            message = f"{name} stands on {len(spread)} sides, but the house has {len(lengths)}"
            raise ValueError(message)
        if not _adjoin([side for side, figures in enumerate(spread) if figures], len(lengths)):
            faults.append(_split(name))
    for side, length in enumerate(lengths):
        there, room = sum(spread[side] for spread in companies.values()), room_on(book, length)
        if there > room:
            faults.append(_full(side + 1, there, room))
    return tuple(faults)


def _adjoin(sides: Sequence[int], around: int) -> bool:
    """Tell whether sides are one, or two next to each other."""
    if len(sides) <= 1:
        return True
    return len(sides) == 2 and (sides[1] - sides[0]) % around in {1, around - 1}


def _split(name: str) -> Refusal:
    found = Words(
        f"{name} stands on sides that do not adjoin", f"{name} se trouve sur des côtés non contigus"
    )
    wanted = Words("one side, or two that adjoin", "un seul côté, ou deux côtés contigus")
    return Refusal("company", ("NAP-HOUSE-13",), found, wanted)


def _full(side: int, there: int, room: int) -> Refusal:
    found = Words(
        f"{there} figures stand on side {side}", f"{there} figurines se trouvent sur le côté {side}"
    )
    wanted = Words(
        f"at most {room}; the others are set aside", f"au plus {room} ; les autres sont mises de côté"
    )
    return Refusal("room", ("NAP-HOUSE-14", "NAP-HOUSE-15"), found, wanted)


@procedure("NAP-HOUSE-22")
def must_leave(book: Book, figures: int) -> bool:
    """Tell whether a unit is too weak to stay in a house.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> must_leave(book_of(), 3), must_leave(book_of(), 2)
        (False, True)
    """
    return figures < book.number("house.least")


@procedure("NAP-HOUSE-23")
def most_held(sides: Mapping[str, int]) -> tuple[str, ...]:
    """Return the sides by which a unit leaves a house that burns: the most strongly held; of several any.

    Examples:
        >>> most_held({"N": 5, "E": 3})
        ('N',)

    Args:
        sides: How many figures stand on each side.
    """
    most = max(sides.values(), default=0)
    return tuple(name for name, figures in sides.items() if figures == most)
