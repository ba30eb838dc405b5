"""Looking ahead: what an attempt would be answered, and how the sheet would look after yes and after no."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from deduce.confusion.engine.position import FRESH, Position
from deduce.confusion.knowledge.heard import answered
from deduce.confusion.knowledge.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.game import Game

__all__ = ["Prospect", "prospects", "to_move", "what_if"]

IF = "if"
"""How the ids and words of what is only supposed begin."""


@dataclass(frozen=True)
class Prospect:
    """An attempt that a side could make, with what is known of its answer.

    Attributes:
        attempt: The attempt.
        truth: The right answer, where the deal is known and it is not the double agent; else None.
        possible: Whether the owner must reckon with a yes.
        certain: Whether the owner can be sure of a yes.
        chance: How likely a yes is to the owner; None where there are no chances.
        at_will: Whether the deal is known and it is the double agent, so that the opponent may say either.
        plainly: Whether the owner must reckon with a yes even if it is not the double agent.
    """

    attempt: Attempt
    truth: bool | None
    possible: bool
    certain: bool
    chance: Fraction | None
    at_will: bool = False
    plainly: bool = False


def prospects(
    game: Game, side: int, sheet: Sheet, only: Callable[[Position, Attempt], bool] | None = None
) -> list[Prospect]:
    """Return all attempts of a side on the board as it stands, whoever is to move.

    Args:
        game: The game.
        side: The side.
        sheet: That side's sheet.
        only: Which attempts are wanted, by the position in which the side is to move; None for all.
    """
    position = game.position
    if position.outcome is not None:
        return []
    if position.turn != side:
        position = to_move(position, side)
    return [
        _prospect(game, side, sheet, attempt)
        for attempt in position.attempts()
        if only is None or only(position, attempt)
    ]


def _prospect(game: Game, side: int, sheet: Sheet, attempt: Attempt) -> Prospect:
    diagrams = game.rules.diagrams
    promoted = game.position.is_promoted(side, attempt.letter)
    if promoted:
        open_to = [diagrams.promoted]
    else:
        open_to = [diagrams[number] for number in sheet.possible[attempt.letter]]
    said = [diagram.is_double_agent or diagram.allows(attempt.way, attempt.distance) for diagram in open_to]
    doubtful = any(diagram.is_double_agent for diagram in open_to)
    diagram = game.diagram(side, attempt.letter)
    truth = None
    if diagram is not None and not diagram.is_double_agent:
        truth = diagram.allows(attempt.way, attempt.distance)
    return Prospect(
        attempt,
        truth,
        any(said),
        bool(said) and all(said) and not doubtful,
        sheet.chance_of_yes(attempt, promoted=promoted),
        diagram is not None and diagram.is_double_agent,
        any(yes and not each.is_double_agent for yes, each in zip(said, open_to, strict=True)),
    )


def to_move(position: Position, side: int) -> Position:
    """Return the position as if it was the other side's turn."""
    return replace(position, turn=side, stage=FRESH, outcome=None)


def what_if(sheet: Sheet, attempt: Attempt, *, allowed: bool) -> Sheet:
    """Return how a sheet would look after an answer.

    Args:
        sheet: The sheet.
        attempt: What would be tried, by a piece that is not promoted.
        allowed: What would be answered.
    """
    notes = sheet.notes
    entry = answered(sheet.rules, attempt, notes.letters[attempt.letter], allowed=allowed, model=sheet.model)
    supposed = sum(1 for _ in takewhile(lambda other: other.id.startswith(IF), notes.backwards()))
    name = f"{IF}{supposed + 1}" if supposed else IF
    return Sheet(notes.noted(replace(entry, id=name, text=f"{IF} {entry.text}")), sheet.weights)
