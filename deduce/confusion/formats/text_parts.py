"""Pieces of a line of text that know where they stand, so that errors can say it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.confusion.errors import PositionError
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["TextPart"]


@dataclass(frozen=True)
class TextPart:
    """A piece of a line of text.

    Attributes:
        name: The part of the line that it belongs to, as error messages call it.
        text: What stands there.
        start: Its first character, counted from 1.
    """

    name: str
    text: str
    start: int = 1

    def fault(self, message: str, offset: int = 0) -> PositionError:
        """Return an error that names the place.

        Args:
            message: What is wrong, and what was expected.
            offset: How far from the start of the piece.
        """
        return PositionError(message, f"character {self.start + offset} ({self.name})")

    def split(self, separator: str) -> list[TextPart]:
        """Return the pieces between separators."""
        found: list[TextPart] = []
        start = self.start
        for text in self.text.split(separator):
            found.append(TextPart(self.name, text, start))
            start += len(text) + len(separator)
        return found

    def whole(self) -> int:
        """Read a whole number of at most nine digits."""
        if not re.fullmatch(r"0|[1-9][0-9]{0,8}", self.text):
            raise self.fault(f"{quoted(self.text)} is no number; expected a whole number such as 12")
        return int(self.text)

    def numbers(self) -> tuple[int, ...]:
        """Read whole numbers with commas between them."""
        return tuple(number.whole() for number in self.split(","))

    def pair(self) -> tuple[int, int]:
        """Read two whole numbers: a column and a row."""
        numbers = self.split(",")
        if len(numbers) != 2:
            raise self.fault(f"{quoted(self.text)} is no square; expected a column and a row such as 6,6")
        return numbers[0].whole(), numbers[1].whole()

    def choice(self, what: str, known: Mapping[str, int]) -> int:
        """Read one of some words, and return what it stands for."""
        if self.text not in known:
            raise self.fault(f"there is no {what} {quoted(self.text)}; expected {' or '.join(known)}")
        return known[self.text]

    def places(self, what: str, known: str) -> list[int]:
        """Read letters, each at most once, and return their places among those that are known."""
        for offset, mark in enumerate(self.text):
            if mark not in known:
                raise self.fault(f"there is no {what} {mark!r}; expected letters of {known}", offset)
            if mark in self.text[:offset]:
                raise self.fault(f"{mark} stands here a second time; expected it once", offset)
        return [known.index(mark) for mark in self.text]

    def options(self, flags: Iterable[str], keys: Iterable[str]) -> dict[str, TextPart]:
        """Read options with colons between them.

        Args:
            flags: Words that stand alone.
            keys: Words that are followed by "=" and a value.

        Returns:
            The value of each option that is there, empty for flags.
        """
        flags, keys = tuple(flags), tuple(keys)
        found: dict[str, TextPart] = {}
        for option in self.split(":"):
            name, equals, value = option.text.partition("=")
            if name not in (keys if equals else flags):
                known = ", ".join((*flags, *(f"{key}=..." for key in keys)))
                raise option.fault(f"there is no option {quoted(option.text)}; expected {known}")
            if name in found:
                raise option.fault(f"{name} stands here a second time; expected it once")
            found[name] = TextPart(self.name, value, option.start + len(name) + len(equals))
        return found
