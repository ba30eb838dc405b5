"""Parts of questions about what is hidden: units, distances and guesses, quarters that have passed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.errors import IntakeError
from deduce.intake.numbers import quoted, share_of, whole_of
from deduce.napoleonic.questions.enemies import unit_of
from deduce.ruling.amounts import amount_text
from deduce.tabletop.errors import LineError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    from deduce.napoleonic.battle import Battle
    from deduce.napoleonic.book import Book
    from deduce.ruling.amounts import Amount
    from deduce.tabletop.look import Look

    Battles: TypeAlias = Look[Battle]

__all__ = ["distance", "enemy_named", "quarters_after", "span", "split_off", "usable"]

MOST_CM = 500
MOST_QUARTERS = 99
MOST_NAMED = 60
"""How many candidates or houses one question can have."""
GUESS = re.compile(r"~?([0-9]+(?:\.[0-9]+)?)(?:-([0-9]+(?:\.[0-9]+)?))?")


def split_off(text: str, hint: str) -> tuple[list[str], list[list[str]]]:
    """Return the words before a colon, and those of each part behind it."""
    head, colon, rest = text.partition(":")
    parts = [part.split() for part in rest.split(",") if part.strip()]
    if not head.split() or (colon and not parts) or len(parts) > MOST_NAMED:
        message = f"write {hint}"
        raise LineError(message)
    return head.split(), parts


def distance(text: str, what: str) -> tuple[Amount, Amount]:
    """Return the least and the most of a distance or a guess: `26`, `~25-31`."""
    found = GUESS.fullmatch(text)
    if found is None:
        message = f"{quoted(text)} is no distance of {what}; write cm, such as 26 or ~25-31"
        raise LineError(message)
    try:
        nearest = share_of(found[1], f"the distance of {what}", MOST_CM)
        farthest = share_of(found[2] or found[1], f"the distance of {what}", MOST_CM)
    except IntakeError as error:
        raise LineError(str(error)) from None
    if farthest < nearest:
        message = f"{quoted(text)}: write the lesser distance first, such as ~25-31"
        raise LineError(message)
    return nearest, farthest


def quarters_after(words: list[str], hint: str) -> int | None:
    """Take how many quarters have passed out of words: `after 5`; None if nobody said."""
    if "after" not in words:
        return None
    place = words.index("after")
    given = words[place + 1 : place + 2]
    del words[place : place + 2]
    try:
        return whole_of(given[0] if given else "", "the number of quarters", 0, MOST_QUARTERS)
    except IntakeError as error:
        message = f"{error}; write {hint}"
        raise LineError(message) from None


def enemy_named(look: Battles, name: str) -> str:
    """Return the name of an enemy unit as it is written."""
    return unit_of(look, name).name


def usable(book: Book, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is known of a unit, as far as the book can be asked about it."""
    return {name: fact for name, fact in facts.items() if name in book.law.features}


def span(pair: tuple[Amount, Amount]) -> str:
    """Return a number, or two of them as a span: `2-3`."""
    first, last = map(amount_text, pair)
    return first if first == last else f"{first}-{last}"
