"""Movement diagrams: read from a data file and checked.

CF-DIAG-1: the table of diagrams is data. A set of one's own replaces the one in the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from typing import TYPE_CHECKING

from deduce.confusion.engine import showing
from deduce.confusion.engine.data_file import LONGEST_PATH, Block, parse_data, read_data
from deduce.confusion.engine.directions import DIRECTIONS, direction, opposite
from deduce.confusion.errors import DataError
from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Diagram", "DiagramSet", "load_diagrams", "standard_diagrams"]

FORMAT = "deduce.confusion.diagrams/1"
LONGEST_REACH = 10
LARGEST_NUMBER = 99
LONGEST_REMARK = 2_000
PROMOTED = 0
"""The number of the promoted side."""
_KEYS = frozenset(
    {"number", "name", "french", "reach", "directions", "promotable", "double_agent", "evidence"}
)
# Betza's letters: W one step straight, F one step diagonally; R and B are their riders.
_BETZA_MODES = {"N": "f", "S": "b", "E": "r", "W": "l", "NE": "fr", "NW": "fl", "SE": "br", "SW": "bl"}


@dataclass(frozen=True)
class Diagram:
    """How a piece may move.

    Attributes:
        number: The number of the diagram, by which games are recorded; 0 for the promoted side.
        name: Its English name.
        french: Its French name.
        reach: How many squares it may move at most.
        directions: The directions that have a line, as the owner sees them, by number.
        promotable: Whether a piece with it is promoted on the opponent's first row.
        is_double_agent: Whether the opponent answers for it as they please (CF-DA-1).
        evidence: How sure it is that the diagram is like this.
    """

    number: int
    name: str
    french: str
    reach: int
    directions: frozenset[int]
    promotable: bool = False
    is_double_agent: bool = False
    evidence: str = ""

    def allows(self, way: int, distance: int) -> bool:
        """Tell whether a move is allowed; a double agent's is neither allowed nor forbidden by it.

        Args:
            way: The direction, as the owner sees it.
            distance: The number of squares.
        """
        return way in self.directions and distance <= self.reach

    @property
    def direction_names(self) -> tuple[str, ...]:
        """The names of the directions, clockwise."""
        return tuple(name for number, name in enumerate(DIRECTIONS) if number in self.directions)

    @property
    def betza(self) -> str:
        """The moves in Betza's notation for fairy chess pieces; "?" for a double agent.

        Examples:
            >>> standard_diagrams()[2].betza, standard_diagrams()[6].betza
            ('fR3bB3', 'K')
        """
        if self.is_double_agent:
            return "?"
        names = set(self.direction_names)
        if len(names) == len(DIRECTIONS):
            return "K" if self.reach == 1 else f"Q{self.reach}"
        return self._betza_half(names, "NESW", "W", "R") + self._betza_half(
            names, ("NE", "SE", "SW", "NW"), "F", "B"
        )

    def _betza_half(self, names: set[str], four: str | tuple[str, ...], step: str, rider: str) -> str:
        chosen = [name for name in four if name in names]
        atom = step if self.reach == 1 else f"{rider}{self.reach}"
        if not chosen:
            return ""
        if len(chosen) == len(four):
            return atom
        # Both of a pair have one letter: f and b for forward and back, s for sideways.
        pairs = {"s": {"E", "W"}, "f": {"NE", "NW"}, "b": {"SE", "SW"}, "r": {"NE", "SE"}, "l": {"NW", "SW"}}
        left = set(chosen)
        parts = []
        for mode, pair in pairs.items():
            if pair <= left:
                parts.append(mode)
                left -= pair
        parts = [_BETZA_MODES[name] for name in chosen if name in left] + parts
        return "".join(f"{mode}{atom}" for mode in parts)

    def picture(self, *, flip: bool = False) -> tuple[str, str, str]:
        r"""Return the diagram as three short lines; N is up.

        Examples:
            >>> standard_diagrams()[2].picture()
            (' | ', ' 3 ', '/ \\')

        Args:
            flip: Whether to turn it, as the opponent sees it.
        """
        ways = {opposite(way) if flip else way for way in self.directions}
        shown = {
            name: mark if way in ways else " "
            for way, (name, mark) in enumerate(zip(DIRECTIONS, "|/-\\|/-\\", strict=True))
        }
        middle = "?" if self.is_double_agent else str(self.reach)
        return (
            f"{shown['NW']}{shown['N']}{shown['NE']}",
            f"{shown['W']}{middle}{shown['E']}",
            f"{shown['SW']}{shown['S']}{shown['SE']}",
        )

    def drawing(self, *, flip: bool = False) -> tuple[str, ...]:
        """Return the diagram as lines of text that show every square it can go to; N is up.

        Args:
            flip: Whether to turn it, as the opponent sees it.
        """
        return showing.diagram_text(self, flip=flip)

    def svg(self, size: int = 48, *, flip: bool = False) -> str:
        """Return the diagram as an SVG picture.

        Args:
            size: The width and height in pixels.
            flip: Whether to turn it, as the opponent sees it.
        """
        return showing.diagram_svg(self, size, flip=flip)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class DiagramSet(Mapping[int, Diagram]):
    """A set of diagrams by number, with the one of promoted pieces.

    Attributes:
        name: What the set is called, such as the path of its file; sets of the same diagrams are equal
            whatever they are called.
        diagrams: The diagrams, by number in order.
        promoted: The diagram of promoted pieces.
    """

    name: str = field(compare=False)
    diagrams: tuple[Diagram, ...]
    promoted: Diagram

    @cached_property
    def _by_number(self) -> dict[int, Diagram]:
        return {diagram.number: diagram for diagram in self.diagrams}

    def __getitem__(self, number: int) -> Diagram:
        return self._by_number[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._by_number)

    def __len__(self) -> int:
        return len(self.diagrams)

    def words(self) -> dict[str, int]:
        """Return every word that a diagram goes by: its number, and its English and French names."""
        return {
            word: diagram.number
            for diagram in self.values()
            for word in (diagram.name, str(diagram.number), diagram.french)
            if word
        }

    def without_double_agent(self) -> DiagramSet:
        """Return the set without the double agent."""
        kept = tuple(diagram for diagram in self.diagrams if not diagram.is_double_agent)
        return DiagramSet(self.name, kept, self.promoted)

    @property
    def double_agent(self) -> Diagram | None:
        """The double agent, if the set has one."""
        return next((diagram for diagram in self.diagrams if diagram.is_double_agent), None)

    @property
    def longest_reach(self) -> int:
        """How far any piece can move at most; a double agent as far as the board goes."""
        if self.double_agent is not None:
            return LONGEST_REACH
        return max(diagram.reach for diagram in (*self.diagrams, self.promoted))


@cache
def standard_diagrams() -> DiagramSet:
    """Return the diagrams that come with the package."""
    file = resources.files("deduce.confusion.engine").joinpath("data/diagrams.toml")
    return _read(parse_data(file.read_text(encoding="utf-8"), "the standard diagrams", DataError))


def load_diagrams(path: str | Path, *, is_named_inside: bool = False) -> DiagramSet:
    """Read a set of diagrams from a TOML file.

    Args:
        path: The file.
        is_named_inside: Whether a record names it; it has to be an ordinary file then.

    Raises:
        DataError: If the file cannot be read or the set is not valid.
    """
    return _read(read_data(path, "a set of diagrams", DataError, is_named_inside=is_named_inside))


def _read(file: Block) -> DiagramSet:
    file.check_format(FORMAT)
    blocks = file.blocks("diagram", "diagram")
    if not blocks:
        raise file.wrong("has no [[diagram]] blocks")
    diagrams = [_diagram(block) for block in blocks]
    numbers = Counter(diagram.number for diagram in diagrams)
    for number, count in numbers.items():
        if count > 1:
            message = f"two diagrams have the number {number}; every number must be used once"
            raise file.wrong(message)
    if sum(diagram.is_double_agent for diagram in diagrams) > 1:
        raise file.wrong("there are two double agents; a set has at most one")
    promoted = file.data.get("promoted")
    if not isinstance(promoted, dict):
        raise file.wrong("has no [promoted] diagram")
    if "number" in promoted or "double_agent" in promoted:
        raise file.wrong("promoted: has no number of its own and is no double agent")
    other_side = Block({**promoted, "number": PROMOTED}, f"{file.where}: promoted", DataError)
    ordered = tuple(sorted(diagrams, key=lambda diagram: diagram.number))
    return DiagramSet(file.text("name", file.where, LONGEST_PATH), ordered, _diagram(other_side, PROMOTED))


def _diagram(block: Block, lowest: int = 1) -> Diagram:
    block.check_keys(_KEYS)
    number = block.whole("number", lowest, LARGEST_NUMBER)
    double_agent = block.flag("double_agent")
    if double_agent:
        ways, reach = frozenset(range(8)), LONGEST_REACH
    else:
        ways, reach = _ways(block), block.whole("reach", 1, LONGEST_REACH)
    promotable = block.flag("promotable")
    if promotable and double_agent:
        raise block.wrong("a double agent cannot be promotable (CF-DA-5)")
    return Diagram(
        number,
        block.text("name", f"diagram {number}"),
        block.text("french", ""),
        reach,
        ways,
        promotable,
        double_agent,
        block.text("evidence", "", LONGEST_REMARK),
    )


def _ways(block: Block) -> frozenset[int]:
    names = block.data.get("directions")
    if not isinstance(names, list) or not names:
        raise block.wrong(f"directions must be a list with at least one of {', '.join(DIRECTIONS)}")
    for name in names:
        if name not in DIRECTIONS:
            raise block.wrong(f"there is no direction {quoted(name)}; {did_you_mean(name, DIRECTIONS)}")
    return frozenset(map(direction, names))
