"""Corrections at the table: undo in later sittings, broken records, lines that are only tried, diagrams."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from common import CLASSIC, TOKENS
from deduce.confusion import Moment, Rules
from deduce.confusion.pictures.pieces import pieces_told
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.questions import replay_json
from matches import heard
from tables import new_game, opened, texts

DEAL = "A4 C8 E12 H11 K10 L2 N1 O3 P7 S6 T5 V9"
BROKEN = "Me = Yellow\nWhite = ?\n\nYellow\tWhite\n1. H-N1\t(L-S2)\n2. K-N9\t(A-S1)\n3. (A-N1)\tnonsense\n"
"""The record of six turns, two of which make no sense."""
PLACED = "A3,1 C4,1 E5,1 H7,1 K8,1 L9,1 N3,2 O4,2 P5,2 S7,2 T8,2 V9,2"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def sat_down(path: Path) -> TableCompanion[Moment]:
    """Somebody who opens the file and sits down at it."""
    return TableCompanion(opened(path))


def kept(path: Path) -> tuple[bytes, bytes]:
    """What lies in the files of a game: its record, and its history."""
    return path.read_bytes(), path.with_name(f".{path.name}.history").read_bytes()


# --- Undo across sittings ----------------------------------------------------------------------------


def test_corrections_are_taken_back_after_quitting(path: Path) -> None:
    """Each in a sitting of its own; then one undo each, and one redo each, in sittings of their own."""
    new_game(path, CLASSIC)
    for line in ("h n1 n", "h s1 n", "k n1 y", "c s1 n"):
        sat_down(path).obey(line)
    states, words = [texts(opened(path))], []
    for line, done in (
        ("edit 1 y", "edit 1"),
        ("insert 5 h n1 n", "insert 5"),
        ("delete 2", "delete 2"),
        ("edit 2 h s1 n # misheard", "edit 2"),
        ("deal a 4", "deal of White"),
    ):
        companion = sat_down(path)
        assert companion.obey(line).fits
        assert companion.obey("quit").fits
        states.append(texts(companion.kept))
        words.append(done)
    assert [len(state) for state in states] == [4, 4, 5, 4, 4, 4]
    for done, state in zip(words[::-1], states[-2::-1], strict=True):
        assert heard(sat_down(path), "undo")[0] == f"Took back {done}; redo brings back."
        assert texts(opened(path)) == state
    for done, state in zip(words, states[1:], strict=True):
        assert heard(sat_down(path), "redo")[0] == f"Brought back {done}."
        assert texts(opened(path)) == state
    assert heard(sat_down(path), "redo") == ["There is nothing to bring back."]
    assert heard(sat_down(path), "deal")[0].startswith("White: A Rook; missing: C E H")


# --- Broken records ----------------------------------------------------------------------------------


def test_a_broken_record_looks_broken_until_it_is_mended(path: Path) -> None:
    """In the title, in moves, in what is asked, and when the game goes on; edit k ... mends it."""
    path.write_text(BROKEN, encoding="utf-8")
    trouble = (
        "The record is broken: 2 problems in entries 3, 6; moves shows more, mend looks for what was meant"
    )
    companion = sat_down(path)
    assert companion.summary.startswith(f"turn 7: Yellow to move. {trouble}. Yellow's pieces: ")
    assert companion.frame().trouble == trouble
    for line in ("why h crab", "suspects", "reach", "what-if a w1"):
        assert heard(companion, line)[0] == trouble
    moves = heard(companion, "moves")
    assert moves[2:4] == [
        "   3 Yellow  K-N9",
        "         ! K-N9: is not possible: no piece can move more than 4 squares",
    ]
    assert moves[-2] == "   6 White   nonsense"
    assert moves[-1].startswith("         ! nonsense: is not a move")
    companion.obey("at 2")
    assert trouble in companion.summary
    companion.obey("at")
    assert heard(companion, "edit 3 k n1 y") == ["3. K-N1"]
    left = "The record is broken: 1 problem in entry 6; moves shows more, mend looks for what was meant"
    assert companion.frame().trouble == left
    companion = sat_down(path)
    assert companion.frame().trouble == left
    assert heard(companion, "edit 6 a s1 n") == ["6. (A-S1)"]
    assert (companion.frame().trouble, opened(path).record.misfits) == ("", ())
    assert "broken" not in companion.summary
    heard(companion, "undo 2")
    assert companion.frame().trouble == trouble
    assert path.read_text(encoding="utf-8") == BROKEN


def test_cf_turn_2_what_made_a_line_impossible_is_named(path: Path) -> None:
    """The last answer whose opposite would make the line possible, with the edit that does so."""
    companion = TableCompanion(new_game(path, CLASSIC))
    for line in ("e n1 n", "e s1 n", "c n1 n", "c s1 n"):
        companion.obey(line)
    (said,) = heard(companion, "p n1 y")
    assert said.startswith("Yellow's P one forward: Yellow's own E stands there; P could try ")
    assert said.endswith("It is so since entry 1 (E-N1); was that allowed? Then edit 1 y mends it.")
    assert texts(companion.kept) == ["(E-N1)", "(E-S1)", "(C-N1)", "(C-S1)"]
    mend = re.search(r"Then (edit \d+ \w) mends", said)
    assert mend is not None
    assert heard(companion, mend[1])[0] == "1. E-N1"
    assert heard(companion, "p n1 y")[0] == "5. P-N1"
    # Nobody's answer is behind it where a piece has never been asked to leave.
    heard(companion, "undo")
    assert not any("It is so since" in line for line in heard(companion, "s n1 y"))


def test_cf_turn_2_an_answer_that_was_yes_is_named_as_well(path: Path) -> None:
    """What stands in the way had been moved there; also in a line that is only tried."""
    companion = TableCompanion(new_game(path, CLASSIC))
    for line in ("h n2 y", "k s1 n"):
        companion.obey(line)
    for line in ("e ne3 y", "try e ne3 y"):
        (said,) = heard(companion, line)
        assert said.endswith("It is so since entry 1 H-N2; was that refused? Then edit 1 n mends it.")
    assert heard(companion, "edit 1 n") == ["1. (H-N2)"]
    assert heard(companion, "e ne3 y")[0] == "3. E-NE3"


def test_cf_turn_4_what_is_captured_after_a_correction_is_written_anew(path: Path) -> None:
    """What an entry behind a corrected one says too little or too much is named; edit k y mends it."""
    companion = TableCompanion(new_game(path, CLASSIC))
    for line in ("c n4 n", "k s3 y", "c n1 y", "h s1 n"):
        companion.obey(line)
    for answer, first, wrong, right in (
        ("y", "C-N4", "C-N1: captures K, which is not written; read as captured", "C-N1xK"),
        ("n", "(C-N4)", "C-N1xK: nobody to capture stands there", "C-N1"),
    ):
        said = heard(companion, f"edit 1 {answer}")
        assert said[0] == f"1. {first}"
        assert said[1].startswith("Does not fit any more: entry 3 ")
        assert wrong in said[1]
        assert said[1].endswith(". If that is right, edit 3 y writes it anew")
        assert "The record is broken: 1 problem in entry 3; " in companion.summary
        assert heard(companion, "edit 3 y") == [f"3. {right}"]
        assert "broken" not in companion.summary
        assert texts(opened(path)) == [first, "K-S3", right, "(H-S1)"]


def test_a_question_of_a_correction_is_asked_once(path: Path) -> None:
    """From a moment before as well, where it is said that it is now again."""
    companion = TableCompanion(new_game(path, CLASSIC))
    for line in ("h n1 n", "h s1 n", "at 1"):
        companion.obey(line)
    question = "K one forward: allowed? (y, n)"
    assert heard(companion, "edit 2 k s1") == ["Back to now.", question]
    assert heard(companion, "") == heard(companion, "board") == [question]
    assert heard(companion, "y") == ["2. K-S1"]


def test_cf_var_5_what_became_of_a_promotion_is_corrected_by_its_sign(path: Path) -> None:
    """By + and +-, and by +! with who took Z, which is asked for if it is not said; nowhere else."""
    path.write_text(
        "Ruleset = espionage\nVariants = 5\nMe = White\nFirst = White\nCompass = White\n\n"
        "White\tRed\n1. V-E2\t(A-S1)\n2. V-N4\t(A-S1)\n3. V-N1\t(A-S1)\n4. V-N4\t(A-S1)\n5. V-N1+-\t(A-S1)\n",
        encoding="utf-8",
    )
    companion = sat_down(path)
    assert companion.frame().trouble == ""
    question = "Z is offered to A, the first piece in alphabetical order: taken? (y, n)"
    for line, told in (
        ("edit 9 +", "9. V-N1+"),
        ("edit 9 +-", "9. V-N1+-"),
        ("edit 9 +!", question),
        ("perhaps", "'perhaps' is neither yes nor no; undo drops the question"),
        ("y", "9. V-N1+!>A"),
        ("edit 9 +!>0", "9. V-N1+!>0"),
        ("edit 9 + ! > a # after all", "9. V-N1+!>A after all"),
        ("edit 9 +!>c", "Z is offered to A, the first piece by the alphabet, not to C"),
        ("edit 7 +!", "there is no promotion here; leave the sign out"),
        ("edit 7 +", "there is no promotion here; leave the sign out"),
    ):
        assert heard(companion, line)[0] == told
    assert texts(opened(path))[8] == "V-N1+!>A after all"
    assert companion.kept.record.now.position.holder == (1, "A")


# --- Trying ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [None, 2])
def test_lines_are_tried_several_turns_deep_and_nothing_is_saved(place: int | None, path: Path) -> None:
    """From now or from a moment before; with corrections, questions and advice in it."""
    deal = {word[0]: int(word[1:]) for word in DEAL.split()}
    companion = TableCompanion(new_game(path, CLASSIC, 0, 0, deal))
    for line in ("h n1 n", "h s1 n", "k n1 y", "l s1"):
        companion.obey(line)
    before, now = kept(path), texts(companion.kept)
    summary = companion.summary
    if place is not None:
        companion.obey(f"at {place}")
        assert "nothing is entered there" in heard(companion, "k n1 y")[0]
        summary = companion.summary
    begin = 4 if place is None else place
    assert heard(companion, "try a n1") == ["A one forward: allowed? (y, n)"]
    assert heard(companion, "y") == [f"{begin + 1}. A-N1"]
    assert companion.summary.startswith(f"only tried (back leaves), turn {begin + 2}: White to move. ")
    assert heard(companion, "l s2")[1] == "Say: L two forward: yes"
    assert heard(companion, "try c n1 n") == [f"{begin + 3}. (C-N1)"]
    assert heard(companion, "a s1 n")[-1] == "Careful: A is Rook: the right answer is yes."
    assert "The record is broken" in companion.summary
    assert heard(companion, f"edit {begin + 4} y") == [f"{begin + 4}. A-S1"]
    assert len(texts(companion.at_hand)) == begin + 4
    assert any(line.startswith("Try ") for line in heard(companion, "suggest"))
    for line in ("what-if a n1", "why h crab", "moves", "deal b 3", f"delete {begin + 4}", "undo 2", "redo"):
        heard(companion, line)
    heard(companion, "deal a ?, c ?")
    # In what is tried, another moment can be looked at, and there is nothing else to try from there.
    heard(companion, "at 1")
    (refused,) = heard(companion, "try a n1 n")
    assert refused.endswith("nothing is entered there: at alone comes back to now (White to move)")
    assert heard(companion, "note hm") == [
        "what is only tried is not saved, and neither would be the note; back leaves it"
    ]
    assert heard(companion, "back") == ["Back; what was tried is forgotten."]
    assert companion.summary == summary
    assert kept(path) == before
    assert texts(companion.kept) == texts(opened(path)) == now
    assert heard(companion, "back") == ["Nothing is only tried; at alone comes back to now."]


def test_quitting_while_a_line_is_tried_forgets_it(path: Path) -> None:
    """Nothing of it is there in the next sitting."""
    companion = TableCompanion(new_game(path, CLASSIC))
    companion.obey("h n1 n")
    before = kept(path)
    for line in ("try h s1 n", "k n1 y", "quit"):
        companion.obey(line)
    assert companion.is_over
    assert kept(path) == before
    assert sat_down(path).summary.startswith("turn 2: White to move.")


def test_cf_tok_a_turn_that_is_begun_is_finished_only_for_a_try(path: Path) -> None:
    """What was begun stays begun when the line is left."""
    companion = TableCompanion(new_game(path, Rules.of("espionage", tokens=True)))
    companion.obey("two")
    begun = companion.summary
    for line in ("try h n1 y", "k n1 y", "h s1 n"):
        companion.obey(line)
    assert texts(companion.at_hand) == ["$2, H-N1, K-N1", "(H-S1)"]
    assert heard(companion, "back") == ["Back; what was tried is forgotten."]
    assert companion.summary == begun
    assert texts(opened(path)) == ["$2"]


def test_cf_tok_reveal_what_was_shown_is_asked_only_where_something_could_be(path: Path) -> None:
    """No such piece, the token is gone, or another was used: that is said, and nothing is asked."""
    companion = TableCompanion(new_game(path, Rules.of("espionage", tokens=True)))
    assert heard(companion, "reveal b") == ["reveal B: there is no piece B"]
    asked = "A is shown: which diagram, by name or number? (? if it was not written down)"
    assert heard(companion, "reveal a") == [asked]
    assert heard(companion, "crab")[0] == "1. $A=9"
    (refused,) = heard(companion, "reveal c")
    assert refused.startswith("reveal C: reveal was done this turn already. If it was so, mend ")
    for line in ("h n1 n", "h s1 n"):
        companion.obey(line)
    (said,) = heard(companion, "reveal c")
    assert said.startswith("reveal C: ")
    assert companion.question == ""
    assert texts(companion.kept) == ["$A=9, (H-N1)", "(H-S1)"]


# --- Diagrams and placements -------------------------------------------------------------------------


def test_cf_setup_1_diagrams_are_asked_for_letter_by_letter(path: Path) -> None:
    """By number or name; what makes no sense is asked again, and looking at something keeps the question."""
    companion = TableCompanion(new_game(path, CLASSIC))
    question = "White's {}: which diagram, by name or number? (? for later, stop ends)"
    assert heard(companion, "deal each")[-1] == question.format("A")
    for line, told in (
        ("a 6", "there is no diagram 'a 6'"),
        ("h n1 y", "there is no diagram 'h'"),
        ("13", "13"),
        ("", question.format("A")),
        ("board", question.format("A")),
    ):
        said = heard(companion, line)
        assert said[-1] == question.format("A")
        assert told in said[0]
    assert texts(companion.kept) == []
    said = heard(companion, "rook")
    assert (said[0], said[-1]) == ("White: 1 of 12 diagrams are entered.", question.format("C"))
    assert not any(" 4 Rook" in line for line in said)
    assert (
        heard(companion, "4")[0] == "deal of White: A and C both have the diagram 4; undo drops the question"
    )
    assert heard(companion, "?")[-1] == question.format("E")
    names = ("12", "cardinal", "bishop", "probe", "1", "3", "sprinkler", "king", "novice", "9")
    for letter, name in zip("EHKLNOPSTV", names, strict=True):
        said = heard(companion, name)
        if letter != "V":
            assert said[-1].startswith("White's ")
    assert said[0] == "White: all diagrams are entered."
    assert f"White = {DEAL}\n" in path.read_text(encoding="utf-8")
    assert companion.question == ""
    assert heard(companion, "deal")[0].endswith("V Crab")
    assert heard(companion, "deal v ?") == [
        "which diagram V has follows from the others; take out another one as well"
    ]
    assert heard(companion, "deal v ?, p ?") == ["White: 10 of 12 diagrams are entered."]
    assert heard(companion, "deal")[0].endswith("T Novice; missing: P V")
    assert heard(companion, "deal each")[-1] == question.format("P")
    assert heard(companion, "undo") == ["Nothing was entered; the question is dropped."]
    # The right answers are those of the diagrams that were entered.
    heard(companion, "h n1 n")
    assert heard(companion, "l s2")[1] == "Say: L two forward: yes"


def test_cf_var_4_placements_are_entered_later(path: Path) -> None:
    """Each side's, as that side sees it; the board follows, and what does not fit any more is told."""
    companion = TableCompanion(new_game(path, Rules.of("espionage", variants=[1, 4]), me=1))
    said = heard(companion, "placement")
    assert [line.split(", so ")[0] for line in said] == ["White: not entered", "Red: not entered"]
    assert heard(companion, "n n1 n")[0].startswith("White's N one back")
    assert heard(companion, "n s1 n")[0].startswith("White's N one forward: White's own A stands there")
    assert heard(companion, "a s1 n") == ["1. (A-S1)"]
    (refused,) = heard(companion, "placement white A3,1")
    assert refused.startswith("placement of White: it must place exactly the pieces")
    assert heard(companion, f"placement white {PLACED.lower()}")[0] == "White's pieces are placed."
    # Now N stands before A.
    assert "The record is broken: 1 problem in entry 1" in companion.summary
    assert heard(companion, "edit 1 n s1 n") == ["1. (N-S1)"]
    assert heard(companion, f"place {PLACED}") == ["Red's pieces are placed."]
    board = "\n".join(companion.frame().picture)
    assert re.search(r"^ +2 +\. +\. +N +O +P +\. +S +T +V +\. +\. +2$", board, re.MULTILINE)
    assert re.search(r"^ +10 +\. +\. +v +t +s +\. +p +o +n +\. +\. +10$", board, re.MULTILINE)
    assert heard(companion, "placement") == [f"White: {PLACED}", f"Red: {PLACED}"]
    again = sat_down(path)
    assert again.summary == companion.summary
    assert heard(again, "undo") == ["Took back placement of Red; redo brings back."]
    assert heard(again, "placement")[1].startswith("Red: not entered")


# --- What belongs together, and whose it is ----------------------------------------------------------


def test_cf_tok_editing_an_attempt_keeps_the_token_before_it(tmp_path: Path) -> None:
    """Only what was typed changes; of two attempts it has to be said which."""
    companion = TableCompanion(new_game(tmp_path / "game.txt", TOKENS))
    for line in ("reveal h 4, e n4 n", "h s1 n", "two, k n1 y, h n1 y"):
        companion.obey(line)
    assert heard(companion, "edit 1 e n3 n")[0] == "1. $H=4, (E-N3)"
    assert heard(companion, "edit 1b y")[0] == "1. $H=4, E-N3"
    assert "write a for K-N1 or b for H-N1 behind the number of the entry" in heard(companion, "edit 3 n")[0]
    assert "is one attempt, and this turn has 2" in heard(companion, "edit 3 k n1 n")[0]
    assert heard(companion, "edit 3a n")[0] == "3. $2, (K-N1), H-N1"
    assert heard(companion, "edit 3b n")[0] == "3. $2, (K-N1), (H-N1)"
    assert companion.kept.record.misfits == ()


def test_turns_that_go_to_the_other_side_are_told(path: Path) -> None:
    """Where an entry before them comes in or goes."""
    companion = TableCompanion(new_game(path, CLASSIC))
    for line in ("h n1 n", "h s1 n", "k n1 n"):
        companion.obey(line)
    careful = "Careful: from entry {} on, the turns are the other side's now."
    assert careful.format(1) in heard(companion, "delete 1")
    assert careful.format(2) in heard(companion, "insert 1 a n1 n")
    assert heard(companion, "delete 3") == ["Took out entry 3."]
    assert heard(companion, "edit 1 y") == ["1. A-N1"]


def test_cf_da_3_a_part_of_a_deal_says_who_is_no_double_agent(tmp_path: Path) -> None:
    """And what a token shows is compared with it."""
    companion = TableCompanion(new_game(tmp_path / "game.txt", TOKENS))
    companion.obey("deal x 13, a 6")
    companion.obey("deal white c 7")
    assert "A is not the double agent" in heard(companion, "expose a")[0]
    assert companion.kept.record.texts == []
    assert "Say: C is Sprinkler" in heard(companion, "reveal c")
    assert companion.kept.record.texts == ["$C=7"]


# --- While something is asked ------------------------------------------------------------------------


def test_a_note_does_not_answer(path: Path) -> None:
    """Nor does anything else that leaves the entries alone; what changes them has to wait."""
    companion = TableCompanion(new_game(path, CLASSIC))
    question = heard(companion, "k n1")[-1]
    assert heard(companion, "note he smiled")[-1] == question
    for line in ("edit 1 n", "deal a 6", "try h n1 y", "redo", "delete 1"):
        assert "has to wait" in heard(companion, line)[0]
    assert heard(companion, "at 0")[-1] == question
    assert heard(companion, "y")[0] == "1. K-N1"
    assert companion.title == "turn 2: White to move"


def test_back_drops_what_was_asked_of_a_tried_line(path: Path) -> None:
    """No answer leads back into it."""
    companion = TableCompanion(new_game(path, CLASSIC))
    for line in ("try k n1 y", "h s1"):
        companion.obey(line)
    assert heard(companion, "back") == [
        "Nothing was entered; the question is dropped.",
        "Back; what was tried is forgotten.",
    ]
    assert heard(companion, "y")[0].startswith("nothing was asked that 'y' could answer")
    assert (companion.trial, companion.kept.record.texts) == (None, [])


def test_export_asks_before_it_writes_over_something(path: Path) -> None:
    """Another game is not lost by a slip."""
    companion = TableCompanion(new_game(path, CLASSIC))
    other = path.with_name("other.txt")
    other.write_text("precious", encoding="utf-8")
    assert heard(companion, f"export {other}") == [f"{other} is there already; write over it? (y, n)"]
    assert heard(companion, "n") == [f"{other} stays as it is."]
    assert other.read_text(encoding="utf-8") == "precious"
    heard(companion, f"export {other}")
    assert heard(companion, "y") == [f"Written to {other}."]
    assert other.read_text(encoding="utf-8") == companion.kept.record.text


def test_documents_agree_on_a_turn_that_goes_on_and_on_a_part_of_a_deal(tmp_path: Path) -> None:
    """How many turns are over, and which diagrams are known."""
    companion = TableCompanion(new_game(tmp_path / "game.txt", TOKENS))
    for line in ("deal x 13, a 6", "h n1 n", "h s1 n", "reveal c 7"):
        companion.obey(line)
    replay, pieces = replay_json(companion.look), pieces_told(companion.look, {"diagram": "king"})
    assert (replay["plies"], replay["recorded_plies"]) == (2, 3)
    assert pieces.document()["plies"] == 2
    red = replay["pieces"]["Red"]
    assert [red[letter]["diagram"] for letter in "AXC"] == [6, 13, None]
    assert pieces.document()["diagrams"][0]["theirs"] == "A"
    assert "Of Red's deal 2 diagrams are in the record." in heard(companion, "pieces king")
