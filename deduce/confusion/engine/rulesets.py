"""Rulesets: sides, board, layout and variants, read from a data file and checked.

The two rulesets of the game come with the package. A file of one's own, named by its path, replaces them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from deduce.confusion.engine.data_file import parse_data, read_data
from deduce.confusion.errors import RulesError
from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.confusion.engine.data_file import Block

__all__ = ["RULESETS", "Ruleset", "Variant", "ruleset_name", "ruleset_of"]

FORMAT = "deduce.confusion.rules/1"
RULESETS = ("classic", "espionage")
"""The rulesets in the package."""
SMALLEST_BOARD = 3
LARGEST_BOARD = 26
LARGEST_NUMBER = 99
EFFECTS = ("double_agent", "late_contact", "off_columns", "free_placement", "anyone_is_promoted")
"""What a variant can change."""
_KEYS = frozenset({
    "format", "name", "sides", "columns", "rows", "neutral", "layout", "agent_letter", "variant",
    "double_agent", "late_contact", "tokens",
})  # fmt: skip


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
        message = f"there is no ruleset {quoted(name)}; {did_you_mean(name, RULESETS)}"
        raise RulesError(message)
    # The text of a record or a position may name it.
    return _ruleset(read_data(name, "a file of rules", RulesError, is_named_inside=True))


@cache
def _packaged(name: str) -> Ruleset:
    file = resources.files("deduce.confusion.engine").joinpath(f"data/{name}.toml")
    return _ruleset(parse_data(file.read_text(encoding="utf-8"), name, RulesError))


def _ruleset(file: Block) -> Ruleset:
    """Read a ruleset."""
    file.check_keys(_KEYS)
    file.check_format(FORMAT)
    sides = _sides(file)
    layout = _layout(file)
    agent_letter = file.text("agent_letter", "")
    if agent_letter and agent_letter not in layout:
        raise file.wrong(f"agent_letter {agent_letter!r} has no place in the layout")
    return Ruleset(
        (sides[0][0], sides[1][0]),
        (sides[0][1], sides[1][1]),
        file.whole("columns", SMALLEST_BOARD, LARGEST_BOARD),
        file.whole("rows", SMALLEST_BOARD, LARGEST_BOARD),
        _square(file, "neutral", file.data.get("neutral")),
        layout,
        agent_letter,
        file.flag("double_agent"),
        file.flag("late_contact"),
        file.flag("tokens"),
        _variants(file),
    )


def _sides(file: Block) -> list[tuple[str, str]]:
    """Return what each side is called, in English and in French."""
    blocks = file.blocks("sides", "side") or []
    names: list[tuple[str, str]] = []
    for block in blocks:
        name = block.text("name", "")
        french = block.text("french", name)
        names += [(name, french)] if name.isalpha() and french.isalpha() else []
    if len(names) != 2 or len(blocks) != 2 or names[0][0] == names[1][0] or names[0][1] == names[1][1]:
        message = (
            'sides must be two tables with different names: [{ name = "Yellow", french = "Jaune" }, ...]'
        )
        raise file.wrong(message)
    return names


def _layout(file: Block) -> dict[str, tuple[int, int]]:
    layout = file.data.get("layout")
    if not isinstance(layout, dict) or not layout:
        raise file.wrong("layout must give each letter a square, such as A = [3, 2]")
    for letter in layout:
        if len(letter) != 1 or not "A" <= letter <= "Y":
            raise file.wrong(f"layout: {quoted(letter)} is no letter from A to Y")
    return {letter: _square(file, f"layout: {letter}", layout[letter]) for letter in sorted(layout)}


def _variants(file: Block) -> dict[int, Variant]:
    blocks = file.blocks("variant", "variant")
    if blocks is None:
        raise file.wrong("variants must be [[variant]] blocks")
    found: dict[int, Variant] = {}
    for block in blocks:
        number, name = block.whole("number", 0, LARGEST_NUMBER), block.text("name", "")
        if number in found:
            raise block.wrong(f"there is a variant {number} already; each needs a number of its own")
        block.check_keys({"number", "name", *EFFECTS})
        effects = {key: value for key, value in block.data.items() if key in EFFECTS}
        for key, value in effects.items():
            if not _fits(key, value):
                raise block.wrong(f"{key} is {quoted(value)}, which makes no sense")
        found[number] = Variant(number, name, effects)
    return found


def _square(file: Block, what: str, found: object) -> tuple[int, int]:
    """Return a square; whether it is on the board depends on the variants."""
    if isinstance(found, list) and len(found) == 2 and all(type(part) is int for part in found):
        column, row = found
        return column, row
    raise file.wrong(f"{what} is {quoted(found)}; it must be a column and a row such as [6, 6]")


def _fits(effect: str, value: object) -> bool:
    if effect == "off_columns":
        return isinstance(value, list) and all(type(column) is int for column in value)
    return isinstance(value, bool)
