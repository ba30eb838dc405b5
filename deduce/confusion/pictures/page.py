"""A game as a page to look at: the board, both sheets and the record."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from deduce.confusion.pictures.boards import svg_board
from deduce.tabletop.said import MarkRole
from deduce.tabletop.sheet import grid, headline

if TYPE_CHECKING:
    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.look import Look
    from deduce.tabletop.sheet import Sheet

__all__ = ["board_svg", "page"]

STYLE = """
body { font-family: sans-serif; margin: 2em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #888; padding: 0.3em 0.5em; text-align: right; }
td.struck { color: #aaa; } td.certain { font-weight: bold; background: #cfc; }
"""
SHOWN = {MarkRole.STRUCK: "&ndash;", MarkRole.CERTAIN: "yes"}


def board_svg(look: Look[Moment]) -> str:
    """Return the board as a picture, seen by whoever looks."""
    return svg_board(look.state.position, look.me)


def page(look: Look[Moment]) -> str:
    """Return the board, both sheets and the moves as a page."""
    sheets = "".join(_table(look, sheet) for sheet in look.sheets)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Confusion</title>'
        f"<style>{STYLE}</style></head><body><h1>Confusion</h1>"
        f"{board_svg(look)}{sheets}<h2>Record</h2><pre>{escape(look.record.text)}</pre></body></html>\n"
    )


def _table(look: Look[Moment], sheet: Sheet[Any, Any]) -> str:
    diagrams = look.state.rules.diagrams.values()
    heads = "".join(f"<th>{diagram.svg(36)}<br>{escape(diagram.name)}</th>" for diagram in diagrams)
    rows = []
    for letter, marks in grid(sheet).rows:
        cells = "".join(
            f'<td class="{mark.role}">{SHOWN.get(mark.role, escape(mark.text))}</td>' for mark in marks
        )
        rows.append(f"<tr><th>{escape(letter)}</th>{cells}</tr>")
    return f"<h2>{escape(headline(sheet))}</h2><table><tr><th></th>{heads}</tr>{''.join(rows)}</table>"
