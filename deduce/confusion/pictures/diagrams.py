"""Pictures of movement diagrams: in plain text, as small SVG pictures, and a whole set on one.

N is up, as the owner of a piece sees it; flipped it is down, as the opponent sees the same piece.
"""

from __future__ import annotations

import textwrap
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING
from xml.etree.ElementTree import tostring

from deduce.confusion.engine.directions import OFFSETS, opposite
from deduce.confusion.formats.diagrams_as_json import diagrams_json
from deduce.confusion.notation.words import moves_words
from deduce.confusion.pictures.elements import add, fitted, picture_of, wrapped
from deduce.tabletop.said import Role, Said, Told, lines

if TYPE_CHECKING:
    from collections.abc import Iterable
    from xml.etree.ElementTree import Element

    from deduce.confusion.engine.diagrams import Diagram, DiagramSet
    from deduce.confusion.engine.rules import Rules

__all__ = [
    "LEGEND",
    "beside",
    "diagrams_of",
    "diagrams_told",
    "draw_diagram",
    "promotion_words",
    "svg_diagram",
    "svg_diagrams",
    "text_diagram",
]

WIDTH = 79
"""How wide lines of text are at most."""
LEGEND = "o: the piece; 1 2 3: how many squares it may go; ?: as the opponent pleases"
PROMOTED = "promoted on the opponent's first row"


def diagrams_of(rules: Rules) -> tuple[Diagram, ...]:
    """Return the diagrams in play; none is marked where every piece can be promoted (CF-VAR-5)."""
    if not rules.anyone_is_promoted:
        return tuple(rules.diagrams.values())
    return tuple(replace(each, promotable=False) for each in rules.diagrams.values())


def promotion_words(rules: Rules, mark: str) -> str:
    """Return who is promoted, by the mark that shows it."""
    if rules.anyone_is_promoted:
        return "every piece that arrives on the opponent's first row is offered promotion"
    return f"{mark}: {PROMOTED}"


# --- In plain text -----------------------------------------------------------------------------------

MOST_SQUARES = 4
"""How many squares are drawn in a direction at most; of more, the first two and the last."""


def text_diagram(diagram: Diagram, *, flip: bool = False) -> tuple[str, ...]:
    r"""Return a diagram as lines of text: the piece, and how many squares off those are that it can go to.

    Examples:
        >>> from deduce.confusion.engine.diagrams import standard_diagrams
        >>> print("\n".join(text_diagram(standard_diagrams()[2])))
              3
              2
              1
              o
            1   1
          2       2
        3           3

    Args:
        diagram: The diagram.
        flip: Whether to turn it, as the opponent sees it.
    """
    marks = _squares(diagram)
    cells = {(0, 0): "o"}
    for way in diagram.directions:
        dx, dy = OFFSETS[opposite(way) if flip else way]
        cells |= {(dx * place, dy * place): mark for place, mark in enumerate(marks, 1)}
    side = max(abs(column) for column, _ in cells)
    rows = range(max(row for _, row in cells), min(row for _, row in cells) - 1, -1)
    drawn = ["".join(f"{cells.get((x, row), ''):<2}" for x in range(-side, side + 1)) for row in rows]
    return tuple(line.rstrip() for line in drawn)


def _squares(diagram: Diagram) -> tuple[str, ...]:
    """Return what stands on the squares in each direction, from the piece outwards."""
    if diagram.is_double_agent:
        return ("?",)
    if diagram.reach <= MOST_SQUARES:
        return tuple(str(distance) for distance in range(1, diagram.reach + 1))
    return ("1", "2", ":", str(diagram.reach))


def beside(drawing: Iterable[str], words: Iterable[str], width: int) -> list[str]:
    """Return a drawing with words on its right, the words from the first line on.

    Args:
        drawing: The lines of the drawing, which stand in the middle of their width.
        words: The lines beside it.
        width: How wide the drawing may be.
    """
    rows = list(drawing)
    before = max((width - max(map(len, rows), default=0)) // 2, 0)
    paired = zip_longest(rows, words, fillvalue="")
    return [f"{' ' * before + row:<{width}} {line}".rstrip() for row, line in paired]


def diagrams_told(diagrams: DiagramSet, *, flip: bool = False) -> Told:
    """Return all that is said of a set of diagrams: drawings, moves, and how sure each is.

    Args:
        diagrams: The set.
        flip: Whether to turn the drawings, as the opponent sees them.
    """
    seen = "seen by the opponent, so N is down" if flip else "N is up, towards the opponent"
    told = [
        Said(f"{diagrams.name}: {seen}", Role.HEADING),
        *lines([LEGEND, f"+: {PROMOTED}"], Role.ROW),
    ]
    drawings = [(each, text_diagram(each, flip=flip)) for each in (*diagrams.values(), diagrams.promoted)]
    room = max(len(line) for _, drawing in drawings for line in drawing)
    for diagram, drawing in drawings:
        words = _facts(diagram)
        words += textwrap.wrap(
            diagram.evidence, WIDTH - room - 7, max_lines=3, initial_indent="   ", subsequent_indent="   "
        )
        told += [Said("", Role.ROW), *lines(("   " + row for row in beside(drawing, words, room)), Role.ROW)]
    return Told(tuple(told), diagrams_json(diagrams, flip=flip))


def _facts(diagram: Diagram) -> list[str]:
    number = str(diagram.number) if diagram.number else "-"
    name = f"{diagram.name} ({diagram.french})" if diagram.french else diagram.name
    reach = "reach any" if diagram.is_double_agent else f"reach {diagram.reach}"
    ways = "as the opponent pleases" if diagram.is_double_agent else " ".join(diagram.direction_names)
    return [
        f"{number:>2} {name}{'; promotable +' if diagram.promotable else ''}",
        f"   {reach}: {ways}; Betza {diagram.betza}",
    ]


# --- As SVG ------------------------------------------------------------------------------------------

SIZE = 48
"""The width and height of the picture of a diagram, in its own units."""
START, END = 7.0, 23.5
"""How far from the middle arrows begin, and how far the longest goes."""
USUAL_REACH = 4
"""The reach that the whole room is for; longer ones share the room of their own reach."""
HEAD, HALF_HEAD = 4.2, 2.6
"""How long the head of an arrow is, and half its width."""
CROWN = "M0 8V1.5l2.6 2.7L5 0l2.4 4.2L10 1.5V8z"
CORNERS = (
    *((3, 37.0, 39.0), (5, 1.0, 39.0), (1, 37.0, 1.0), (7, 1.0, 1.0)),
    *((4, 19.0, 39.0), (2, 37.0, 20.0), (6, 1.0, 20.0), (0, 19.0, 1.0)),
)
"""Where a crown can stand: beside which direction, and its place."""


def svg_diagram(diagram: Diagram, size: int = 48, *, flip: bool = False) -> str:
    """Return a diagram as a small SVG picture.

    Its arrows are the longer the further it goes, its number says how far; a crown means that a piece with it
    is promoted on the opponent's first row.

    Args:
        diagram: The diagram.
        size: The width and height in pixels.
        flip: Whether to turn it, as the opponent sees it.
    """
    title = f"{diagram.number} {diagram.name}"
    picture = picture_of(size, size, title, viewBox=f"0 0 {SIZE} {SIZE}")
    draw_diagram(picture, diagram, flip=flip)
    return tostring(picture, encoding="unicode")


def draw_diagram(parent: Element, diagram: Diagram, *, flip: bool = False) -> None:
    """Draw a diagram into a picture, 48 units wide and high.

    Args:
        parent: Where it is drawn.
        diagram: The diagram.
        flip: Whether to turn it, as the opponent sees it.
    """
    middle = SIZE / 2
    ways = {opposite(way) if flip else way for way in diagram.directions}
    longest = max(USUAL_REACH, diagram.reach)
    end = START + 2 + (END - START - 2) * diagram.reach / longest
    lines_ = add(parent, "g", stroke="currentColor", stroke_width=2.2)
    if diagram.is_double_agent:
        lines_.set("stroke-dasharray", "2.5 1.5")
    heads = add(parent, "g", fill="currentColor")
    for way in sorted(ways):
        dx, dy = OFFSETS[way]
        long = HEAD / (abs(dx) + abs(dy)) ** 0.5
        wide = HALF_HEAD / (abs(dx) + abs(dy)) ** 0.5
        tip, neck = (middle + end * dx, middle - end * dy), end - long
        foot = middle + neck * dx, middle - neck * dy
        add(lines_, "line", x1=middle + START * dx, y1=middle - START * dy, x2=foot[0], y2=foot[1])
        points = (tip, (foot[0] + wide * dy, foot[1] + wide * dx), (foot[0] - wide * dy, foot[1] - wide * dx))
        add(heads, "polygon", points=" ".join(f"{x:.4g},{y:.4g}" for x, y in points))
    mark = "?" if diagram.is_double_agent else str(diagram.reach)
    add(parent, "text", mark, x=middle, y=middle + 4.3, font_size=12, font_weight="bold", fill="currentColor")
    parent[-1].set("text-anchor", "middle")
    if diagram.promotable:
        _, x, y = next((each for each in CORNERS if each[0] not in ways), CORNERS[0])
        add(parent, "path", d=CROWN, fill="currentColor", transform=f"translate({x:g} {y:g})")


CARD, CARD_HEIGHT, CARDS = 152, 156, 5
"""The room for each diagram in the picture of a set, and how many stand in a row."""
DRAWN = 88
"""How large a diagram is drawn there."""
TOP = 56
INK, FAINT = "#263238", "#607d8b"


def svg_diagrams(diagrams: DiagramSet, *, flip: bool = False) -> str:
    """Return a set of diagrams on one SVG picture, with what each does in words.

    Args:
        diagrams: The set.
        flip: Whether to turn them, as the opponent sees them.
    """
    shown = (*diagrams.values(), diagrams.promoted)
    width, height = CARDS * CARD, TOP + CARD_HEIGHT * -(-len(shown) // CARDS)
    seen = "seen by the opponent: forward is down" if flip else "forward is up"
    title = f"The movement diagrams ({diagrams.name}), {seen}"
    picture = picture_of(width, height, title, fill=INK, color=INK)
    add(picture, "rect", width=width, height=height, fill="#ffffff")
    fitted(picture, title, width - 24, 16, x=12, y=24, font_weight="bold")
    says = f"The number is how many squares at most; a crown: {PROMOTED}."
    fitted(picture, says, width - 24, 12, x=12, y=43, fill=FAINT)
    for place, diagram in enumerate(shown):
        row, column = divmod(place, CARDS)
        card = add(picture, "g", transform=f"translate({column * CARD} {TOP + row * CARD_HEIGHT})")
        drawn = add(
            card, "svg", x=(CARD - DRAWN) / 2, width=DRAWN, height=DRAWN, viewBox=f"0 0 {SIZE} {SIZE}"
        )
        draw_diagram(drawn, diagram, flip=flip)
        words = add(card, "g", text_anchor="middle")
        name = f"{diagram.number} {diagram.name}" if diagram.number else diagram.name
        fitted(words, name, CARD - 12, 13, x=CARD / 2, y=DRAWN + 16, font_weight="bold")
        for line, text in enumerate(wrapped(moves_words(diagram), CARD - 12, 11, 3)):
            fitted(words, text, CARD - 12, 11, x=CARD / 2, y=DRAWN + 31 + 13 * line, fill=FAINT)
    return tostring(picture, encoding="unicode") + "\n"
