"""Curves as a picture."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from deduce.tabletop.curves import curves_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_curves() -> None:
    """A point for each value, a line through each mark, and everything readable whatever it is called."""
    names, values = ("One", "<Two>"), ((0.0, 1.0, 0.5), (1.0, 0.0, 0.5))
    text = curves_svg("One & two", names, ("black", "red"), values, {1: "here"}, {0: "a", 2: "b"})
    root = ET.fromstring(text)  # noqa: S314 - written by ourselves
    one, two = root.findall(f"{SVG}polyline")
    assert one.attrib["points"] == "32.0,208.0 320.0,32.0 608.0,120.0"
    assert two.attrib["points"] == "32.0,32.0 320.0,208.0 608.0,120.0"
    assert ("stroke-dasharray" in one.attrib, "stroke-dasharray" in two.attrib) == (False, True)
    (mark,) = root.findall(f"{SVG}line/{SVG}title")
    assert mark.text == "here"
    said = [each.text for each in root.findall(f"{SVG}text")]
    assert said == ["0%", "25%", "50%", "75%", "100%", "One", "<Two>", "a", "b"]
    assert root.findtext(f"{SVG}title") == "One & two"


def test_a_single_value() -> None:
    """It stands at the beginning."""
    assert 'points="32.0,120.0"' in curves_svg("t", ("One",), ("red",), ((0.5,),), {}, {})
