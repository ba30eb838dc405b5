"""Positions as one line of text, in the manner of the FEN strings of chess.

The start of the classic game, and a position of espionage with all there can be::

    classic 2vts1pon2/2lkh1eca2/11/11/11/11/11/11/11/2ACE1HKL2/2NOP1STV2 6,6 Yellow 0 - - - -
    espionage:variants=2,5:tokens:off=1,2:agent=6,2:limit=200 ... 4,9 Red 31 Ka MSr reveal:barred=C -

Nine parts stand one after the other, and "-" says that there is nothing special:

1. The rules: the ruleset, and after colons `variants=2,5`, `tokens` (or `handicap=Red` where one side has
   them alone), the columns that variant 2 takes off if they are not the usual ones (`off=1,2`, `off=-` for
   none), the start square of X if it is not the usual one (`agent=6,2`), the limit of turns (`limit=200`),
   and `second=may` where the second attempt of move2 may be left out. A ruleset of one's own is named by the
   path of its file, with percent signs as in a web address. Diagrams of one's own are not in the text.
2. The rows of the board from the last one to row 1: upper case for the side at row 1, lower case for the
   other one, numbers for empty squares, "+" behind a promoted piece.
3. The square of Z, as column and row.
4. The side to move.
5. How many turns are over.
6. The pieces that were promoted before they were captured or removed.
7. The tokens that are left: R (reveal), M (move2), S (swap2), upper and lower case as on the board.
8. The stage within the turn: what was done before the attempt, then `barred=AC` (these may not make the
   attempt), `seconds=1` (another attempt follows), `home` (only pieces on the own half), `offer=A` (A is
   offered promotion), `gift` (the other side still has to take or refuse Z).
9. The outcome: the winner or `draw`, a colon and the reason, as in `White:last-row`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deduce.confusion.engine.actions import Token
from deduce.confusion.engine.position import FRESH, Ending, Outcome, Position, Stage
from deduce.confusion.engine.soundness import EARLY, faults
from deduce.confusion.errors import PositionError
from deduce.confusion.formats.rules_text import parse_rules, rules_text
from deduce.confusion.formats.text_parts import TextPart
from deduce.intake.numbers import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deduce.confusion.engine.diagrams import DiagramSet
    from deduce.confusion.engine.rules import Rules

__all__ = [
    "ENDINGS",
    "ENDING_NAMES",
    "board_text",
    "parse_board",
    "parse_position",
    "position_repr",
    "position_text",
]

ENDINGS = {ending.name.lower().replace("_", "-"): ending for ending in Ending}
"""The reasons why a game is over, by the names that they have in texts."""
ENDING_NAMES = {ending: name for name, ending in ENDINGS.items()}
_PARTS = ("rules", "board", "Z", "turn", "turns", "promoted", "tokens", "stage", "outcome")
_BOARD_PARTS = ("board", "Z")
LONGEST = 20_000
_NOTHING = "-"
_DRAW = "draw"
_TOKENS = {"R": Token.REVEAL, "M": Token.MOVE2, "S": Token.SWAP2}


# --- Writing -----------------------------------------------------------------------------------------


def position_text(position: Position) -> str:
    """Return a position as one line of text, from which `parse_position` makes the same position.

    Examples:
        >>> from deduce.confusion.engine.position import start_position
        >>> from deduce.confusion.engine.rules import Rules
        >>> position_text(start_position(Rules.of("classic")))
        'classic 2vts1pon2/2lkh1eca2/11/11/11/11/11/11/11/2ACE1HKL2/2NOP1STV2 6,6 Yellow 0 - - - -'

    Args:
        position: The position.

    Raises:
        PositionError: If its rules cannot be made by `Rules.of`.
    """
    return f"{rules_text(position.rules)} {_without_rules(position)}"


def position_repr(position: Position) -> str:
    """Return how a position shows itself, also where it has no text since its rules were made by hand.

    Examples:
        >>> from deduce.confusion.engine.position import start_position
        >>> from deduce.confusion.engine.rules import Rules
        >>> position_repr(start_position(Rules.of("classic")))[:24]
        '<Position classic 2vts1p'

    Args:
        position: The position.
    """
    try:
        rules = rules_text(position.rules)
    except PositionError:
        rules = "?"
    return f"<Position {rules} {_without_rules(position)}>"


def _without_rules(position: Position) -> str:
    column, row = position.rules.board.square(position.neutral)
    parts = (
        board_text(position.rules, position.squares, position.promoted),
        f"{column},{row}",
        position.rules.sides[position.turn],
        f"{position.turns:d}",
        _captured_text(position),
        _tokens_text(position),
        _stage_text(position.stage),
        _outcome_text(position),
    )
    return " ".join(part or _NOTHING for part in parts)


def _marks(rules: Rules) -> str:
    """Return the marks of all pieces by number: upper case for side 0, lower case for side 1."""
    return rules.letters + rules.letters.lower()


def board_text(rules: Rules, squares: Sequence[int], promoted: int) -> str:
    """Return the rows of a board as they stand in the text of a position.

    Args:
        rules: The rules.
        squares: Where each piece stands; -1 if it is off the board.
        promoted: Which pieces are promoted, as bits.
    """
    marks, width = _marks(rules), rules.columns
    cells = ["."] * (width * rules.rows)
    for piece, number in enumerate(squares):
        if number >= 0:
            cells[number] = marks[piece] + "+" * (promoted >> piece & 1)
    rows = ["".join(cells[start : start + width]) for start in range(0, len(cells), width)]
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in reversed(rows))


def _captured_text(position: Position) -> str:
    return "".join(
        mark
        for piece, mark in enumerate(_marks(position.rules))
        if position.squares[piece] < 0 and position.promoted >> piece & 1
    )


def _tokens_text(position: Position) -> str:
    ours, theirs = (
        "".join(mark for mark, token in _TOKENS.items() if token in left) for left in position.tokens
    )
    return ours + theirs.lower()


def _stage_text(stage: Stage) -> str:
    parts = [] if stage.used is None else [stage.used]
    if stage.barred:
        parts.append("barred=" + "".join(sorted(stage.barred)))
    if stage.seconds:
        parts.append(f"seconds={stage.seconds:d}")
    if stage.home_only:
        parts.append("home")
    if stage.offer is not None:
        parts.append(f"offer={stage.offer}")
    if stage.gift:
        parts.append("gift")
    return ":".join(parts)


def _outcome_text(position: Position) -> str:
    outcome = position.outcome
    if outcome is None:
        return ""
    winner = _DRAW if outcome.winner is None else position.rules.sides[outcome.winner]
    return f"{winner}:{ENDING_NAMES[outcome.ending]}"


# --- Reading -----------------------------------------------------------------------------------------


def parse_position(text: str, diagrams: DiagramSet | None = None) -> Position:
    """Return the position that a text of `position_text` stands for.

    Examples:
        >>> rows = "2vts1pon2/2lkh1eca2/11/11/11/11/11/11/11/2ACE1HKL2/2NOP1STV2"
        >>> position = parse_position(f"classic {rows} 6,6 White 1 - - - -")
        >>> position.square(0, "N"), position.turn
        ((3, 1), 1)
        >>> parse_position(f"classic {rows} 6,16 White 1 - - - -")
        Traceback (most recent call last):
        deduce.confusion.errors.PositionError: character 70 (Z): row 16 is off the board; expected 1 to 11

    Args:
        text: The text; words may stand apart by any white space.
        diagrams: The diagrams in play, instead of the standard ones.

    Raises:
        PositionError: If the text is wrong, or the position is impossible.
    """
    parts = _split(text)
    rules = parse_rules(parts["rules"], diagrams)
    squares, promoted = _read_board(parts["board"], rules)
    promoted |= _read_captured(parts["promoted"], rules, squares)
    sides = {name: side for side, name in enumerate(rules.sides)}
    position = Position(
        rules,
        tuple(squares),
        _read_neutral(parts["Z"], rules),
        promoted,
        parts["turn"].choice("side", sides),
        parts["turns"].whole(),
        _read_tokens(parts["tokens"], rules),
        _read_stage(parts["stage"], rules),
        _read_outcome(parts["outcome"], sides),
    )
    for name, message in faults(position):
        raise parts[name].fault(message)
    return position


def parse_board(text: str, rules: Rules) -> tuple[tuple[int, ...], int, int | None]:
    """Return what a text says of the board: its rows alone, these and the square of Z, or a whole position.

    Args:
        text: The text.
        rules: The rules; those of a whole position must be the same.

    Returns:
        Where each piece stands, -1 if it is not there; as bits, which are promoted; where Z is, None if that
        is not said.

    Raises:
        PositionError: If the text is wrong.
    """
    words = _words(text)
    if len(words) <= len(_BOARD_PARTS):
        wanted = "expected the rows of the board, and behind them the square of Z if it is known"
        if not words:
            raise TextPart("board", "", 1).fault(f"nothing is there; {wanted}")
        parts = {name: _part(name, word) for name, word in zip(_BOARD_PARTS, words, strict=False)}
    else:
        parts = _split(text)
        if rules_text(parse_rules(parts["rules"], rules.diagrams)) != rules_text(rules):
            raise parts["rules"].fault("these are other rules than those of the game")
    squares, promoted = _read_board(parts["board"], rules)
    neutral = _read_neutral(parts["Z"], rules) if "Z" in parts else None
    return (*squares,), promoted, neutral


def _words(text: str) -> list[re.Match[str]]:
    if len(text) > LONGEST:
        message = f"the text has {len(text):,} characters; expected at most {LONGEST:,}"
        raise TextPart("the end", "", LONGEST + 1).fault(message)
    return list(re.finditer(r"\S+", text))


def _part(name: str, word: re.Match[str]) -> TextPart:
    return TextPart(name, word[0], word.start() + 1)


def _split(text: str) -> dict[str, TextPart]:
    words = _words(text)
    wanted = f"expected {len(_PARTS)} parts with spaces between them: {', '.join(_PARTS)}"
    if len(words) > len(_PARTS):
        extra = words[len(_PARTS)]
        part = TextPart("the end", extra[0], extra.start() + 1)
        raise part.fault(f"{quoted(extra[0])} is one part too many; {wanted}")
    if len(words) < len(_PARTS):
        raise TextPart(_PARTS[len(words)], "", len(text) + 1).fault(f"the text is too short; {wanted}")
    return {name: _part(name, word) for name, word in zip(_PARTS, words, strict=True)}


def _read_board(part: TextPart, rules: Rules) -> tuple[list[int], int]:
    """Read the squares of all pieces, and as bits which of those on the board are promoted."""
    rows = part.split("/")
    if len(rows) != rules.rows:
        message = f"the board has {len(rows)} rows; expected {rules.rows} rows with / between them"
        raise part.fault(message)
    marks, squares, promoted = _marks(rules), [-1] * (2 * len(rules.letters)), 0
    for number, row in zip(range(rules.rows, 0, -1), rows, strict=True):
        column = 1
        for found in re.finditer(r"(?P<gap>[0-9]+)|(?P<mark>.)(?P<plus>\+?)", row.text, re.DOTALL):
            mark = found["mark"]
            if mark is None:
                column += _read_gap(row, found["gap"], found.start(), rules)
                continue
            if mark not in marks:
                raise row.fault(f"there is no piece {mark!r}; expected one of {marks}", found.start())
            piece = marks.index(mark)
            if squares[piece] >= 0:
                raise row.fault(f"{mark} stands on a second square; expected it once", found.start())
            if not rules.is_on_board((column, number)):
                message = f"{mark} stands on {column},{number}; expected it on a square of the board"
                raise row.fault(message, found.start())
            squares[piece] = rules.board.number((column, number))
            promoted |= bool(found["plus"]) << piece
            column += 1
        if column != rules.columns + 1:
            raise row.fault(f"row {number} has {column - 1} squares; expected {rules.columns}")
    return squares, promoted


def _read_gap(row: TextPart, digits: str, offset: int, rules: Rules) -> int:
    if digits not in map(str, range(1, rules.columns + 1)):
        message = f"{quoted(digits)} empty squares; expected a number from 1 to {rules.columns}"
        raise row.fault(message, offset)
    return int(digits)


def _read_captured(part: TextPart, rules: Rules, squares: list[int]) -> int:
    promoted, marks = 0, _marks(rules)
    for offset, piece in enumerate(() if part.text == _NOTHING else part.places("piece", marks)):
        if squares[piece] >= 0:
            message = f"{marks[piece]} is on the board; expected it to be marked with + there"
            raise part.fault(message, offset)
        promoted |= 1 << piece
    return promoted


def _read_neutral(part: TextPart, rules: Rules) -> int:
    column, row = part.pair()
    for name, number, last in (("column", column, rules.columns), ("row", row, rules.rows)):
        if not 1 <= number <= last:
            raise part.fault(f"{name} {number} is off the board; expected 1 to {last}")
    return rules.board.number((column, row))


def _read_tokens(part: TextPart, rules: Rules) -> tuple[frozenset[Token], frozenset[Token]]:
    left: tuple[list[Token], list[Token]] = ([], [])
    if part.text != _NOTHING:
        if not rules.tokens:
            raise part.fault("there are no action tokens in these rules; expected -")
        marks = "".join(_TOKENS)
        for place in part.places("token", marks + marks.lower()):
            side, token = divmod(place, len(marks))
            left[side].append(_TOKENS[marks[token]])
    return frozenset(left[0]), frozenset(left[1])


def _read_stage(part: TextPart, rules: Rules) -> Stage:
    if part.text == _NOTHING:
        return FRESH
    options = part.options([*EARLY, "home", "gift"], ["barred", "seconds", "offer"])
    used = [name for name in EARLY if name in options]
    if len(used) > 1:
        raise options[used[1]].fault(f"{used[0]} and {used[1]} are in one turn; expected one of them")
    barred, offer = options.get("barred"), options.get("offer")
    return Stage(
        used[0] if used else None,
        frozenset(rules.letters[place] for place in barred.places("piece", rules.letters))
        if barred
        else frozenset[str](),
        options["seconds"].whole() if "seconds" in options else 0,
        "home" in options,
        None if offer is None else _read_letter(offer, rules),
        "gift" in options,
    )


def _read_letter(part: TextPart, rules: Rules) -> str:
    if not rules.has_piece(part.text):
        raise part.fault(f"there is no piece {quoted(part.text)}; expected one of {rules.letters}")
    return part.text


def _read_outcome(part: TextPart, sides: dict[str, int]) -> Outcome | None:
    if part.text == _NOTHING:
        return None
    winner, *reason = part.split(":")
    if len(reason) != 1 or reason[0].text not in ENDINGS:
        known = ", ".join(ENDINGS)
        raise part.fault(f"{quoted(part.text)} is no outcome; expected -, or a winner, : and one of {known}")
    won = None if winner.text == _DRAW else winner.choice("winner", {**sides, _DRAW: -1})
    return Outcome(won, ENDINGS[reason[0].text])
