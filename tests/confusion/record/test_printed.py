"""Positions that are printed with a game: compared with the moves, kept, and evidence for what was meant."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common import SAMPLE
from deduce.confusion import Moment, Record, parse_record, position_text, read_record
from deduce.confusion.record.changes import changes
from deduce.tabletop.repair import repaired
from deduce.tabletop.saved import open_game
from deduce.tabletop.slips import Sort
from faults import damages

PRINTED = Path(__file__).parent / "data" / "sample_as_printed.txt"
TEXT = SAMPLE.read_text(encoding="utf-8")
AFTER_36 = "6pon2/6e1a2/11/2v8/11/11/11/11/C2EH1Lt3/6hS3/2NOP6"
"""What the rules print; the side of each letter is told by its place there."""
seeds = st.integers(min_value=0, max_value=10**6)


def with_position(text: str, key: str, value: str) -> str:
    return f"{key} = {value}\n{text}"


def small_game(seed: int, plies: int = 10) -> tuple[damages.Sheet, Record[Moment]]:
    sheet = damages.game_on_paper(random.Random(seed), "known", plies)
    return sheet, parse_record(sheet.text)


def moved_away(rows: str, draw: random.Random) -> tuple[str, str]:
    """Return rows of a board in which one piece stands on another square, and its letter."""
    squares = [
        list(
            "".join("." * int(part) if part.isdigit() else part for part in re.findall(r"\d+|[A-Za-z]", row))
        )
        for row in rows.replace("+", "").split("/")
    ]
    places = [(row, column) for row in range(11) for column in range(11)]
    here = draw.choice([place for place in places if squares[place[0]][place[1]] != "."])
    there = draw.choice([place for place in places if squares[place[0]][place[1]] == "."])
    piece = squares[here[0]][here[1]]
    squares[here[0]][here[1]], squares[there[0]][there[1]] = ".", piece
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), "".join(row)) for row in squares), piece


# --- Reading -----------------------------------------------------------------------------------------


def test_what_the_rules_print_is_compared_with_the_moves() -> None:
    """The grid as it is printed there; V stands in the third column, and by the moves in the fourth."""
    grid = PRINTED.read_text(encoding="utf-8").rsplit("Blanc\n", 1)[1].strip("\n").split("\n")
    columns = [[cell.strip() for cell in line.split("\t")][:11] for line in grid]
    rows = [row for row in AFTER_36.split("/") if row != "11"]
    for row, cells in zip(rows, columns, strict=True):
        assert [letter.upper() for letter in row if letter.isalpha()] == [cell for cell in cells if cell]
    for key in ("Position after 71", "Position after 36 Blanc", "position after 36 White"):
        record = parse_record(with_position(TEXT, key, AFTER_36))
        (misfit,) = record.misfits
        assert (misfit.entry, misfit.row, misfit.column) == (71, 36, 2)
        assert misfit.said == f"{key}: White's V stands on 4,8 by the moves, and on 3,8 there"
        assert record.begun.others[key] == AFTER_36


@given(seeds)
def test_a_position_of_the_game_fits_and_another_does_not(seed: int) -> None:
    """In all three ways to write it; of another one just the piece is told that stands elsewhere."""
    draw = random.Random(seed)
    sheet, record = small_game(seed)
    count = draw.randrange(1, len(record.steps) + 1)
    whole = position_text(record.at(count).position)
    _, rows, neutral, *_ = whole.split()
    for value in (rows, f"{rows} {neutral}", whole):
        assert parse_record(with_position(sheet.text, f"Position after {count}", value)).misfits == ()
    other, piece = moved_away(rows, draw)
    (misfit,) = parse_record(with_position(sheet.text, f"Position after {count}", other)).misfits
    assert misfit.entry == count
    side = "Yellow" if piece.isupper() else "White"
    assert f"{side}'s {piece.upper()} stands on " in misfit.message
    elsewhere = "1,1" if neutral != "1,1" else "2,2"
    (misfit,) = parse_record(
        with_position(sheet.text, f"Position after {count}", f"{rows} {elsewhere}")
    ).misfits
    assert misfit.message == f"Z stands on {neutral} by the moves, and on {elsewhere} there"


def test_what_is_not_on_the_board_and_what_is_promoted() -> None:
    """A piece that is printed and gone, one that is there and not printed, and the sign of a promotion."""
    record = read_record(SAMPLE)
    rows = position_text(record.at(40).position).split()[1]
    assert "V" not in rows
    more = rows.replace("11", "V10", 1)
    (misfit,) = parse_record(with_position(TEXT, "Position after 40", more)).misfits
    assert misfit.message == "Yellow's V is off the board by the moves, and on 1,8 there"
    fewer = re.sub(r"(\d*)k(\d*)", lambda gap: str(int(gap[1] or 0) + 1 + int(gap[2] or 0)), rows)
    (misfit,) = parse_record(with_position(TEXT, "Position after 40", fewer)).misfits
    assert re.fullmatch(r"White's K stands on \d+,\d+ by the moves, and nowhere there", misfit.message)
    (misfit,) = parse_record(with_position(TEXT, "Position after 40", rows.replace("k", "k+"))).misfits
    assert misfit.message == "White's K is not promoted by the moves, and marked as promoted there"


def test_a_position_waits_for_its_turn_unless_the_game_is_over() -> None:
    rows = position_text(read_record(SAMPLE).at(71).position).split()[1]
    part = TEXT[: TEXT.index("30. ")]
    assert parse_record(with_position(part, "Position after 71", rows)).misfits == ()
    (misfit,) = parse_record(with_position(TEXT, "Position after 99", rows)).misfits
    assert misfit.said == "Position after 99: by the moves the game is over after 76 turns"


def test_a_turn_that_is_not_known_is_compared_as_well() -> None:
    """? says that nothing changed on the board."""
    text = "Yellow\tWhite\n1. A-N2\t?\n"
    rows = position_text(parse_record(text).at(2).position).split()[1]
    assert parse_record(with_position(text, "Position after 2", rows)).misfits == ()
    (misfit,) = parse_record(with_position(text, "Position after 2", rows.replace("2A8", "11"))).misfits
    assert (misfit.entry, misfit.message) == (2, "Yellow's A stands on 3,4 by the moves, and nowhere there")


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("Position after", "11/11", "write after which turn, such as Position after 71"),
        ("Position after x", "11/11", "write after which turn, such as Position after 71"),
        ("Position after 5 Green", AFTER_36, "Green"),
        ("Position after 0", AFTER_36, "turns are counted from 1"),
        ("Position after 1 Yellow", AFTER_36, "no turn stands there"),
        ("Position after 5", "", "nothing is there; expected the rows of the board"),
        ("Position after 5", "11/11", "the board has 2 rows; expected 11"),
        ("Position after 5", AFTER_36.replace("v", "q"), "there is no piece 'q'"),
        ("Position after 5", f"{AFTER_36} 12,1", "column 12 is off the board"),
        ("Position after 5", f"{AFTER_36} 6,6 Yellow", "expected 9 parts"),
        ("Position after 5", f"classic:limit=9 {AFTER_36} 6,6 Yellow 5 - - - -", "these are other rules"),
        ("Position after 5", "1" * 30_000, "at most 20,000"),
    ],
)
def test_what_is_no_position_is_noted_and_counts_for_nothing(key: str, value: str, told: str) -> None:
    record = parse_record(with_position(TEXT, key, value))
    (misfit,) = record.misfits
    assert (misfit.row, misfit.line) == (0, 1)
    assert told in misfit.message
    assert misfit.message.endswith("; not compared")
    assert len(misfit.said) < 400
    assert repaired(record).best.record.text == record.text


def test_two_positions_of_one_turn() -> None:
    text = with_position(TEXT, "Position after 71", AFTER_36.replace("2v8", "3v7"))
    (misfit,) = parse_record(text + f"Position after 36 White = {AFTER_36}\n").misfits
    assert misfit.said == (
        "Position after 36 White: is about the same turn as Position after 71; the first one counts"
    )


def test_what_is_changed_at_the_table_keeps_it(tmp_path: Path) -> None:
    """Undo, redo and edit leave the line as it is; an entry that leads elsewhere does not fit."""
    path = tmp_path / "game.txt"
    start = parse_record("Yellow\tWhite\n1. A-N2\t(L-S2)\n")
    line = f"Position after 2 = {position_text(start.now.position).split()[1]}  "
    text = f"Me = Yellow\n{line}\nYellow\tWhite\n1. A-N2\t(L-S2)\n"
    path.write_text(text, encoding="utf-8")
    game = open_game(start.kind, path)
    game.undo()
    assert line in path.read_text(encoding="utf-8").split("\n")
    game.redo()
    assert path.read_text(encoding="utf-8") == text
    _, (misfit,) = game.edit(1, "a n1 y")
    assert misfit.message == "Yellow's A stands on 3,3 by the moves, and on 3,4 there"
    assert line in path.read_text(encoding="utf-8").split("\n")
    game.undo()
    assert path.read_text(encoding="utf-8") == text


# --- As evidence -------------------------------------------------------------------------------------


def test_the_printed_position_itself_is_the_slip() -> None:
    mended = repaired(parse_record(with_position(TEXT, "Position after 71", AFTER_36)))
    (correction,) = mended.corrections
    assert str(correction) == "line 1: Position after 71: White's V is probably on 4,8, not on 3,8"
    assert correction.why.startswith("entry 71 would not fit: Position after 71: White's V stands on 4,8")
    expected = with_position(TEXT, "Position after 71", AFTER_36.replace("2v8", "3v7"))
    assert mended.best.record.text == expected
    assert mended.best.record.misfits == ()


def test_the_rest_of_a_whole_position_stays() -> None:
    """Only the row with V and the square of Z are others; what stands around them is as it was."""
    whole = position_text(read_record(SAMPLE).at(71).position)
    assert whole.count("3v7") == whole.count(" 7,2 ") == 1
    wrong = whole.replace("3v7", "2v8").replace(" 7,2 ", " 7,3 ")
    mended = repaired(parse_record(with_position(TEXT, "Position after 71", wrong)))
    assert mended.corrections[0].change.slips == 2
    assert mended.best.record.text == with_position(TEXT, "Position after 71", whole)


def test_a_slip_in_the_moves_that_only_the_position_shows() -> None:
    """C-N2 is as possible as C-N1, and nothing comes of it but where C stands."""
    text = "Yellow\tWhite\n1. A-N2\t(L-S2)\n2. C-N1\t(K-S1)\n3. (E-N1)\t(A-S1)\n"
    rows = position_text(parse_record(text).now.position).split()[1]
    wrong = with_position(text.replace("C-N1", "C-N2"), "Position after 6", rows)
    found = parse_record(wrong)
    assert [misfit.entry for misfit in found.misfits] == [6]
    repairs = repaired(found).repairs
    assert with_position(text, "Position after 6", rows) in [repair.record.text for repair in repairs[:2]]
    assert all(repair.record.misfits == () for repair in repairs)
    assert all(len(repair.corrections) == 1 for repair in repairs)


@given(seeds)
def test_every_single_slip_that_explains_a_position_is_found(seed: int) -> None:
    """As brute force finds them, which writes each entry in each other way and reads the record again."""
    draw = random.Random(seed)
    sheet, record = small_game(seed, 6)
    rows = position_text(record.now.position).split()[1]
    key = f"Position after {len(record.steps)}"
    if not damages.SLIPS[draw.choice(["letter", "direction", "distance"])](sheet, draw):
        return
    damaged = parse_record(with_position(sheet.text, key, rows))
    if not damaged.misfits:
        return
    found = {
        (repair.corrections[0].change.place, repair.corrections[0].change.put[0])
        for repair in repaired(damaged).repairs
        if [correction.change.sort for correction in repair.corrections] == [Sort.MISPRINT]
        and repair.corrections[0].change.slips == 1
    }
    tried = set()
    for place, step in enumerate(damaged.steps):
        for text, _ in changes(step.text):
            texts = damaged.texts
            texts[place] = text
            if not damaged.with_texts(texts).misfits:
                tried.add((place, text))
    assert found == tried or len(tried) > 50
