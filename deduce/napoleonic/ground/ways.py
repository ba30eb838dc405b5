"""A way over ground: pieces one behind the other, each so long, as it is typed: `2 wood 99`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.ruling.amounts import Amount, amount_of, amount_text
from deduce.ruling.errors import RulingError
from deduce.ruling.lexicon import below_zero, phrases_of, tokens_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deduce.napoleonic.book import Book

__all__ = ["Stretch", "length_of", "linear", "names_ground", "way_of", "way_text"]

OPEN = frozenset({"open"})
BESIDE = frozenset({"cm", "and", "et", "then", "puis", "de", "of"})
"""What may stand in a way and says nothing."""

GROWN = {"wood": "wooded-slope", "crops": "crop-slope"}
"""What a slope is called on which something grows; it has rules of its own (NAP-HILL-15)."""
LONGEST = 500
"""How many characters a way may have."""


@dataclass(frozen=True)
class Stretch:
    """A piece of a way.

    Attributes:
        length: How long it is, in cm; 0 for a linear obstacle, which has no depth.
        ground: The kinds of ground that lie there on each other.
    """

    length: Amount
    ground: frozenset[str] = OPEN


@lru_cache(maxsize=16)
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
    if negative := below_zero(text):
        message = f"a length of the way is {quoted(negative)}; it must be more than 0"
        raise RulingError(message)
    across, known = linear(book), _phrases(book)
    stretches: list[Stretch] = []
    before: list[str] = []
    tokens = tokens_in(text.replace("+", " "))
    place = 0
    while place < len(tokens):
        part = tokens[place]
        place += 1
        if part in BESIDE:
            continue
        if part[0].isdigit() or part[0] == ".":
            stretches.append(Stretch(_length(part), _lying(before)))
            before = []
            continue
        count, word = _ground_at(known, tokens, place - 1)
        place += count - 1
        if word not in across:
            before.append(word)
            continue
        if before:
            raise _missing(before)
        stretches.append(Stretch(0, frozenset({word})))
    if before:
        raise _missing(before)
    if not any(each.length for each in stretches):
        message = "the way has no length; write cm and what ground lies there, such as: 2 wood 99"
        raise RulingError(message)
    return tuple(stretches)


def _lying(words: Iterable[str]) -> frozenset[str]:
    """Return the ground that some words tell that stand before one length."""
    ground = frozenset(words)
    grown = {word for word in GROWN if {"slope", word} <= ground}
    return (ground - grown - {"slope"} | {GROWN[word] for word in grown} if grown else ground) or OPEN


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


def names_ground(book: Book, words: Sequence[str]) -> bool:
    """Tell whether some words begin with what is typed for a kind of ground."""
    known = _phrases(book)
    tokens = tokens_in(" ".join(words))
    return any(tokens[:count] in known for count in range(1, len(tokens) + 1))


@lru_cache(maxsize=16)
def _phrases(book: Book) -> Mapping[tuple[str, ...], str]:
    """Return what can be typed for each kind of ground."""
    return phrases_of(book.law.features["ground"])


def _length(part: str) -> Amount:
    """Read a length.

    Raises:
        RulingError: If it is none.
    """
    length = amount_of(part.replace(",", "."), "a length of the way")
    if not length:
        message = f"a length of the way is {quoted(part)}; it must be more than 0"
        raise RulingError(message)
    return length


def _ground_at(known: Mapping[tuple[str, ...], str], tokens: tuple[str, ...], place: int) -> tuple[int, str]:
    """Return how many words from a place on name a kind of ground, and which; as many as possible.

    Raises:
        RulingError: If they name none.
    """
    for count in range(len(tokens) - place, 0, -1):
        word = known.get(tokens[place : place + count])
        if word is not None:
            return count, word
    message = f"there is no ground {quoted(tokens[place])}; {did_you_mean(tokens[place], _typed(known))}"
    raise RulingError(message)


def _typed(known: Iterable[tuple[str, ...]]) -> list[str]:
    return [" ".join(phrase) for phrase in known]


def _missing(before: Iterable[str]) -> RulingError:
    said = " ".join(before)
    return RulingError(f"no length stands behind {said}; write how many cm of it lie on the way: {said} 12")
