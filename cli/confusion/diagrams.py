"""`deduce confusion show-diagrams`: a set of diagrams as text or JSON."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING, Any

from rich.text import Text

from deduce.confusion import load_diagrams, standard_diagrams

from ..output import console

if TYPE_CHECKING:
    from pathlib import Path

    from deduce.confusion import Diagram, DiagramSet

FORMAT = "deduce.confusion.show-diagrams/1"


def load(path: Path | None) -> DiagramSet:
    """Return the diagrams of a file, or the standard ones.

    Raises:
        DataError: If the file cannot be read.
    """
    return standard_diagrams() if path is None else load_diagrams(path)


def show(diagrams: DiagramSet) -> None:
    """Print the diagrams."""
    screen = console()
    screen.print(Text(f"{diagrams.name}: N is towards the opponent", style="bold"))
    for diagram in (*diagrams.values(), diagrams.promoted):
        number = str(diagram.number) if diagram.number else "-"
        name = f"{diagram.name} ({diagram.french})" if diagram.french else diagram.name
        reach = "reach any" if diagram.is_double_agent else f"reach {diagram.reach}"
        mark = "; promotable" if diagram.promotable else ""
        ways = "as the opponent pleases" if diagram.is_double_agent else " ".join(diagram.direction_names)
        lines = [
            f"{number:>2} {name}{mark}",
            f"   {reach}: {ways}; Betza {diagram.betza}",
            *textwrap.wrap(diagram.evidence, max(20, screen.width - 13), max_lines=3),
        ]
        screen.print()
        pictures = (*diagram.picture(), *([""] * (len(lines) - 3)))
        for row, (picture, line) in enumerate(zip(pictures, lines, strict=False)):
            shown = line if row < 2 else f"   {line}"
            screen.print(Text(f"   {picture:3}   {shown}".rstrip()))
        for picture in pictures[len(lines) :]:
            screen.print(Text(f"   {picture}"))


def document(diagrams: DiagramSet) -> str:
    """Return the diagrams as JSON."""
    data = {
        "format": FORMAT,
        "name": diagrams.name,
        "diagrams": [_diagram(diagram) for diagram in diagrams.values()],
        "promoted": _diagram(diagrams.promoted),
    }
    return json.dumps(data, indent=2, ensure_ascii=False)


def _diagram(diagram: Diagram) -> dict[str, Any]:
    return {
        "number": diagram.number or None,
        "name": diagram.name,
        "french": diagram.french,
        "reach": None if diagram.is_double_agent else diagram.reach,
        "directions": list(diagram.direction_names),
        "promotable": diagram.promotable,
        "double_agent": diagram.is_double_agent,
        "betza": diagram.betza,
        "picture": list(diagram.picture()),
        "evidence": diagram.evidence,
    }
