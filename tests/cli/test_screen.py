"""The screen at every size: what is shown, what is said to be hidden, and that nothing overflows."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from common import CLASSIC, ESPIONAGE, SAMPLE, TOKENS
from deduce.confusion import Moment
from deduce.tabletop.companion import Frame, TableCompanion
from deduce_cli.render import grid_rows
from deduce_cli.screen import ROWS_BELOW, body, forms, strip
from pseudo_terminal import Terminal
from tables import new_game, opened

unix = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
LETTERS = "ACEHKLNOPSTV"
MOMENTS = (0, 42, 71, 73, 76)
WIDTHS = (*range(20, 122), *range(125, 301, 7))
HEIGHTS = (8, 12, 20, 24, 30, 40, 60)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The sample game, with everything that a screen can show."""
    found = tmp_path / "game.txt"
    found.write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    return found


@pytest.fixture
def sample(path: Path) -> TableCompanion[Moment]:
    return TableCompanion(opened(path))


def screen(columns: int, rows: int) -> Console:
    return Console(width=columns, height=rows, file=io.StringIO())


def shown(frame: Frame, columns: int, rows: int) -> list[str]:
    return [line.plain for line in body(screen(columns, rows), frame)]


# --- Every size ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", HEIGHTS)
@pytest.mark.parametrize("kind", ["sheet", "board", "opp", "espionage"])
def test_nothing_overflows(kind: str, rows: int, sample: TableCompanion[Moment], tmp_path: Path) -> None:
    """From 20 columns to 300, in each form of the screen: no line is too long, and the prompt has its row."""
    companion = sample
    if kind == "espionage":
        companion = TableCompanion(new_game(tmp_path / "other.txt", TOKENS))
        for line in ("h n2 y", "l s2 y", "h n2 y"):
            companion.obey(line)
    else:
        companion.obey("at 71")
        companion.obey(kind)
    frame = companion.frame()
    assert frame.alarms or kind == "espionage"
    for columns in WIDTHS:
        for lines in forms(screen(columns, rows), frame):
            assert len(lines) <= max(rows - ROWS_BELOW, 6), (columns, rows)
            assert all(line.cell_len < columns for line in lines), (columns, rows)


@pytest.mark.parametrize("count", MOMENTS)
def test_what_is_not_shown_is_said(count: int, sample: TableCompanion[Moment]) -> None:
    """A sheet that is there is whole, or it says which columns or how many rows are not."""
    sample.obey(f"at {count}")
    frame = sample.frame()
    assert frame.grid is not None
    rows_of_forms = [[row.plain for row in grid_rows(frame.grid, dense=dense)] for dense in (False, True)]
    parts = 0
    for columns in WIDTHS:
        for rows in HEIGHTS:
            lines = shown(frame, columns, rows)
            if any(re.search(r"\.\.\. \d+ more rows|\.\.\. without", line) for line in lines):
                continue
            if columns < 40:
                parts += 1
                labels = [line[0] for line in lines if re.match(r"[A-Z][x ][+ ](...)+$", line)]
                assert labels[:12] == list(LETTERS)
                assert {labels.count(letter) for letter in LETTERS} == {-(-12 // ((columns - 4) // 3))}
            else:
                starts = {line[: len(row)] for row in rows_of_forms[columns <= 52] for line in lines}
                assert any({*form} <= starts | {*lines} for form in rows_of_forms), (columns, rows)
    assert parts


def test_forty_columns_show_all_columns_of_the_classic_sheet(sample: TableCompanion[Moment]) -> None:
    """Twelve columns of three and three before them; on 24 rows with room for what is urgent and said."""
    sample.obey("at 71")
    lines = shown(sample.frame(), 40, 24)
    place = lines.index("     1  2  3  4  5  6  7  8  9 10 11 12")
    assert lines[place + 1] == "   RocProChiRooNovKinSprWimCraBisCarAbb"
    assert lines[place + 2] == "Ax  33  . 22 22 22  .  .  .  .  .  .  ."
    assert lines[place + 13] == "Vx+  .  .  .  .  .  .  .  . 33  .  . 67"
    assert lines[place + 5] == "H    .  .  .  .  .  .  .  .  .  .YES  ."
    assert lines[place + 14].startswith("They can bring Z onto your first row")
    assert lines[place + 1] in shown(sample.frame(), 52, 24)
    assert lines[place + 1] not in shown(sample.frame(), 53, 24)


def test_forty_columns_show_the_board(sample: TableCompanion[Moment]) -> None:
    """Three for each square; the marks are there as well."""
    sample.obey("at 71")
    sample.obey("board")
    lines = shown(sample.frame(), 40, 24)
    assert " 3  C  .  .  E  H  .  L! t  .  .  ." in lines
    assert " 2  .  .  .  .  .  . [h] S  .  .  ." in lines
    assert "    1  2  3  4  5  6  7  8  9 10 11" in lines
    narrow = shown(sample.frame(), 30, 30)
    assert " 3  C  .  .  E  H  .  L! t  ." in narrow
    assert any(line.startswith("... cut off: it takes") for line in narrow)


def test_thirteen_columns_are_split_or_said_to_be_hidden(tmp_path: Path) -> None:
    """Where there are rows for it, the rest of the columns stands below; else its number is said."""
    frame = TableCompanion(new_game(tmp_path / "other.txt", ESPIONAGE)).frame()
    low, high = shown(frame, 40, 24), shown(frame, 40, 50)
    assert "... without 13: all take 43 columns" in low
    assert [line[:1] for line in low[2:]].count("X") == 1
    place = high.index("    13")
    assert high[place + 1] == "   Dou"
    assert [line[0] for line in high[place + 2 : place + 15]] == list(ESPIONAGE.letters)
    assert "    13" not in shown(frame, 44, 50)
    assert any("... without 6 to" in line for line in shown(frame, 20, 24))


def test_more_room_shows_more(sample: TableCompanion[Moment]) -> None:
    """From one block to four: sheet, board, the other sheet, the last entries."""
    sample.obey("at 42")
    expected = {
        (40, 12): "",
        (80, 24): "sheet",
        (100, 30): "sheet entries",
        (120, 24): "sheet board",
        (80, 45): "sheet board",
        (160, 40): "sheet board other entries",
        (220, 60): "sheet board other entries",
        (220, 24): "sheet board other entries",
    }
    for (columns, rows), blocks in expected.items():
        text = "\n".join(shown(sample.frame(), columns, rows))
        found = {
            "sheet": len(re.findall(r"\bV\S* .*\d", text)) > 0 and "Abb" in text and rows > 12,
            "board": "UPPER CASE" in text,
            "other": text.count("Abb") == 2 and "White's pieces: " in text,
            "entries": all(
                f"{number} {('White', 'Yellow')[number % 2 == 0]} " in text for number in range(29, 43)
            ),
        }
        assert " ".join(name for name, is_there in found.items() if is_there) == blocks, (columns, rows, text)


def test_the_board_comes_first_where_it_was_asked_for(sample: TableCompanion[Moment]) -> None:
    """On a screen that has room for one of them; beside it the last entries."""
    sample.obey("board")
    text = "\n".join(shown(sample.frame(), 100, 24))
    assert "UPPER CASE" in text
    assert "Abb" not in text
    assert "76 Yellow" in text


def test_long_headlines_take_two_lines_on_narrow_screens(sample: TableCompanion[Moment]) -> None:
    """And are shortened where they do not fit even so, or where there are few rows."""
    frame = sample.frame()
    assert shown(frame, 50, 24)[:4] == [
        "turn 77: White has won (Z reached the last row)",
        "Yellow's pieces: 180 deals are left, 7.5 bits;",
        "certain: H Cardinal, K Bishop, L Probe",
        "     1  2  3  4  5  6  7  8  9 10 11 12",
    ]
    assert shown(frame, 40, 40)[:2] == ["turn 77: White has won (Z reached the", "last row)"]
    assert shown(frame, 40, 40)[3].endswith(" ...")
    assert shown(frame, 40, 12)[:2] == [
        "turn 77: White has won (Z reached th...",
        "     1  2  3  4  5  6  7  8  9 10 11 12",
    ]
    assert shown(frame, 70, 24)[1] == "Yellow's pieces: 180 deals are left, 7.5 bits; certain: H Cardinal..."


def test_the_strip_has_two_lines_at_most(sample: TableCompanion[Moment]) -> None:
    """The most urgent first; three on narrow screens; warnings stand out where there is colour."""
    sample.obey("at 71")
    frame = sample.frame()
    assert [len(strip(screen(columns, 24), frame)) for columns in (300, 120, 80, 40)] == [1, 2, 2, 3]
    assert strip(screen(80, 24), frame)[-1].plain.endswith("...")
    console = Console(width=80, height=24, file=io.StringIO(), force_terminal=True, color_system="standard")
    console.print(Text("\n").join(strip(console, frame)))
    assert isinstance(console.file, io.StringIO)
    assert "\x1b[33mThey can bring Z" in console.file.getvalue()
    sample.obey("at 1")
    assert strip(screen(80, 24), sample.frame()) == []


# --- On a real pseudo-terminal -------------------------------------------------------------------------


@unix
@pytest.mark.parametrize(
    ("rows", "columns", "parts"),
    [
        (12, 40, ["take it now or lose"]),
        (24, 80, [" Vx+ ", "take it now or lose"]),
        (30, 100, [" Vx+ ", "73 White   HZ-SW1", "take it now or lose"]),
        (40, 160, [" Vx+ ", "UPPER CASE", "73 White   HZ-SW1", "White's pieces: ", "take it now or lose"]),
        (60, 220, [" Vx+ ", "UPPER CASE", "73 White   HZ-SW1", "White's pieces: ", "take it now or lose"]),
    ],
)
def test_terminals_of_all_sizes(rows: int, columns: int, parts: list[str], path: Path) -> None:
    """Nothing scrolls away, what is urgent stands below the sheet and above what is said."""
    with Terminal(rows, columns, path, XDG_DATA_HOME=str(path.parent)) as terminal:
        terminal.prompted("turn 77")
        lines = terminal.ask("at 73", "after turn 73", "The moment after turn 73", *parts)
        assert terminal.screen.scrolled == 0
        assert lines[0].startswith("after turn 73")
        urgent = next(place for place, line in enumerate(lines) if line.startswith("Z stands on your "))
        said = next(place for place, line in enumerate(lines) if line.startswith("The moment after"))
        assert urgent < said < terminal.screen.row
        assert "\x1b[33m" in terminal.raw
        terminal.ask("board", "UPPER CASE") if rows > 12 else terminal.ask("board", "more rows")
        assert terminal.screen.scrolled == 0
        terminal.type("quit\r")
        assert terminal.ended() == 0


@unix
def test_without_colours(path: Path) -> None:
    """NO_COLOR leaves the strip in its place without a colour."""
    with Terminal(24, 80, path, NO_COLOR="1", XDG_DATA_HOME=str(path.parent)) as terminal:
        terminal.prompted("turn 77")
        terminal.ask("at 73", "take it now or lose")
        terminal.type("quit\r")
        assert terminal.ended() == 0
        assert not re.search(r"\x1b\[[\d;]*[34]\dm", terminal.raw)


@unix
def test_a_dumb_terminal_only_prints(path: Path) -> None:
    """No escape codes from anywhere; the sheet comes again after a change, as wide as the terminal is."""
    with Terminal(24, 40, path, TERM="dumb", XDG_DATA_HOME=str(path.parent)) as terminal:
        terminal.prompted("help lists everything")
        for line, said, sheets in (
            ("why h king", "H is not King.", 1),
            ("undo", "Took back 1 turn", 2),
            ("note a hunch", "Noted", 2),
            ("sheet", "RocPro", 3),
            ("foo", "is no piece", 3),
            ("board", "UPPER CASE", 3),
            ("sheet", "RocPro", 4),
            ("at 73", "take it now or lose", 5),
        ):
            before = terminal.raw
            terminal.type(f"{line}\r")
            terminal.until(lambda _, before=before: terminal.raw[len(before) :].endswith("> "))  # type: ignore[misc]
            assert said in terminal.raw[len(before) :]
            assert terminal.raw.count("RocProChi") == sheets, line
        terminal.type("\x03")
        terminal.prompted("quit or Ctrl-D ends")
        terminal.type("\x04")
        assert terminal.ended() == 0
        assert "\x1b" not in terminal.raw
        rows = terminal.raw.replace("\r", "").split("\n")
        assert max(len(row) for row in rows if not row.startswith("Saved in")) <= 80
        assert any(row.startswith("Saved in") for row in rows)
    assert len(opened(path).record.steps) == 75


@unix
def test_a_dumb_terminal_begins_a_game(tmp_path: Path) -> None:
    """The three questions, some turns, and quit; nobody is asked where the cursor is."""
    path = tmp_path / "new.txt"
    with Terminal(24, 80, path, TERM="dumb", XDG_DATA_HOME=str(tmp_path)) as terminal:
        for answer in ("y", "y", ""):
            terminal.type(f"{answer}\n")
        terminal.prompted("turn 1: Yellow to move")
        terminal.ask("h n1 n", "turn 2: White to move", "1. (H-N1)")
        terminal.ask("h s1", "H one forward: allowed? (y, n)")
        before = len(terminal.raw)
        terminal.type("\x03")
        terminal.until(lambda _: terminal.raw[before:].endswith("> "))
        # What is asked is not forgotten.
        assert "everything that was entered is saved." in terminal.raw[before:]
        assert "H one forward: allowed?" in terminal.raw[before:]
        terminal.ask("undo", "the question is dropped")
        terminal.type("quit\r")
        assert terminal.ended() == 0
        assert "\x1b" not in terminal.raw
    assert len(opened(path).record.steps) == 1
    assert CLASSIC.letters == LETTERS
