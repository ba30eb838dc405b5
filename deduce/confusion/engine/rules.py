"""Rules: a ruleset from a data file, with its variants and options."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING

from deduce.confusion.engine.board import Board
from deduce.confusion.engine.diagrams import DiagramSet, standard_diagrams
from deduce.confusion.engine.rulesets import RULESETS, ruleset_name, ruleset_of
from deduce.confusion.errors import RulesError
from deduce.errors import did_you_mean
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.confusion.engine.directions import Square
    from deduce.confusion.engine.rulesets import Ruleset, Variant

__all__ = ["RULESETS", "Rules"]

SECOND_ATTEMPTS = {"": False, "must": False, "may": True}
"""Whether the second attempt of CF-TOK-MOVE2 may be left out, by the words for it."""


@dataclass(frozen=True)
class Rules:
    """Everything that is fixed before a game begins.

    Examples:
        >>> rules = Rules.of("espionage", variants=[1, 3])
        >>> rules.letters
        'ACEHKLNOPSTV'

    Attributes:
        ruleset: "classic" or "espionage", or the path of a file of rules.
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
        free_placement: Whether the owners place their pieces (CF-VAR-4).
        anyone_is_promoted: Whether every piece that arrives is offered promotion (CF-VAR-5).
        handicap: The only side that has tokens; None if both have them, or neither (CF-TOK).
        may_waive: Whether the second attempt of CF-TOK-MOVE2 may be left out.
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
    free_placement: bool = False
    anyone_is_promoted: bool = False
    handicap: int | None = None
    may_waive: bool = False

    @classmethod
    def of(
        cls,
        ruleset: str = "classic",
        *,
        variants: Iterable[int] = (),
        tokens: bool = False,
        diagrams: DiagramSet | None = None,
        off_columns: Iterable[int] | None = None,
        agent_square: Square | None = None,
        half_move_limit: int | None = None,
        handicap: str = "",
        second_attempt: str = "",
    ) -> Rules:
        """Return the rules of a ruleset.

        Args:
            ruleset: "classic" or "espionage", in any case or only its beginning, or the path of a file of
                rules that ends in .toml.
            variants: The variants, by number (only espionage).
            tokens: Whether the action tokens are used (only espionage).
            diagrams: A set of diagrams instead of the standard one.
            off_columns: The columns that variant 2 takes off the board, instead of those in the data.
            agent_square: The start square of X, from its owner's side, instead of the one in the data.
            half_move_limit: A limit on the number of turns, for simulations.
            handicap: The side that has the action tokens alone; "" for both or neither.
            second_attempt: Whether the second attempt of the token move2 is made: "must" (as without a word)
                or "may".

        Raises:
            RulesError: If these do not go together.
        """
        ruleset = ruleset_name(ruleset)
        data = ruleset_of(ruleset)
        chosen = _chosen(ruleset, variants, data)
        tokens = tokens or bool(handicap)
        if tokens and not data.tokens:
            message = f"action tokens belong to espionage; {ruleset} has none"
            raise RulesError(message)
        if second_attempt not in SECOND_ATTEMPTS:
            message = f"the second attempt is {quoted(second_attempt)}; it must be must or may"
            raise RulesError(message)
        may_waive = SECOND_ATTEMPTS[second_attempt]
        if may_waive and not tokens:
            message = "without action tokens nobody has a second attempt"
            raise RulesError(message)
        if half_move_limit is not None and half_move_limit < 1:
            message = f"a limit of {half_move_limit} turns leaves no game"
            raise RulesError(message)
        effects = {key: value for variant in chosen for key, value in variant.effects.items()}
        with_agent = bool(effects.get("double_agent", data.double_agent))
        layout = dict(data.layout)
        if not with_agent:
            layout.pop(data.agent_letter, None)
        if agent_square is not None:
            if data.agent_letter not in layout:
                message = "X has no start square: there is no double agent in these rules"
                raise RulesError(message)
            layout[data.agent_letter] = agent_square
        given = standard_diagrams() if diagrams is None else diagrams
        if not with_agent:
            given = given.without_double_agent()
        elif given.double_agent is None:
            message = f"these rules need a double agent, but the diagram set {given.name!r} has none"
            raise RulesError(message)
        off = effects.get("off_columns", ())
        rules = cls(
            ruleset,
            data.sides,
            data.french,
            data.columns,
            data.rows,
            tuple(sorted(layout.items())),
            data.neutral,
            given,
            frozenset(variant.number for variant in chosen),
            tokens,
            bool(effects.get("late_contact", data.late_contact)),
            frozenset(off if off_columns is None else off_columns) if off else frozenset(),
            half_move_limit,
            bool(effects.get("free_placement")),
            bool(effects.get("anyone_is_promoted")),
            _side_alone(handicap, data),
            may_waive,
        )
        rules._check()
        return rules

    @cached_property
    def letters(self) -> str:
        """The letters of each side's pieces, in order."""
        return "".join(letter for letter, _ in self.layout)

    @cached_property
    def board(self) -> Board:
        """The board, with what all positions on it share."""
        return Board(self)

    def __getstate__(self) -> dict[str, object]:
        # What is worked out from the fields is neither copied nor pickled.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def token_sides(self) -> frozenset[int]:
        """The sides that have action tokens."""
        if not self.tokens:
            return frozenset()
        return frozenset((0, 1) if self.handicap is None else (self.handicap,))

    def has_piece(self, letter: str) -> bool:
        """Tell whether each side has a piece of this letter."""
        return len(letter) == 1 and letter in self.letters

    @cached_property
    def has_double_agent(self) -> bool:
        """Whether each side has a double agent."""
        return self.diagrams.double_agent is not None

    def side(self, name: str) -> int:
        """Return the number of a side: 0 at row 1, 1 at the last row.

        Raises:
            RulesError: If there is no such side.
        """
        for names in (self.sides, self.french):
            if name in names:
                return names.index(name)
        message = f"there is no side {quoted(name)}; {did_you_mean(name, self.sides)}"
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
            # The columns that are off the board need not be the same for both sides' left and right.
            if not all(self.is_on_board(self.turned(square, side)) for side in (0, 1)):
                message = f"{letter} would start on {square}, which is off the board"
                raise RulesError(message)
        squares = [square for _, square in self.layout]
        if len(set(squares)) < len(squares):
            message = "two pieces would start on one square"
            raise RulesError(message)


def _side_alone(name: str, data: Ruleset) -> int | None:
    """Return the side that has the tokens alone; None if nobody has."""
    side = data.side_named(name)
    if name and side is None:
        message = (
            f"there is no side {quoted(name)} to have the tokens alone; {did_you_mean(name, data.sides)}"
        )
        raise RulesError(message)
    return side


def _chosen(ruleset: str, numbers: Iterable[int], data: Ruleset) -> list[Variant]:
    """Return the variants of these numbers."""
    chosen = []
    for number in sorted(set(numbers)):
        if number not in data.variants:
            there = ", ".join(f"{known} ({variant.name})" for known, variant in data.variants.items())
            message = (
                f"{ruleset} has no variant {number}; it has {there or 'none: variants belong to espionage'}"
            )
            raise RulesError(message)
        chosen.append(data.variants[number])
    return chosen
