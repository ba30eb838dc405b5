"""What makes a position impossible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Token
from deduce.confusion.engine.position import Ending

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.engine.position import Position

__all__ = ["DRAWS", "EARLY", "faults"]

DRAWS = frozenset({Ending.AGREEMENT, Ending.LIMIT})
"""The endings that nobody wins by."""
EARLY = ("remove", "expose", *(token.value for token in Token))
"""What can be done before the attempt of a turn, by the names in `Stage.used`."""


def faults(position: Position) -> Iterator[tuple[str, str]]:
    """Yield what is impossible in a position whose pieces each stand on a square of their own, or on none.

    Examples:
        >>> from dataclasses import replace
        >>> from deduce.confusion.engine.position import Stage, start_position
        >>> from deduce.confusion.engine.rules import Rules
        >>> position = start_position(Rules.of("classic"))
        >>> list(faults(position))
        []
        >>> list(faults(replace(position, stage=Stage(gift=True))))
        [('stage', 'nobody is given Z in these rules; expected no gift')]

    Args:
        position: The position.

    Yields:
        The part of the position ("Z", "tokens", "stage" or "outcome"), and what is wrong with it and what was
        expected.
    """
    square = position.rules.board.square(position.neutral)
    if not position.rules.is_on_board(square):
        yield "Z", f"Z is on {square[0]},{square[1]}, which is off the board; expected a square of the board"
    for side, left in enumerate(position.tokens):
        if left and side not in position.rules.token_sides:
            who = position.rules.sides[side]
            yield "tokens", f"{who} has tokens left, but none in these rules; expected none"
    yield from (("stage", fault) for fault in _stage_faults(position))
    yield from (("outcome", fault) for fault in _outcome_faults(position))


def _stage_faults(position: Position) -> Iterator[str]:
    rules, stage = position.rules, position.stage
    yield from _early_faults(position)
    if stage.barred and stage.used is None and stage.offer is None and not stage.gift:
        yield "nothing was done that bars a piece; expected no barred pieces"
    if stage.offer is not None:
        yield from _offer_faults(position, stage.offer)
    if stage.gift and not (rules.anyone_is_promoted and rules.has_double_agent):
        yield "nobody is given Z in these rules; expected no gift"
    if stage.gift and stage.offer is not None:
        yield "Z is given while a promotion is offered; expected one of the two"


def _early_faults(position: Position) -> Iterator[str]:
    """Yield what is impossible in what was done before the attempt."""
    rules, stage = position.rules, position.stage
    if stage.used in EARLY[:2] and not rules.has_double_agent:
        yield f"{stage.used} was done, but these rules have no double agent; expected none of that"
    for token in Token:
        if stage.used == token.value and not rules.tokens:
            yield f"{stage.used} was done, but these rules have no action tokens; expected none of that"
        elif stage.used == token.value and token in position.tokens[position.turn]:
            yield f"{stage.used} was done, but its token is still there; expected it to be used up"
        elif stage.used == token.value and position.turn not in rules.token_sides:
            who = rules.sides[position.turn]
            yield f"{stage.used} was done, but {who} has no action tokens; expected none of that"
    two = stage.used == Token.MOVE2.value
    if two != stage.home_only or (stage.seconds and not two):
        yield "a part of move2 is missing; expected move2 and home, or neither (nor seconds)"
    if stage.seconds not in {0, 1}:
        yield f"{stage.seconds} more attempts follow; expected at most one"


def _offer_faults(position: Position, letter: str) -> Iterator[str]:
    rules, turn = position.rules, position.turn
    if not rules.anyone_is_promoted:
        yield "no promotion is offered in these rules; expected no offer"
    square = position.square(turn, letter)
    if square is None or rules.turned(square, turn)[1] != rules.rows:
        yield f"{letter} is offered promotion; expected it on the last row"
    if position.is_promoted(turn, letter):
        yield f"{letter} is promoted already; expected no offer for it"


def _outcome_faults(position: Position) -> Iterator[str]:
    rules, outcome = position.rules, position.outcome
    if outcome is not None:
        if (outcome.winner is None) != (outcome.ending in DRAWS):
            wanted = "a draw" if outcome.ending in DRAWS else "a winner"
            yield f"the game ended by {outcome.ending.value}; expected {wanted}"
        return
    size = len(rules.letters)
    for side, name in enumerate(rules.sides):
        if max(position.squares[side * size : (side + 1) * size]) < 0:
            yield f"{name} has no piece left, so the game is over; expected an outcome"
    if position.stage.offer is None and not position.stage.gift and not position.has_attempt():
        name = rules.sides[position.turn]
        yield f"{name} has no possible attempt, so the game is over; expected an outcome"
