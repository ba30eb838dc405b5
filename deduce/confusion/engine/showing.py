"""How diagrams, positions and views show themselves.

The text of a position, a picture and JSON are made by the rooms that stand on the engine. Only because
Python asks an object itself how it looks does the engine reach up to them: here and nowhere else, when it is
asked and not before, and by the public names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.position import Position
    from deduce.confusion.engine.view import View

__all__ = ["board_svg", "board_text", "diagram_svg", "diagram_text", "position_words", "view_data"]


def position_words(position: Position) -> str:
    """Return how a position shows itself in one line."""
    from deduce.confusion.formats.position_string import position_repr

    return position_repr(position)


def board_text(position: Position, side: int = 0) -> str:
    """Return the board as text, as a side sees it."""
    from deduce.confusion import text_board

    return text_board(position, side)


def board_svg(position: Position, side: int = 0) -> str:
    """Return the board as a picture, as a side sees it."""
    from deduce.confusion import svg_board

    return svg_board(position, side)


def diagram_text(diagram: Diagram, *, flip: bool = False) -> tuple[str, ...]:
    """Return a diagram as lines of text."""
    from deduce.confusion import text_diagram

    return text_diagram(diagram, flip=flip)


def diagram_svg(diagram: Diagram, size: int = 48, *, flip: bool = False) -> str:
    """Return a diagram as a small picture."""
    from deduce.confusion import svg_diagram

    return svg_diagram(diagram, size, flip=flip)


def view_data(view: View) -> dict[str, Any]:
    """Return a view as data that `json.dumps` takes."""
    from deduce.confusion.formats.view_as_json import view_json

    return view_json(view)
