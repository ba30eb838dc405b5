"""`deduce confusion show-diagrams`: a set of diagrams as text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from rich.text import Text

from ..output import console

if TYPE_CHECKING:
    from deduce.confusion import DiagramSet


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
