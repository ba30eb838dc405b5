"""Headers in any order, of a game of two sides: read with the place of every mistake."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from deduce.errors import did_you_mean, nearest
from deduce.intake.characters import plain
from deduce.intake.numbers import quoted
from deduce.tabletop.errors import LineError, RecordError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from deduce.tabletop.document import Header
    from deduce.tabletop.kind import Source

__all__ = ["Headers", "headers_text", "two_sides"]

T = TypeVar("T")
NAME = re.compile(r"[^\W\d_][\w'-]{1,19}")
SHORT = 3
"""A header so short is not looked up among those that are like it."""


def headers_text(headers: Mapping[str, str]) -> str:
    """Return the text of a record that has no entries yet."""
    return "".join(f"{key} = {value}\n" for key, value in headers.items()) + "\n"


def two_sides(text: str, example: str, taken: Collection[str]) -> tuple[str, str]:
    """Read what the two sides are called.

    Args:
        text: Two names with a comma between them.
        example: What it could be, for whoever writes something else.
        taken: What means something else, so that no side can be called so.

    Raises:
        LineError: If that are not two names, or one of them means something else.
    """
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or plain(names[0]) == plain(names[1]):
        message = f"{quoted(text)}: name the two sides, such as {example}"
        raise LineError(message)
    for name in names:
        if not NAME.fullmatch(name) or plain(name) in map(plain, taken):
            message = f"{quoted(name)} cannot be the name of a side; write one word of at least two letters"
            raise LineError(message)
    return names[0], names[1]


class Headers:
    """The headers of a record; what a game knows of them is a class of its own on this one.

    Attributes:
        source: The record.
        headers: The headers by their keys, those that mean something as the game writes them.
        keys: The keys that mean something; the names of the sides are keys as well.
        free: The keys that mean something to people only.

    Raises:
        RecordError: If one stands there twice.
    """

    def __init__(self, source: Source, keys: Collection[str], free: Collection[str]) -> None:
        self.source = source
        self.keys = keys
        self.free = free
        self.headers: dict[str, Header] = {}
        for header in source.document.headers:
            key = next((key for key in keys if plain(key) == plain(header.key)), header.key)
            if plain(key) in map(plain, self.headers):
                message = f"{header.key} stands there twice; take one out"
                raise RecordError(message, source.name, header.line)
            self.headers[key] = header

    def value(self, key: str) -> str:
        """Return what a header says; "" if it is not there."""
        return self.headers[key].value.strip() if key in self.headers else ""

    def wrong(self, key: str, message: str) -> RecordError:
        """Return what is raised because of a header that is there."""
        return RecordError(f"{key} = {message}", self.source.name, self.headers[key].line)

    def read(self, key: str, read: Callable[[str], T], usual: T) -> T:
        """Return what a header means.

        Args:
            key: Its key.
            read: What it says -> what that means; raises `LineError` if it makes no sense.
            usual: What is meant if it is not there.

        Raises:
            RecordError: If it makes no sense.
        """
        text = self.value(key)
        try:
            return read(text) if text else usual
        except LineError as error:
            raise self.wrong(key, str(error)) from None

    def key_of(self, side: str) -> str:
        """Return how the header of a side is written; "" if it is not there."""
        return next((key for key in self.headers if plain(key) == plain(side)), "")

    def others(self, sides: tuple[str, str], is_army: Callable[[str], bool]) -> Mapping[str, str]:
        """Return the headers that mean nothing to the rules.

        Args:
            sides: What the sides are called.
            is_army: Whether what a header says are units, so that its key should be a side.

        Raises:
            RecordError: If one is the army of nobody, or looks like a misspelling.
        """
        known = {plain(key) for key in (*self.keys, *sides)}
        found = {}
        for key, header in self.headers.items():
            if plain(key) in known:
                continue
            if plain(key) not in map(plain, self.free):
                if is_army(header.value):
                    message = f"there is no side {quoted(key)}; there are {sides[0]} and {sides[1]}"
                    raise RecordError(message, self.source.name, header.line)
                if len(key) > SHORT and nearest(key, (*self.keys, *sides)) is not None:
                    message = f"there is no header {quoted(key)}; {did_you_mean(key, (*self.keys, *sides))}"
                    raise RecordError(message, self.source.name, header.line)
            found[key] = header.value
        return found
