"""The lines of a record's file: headers, rows, and everything around them that must not be lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.confusion.record.layout import TwoColumns
from deduce.tabletop.document import Document, Layout, parse_document

PLAIN = Layout()
TWO = TwoColumns()
TEXT = "# mine\nPlayers = Ann and Bob\n\n1. three\n# between\n2.   two  \n\nThat was it.\n"


def texts(document: Document, skipped: int = 0) -> list[str]:
    return [cell.text for cell in document.cells(skipped)]


def written(entries: Sequence[str], skipped: int, layout: Layout) -> Document:
    """Entries written into an empty document."""
    return parse_document("", layout).with_cells(entries, skipped, 0)


def test_a_document_is_taken_apart() -> None:
    """Headers, rows with their places, and free text behind the last row."""
    document = parse_document(TEXT, PLAIN)
    (header,) = document.headers
    assert (header.key, header.value, header.line) == ("Players", "Ann and Bob", 2)
    assert [(row.number, row.line) for row in document.rows] == [(1, 4), (2, 6)]
    cells = list(document.cells(0))
    assert [(cell.text, cell.row, cell.column, cell.character) for cell in cells] == [
        ("three", 1, 1, 4),
        ("two", 2, 1, 6),
    ]
    assert document.strangers == ()
    assert document.text == TEXT


def test_strangers_are_lines_among_headers_and_rows() -> None:
    """Behind the last row words are free."""
    document = parse_document("hello\n1. one\nwhat?\n2. two\nbye\n", PLAIN)
    assert document.strangers == ((1, "hello"), (3, "what?"))


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_stay(newline: str) -> None:
    """Also in what is added."""
    document = parse_document(TEXT.replace("\n", newline), PLAIN)
    assert document.text == TEXT.replace("\n", newline)
    changed = document.with_header("Place", "Lyon").with_note("hm").with_cells(["a", "b", "c"], 0, 0)
    assert changed.text == newline.join(changed.text.split(newline))
    assert set(changed.text) & {"\n", "\r"} == set(newline)


def test_rows_that_stay_are_not_touched() -> None:
    """What is noted between rows that are written anew is kept as well."""
    document = parse_document(TEXT, PLAIN)
    assert document.full_rows(0) == 2
    assert parse_document("1. a\n3. b\n", PLAIN).full_rows(0) == 1
    assert parse_document("1. A-N2\tL-S2\n2. C-N1\n3. E-N1\tL-S1\n", TWO).full_rows(0) == 1
    assert parse_document("1. A-N2\n", TWO).full_rows(0) == 0
    longer = document.with_cells(["three", "two", "one"], 0, 2)
    assert longer.text == TEXT.replace("2.   two  \n", "2.   two  \n3. one\n")
    other = document.with_cells(["one"], 0, 0)
    assert other.text == "# mine\nPlayers = Ann and Bob\n\n# between\n1. one\n\nThat was it.\n"


def test_headers_and_notes_have_their_places() -> None:
    """In the place of an old one, or behind the others; notes stand above the rows."""
    document = parse_document(TEXT, PLAIN)
    changed = document.with_header("Players", "Eve").with_header("Place", "Lyon")
    assert changed.text.startswith("# mine\nPlayers = Eve\nPlace = Lyon\n\n1. three\n")
    assert changed.without_header("Place").with_header("Players", "Ann and Bob").text == TEXT
    assert document.without_header("Place") is document
    noted = document.with_note("  two\nlines ").with_note("again")
    assert noted.notes == ("two lines", "again")
    assert noted.text.startswith(
        "# mine\nPlayers = Ann and Bob\n# Note: two lines\n# Note: again\n\n1. three\n"
    )


def test_wrong_numbers_of_rows_are_found() -> None:
    """Each with the number that should stand there."""
    document = parse_document("1. a\n3. b\n4. c\n4. d\n", PLAIN)
    found = [(cell.text, cell.row, cell.line) for cell in document.misnumbered()]
    assert found == [("3.", 2, 2), ("4.", 5, 4)]


def test_an_entry_that_is_missing() -> None:
    """A full row that does not come when its first column is due says so; a short one comes next."""
    document = parse_document("1. A-N2\tL-S2\n2. C-N1\n3. E-N1\tL-S1\n", TWO)
    cells = list(document.cells(0))
    assert [cell.text for cell in cells] == ["A-N2", "L-S2", "C-N1", "?", "E-N1", "L-S1"]
    assert [cell.is_missing for cell in cells] == [False, False, False, True, False, False]
    assert (cells[3].row, cells[3].column) == (3, 2)
    assert texts(parse_document("1. A-N2\tL-S2\n2. C-N1\n3. L-S1\n", TWO)) == ["A-N2", "L-S2", "C-N1", "L-S1"]


@pytest.mark.parametrize("layout", [PLAIN, TWO], ids=["one column", "two columns"])
@pytest.mark.parametrize("skipped", [0, 1])
def test_what_is_written_is_read(layout: Layout, skipped: int) -> None:
    """Every number of entries, and growing or shrinking from any row on gives the same text."""
    skipped = min(skipped, layout.columns - 1)
    moves = [f"{letter}-N{number}" for letter in "ACE" for number in (1, 2, 3)]
    for count in range(len(moves) + 1):
        document = written(moves[:count], skipped, layout)
        assert texts(document, skipped) == moves[:count]
        assert parse_document(document.text, layout).rows == document.rows
        full = (count + skipped) // layout.columns if count else 0
        assert document.full_rows(skipped) == full
        for other in range(len(moves) + 1):
            kept = min(document.full_rows(skipped), (min(count, other) + skipped) // layout.columns)
            assert (
                document.with_cells(moves[:other], skipped, kept).text
                == written(moves[:other], skipped, layout).text
            )


@given(st.text(alphabet="ab1 2.)=#\t\n\r-N\u00a0é", max_size=80))
def test_nothing_of_a_text_is_lost(text: str) -> None:
    """Whatever it is, it is given back; all line ends become the first one."""
    for layout in (PLAIN, TWO):
        document = parse_document(text, layout)
        assert document.text.split() == text.split()
        for cell in document.cells(0):
            line = document.lines[cell.line - 1]
            assert cell.is_missing or line.translate({0xA0: " "})[cell.character - 1 :].startswith(cell.text)
