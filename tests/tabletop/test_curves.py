"""Curves as a picture."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.tabletop.curves import BOTTOM, EM, HEIGHT, LEFT, TOP, WIDTH, Marked, curves_svg

SVG = "{http://www.w3.org/2000/svg}"
NAMES, COLOURS = ("Yellow", "White"), ("#000001", "#000002")


def drawn(
    count: int, marks: dict[int, Marked], first: int = 1, ends: tuple[float, float] = (1, 0)
) -> ET.Element:
    """A picture of so many values and the end."""
    series = [[*(place % 7 / 7 for place in range(count)), end] for end in ends]
    numbers = range(first, first + count)
    return ET.fromstring(  # noqa: S314 - written by ourselves
        curves_svg("Chances", "of each", NAMES, COLOURS, series, marks, numbers, "turn")
    )


def boxes(root: ET.Element) -> list[tuple[str, float, float, float, float]]:
    """Each text with its left, upper, right and lower end."""
    found = []
    for node in root.iter(f"{SVG}text"):
        size, text = float(node.attrib["font-size"]), node.text or ""
        x, y = float(node.attrib["x"]), float(node.attrib["y"])
        wide = EM * size * len(text)
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[node.attrib["text-anchor"]]
        found.append((text, left, y - 0.75 * size, left + wide, y + 0.2 * size))
    return found


def check_apart(root: ET.Element) -> None:
    """No text touches another, and all are on the picture."""
    found = boxes(root)
    for text, left, top, right, bottom in found:
        assert left >= 0, text
        assert right <= WIDTH, text
        assert top >= 0, text
        assert bottom <= HEIGHT, text
    for one, other in combinations(found, 2):
        assert (
            one[3] <= other[1] + 0.1 or other[3] <= one[1] + 0.1 or one[4] <= other[2] or other[4] <= one[2]
        ), (one, other)


def test_curves() -> None:
    """A point for each value, a line through each mark, and everything readable whatever it is called."""
    values = ((0.0, 1.0, 0.5), (1.0, 0.0, 0.5))
    marks = {1: Marked("2 <here>", 1)}
    text = curves_svg(
        "One & two", "both", ("One", "<Two>"), ("#111111", "#222222"), values, marks, (7, 8), "turn"
    )
    root = ET.fromstring(text)  # noqa: S314 - written by ourselves
    one, two = (
        [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
        for line in root.findall(f"{SVG}polyline")
    )
    assert [y for _, y in one] == [BOTTOM, TOP, (TOP + BOTTOM) / 2]
    assert [y for _, y in two] == [TOP, BOTTOM, (TOP + BOTTOM) / 2]
    assert [x for x, _ in one] == [x for x, _ in two] == sorted(x for x, _ in one)
    assert one[0][0] == LEFT
    dashed = ["stroke-dasharray" in line.attrib for line in root.findall(f"{SVG}polyline")]
    assert dashed == [False, True]
    (mark,) = root.findall(f"{SVG}path")
    assert mark.findtext(f"{SVG}title") == "2 <here>"
    assert mark.attrib["d"].endswith(f"L{one[1][0]} {TOP}V{BOTTOM}")
    colours = {node.text: node.attrib["fill"] for node in root.iter(f"{SVG}text")}
    assert (colours["One"], colours["<Two>"], colours["2 <here>"]) == ("#111111", "#222222", "#222222")
    assert [*colours] == [
        *("One & two", "both", "0%", "25%", "50%", "75%", "100%"),
        *("7", "8", "end", "turn", "2 <here>", "One", "<Two>"),
    ]
    assert root.findtext(f"{SVG}title") == "One & two"


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (3, [1, 2, 3]),
        (20, list(range(1, 21))),
        (76, [1, *range(5, 75, 5)]),
        (200, [1, *range(20, 200, 20)]),
        (2000, [1, *range(200, 2000, 200)]),
    ],
)
def test_the_numbers_below_stand_at_sensible_steps(count: int, expected: list[int]) -> None:
    """Each below its value; the first one and the end always."""
    root = drawn(count, {})
    points = root.findall(f"{SVG}polyline")[0].attrib["points"].split()
    shown = {
        int(node.text or ""): float(node.attrib["x"])
        for node in root.iter(f"{SVG}text")
        if (node.text or "").isdecimal()
    }
    assert sorted(shown) == expected
    for number, x in shown.items():
        assert float(points[number - 1].split(",")[0]) == x
    check_apart(root)


@given(
    st.integers(0, 250),
    st.integers(1, 300),
    st.dictionaries(
        st.integers(0, 250), st.builds(Marked, st.text("abc-2 ", max_size=14), st.integers(0, 1)), max_size=8
    ),
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
)
def test_nothing_collides(
    count: int, first: int, marks: dict[int, Marked], ends: tuple[float, float]
) -> None:
    """However many values there are, and wherever the marks and the ends are."""
    there = {place: mark for place, mark in marks.items() if place < count}
    root = drawn(count, there, first, ends)
    check_apart(root)
    assert len(root.findall(f"{SVG}path")) == len(there)


def test_several_values_of_one_number() -> None:
    """A number stands below the first of them, once."""
    text = curves_svg("t", "", ("A",), ("#000000",), ((0.5,) * 5,), {}, (1, 1, 2, 2), "turn")
    root = ET.fromstring(text)  # noqa: S314 - written by ourselves
    assert [node.text for node in root.iter(f"{SVG}text")][-5:] == ["1", "2", "end", "turn", "A"]


def test_a_single_value() -> None:
    """It stands at the beginning."""
    root = drawn(0, {}, ends=(0.5, 0.5))
    assert root.findall(f"{SVG}polyline")[0].attrib["points"] == f"{LEFT}.0,{(TOP + BOTTOM) / 2}"
