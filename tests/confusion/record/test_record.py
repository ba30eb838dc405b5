"""The record: CF-NOT and our extension, headers, tolerance, round trips, and the printed sample game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import deduce.confusion
from common import SAMPLE
from deduce.confusion import (
    Agree,
    Answer,
    Attempt,
    Ending,
    Expose,
    Game,
    GiftReply,
    Manner,
    Moment,
    MoveTwo,
    PromotionReply,
    Record,
    RecordError,
    Remove,
    Resign,
    Reveal,
    Rules,
    SwapTwo,
    parse_record,
    random_deal,
    random_game,
    read_record,
    record_of,
)
from deduce.confusion.notation.cells import read_cell
from deduce.tabletop.document import Cell
from deduce.tabletop.repair import repaired

HERE = Path(__file__).parent
PRINTED = HERE / "data" / "sample_as_printed.txt"
DEAL = "A1 C2 E3 H4 K5 L6 N7 O8 P9 S10 T11 V12"


def misfits(record: Record[Moment]) -> list[tuple[int, int, str]]:
    return [(misfit.row, misfit.column, misfit.text) for misfit in record.misfits]


def cells_of(record: Record[Moment]) -> list[Cell]:
    """What stands in the rows, with its places."""
    return list(record.document.cells(record.begun.skipped))


def same_game(one: Game, other: Game) -> bool:
    return (
        one.rules == other.rules
        and one.deals == other.deals
        and one.first == other.first
        and one.events == other.events
        and one.positions == other.positions
    )


# --- The sample game ---------------------------------------------------------------------------------


def test_corrected_sample_game() -> None:
    """The corrected record replays without a problem to White's win on the last row (CF-WIN-1)."""
    record = read_record(SAMPLE)
    assert record.misfits == ()
    assert len(record.steps) == 76
    outcome = record.now.outcome
    assert outcome is not None
    assert (record.now.rules.sides[outcome.winner or 0], outcome.ending) == ("White", Ending.LAST_ROW)
    assert record.now.position.holder == (1, "T")
    assert record.now.position.square(1, "T") == (6, 1)
    assert record.now.position.is_promoted(1, "T")
    assert record.now.position.is_promoted(0, "V")


def test_corrected_sample_game_differs_from_the_printed_one_in_four_cells() -> None:
    """Everything else is as it is printed."""
    printed, corrected = read_record(PRINTED), read_record(SAMPLE)
    pairs = [
        (old.text, new.text)
        for old in cells_of(printed)
        for new in cells_of(corrected)
        if (old.row, old.column) == (new.row, new.column) and old.text != new.text
    ]
    assert pairs == [
        ("L-S1", "L-S2"),
        ("S-SW1", "C-SW1"),
        ("(H-NE3=", "(H-NE3)"),
        ("T-SE1", "TZ-SE1"),
    ]
    one, other = printed.now.setup, corrected.now.setup
    assert (one.deals, one.first) == (other.deals, other.first)


def test_printed_position_after_move_36() -> None:
    """What is printed stands on the board after White's 36th move (CF-SETUP-2).

    White's V is printed in the third column, but two records of it agree on the fourth: by the moves.
    """
    record = read_record(SAMPLE)
    count = [(cell.row, cell.column) for cell in cells_of(record)].index((36, 2)) + 1
    position = record.at(count).position
    printed = PRINTED.read_text(encoding="utf-8").rsplit("Blanc\n", 1)[1].strip("\n").split("\n")
    rows = [
        {column: cell.strip() for column, cell in enumerate(line.split("\t"), 1) if cell.strip()}
        for line in printed
    ]
    standing: dict[int, dict[int, str]] = {}
    for side in (0, 1):
        for letter in record.now.rules.letters:
            square = position.square(side, letter)
            if square is not None:
                standing.setdefault(square[1], {})[square[0]] = letter
    by_row = [dict(sorted(standing[row].items())) for row in sorted(standing, reverse=True)]
    assert rows[2] == {3: "V"}
    assert by_row[2] == {4: "V"}
    assert rows[:2] + rows[3:] == by_row[:2] + by_row[3:]


def test_printed_sample_game() -> None:
    """As printed it does not replay; every place that does not fit is reported."""
    record = read_record(PRINTED)
    found = misfits(record)
    assert found[0] == (4, 2, "L-S4xA")
    assert (29, 1, "(H-NE3=") in found
    assert (34, 2, "Z-SE3>H") in found
    assert found[-1] == (39, 2, "Blanc gagne")
    assert len(found) == 18
    first = record.misfits[0]
    assert (first.line, first.character) == (10, 10)
    assert PRINTED.read_text(encoding="utf-8").splitlines()[9][9:] == "L-S4xA"


def test_misprints_of_the_printed_sample_game_are_found() -> None:
    """The four changes that make it replay are found from the record alone."""
    mended = repaired(read_record(PRINTED))
    assert [(found.text, found.put) for found in mended.corrections] == [
        ("L-S1", "L-S2"),
        ("S-SW1", "C-SW1"),
        ("(H-NE3=", "(H-NE3)"),
        ("T-SE1", "TZ-SE1"),
    ]
    first = mended.corrections[0]
    assert first.why == "entry 7 would not fit: L-S4xA: nobody to capture stands there"
    other = first.others[0]
    assert str(other).startswith("entry 1 (row 1, right column): L-S2 is probably L-S3 (")
    # As likely a slip; but whoever got a yes to two steps tries these again sooner than another number.
    assert first.chance > 3 * other.chance > 0.1
    after = mended.best.record
    assert after.misfits == ()
    assert after.now.position == read_record(SAMPLE).now.position
    assert repaired(after).corrections == ()


def test_each_misprint_alone_is_noticed() -> None:
    """Putting one misprint back into the corrected record makes a problem, at it or soon behind it."""
    text = SAMPLE.read_text(encoding="utf-8")
    for row, right, wrong, noticed in (
        (3, "L-S2", "L-S1", 4),
        (6, "C-SW1", "S-SW1", 6),
        (29, "(H-NE3)", "(H-NE3=", 29),
        (33, "TZ-SE1", "T-SE1", 34),
    ):
        line = next(line for line in text.split("\n") if line.startswith(f"{row}. "))
        record = parse_record(text.replace(line, line.replace(right, wrong)))
        assert record.misfits[0].row == noticed


# --- CF-NOT ------------------------------------------------------------------------------------------


def test_cf_not_1_the_compass_is_the_recorders() -> None:
    """CF-NOT-1: the same directions mean other squares on the other side's compass."""
    south = parse_record("First = White\nCompass = Yellow\n1.\tL-S2")
    north = parse_record("First = White\nCompass = White\n1.\tL-N2")
    assert south.now.position == north.now.position
    assert south.now.position.square(1, "L") == (3, 8)


def test_cf_not_2_captures_and_promotion() -> None:
    """CF-NOT-2: xA, xZ and + are told apart, in this order."""
    part = read_cell("T-SW2xPxZ+").parts[0]
    assert (part.letter, part.way, part.distance) == ("T", "SW", 2)
    assert (part.captured, part.took_neutral, part.plus) == ("P", True, "+")
    assert read_cell("V-NW2xZ").parts[0].captured == ""
    assert read_cell("L-S4xA").parts[0].took_neutral is False


def test_cf_not_3_carries_and_passes() -> None:
    """CF-NOT-3: VZ carries; Z passes, to a square or to a piece."""
    assert read_cell("VZ-NW1").parts[0].carries
    assert read_cell("Z-S1").parts[0].letter == "Z"
    assert read_cell("Z-S1>T V passes Z to T").parts[0].passed_to == "T"


def test_cf_not_4_refused_attempts() -> None:
    """CF-NOT-4: parentheses."""
    assert not read_cell("(C-NE2)").parts[0].allowed
    part = read_cell("(S-N2xH)").parts[0]
    assert (part.allowed, part.captured) == (False, "H")


def test_cf_not_5_deals_and_columns() -> None:
    """CF-NOT-5: the deals, whose columns these are, and who starts."""
    record = read_record(SAMPLE)
    assert record.now.setup.deals[1] is not None
    assert record.now.setup.deals[1]["T"] == 12
    assert (record.now.setup.left, record.now.setup.compass, record.now.setup.first) == (0, 0, 1)
    assert record.now.setup.names == ("Jaune", "Blanc")
    left = parse_record("White\tYellow\n1. L-N2\tL-S2")
    assert (left.now.setup.left, left.now.setup.first, left.now.setup.compass) == (1, 1, 1)
    assert not left.misfits


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*A", "remove A"),
        ("?A", "expose A"),
        ("$A=7", "reveal A 7"),
        ("$A", "reveal A"),
        ("$2", "move two"),
        ("$A<>C", "swap A C"),
        ("resigns", "resign"),
        ("draws", "agree to a draw"),
    ],
)
def test_extension(text: str, expected: str) -> None:
    """What the source has no notation for."""
    (part,) = read_cell(text).parts
    assert " ".join([str(part.action), *(() if part.number is None else [str(part.number)])]) == expected


def test_extension_of_promotion() -> None:
    """Variant 5: accepted, declined, shown to be the double agent, and what becomes of Z."""
    signs = {text: read_cell(f"L-N1{text}").parts[0] for text in ("+", "+-", "+!", "+!>A", "+!>0", "")}
    assert [part.plus for part in signs.values()] == ["+", "+-", "+!", "+!", "+!", ""]
    assert [part.gift for part in signs.values()] == ["", "", "", "A", "0", ""]


def test_several_actions_in_a_cell() -> None:
    """Commas join the actions of a turn; words behind them are a comment."""
    cell = read_cell("$2, A-N1, (C-N2) both forward, at last")
    assert [part.action for part in cell.parts] == [MoveTwo(), None, None]
    assert cell.comment == "both forward, at last"


# --- Tolerance ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("\t", "   "),
        lambda text: text.replace("\t", " "),
        lambda text: text.replace("\t", " \t "),
        lambda text: text.replace("-", "–"),
        lambda text: text.replace("x", "×"),
        lambda text: text.replace(" ", "\u00a0"),
        lambda text: "\ufeff" + text,
        lambda text: text + "\n\n",
        lambda text: text.replace("SW", "SO").replace("NW", "NO"),
        lambda text: text.replace("W1", "W 1").replace("xZ", " x Z"),
        lambda text: text.replace(". ", ") "),
    ],
)
def test_other_ways_of_writing_it(change: object) -> None:
    """Line ends, tabs or spaces, dashes: read alike, and given back as they were."""
    assert callable(change)
    text = change(SAMPLE.read_text(encoding="utf-8"))
    record = parse_record(text)
    assert misfits(record) == []
    assert same_game(record.now.game(), read_record(SAMPLE).now.game())
    assert record.text == text


def test_missing_parentheses_are_read_and_reported() -> None:
    """Either parenthesis alone means refused."""
    record = parse_record("1. (A-N2\tL-S2)\n2. (C-N1)\t(L-S1)")
    assert [event.answer.allowed for event in record.now.events] == [False] * 4
    assert misfits(record) == [(1, 1, "(A-N2"), (1, 2, "L-S2)")]
    assert "closing" in record.misfits[0].message
    assert "opening" in record.misfits[1].message


def test_lower_case_is_read_and_reported() -> None:
    """It is clear what is meant."""
    record = parse_record("1. a-n2\t(l-s2)")
    assert record.now.position.square(0, "A") == (3, 4)
    assert [misfit.row for misfit in record.misfits] == [1, 1]


def test_all_problems_are_collected_with_their_places() -> None:
    """One bad cell does not hide the next."""
    text = "White = ?\n1. A-N2\tQ-S2\n2. nonsense\tL-S2\n3. V-N9\tL-S2xZ\n5. (E-N1)\tL-S1+"
    record = parse_record(text)
    assert misfits(record) == [
        (1, 2, "Q-S2"),
        (2, 1, "nonsense"),
        (3, 1, "V-N9"),
        (3, 2, "L-S2xZ"),
        (5, 1, "5."),
        (5, 2, "L-S1+"),
    ]
    lines = text.split("\n")
    for misfit in record.misfits:
        assert lines[misfit.line - 1][misfit.character - 1 :].startswith(misfit.text)
    assert len(record.steps) == 8


def test_a_missing_turn_is_passed_and_reported() -> None:
    """The other side goes on; the place says whose turn is missing."""
    record = parse_record("1. A-N2\tL-S2\n2. (A-N1)\n3. (C-N1)\t(L-S1)")
    assert [(misfit.row, misfit.column) for misfit in record.misfits] == [(3, 1)]
    assert "White" in record.misfits[0].message
    assert len(record.steps) == 6


def test_answers_are_compared_with_both_deals() -> None:
    """An answer that the diagram contradicts is reported, and followed all the same."""
    text = f"Yellow = {DEAL}\nWhite = {DEAL}\n1. (A-N2)\t(L-S2)\n2. A-N1\tL-S2"
    record = parse_record(text)
    assert misfits(record) == [(1, 1, "(A-N2)"), (2, 2, "L-S2")]
    assert "allows" in record.misfits[0].message
    assert record.now.position.square(1, "L") == (3, 8)


def test_only_the_known_deal_is_compared() -> None:
    """With one deal known, the other side's answers stand."""
    record = parse_record(f"Yellow = {DEAL}\nWhite = ?\n1. (A-N2)\t(L-S2)")
    assert misfits(record) == [(1, 1, "(A-N2)")]


def test_who_is_said_to_have_won_is_compared() -> None:
    """A wrong claim behind the last move is reported."""
    text = SAMPLE.read_text(encoding="utf-8")
    assert misfits(parse_record(text.replace("Blanc gagne", "Jaune gagne"))) == [(39, 2, "Jaune gagne")]
    assert misfits(parse_record(text.replace("Blanc gagne", "White wins"))) == []


def test_moves_after_the_end_are_reported() -> None:
    """The game is over, whatever is written."""
    record = parse_record("1. A-N2\tresigns\n2. C-N2")
    assert misfits(record) == [(2, 1, "C-N2")]
    assert len(record.steps) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "neither headers nor"),
        ("hello there, world", "neither headers nor"),
        ("\x00\x01\x02", "neither headers nor"),
        ("Ruleset = clasic\n1. A-N2", "'classic'"),
        ("Ruleset = classic\nVariants = 1\n1. A-N2", "variant 1"),
        ("Ruleset = espionage\nVariants = one\n1. A-N2", "Variants is 'one'"),
        ("Tokens = maybe\n1. A-N2", "it must be yes, no, or the side that has them alone, Yellow or White"),
        ("First = Green\n1. A-N2", "no side 'Green'"),
        ("Yellow\tYellow\n1. A-N2", "both columns"),
        ("Yellow\tPurple\n1. A-N2", "no side 'Purple'"),
        ("Limit = soon\n1. A-N2", "whole number"),
        ("Diagrams = nowhere.toml\n1. A-N2", "nowhere.toml"),
        ("Placement White = A1,1\n1. A-N2", "variant 4"),
        ("Ruleset = espionage\nX square = corner", "a column and a row"),
    ],
)
def test_unreadable_records_say_why(text: str, words: str) -> None:
    """One sentence; the line where there is one."""
    with pytest.raises(RecordError, match=words) as caught:
        parse_record(text, name="game.txt")
    assert str(caught.value).startswith("game.txt")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("deal", ["A1 C1", "A1 C1 E3 H4 K5 L6 N7 O8 P9 S10 T11 V12", "A1 A2", "A99", "hm"])
def test_a_wrong_deal_counts_as_unknown(deal: str) -> None:
    """It is reported with its line, and the game is read."""
    record = parse_record(f"White = {deal}\n1. A-N2\tL-S2")
    assert [(misfit.row, misfit.line) for misfit in record.misfits] == [(0, 1)]
    assert record.now.setup.deals == (None, None)
    assert len(record.steps) == 2


def test_a_part_of_a_deal_is_known_as_far_as_it_goes() -> None:
    """What is there is compared with the answers; as a deal it counts when it is whole."""
    record = parse_record("White = A12 l: probe\n1. A-N2\t(L-S2)")
    setup = record.now.setup
    assert (setup.deals, setup.dealt) == ((None, None), (None, {"A": 12, "L": 2}))
    assert [misfit.message for misfit in record.misfits] == [
        "is recorded as refused, but L's diagram (Probe) allows it"
    ]
    game = record.at(1).stand()
    assert game.answer(Attempt("A", 0, 2)) == Answer(allowed=False)
    assert game.answer(Attempt("C", 0, 2)) is None


def test_misspelt_headers_are_reported() -> None:
    """A header of one's own is kept; a misspelt one is not taken for that."""
    record = parse_record("Rulset = classic\nPlayers = Ann and Bob\nWeather = fine\n1. A-N2")
    assert [misfit.text for misfit in record.misfits] == ["Rulset"]
    assert record.begun.others == {"Rulset": "classic", "Players": "Ann and Bob", "Weather": "fine"}


def test_me_is_a_side_or_the_side_of_the_compass() -> None:
    """In either language; what is no side is reported, and the compass decides."""
    for me, seat in (("White", 1), ("Blanc", 1), ("Jaune", 0)):
        assert parse_record(f"Me = {me}\n1. A-N2").begun.me == seat
    assert parse_record("Compass = White\n1. A-S2").begun.me == 1
    record = parse_record("Compass = White\nMe = Green\n1. A-S2")
    assert record.begun.me == 1
    assert [(misfit.row, misfit.line, misfit.text) for misfit in record.misfits] == [(0, 2, "Me")]


def test_moments_are_never_those_of_a_game_that_goes_on() -> None:
    """What is played on from one changes neither it nor its record, and views hide what is hidden."""
    record = read_record(SAMPLE)
    game = record.at(4).game()
    events = list(game.events)
    game.push(Attempt("A", 0, 1), Answer())
    assert list(record.at(4).events) == events == record.at(4).game().events
    assert record.at(4).stand().position == record.at(4).position
    assert record.steps[4].before is record.steps[3].after is record.at(4)
    assert record.at(4).view(1) == record.at(4).game().view(1)
    assert record.at(4).view(1).game().deals[1] is None
    with pytest.raises(IndexError, match="from 0 to 76"):
        record.at(77)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ACLVZXxyz()-+=>.,$*?!<#1234567890NESWO\t\n\r =é\u00a0", max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    """Anything is read or refused with a sentence, and what is read is given back unchanged."""
    try:
        record = parse_record(text)
    except RecordError:
        return
    assert record.text.split() == text.split()


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_damaged_records_never_break_the_reader(data: st.DataObject) -> None:
    """Letters exchanged anywhere in a real record."""
    text = list(SAMPLE.read_text(encoding="utf-8"))
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.sampled_from("ALZX()-+=>.,$*1290NESW\t\n \u2028é"))
    try:
        record = parse_record("".join(text))
    except RecordError:
        return
    lines = record.document.lines
    for misfit in record.misfits:
        assert misfit.message
        assert 1 <= misfit.line <= len(lines)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """Missing, a folder, not text, far too large."""
    with pytest.raises(RecordError, match="cannot be read"):
        read_record(tmp_path / "missing.txt")
    with pytest.raises(RecordError, match="Is a directory"):
        read_record(tmp_path)
    file = tmp_path / "bad.txt"
    file.write_bytes(b"1. A-N2\n2. \xff\xfe")
    with pytest.raises(RecordError, match="line 2"):
        read_record(file)
    file.write_bytes(b"1. A-N2\n" * 300_000)
    with pytest.raises(RecordError, match="larger than"):
        read_record(file)


def test_diagrams_of_a_record_lie_beside_it(tmp_path: Path) -> None:
    """A relative name is looked for in the record's folder."""
    standard = Path(deduce.confusion.__file__).parent / "engine" / "data" / "diagrams.toml"
    changed = standard.read_text(encoding="utf-8").replace('name = "Rocket"', 'name = "Comet"')
    (tmp_path / "my.toml").write_text(changed, encoding="utf-8")
    (tmp_path / "game.txt").write_text("Diagrams = my.toml\n1. A-N2", encoding="utf-8")
    record = read_record(tmp_path / "game.txt")
    assert record.now.rules.diagrams[1].name == "Comet"


# --- Round trips -------------------------------------------------------------------------------------

RULES = [
    Rules.of("classic"),
    Rules.of("espionage"),
    Rules.of("espionage", tokens=True),
    Rules.of("espionage", tokens=True, variants=[1, 2]),
    Rules.of("espionage", handicap="Red", variants=[3], second_attempt="may"),
    Rules.of("espionage", handicap="White"),
    Rules.of("espionage", tokens=True, variants=[3, 4], agent_square=(6, 2)),
    Rules.of("espionage", tokens=True, variants=[2, 5], off_columns=(1,)),
    Rules.of("espionage", variants=[1, 2, 3, 4, 5], half_move_limit=150),
]


@pytest.mark.parametrize(
    "rules",
    RULES,
    ids=lambda rules: f"{rules.ruleset}{sorted(rules.variants)}{rules.tokens}{rules.handicap}",
)
def test_writing_then_reading_gives_the_same_game(rules: Rules) -> None:
    """Every random game comes back, with either compass, column order, and language."""
    for seed in range(12):
        draw = random.Random(seed)
        game = random_game(rules, draw, plies=draw.choice([0, 1, 2, 60, 200]))
        record = record_of(
            game,
            headers={"Players": "Ann and Bob", "Date": "2026-11-18"},
            french=seed % 2 == 0,
            compass=seed // 2 % 2,
            left=seed // 4 % 2,
        )
        assert record.misfits == ()
        assert same_game(record.now.game(), game)
        again = parse_record(record.text)
        assert again.misfits == ()
        assert again.text == record.text
        assert same_game(again.now.game(), game)
        assert again.begun.others == {"Players": "Ann and Bob", "Date": "2026-11-18"}
        for count in range(0, len(record.steps) + 1, 7):
            moment = record.at(count)
            reached = moment.game()
            assert moment.position == reached.positions[-1] == game.positions[len(moment.events)]
            assert list(moment.events) == reached.events == game.events[: len(moment.events)]


def test_unknown_deals_are_written() -> None:
    """A game with one deal known, as a player at the table has it."""
    rules = Rules.of("classic")
    deal = random_deal(rules, random.Random(1))
    game = Game(rules, (None, deal))
    game.push(Attempt("A", 0, 2), Answer(allowed=True))
    record = record_of(game)
    assert "Yellow = ?" in record.text
    assert record.now.setup.deals == (None, deal)
    assert same_game(record.now.game(), game)


def test_every_action_is_written_and_read() -> None:
    """One game with everything that the extension can say."""
    game = Game(Rules.of("espionage", tokens=True))
    yes, no = Answer(allowed=True), Answer(allowed=False)
    for action, answer in [
        (Reveal("A"), Answer(shown=7)),
        (Attempt("C", 0, 2), yes),
        (MoveTwo(), Answer()),
        (Attempt("C", 0, 1), yes),
        (Attempt("E", 0, 1), no),
        (Remove("A"), Answer()),
        (Attempt("C", 0, 1), no),
        (Expose("P"), Answer(shown=13)),
        (Attempt("O", 0, 1), no),
        (SwapTwo("E", "H"), Answer()),
        (Attempt("K", 0, 1), no),
        (Resign(), Answer()),
    ]:
        game.push(action, answer)
    record = record_of(game)
    cells = [step.text for step in record.steps]
    assert cells == [
        "$A=7, C-N2",
        "$2, C-S1, (E-S1)",
        "*A, (C-N1)",
        "?P, (O-S1)",
        "$E<>H, (K-N1)",
        "resigns",
    ]
    assert same_game(record.now.game(), game)


def test_variant_5_is_written_and_read() -> None:
    """Accepted, declined and failed promotions, with Z taken or refused (CF-VAR-5)."""
    rules = Rules.of("espionage", variants=[3, 5])
    accepted, shown = PromotionReply(accept=True), Answer(promoted=False, shown=13)
    for replies, cell in (
        ([(PromotionReply(accept=True), Answer(promoted=True))], "C-N1xT+"),
        ([(PromotionReply(accept=False), Answer())], "C-N1xT+-"),
        (
            [
                (accepted, shown),
                (GiftReply(accept=True), Answer()),
            ],
            "C-N1xT+!>A",
        ),
        (
            [
                (accepted, shown),
                (GiftReply(accept=False), Answer()),
            ],
            "C-N1xT+!>0",
        ),
    ):
        game = Game(rules)
        for distance in (2, 2, 3, 1, 1):
            if game.position.turn == 1:
                game.push(Attempt("C", 0, 1), Answer(allowed=False))
            game.push(Attempt("C", 0, distance), Answer(allowed=True))
        for action, answer in replies:
            game.push(action, answer)
        record = record_of(game)
        assert record.steps[-1].text.startswith(cell)
        assert same_game(record.now.game(), game)


def test_a_draw_is_written() -> None:
    """Agreement ends the game without a winner (CF-TURN-6)."""
    game = Game(Rules.of("classic"))
    game.push(Agree())
    record = record_of(game)
    assert [step.text for step in record.steps] == ["draws"]
    assert record.now.outcome is not None
    assert record.now.outcome.winner is None


def test_a_pass_keeps_its_kind() -> None:
    """Passing Z is written without the letter of who passes it."""
    game = Game(Rules.of("classic"))
    yes = Answer(allowed=True)
    game.push(Attempt("E", 1, 1), yes)
    game.push(Attempt("A", 0, 1), yes)
    game.push(Attempt("E", 0, 3), yes)
    game.push(Attempt("A", 0, 1), yes)
    assert game.position.holder == (0, "E")
    game.push(Attempt("E", 0, 2, Manner.PASS), yes)
    record = record_of(game)
    assert record.steps[-1].text == "Z-N2"
    assert same_game(record.now.game(), game)


def test_the_last_piece_is_shown_to_be_the_double_agent(tmp_path: Path) -> None:
    """The side has no piece left, so nobody is asked about Z (CF-VAR-5, CF-TURN-6)."""
    (tmp_path / "rules.toml").write_text(
        'format = "deduce.confusion.rules/1"\nsides = [{ name = "Green" }, { name = "Blue" }]\n'
        "columns = 5\nrows = 5\nneutral = [3, 3]\ndouble_agent = true\n"
        "[layout]\nA = [2, 1]\n[[variant]]\nnumber = 5\nanyone_is_promoted = true\n",
        encoding="utf-8",
    )
    (tmp_path / "diagrams.toml").write_text(
        'format = "deduce.confusion.diagrams/1"\n[[diagram]]\nnumber = 13\ndouble_agent = true\n'
        '[promoted]\nreach = 2\ndirections = ["N"]\n',
        encoding="utf-8",
    )
    head = "Ruleset = rules.toml\nVariants = 5\nDiagrams = diagrams.toml\n"
    (tmp_path / "game.txt").write_text(head + "1. A-N4+!\n", encoding="utf-8")
    record = read_record(tmp_path / "game.txt")
    assert record.misfits == ()
    assert record.now.outcome is not None
    assert (record.now.outcome.winner, record.now.outcome.ending) == (1, Ending.NO_PIECES)


# --- Changing a record -------------------------------------------------------------------------------


def test_rows_that_stay_keep_their_layout() -> None:
    """Adding a turn touches the last row only; comments and text around the moves stay."""
    text = "# mine\nYellow\tWhite\n\n1.   A-N2  good\tL-S2\n# between\n2. (C-N1)\n\nThat was it.\n"
    record = parse_record(text)
    longer = record.with_texts(["A-N2  good", "L-S2", "(C-N1)", "(L-S1)", "E-N1"])
    assert longer.text == (
        "# mine\nYellow\tWhite\n\n1.   A-N2  good\tL-S2\n"
        "# between\n2. (C-N1)\t(L-S1)\n3. E-N1\n\nThat was it.\n"
    )
    shorter = longer.with_texts(["A-N2  good"])
    assert shorter.text == "# mine\nYellow\tWhite\n\n1. A-N2  good\n# between\n\nThat was it.\n"


def test_a_changed_record_is_the_one_that_is_read_from_its_text() -> None:
    """Whatever is entered, taken back or corrected; rows that stay the same are not followed again."""
    sample, draw = read_record(SAMPLE), random.Random(1)
    for _ in range(40):
        texts, place = sample.texts, draw.randrange(len(sample.steps))
        other = [draw.choice(["(A-N1)", "nonsense", "L-S2", "resigns"])]
        texts[place : place + draw.choice([0, 1, 100])] = draw.choice([other, []])
        changed = sample.with_texts(texts)
        again = parse_record(changed.text)
        assert changed.misfits == again.misfits
        assert changed.texts == again.texts == texts
        assert changed.now.events == again.now.events
        assert changed.now.position == again.now.position
        kept = (place + 1) // 2 * 2 - 1
        assert all(changed.steps[number] is sample.steps[number] for number in range(kept))


def test_a_turn_with_a_tab_in_it_stays_one_turn() -> None:
    """A row with too much in it has it all in its second column; written anew it is no further column."""
    record = parse_record("1. A-N2\tL-S2\tmore\n2. (C-N1)\n")
    changed = record.with_texts(record.texts[1:])
    assert changed.texts == parse_record(changed.text).texts == ["L-S2 more", "(C-N1)"]


def test_headers_can_be_set() -> None:
    """In their place, or behind the others."""
    document = parse_record("Ruleset = classic\nWhite = ?\n\n1. A-N2\n").document
    changed = document.with_header("White", DEAL).with_header("Place", "Lyon")
    assert changed.text == f"Ruleset = classic\nWhite = {DEAL}\nPlace = Lyon\n\n1. A-N2\n"
