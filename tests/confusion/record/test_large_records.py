"""Records that nobody writes: every reader takes a time that grows with their length, or says its limit.

Where a time that grows faster would be needed, it is minutes at these sizes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from common import CLASSIC
from deduce.confusion import Rules, parse_position, position_from_json, position_json
from deduce.confusion.engine.game import Game
from deduce.confusion.errors import PositionError
from deduce.confusion.kind import parse_record, read_record
from deduce.confusion.notation.amending import amended
from deduce.confusion.notation.deals import read_pairs
from deduce.confusion.notation.typed import read_attempt, read_line
from deduce.errors import DeduceError
from deduce.tabletop import repair
from deduce.tabletop.errors import LineError, RecordError
from deduce.tabletop.look import look_at
from deduce.tabletop.mended import mended_told
from deduce.tabletop.questions import replayed
from tables import new_game

MANY = 1_000_000
HEADS = "Yellow\tWhite\n"
LONG = "a" * MANY
GAP = " " * MANY
FAULTY = {
    "a word in a cell": f"{HEADS}1. {LONG}\n",
    "a claim": f"{HEADS}1. A-N2\tresigns\n2. {LONG} wins\n",
    "many claims": f"{HEADS}1. A-N2\tresigns\n2. {'a ' * MANY}\n",
    "spaces in a line": f"First = White\n{GAP}x\n1. A-N2\n",
    "spaces behind a number": f"{HEADS}1{GAP}x\n1. A-N2",
    "spaces behind a dash": f"{HEADS}1. A-{GAP}x\n",
    "spaces behind a parenthesis": f"{HEADS}1. ({GAP}x\n",
    "spaces in heads": f"a{GAP}b c\n1. A-N2\n",
    "columns": f"{HEADS}1. {'a' + chr(9)}{('a' + chr(9)) * (MANY // 2)}\n",
    "parts of a turn": f"Ruleset = espionage\nTokens = yes\n1. {', '.join(['$2'] * (MANY // 4))}\n",
    "parentheses": f"{HEADS}1. {'(' * MANY}\n",
    "a deal of words": f"{HEADS}White = A {'a ' * (MANY // 2)}\n1. A-N2\n",
    "a deal of one word": f"{HEADS}White = A {LONG}\n1. A-N2\n",
    "a deal of digits": f"{HEADS}White = A{'9' * MANY}\n1. A-N2\n",
    "a placement of spaces": f"Ruleset = espionage\nVariants = 4\nPlacement White = A{GAP}x\n1. A-N2\n",
    "a placement": f"Ruleset = espionage\nVariants = 4\nPlacement White = {'A3,1 ' * 200_000}\n1. A-N2\n",
    "a position": f"{HEADS}Position after 1 = {'1/' * (MANY // 2)}\n1. A-N2\n",
    "many positions": "".join(f"Position after {number} = 11\n" for number in range(400)) + "1. A-N2\n",
    "misspelt headers": "".join(f"Variamt{number} = x\n" for number in range(900)) + "1. A-N2\n",
    "strangers": f"First = White\n{'x' + chr(10)}{('x' + chr(10)) * 49_000}1. A-N2\n",
    "rows": HEADS + "".join(f"{number}. x\ty\n" for number in range(1, 3_990)),
}
REFUSED = {
    f"Ruleset = classic{GAP}x\n1. A-N2\n": "there is no ruleset 'classic  ",
    f"Ruleset{GAP} = x{GAP}y\n1. A-N2\n": "there is no ruleset 'x    ",
    f"Ruleset = {LONG}\n1. A-N2\n": "there is no ruleset 'aaa",
    f"First = {LONG}\n1. A-N2\n": "there is no side 'aaa",
    f"{LONG[:1000]} {LONG}\n1. A-N2\n": "there is no side 'aaa",
    f"Limit = {'9' * MANY}\n1. A-N2\n": "Limit is '999",
    "Limit = 0x10\n1. A-N2\n": "Limit is '0x10'; it must be a whole number from 1 to 999,999,999",
    "Limit = inf\n1. A-N2\n": "Limit is 'inf'; it must be a whole number",
    "Limit = 1e3\n1. A-N2\n": "Limit is '1e3'; it must be a whole number",
    "Limit = 1979-05-27\n1. A-N2\n": "Limit is '1979-05-27'; it must be a whole number",
    f"Ruleset = espionage\nVariants = {'2' * MANY}\n1. A-N2\n": "Variants is '222",
    "Ruleset = espionage\nVariants = -2\n1. A-N2\n": "Variants is '-2'; it must be a list",
    f"Ruleset = espionage\nVariants = 2\nColumns off = {'9' * 5000}\n": "Columns off is '999",
    f"Ruleset = espionage\nX square = 1{GAP}x\n1. A-N2\n": "X square is '1   ",
    f"Ruleset = espionage\nTokens = {LONG}\n1. A-N2\n": "Tokens is 'aaa",
    f"Diagrams = {LONG}\n1. A-N2\n": "cannot be read",
    "Diagrams = a\0b\n1. A-N2\n": "cannot be read",
    HEADS + "1. x\n" * 100_000: "has 100,002 lines; at most 50,000 are read",
    HEADS + "".join(f"{number}. x\ty\n" for number in range(1, 4_002)): "has 8,002 entries; at most 8,000",
    "".join(f"Place{number} = x\n" for number in range(2_000)): "has 2,000 headers; at most 1,000",
}


@pytest.mark.parametrize("text", FAULTY.values(), ids=FAULTY)
def test_what_is_large_is_read_and_told(text: str) -> None:
    """With its problems, of which not more is shown than somebody reads."""
    record = parse_record(text)
    assert record.text == text
    look = look_at(record, None, {})
    said = "\n".join(str(getattr(each, "text", "")) for each in replayed(look, {}).said)
    assert "in the record:" in said or not record.misfits
    assert len(said) < 30_000
    assert all(len(misfit.text) <= 60 for misfit in record.misfits)
    assert len(json.loads(json.dumps(replayed(look, {}).document()))["problems"]) == len(record.misfits)


@pytest.mark.parametrize("text", FAULTY.values(), ids=FAULTY)
def test_mending_what_is_large_comes_to_an_end(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether something is found or not; where there is too much to try, that is said."""
    monkeypatch.setattr(repair, "MOST_FOLLOWED", 30_000)
    mended = repair.repaired(parse_record(text))
    assert mended.corrections or mended.left or not mended.is_cut
    if text is FAULTY["rows"]:
        assert mended.is_cut
        said = " ".join(each.text for each in mended_told(mended))
        assert "There is too much wrong to try everything; more may be found." in said
    assert all(len(each.text) < 2_000 for each in mended_told(mended))


@pytest.mark.parametrize("text", REFUSED, ids=REFUSED.values())
def test_what_makes_no_sense_in_headers_is_said_in_one_line(text: str) -> None:
    """However long it is."""
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert REFUSED[text] in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("named", ["/dev/zero", "/dev/stdin", "pipe", "folder", "big"])
@pytest.mark.parametrize(("key", "more"), [("Diagrams", ""), ("Ruleset", ".toml")])
def test_what_a_record_names_is_an_ordinary_file_of_some_size(
    tmp_path: Path, key: str, more: str, named: str
) -> None:
    """A device has no end, and a pipe that nobody writes to never begins."""
    os.mkfifo(tmp_path / f"pipe{more}")
    (tmp_path / f"folder{more}").mkdir()
    (tmp_path / f"big{more}").write_bytes(b" " * 1_000_000)
    if more and named.startswith("/dev"):
        (tmp_path / f"device{more}").symlink_to(named)
        named = "device"
    path = tmp_path / "game.txt"
    path.write_text(f"{key} = {named}{more}\n1. A-N2\n", encoding="utf-8")
    with pytest.raises(
        RecordError, match=r"line 1: .*(no ordinary file|Is a directory|larger than 200,000 bytes)"
    ):
        read_record(path)


def test_a_record_is_no_device(tmp_path: Path) -> None:
    """It is read up to a bound, and what is no text is said with its line."""
    with pytest.raises(RecordError, match="/dev/zero: is larger than 2,000,000 bytes"):
        read_record("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RecordError, match="is a pipe that nobody writes to"):
        read_record(tmp_path / "pipe")


def test_a_record_that_is_full_takes_no_more() -> None:
    """What could not be read again is not written; nothing changes then."""
    rows = "".join(f"{number}. x\ty\n" for number in range(1, 4_001))
    record = parse_record(HEADS + rows)
    with pytest.raises(RecordError, match="has 8,001 entries; at most 8,000"):
        record.with_texts([*record.texts, "z"], 8_000)
    small = parse_record(f"{HEADS}# {'a' * 1_900_000}\n1. A-N2\n")
    with pytest.raises(RecordError, match="would be larger than 2,000,000 bytes"):
        small.with_note("b" * 200_000)
    with pytest.raises(RecordError, match="would be larger than 2,000,000 bytes"):
        small.with_texts(["A-N2", f"L-S2 {'é' * 100_000}"])


# --- What is typed -----------------------------------------------------------------------------------

READERS: dict[str, Callable[[str], object]] = {
    "a turn": lambda text: read_line(text, Game(CLASSIC), 0),
    "an attempt": lambda text: read_attempt(text, Game(CLASSIC), 0),
    "a correction": lambda text: amended("A-N2", text),
    "an answer": lambda text: read_line("a n1", Game(CLASSIC), 0, (text,)),
}
TYPED = {
    "one word": LONG,
    "words": "a " * (MANY // 2),
    "spaces": f"a n{GAP}1 y",
    "answers": "a n1" + ",y" * (MANY // 2),
    "directions": "a " + "f" * MANY,
    "targets": "a n1" + "xa" * (MANY // 2) + "b",
    "pluses": "a n1 y " + "+ " * (MANY // 2),
    "digits": "a n" + "9" * MANY,
}


@pytest.mark.parametrize("text", TYPED.values(), ids=TYPED)
@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_typed_lines_have_a_length(read: Callable[[str], object], text: str) -> None:
    """More than anybody types is refused, in one line."""
    with pytest.raises(LineError, match="characters; at most 10,000 are read"):
        read(text)


def test_long_comments_are_entered_and_corrected(tmp_path: Path) -> None:
    """Words behind a # are not read."""
    game = new_game(tmp_path / "game.txt", CLASSIC)
    game.enter(f"a n1 y # {'well ' * 20_000}")
    game.edit(1, "n")
    assert game.record.steps[0].text == f"(A-N1) {'well ' * 19_999}well"


@pytest.mark.parametrize("text", ["A " + LONG, "A" + "9" * MANY, "A " + "b c " * 300_000, "!" * MANY])
def test_deals_that_make_no_sense(text: str) -> None:
    """Nothing that long is compared with names."""
    with pytest.raises(DeduceError) as caught:
        read_pairs(CLASSIC, text)
    assert len(str(caught.value)) < 500


# --- Positions ---------------------------------------------------------------------------------------

PARTS = [
    "classic",
    "2vts1pon2/2lkh1eca2/11/11/11/11/11/11/11/2ACE1HKL2/2NOP1STV2",
    "6,6",
    "Yellow",
    "0",
    *"----",
]


@pytest.mark.parametrize("place", range(9))
@pytest.mark.parametrize("unit", ["A", "9", "1,", "A1", "/", ":", ":tokens", "=", "variants=1:", "%41", "+"])
def test_positions_of_any_length(place: int, unit: str) -> None:
    """Each part as long as one likes; the message names the place and stays short."""
    parts = [*PARTS]
    parts[place] = (unit if place else f"espionage:{unit}") * (18_000 // (len(unit) + 10 * (not place)))
    with pytest.raises(PositionError) as caught:
        parse_position(" ".join(parts))
    assert len(str(caught.value)) < 500


def test_positions_of_many_parts() -> None:
    """Also where there are too many parts."""
    with pytest.raises(PositionError, match="one part too many"):
        parse_position("a " * 10_000)
    with pytest.raises(PositionError, match="the text has 2,000,000 characters; expected at most 20,000"):
        parse_position("a " * MANY)


@pytest.mark.parametrize(
    "value",
    [10**5000, float("inf"), float("nan"), "9" * MANY, [0] * MANY, {"x": 1}, -1, ["A"] * MANY],
    ids=lambda value: f"{type(value).__name__}",
)
def test_positions_as_data_of_any_sort(value: object) -> None:
    """Whatever stands at any key is refused in one line that names it."""
    start = position_json(Game(Rules.of("espionage", variants=[2], tokens=True)).position)
    for key in start:
        with pytest.raises(PositionError) as caught:
            position_from_json({**start, key: value})
        assert len(str(caught.value)) < 500
