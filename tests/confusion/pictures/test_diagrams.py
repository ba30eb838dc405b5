"""Pictures of diagrams: what can be read back from them is the diagram."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.confusion import Diagram, DiagramSet, Rules, standard_diagrams, svg_diagrams, text_diagram
from deduce.confusion.engine.directions import OFFSETS, Square, opposite
from deduce.confusion.pictures.diagrams import (
    CORNERS,
    CROWN,
    beside,
    diagrams_of,
    diagrams_told,
    promotion_words,
)
from deduce.confusion.pictures.elements import EM, wrapped
from deduce.tabletop.said import Said

SVG = "{http://www.w3.org/2000/svg}"
DIAGRAMS = (*standard_diagrams().values(), standard_diagrams().promoted)
FLIPS = (False, True)
ANY_DIAGRAM = st.builds(
    Diagram,
    number=st.integers(1, 99),
    name=st.text(min_size=1),
    french=st.just(""),
    reach=st.integers(1, 10),
    directions=st.frozensets(st.integers(0, 7), min_size=1),
    promotable=st.booleans(),
)


def read_back(lines: tuple[str, ...]) -> dict[Square, str]:
    """What stands on each square of a drawing, by its distance from the piece."""
    (home_row,) = (row for row, line in enumerate(lines) if "o" in line)
    home = lines[home_row].index("o")
    found = {}
    for row, line in enumerate(lines):
        for start in range(0, len(line), 2):
            if mark := line[start : start + 2].strip():
                found[(start - home) // 2, home_row - row] = mark
    return found


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("diagram", DIAGRAMS, ids=str)
def test_the_text_shows_every_square_that_is_allowed(diagram: Diagram, *, flip: bool) -> None:
    """And no other; for the double agent a question mark in every direction."""
    found = read_back(text_diagram(diagram, flip=flip))
    expected = {(0, 0): "o"}
    for way, distance in product(range(8), range(1, 5)):
        dx, dy = OFFSETS[opposite(way) if flip else way]
        if diagram.is_double_agent:
            expected[dx, dy] = "?"
        elif diagram.allows(way, distance):
            expected[dx * distance, dy * distance] = str(distance)
    assert found == expected


@given(ANY_DIAGRAM, st.booleans())
def test_any_diagram_can_be_drawn_as_text(diagram: Diagram, flip: bool) -> None:
    """In each direction that it has, and no other, the last square says the reach."""
    lines = text_diagram(diagram, flip=flip)
    found = read_back(lines)
    for way in range(8):
        dx, dy = OFFSETS[opposite(way) if flip else way]
        marks = [found[square] for far in range(1, 11) if (square := (dx * far, dy * far)) in found]
        assert marks[-1:] == ([str(diagram.reach)] if way in diagram.directions else [])
    assert max(map(len, lines)) <= 18
    assert len(lines) <= 9


@given(ANY_DIAGRAM, st.booleans())
def test_the_picture_shows_directions_and_reach(diagram: Diagram, flip: bool) -> None:
    """An arrow for each direction, which ends inside the picture."""
    root = ET.fromstring(diagram.svg(flip=flip))  # noqa: S314 - drawn here, not received
    tips = []
    for head in root.iter(f"{SVG}polygon"):
        points = [tuple(map(float, point.split(","))) for point in head.attrib["points"].split()]
        assert all(0 <= part <= 48 for point in points for part in point)
        tips.append((points[0][0] - 24, 24 - points[0][1]))
    ways = {OFFSETS[opposite(way) if flip else way] for way in diagram.directions}
    assert {(round(x / max(abs(x), abs(y))), round(y / max(abs(x), abs(y)))) for x, y in tips} == ways
    assert len(list(root.iter(f"{SVG}line"))) == len(tips) == len(ways)
    assert root.findtext(f"{SVG}text") == str(diagram.reach)
    crowns = [path for path in root.iter(f"{SVG}path") if path.attrib["d"] == CROWN]
    assert len(crowns) == diagram.promotable
    free = [f"translate({x:g} {y:g})" for way, x, y in CORNERS if OFFSETS[way] not in ways]
    assert not crowns or not free or crowns[0].attrib["transform"] in free


def test_longer_arrows_reach_farther() -> None:
    """From one square to four, each is clearly longer than the one before."""
    ends = []
    for reach in range(1, 5):
        root = ET.fromstring(replace(standard_diagrams()[1], reach=reach).svg())  # noqa: S314 - drawn here
        (head,) = root.iter(f"{SVG}polygon")
        ends.append(24 - float(head.attrib["points"].split()[0].split(",")[1]))
    assert all(later - earlier > 3 for earlier, later in pairwise(ends))


@pytest.mark.parametrize("flip", FLIPS)
def test_the_picture_of_a_set(*, flip: bool) -> None:
    """Every diagram with its number and name, none beside the picture."""
    own = replace(standard_diagrams()[1], name="A rocket with <a & long> name that goes on and on")
    shown = DiagramSet("mine", (own, *standard_diagrams().diagrams[1:]), standard_diagrams().promoted)
    root = ET.fromstring(svg_diagrams(shown, flip=flip))  # noqa: S314 - drawn here
    said = [text.text for text in root.iter(f"{SVG}text")]
    for diagram in shown.values():
        assert f"{diagram.number} {diagram.name}" in said
    assert "Promoted" in said
    assert ("seen by the opponent" in (root.findtext(f"{SVG}title") or "")) == flip
    for card in root.findall(f"{SVG}g"):
        for text in card.iter(f"{SVG}text"):
            assert EM * float(text.attrib["font-size"]) * len(text.text or "") <= 152


def test_words_that_are_too_long_stand_in_the_last_line() -> None:
    """Nothing is left out."""
    assert wrapped("one two three four", 30, 10, 9) == ["one", "two", "three", "four"]
    assert wrapped("one two three four", 30, 10, 2) == ["one", "two three four"]
    assert wrapped("one", 1, 10, 2) == ["one"]


def test_a_drawing_beside_words() -> None:
    """Drawings stand in the middle of their room, and either side may be longer."""
    assert beside(("2", "1", "o"), ["a", "b"], 5) == ["  2   a", "  1   b", "  o"]
    assert beside(("1 o 1",), ["a", "b"], 5) == ["1 o 1 a", "      b"]


@pytest.mark.parametrize("flip", FLIPS)
def test_what_is_said_fits(*, flip: bool) -> None:
    """79 columns, and the drawings are those of the data."""
    told = diagrams_told(standard_diagrams(), flip=flip)
    rows = [each.text for each in told.said if isinstance(each, Said)]
    assert max(map(len, rows)) <= 79
    found = told.document()
    assert found["flipped"] is flip
    for diagram, data in zip(DIAGRAMS, (*found["diagrams"], found["promoted"]), strict=True):
        assert data["drawing"] == list(text_diagram(diagram, flip=flip))
        assert data["picture"] == list(diagram.picture(flip=flip))
        assert any(row.strip() == data["drawing"][0].strip() or data["drawing"][0] in row for row in rows)
    assert standard_diagrams()[1].picture(flip=True) == ("   ", " 4 ", " | ")


def test_cf_var_5_no_diagram_is_marked_where_every_piece_can_be_promoted() -> None:
    """CF-DIAG-2 says which are otherwise; what the mark means is said, or that there is none."""
    usual, anyone = Rules.of("espionage"), Rules.of("espionage", variants=[5])
    assert {each.number for each in diagrams_of(usual) if each.promotable} == {1, 5, 9, 12}
    assert not any(each.promotable for each in diagrams_of(anyone))
    assert promotion_words(usual, "+") == "+: promoted on the opponent's first row"
    assert promotion_words(anyone, "+").startswith("every piece ")
