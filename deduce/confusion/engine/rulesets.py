"""Rulesets: sides, board, layout and variants, read from a data file and checked.

The two rulesets of the game come with the package. A file of one's own, named by its path, replaces them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deduce.confusion.errors import RulesError
from deduce.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["RULESETS", "Ruleset", "Variant", "ruleset_name", "ruleset_of"]

FORMAT = "deduce.confusion.rules/1"
RULESETS = ("classic", "espionage")
"""The rulesets in the package."""
LARGEST_BOARD = 26
EFFECTS = ("double_agent", "late_contact", "off_columns", "free_placement", "anyone_is_promoted")
"""What a variant can change."""
_FLAGS = ("double_agent", "late_contact", "tokens")


@dataclass(frozen=True)
class Variant:
    """A variant of a ruleset.

    Attributes:
        number: The number by which records name it.
        name: What it is called.
        effects: What it changes, by the names in `EFFECTS`.
    """

    number: int
    name: str
    effects: Mapping[str, Any]


@dataclass(frozen=True)
class Ruleset:
    """A ruleset as its file says.

    Attributes:
        sides: The names of the two sides, the one at row 1 first.
        french: Their names in the original notation.
        columns: The number of columns.
        rows: The number of rows.
        neutral: Where the neutral piece starts.
        layout: The start square of each letter, from its owner's side.
        agent_letter: The letter that is only there with a double agent; "" for none.
        double_agent: Whether one diagram of each side is a double agent.
        late_contact: Whether the winning position must survive a turn of the opponent.
        tokens: Whether action tokens may be used.
        variants: Its variants, by number.
    """

    sides: tuple[str, str]
    french: tuple[str, str]
    columns: int
    rows: int
    neutral: tuple[int, int]
    layout: Mapping[str, tuple[int, int]]
    agent_letter: str = ""
    double_agent: bool = False
    late_contact: bool = True
    tokens: bool = False
    variants: Mapping[int, Variant] = field(default_factory=dict)

    def side_named(self, name: str) -> int | None:
        """Return the number of the side of this name, in any case and either language; None for no side."""
        for names in (self.sides, self.french):
            for side, known in enumerate(names):
                if known.casefold() == name.strip().casefold():
                    return side
        return None


def ruleset_name(name: str) -> str:
    """Return the name of the packaged ruleset that begins so, in any case; what else there is stays as it is.

    Examples:
        >>> ruleset_name("Espionage"), ruleset_name("esp"), ruleset_name("chess")
        ('espionage', 'espionage', 'chess')
    """
    found = [known for known in RULESETS if name and known.startswith(name.casefold())]
    return found[0] if len(found) == 1 else name


def ruleset_of(name: str) -> Ruleset:
    """Return a ruleset by its name, or by the path of its file, which ends in .toml.

    Raises:
        RulesError: If there is none, or its file is wrong.
    """
    if name in RULESETS:
        return _packaged(name)
    if not name.endswith(".toml"):
        message = f"there is no ruleset {name!r}; {did_you_mean(name, RULESETS)}"
        raise RulesError(message)
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        message = f"{name}: cannot be read: {reason}"
        raise RulesError(message) from None
    return _File(text, name).ruleset()


@cache
def _packaged(name: str) -> Ruleset:
    file = resources.files("deduce.confusion.engine").joinpath(f"data/{name}.toml")
    return _File(file.read_text(encoding="utf-8"), name).ruleset()


class _File:
    """Reads one file."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        try:
            self.data = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise self._error(f"is not valid TOML: {error}") from None

    def _error(self, message: str) -> RulesError:
        return RulesError(f"{self.source}: {message}")

    def ruleset(self) -> Ruleset:
        """Read the ruleset."""
        known = {"format", "name", "sides", "columns", "rows", "neutral", "layout", "agent_letter", "variant"}
        for key in self.data:
            if key not in known | {*_FLAGS}:
                raise self._error(f"unknown key {key!r}; {did_you_mean(key, sorted(known | {*_FLAGS}))}")
        if self.data.get("format") != FORMAT:
            raise self._error(f"format is {self.data.get('format')!r}, but must be {FORMAT!r}")
        sides = self._sides()
        layout = self._layout()
        agent_letter = self.data.get("agent_letter", "")
        if agent_letter and agent_letter not in layout:
            raise self._error(f"agent_letter {agent_letter!r} has no place in the layout")
        return Ruleset(
            (sides[0][0], sides[1][0]),
            (sides[0][1], sides[1][1]),
            self._whole("columns"),
            self._whole("rows"),
            self._pair("neutral", self.data.get("neutral")),
            layout,
            agent_letter,
            self._flag("double_agent"),
            self._flag("late_contact"),
            self._flag("tokens"),
            self._variants(),
        )

    def _sides(self) -> list[tuple[str, str]]:
        sides = self.data.get("sides")
        message = (
            'sides must be two tables with different names: [{ name = "Yellow", french = "Jaune" }, ...]'
        )
        if not isinstance(sides, list) or len(sides) != 2:
            raise self._error(message)
        names: list[tuple[str, str]] = []
        for side in sides:
            name = side.get("name") if isinstance(side, dict) else None
            if not isinstance(name, str) or not name.isalpha():
                raise self._error(message)
            names.append((name, str(side.get("french", name))))
        if names[0][0] == names[1][0] or names[0][1] == names[1][1]:
            raise self._error(message)
        return names

    def _layout(self) -> dict[str, tuple[int, int]]:
        layout = self.data.get("layout")
        if not isinstance(layout, dict) or not layout:
            raise self._error("layout must give each letter a square, such as A = [3, 2]")
        for letter in layout:
            if len(letter) != 1 or not "A" <= letter <= "Y":
                raise self._error(f"layout: {letter!r} is no letter from A to Y")
        return {letter: self._pair(f"layout: {letter}", layout[letter]) for letter in sorted(layout)}

    def _variants(self) -> dict[int, Variant]:
        blocks = self.data.get("variant", [])
        if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
            raise self._error("variants must be [[variant]] blocks")
        found: dict[int, Variant] = {}
        for block in blocks:
            effects = dict(block)
            number, name = effects.pop("number", None), effects.pop("name", "")
            if isinstance(number, bool) or not isinstance(number, int) or number in found:
                raise self._error(f"variant {name!r} needs a number of its own")
            for key, value in effects.items():
                if key not in EFFECTS:
                    raise self._error(f"variant {number}: unknown key {key!r}; {did_you_mean(key, EFFECTS)}")
                if not _fits(key, value):
                    raise self._error(f"variant {number}: {key} is {value!r}, which makes no sense")
            found[number] = Variant(number, str(name), effects)
        return found

    def _whole(self, key: str) -> int:
        found = self.data.get(key)
        if isinstance(found, bool) or not isinstance(found, int) or not 3 <= found <= LARGEST_BOARD:
            raise self._error(f"{key} is {found!r}; it must be a whole number from 3 to {LARGEST_BOARD}")
        return found

    def _flag(self, key: str) -> bool:
        found = self.data.get(key, False)
        if not isinstance(found, bool):
            raise self._error(f"{key} is {found!r}; it must be true or false")
        return found

    def _pair(self, what: str, found: object) -> tuple[int, int]:
        if (
            isinstance(found, list)
            and len(found) == 2
            and all(isinstance(part, int) and not isinstance(part, bool) for part in found)
        ):
            return found[0], found[1]
        raise self._error(f"{what} is {found!r}; it must be a column and a row such as [6, 6]")


def _fits(effect: str, value: object) -> bool:
    if effect == "off_columns":
        return isinstance(value, list) and all(type(column) is int for column in value)
    return isinstance(value, bool)
