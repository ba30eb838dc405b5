"""The headers of a record: the rules, the deals, who starts, whose compass, and everything else.

What makes it impossible to go on raises a `RecordError`; what only leaves something unknown is noted.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from deduce.confusion.engine.diagrams import load_diagrams
from deduce.confusion.engine.game import Game, check_deal
from deduce.confusion.engine.position import check_placement
from deduce.confusion.engine.rules import Rules
from deduce.confusion.engine.rulesets import ruleset_name, ruleset_of
from deduce.confusion.errors import ConfusionError, RulesError
from deduce.confusion.notation.deals import read_pairs
from deduce.confusion.record.file_names import file_name_read
from deduce.confusion.record.moment import Moment
from deduce.confusion.record.seal import seal_fault
from deduce.errors import IntakeError, shortened
from deduce.intake.numbers import quoted, whole_of
from deduce.tabletop.errors import RecordError
from deduce.tabletop.kind import Begun, Source
from deduce.tabletop.misfit import Misfit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deduce.confusion.engine.directions import Square
    from deduce.confusion.record.printed import Printed

__all__ = [
    "KEYS",
    "ME",
    "Setup",
    "begin",
    "read_numbers",
    "read_placement",
    "read_square",
]

ME = "Me"
"""The header that says which side the companion sits with."""

KEYS = (
    "Ruleset", "Variants", "Tokens", "Second attempt", "Columns off", "X square", "Limit", "Diagrams",
    "First", "Compass",
)  # fmt: skip
"""The headers that say by which rules and how the game is recorded; sides' names are headers as well."""
POSITION = "position after"
"""How a header begins that holds a position."""
FREE_KEYS = ("Players", "Date", "Place", "Event", "Title", "Note")
"""Headers that are only kept; so is any other that resembles none of `KEYS`."""

_PLACED = re.compile(r"([A-Y])\s*+(?:[=:]\s*+)?(\d{1,6}+)\s*+[,.]\s*+(\d{1,6}+)(?!\d)", re.ASCII)
_SQUARE = re.compile(r"(?P<column>[^,.]*)[,.](?P<row>[^,.]*)")
LARGEST_NUMBER = 999_999
"""Of variants, columns and rows; what there is of them is for the rules to say."""
MOST_TURNS = 10**9 - 1
_UNKNOWN = {"", "?", "unknown"}


@dataclass(frozen=True)
class Setup:
    """Everything that the headers say.

    Attributes:
        rules: The rules.
        deals: Each side's diagrams, if all of them are known.
        dealt: What is known of each side's diagrams; None if nothing is.
        placements: Where each side placed its pieces, if it did.
        first: The side that starts.
        left: The side in the left column.
        compass: The side whose compass the directions are on.
        names: What the sides are called in this record, the one at row 1 first.
        printed: Positions that are printed or were noted, by how many turns were over.
    """

    rules: Rules
    deals: tuple[Mapping[str, int] | None, Mapping[str, int] | None]
    placements: tuple[Mapping[str, Square] | None, Mapping[str, Square] | None]
    first: int
    left: int
    compass: int
    names: tuple[str, str]
    dealt: tuple[Mapping[str, int] | None, Mapping[str, int] | None] = (None, None)
    printed: Mapping[int, Printed] = field(default_factory=dict)

    @cached_property
    def game(self) -> Game:
        """The game before the first turn; whoever goes on from it takes a branch."""
        return Game(self.rules, self.deals, self.first, self.placements, self.dealt)


def begin(source: Source) -> Begun[Moment]:
    """Read the headers.

    Args:
        source: The record.

    Raises:
        RecordError: If the headers make no sense.
    """
    return _Headers(source).begun()


def read_placement(rules: Rules, side: int, text: str) -> dict[str, Square]:
    """Read where a side places its pieces, as it sees them, such as "A3,1 C4,1 ..." (CF-VAR-4).

    Raises:
        RulesError: If it is no placement, or not allowed.
    """
    rest = _PLACED.sub("", text.upper()).replace(";", "").strip()
    if rest:
        who = rules.sides[side]
        message = f"placement of {who}: {quoted(rest)} is no letter with a column and a row, such as A3,1"
        raise RulesError(message)
    found = _PLACED.findall(text.upper())
    placement = {letter: (int(column), int(row)) for letter, column, row in found}
    check_placement(rules, side, placement)
    return placement


def _whole_deal(rules: Rules, dealt: Mapping[str, int] | None) -> Mapping[str, int] | None:
    """Return a deal if it is known as a whole."""
    return dealt if dealt is not None and len(dealt) == len(rules.letters) else None


def read_numbers(text: str) -> list[int]:
    """Read a list of whole numbers, such as "2,5".

    Raises:
        RulesError: If it is none.
    """
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    try:
        return [whole_of(word, "a number", 0, LARGEST_NUMBER) for word in words]
    except IntakeError:
        message = f"{quoted(text)}; it must be a list of numbers such as 2,5"
        raise RulesError(message) from None


def read_square(text: str) -> Square:
    """Read a column and a row, such as "6,1".

    Raises:
        RulesError: If it is none.
    """
    found = _SQUARE.fullmatch(text)
    try:
        if found is not None:
            column = whole_of(found["column"].strip(), "the column", 0, LARGEST_NUMBER)
            return column, whole_of(found["row"].strip(), "the row", 0, LARGEST_NUMBER)
    except IntakeError:
        pass
    message = f"{quoted(text)}; it must be a column and a row such as 6,1"
    raise RulesError(message)


class _Headers:
    """Reads the headers of one record."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.document = source.document
        self.misfits: list[Misfit] = []
        self.values: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    def begun(self) -> Begun[Moment]:
        for header in self.document.headers:
            known = next((key for key in KEYS if key.casefold() == header.key.casefold()), header.key)
            if known in self.values:
                self._note(known, header.line, "stands twice; the first one counts")
            else:
                self.values[known] = header.value
                self.lines[known] = header.line
        rules = self._rules()
        names, left = self._sides(rules)
        own = {*KEYS, *rules.sides, *rules.french}
        own |= {f"Placement {side}" for side in (*rules.sides, *rules.french)}
        others = {key: value for key, value in self.values.items() if key not in own}
        for key in others:
            self._doubt(key, own)
        dealt = self._dealt(rules, 0), self._dealt(rules, 1)
        first = self._side("First", rules, self._first_by_rows(left))
        setup = Setup(
            rules,
            (_whole_deal(rules, dealt[0]), _whole_deal(rules, dealt[1])),
            (self._placement(rules, 0), self._placement(rules, 1)),
            first,
            left,
            self._side("Compass", rules, left),
            names,
            dealt,
            self._printed(rules, left, int(first != left)),
        )
        try:
            position = setup.game.position
        except RulesError as error:
            raise self._error(str(error)) from None
        if fault := seal_fault(others, setup):
            self._note(fault[0], self.lines[fault[0]], fault[1])
        return Begun(
            Moment(setup, position),
            rules.sides,
            also={name: side for side, name in enumerate(rules.french)},
            me=self._me(rules, setup.compass),
            columns=(names[left], names[1 - left]),
            skipped=int(setup.first != left),
            others=MappingProxyType(others),
            misfits=tuple(self.misfits),
            # Without a row, nothing else says who starts.
            empty={"First": names[setup.first]},
            reading={"diagrams": rules.diagrams},
            read_from=frozenset({"Diagrams"}),
        )

    # --- Faults ------------------------------------------------------------------------------------

    def _note(self, text: str, line: int, message: str) -> None:
        self.misfits.append(Misfit(0, 0, text, message, line, 1))

    def _error(self, message: str, key: str = "") -> RecordError:
        return RecordError(message, self.source.name, self.lines.get(key))

    def _doubt(self, key: str, known: set[str]) -> None:
        """Note a header that is probably a misspelt one."""
        if key.startswith(FREE_KEYS) or key.casefold().startswith(POSITION):
            return
        near = difflib.get_close_matches(key, sorted(known), n=1, cutoff=0.75)
        if near:
            self._note(key, self.lines[key], f"is no header that means anything; did you mean {near[0]!r}?")

    # --- Rules -------------------------------------------------------------------------------------

    def _rules(self) -> Rules:
        diagrams = self.source.options.get("diagrams")
        key = ""
        try:
            if "Diagrams" in self.values and diagrams is None:
                key = "Diagrams"
                path = self.source.folder / file_name_read(self.values["Diagrams"])
                diagrams = load_diagrams(path, is_named_inside=True)
            key = "Ruleset"
            ruleset = self._ruleset()
            return Rules.of(
                ruleset,
                variants=self._numbers("Variants"),
                tokens=self.values.get("Tokens", "no").casefold() == "yes",
                handicap=self._handicap(ruleset),
                second_attempt=self._choice("Second attempt", ("must", "may")),
                diagrams=diagrams,
                off_columns=self._numbers("Columns off") or None,
                agent_square=self._square("X square"),
                half_move_limit=self._whole("Limit"),
            )
        except RecordError:
            raise
        except ConfusionError as error:
            raise self._error(str(error), key) from None

    def _ruleset(self) -> str:
        """Return the name of the ruleset; a file of rules lies beside the record."""
        name = self.values.get("Ruleset", "")
        if name:
            return str(self.source.folder / name) if name.endswith(".toml") else name
        # Only espionage has a red side.
        named = {*self.values, *(self.document.heads[0] if self.document.heads else ())}
        return "espionage" if named & {"Red", "Rouge"} else "classic"

    def _numbers(self, key: str) -> list[int]:
        try:
            return read_numbers(self.values.get(key, ""))
        except RulesError as error:
            raise self._error(f"{key} is {error}", key) from None

    def _whole(self, key: str) -> int | None:
        value = self.values.get(key, "")
        try:
            return whole_of(value, key, 1, MOST_TURNS) if value else None
        except IntakeError as error:
            raise self._error(error.reason, key) from None

    def _handicap(self, ruleset: str) -> str:
        """Return the side that has the tokens alone; nothing where they are for both or neither."""
        value, data = self.values.get("Tokens", "no"), ruleset_of(ruleset_name(ruleset))
        if value.casefold() in {"yes", "no"}:
            return ""
        if data.side_named(value) is not None:
            return value
        sides = " or ".join(data.sides)
        message = f"Tokens is {quoted(value)}; it must be yes, no, or the side that has them alone, {sides}"
        raise self._error(message, "Tokens")

    def _choice(self, key: str, known: tuple[str, ...]) -> str:
        """Return one of some words; nothing where it is not said."""
        value = self.values.get(key, "").casefold()
        if not value or value in known:
            return value
        raise self._error(f"{key} is {quoted(self.values[key])}; it must be {' or '.join(known)}", key)

    def _square(self, key: str) -> Square | None:
        if key not in self.values:
            return None
        try:
            return read_square(self.values[key])
        except RulesError as error:
            raise self._error(f"{key} is {error}", key) from None

    # --- Sides -------------------------------------------------------------------------------------

    def _sides(self, rules: Rules) -> tuple[tuple[str, str], int]:
        """Return what the sides are called here, and which has the left column."""
        heads = self.document.heads
        if heads is None:
            words = [key for key in self.values if key in {*rules.sides, *rules.french}]
            french = any(word in rules.french and word not in rules.sides for word in words)
            return (rules.french if french else rules.sides), 0
        heads_of_columns, line = heads
        words = list(heads_of_columns)
        try:
            left, right = (rules.side(word) for word in words)
        except RulesError as error:
            raise RecordError(f"the columns: {error}", self.source.name, line) from None
        if left == right:
            message = f"both columns belong to {words[0]}"
            raise RecordError(message, self.source.name, line)
        french = all(word in rules.french for word in words)
        return (rules.french if french else rules.sides), left

    def _side(self, key: str, rules: Rules, default: int) -> int:
        if key not in self.values:
            return default
        try:
            return rules.side(self.values[key])
        except RulesError as error:
            raise self._error(f"{key}: {error}", key) from None

    def _me(self, rules: Rules, default: int) -> int:
        """Return the side that the record's owner sits on: what it says, or else the side of the compass."""
        if ME not in self.values:
            return default
        try:
            return rules.side(self.values[ME])
        except RulesError as error:
            self._note(ME, self.lines[ME], f"{error}; read as {rules.sides[default]}")
            return default

    def _first_by_rows(self, left: int) -> int:
        """Tell who starts by the first row: an empty first cell means the right column (CF-NOT-5)."""
        rows = self.document.rows
        if not rows:
            return left
        # Numbers that wait for entries tell nothing.
        first, is_only = rows[0], not any(row.texts for row in rows[1:])
        if len(first.texts) == 1 and (first.starts_empty or not is_only):
            return 1 - left
        return left

    # --- Positions ---------------------------------------------------------------------------------

    def _printed(self, rules: Rules, left: int, skipped: int) -> Mapping[int, Printed]:
        """Read the positions that are printed; one that cannot be read is noted, and counts for nothing."""
        keys = [key for key in self.values if key.casefold().startswith(POSITION)]
        if not keys:
            return {}
        from deduce.confusion.record.printed import read_printed

        found: dict[int, Printed] = {}
        for key in keys:
            try:
                number, printed = read_printed(rules, key, self.values[key], left, skipped)
            except ConfusionError as error:
                self._note(
                    shortened(f"{key} = {self.values[key]}"), self.lines[key], f"{error}; not compared"
                )
                continue
            if found.setdefault(number, printed) is not printed:
                also = found[number].key
                self._note(key, self.lines[key], f"is about the same turn as {also}; the first one counts")
        return MappingProxyType(found)

    # --- Deals -------------------------------------------------------------------------------------

    def _dealt(self, rules: Rules, side: int) -> Mapping[str, int] | None:
        key = next((key for key in (rules.sides[side], rules.french[side]) if key in self.values), None)
        if key is None or self.values[key].casefold() in _UNKNOWN:
            return None
        value = self.values[key]
        try:
            pairs = read_pairs(rules, value)
            dealt = {letter: number for letter, number in pairs.items() if number is not None}
            check_deal(rules, side, dealt, whole=False)
        except RulesError as error:
            self._note(shortened(f"{key} = {value}"), self.lines[key], f"{error}; read as an unknown deal")
            return None
        return MappingProxyType(dealt) if dealt else None

    def _placement(self, rules: Rules, side: int) -> Mapping[str, Square] | None:
        keys = (f"Placement {rules.sides[side]}", f"Placement {rules.french[side]}")
        key = next((key for key in keys if key in self.values), None)
        if key is None:
            return None
        try:
            return MappingProxyType(read_placement(rules, side, self.values[key]))
        except RulesError as error:
            if not rules.free_placement:
                # By which rules the game is played is not clear, so nothing else is.
                raise self._error(str(error), key) from None
            text = shortened(f"{key} = {self.values[key]}")
            self._note(text, self.lines[key], f"{error}; read as the layout")
            return None
