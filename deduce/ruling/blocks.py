"""Tables of a file of rules, whose values are taken out one by one, each mistake with its line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted
from deduce.intake.places import Places
from deduce.ruling.amounts import Amount, amount_of
from deduce.ruling.errors import RulingError
from deduce.ruling.languages import LANGUAGES, NOTHING, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping


__all__ = ["Block", "Source"]

LONGEST_WORDS = 400
LONGEST_NAME = 60
_NAME = re.compile(r"[A-Za-z][\w.-]*", re.ASCII)
_RULE = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Za-z0-9]+)+", re.ASCII)


@dataclass(frozen=True)
class Source:
    """A file of rules, or what stands for one.

    Attributes:
        name: What it is called in messages.
        text: Its text.
        rules: All ids of rules; None if whatever looks like one is taken for one.
    """

    name: str
    text: str
    rules: Callable[[], Collection[str]] | None = None

    @cached_property
    def places(self) -> Places:
        """Where things stand in it; only looked for when something is wrong."""
        return Places(self.text)


@dataclass(frozen=True)
class Block:
    """A table of a file.

    Attributes:
        source: The file.
        data: What stands in the table.
        path: The keys that lead to it.
    """

    source: Source
    data: Mapping[str, Any]
    path: tuple[str | int, ...] = ()

    def wrong(self, message: str, key: str = "") -> RulingError:
        """Return the error that something in it, or the value of a key, is wrong."""
        path = (*self.path, key) if key else self.path
        name = ".".join(str(step) for step in self.path)
        return RulingError(
            f"{name}: {message}" if name else message, self.source.name, self.source.places.of_path(path)
        )

    def checked(self, key: str, read: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever is read
        """Return what a function reads; what it raises gets the place of a key."""
        try:
            return read()
        except RulingError as error:
            raise error if error.path else self.wrong(str(error), key) from None

    def check_keys(self, known: Collection[str]) -> None:
        """Make sure that it has no other keys.

        Raises:
            RulingError: If it has.
        """
        for key in self.data:
            if key not in known:
                raise self.wrong(f"unknown key {quoted(key)}; {did_you_mean(key, sorted(known))}", key)

    def has(self, key: str) -> bool:
        """Tell whether there is something under a key."""
        return key in self.data

    def text(self, key: str, default: str | None = None, most: int = LONGEST_WORDS) -> str:
        """Return a text of one line; the default if nothing is there and there is one.

        Raises:
            RulingError: If it is something else, too long, or missing.
        """
        found = self.data.get(key, default)
        if found is None:
            raise self.wrong(f"{key} is missing; it must be a line of text")
        if not isinstance(found, str) or not found.isprintable() or len(found) > most:
            raise self.wrong(
                f"{key} is {quoted(found)}; it must be a line of text of at most {most} characters", key
            )
        return found

    def flag(self, key: str) -> bool:
        """Return a yes or no; no if nothing is there.

        Raises:
            RulingError: If it is something else.
        """
        found = self.data.get(key, False)
        if not isinstance(found, bool):
            raise self.wrong(f"{key} is {quoted(found)}; it must be true or false", key)
        return found

    def amount(self, key: str) -> Amount:
        """Return an exact number.

        Raises:
            RulingError: If it is none, or missing.
        """
        if key not in self.data:
            raise self.wrong(f"{key} is missing; it must be a number")
        number: Amount = self.checked(key, lambda: amount_of(self.data[key], key))
        return number

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a text, or a list of texts, as several; nothing if nothing is there.

        Raises:
            RulingError: If it is something else, or one stands there twice.
        """
        found = self.data.get(key, [])
        each = [found] if isinstance(found, str) else found
        if not isinstance(each, list) or not all(isinstance(one, str) and one for one in each):
            raise self.wrong(f"{key} is {quoted(found)}; it must be a text or a list of texts", key)
        if len(set(each)) < len(each):
            raise self.wrong(f"{key} names something twice", key)
        return tuple(each)

    def words(self, key: str, most: int = LONGEST_WORDS) -> Words:
        """Return what is said in both languages: one text for both, or { en = ..., fr = ... }.

        Args:
            key: The key; if nothing is there, nothing is said.
            most: How long each text can be.

        Raises:
            RulingError: If it is something else.
        """
        if key not in self.data:
            return NOTHING
        if isinstance(self.data[key], str):
            text = self.text(key, most=most)
            return Words(text, text)
        inner = self.block(key)
        inner.check_keys(LANGUAGES)
        return Words(inner.text("en", most=most), inner.text("fr", most=most))

    def rules(self, *, are_needed: bool = True, key: str = "rule") -> tuple[str, ...]:
        """Return the ids of rules that it names.

        Raises:
            RulingError: If there is none and one is needed, or one does not exist.
        """
        found = self.texts(key)
        if not found and are_needed:
            raise self.wrong(f'it names no rule; add {key} = "..." with the id of one')
        for rule in found:
            if not _RULE.fullmatch(rule):
                raise self.wrong(f"{quoted(rule)} is no id of a rule", key)
            if self.source.rules is not None and rule not in (known := self.source.rules()):
                raise self.wrong(f"there is no rule {quoted(rule)}; {did_you_mean(rule, known)}", key)
        return found

    def block(self, key: str) -> Block:
        """Return the table under a key.

        Raises:
            RulingError: If there is something else.
        """
        found = self.data.get(key, {})
        if not isinstance(found, dict):
            raise self.wrong(f"{key} is {quoted(found)}; it must be a table", key)
        return Block(self.source, found, (*self.path, key))

    def blocks(self, key: str) -> Iterator[tuple[str, Block]]:
        """Iterate over the tables in the table under a key, with their names.

        Raises:
            RulingError: If there is something else, or a name is none.
        """
        outer = self.block(key)
        for name in outer.data:
            outer.check_name(name)
            yield name, outer.block(name)

    def tables(self, key: str) -> Iterator[Block]:
        """Iterate over the tables of a list, such as all [[row]]; none if nothing is there.

        Raises:
            RulingError: If there is something else.
        """
        found = self.data.get(key, [])
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise self.wrong(f"{key}s are written as [[{key}]]", key)
        for place, each in enumerate(found):
            yield Block(self.source, each, (*self.path, key, place))

    def check_name(self, name: str) -> None:
        """Make sure that a name can be written and read.

        Raises:
            RulingError: If it cannot.
        """
        if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
            raise self.wrong(f"{quoted(name)} is no name; names have letters, digits, dots and dashes", name)

    def flat(self, key: str) -> dict[str, Any]:
        """Return the values under a key by their dotted names: `combat.range = 8` and `"combat.range" = 8`.

        A table with the key "is" is a value.

        Raises:
            RulingError: If there is no table, or something stands there twice.
        """
        outer = self.block(key)
        return dict(_flat(outer, outer.data, ""))


def _flat(outer: Block, data: Mapping[str, Any], head: str) -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        name = f"{head}{key}"
        outer.check_name(name)
        if isinstance(value, dict) and "is" not in value:
            yield from _flat(outer, value, f"{name}.")
        else:
            yield name, value
