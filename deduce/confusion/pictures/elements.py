"""Parts of pictures: elements of SVG, and words that never need more room than there is."""

from __future__ import annotations

import re
import textwrap
from xml.etree.ElementTree import Element, SubElement

from deduce.intake.characters import harmless

__all__ = ["EM", "add", "fitted", "picture_of", "wrapped"]

EM = 0.6
"""How wide a letter of any sans-serif font is at most on average, for its size."""
NO_TEXT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What cannot stand in XML, however it is written; a name may hold it all the same."""


def picture_of(width: float, height: float, title: str, unit: str = "", **attributes: float | str) -> Element:
    """Return an empty picture.

    Args:
        width: Its width.
        height: Its height.
        title: What it shows.
        unit: What its width and height are measured in, such as mm; pixels by default.
        attributes: Further attributes, such as a viewBox that is not as large as that.
    """
    picture = Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
    picture.attrib |= {
        "width": f"{width:g}{unit}",
        "height": f"{height:g}{unit}",
        "viewBox": f"0 0 {width:g} {height:g}",
        "role": "img",
        "font-family": "sans-serif",
        **_named(attributes),
    }
    add(picture, "title", title)
    return picture


def add(parent: Element, tag: str, text: str | None = None, **attributes: float | str) -> Element:
    """Add an element; an underscore in the name of an attribute stands for a hyphen."""
    element = SubElement(parent, tag, _named(attributes))
    element.text = None if text is None else NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", harmless(text))
    return element


def _named(attributes: dict[str, float | str]) -> dict[str, str]:
    return {
        name.replace("_", "-"): value if isinstance(value, str) else f"{value:g}"
        for name, value in attributes.items()
    }


def wrapped(text: str, width: float, size: float, most: int) -> list[str]:
    """Return words as lines that fit into a width; what is still too much stands in the last of them.

    Args:
        text: The words.
        width: How wide the lines are at most.
        size: The size of the letters.
        most: How many lines there are at most.
    """
    letters = max(int(width / (EM * size)), 1)
    lines = textwrap.wrap(text, letters, break_long_words=False, break_on_hyphens=False)
    return [*lines[: most - 1], " ".join(lines[most - 1 :])] if len(lines) > most else lines


def fitted(parent: Element, text: str, width: float, size: float, **attributes: float | str) -> Element:
    """Add words in one line, in smaller letters if they could be wider than there is room.

    Args:
        parent: Where they are added.
        text: The words.
        width: How wide they may be.
        size: The size of the letters if there is room.
        attributes: Where they stand, and how.
    """
    return add(parent, "text", text, font_size=min(size, width / (EM * max(len(text), 1))), **attributes)
