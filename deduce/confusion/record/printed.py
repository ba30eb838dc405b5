"""Positions that are printed with a game, or were noted: compared with what the moves come to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deduce.confusion.errors import PositionError, RulesError
from deduce.confusion.formats.position_string import board_text, parse_board
from deduce.tabletop.misfit import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.rules import Rules

__all__ = ["Difference", "Printed", "differences", "disagreements", "read_printed", "rewritten"]

_KEY = re.compile(r"position after\s++(?P<number>[0-9]{1,6}+)(?:\s++(?P<side>\w++))?", re.IGNORECASE)
NEUTRAL = -1
"""Stands for Z where else a piece is named by its number."""


class Printed(NamedTuple):
    """A position that stands in the headers.

    Attributes:
        key: The header.
        value: What it says.
        squares: Where each piece stands; -1 if it is not there.
        promoted: Which pieces are marked as promoted, as bits; of others nothing is said.
        neutral: Where Z is; None if that is not said.
    """

    key: str
    value: str
    squares: tuple[int, ...]
    promoted: int
    neutral: int | None


class Difference(NamedTuple):
    """Something that stands otherwise than it is printed.

    Attributes:
        piece: The number of the piece; `NEUTRAL` for Z.
        there: Where it is by the moves; -1 if it is off the board.
        printed: Where it is printed; -1 if it is not.
    """

    piece: int
    there: int
    printed: int


def read_printed(rules: Rules, key: str, value: str, left: int, skipped: int) -> tuple[int, Printed]:
    """Read a header with a position.

    Args:
        rules: The rules.
        key: The header, such as "Position after 71" or "Position after 36 White".
        value: The rows of the board, and the square of Z if that is said; or a whole position as text.
        left: The side in the left column.
        skipped: How many columns of the first row are empty.

    Returns:
        After how many turns it stands so, and the position.

    Raises:
        RulesError: If it is none.
    """
    found = _KEY.fullmatch(key)
    if found is None:
        message = "write after which turn, such as Position after 71, or Position after 36 White for a row"
        raise RulesError(message)
    number = int(found["number"])
    if found["side"]:
        side = rules.side(found["side"])
        number = 2 * number - skipped - (side == left)
    if number < 1:
        message = "no turn stands there; turns are counted from 1"
        raise RulesError(message)
    try:
        squares, promoted, neutral = parse_board(value, rules)
    except PositionError as error:
        raise RulesError(str(error)) from None
    return number, Printed(key, value, squares, promoted, neutral)


def differences(printed: Printed, position: Position) -> tuple[Difference, ...]:
    """Return what stands otherwise than it is printed: pieces first, then Z."""
    found = [
        Difference(piece, there, where)
        for piece, (there, where) in enumerate(zip(position.squares, printed.squares, strict=True))
        if there != where or (printed.promoted & ~position.promoted) >> piece & 1
    ]
    if printed.neutral is not None and printed.neutral != position.neutral:
        found.append(Difference(NEUTRAL, position.neutral, printed.neutral))
    return tuple(found)


def disagreements(printed: Mapping[int, Printed], position: Position, compass: int) -> Iterator[Fault]:
    """Yield what a printed position and the moves do not agree on, one fault for each piece.

    Args:
        printed: The printed positions by the number of turns.
        position: How the game stands by the moves, after a turn.
        compass: The side as which squares are told.
    """
    here = printed.get(position.turns)
    for each in differences(here, position) if here is not None else ():
        yield Fault(0, here.key if here else "", _told(each, position.rules, compass))
    if position.outcome is not None:
        for number in sorted(printed):
            if number > position.turns:
                message = f"by the moves the game is over after {position.turns} turns"
                yield Fault(0, printed[number].key, message)


def _told(each: Difference, rules: Rules, compass: int) -> str:
    who = _name(each.piece, rules)
    if each.there == each.printed:
        return f"{who} is not promoted by the moves, and marked as promoted there"
    there = _square(each.there, rules, compass)
    if each.printed < 0:
        return f"{who} stands on {there} by the moves, and nowhere there"
    by_moves = f"stands on {there}" if there else "is off the board"
    return f"{who} {by_moves} by the moves, and on {_square(each.printed, rules, compass)} there"


def _name(piece: int, rules: Rules) -> str:
    if piece == NEUTRAL:
        return "Z"
    board = rules.board
    return f"{rules.sides[piece in board.pieces[1]]}'s {board.letters[piece]}"


def _square(number: int, rules: Rules, compass: int) -> str:
    if number < 0:
        return ""
    column, row = rules.turned(rules.board.square(number), compass)
    return f"{column},{row}"


def rewritten(printed: Printed, changed: Sequence[Difference], rules: Rules, compass: int) -> tuple[str, str]:
    """Return a printed position with some pieces where the moves have them, and in words what was changed."""
    squares, promoted, neutral = list(printed.squares), printed.promoted, printed.neutral
    said = []
    for each in changed:
        who = _name(each.piece, rules)
        if each.piece == NEUTRAL:
            neutral = each.there
        else:
            squares[each.piece] = each.there
            promoted &= ~(1 << each.piece) if each.there in {-1, each.printed} else -1
        if each.there == each.printed:
            said.append(f"{who} is probably not promoted")
        elif each.there < 0:
            said.append(f"{who} is probably off the board, not on {_square(each.printed, rules, compass)}")
        else:
            where = f"not on {_square(each.printed, rules, compass)}" if each.printed >= 0 else "not off it"
            said.append(f"{who} is probably on {_square(each.there, rules, compass)}, {where}")
    # Two pieces cannot be printed on one square.
    standing = [number for number in squares if number >= 0]
    if len(standing) != len({*standing}):
        return "", ""
    words = printed.value.split()
    # In a whole position the rules stand before the board, and more stands behind Z.
    place = int(len(words) > 2)
    words[place] = board_text(rules, squares, promoted)
    if neutral is not None:
        column, row = rules.board.square(neutral)
        words[place + 1] = f"{column},{row}"
    return " ".join(words), f"{printed.key}: {' and '.join(said)}"
