"""`deduce confusion print-sheets`: empty deduction sheets to print, as the original game offers."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deduce.confusion.engine.rules import Rules

__all__ = ["sheets_html", "sheets_svg"]

CELL = 48
HEAD = 78
MARGIN = 24
TITLES = ("My pieces", "The opponent's pieces, as they know them")


def sheets_svg(rules: Rules) -> str:
    """Return both sheets as one picture, one below the other."""
    width, height = _size(rules)
    both = "".join(
        f'<g transform="translate(0 {place * height})">{"".join(_sheet(rules, title))}</g>'
        for place, title in enumerate(TITLES)
    )
    return _svg(width, 2 * height, both)


def sheets_html(rules: Rules) -> str:
    """Return both sheets as a page that prints on two sheets of paper."""
    width, height = _size(rules)
    pictures = "".join(
        f"<section>{_svg(width, height, ''.join(_sheet(rules, title)))}</section>" for title in TITLES
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Deduction sheets</title>'
        "<style>@page { size: A4 landscape; margin: 1cm; } section { break-after: page; } "
        f"svg {{ max-width: 100%; height: auto; }}</style></head><body>{pictures}</body></html>\n"
    )


def _size(rules: Rules) -> tuple[int, int]:
    return 2 * MARGIN + CELL * (len(rules.diagrams) + 1), 2 * MARGIN + HEAD + CELL * len(rules.letters)


def _svg(width: int, height: int, inside: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif">'
        f'<rect width="{width}" height="{height}" fill="white"/>{inside}</svg>\n'
    )


def _sheet(rules: Rules, title: str) -> Iterator[str]:
    yield f'<text x="{MARGIN}" y="{MARGIN - 8}" font-size="14" font-weight="bold">{escape(title)}</text>'
    top = MARGIN + HEAD
    for place, diagram in enumerate(rules.diagrams.values(), 1):
        x = MARGIN + place * CELL
        yield f'<g transform="translate({x} {MARGIN + 6})" color="black">{diagram.svg(CELL)}</g>'
        yield (
            f'<text x="{x + CELL / 2}" y="{MARGIN + HEAD - 8}" font-size="9" text-anchor="middle">'
            f"{diagram.number} {escape(diagram.name)}</text>"
        )
    for row, letter in enumerate(rules.letters):
        y = top + row * CELL
        yield (
            f'<text x="{MARGIN + CELL / 2}" y="{y + CELL / 2 + 7}" font-size="20" text-anchor="middle">'
            f"{letter}</text>"
        )
        for place in range(1, len(rules.diagrams) + 1):
            yield (
                f'<rect x="{MARGIN + place * CELL}" y="{y}" width="{CELL}" height="{CELL}" '
                'fill="none" stroke="black"/>'
            )
