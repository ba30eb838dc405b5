"""Exporting a game: its record, everything about it as JSON, the board as SVG, or a page with all of it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from deduce.confusion.errors import SessionError
from deduce.confusion.pictures.boards import svg_board
from deduce.tabletop.files import save

from .replay import Replayed
from .replay_json import document
from .sheets import headline, percent

if TYPE_CHECKING:
    from pathlib import Path

    from deduce.confusion.knowledge.sheet import Sheet
    from deduce.confusion.match.session import Kept

    from .questions import Asked

STYLE = """
body { font-family: sans-serif; margin: 2em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #888; padding: 0.3em 0.5em; text-align: right; }
td.struck { color: #aaa; } td.certain { font-weight: bold; background: #cfc; }
"""


def export(asked: Asked, session: Kept, path: Path) -> None:
    """Write a game to a file; the ending of its name says how.

    Raises:
        SessionError: If the ending is unknown or the file cannot be written.
    """
    if path.resolve() == session.path.resolve():
        message = f"{path} is the file of this game, which is saved anyway; choose another name"
        raise SessionError(message)
    if not path.parent.is_dir():
        message = f"there is no folder {path.parent}; nothing was written"
        raise SessionError(message)
    kind = path.suffix.casefold()
    if kind == ".txt":
        text = session.record.text
    elif kind == ".json":
        text = (
            document(Replayed(str(session.path), asked.record, asked.game.position.turns, asked.game)) + "\n"
        )
    elif kind == ".svg":
        text = svg_board(asked.game.position, session.me)
    elif kind in {".html", ".htm"}:
        text = page(asked, session)
    else:
        message = f"{path} must end in .txt, .json, .svg or .html, which says what to write"
        raise SessionError(message)
    save(path, text)


def page(asked: Asked, session: Kept) -> str:
    """Return the board, both sheets and the moves as a page."""
    sheets = "".join(_table(sheet) for sheet in asked.sheets)
    record = escape(session.record.text)
    board = svg_board(asked.game.position, session.me)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Confusion</title>'
        f"<style>{STYLE}</style></head><body><h1>Confusion</h1>"
        f"{board}{sheets}<h2>Record</h2><pre>{record}</pre></body></html>\n"
    )


def _table(sheet: Sheet) -> str:
    diagrams = list(sheet.rules.diagrams.values())
    heads = "".join(f"<th>{diagram.svg(36)}<br>{escape(diagram.name)}</th>" for diagram in diagrams)
    rows = []
    for letter in sheet.rules.letters:
        cells = "".join(_cell(sheet, letter, diagram.number) for diagram in diagrams)
        rows.append(f"<tr><th>{letter}</th>{cells}</tr>")
    return f"<h2>{escape(headline(sheet))}</h2><table><tr><th></th>{heads}</tr>{''.join(rows)}</table>"


def _cell(sheet: Sheet, letter: str, number: int) -> str:
    possible = sheet.possible[letter] if sheet.is_consistent else ()
    if number not in possible:
        return '<td class="struck">&ndash;</td>'
    if len(possible) == 1:
        return '<td class="certain">yes</td>'
    return f"<td>{'?' if sheet.chances is None else percent(sheet.chances[letter][number])}</td>"
