"""`deduce confusion print-sheets`: empty deduction sheets to print, as the original game offers.

Each sheet is a page of A4 across, used whole: a row for each letter, a column for each diagram, which is
drawn faintly in every cell, to be struck out with a pencil, and room for notes. All measures are in
millimetres.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import tostring

from deduce.confusion.pictures.diagrams import SIZE, diagrams_of, draw_diagram, promotion_words
from deduce.confusion.pictures.elements import add, fitted, picture_of, wrapped

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from deduce.confusion.engine.diagrams import Diagram
    from deduce.confusion.engine.rules import Rules

__all__ = ["sheets_html", "sheets_svg"]

PAGE_WIDTH, PAGE_HEIGHT, MARGIN = 297, 210, 8
WIDTH, HEIGHT = PAGE_WIDTH - 2 * MARGIN, PAGE_HEIGHT - 2 * MARGIN - 1
"""What is drawn on; a millimetre less than there is, so that no rounding begins another page."""
TITLE, HEAD, FOOT = 10, 25, 6
"""The height of the title, of the heads of the columns, and of what stands below."""
LETTERS, NOTES = 11, 58
"""The width of the column of letters, and of the room for notes."""
PAD = 1.2
"""The room between a drawing and the lines around it."""
INK, FAINT, DRAWN = "#1c2529", "#5a6a72", "#aab4b9"
TITLES = ("My pieces", "The opponent's pieces, as they know them")
BLANKS, BLANK = ("Game", "Date", "Side"), 48
"""What can be filled in above, and how much room each has."""
FOOTNOTE = (
    "Strike out what cannot be. Arrows are the owner's: up is towards the opponent. The number is how many "
    "squares at most; "
)
STYLE = """
@page { size: A4 landscape; margin: 8mm; }
body { margin: 0; background: #fff; }
svg { display: block; width: 100%; height: auto; }
section + section { break-before: page; }
@media screen { section { max-width: 75rem; margin: 1rem auto; } }
"""


def sheets_svg(rules: Rules) -> str:
    """Return both sheets as one picture, one below the other: two pages of A4, which make one of A3."""
    picture = picture_of(PAGE_WIDTH, 2 * PAGE_HEIGHT, "Deduction sheets", "mm")
    add(picture, "rect", width=PAGE_WIDTH, height=2 * PAGE_HEIGHT, fill="#ffffff")
    for place, title in enumerate(TITLES):
        page = add(picture, "g", transform=f"translate({MARGIN} {MARGIN + place * PAGE_HEIGHT})")
        _draw_sheet(page, rules, title, f"sheet{place + 1}")
    return tostring(picture, encoding="unicode") + "\n"


def sheets_html(rules: Rules) -> str:
    """Return both sheets as a page that prints on two sheets of paper."""
    sections = []
    for place, title in enumerate(TITLES):
        picture = picture_of(WIDTH, HEIGHT, title)
        _draw_sheet(picture, rules, title, f"sheet{place + 1}")
        sections.append(f"<section>{tostring(picture, encoding='unicode')}</section>\n")
    head = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Deduction sheets</title><style>{STYLE}</style></head>"
    )
    return f"{head}<body>\n{''.join(sections)}</body></html>\n"


def _draw_sheet(parent: Element, rules: Rules, title: str, name: str) -> None:
    """Draw a sheet, from the left upper end on.

    Args:
        parent: Where it is drawn.
        rules: The rules, which say the letters and the diagrams.
        title: What stands above.
        name: A name that no other sheet of the same file has.
    """
    diagrams = diagrams_of(rules)
    across = (WIDTH - LETTERS - NOTES) / len(diagrams)
    down = (HEIGHT - TITLE - HEAD - FOOT) / len(rules.letters)
    drawn = min(across, down) - PAD
    sheet = add(parent, "g", fill=INK, color=INK)
    _draw_title(sheet, title)
    for place, diagram in enumerate(diagrams):
        left = LETTERS + place * across
        _draw_head(add(sheet, "g", transform=f"translate({left:g} {TITLE})"), diagram, across)
        symbol = add(add(sheet, "defs"), "symbol", id=f"{name}-{place}", viewBox=f"0 0 {SIZE} {SIZE}")
        draw_diagram(symbol, diagram)
    add(sheet, "text", "Notes", x=WIDTH - NOTES + 2, y=TITLE + HEAD - 2, font_size=3.4, fill=FAINT)
    for row, letter in enumerate(rules.letters):
        top = TITLE + HEAD + row * down
        size = min(8.0, down * 0.7)
        add(sheet, "text", letter, x=LETTERS / 2, y=top + down / 2 + 0.36 * size, font_size=size)
        sheet[-1].attrib |= {"text-anchor": "middle", "font-weight": "bold"}
        for place in range(len(diagrams)):
            left = LETTERS + place * across
            x, y = left + (across - drawn) / 2, top + (down - drawn) / 2
            use = add(sheet, "use", href=f"#{name}-{place}", x=x, y=y, width=drawn, height=drawn)
            use.attrib |= {"color": DRAWN, "fill": DRAWN}
    _draw_lines(sheet, len(diagrams), across, len(rules.letters), down)
    fitted(
        sheet, f"{FOOTNOTE}{promotion_words(rules, 'a crown')}.", WIDTH, 3.2, x=0, y=HEIGHT - 1, fill=FAINT
    )


def _draw_title(sheet: Element, title: str) -> None:
    x = WIDTH - BLANK * len(BLANKS)
    fitted(sheet, title, x - 4, 5.4, x=0, y=6, font_weight="bold")
    for place, words in enumerate(BLANKS):
        start = x + place * BLANK
        add(sheet, "text", words, x=start, y=6, font_size=3.4, fill=FAINT)
        add(
            sheet, "line", x1=start + 10, x2=start + BLANK - 3, y1=6.5, y2=6.5, stroke=FAINT, stroke_width=0.2
        )


def _draw_head(head: Element, diagram: Diagram, across: float) -> None:
    """Draw what stands above a column: number, name, and the diagram as large as it can be."""
    words = add(head, "g", text_anchor="middle")
    middle = across / 2
    fitted(words, str(diagram.number), across - PAD, 4.4, x=middle, y=3.8, font_weight="bold")
    named = wrapped(diagram.name, across - PAD, 2.6, 2)
    for line, text in enumerate(named):
        fitted(words, text, across - PAD, 2.6, x=middle, y=7.4 + 3 * line)
    size = min(across - PAD, HEAD - 11.6)
    drawn = add(head, "svg", x=middle - size / 2, y=HEAD - size - 0.6, width=size, height=size)
    drawn.set("viewBox", f"0 0 {SIZE} {SIZE}")
    draw_diagram(drawn, diagram)


def _draw_lines(sheet: Element, columns: int, across: float, rows: int, down: float) -> None:
    top, right = TITLE + HEAD, LETTERS + columns * across
    bottom = top + rows * down
    lines = add(sheet, "g", stroke=INK, stroke_width=0.2, fill="none")
    for row in range(rows + 1):
        add(lines, "line", x1=0, x2=WIDTH, y1=top + row * down, y2=top + row * down)
    for place in range(1, columns):
        x = LETTERS + place * across
        add(lines, "line", x1=x, x2=x, y1=TITLE, y2=bottom)
    thick = add(sheet, "g", stroke=INK, stroke_width=0.6, fill="none")
    add(thick, "rect", x=0.3, y=top, width=WIDTH - 0.6, height=bottom - top)
    for x in (LETTERS, right):
        add(thick, "line", x1=x, x2=x, y1=TITLE, y2=bottom)
