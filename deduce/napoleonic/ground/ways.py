"""A way over ground: pieces one behind the other, each so long, as it is typed: `2 wood 99`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling.amounts import Amount, amount_of, amount_text
from deduce.ruling.errors import RulingError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.napoleonic.book import Book
    from deduce.ruling.features import Feature

__all__ = ["Stretch", "length_of", "linear", "way_of", "way_text"]

OPEN = frozenset({"open"})
LONGEST = 500
"""How many characters a way may have."""
_NUMBER = re.compile(r"[0-9.]")


@dataclass(frozen=True)
class Stretch:
    """A piece of a way.

    Attributes:
        length: How long it is, in cm; 0 for a linear obstacle, which has no depth.
        ground: The kinds of ground that lie there on each other.
    """

    length: Amount
    ground: frozenset[str] = OPEN


def linear(book: Book) -> frozenset[str]:
    """Return the kinds of ground that are linear obstacles: they lie across a way and have no depth."""
    words = book.law.features["ground"].words
    found = {word: book.looked_up("terrain-movement", {"ground": frozenset({word})}).values for word in words}
    return frozenset(word for word, values in found.items() if "crossed" in values)


def way_of(book: Book, text: str) -> tuple[Stretch, ...]:
    """Read a way: lengths in cm, each with the ground before it; without ground it is open.

    Several kinds before one length lie on each other. A linear obstacle has no length.

    Examples:
        >>> from deduce.napoleonic.book import book_of
        >>> [(each.length, *sorted(each.ground)) for each in way_of(book_of(), "2 wood 99 hedge 4")]
        [(2, 'open'), (99, 'wood'), (0, 'hedge'), (4, 'open')]

    Args:
        book: The book.
        text: The way.

    Raises:
        RulingError: If that makes no sense.
    """
    if len(text) > LONGEST:
        message = f"the way is longer than {LONGEST} characters; write a shorter one"
        raise RulingError(message)
    feature, across = book.law.features["ground"], linear(book)
    stretches: list[Stretch] = []
    before: list[str] = []
    for part in text.replace(",", " ").replace("+", " ").split():
        if part in {"cm", "and", "et"}:
            continue
        if _NUMBER.match(part):
            length = amount_of(part.removesuffix("cm"), "a length of the way")
            if not length:
                message = f"a length of the way is {quoted(part)}; it must be more than 0"
                raise RulingError(message)
            stretches.append(Stretch(length, frozenset(before) or OPEN))
            before = []
            continue
        word = _word(feature, part)
        if word in across:
            if before:
                raise _missing(before)
            stretches.append(Stretch(0, frozenset({word})))
        else:
            before.append(word)
    if before:
        raise _missing(before)
    if not any(each.length for each in stretches):
        message = "the way has no length; write cm and what ground lies there, such as: 2 wood 99"
        raise RulingError(message)
    return tuple(stretches)


def way_text(stretches: Iterable[Stretch]) -> str:
    """Return a way as it is typed.

    Examples:
        >>> way_text([Stretch(2), Stretch(99, frozenset({"wood"}))])
        '2 wood 99'
    """
    parts: list[str] = []
    for stretch in stretches:
        parts += sorted(stretch.ground - OPEN)
        parts += [amount_text(stretch.length)] if stretch.length else []
    return " ".join(parts)


def length_of(stretches: Iterable[Stretch]) -> Amount:
    """Return how long a way is, in cm."""
    return sum((each.length for each in stretches), start=0)


def _word(feature: Feature, part: str) -> str:
    """Return the ground that a word names, in either language.

    Raises:
        RulingError: If it names none.
    """
    if part in feature.words:
        return part
    message = f"there is no ground {quoted(part)}; {did_you_mean(part, feature.words)}"
    raise RulingError(message)


def _missing(before: Iterable[str]) -> RulingError:
    said = " ".join(before)
    return RulingError(f"no length stands behind {said}; write how many cm of it lie on the way: {said} 12")
