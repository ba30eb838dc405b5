"""The lines of a record's file: headers, rows, and everything around them that must not be lost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

import pytest
from hypothesis import assume, given
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
    return parse_document("", layout).with_cells(entries, skipped)


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
    changed = document.with_header("Place", "Lyon").with_note("hm").with_cells(["a", "b", "c"], 0)
    assert changed.text == newline.join(changed.text.split(newline))
    assert set(changed.text) & {"\n", "\r"} == set(newline)


def test_rows_that_stay_are_not_touched() -> None:
    """What stands between two rows belongs to the row before it, and stays there."""
    document = parse_document(TEXT, PLAIN)
    longer = document.with_cells(["three", "two", "one"], 0)
    assert longer.text == TEXT.replace("2.   two  \n", "2.   two  \n3. one\n")
    assert longer.with_cells(["three", "two"], 0).text == TEXT
    other = document.with_cells(["four", "two"], 0)
    assert other.text == TEXT.replace("1. three", "1. four")
    shorter = document.with_cells(["one"], 0)
    assert shorter.text == "# mine\nPlayers = Ann and Bob\n\n1. one\n# between\n\nThat was it.\n"
    assert document.with_cells([], 0).text == (
        "# mine\nPlayers = Ann and Bob\n\n# between\n\n# That was it.\n"
    )


def test_rows_that_stay_are_known_without_reading_them() -> None:
    """As many as end with their last column before something changes, whatever they hold."""
    assert parse_document(TEXT, PLAIN).kept(2, 0) == (2, 2)
    assert parse_document("1. a\n3. b\n", PLAIN).kept(2, 0) == (2, 2)
    document = parse_document("1. A-N2\tL-S2\n2. C-N1\n3. E-N1\tL-S1\n4. C-N2\n5. L-S1\n", TWO)
    assert [document.kept(same, 0) for same in (1, 2, 3, 6, 7, 8)] == [
        (0, 0), (1, 2), (1, 2), (3, 6), (3, 6), (5, 8),
    ]  # fmt: skip
    # Behind the end of a game nothing is missing.
    assert document.kept(5, 0, ended=3) == (3, 5)
    assert parse_document("1. A-N2\n", TWO).kept(1, 0) == (0, 0)


def test_a_comment_behind_the_last_row_is_its_own() -> None:
    """What is added stands behind that; free words and what stands apart stay at the end."""
    text = "1. one\n# brave\n\n# by Ann\n"
    document = parse_document(text, PLAIN)
    longer = document.with_cells(["one", "two"], 0)
    assert longer.text == "1. one\n# brave\n2. two\n\n# by Ann\n"
    assert longer.with_cells(["one"], 0).text == text


def test_a_row_that_is_written_anew_bears_the_right_number() -> None:
    """And so do those that follow by it, with their own space and words."""
    text = "1. one\n3.  two\n 4)three\n7. four\n"
    document = parse_document(text, PLAIN)
    assert document.with_cells(["one", "two", "three", "five"], 0).text == text.replace("7. four", "5. five")
    assert (
        document.with_cells(["one", "TWO", "three", "four"], 0).text == "1. one\n2. TWO\n 3)three\n7. four\n"
    )
    assert document.with_cells(["one", "two", "three", "four", "five"], 0).text == f"{text}8. five\n"
    last = parse_document("999999. one\n", PLAIN).with_cells(["one", "two"], 0)
    assert texts(last) == ["one", "two"]


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
        for other in range(len(moves) + 1):
            kept = document.kept(min(count, other), skipped)
            assert kept.entries <= min(count, other) < kept.entries + layout.columns or not kept.rows
            assert (
                document.with_cells(moves[:other], skipped, kept).text
                == document.with_cells(moves[:other], skipped).text
                == written(moves[:other], skipped, layout).text
            )


# --- Nothing else changes ----------------------------------------------------------------------------

ENDS = st.sampled_from(["\n", "\r\n", "\r"])
SPACES = st.sampled_from(["", " ", "  ", "\u00a0", " \u202f "])
CELLS = st.sampled_from(
    ["A-N2", "(L-S2)", "C-N1 well  done", "(E-N1) or L-S2", "S-E1\u00a0!", "nonsense", "$A=7", "?"]
)
READ = CELLS.map(lambda text: text.replace("\u00a0", " "))
"""As a row gives them back."""
AROUND = st.sampled_from(["", "  ", "# a comment", " # Note: hm", "she hesitated", "it was late", "#"])
ABOVE = st.sampled_from(
    ["", "# mine", "Players = Ann\u00a0and Bob  ", "First=White", "Yellow\tWhite", "well"]
)


@st.composite
def rows(draw: st.DrawFn, number: int) -> str:
    """A row, oddly spaced and perhaps with a wrong number."""
    number += draw(st.sampled_from([0, 0, 0, 1, -1]))
    cells = draw(st.lists(CELLS, min_size=0, max_size=2))
    gap = draw(st.sampled_from(["\t", "\t\t", " \t "]))
    begin = draw(SPACES) + str(max(number, 0)) + draw(st.sampled_from([".", ")", " ."]))
    return begin + draw(st.sampled_from([" ", "\t", "  "])) + gap.join(cells) + draw(SPACES)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A text of a record as somebody may have written it, with all sorts of line ends."""
    lines = draw(st.lists(ABOVE, max_size=4))
    for number in range(1, draw(st.integers(1, 6))):
        lines += [draw(rows(number)), *draw(st.lists(AROUND, max_size=2))]
    ends = [draw(ENDS) for _ in lines]
    if draw(st.booleans()) and ends:
        ends[-1] = ""
    # Two ends of which one alone would be another sort of end are one.
    return draw(st.sampled_from(["", "\ufeff"])) + "".join(map("".join, zip(lines, ends, strict=True)))


@given(st.one_of(documents(), st.text(alphabet="ab1 2.)=#\t\n\r-N\u00a0\ufeffé", max_size=80), st.text()))
def test_a_text_is_given_back_to_the_letter(text: str) -> None:
    """Whatever it is."""
    for layout in (PLAIN, TWO):
        document = parse_document(text, layout)
        assert document.text == text
        assert len(document.lines) == len(document.ends)
        for cell in document.cells(0):
            line = document.lines[cell.line - 1]
            plain = line.translate({0xA0: " ", 0x202F: " ", 0xFEFF: " ", 0x2007: " "})
            assert cell.is_missing or plain[cell.character - 1 :].startswith(cell.text)


def whole(document: Document) -> list[str]:
    """Every line with its end."""
    return [line + end for line, end in zip(document.lines, document.ends, strict=True)]


def without_rows(document: Document) -> list[str]:
    """What stands around the rows."""
    lines = {row.line for row in document.rows}
    return [line for number, line in enumerate(document.lines, 1) if number not in lines]


def unnumbered(line: str) -> str:
    return re.sub(r"\d+", "", line, count=1)


def checked(document: Document, entries: Sequence[str], skipped: int) -> Document:
    """The document with other entries, which are read as they were meant."""
    changed = document.with_cells(
        entries, skipped, document.kept(_shared(document, entries, skipped), skipped)
    )
    assert texts(changed, skipped) == list(entries)
    assert changed == parse_document(changed.text, document.layout)
    assert not changed.rows or without_rows(changed) in (
        without_rows(document),
        # The last line had no end.
        [*without_rows(document), ""],
    )
    return changed


def _shared(document: Document, entries: Sequence[str], skipped: int) -> int:
    pairs = zip(texts(document, skipped), entries, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


@given(documents(), st.sampled_from([PLAIN, TWO]), st.booleans(), st.data())
def test_an_edit_changes_the_line_of_its_row(
    text: str, layout: Layout, skips: bool, data: st.DataObject
) -> None:
    """And the numbers of rows that follow by it, if that was wrong; every other line keeps its bytes."""
    document, skipped = parse_document(text, layout), skips * (layout.columns - 1)
    cells = list(document.cells(skipped))
    places = [place for place, cell in enumerate(cells) if not cell.is_missing]
    assume(places)
    place = data.draw(st.sampled_from(places))
    entries = [cell.text for cell in cells]
    entries[place] = "K-N3 instead"
    before, after = whole(document), whole(checked(document, entries, skipped))
    line = cells[place].line - 1
    assert len(before) == len(after)
    wrong = {cell.line - 1 for cell in document.misnumbered()}
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if number == line:
            assert "K-N3 instead" in new
            assert document.ends[number] == new[len(new.rstrip("\r\n")) :]
        elif number > line and line in wrong:
            assert unnumbered(old) == unnumbered(new)
        else:
            assert old == new


@given(documents(), st.sampled_from([PLAIN, TWO]), st.booleans())
def test_what_is_added_and_taken_back_changes_one_line(text: str, layout: Layout, skips: bool) -> None:
    """A row that is added, or the one that was not full."""
    document, skipped = parse_document(text, layout), skips * (layout.columns - 1)
    cells = list(document.cells(skipped))
    entries = [cell.text for cell in cells]
    longer = checked(document, [*entries, "K-N3 more"], skipped)
    before, after = whole(document), whole(longer)
    line = next(number for number, each in enumerate(after) if "K-N3 more" in each)
    if len(before) == len(after):
        assert before[:line] == after[:line]
        # Rows behind it that wait for an entry may bear another number.
        assert list(map(unnumbered, before[line + 1 :])) == list(map(unnumbered, after[line + 1 :]))
    else:
        left = after[:line] + after[line + 1 :]
        if not before[-1]:
            assert left == before
        else:
            # The last line had no end.
            assert "".join(left).rstrip("\r\n") == "".join(before)
    if not cells:
        return
    again = whole(checked(longer, entries, skipped))
    # What was a row's own space is not known any more.
    assert again[:line] == after[:line]
    assert again[line + (len(again) == len(after)) :] == after[line + 1 :]


@given(documents(), st.sampled_from([PLAIN, TWO]), st.booleans(), st.data())
def test_whatever_changes_what_stands_around_rows_stays(
    text: str, layout: Layout, skips: bool, data: st.DataObject
) -> None:
    """Also where entries come in, go, or all are others."""
    document, skipped = parse_document(text, layout), skips * (layout.columns - 1)
    entries = [text for text in texts(document, skipped) if text != "?"]
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(entries)))
        entries[place : place + data.draw(st.integers(0, 2))] = data.draw(st.lists(READ, max_size=2))
    assume(entries)
    checked(document, entries, skipped)


@given(documents(), st.sampled_from([PLAIN, TWO]))
def test_headers_and_notes_add_a_line_or_change_one(text: str, layout: Layout) -> None:
    """Every other line keeps its bytes; the mark of the file stays in front."""
    document = parse_document(text, layout)
    before = whole(document)
    for new, changed in (
        ("Place = Lyon", document.with_header("Place", "Lyon")),
        ("# Note: well", document.with_note("well")),
    ):
        assert changed.mark == document.mark
        assert changed.lines.count(new) == 1
        left = whole(changed)
        left.pop(changed.lines.index(new))
        # A last line without an end has one now if the new one stands behind it.
        assert left == before or "".join(left).rstrip("\r\n") == "".join(before)
    place = next((header for header in document.headers if header.key == "Players"), None)
    if place is not None:
        before, after = whole(document), whole(document.with_header("Players", "Eve"))
        before[place.line - 1] = "Players = Eve" + document.ends[place.line - 1]
        assert before == after
