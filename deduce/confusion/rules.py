"""Rules: a ruleset from a data file, with its variants and options."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING, Any

from deduce.confusion.diagrams import DiagramSet, standard_diagrams
from deduce.confusion.errors import RulesError
from deduce.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deduce.confusion.directions import Square

__all__ = ["RULESETS", "VARIANTS", "Rules"]

RULESETS = ("classic", "espionage")
VARIANTS = {
    1: "no double agent",
    2: "small world",
    3: "late contact",
    4: "free placement",
    5: "anyone is promoted",
}


@dataclass(frozen=True)
class Rules:
    """Everything that is fixed before a game begins.

    Examples:
        >>> rules = Rules.of("espionage", variants=[1, 3])
        >>> rules.letters
        'ACEHKLNOPSTV'

    Attributes:
        ruleset: "classic" or "espionage".
        sides: The names of the two sides, the one at row 1 first.
        french: Their names in the original notation.
        columns: The number of columns.
        rows: The number of rows.
        layout: The start square of each letter, from its owner's side.
        neutral: Where the neutral piece starts.
        diagrams: The diagrams in play.
        variants: The numbers of the variants (CF-VAR).
        tokens: Whether the action tokens are used (CF-TOK).
        late_contact: Whether the winning position must survive a turn of the opponent (CF-WIN-1, CF-VAR-3).
        off_columns: The columns that are off the board (CF-VAR-2).
        half_move_limit: After so many turns the game is drawn; None for no limit (CF-TURN-6).
    """

    ruleset: str
    sides: tuple[str, str]
    french: tuple[str, str]
    columns: int
    rows: int
    layout: tuple[tuple[str, Square], ...]
    neutral: Square
    diagrams: DiagramSet
    variants: frozenset[int] = frozenset()
    tokens: bool = False
    late_contact: bool = True
    off_columns: frozenset[int] = frozenset()
    half_move_limit: int | None = None

    @classmethod
    def of(
        cls,
        ruleset: str = "classic",
        *,
        variants: Iterable[int] = (),
        tokens: bool = False,
        diagrams: DiagramSet | None = None,
        off_columns: Iterable[int] = (1, 11),
        agent_square: Square | None = None,
        half_move_limit: int | None = None,
    ) -> Rules:
        """Return the rules of a ruleset.

        Args:
            ruleset: "classic" or "espionage".
            variants: The variants, by number (only espionage).
            tokens: Whether the action tokens are used (only espionage).
            diagrams: A set of diagrams instead of the standard one.
            off_columns: The columns that variant 2 takes off the board.
            agent_square: The start square of X, from its owner's side, instead of the one in the data.
            half_move_limit: A limit on the number of turns, for simulations.

        Raises:
            RulesError: If these do not go together.
        """
        if ruleset not in RULESETS:
            message = f"there is no ruleset {ruleset!r}; {did_you_mean(ruleset, RULESETS)}"
            raise RulesError(message)
        data = _data(ruleset)
        chosen = _variants(ruleset, variants, data)
        if tokens and ruleset == "classic":
            message = "action tokens belong to espionage; classic has none"
            raise RulesError(message)
        if half_move_limit is not None and half_move_limit < 1:
            message = f"a limit of {half_move_limit} turns leaves no game"
            raise RulesError(message)
        with_agent = data["double_agent"] and 1 not in chosen
        layout: dict[str, Square] = {
            letter: (square[0], square[1]) for letter, square in data["layout"].items()
        }
        if not with_agent:
            layout.pop("X", None)
        if agent_square is not None:
            if not with_agent:
                message = "X has no start square: there is no double agent in these rules"
                raise RulesError(message)
            layout["X"] = agent_square
        given = standard_diagrams() if diagrams is None else diagrams
        if not with_agent:
            given = given.without_double_agent()
        elif given.double_agent is None:
            message = f"these rules need a double agent, but the diagram set {given.name!r} has none"
            raise RulesError(message)
        rules = cls(
            ruleset,
            (data["sides"][0]["name"], data["sides"][1]["name"]),
            (data["sides"][0]["french"], data["sides"][1]["french"]),
            data["columns"],
            data["rows"],
            tuple(sorted(layout.items())),
            (data["neutral"][0], data["neutral"][1]),
            given,
            chosen,
            tokens,
            data["late_contact"] or 3 in chosen,
            frozenset(off_columns) if 2 in chosen else frozenset(),
            half_move_limit,
        )
        rules._check()
        return rules

    @cached_property
    def letters(self) -> str:
        """The letters of each side's pieces, in order."""
        return "".join(letter for letter, _ in self.layout)

    def has_piece(self, letter: str) -> bool:
        """Tell whether each side has a piece of this letter."""
        return len(letter) == 1 and letter in self.letters

    @property
    def has_double_agent(self) -> bool:
        """Whether each side has a double agent."""
        return self.diagrams.double_agent is not None

    @property
    def anyone_is_promoted(self) -> bool:
        """CF-VAR-5: every piece that arrives is offered promotion."""
        return 5 in self.variants

    @property
    def free_placement(self) -> bool:
        """CF-VAR-4: the owners place their pieces."""
        return 4 in self.variants

    def side(self, name: str) -> int:
        """Return the number of a side: 0 at row 1, 1 at the last row.

        Raises:
            RulesError: If there is no such side.
        """
        for names in (self.sides, self.french):
            if name in names:
                return names.index(name)
        message = f"there is no side {name!r}; {did_you_mean(name, self.sides)}"
        raise RulesError(message)

    def turned(self, square: Square, side: int) -> Square:
        """Return a square as the other side sees it, for side 1; unchanged for side 0."""
        return square if side == 0 else (self.columns + 1 - square[0], self.rows + 1 - square[1])

    def is_on_board(self, square: Square) -> bool:
        """Tell whether a square is part of the board."""
        column, row = square
        return 1 <= column <= self.columns and 1 <= row <= self.rows and column not in self.off_columns

    def _check(self) -> None:
        if len(self.diagrams) != len(self.layout):
            message = (
                f"{len(self.layout)} pieces a side need as many diagrams, but the set "
                f"{self.diagrams.name!r} has {len(self.diagrams)} for these rules"
            )
            raise RulesError(message)
        for column in sorted(self.off_columns):
            if not 1 <= column <= self.columns:
                message = f"column {column} cannot be taken off: there are columns 1 to {self.columns}"
                raise RulesError(message)
        for letter, square in self.layout:
            if square[1] > self.rows // 2:
                message = f"{letter} would start on {square}, which is not on its own half"
                raise RulesError(message)
        for letter, square in (*self.layout, ("Z", self.neutral)):
            if not self.is_on_board(square):
                message = f"{letter} would start on {square}, which is off the board"
                raise RulesError(message)
        squares = [square for _, square in self.layout]
        if len(set(squares)) < len(squares):
            message = "two pieces would start on one square"
            raise RulesError(message)


def _data(ruleset: str) -> Mapping[str, Any]:
    file = resources.files("deduce.confusion").joinpath(f"data/{ruleset}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _variants(ruleset: str, variants: Iterable[int], data: Mapping[str, Any]) -> frozenset[int]:
    chosen = frozenset(variants)
    for number in sorted(chosen):
        if number not in VARIANTS:
            message = f"there is no variant {number}; there are 1 to 5"
            raise RulesError(message)
        if number == 1 and not data["double_agent"]:
            message = "variant 1 (no double agent) makes no sense in classic, which has none"
            raise RulesError(message)
        if number == 3 and data["late_contact"]:
            message = "variant 3 (late contact) makes no sense in classic, which always plays so"
            raise RulesError(message)
        if ruleset == "classic":
            message = f"variant {number} ({VARIANTS[number]}) belongs to espionage, not to classic"
            raise RulesError(message)
    return chosen
