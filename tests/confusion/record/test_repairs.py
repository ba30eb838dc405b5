"""Records of Confusion that mend themselves: every sort of slip, several together, deals known and not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from common import CLASSIC, ROOT
from deduce.confusion.kind import parse_record
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.mended import Mended, annotated
from deduce.tabletop.record import Record
from deduce.tabletop.repair import repaired
from deduce.tabletop.slips import Change, Sort, filled
from faults import damages
from matches import heard
from tables import new_game, texts

SAMPLE = (ROOT / "examples" / "sample_game.txt").read_text(encoding="utf-8")
UNKNOWN = "\n".join(line for line in SAMPLE.split("\n") if not line.startswith(("Blanc =", "Jaune =")))
ONE = {
    "letter": ("6. V-NE1\tC-SW1", "6. V-NE1\tS-SW1"),
    "direction": ("31. (H-W1)\tVZ-S2", "31. (H-W1)\tVZ-SW2"),
    "distance": ("14. K-NW2", "14. K-NW1"),
    "answer": ("24. KZ-NE1", "24. (KZ-NE1)"),
    "Z": ("20. KZ-NW2", "20. K-NW2"),
    "a capture": ("L-S4xA", "L-S4xE"),
    "a capture left out": ("C-W1xL", "C-W1"),
    "a promotion": ("V-NW2xS+ promotion", "V-NW2xS promotion"),
    "a deal": ("Jaune = A4 C8 E12 H11", "Jaune = A4 C8 E11 H12"),
    "a number of a deal": ("Blanc = A6 C8", "Blanc = A6 C6"),
    "the compass": ("Compass = Jaune", "Compass = Blanc"),
    "what cannot be read": ("13. K-NE1", "13. KNE1"),
}


def originals(mended: Mended[damages.Moment], text: str = SAMPLE) -> list[bool]:
    return [damages.is_original(repair.record, parse_record(text)) for repair in mended.repairs[:3]]


@pytest.mark.parametrize(("written", "wrong"), ONE.values(), ids=ONE)
def test_one_slip_of_every_sort(written: str, wrong: str) -> None:
    """The original is among the first three, one correction does it, and nothing is left."""
    assert SAMPLE.count(written) == 1
    mended = repaired(parse_record(SAMPLE.replace(written, wrong)))
    assert any(originals(mended))
    assert len(mended.corrections) == 1
    for repair in mended.repairs:
        assert repair.record.misfits == ()
    assert sum(repair.chance for repair in mended.repairs) == pytest.approx(1)


def rows_of(text: str) -> tuple[list[str], int]:
    lines = text.split("\n")
    return lines, next(place for place, line in enumerate(lines) if line.startswith("14. "))


def test_rows_in_the_wrong_order() -> None:
    """With their numbers, and where these were set right."""
    lines, place = rows_of(SAMPLE)
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    mended = repaired(parse_record("\n".join(lines)))
    assert originals(mended)[0]
    assert str(mended.corrections[0]).startswith("rows 15 and 14: they probably stand in the wrong order")
    lines[place], lines[place + 1] = (
        lines[place].replace("15", "14", 1),
        lines[place + 1].replace("14", "15", 1),
    )
    assert any(originals(repaired(parse_record("\n".join(lines)))))


def test_a_row_that_is_missing_is_put_in() -> None:
    """By its number; what stood there is told as far as the rest tells, ? of a turn that changed nothing."""
    lines, place = rows_of(SAMPLE)
    assert lines[place] == "14. K-NW2\t(H-S2)"
    del lines[place]
    mended = repaired(parse_record("\n".join(lines)))
    assert originals(mended)[0]
    assert "K-NW2, ?; ? changed nothing on the board" in str(mended.corrections[0])
    after = mended.best.record
    assert "14. K-NW2\t?" in after.text.split("\n")
    assert parse_record(after.text).misfits == ()


def test_a_row_is_put_in_without_its_number_whichever_side_moved_in_it() -> None:
    """Nothing tells that one is missing but what follows: H-SE2 of the right column, then both columns."""
    for row, kept in (("21. (P-NE2)\tH-SE2", "?, H-SE2"), ("33. C-NW1\tTZ-SE1", "C-NW1, TZ-SE1")):
        lines = SAMPLE.split("\n")
        place = lines.index(row)
        del lines[place]
        number = int(row.partition(".")[0])
        for later in range(place, len(lines)):
            lines[later] = lines[later].replace(f"{number + 1}. ", f"{number}. ", 1)
            number += 1
        mended = repaired(parse_record("\n".join(lines)))
        assert mended.is_whole
        found = [", ".join(each.change.put) for repair in mended.repairs for each in repair.corrections]
        assert kept in found
        assert any(damages.is_original(repair.record, parse_record(SAMPLE)) for repair in mended.repairs)


def test_what_puts_in_a_row_is_the_same_in_whichever_order_it_is_filled() -> None:
    """First one turn and then the other: each pair of turns is found once."""
    state = parse_record("Yellow\tWhite\n1. A-N2\tL-S2\n")
    lost = Change(Sort.MISSING, 2, 0, ("?", "?"))
    once = [*filled(state, state.now, lost)]
    assert {change.put.index("?") for change in once} == {0, 1}
    twice = [each for change in once for each in filled(state, state.now, change)]
    pairs = {each.put for each in twice}
    assert len(set(twice)) == len(pairs)
    assert len({change.put[0] for change in once if change.put[1] == "?"}) > 20


def test_two_slips_in_one_entry_are_found_and_count_as_two() -> None:
    """Letter and direction of a capture; only where one slip anywhere does not do."""
    wrong = SAMPLE.replace("H-SE1xT", "K-E1xT")
    mended = repaired(parse_record(wrong))
    assert originals(mended)[0]
    (correction,) = mended.corrections
    assert correction.said == "K-E1xT is probably H-SE1xT, two slips in one"
    assert correction.change.slips == 2
    both = wrong.replace("20. KZ-NW2", "20. K-NW2")
    mended = repaired(parse_record(both))
    assert originals(mended)[0]
    assert sum(each.change.slips for each in mended.corrections) == 3


def test_a_row_that_was_written_twice_is_taken_out() -> None:
    lines, place = rows_of(SAMPLE)
    lines.insert(place, lines[place])
    mended = repaired(parse_record("\n".join(lines)))
    assert originals(mended)[0]
    assert mended.best.record.text == SAMPLE
    assert "K-NW2 and (H-S2) were probably written twice" in str(mended.corrections[0])


def test_of_two_rows_with_one_number_either_is_taken_out() -> None:
    """Where one cell is another one, that is a slip more; what would change the game stays."""
    lines, place = rows_of(SAMPLE)
    for where, wrong in ((place, "14. K-NW2\t(H-S1)"), (place + 1, "14. K-NW2\t(H-S1)")):
        mended = repaired(parse_record("\n".join([*lines[:where], wrong, *lines[where:]])))
        assert any(originals(mended))
        taken = [each for each in mended.corrections if each.change.sort is Sort.DOUBLED]
        assert [each.change.slips for each in taken] == [2]
        assert taken[0].said.endswith("were probably written twice, and another time with a slip")


def test_several_slips_are_put_right_together() -> None:
    """Also where two of them lie in one entry's past; without any of them something does not fit."""
    wrong = (
        SAMPLE.replace("20. KZ-NW2", "20. K-NW2")
        .replace("24. KZ-NE1", "24. (KZ-NE1)")
        .replace("L-S4xA", "L-S4xE")
    )
    record = parse_record(wrong)
    mended = repaired(record)
    assert any(originals(mended))
    assert len(mended.corrections) == 3
    assert all(correction.why for correction in mended.corrections)


def test_two_numbers_of_one_deal_are_left_and_the_rest_is_mended() -> None:
    """What is wrong in the header is said; the deal counts as unknown."""
    wrong = SAMPLE.replace("A6 C8 E10 H11", "A6 C6 E6 H11").replace("13. K-NE1", "13. KNE1")
    mended = repaired(parse_record(wrong))
    assert any("KNE1 is probably K-NE1" in str(each) for each in mended.corrections)
    assert any("have the diagram 6" in left for left in mended.left)


def test_of_two_deals_one_is_known() -> None:
    """An answer that the known one denies, and one that contradicts what was heard of the other."""
    text = "\n".join(line for line in SAMPLE.split("\n") if not line.startswith("Jaune ="))
    wrong = text.replace("21. (P-NE2)\tH-SE2", "21. (P-NE2)\t(H-SE2)")
    assert wrong != text
    assert any(originals(repaired(parse_record(wrong)), text))


def test_unknown_deals_contradict_themselves() -> None:
    """The board allows all of it; that H cannot be any diagram is what does not fit."""
    text = "1. H-N1\t(A-S1)\n2. H-S1\t(C-S1)\n3. (H-N1)\t(E-S1)\n"
    record = parse_record(text)
    assert record.misfits == ()
    mended = repaired(record)
    found = {str(repair.corrections[0].change.put[0]) for repair in mended.repairs}
    assert "H-N1" in found
    assert "what was heard contradicts itself: Yellow's pieces" in mended.corrections[0].why
    assert mended.is_whole
    assert repaired(parse_record(UNKNOWN)).corrections == ()


def test_a_part_of_a_deal_counts_with_what_was_heard() -> None:
    """H is the Crab (9), which does not go one straight ahead; nothing was said of the others."""
    record = parse_record("Yellow = H9\n1. H-N1\t(A-S1)\n2. (A-N1)\t(A-S1)\n")
    mended = repaired(record)
    assert mended.corrections
    assert mended.best.record.misfits == ()


@pytest.mark.parametrize("deals", damages.DEALS)
@pytest.mark.parametrize("sort", ["answer", "letter", "doubled row"])
def test_damaged_games_are_whole_again(sort: str, deals: str) -> None:
    """Whatever is found, it fits, and is no more than what was damaged."""
    draw = random.Random(f"{sort} {deals}")
    sheet = damages.game_on_paper(draw, deals, plies=24)
    assert damages.SLIPS[sort](sheet, draw)
    mended = repaired(parse_record(sheet.text))
    assert mended.is_whole
    assert len(mended.corrections) <= 1
    for repair in mended.repairs:
        assert repair.record.misfits == ()
        assert parse_record(repair.record.text).misfits == ()


def test_the_harness_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each sort of slip."""
    assert damages.main(["--records", "2", "--plies", "20", "--sorts", "answer,deal", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| answer", "| deal"]
    noticed, first, said, three, told, *_ = lines[2].split(" | ")[1:]
    assert noticed.endswith(" of 2")
    assert 2 >= int(noticed[0]) >= int(told) >= int(three) >= int(first)
    assert float(said) <= int(noticed[0])


def test_comments_say_what_was_mended() -> None:
    """Above the rows; reading them again changes nothing."""
    mended = repaired(parse_record(SAMPLE.replace("13. K-NE1", "13. KNE1")))
    text = annotated(mended).text
    (comment,) = [line for line in text.split("\n") if line.startswith("# Mended: ")]
    assert "KNE1 is probably K-NE1" in comment
    assert "; without that entry 24 would not fit: KNE1: is not a move" in comment
    assert text.replace(f"{comment}\n", "") == SAMPLE
    again: Record[damages.Moment] = parse_record(text)
    assert again.misfits == ()


# --- At the table ------------------------------------------------------------------------------------


def test_mend_at_the_table_asks_before_it_corrects(tmp_path: Path) -> None:
    """And undo takes it back."""
    path = tmp_path / "game.txt"
    text = "Me = Yellow\n\nYellow\tWhite\n1. H-N1\t(L-S2)\n2. (K-N1\t(A-S1)\n"
    game = new_game(path, CLASSIC)
    game.go_on(parse_record(text))
    game.file.save(text)
    companion = TableCompanion(game)
    said = heard(companion, "mend")
    assert said[0] == "Probable slips:"
    assert said[-1] == "Correct it so? (y, n)"
    assert heard(companion, "n") == ["Nothing was changed."]
    assert path.read_text(encoding="utf-8") == text
    heard(companion, "mend")
    assert heard(companion, "y")[0] == "Mended; undo takes it back."
    assert companion.kept.record.misfits == ()
    assert "# Mended: entry 3 (row 2, left column): (K-N1 is probably " in path.read_text(encoding="utf-8")
    assert heard(companion, "mend") == ["everything that was entered fits"]
    assert heard(companion, "undo") == ["Took back mend; redo brings back."]
    assert path.read_text(encoding="utf-8") == text


def test_what_cannot_be_is_explained_by_a_slip_before(tmp_path: Path) -> None:
    """Where no other answer would do: K was noted for H, which still stands in the way of S."""
    companion = TableCompanion(new_game(tmp_path / "game.txt", CLASSIC))
    for line in ("k n1 y", "a s1 n"):
        companion.obey(line)
    (refused,) = heard(companion, "s n1 y")
    assert refused.endswith("If it was so, mend looks for what was noted wrongly before")
    said = heard(companion, "mend")
    assert said[1].startswith("  entry 1 (row 1, left column): K-N1 is probably H-N1")
    assert any("without that this is not possible: s n1 y: " in line for line in said)
    assert heard(companion, "y")[0] == "Mended; undo takes it back. Now s n1 y is possible."
    assert heard(companion, "s n1 y")[0] == "3. S-N1"
    assert texts(companion.kept) == ["H-N1", "(A-S1)", "S-N1"]
