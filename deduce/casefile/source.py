"""The data of a case file, and where everything in it stands: whoever reads a part of it asks here."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from deduce.casefile.facts import LONGEST_NAME
from deduce.casefile.grid import PictureError
from deduce.errors import CaseFileError, DeduceError, ProblemError, did_you_mean
from deduce.intake.characters import harmless
from deduce.intake.numbers import quoted
from deduce.intake.places import Places

__all__ = ["Source"]

_Built = TypeVar("_Built")

LONGEST_TEXT = 100_000
"""How many characters a title, or what was heard or asked in the user's own words, may have."""
_NAMES = frozenset(
    {
        *("names", "facts", "values", "among", "not_among"),
        *("all_different", "unknowns", "drawn", "weighted"),
    }
)
"""The keys of lists that have names and values only."""


_ON_TOP = frozenset({"format", "title"})
"""The keys of the whole file, which belong to a block if they stand below its beginning."""


class Source:
    """The parsed data of one file.

    Args:
        data: The data.
        text: The text that it was read from.
        name: What the file is called in messages.
    """

    def __init__(self, data: Mapping[str, Any], text: str, name: str) -> None:
        self.data = data
        self.text = text
        self.name = name
        self._thing = ""

    @cached_property
    def places(self) -> Places:
        """Where everything stands; only a mistake asks for it."""
        return Places(self.text)

    @contextlib.contextmanager
    def about(self, thing: str) -> Iterator[None]:
        """Say in every error which of the things it is about that a block goes through."""
        self._thing = thing
        try:
            yield
        finally:
            self._thing = ""

    def error(self, message: str, where: str, key: str = "", needle: object = None) -> CaseFileError:
        """Return an error with its place.

        Args:
            message: What is wrong.
            where: The table in which it is, such as "rule 3".
            key: The key in it, if a key is meant.
            needle: A value that stands there, to find its exact place.
        """
        line, column = self.places.of(where, key, needle)
        if line is None and where == "":
            line, column = self.places.of(key, "", needle)
        if line is None:
            line = self.places.of_path([*re.split(r"[. ]", where)[:1], key])
        if line is None:
            line, column = self.places.of(f"{key} 1")
        numbered = re.fullmatch(r"(rule|entry|question|unknowns|prior|grid) \d+", where)
        if numbered and self._thing:
            subject = f"{where}, {self._thing}: "
        else:
            subject = f"{where}: " if numbered and not message.startswith(where) else ""
        # What a block goes through can have any signs in its name.
        return CaseFileError(harmless(subject + message), self.name, line, column)

    def checked(
        self,
        read: Callable[[Any], _Built],
        value: object,
        where: str,
        key: str,
        needle: object = None,
    ) -> _Built:
        """Read a value; what is wrong with it is the fault of its place in the file."""
        try:
            return read(value)
        except PictureError as error:
            raise self.in_picture(error, where, key) from None
        except ProblemError as error:
            raise self.error(str(error), where, key, needle) from None

    def built(self, build: Callable[[], _Built], where: str, key: str = "") -> _Built:
        """Build something; what is wrong with it is the fault of a place in the file."""
        try:
            return build()
        except CaseFileError:
            raise
        except PictureError as error:
            raise self.in_picture(error, where, key) from None
        except DeduceError as error:
            raise self.error(str(error), where, key) from None

    def in_picture(self, error: PictureError, where: str, key: str) -> CaseFileError:
        """Return an error with the line of the picture that is wrong."""
        found = self.error(str(error), where, key)
        if found.line is None:
            return found
        head = self.text.split("\n")[found.line - 1].rstrip()
        begins_below = head.endswith(('"""', "'''"))
        return CaseFileError(str(error), self.name, found.line + error.row + begins_below)

    def blocks(self, name: str) -> list[tuple[int, Mapping[str, Any]]]:
        """Return the blocks of that name, numbered from 1."""
        blocks = self.data.get(name, [])
        if not isinstance(blocks, list) or not all(isinstance(block, Mapping) for block in blocks):
            message = f"{name!r} must be written as blocks that start with [[{name}]]"
            raise self.error(message, name if name in self.places.tables else "", name)
        return list(enumerate(blocks, 1))

    def table(self, block: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
        """Return the table under a key; an empty one if there is none."""
        found = block.get(key, {})
        if not isinstance(found, Mapping):
            raise self.error(f"{key!r} must be a table", where, key)
        return found

    def listed(self, block: Mapping[str, Any], key: str, where: str) -> list[Any]:
        """Return the list under a key; there must be one, and something in it."""
        if key not in block:
            raise self.error(f"{key!r} is missing", where)
        found = block[key]
        if not isinstance(found, list):
            raise self.error(f"{key!r} must be a list", where, key)
        if not found:
            raise self.error(f"{key!r} is empty", where, key)
        for item in found if key in _NAMES else ():
            if isinstance(item, bool) or not isinstance(item, str | int) or item == "":
                message = f"{key!r} has {quoted(item)}; it must have texts or whole numbers"
                raise self.error(message, where, key)
        return found

    def string(self, block: Mapping[str, Any], key: str, where: str, default: str | None = None) -> str:
        """Return the text under a key."""
        found = block.get(key, default)
        if not isinstance(found, str):
            raise self.error(f"{key} is {quoted(found)}; it must be a text between quotes", where, key)
        self.check_length(found, LONGEST_TEXT, where, key)
        return found

    def label(self, block: Mapping[str, Any], key: str, where: str) -> str:
        """Return a name by which something is cited; empty if there is none."""
        found = self.string(block, key, where, default="")
        self.check_length(found, LONGEST_NAME, where, key)
        return found

    def check_length(self, found: str, most: int, where: str, key: str = "") -> None:
        """Make sure that a text is not too long."""
        if len(found) > most:
            what = f"the {key}" if key else "the name"
            message = f"{what} {quoted(found)} has {len(found):,} characters; the most is {most:,}"
            raise self.error(message, where, key)

    def below_the_top(self, key: str, where: str) -> None:
        """Refuse a key that means nothing in a table if it is one of the whole file."""
        if key in _ON_TOP:
            message = (
                f"{key!r} is about the whole file; write it at the top, above the first line in brackets"
            )
            raise self.error(message, where, key)

    def known_keys(
        self, block: Mapping[str, Any], known: frozenset[str] | set[str], where: str, what: str
    ) -> None:
        """Make sure that a table has no key that means nothing there."""
        for key in block:
            if where and key not in known:
                self.below_the_top(key, where)
            if key not in known:
                message = f"{what} has the unknown key {quoted(key)}; {did_you_mean(key, sorted(known))}"
                raise self.error(message, where, key)
