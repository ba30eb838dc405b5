"""Data files of the game, of diagrams and of rules: read up to a bound, each value checked by one rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deduce.errors import IntakeError, did_you_mean
from deduce.intake import content
from deduce.intake.data import parse_toml
from deduce.intake.numbers import quoted, whole_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from deduce.confusion.errors import ConfusionError

__all__ = ["Block", "parse_data", "read_data"]

LARGEST_FILE = 200_000
LONGEST_NAME = 60
LONGEST_PATH = 300


class Block:
    """A table of a data file, whose values are taken out one by one.

    Args:
        data: What stands in it.
        where: Its place, for messages: the file, and what it is there.
        error: What is raised if something is wrong.
    """

    def __init__(self, data: Mapping[str, Any], where: str, error: type[ConfusionError]) -> None:
        self.data = data
        self.where = where
        self._error = error

    def wrong(self, message: str) -> ConfusionError:
        """Return the error that something in it is wrong."""
        return self._error(f"{self.where}: {message}")

    def check_keys(self, known: Collection[str]) -> None:
        """Make sure that it has no other keys.

        Raises:
            ConfusionError: If it has.
        """
        for key in self.data:
            if key not in known:
                raise self.wrong(f"unknown key {quoted(key)}; {did_you_mean(key, sorted(known))}")

    def check_format(self, wanted: str) -> None:
        """Make sure that it is a file of this format.

        Raises:
            ConfusionError: If it is not.
        """
        found = self.data.get("format")
        if found != wanted:
            raise self.wrong(f"format is {quoted(found)}, but must be {wanted!r}")

    def whole(self, key: str, least: int, most: int) -> int:
        """Return a whole number that has to be there.

        Raises:
            ConfusionError: If there is none of that size.
        """
        found = self.data.get(key)
        if found is None:
            raise self.wrong(f"{key} is missing; it must be a whole number from {least} to {most}")
        if isinstance(found, str):
            raise self.wrong(f"{key} is {quoted(found)}; it must be a number without quotation marks")
        try:
            return whole_of(found, key, least, most)
        except IntakeError as error:
            raise self.wrong(error.reason) from None

    def flag(self, key: str) -> bool:
        """Return a yes or no; no if it is not there.

        Raises:
            ConfusionError: If it is something else.
        """
        found = self.data.get(key, False)
        if not isinstance(found, bool):
            raise self.wrong(f"{key} is {quoted(found)}; it must be true or false")
        return found

    def text(self, key: str, default: str, most: int = LONGEST_NAME) -> str:
        """Return a text of one line; the default if it is not there.

        Raises:
            ConfusionError: If it is something else, or too long.
        """
        found = self.data.get(key, default)
        if not isinstance(found, str) or not (found.isprintable() and len(found) <= most):
            raise self.wrong(
                f"{key} is {quoted(found)}; it must be a line of text of at most {most} characters"
            )
        return found

    def blocks(self, key: str, noun: str) -> list[Block] | None:
        """Return the tables of a list; None if it is no list of tables.

        Args:
            key: The key of the list.
            noun: What each is called in messages, before its number.
        """
        found = self.data.get(key, [])
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            return None
        return [
            Block(each, f"{self.where}: {noun} {place}", self._error) for place, each in enumerate(found, 1)
        ]


def read_data(
    path: str | Path, what: str, error: type[ConfusionError], *, is_named_inside: bool = False
) -> Block:
    """Read a data file.

    Args:
        path: The file.
        what: What it should be, for the error message, such as "a set of diagrams".
        error: What is raised if something is wrong.
        is_named_inside: Whether another file names it; it has to be an ordinary file then.

    Raises:
        ConfusionError: If it cannot be read.
    """
    source = str(path)
    source = source if len(source) <= LONGEST_PATH else f"{source[:LONGEST_PATH]}..."
    try:
        text = content.read_text(path, LARGEST_FILE, what, is_named_inside=is_named_inside)
    except IntakeError as found:
        raise _placed(found, source, error) from None
    return parse_data(text, source, error)


def parse_data(text: str, source: str, error: type[ConfusionError]) -> Block:
    """Read the text of a data file.

    Args:
        text: The text.
        source: What it is called in messages.
        error: What is raised if something is wrong.

    Raises:
        ConfusionError: If it cannot be read.
    """
    try:
        return Block(parse_toml(text), source, error)
    except IntakeError as found:
        raise _placed(found, source, error) from None


def _placed(found: IntakeError, source: str, error: type[ConfusionError]) -> ConfusionError:
    place = "" if found.line is None else f", line {found.line}"
    return error(f"{source}{place}: {found.reason}")
