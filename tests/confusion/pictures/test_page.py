"""A game as a page: the same sheets as on the screen, on paper and on a telephone."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from common import SAMPLE
from deduce.confusion import CONFUSION, read_record
from deduce.confusion.pictures.page import board_svg, page
from deduce.tabletop.look import look_at
from deduce.tabletop.questions import sheet_grid
from deduce.tabletop.record import parse_record
from deduce.tabletop.said import MarkRole


class Reader(HTMLParser):
    """Reads the tables and what is open at the end."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.open: list[str] = []
        self.named: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "meta":
            self.named += [value or "" for key, value in attrs if key == "name"]
            return
        if tag in {"br", "line", "rect"}:
            return
        self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in {"td", "th"}:
            self.tables[-1][-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & {*self.open} and "svg" not in self.open:
            self.tables[-1][-1][-1] += data


@pytest.mark.parametrize("count", [0, 40, 76])
def test_the_sheets_are_those_of_the_screen(count: int) -> None:
    """Row by row and cell by cell, with what is off the board and what is promoted."""
    look = look_at(read_record(SAMPLE), count, {})
    text = page(look)
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert len(reader.tables) == 2
    for table, sheet in zip(reader.tables, look.sheets, strict=True):
        heads, *rows = table
        names = [f"{each.name}{each.number}" for each in look.state.rules.diagrams.values()]
        assert heads == ["", *names]
        shown = {MarkRole.STRUCK: "\N{EN DASH}", MarkRole.CERTAIN: "yes"}
        assert rows == [
            [label, *(shown.get(mark.role, mark.text) for mark in marks)]
            for label, marks in sheet_grid(look, sheet).rows
        ]
    assert "viewport" in reader.named
    assert "@media print" in text
    assert "size: A4" in text


def test_what_a_record_says_is_not_obeyed() -> None:
    """Neither by a browser nor by a terminal that shows the file, whatever stands in headers and comments."""
    evil = "\x1b]0;gone\x07\x9b2J\u202e<script>&"
    look = look_at(parse_record(CONFUSION, f"Event = {evil}\n1. (A-N1 # {evil})\n"), None, {})
    for text in (page(look), board_svg(look)):
        assert not any(sign in text for sign in "\x1b\x07\x9b\u202e")
        assert "<script" not in text
    assert "\\x1b]0;gone\\x07\\x9b2J\\u202e&lt;script&gt;&amp;" in page(look)
