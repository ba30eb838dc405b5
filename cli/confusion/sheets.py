"""Deduction sheets as text and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.text import Text

if TYPE_CHECKING:
    from deduce.confusion import Game
    from deduce.confusion.knowledge.sheet import Sheet

STRUCK = "."
CERTAIN = "YES"
OPEN = "?"


def headline(sheet: Sheet) -> str:
    """Return the one line that sums a sheet up."""
    side = sheet.rules.sides[sheet.side]
    if not sheet.is_consistent:
        model = "" if sheet.model.name in {"coin", "any"} else f" under the model {sheet.model}"
        return f"{side}'s pieces: no deal fits what was noted{model}; suspects shows the likely slip"
    settled = ", ".join(
        f"{letter} {sheet.rules.diagrams[number]}" for letter, number in sorted(sheet.certain.items())
    )
    count = "1 deal is left" if sheet.worlds == 1 else f"{sheet.worlds:,} deals are left"
    certain = settled or "nothing yet"
    return f"{side}'s pieces: {count}, {sheet.bits:.1f} bits; certain: {certain}"


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
    whole = round(100 * chance)
    if 0 < chance < 1:
        if whole == 0:
            return "<1"
        if whole == 100:
            return ">99"
    return str(whole)


def knowledge_json(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet; impossible diagrams are left out."""
    chances = sheet.chances
    data: dict[str, Any] = {
        "consistent": sheet.is_consistent,
        "worlds": sheet.worlds,
        "bits": sheet.bits,
        "letters": {
            letter: {str(number): float(chance) for number, chance in row.items()}
            for letter, row in (chances or {}).items()
        },
        "fractions": {
            letter: {str(number): str(chance) for number, chance in row.items()}
            for letter, row in (chances or {}).items()
        },
        "possible": {letter: list(found) for letter, found in sheet.possible.items()},
        "certain": sheet.certain if sheet.is_consistent else {},
    }
    if sheet.rules.has_double_agent:
        data["model"] = str(sheet.model)
    return data
