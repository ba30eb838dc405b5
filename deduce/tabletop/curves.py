"""Curves over time as a picture."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

__all__ = ["Marked", "curves_svg"]

WIDTH, HEIGHT = 760, 380
"""The size of the picture."""
LEFT, TOP, BOTTOM = 52, 92, 330
"""Where the curves begin, and between what heights they run."""
EM = 0.6
"""How wide a letter of any sans-serif font is at most on average, for its size."""
SMALL, LARGE, TITLE = 11, 12, 16
"""The sizes of letters."""
LABELS = 62
"""How high the names of the marks stand."""
GAP = 8
"""How far labels are apart at least."""
STEPS = (1, 2, 5)
"""Numbers below stand at multiples of these, or of ten or a hundred times as much."""
INK, FAINT, GRID, MARK = "#263238", "#607d8b", "#d5dde1", "#90a4ae"


class Marked(NamedTuple):
    """A place that has a name on the picture.

    Attributes:
        text: Its name.
        curve: The number of the curve that it belongs to, whose colour it has.
    """

    text: str
    curve: int


def curves_svg(
    title: str,
    remark: str,
    names: Sequence[str],
    colours: Sequence[str],
    series: Sequence[Sequence[float]],
    marks: Mapping[int, Marked],
    numbers: Sequence[int],
    across: str,
) -> str:
    """Draw curves between 0 and 1, all but the first of them dashed, as an SVG.

    Whatever is written stands apart from everything else that is, however many values there are.

    Args:
        title: What is shown.
        remark: What is to be said of it.
        names: What each curve is called.
        colours: The colour of each.
        series: The values of each, from the first place on; the last one is the end.
        marks: Places with a line through them, and what each is.
        numbers: The number of each place but the end; several may have the same.
        across: What the numbers count.
    """
    right = WIDTH - 2 * GAP - max(map(_width, names), default=0.0)
    last = len(series[0]) - 1

    def x(place: int) -> float:
        return round(LEFT + place * (right - LEFT) / max(last, 1), 1)

    def y(value: float) -> float:
        return round(BOTTOM - value * (BOTTOM - TOP), 1)

    heights = _apart([y(values[-1]) for values in series], [LARGE + 2.0] * len(series), TOP - 7, BOTTOM + 7)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif">'
    )
    return "\n".join(
        (
            head,
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
            _text(title, LEFT, 24, INK, size=TITLE, weight="bold"),
            _text(remark, LEFT, 41, FAINT),
            *_shares(right, y),
            *_ticks([x(place) for place in range(last + 1)], numbers, across),
            *_marks({x(place): mark for place, mark in sorted(marks.items())}, colours),
            *(
                _curve(
                    " ".join(f"{x(place)},{y(value)}" for place, value in enumerate(values)), colour, number
                )
                for number, (colour, values) in enumerate(zip(colours, series, strict=True))
            ),
            *(
                _text(name, right + GAP, height + 4, colour, size=LARGE, weight="bold")
                for name, colour, height in zip(names, colours, heights, strict=True)
            ),
            "</svg>",
            "",
        )
    )


def _curve(points: str, colour: str, number: int) -> str:
    dashes = ' stroke-dasharray="7 3"' if number else ""
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" '
        f'stroke-linejoin="round"{dashes}/>'
    )


def _shares(right: float, y: Callable[[float], float]) -> Iterator[str]:
    """Yield the lines across, with what share each stands for."""
    for share in (0, 0.25, 0.5, 0.75, 1):
        yield f'<line x1="{LEFT}" x2="{right:.1f}" y1="{y(share)}" y2="{y(share)}" stroke="{GRID}"/>'
        yield _text(f"{share:.0%}", LEFT - 6, y(share) + 4, INK, anchor="end")


def _ticks(places: Sequence[float], numbers: Sequence[int], across: str) -> Iterator[str]:
    """Yield the numbers below, at sensible steps, and the end."""
    shown: list[tuple[float, str]] = [(places[-1], "end")]
    first_of = dict(reversed([*zip(numbers, places, strict=False)]))
    if numbers:
        shown.append((places[0], str(numbers[0])))
    needed = max(_width(str(number)) for number in [0, *numbers]) + 2 * GAP
    count = max(len(first_of) - 1, 1)
    wide = (places[-1] - places[0]) / count if numbers else 1.0
    step = next(step for power in range(9) for each in STEPS if (step := each * 10**power) * wide >= needed)
    for number, place in first_of.items():
        ends = [(abs(place - at), (_width(str(number)) + _width(text)) / 2 + GAP) for at, text in shown[:2]]
        if number % step == 0 and all(distance >= least for distance, least in ends):
            shown.append((place, str(number)))
    for place, text in sorted(shown):
        yield f'<line x1="{place}" x2="{place}" y1="{BOTTOM}" y2="{BOTTOM + 5}" stroke="{INK}"/>'
        yield _text(text, place, BOTTOM + 19, INK, anchor="middle")
    yield _text(across, (places[0] + places[-1]) / 2, BOTTOM + 38, FAINT, anchor="middle")


def _marks(marks: Mapping[float, Marked], colours: Sequence[str]) -> Iterator[str]:
    """Yield the lines through the marked places, with their names side by side above."""
    widths = [_width(mark.text) + GAP for mark in marks.values()]
    size = SMALL * min(1.0, (WIDTH - 2 * GAP) / max(sum(widths), 1.0))
    middles = _apart([*marks], [width * size / SMALL for width in widths], GAP, WIDTH - GAP)
    for (place, mark), middle in zip(marks.items(), middles, strict=True):
        name = f"<title>{escape(mark.text)}</title>"
        way = f"M{middle:.1f} {LABELS + 4}L{place} {TOP}V{BOTTOM}"
        yield f'<path d="{way}" fill="none" stroke="{MARK}" stroke-dasharray="3 3">{name}</path>'
        yield _text(mark.text, middle, LABELS, colours[mark.curve], size=size, anchor="middle")


def _apart(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """Return middles near those that are wanted, such that nothing overlaps, all of it within two ends."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    found = [*wanted]
    edge = low
    for place in order:
        found[place] = max(found[place], edge + sizes[place] / 2)
        edge = found[place] + sizes[place] / 2
    edge = high
    for place in reversed(order):
        found[place] = min(found[place], edge - sizes[place] / 2)
        edge = found[place] - sizes[place] / 2
    return found


def _width(text: str) -> float:
    return EM * LARGE * len(text)


def _text(
    text: str,
    x: float,
    y: float,
    colour: str,
    *,
    size: float = SMALL,
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="{size:.3g}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )
