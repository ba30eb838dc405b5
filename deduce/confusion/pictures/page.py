"""A game as a page to look at: the board, both sheets and the record."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from deduce.confusion.pictures.boards import svg_board
from deduce.confusion.pictures.diagrams import diagrams_of
from deduce.intake.characters import harmless
from deduce.tabletop.questions import sheet_grid
from deduce.tabletop.said import MarkRole
from deduce.tabletop.sheet import headline

if TYPE_CHECKING:
    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.look import Look
    from deduce.tabletop.sheet import Sheet

__all__ = ["board_svg", "page"]

STYLE = """
@page { size: A4; margin: 12mm; }
* { box-sizing: border-box; }
body { font-family: sans-serif; max-width: 60rem; margin: 0 auto; padding: 0.5rem; color: #1c2529; }
h1 { font-size: 1.4rem; } h2 { font-size: 1rem; } p { font-size: 0.8rem; }
h1 + svg { display: block; width: 100%; max-width: 30rem; height: auto; }
table { border-collapse: collapse; width: 100%; max-width: 48rem; table-layout: fixed; }
th, td { border: 1px solid #90a4ae; padding: 0.25em 0; text-align: center; font-size: 0.8rem; }
thead th { vertical-align: bottom; font-weight: normal; }
thead th svg { display: block; margin: 0 auto; width: 100%; max-width: 2.4rem; height: auto; }
thead th span { display: inline-block; writing-mode: vertical-rl; transform: rotate(180deg); }
td.struck { color: #90a4ae; }
td.certain { font-weight: bold; background: #c8e6c9; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 24; font-size: 0.85rem; }
@media (max-width: 34rem) { th, td { font-size: 0.68rem; } pre { tab-size: 12; } }
@media print {
  body { max-width: none; padding: 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h1 + svg { max-width: 11cm; }
  section, svg, tr { break-inside: avoid; }
  h2 { break-after: avoid; }
  pre { orphans: 8; widows: 4; }
}
"""
LEGEND = "Chances in percent; &ndash;: impossible; behind a letter x: off the board, +: promoted."
SHOWN = {MarkRole.STRUCK: "&ndash;", MarkRole.CERTAIN: "yes"}


def board_svg(look: Look[Moment]) -> str:
    """Return the board as a picture, seen by whoever looks."""
    return svg_board(look.state.position, look.me)


def page(look: Look[Moment]) -> str:
    """Return the board, both sheets and the moves as a page."""
    sheets = "".join(f"<section>{_table(look, sheet)}</section>\n" for sheet in look.sheets)
    head = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Confusion</title><style>{STYLE}</style></head>"
    )
    return (
        f"{head}\n<body><h1>Confusion</h1>{board_svg(look)}\n"
        f"{sheets}<p>{LEGEND}</p>\n<h2>Record</h2><pre>{escape(harmless(look.record.text))}</pre></body></html>\n"
    )


def _table(look: Look[Moment], sheet: Sheet[Any, Any]) -> str:
    diagrams = diagrams_of(look.state.rules)
    heads = "".join(
        f"<th><span>{escape(diagram.name)}</span><br>{diagram.number}{diagram.svg(36)}</th>"
        for diagram in diagrams
    )
    rows = []
    for letter, marks in sheet_grid(look, sheet).rows:
        cells = "".join(
            f'<td class="{mark.role}">{SHOWN.get(mark.role, escape(mark.text))}</td>' for mark in marks
        )
        rows.append(f"<tr><th>{escape(letter)}</th>{cells}</tr>\n")
    return (
        f"<h2>{escape(headline(sheet))}</h2>\n<table>\n<thead><tr><th></th>{heads}</tr></thead>\n"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
