"""Curves over time as a picture."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["curves_svg"]

WIDTH, HEIGHT, EDGE = 640, 240, 32
"""The size of the picture, and the space around the curves."""


def curves_svg(
    title: str,
    names: Sequence[str],
    colours: Sequence[str],
    series: Sequence[Sequence[float]],
    marks: Mapping[int, str],
    labels: Mapping[int, str],
) -> str:
    """Draw curves between 0 and 1, all but the first of them dashed, as an SVG.

    Args:
        title: What is shown.
        names: What each curve is called.
        colours: The colour of each.
        series: The values of each, from the first place on.
        marks: Places with a line through them, and what each is.
        labels: What stands below some places.
    """
    last = max(len(series[0]) - 1, 1)

    def x(place: int) -> float:
        return round(EDGE + place * (WIDTH - 2 * EDGE) / last, 1)

    def y(value: float) -> float:
        return round(HEIGHT - EDGE - value * (HEIGHT - 2 * EDGE), 1)

    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="11">'
        ),
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        height = y(share)
        parts.append(f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{height}" y2="{height}" stroke="#dddddd"/>')
        parts.append(f'<text x="{EDGE - 4}" y="{height + 4}" text-anchor="end">{share:.0%}</text>')
    parts += [
        f'<line x1="{x(place)}" x2="{x(place)}" y1="{EDGE}" y2="{HEIGHT - EDGE}" stroke="#bbbbbb" '
        f'stroke-dasharray="3 3"><title>{escape(mark)}</title></line>'
        for place, mark in marks.items()
    ]
    for number, (name, colour, values) in enumerate(zip(names, colours, series, strict=True)):
        points = " ".join(f"{x(place)},{y(value)}" for place, value in enumerate(values))
        dashes = ' stroke-dasharray="6 3"' if number else ""
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
            f'<text x="{EDGE + 90 * number}" y="{EDGE - 14}" fill="{colour}">{escape(name)}</text>'
        )
    parts += [
        f'<text x="{x(place)}" y="{HEIGHT - EDGE + 16}" text-anchor="middle">{escape(label)}</text>'
        for place, label in labels.items()
    ]
    return "\n".join((*parts, "</svg>", ""))
