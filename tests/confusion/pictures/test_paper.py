"""Printed sheets: everything on the page, nothing on top of anything else."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from deduce.confusion import DiagramSet, Rules, standard_diagrams
from deduce.confusion.pictures.elements import EM
from deduce.confusion.pictures.paper import HEAD, HEIGHT, TITLE, WIDTH, sheets_html, sheets_svg

SVG = "{http://www.w3.org/2000/svg}"
LONG = DiagramSet(
    "long names",
    tuple(
        replace(each, name=name)
        for each, name in zip(
            standard_diagrams().values(),
            (*["Unpronounceablepiece", "A name of a good many words", "<&>"] * 4, "Double agent"),
            strict=True,
        )
    ),
    standard_diagrams().promoted,
)
RULES = {
    "classic": Rules.of("classic"),
    "espionage": Rules.of("espionage"),
    "variant 1": Rules.of("espionage", variants=[1]),
    "variant 5": Rules.of("espionage", variants=[5]),
    "long names": Rules.of("espionage", diagrams=LONG),
}
ALL = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


class Box(NamedTuple):
    """Where something is, from its left upper end to its right lower one."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def pages(rules: Rules) -> list[ET.Element]:
    """The pictures of the page to print."""
    text = sheets_html(rules)
    parts = [part.split("</section>")[0] for part in text.split("<section>")[1:]]
    return [ET.fromstring(part) for part in parts]  # noqa: S314 - written by ourselves


def boxes(page: ET.Element) -> dict[Box, str]:
    """The box of every text and of every drawing."""
    found = {}

    def walk(node: ET.Element, x: float, y: float, anchor: str) -> None:
        anchor = node.get("text-anchor", anchor)
        if moved := node.get("transform"):
            dx, dy = moved.removeprefix("translate(").rstrip(")").split()
            x, y = x + float(dx), y + float(dy)
        if node.tag == f"{SVG}text":
            size, text = float(node.attrib["font-size"]), node.text or ""
            wide, at = EM * size * len(text), x + float(node.get("x", 0))
            left = at - wide / 2 if anchor == "middle" else at
            base = y + float(node.get("y", 0))
            found[Box(left, base - 0.8 * size, left + wide, base + 0.2 * size)] = text
        elif node.tag in {f"{SVG}use", f"{SVG}svg"} and "x" in node.attrib:
            left, top = x + float(node.attrib["x"]), y + float(node.attrib["y"])
            box = Box(left, top, left + float(node.attrib["width"]), top + float(node.attrib["height"]))
            found[box] = "drawing"
        elif node.tag != f"{SVG}defs":
            for child in node:
                walk(child, x, y, anchor)

    walk(page, 0, 0, "start")
    return found


@ALL
def test_nothing_collides(rules: Rules) -> None:
    """Title, heads, letters, drawings and the footnote stand apart, all of them on the page."""
    for page in pages(rules):
        found = boxes(page)
        assert all(box.left >= 0 and box.right <= WIDTH + 1e-3 for box in found), found
        assert all(box.top >= 0 and box.bottom <= HEIGHT for box in found)
        for (one, first), (other, second) in combinations(found.items(), 2):
            assert not one.meets(other), (first, second)


@ALL
def test_cf_sheet_1_a_row_for_each_letter_and_a_column_for_each_diagram(rules: Rules) -> None:
    """Each cell shows the diagram that is struck out there: the one at the head of its column."""
    first, second = pages(rules)
    for page in (first, second):
        found = boxes(page)
        said = list(found.values())
        for letter in rules.letters:
            assert letter in said
        numbers = {said_: box for box, said_ in found.items() if said_.isdecimal()}
        assert list(numbers) == [str(number) for number in rules.diagrams]
        middles = {round((box.left + box.right) / 2, 2) for box in numbers.values()}
        cells = [box for box, what in found.items() if what == "drawing" and box.top > TITLE + HEAD]
        assert len(cells) == len(rules.letters) * len(rules.diagrams)
        assert {round((box.left + box.right) / 2, 2) for box in cells} == middles
        symbols = [node.attrib["id"] for node in page.iter(f"{SVG}symbol")]
        uses = [node.attrib["href"] for node in page.iter(f"{SVG}use")]
        assert uses == [f"#{name}" for name in symbols] * len(rules.letters)
    everywhere = [node.attrib["id"] for page in (first, second) for node in page.iter(f"{SVG}symbol")]
    assert len({*everywhere}) == len(everywhere)


@ALL
def test_the_page_is_used_whole(rules: Rules) -> None:
    """The table goes from edge to edge, and its last line stands just above the footnote."""
    for page in pages(rules):
        lines = [
            [float(node.attrib[end]) for end in ("x1", "x2", "y1", "y2")] for node in page.iter(f"{SVG}line")
        ]
        across = [line for line in lines if line[:2] == [0, WIDTH]]
        assert len(across) == len(rules.letters) + 1
        assert max(line[3] for line in across) == pytest.approx(HEIGHT - 6)


def test_the_page_prints_on_a4_and_fits_a_phone() -> None:
    """What a browser is told about it."""
    text = sheets_html(RULES["classic"])
    assert "size: A4 landscape" in text
    assert '<meta name="viewport"' in text
    assert text.count("<section>") == 2


def test_one_picture_of_both() -> None:
    """Two pages of A4 below each other, in their true size."""
    root = ET.fromstring(sheets_svg(RULES["espionage"]))  # noqa: S314 - written by ourselves
    assert (root.attrib["width"], root.attrib["height"]) == ("297mm", "420mm")
    assert root.attrib["viewBox"] == "0 0 297 420"
    assert len(list(root.iter(f"{SVG}use"))) == 2 * 13 * 13
    moved = [group.attrib["transform"] for group in root.findall(f"{SVG}g")]
    assert moved == ["translate(8 8)", "translate(8 218)"]
