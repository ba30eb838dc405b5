"""What each diagram does and whose it can be: drawings and letters side by side, in plain text."""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeAlias

from deduce.confusion.formats.diagrams_as_json import diagram_json
from deduce.confusion.notation.words import moves_words
from deduce.confusion.pictures.diagrams import (
    LEGEND,
    WIDTH,
    beside,
    diagrams_of,
    promotion_words,
    text_diagram,
)
from deduce.tabletop.questions import facts_of, format_name, sheet_grid, sheet_of
from deduce.tabletop.said import MarkRole, Role, Said, Told, lines
from deduce.tabletop.sheet import headline

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.record.moment import Moment
    from deduce.tabletop.look import Look
    from deduce.tabletop.said import Mark
    from deduce.tabletop.sheet import Sheet

    Labels: TypeAlias = dict[str, tuple[str, tuple[Mark, ...]]]
    """For each letter how it is called in a sheet, and its cells there."""

__all__ = ["pieces_told"]

GAP = 1
"""How many columns are between two diagrams that stand side by side."""


def pieces_told(look: Look[Moment], said: Mapping[str, Any]) -> Told:
    """Say of each diagram what it does, which letters can have it, and which of the opponent's has it.

    Args:
        look: Where the game stands, from the seat whose pieces are the own ones.
        said: With the `side` that is meant, and the `diagram` if only one is.
    """
    seat = look.seat(str(said.get("side") or ""))
    sheet = sheet_of(look, seat)
    wanted = sheet.value(str(said["diagram"])) if said.get("diagram") else None
    chosen = [each for each in diagrams_of(look.state.rules) if wanted in {None, each.number}]
    promoted = look.state.rules.diagrams.promoted
    # The other side's letters stand here only as far as its deal is in the record.
    seats = (seat, 1 - seat) if look.state.setup.dealt[1 - seat] else (seat,)
    labels = {each: _labels(look, sheet_of(look, each)) for each in seats}
    blocks = [(each, _letters(look, seat, each, labels)) for each in chosen]
    if wanted is None:
        blocks.append((promoted, _promoted(look, seat)))
    drawings = [text_diagram(diagram) for diagram, _ in blocks]
    room = max(len(line) for drawing in drawings for line in drawing)
    width = WIDTH if wanted is not None else (WIDTH - GAP) // 2
    shown = [
        beside(drawing, _words(diagram, letters, width - room - 1), room)
        for drawing, (diagram, letters) in zip(drawings, blocks, strict=True)
    ]
    rows = [Said("What each diagram does, and whose it can be; forward is up", Role.HEADING)]
    if not sheet.is_consistent:
        rows.append(Said(headline(sheet), Role.WARNING))
    rows += lines([LEGEND, promotion_words(look.state.rules, "+")], Role.ROW)
    for row in _in_two_columns(shown, width) if wanted is None else shown:
        rows += lines(["", *row], Role.ROW)
    entered, name = len(look.state.setup.dealt[1 - seat] or {}), look.record.seats[1 - seat]
    if not entered:
        rows += [Said("", Role.ROW), Said(f"{name}'s deal is not in the record.")]
    elif entered < len(look.state.rules.letters):
        rows += [Said("", Role.ROW), Said(f"Of {name}'s deal {entered} diagrams are in the record.")]
    return Told(tuple(rows), _data(look, seat, [each.number for each in chosen]), sheet.is_consistent)


def _in_two_columns(blocks: Sequence[list[str]], width: int) -> Iterable[list[str]]:
    """Yield the lines of each two blocks side by side."""
    nothing: list[str] = []
    for left, right in zip_longest(blocks[::2], blocks[1::2], fillvalue=nothing):
        pairs = zip_longest(left, right, fillvalue="")
        yield [f"{one:<{width + GAP}}{other}".rstrip() for one, other in pairs]


def _words(diagram: Diagram, letters: Sequence[str], width: int) -> list[str]:
    """Return what stands beside the drawing of a diagram."""
    name = f"{diagram.number} {diagram.name}" if diagram.number else diagram.name
    found = textwrap.wrap(name + " +" * diagram.promotable, width)
    for text in (moves_words(diagram), *letters):
        found += textwrap.wrap(text, width, subsequent_indent="  ")
    return found


# --- Whose it can be ---------------------------------------------------------------------------------


def _labels(look: Look[Moment], sheet: Sheet[Any, Any]) -> Labels:
    """Return the row of each letter of a sheet: how it is called there, and its cells."""
    return dict(zip(sheet.possible, sheet_grid(look, sheet).rows, strict=True))


def _letters(look: Look[Moment], seat: int, diagram: Diagram, labels: Mapping[int, Labels]) -> list[str]:
    """Return whose a diagram can be among the own pieces, the likeliest first, and whose it is of theirs."""
    sheet = sheet_of(look, seat)
    column = sheet.values.index(diagram.number)
    chances = sheet.chances or {}
    groups: dict[str, list[str]] = {}
    rows = labels[seat]
    for letter in sorted(rows, key=lambda each: -chances.get(each, {}).get(diagram.number, 0)):
        label, marks = rows[letter]
        if marks[column].role is not MarkRole.STRUCK:
            groups.setdefault(_chance(marks[column]), []).append(label)
    own = ", ".join(f"{' '.join(labels)} {chance}".rstrip() for chance, labels in groups.items())
    found = [f"{look.record.seats[seat]}: {own}"] if own else []
    holder = _holder(look, 1 - seat, diagram.number)
    if holder is not None:
        found.append(f"{look.record.seats[1 - seat]}: {labels[1 - seat][holder][0]}")
    return found


def _chance(mark: Mark) -> str:
    if mark.role is MarkRole.CERTAIN:
        return "for certain"
    return "perhaps" if mark.role is MarkRole.OPEN else f"{mark.text}%"


def _holder(look: Look[Moment], seat: int, number: int) -> str | None:
    """Return the letter that a side's deal gives a diagram; None if the deal is not in the record."""
    deal = look.state.setup.dealt[seat] or {}
    return next((letter for letter, dealt in deal.items() if dealt == number), None)


def _promoted(look: Look[Moment], seat: int) -> list[str]:
    found = ((each, _promoted_letters(look, each)) for each in (seat, 1 - seat))
    return [f"{look.record.seats[each]}: {' '.join(letters)}" for each, letters in found if letters]


def _promoted_letters(look: Look[Moment], seat: int) -> list[str]:
    position = look.state.position
    return [letter for letter in position.rules.letters if position.is_promoted(seat, letter)]


# --- As data -----------------------------------------------------------------------------------------


def _data(look: Look[Moment], seat: int, numbers: Iterable[int]) -> dict[str, Any]:
    sheet, diagrams = sheet_of(look, seat), look.state.rules.diagrams
    rows = (sheet.chances or {}).items()
    found = []
    for number in numbers:
        chances = {letter: row[number] for letter, row in rows if number in row}
        possible = [letter for letter, row in sheet.possible.items() if number in row]
        found.append(
            {
                **diagram_json(diagrams[number]),
                "words": moves_words(diagrams[number]),
                "chances": {letter: float(chance) for letter, chance in chances.items()},
                "fractions": {letter: str(chance) for letter, chance in chances.items()},
                "possible": possible if sheet.is_consistent else [],
                "theirs": _holder(look, 1 - seat, number),
            }
        )
    return {
        "format": format_name(look, "pieces"),
        **facts_of(look),
        "side": look.record.seats[seat],
        "opponent": look.record.seats[1 - seat],
        "consistent": sheet.is_consistent,
        "diagrams": found,
        "promoted": {
            **diagram_json(diagrams.promoted),
            "words": moves_words(diagrams.promoted),
            "mine": _promoted_letters(look, seat),
            "theirs": _promoted_letters(look, 1 - seat),
        },
    }
