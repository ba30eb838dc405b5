"""What an allowed attempt does to the board of one game: the same rules as `Crowd` plays for all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.confusion.advice.compiled.jit import compiled
from deduce.confusion.advice.compiled.knowing import restrict
from deduce.confusion.advice.compiled.tables import KINDS

if TYPE_CHECKING:
    from deduce.confusion.advice.compiled.tables import Games, Scratch, Tables

__all__ = ["holds", "move", "winner"]

MOVE, CARRY, PASS = 0, 1, 2
NOBODY = -1


@compiled
def holds(games: Games, game: int, side: int) -> bool:
    """Tell whether a side controls the neutral piece."""
    return bool(games.side_at[game, games.neutral[game]] == side + 1)


@compiled
def move(
    tables: Tables,
    games: Games,
    scratch: Scratch,
    game: int,
    side: int,
    letter: int,
    kind: int,
    target: int,
    is_heard: bool,
) -> None:
    """Carry out what was allowed."""
    if kind == PASS:
        games.neutral[game] = target
        return
    if games.side_at[game, target] == 2 - side:
        games.where[game, 1 - side, games.letter_at[game, target]] = tables.off
    games.side_at[game, games.where[game, side, letter]] = 0
    games.side_at[game, target] = side + 1
    games.letter_at[game, target] = letter
    games.where[game, side, letter] = target
    if kind == CARRY:
        games.neutral[game] = target
    if tables.last_row[side, target] and games.deal[game, side, letter] != tables.promoted:
        _arrive(tables, games, scratch, game, side, letter, is_heard)


@compiled
def _arrive(
    tables: Tables, games: Games, scratch: Scratch, game: int, side: int, letter: int, is_heard: bool
) -> None:
    """Promote a piece on the last row, where its diagram has it (CF-PROMO-1, CF-VAR-5)."""
    diagram = games.deal[game, side, letter]
    if tables.anyone_is_promoted:
        is_offered = games.neutral[game] != games.where[game, side, letter]
        shown = diagram == tables.agent and (tables.late_contact or is_offered)
        if is_heard:
            for kind in range(KINDS):
                scratch.row[kind] = (kind == tables.agent) == shown
            restrict(tables, games, scratch, game, side, letter)
        if shown:
            _take_off(tables, games, game, side, letter)
        else:
            _promote(tables, games, scratch, game, side, letter)
        return
    can = tables.promotable[diagram]
    if is_heard:
        for kind in range(KINDS):
            scratch.row[kind] = tables.promotable[kind] == can
        restrict(tables, games, scratch, game, side, letter)
    if can:
        _promote(tables, games, scratch, game, side, letter)


@compiled
def _promote(tables: Tables, games: Games, scratch: Scratch, game: int, side: int, letter: int) -> None:
    for kind in range(KINDS):
        scratch.laid[side, kind] += scratch.knows[side, letter, kind]
        scratch.knows[side, letter, kind] = 0
    scratch.knows[side, letter, tables.promoted] = 1
    games.deal[game, side, letter] = tables.promoted


@compiled
def _take_off(tables: Tables, games: Games, game: int, side: int, letter: int) -> None:
    """Take a double agent off that was shown; Z goes to the first piece of the other side (CF-VAR-5)."""
    games.side_at[game, games.where[game, side, letter]] = 0
    games.where[game, side, letter] = tables.off
    for other in range(tables.letters):
        if games.where[game, 1 - side, other] != tables.off:
            games.neutral[game] = games.where[game, 1 - side, other]
            return


@compiled
def winner(tables: Tables, games: Games, game: int, side: int, hands_over: bool) -> int:
    """Return who has won after a turn of a side (CF-WIN-1, CF-WIN-2, CF-WIN-3, CF-TURN-6)."""
    found = NOBODY
    neutral = games.neutral[game]
    if not tables.late_contact and tables.last_row[side, neutral] and holds(games, game, side):
        found = side
    if hands_over and found == NOBODY and tables.last_row[1 - side, neutral] and holds(games, game, 1 - side):
        found = 1 - side
    for each in range(2):
        alive = False
        for letter in range(tables.letters):
            if games.where[game, each, letter] != tables.off:
                alive = True
                break
        if not alive:
            found = 1 - each
    return found
