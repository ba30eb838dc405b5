"""Pictures of a position, as each side sees it: in plain text and as SVG."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING
from xml.etree.ElementTree import tostring

from deduce.confusion.engine.actions import Token
from deduce.confusion.pictures.elements import add, picture_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from xml.etree.ElementTree import Element

    from deduce.confusion.engine.directions import Square
    from deduce.confusion.engine.position import Position

__all__ = ["board_lines", "dense_board_lines", "status", "svg_board", "text_board"]

WIDTH = 80
"""How wide sentences are at most, in characters."""


# --- In words ----------------------------------------------------------------------------------------


def status(position: Position, seen_from: int = 0) -> list[str]:
    """Return what a board alone does not show, as sentences.

    Examples:
        >>> from deduce.confusion.engine.position import start_position
        >>> from deduce.confusion.engine.rules import Rules
        >>> status(start_position(Rules.of("classic")))
        ['Turn 1: Yellow to move.', 'Z is free on 6,6.']

    Args:
        position: The position.
        seen_from: The side by whose columns and rows squares are named.
    """
    return [
        _turn_sentence(position),
        _neutral_sentence(position, seen_from),
        *_gone_sentence(position),
        *_token_sentence(position),
        *_stage_sentence(position),
    ]


def _turn_sentence(position: Position) -> str:
    sides, outcome = position.rules.sides, position.outcome
    if outcome is None:
        return f"Turn {position.turns + 1}: {sides[position.turn]} to move."
    ended = "Drawn" if outcome.winner is None else f"{sides[outcome.winner]} won"
    return f"{ended} after {position.turns} turns: {outcome.ending.value}."


def _neutral_sentence(position: Position, seen_from: int) -> str:
    column, row = _neutral_square(position, seen_from)
    holder = position.holder
    who = "is free" if holder is None else f"is held by {position.rules.sides[holder[0]]}'s {holder[1]}"
    return f"Z {who} on {column},{row}."


def _gone_sentence(position: Position) -> Iterator[str]:
    gone = [
        "".join(
            letter + "+" * position.is_promoted(side, letter)
            for letter in position.rules.letters
            if position.square(side, letter) is None
        )
        for side in (0, 1)
    ]
    if any(gone):
        yield f"Not on the board: {_for_each_side(position, gone)}."


def _token_sentence(position: Position) -> Iterator[str]:
    if position.rules.tokens:
        left = [", ".join(token.value for token in Token if token in own) for own in position.tokens]
        yield f"Tokens left: {_for_each_side(position, left)}."


def _for_each_side(position: Position, texts: list[str]) -> str:
    parts = zip(position.rules.sides, texts, strict=True)
    return "; ".join(f"{name} {text or 'none'}" for name, text in parts)


def _stage_sentence(position: Position) -> Iterator[str]:
    stage = position.stage
    parts = [] if stage.used is None else [f"{stage.used} was done"]
    if stage.offer is not None:
        parts.append(f"{stage.offer} is offered promotion")
    if stage.gift:
        parts.append(f"{position.rules.sides[1 - position.turn]} is offered Z")
    if stage.barred and stage.offer is None and not stage.gift:
        parts.append(f"{', '.join(sorted(stage.barred))} may not move")
    if stage.home_only:
        parts.append("only pieces on the own half without Z may move")
    if stage.seconds:
        parts.append("another attempt follows")
    if parts:
        yield f"This turn: {'; '.join(parts)}."


def _neutral_square(position: Position, seen_from: int) -> Square:
    rules = position.rules
    row, column = divmod(position.neutral, rules.columns)
    return rules.turned((column + 1, row + 1), seen_from)


# --- In plain text -----------------------------------------------------------------------------------


def text_board(position: Position, seen_from: int = 0) -> str:
    """Return a position in plain text, at most 80 characters wide on boards of up to 18 columns.

    The pieces of the side that looks are in upper case, the other's in lower case. A promoted piece has a
    "+", the one that holds Z stands in brackets, and "[Z]" is Z alone; "#" is not part of the board.

    Examples:
        >>> from deduce.confusion.engine.position import start_position
        >>> from deduce.confusion.engine.rules import Rules
        >>> print(text_board(start_position(Rules.of("classic"))))  # doctest: +NORMALIZE_WHITESPACE
                       White: lower case
                1   2   3   4   5   6   7   8   9  10  11
          11    .   .   v   t   s   .   p   o   n   .   .    11
          10    .   .   l   k   h   .   e   c   a   .   .    10
           9    .   .   .   .   .   .   .   .   .   .   .     9
           8    .   .   .   .   .   .   .   .   .   .   .     8
           7    .   .   .   .   .   .   .   .   .   .   .     7
           6    .   .   .   .   .  [Z]  .   .   .   .   .     6
           5    .   .   .   .   .   .   .   .   .   .   .     5
           4    .   .   .   .   .   .   .   .   .   .   .     4
           3    .   .   .   .   .   .   .   .   .   .   .     3
           2    .   .   A   C   E   .   H   K   L   .   .     2
           1    .   .   N   O   P   .   S   T   V   .   .     1
                1   2   3   4   5   6   7   8   9  10  11
                       Yellow: UPPER CASE
        <BLANKLINE>
        Turn 1: Yellow to move.
        Z is free on 6,6.

    Args:
        position: The position.
        seen_from: The side that looks: its own first row is at the bottom.
    """
    sentences = (fill(each, WIDTH, subsequent_indent="  ") for each in status(position, seen_from))
    return "\n".join([*board_lines(position, seen_from), "", *sentences])


def board_lines(position: Position, seen_from: int = 0, marks: Mapping[int, str] | None = None) -> list[str]:
    """Return the board of `text_board` without the sentences.

    Args:
        position: The position.
        seen_from: The side that looks.
        marks: A sign that stands behind what is on a square, by the square's number.
    """
    rules = position.rules
    cells = _text_cells(position, seen_from, marks or {})
    columns, rows = range(1, rules.columns + 1), range(rules.rows, 0, -1)
    numbers = "     " + "".join(f"{column:^4}" for column in columns).rstrip()
    above, below = (name.center(len(numbers) + 5).rstrip() for name in _names(position, seen_from))
    lines = [
        f"{row:>3}  " + "".join(f"{cells.get((column, row), ' . '):4}" for column in columns) + f"{row:>3}"
        for row in rows
    ]
    return [above, numbers, *lines, numbers, below]


def dense_board_lines(
    position: Position, seen_from: int = 0, marks: Mapping[int, str] | None = None
) -> list[str]:
    """Return the board in three characters a square, with the numbers of the rows on the left alone.

    What does not fit is left out: of a piece that is marked and promoted the "+", of one that holds Z and is
    marked or promoted the closing bracket.

    Args:
        position: The position.
        seen_from: The side that looks.
        marks: A sign that stands behind what is on a square, by the square's number.
    """
    rules, signs = position.rules, marks or {}
    cells = _text_cells(position, seen_from, {})
    for number, sign in signs.items():
        square = rules.turned(rules.board.square(number), seen_from)
        cells[square] = cells[square][:2] + sign
    columns, rows = range(1, rules.columns + 1), range(rules.rows, 0, -1)
    numbers = "   " + "".join(f"{column:>2} " for column in columns).rstrip()
    above, below = (name.center(len(numbers) + 1).rstrip() for name in _names(position, seen_from))
    lines = [
        f"{row:>2} " + "".join(f"{cells.get((column, row), ' . ')[:3]:3}" for column in columns).rstrip()
        for row in rows
    ]
    return [above, numbers, *lines, numbers, below]


def _names(position: Position, seen_from: int) -> tuple[str, str]:
    """Return how the pieces of each side are written: those above, and those below."""
    sides = position.rules.sides
    return f"{sides[1 - seen_from]}: lower case", f"{sides[seen_from]}: UPPER CASE"


def _text_cells(position: Position, seen_from: int, marks: Mapping[int, str]) -> dict[Square, str]:
    """Return what stands on each square that is not an empty one of the board, in at most four characters."""
    rules = position.rules
    cells = {
        rules.turned((column, row), seen_from): " # "
        for column in rules.off_columns
        for row in range(1, rules.rows + 1)
    }
    cells[_neutral_square(position, seen_from)] = "[Z]"
    for side in (0, 1):
        for letter in rules.letters:
            square = position.square(side, letter)
            if square is not None:
                mark = letter if side == seen_from else letter.lower()
                mark += "+" * position.is_promoted(side, letter)
                held = position.holder == (side, letter)
                sign = marks.get(rules.board.number(square), "")
                # A mark takes the place of a bracket behind a promoted piece.
                cell = (f"[{mark}]"[: 4 - len(sign)] if held else f" {mark}") + sign
                cells[rules.turned(square, seen_from)] = cell
    return cells


# --- As SVG ------------------------------------------------------------------------------------------

CELL = 40
"""The width of a square in the units of the picture."""
MARGIN = 28
"""The room for the numbers beside the board."""
CAPTION = 26
"""The room for the sentence below it."""
_PAPER, _TEXT, _LINE = "#eceff1", "#263238", "#37474f"
_SQUARES, _LAST_ROWS, _OFF = "#a9bac4", "#8fa5b2", "#cfd8dc"
_NEUTRAL = "#6a1b9a"
_FILLS = {"Yellow": ("#fbc02d", "#212121"), "White": ("#ffffff", "#212121"), "Red": ("#c62828", "#ffffff")}
"""The colour of each side, and of the letters on it."""
_OTHER_FILLS = (("#fbc02d", "#212121"), ("#ffffff", "#212121"))
_POINTER = ((0, -18), (13, -8), (13, 14), (-13, 14), (-13, -8))
"""The outline of a piece that points up; the other side's point down."""
_STAR = (
    *((0, -6), (1.8, -2), (6, -1.6), (2.8, 1.2), (3.7, 5.4)),
    *((0, 3.2), (-3.7, 5.4), (-2.8, 1.2), (-6, -1.6), (-1.8, -2)),
)


def svg_board(position: Position, seen_from: int = 0, size: int = 480) -> str:
    """Return a position as an SVG picture that needs nothing else, for light and dark pages.

    The pieces of the side that looks point up, the other's point down. A promoted piece wears a star, the one
    that holds Z a ring and a briefcase; a briefcase alone is Z. Columns that are off the board are hatched.

    Examples:
        >>> from deduce.confusion.engine.position import start_position
        >>> from deduce.confusion.engine.rules import Rules
        >>> svg_board(start_position(Rules.of("classic")))[:38]
        '<svg xmlns="http://www.w3.org/2000/svg'

    Args:
        position: The position.
        seen_from: The side that looks: its own first row is at the bottom.
        size: The width of the picture, in pixels.
    """
    rules = position.rules
    width, height = (2 * MARGIN + CELL * count for count in (rules.columns, rules.rows))
    height += CAPTION
    words = status(position, seen_from)
    picture = picture_of(
        width,
        height,
        f"Confusion, seen from {rules.sides[seen_from]}'s side. {words[0]}",
        text_anchor="middle",
    )
    picture.attrib |= {"width": f"{size}", "height": f"{round(size * height / width)}"}
    add(picture, "desc", " ".join(words))
    add(picture, "rect", width=width, height=height, rx=8, fill=_PAPER)
    _draw_squares(picture, position, seen_from)
    _draw_numbers(picture, position)
    caption = " ".join(words[:2]) if position.outcome is None else words[0]
    add(picture, "text", caption, x=width / 2, y=height - 13, font_size=13, fill=_TEXT)
    if position.holder is None:
        group = _group(picture, position, _neutral_square(position, seen_from), words[1])
        _draw_briefcase(group, 1.0)
    for side in (0, 1):
        for letter in rules.letters:
            _draw_piece(picture, position, seen_from, side, letter)
    return tostring(picture, encoding="unicode")


def _corner(position: Position, square: Square) -> tuple[int, int]:
    """Return the left and upper end of a square that is named as the side that looks sees it."""
    return MARGIN + CELL * (square[0] - 1), MARGIN + CELL * (position.rules.rows - square[1])


def _draw_squares(picture: Element, position: Position, seen_from: int) -> None:
    rules = position.rules
    board = add(picture, "g", stroke=_LINE, stroke_width=1)
    hatching: list[str] = []
    for row in range(1, rules.rows + 1):
        for column in range(1, rules.columns + 1):
            x, y = _corner(position, (column, row))
            if rules.is_on_board(rules.turned((column, row), seen_from)):
                colour = _LAST_ROWS if row in {1, rules.rows} else _SQUARES
                add(board, "rect", x=x, y=y, width=CELL, height=CELL, fill=colour)
            else:
                add(board, "rect", x=x, y=y, width=CELL, height=CELL, fill=_OFF, stroke="none")
                half = CELL // 2
                hatching.append(f"M{x} {y + half}l{half} {-half}M{x} {y + CELL}l{CELL} {-CELL}")
                hatching.append(f"M{x + half} {y + CELL}l{half} {-half}")
    if hatching:
        lines = add(picture, "path", d="".join(hatching), stroke=_LINE, stroke_width=1, fill="none")
        add(lines, "title", "Off the board")
    across, down = CELL * rules.columns, CELL * rules.rows
    add(board, "rect", x=MARGIN, y=MARGIN, width=across, height=down, fill="none", stroke_width=2)


def _draw_numbers(picture: Element, position: Position) -> None:
    """Draw the numbers of columns and rows, which are the same from both sides."""
    rules = position.rules
    numbers = add(picture, "g", font_size=13, fill=_TEXT)
    across, down = MARGIN + CELL * rules.columns, MARGIN + CELL * rules.rows
    for column in range(1, rules.columns + 1):
        left, _ = _corner(position, (column, 1))
        for y in (MARGIN - 9, down + 18):
            add(numbers, "text", f"{column}", x=left + CELL / 2, y=y)
    for row in range(1, rules.rows + 1):
        _, top = _corner(position, (1, row))
        for x in (MARGIN / 2, across + MARGIN / 2):
            add(numbers, "text", f"{row}", x=x, y=top + CELL / 2 + 5)


def _group(picture: Element, position: Position, square: Square, title: str) -> Element:
    """Add a group whose origin is the middle of a square."""
    x, y = _corner(position, square)
    group = add(picture, "g", transform=f"translate({x + CELL // 2} {y + CELL // 2})")
    add(group, "title", title)
    return group


def _draw_piece(picture: Element, position: Position, seen_from: int, side: int, letter: str) -> None:
    rules, square = position.rules, position.square(side, letter)
    if square is None:
        return
    column, row = seen = rules.turned(square, seen_from)
    promoted, held = position.is_promoted(side, letter), position.holder == (side, letter)
    title = f"{rules.sides[side]}'s {letter} on {column},{row}"
    title += ", promoted" * promoted + ", holds Z" * held
    group = _group(picture, position, seen, title)
    up = 1 if side == seen_from else -1
    colour, ink = _FILLS.get(rules.sides[side], _OTHER_FILLS[side])
    if held:
        add(group, "circle", r=18, fill="none", stroke=_NEUTRAL, stroke_width=4)
    add(
        group,
        "polygon",
        points=_points(_POINTER, up * (0.85 if held else 0.95)),
        fill=colour,
        stroke="#212121",
        stroke_width=1.5,
        stroke_linejoin="round",
    )
    add(group, "text", letter, y=6 + up, font_size=16, font_weight="bold", fill=ink)
    if promoted:
        star = add(group, "polygon", points=_points(_STAR, 1), stroke_width=0.8)
        star.attrib.update({"transform": "translate(13 -12)", "fill": "#ffd600", "stroke": "#212121"})
    if held:
        _draw_briefcase(add(group, "g", transform="translate(12 12)"), 0.5)


def _points(points: tuple[tuple[float, float], ...], scale: float) -> str:
    return " ".join(f"{abs(scale) * x:g},{scale * y:g}" for x, y in points)


def _draw_briefcase(group: Element, scale: float) -> None:
    case = add(group, "g", transform=f"scale({scale:g})", stroke="#ffffff")
    add(case, "path", d="M-5 -8v-5h10v5", fill="none", stroke=_NEUTRAL, stroke_width=3)
    add(case, "rect", x=-14, y=-9, width=28, height=20, rx=3, fill=_NEUTRAL, stroke_width=1.5)
    add(case, "text", "Z", y=6.5, font_size=16, font_weight="bold", fill="#ffffff", stroke="none")
