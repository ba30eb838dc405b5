"""Threats: which pieces could be taken in one attempt, who could take Z, and who could win with it.

All of it is what one attempt could do as the board stands. What a token or a removal before it would open is
not looked at.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from deduce.confusion.engine.actions import Manner
from deduce.confusion.engine.position import EMPTY, FRESH
from deduce.confusion.knowledge.outlook import prospects

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deduce.confusion.engine.actions import Attempt
    from deduce.confusion.engine.game import Game
    from deduce.confusion.engine.position import Position
    from deduce.confusion.knowledge.outlook import Prospect
    from deduce.confusion.knowledge.sheet import Sheet

__all__ = ["Found", "captures", "is_open", "next_to_attempt", "reaches_goal", "takers_of", "to_the_goal"]

Found: TypeAlias = "tuple[Prospect, ...]"
"""Attempts that may be allowed, the surest first."""


def captures(game: Game, side: int, sheet: Sheet) -> dict[str, Found]:
    """Return what a side could take: for each piece of the other side that it could, with what.

    Args:
        game: The game.
        side: The side that would take.
        sheet: That side's sheet.
    """
    position = replace(game.position, turn=side)
    found: dict[str, list[Prospect]] = {}
    for each in _surest_first(prospects(_between_attempts(game), side, sheet, _is_capture)):
        _, letter = position.name(position.held[position.target(each.attempt)])
        found.setdefault(letter, []).append(each)
    return {letter: tuple(found[letter]) for letter in sorted(found)}


def takers_of(game: Game, side: int, sheet: Sheet, square: int) -> Found:
    """Return with what a side could get hold of a square: take the piece on it, or Z.

    Args:
        game: The game.
        side: The side that would take.
        sheet: That side's sheet.
        square: The number of the square.
    """

    def is_there(position: Position, attempt: Attempt) -> bool:
        return attempt.kind is Manner.MOVE and position.target(attempt) == square

    return _surest_first(prospects(_between_attempts(game), side, sheet, is_there))


def to_the_goal(game: Game, side: int, sheet: Sheet) -> Found:
    """Return with what a side could have Z on the opponent's first row under a piece of its own (CF-WIN-1).

    Args:
        game: The game.
        side: The side.
        sheet: That side's sheet.
    """
    return _surest_first(prospects(_between_attempts(game), side, sheet, reaches_goal))


def reaches_goal(position: Position, attempt: Attempt) -> bool:
    """Tell whether an attempt, if allowed, has Z on the last row under a piece of the side to move."""
    board, target = position.rules.board, position.target(attempt)
    if target not in board.last_rows[position.turn]:
        return False
    if attempt.kind is Manner.PASS:
        return position.held[target] in board.pieces[position.turn]
    return attempt.kind is Manner.CARRY or target == position.neutral


def next_to_attempt(position: Position) -> int:
    """Return the side that makes the next attempt: not the one that only has to hear a reply (CF-VAR-5)."""
    is_waiting = position.stage.offer is not None or position.stage.gift
    return 1 - position.turn if is_waiting else position.turn


def is_open(prospect: Prospect) -> bool:
    """Tell whether the opponent has to reckon with a yes; what it answers as it pleases, it can refuse."""
    if prospect.truth is not None:
        return prospect.truth
    return prospect.plainly and not prospect.at_will


def _between_attempts(game: Game) -> Game:
    """Return the game; if its turn only waits for a reply, as if that was over."""
    position = game.position
    if next_to_attempt(position) == position.turn:
        return game
    return game.branch(replace(position, stage=FRESH))


def _is_capture(position: Position, attempt: Attempt) -> bool:
    """Tell whether an attempt would take a piece; carrying Z onto it is not counted a second time."""
    return attempt.kind is Manner.MOVE and position.held[position.target(attempt)] != EMPTY


def _surest_first(found: Iterable[Prospect]) -> Found:
    """Return what may be allowed, by the diagram or as far as its owner knows."""
    return tuple(
        sorted(
            (each for each in found if each.possible or each.truth),
            key=lambda each: (not each.truth, -(each.chance or 0), each.attempt.letter),
        )
    )
