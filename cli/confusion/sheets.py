"""Deduction sheets as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from deduce.tabletop import sheet as tabletop

if TYPE_CHECKING:
    from fractions import Fraction

    from deduce.confusion import Game
    from deduce.confusion.knowledge.sheet import Sheet

STRUCK = "."
CERTAIN = "YES"
OPEN = "?"


def headline(sheet: Sheet) -> str:
    """Return the one line that sums a sheet up."""
    return tabletop.headline(sheet)


def grid(sheet: Sheet, game: Game) -> list[Text]:
    """Return a sheet as lines: a row for each letter, a column for each diagram.

    Chances are in percent; what is impossible is a dim dot, what is certain YES. Behind a letter, x means off
    the board and + promoted.
    """
    diagrams = list(sheet.rules.diagrams.values())
    lines = [
        Text("    " + "".join(f"{diagram.number:>4}" for diagram in diagrams), style="dim"),
        Text("    " + "".join(f" {diagram.name[:3]:>3}" for diagram in diagrams), style="dim"),
    ]
    for letter in sheet.rules.letters:
        line = Text(f" {letter}{_state(game, sheet.side, letter):2}")
        for diagram in diagrams:
            line.append(" ")
            line.append(*_cell(sheet, letter, diagram.number))
        lines.append(line)
    return lines


def _state(game: Game, side: int, letter: str) -> str:
    position = game.position
    off = "x" if position.square(side, letter) is None else ""
    return off + ("+" if position.is_promoted(side, letter) else "")


def _cell(sheet: Sheet, letter: str, number: int) -> tuple[str, str]:
    possible = sheet.possible[letter] if sheet.is_consistent else ()
    if number not in possible:
        return f"{STRUCK:>3}", "dim"
    if len(possible) == 1:
        return CERTAIN, "bold green"
    if sheet.chances is None:
        return f"{OPEN:>3}", ""
    return f"{percent(sheet.chances[letter][number]):>3}", ""


def percent(chance: Fraction) -> str:
    """Return a chance in percent, never rounded to impossible or certain."""
    return tabletop.percent(chance)


def knowledge_json(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet; impossible diagrams are left out."""
    data = tabletop.sheet_json(sheet)
    if sheet.rules.has_double_agent:
        data["model"] = str(sheet.model)
    return data
