"""Order sheets as they are written, and the halves that they are for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.napoleonic.book import book_of
from deduce.napoleonic.orders.halves import half_at, half_text, parse_half
from deduce.napoleonic.orders.sheet import Deed, Line, Sheet, order_words, parse_sheet
from deduce.tabletop.errors import LineError

BOOK = book_of()
OURS, THEIRS = ("3", "5", "7", "été"), ("k", "e2")
HIDDEN = "zzxq"
lines = st.one_of(
    st.builds(Line, st.sampled_from(OURS), st.just(Deed.CHARGE), st.sampled_from(THEIRS)),
    st.builds(Line, st.sampled_from(OURS), st.just(Deed.EVADE)),
    st.builds(Line, st.sampled_from(OURS), st.just(Deed.ORDER), st.sampled_from(["hold", "harass"])),
)
sheets = st.lists(lines, unique_by=lambda line: line.label).map(
    lambda found: Sheet(tuple(sorted(found, key=lambda line: line.label)))
)


def sheet(text: str) -> Sheet:
    return parse_sheet(text, BOOK, OURS, THEIRS)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("3 charge k", "3 charge k"),
        ("7 evade ; 3   CHARGE k", "3 charge k; 7 evade"),
        ("7 esquive\n3 charge e2\n", "3 charge e2; 7 evade"),
        ("5 order harass; 5 charge k;", "5 charge k; 5 order harass"),
        ("5 ordre harceler", "5 order harass"),
        ("5 ordre un autre ordre", "5 order other"),
        ("été evades", "été evade"),
        ("none", "none"),
        ("-", "none"),
        ("  ", "none"),
        ("rien", "none"),
    ],
)
def test_sheets_are_read_as_they_are_typed(typed: str, text: str) -> None:
    assert sheet(typed).text == text
    assert sheet(text).text == text


@given(sheets)
def test_a_sheet_is_what_its_text_says(written: Sheet) -> None:
    assert sheet(written.text) == written


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("3", "write a unit and what it does, such as 3 charge k; 7 evade; 5 order harass"),
        ("3 dance", "write a unit and what it does"),
        ("3:4 evade", "write a unit and what it does"),
        (f"{'3' * 21} evade", "write a unit and what it does"),
        ("3 charge", "behind charge stands the one unit that is charged"),
        ("3 charge k e2", "behind charge stands the one unit that is charged"),
        ("3 charge 3", "behind charge stands the one unit that is charged"),
        ("3 charge k=2", "behind charge stands the one unit that is charged"),
        ("3 evade k", "nothing stands behind evade"),
        ("3 order", "behind order stands hold, cover, harass or other"),
        ("3 order attack", "behind order stands hold, cover, harass or other"),
        ("9 evade", "the side has no such unit"),
        ("3 charge 5", "the enemy has no such unit"),
        ("3 charge z", "the enemy has no such unit"),
        ("5 order hold; 3 charge k; 3 evade", "something of the same kind stands in an earlier line"),
    ],
)
def test_a_line_that_makes_no_sense_is_told(typed: str, message: str) -> None:
    """With its number, and what to write; the good line before it takes nothing away from that."""
    number = len(typed.split(";")) + 1
    with pytest.raises(LineError, match=f"^line {number} of the sheet: {message}"):
        sheet(f"7 evade; {typed}")


@pytest.mark.parametrize(
    "typed", ["{} evade", "3 {}", "3 charge {}", "3 evade {}", "3 order {}", "3 charge k; 3 charge {}", "{}"]
)
def test_no_message_tells_what_stands_on_a_sheet(typed: str) -> None:
    """The enemy looks at the same screen."""
    with pytest.raises(LineError) as caught:
        sheet(typed.format(HIDDEN))
    assert HIDDEN not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_sheet_is_not_shown_by_accident() -> None:
    assert repr(Sheet((Line(HIDDEN, Deed.CHARGE, HIDDEN),))) == "Sheet(...)"
    assert repr(Line(HIDDEN, Deed.CHARGE, HIDDEN)) == "Line(...)"


@given(st.text(max_size=60))
def test_any_text_is_a_sheet_or_a_sentence(typed: str) -> None:
    try:
        found = parse_sheet(typed, BOOK)
    except LineError:
        return
    assert parse_sheet(found.text, BOOK) == found


def test_orders_are_those_of_the_book() -> None:
    words = order_words(BOOK)
    assert words["tenir"] == words["hold"] == "hold"
    assert {*words.values()} == {*BOOK.law.features["order"].words}


# --- Halves ------------------------------------------------------------------------------------------


def test_halves_of_two_quarters() -> None:
    """A period has four quarters, and sheets are for two of them."""
    assert [half_text(BOOK, half_at(BOOK, moment)) for moment in range(7)] == [
        "P1H1", "P1H1", "P1H2", "P1H2", "P2H1", "P2H1", "P2H2",
    ]  # fmt: skip


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_a_half_is_what_its_name_says(moment: int, now: int) -> None:
    half = half_at(BOOK, moment)
    assert parse_half(BOOK, half_text(BOOK, half), now) == half


def test_a_half_without_its_period_is_the_next_one_of_the_name() -> None:
    read = [parse_half(BOOK, text, moment) for moment in range(5) for text in ("h1", "H2")]
    assert read == [0, 2, 0, 2, 4, 2, 4, 2, 4, 6]


@pytest.mark.parametrize("text", ["", "H", "H0", "H3", "P0H1", "P1", "1", "P1H1 ", "Q1", "P1234H1", "P٢H1"])
def test_what_is_no_half(text: str) -> None:
    with pytest.raises(LineError, match="is no half; write H1 or H2, with its period if it is another one"):
        parse_half(BOOK, text, 0)
