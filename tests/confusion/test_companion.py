"""The companion at the table: what each line does."""

from __future__ import annotations

import contextlib
import json
import os
import re
import tempfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common import CLASSIC, TOKENS
from deduce.confusion import CONFUSION, Moment, RecordError, Rules, parse_record, read_record
from deduce.tabletop.companion import TableCompanion
from deduce.tabletop.said import Grid, Role, Said
from deduce.tabletop.verbs import commands_of
from tables import new_game, opened, texts

DEAL = "A4 C8 E12 H11 K10 L2 N1 O3 P7 S6 T5 V9"
COMMANDS = [command for command in commands_of(CONFUSION, changing=True) if command.usage]
"""What can be typed beside turns."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


@pytest.fixture
def companion(path: Path) -> TableCompanion[Moment]:
    """Yellow's companion after three turns, with White's diagrams."""
    deal = {word[0]: int(word[1:]) for word in DEAL.split()}
    found = TableCompanion(new_game(path, CLASSIC, 0, 0, deal))
    for line in ("h n1 n", "h s1 n", "k n1 y"):
        found.obey(line)
    assert len(found.kept.record.steps) == 3
    return found


def said(companion: TableCompanion[Moment], line: str) -> list[str]:
    """Type a line, and return what is said about it; sheets are left out."""
    return [each.text for each in companion.obey(line).said if isinstance(each, Said)]


def told(companion: TableCompanion[Moment], line: str) -> str:
    return "\n".join(said(companion, line))


def test_turns(companion: TableCompanion[Moment]) -> None:
    """What was recorded is said, with its number, what to say aloud, and what is odd about it."""
    assert said(companion, "l s2") == ["4. L-S2", "Say: L two forward: yes"]
    assert said(companion, "  A n1 Y # by mistake ") == ["5. A-N1 by mistake"]
    assert said(companion, "c s1 y") == ["6. C-S1", "Careful: C is Wimp: the right answer is no."]
    assert said(companion, "") == said(companion, "   ") == []
    # What contradicts a diagram that is known is a problem of the record.
    assert companion.summary.startswith(
        "turn 7: Yellow to move. The record is broken: 1 problem in entry 6; "
    )
    assert said(companion, "a n1") == ["A one forward: allowed? (y, n)"]
    assert len(companion.kept.record.steps) == 6
    assert said(companion, "why h crab")[:1] != ["7. A-N1"]
    question = "A one forward: allowed? (y, n)"
    wrong = "'perhaps' is neither yes nor no; if it was forgotten, the board shows whether it moved; undo"
    assert said(companion, "perhaps") == [f"{wrong} drops the question", question]
    assert said(companion, "") == said(companion, "sheet") == [question]
    assert said(companion, "n # no luck")[:1] == ["7. (A-N1) no luck"]
    assert opened(companion.kept.path).record.text == companion.kept.record.text


WRONG = {
    "foo": "'FOO' is no piece; the pieces are A C E H K L N O P S T V",
    "i n1 y": "'I' is no piece",
    "l n1": "L one back: White's own V stands there; L could try s1, s2",
    "l n9": "no piece can move more than 4 squares",
    "l s2 maybe": "'maybe' in 'l s2 maybe' is neither yes nor no",
    "h": "'h' has no direction",
    "sheeet": "there is no command 'sheeet'; did you mean 'sheet'?",
    "suspect": "there is no command 'suspect'; did you mean 'suspects'?",
    "undoo 3": "did you mean 'undo'?",
    "replay": "replay is a command of the shell: deduce confusion replay",
    "review": "review is a command of the shell: deduce confusion review",
    "undo x": "'x' is not how many changes to take back; undo alone takes back one",
    "undo 0": "'0' is not how many changes",
    "undo -1": "'-1' is not how many changes",
    "redo 2": "redo takes nothing behind it; '2' makes no sense there",
    "undo 1 2": "'1 2' is not how many changes",
    "undo " + "9" * 5000: "is not how many changes",
    "edit": "a number is missing",
    "edit x": "'x' is not the number of an entry",
    "edit 2": "write a piece, a direction, a distance and the answer",
    "edit 9 h n1": "there is no entry 9; there are 3",
    "edit 1 l s2 y": "L two back: it leads off the board",
    "insert 5 h n1": "there is no entry 5; there are 4",
    "insert": "a number is missing",
    "delete": "a number is missing",
    "delete 4": "there is no entry 4; there are 3",
    "at 4": "there is no turn 4; there are 3",
    "at x": "'x' is not the number of an entry",
    "at ²": "'²' is not the number of an entry",
    "why": "write a piece and a diagram, such as why H crab",
    "why h": "write a piece and a diagram",
    "why h is not": "write a piece and a diagram",
    "why q crab": "there is no piece 'q'; there are A C E",
    "why h crap": "there is no diagram 'crap'; did you mean 'Crab'?",
    "what-if": "write an attempt, such as what-if h n1",
    "what-if h": "has no direction",
    "answer": "write an attempt, such as answer h n1",
    "answer q s1": "'Q' is no piece",
    "answer n s1": "N one forward: White's own A stands there",
    "reach q": "there is no piece 'q'",
    "note": "write some words behind note",
    "model honest": "there is no model 'honest'",
    "model coin:7": "must be a number between 0 and 1",
    "export": "write one file name behind export, ending in .txt, .json, .svg or .html",
    "export a.txt b.txt": "write one file name behind export",
    'export "a.txt': "write one file name behind export",
    "export game.doc": "game.doc must end in .txt, .json, .svg or .html, which says what to write",
    "export ~nobody.here/a.txt": "there is no such home folder",
    "export a\0.txt": "write one file name behind export",
    "export game.txt": "game.txt is the file of this game, which is saved anyway; choose another name",
    "export file/a.txt": "there is no folder",
    "remove a, l s2 y": "there is no double agent in these rules",
    "q n1 y": "'Q' is no piece",
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_lines(line: str, companion: TableCompanion[Moment], monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says what is wrong and what was probably meant; nothing changes."""
    folder = companion.kept.path.parent
    (folder / "file").write_text("", encoding="utf-8")
    monkeypatch.chdir(folder)
    record, summary, text = companion.kept.record, companion.summary, companion.kept.path.read_bytes()
    answer = companion.obey(line)
    (message,) = answer.said
    assert isinstance(message, Said)
    assert message.role is Role.WARNING
    assert WRONG[line] in message.text
    assert not answer.fits
    assert companion.kept.record is record
    assert companion.kept.path.read_bytes() == text
    assert companion.summary == summary
    assert sorted(each.name for each in folder.iterdir()) == [".game.txt.history", "file", "game.txt"]
    assert not companion.is_over


WORDS = (
    *(
        "h",
        "l",
        "vz",
        "z",
        "n1",
        "s2",
        "forward",
        "one",
        "y",
        "n",
        "+",
        ",",
        "#",
        "remove",
        "two",
        "swap",
        "$a",
    ),
    *("0", "1", "2", "99", "-1", "crab", "not", "any", "coin:0.3", "é", '"', "game.svg", "x", "resign", "\t"),
    *(command.name for command in COMMANDS if command.name != "quit"),
)
LINES = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join),
    st.text(max_size=20).filter(lambda text: "export" not in text.casefold()),
)


@settings(max_examples=60)
@given(st.lists(LINES, min_size=1, max_size=8))
def test_no_line_breaks_the_companion(lines: list[str]) -> None:
    """Whatever is typed, something can be shown, and the file is what is shown."""
    old = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        game = new_game(Path(folder) / "any.txt", CLASSIC)
        companion = TableCompanion(game)
        os.chdir(folder)
        try:
            for line in ("h n1 n", "h s1 y", *lines):
                assert all(isinstance(each, Said | Grid) for each in companion.obey(line).said)
                assert companion.summary
                assert companion.frame().grid is not None
                assert companion.asked_for()
                assert game.path.read_text(encoding="utf-8") == game.record.text
        finally:
            os.chdir(old)


def test_cf_tok_the_title_says_which_tokens_are_left(tmp_path: Path) -> None:
    """Of both sides, as long as there is a game with tokens."""
    rules = Rules.of("espionage", tokens=True)
    companion = TableCompanion(new_game(tmp_path / "tokens.txt", rules))
    assert companion.title == "turn 1: White to move. Tokens left: White all; Red all"
    said(companion, "two, h n1 y, k n1 n")
    assert companion.title == "turn 2: Red to move. Tokens left: White reveal, swap2; Red all"
    said(companion, "at 0")
    assert companion.title == "after turn 0 of 1: White to move. Tokens left: White all; Red all"
    said(companion, "at")
    said(companion, "resign")
    assert companion.title == "turn 3: White has won (resignation)"
    alone = TableCompanion(new_game(tmp_path / "red.txt", Rules.of("espionage", handicap="Red")))
    assert alone.title == "turn 1: White to move. Tokens left: White none; Red all"
    classic = TableCompanion(new_game(tmp_path / "classic.txt", Rules.of("classic")))
    assert classic.title == "turn 1: Yellow to move"


def test_help_names_every_command_and_fits_a_terminal(companion: TableCompanion[Moment]) -> None:
    """79 columns and 19 rows are what a terminal of 80 x 24 has for it."""
    lines = said(companion, "help")
    for word in ("?", "HELP"):
        assert said(companion, word) == lines
    assert all(each.role is Role.ROW for each in companion.obey("help").said if isinstance(each, Said))
    assert all(len(line) < 80 for line in lines)
    assert len(lines) <= 19
    for line in CONFUSION.grammar:
        assert line in lines
    for command in COMMANDS:
        assert any(command.usage in line and command.help in line for line in lines), command.name
    text = "\n".join(lines)
    text += "\n".join(said(companion, "help turns"))
    for word in (*companion.completions, "resign", "draw", "H-N1", "+!>a", "two, h n1 y, k n1 n"):
        # Some words are only other ways of saying the same.
        assert word in {"move2", "resigns", "draws"} or word in text, word
    assert "the smallest proof" in told(companion, "help why")
    assert "there is no command 'sheeet'; did you mean 'sheet'?" in told(companion, "help sheeet")


def test_what_is_shown(companion: TableCompanion[Moment]) -> None:
    """sheet, opp and board choose what stands on the screen."""
    for word, shown, side in (("opp", "sheet", 1), ("board", "board", 1), ("sheet", "sheet", 0)):
        assert said(companion, word) == []
        assert (companion.shown, companion.seat) == (shown, side)
    companion.obey("opp")
    assert "White's pieces" in companion.summary
    assert said(companion, "opp white") == []
    assert companion.seat == 1
    assert "there is no side 'green'" in told(companion, "opp green")


def test_the_frame(companion: TableCompanion[Moment]) -> None:
    """What stands on the screen, as data; the board is seen by whoever looks."""
    frame = companion.frame()
    assert (frame.title, frame.shown, frame.question) == ("turn 4: White to move", "sheet", "")
    assert companion.summary == f"{frame.title}. {frame.headline}"
    assert frame.grid is not None
    assert [label for label, _ in frame.grid.rows] == list(CLASSIC.letters)
    assert frame.picture[0].strip() == "White: lower case"
    assert companion.asked_for() == (Said(frame.headline, Role.ROW), frame.grid)
    companion.obey("opp")
    assert companion.frame().picture == frame.picture
    assert companion.frame().grid != frame.grid
    companion.obey("board")
    assert companion.asked_for() == tuple(Said(line, Role.ROW) for line in frame.picture)
    assert max(map(len, frame.small_picture)) < 40
    assert frame.entries == tuple(said(companion, "moves"))
    companion.obey("at 2")
    assert companion.frame().entries == frame.entries[:2]


def test_the_frame_has_the_other_sheet(companion: TableCompanion[Moment]) -> None:
    """Theirs beside mine, mine beside theirs."""
    mine = companion.frame()
    companion.obey("opp")
    theirs = companion.frame()
    assert (mine.other_headline, mine.other_grid) == (theirs.headline, theirs.grid)
    assert (theirs.other_headline, theirs.other_grid) == (mine.headline, mine.grid)


def test_the_last_entries_are_in_the_frame(path: Path) -> None:
    """As moves lists them, so many as a screen has room for."""
    companion = TableCompanion(new_game(path, CLASSIC))
    for number in range(20):
        companion.obey("h n1 n" if number % 4 < 2 else "k n1 n")
    assert companion.frame().entries == tuple(said(companion, "moves")[-14:])


def test_cf_tok_tokens_left_stand_in_the_title(path: Path) -> None:
    """What each side still has; nothing without tokens or when the game is over."""
    companion = TableCompanion(new_game(path, TOKENS))
    assert companion.title == "turn 1: White to move. Tokens left: White all; Red all"
    turns = ("reveal a 7, h n1 n", "two, h s1 n, k s1 n", "swap a c, h n1 n", "h s1 n", "two, h n1 n, k n1 n")
    for line in turns:
        companion.obey(line)
    assert companion.title == "turn 6: Red to move. Tokens left: White none; Red reveal, swap2"
    assert companion.frame().title == companion.title
    companion.obey("resign")
    assert "okens" not in companion.title


def test_why(companion: TableCompanion[Moment]) -> None:
    """Of the sheet that is shown, in any wording."""
    expected = [
        "Yellow's H is not King.",
        "     1 row 1: H one forward, refused",
        "Entry 1 says so: 1 “row 1: H one forward, refused”; so H is not King.",
    ]
    for line in (
        "why H king",
        "why h 6",
        "why h is not King",
        "why H not roi",
        "WHY h the king",
        "why yellow h kin",
    ):
        assert said(companion, line) == expected
    assert "may or may not be Crab; nothing settles it yet" in told(companion, "why A crab")
    companion.obey("opp")
    assert "     2 row 1: H one forward, refused" in said(companion, "why h king")
    assert said(companion, "why h king")[0] == "White's H is not King."
    assert said(companion, "why yellow h king") == expected
    assert said(companion, "suspects yellow") != said(companion, "suspects white")


def test_what_if(companion: TableCompanion[Moment]) -> None:
    """Of whoever is to move."""
    rows = said(companion, "what-if l s2")
    assert rows[0].startswith("L two forward: yes with chance ")
    assert [row.split(":")[0] for row in rows if row][1:] == ["after yes", "after no"]
    assert sum(isinstance(each, Grid) for each in companion.obey("what-if l s2").said) == 2
    assert said(companion, "whatif l s2") == rows
    assert "after yes: this answer is impossible" in said(companion, "what-if h s1")
    assert said(companion, "what-if l n1") == ["White's L one back: White's own V stands there"]


def test_suspects(companion: TableCompanion[Moment]) -> None:
    """Also while nothing contradicts."""
    assert told(companion, "suspects").startswith("Yellow's pieces: nothing contradicts. The likeliest slips")
    companion.obey("undo 3")
    assert said(companion, "suspects") == ["Nothing was noted yet."]


def test_answer(companion: TableCompanion[Moment]) -> None:
    """The right answer to the opponent, by their diagrams; one's own are not known."""
    assert said(companion, "answer l s2") == ["yes: L two forward is tried by Probe."]
    assert said(companion, "answer c forward 1") == ["no: C one forward is tried by Wimp."]
    companion.obey("l s2")
    assert "Yellow's deal is not in the record" in told(companion, "answer a n1")
    assert len(companion.kept.record.steps) == 4


def test_reach(companion: TableCompanion[Moment]) -> None:
    """Where one of the opponent's pieces can go, truly and as far as they know; alone, who can take what."""
    head, line = said(companion, "reach l")
    assert head == "What they know that they can do (! their diagram says no, ? it is not known):"
    assert line.startswith("  L: s1 ")
    assert "w1! " in line
    assert said(companion, "reach") == ["They can take nothing of yours.", "You can take nothing of theirs."]
    companion.obey("resign")
    assert said(companion, "reach") == ["The game is over; nobody can go anywhere."]


def test_undo_and_redo(companion: TableCompanion[Moment]) -> None:
    """Any number of turns, and any other change."""
    assert said(companion, "undo") == ["Took back 1 turn; redo brings back."]
    assert said(companion, "undo\t2") == ["Took back 2 turns; redo brings back."]
    assert said(companion, "undo") == ["There is nothing to take back."]
    for _ in range(2):
        assert said(companion, "redo")[0].startswith("Brought back ")
    assert said(companion, "redo") == ["There is nothing to bring back."]
    assert len(companion.kept.record.steps) == 3


def test_undo_of_changes(companion: TableCompanion[Moment]) -> None:
    """The last change is taken back, whatever it was, and said by its name."""
    before = texts(companion.kept)
    for line in ("edit 2 h s2 n", "insert 4 l s2", "note no change", "delete 1", "l s2"):
        companion.obey(line)
    changed = texts(companion.kept)
    assert said(companion, "undo") == ["Took back 1 turn; redo brings back."]
    assert said(companion, "undo") == ["Took back delete 1; redo brings back."]
    assert said(companion, "undo 2") == ["Took back insert 4, edit 2; redo brings back."]
    assert texts(companion.kept) == before
    for _ in range(3):
        assert said(companion, "redo")[0].startswith("Brought back ")
    assert texts(companion.kept) == changed
    assert said(companion, "undo 5")[0] == (
        "Took back a turn, delete 1, insert 4, edit 2, a turn; redo brings back."
    )
    assert texts(companion.kept) == before[:2]
    assert companion.kept.notes == ("no change",)


def test_moves(companion: TableCompanion[Moment]) -> None:
    """All entries with their numbers."""
    assert said(companion, "moves") == ["   1 Yellow  (H-N1)", "   2 White   (H-S1)", "   3 Yellow  K-N1"]
    companion.obey("undo 3")
    assert said(companion, "moves") == ["Nothing was entered yet."]


def test_looking_at_a_past_moment(companion: TableCompanion[Moment]) -> None:
    """The board and the sheets of then; a wrong line does not come back, an entry does."""
    now = companion.summary
    assert said(companion, "at 1") == ["The moment after turn 1; at alone comes back."]
    past = companion.summary
    assert past.startswith("after turn 1 of 3: White to move. ")
    for line in ("foo", "undo x", "export", "edit 9 h n1 y"):
        companion.obey(line)
        assert companion.summary == past
    assert said(companion, "why H king")[0] == "Yellow's H is not King."
    assert said(companion, "at") == ["Back to now."]
    assert companion.summary == now
    companion.obey("at 0")
    assert companion.look.state.events == ()
    (refused,) = said(companion, "l s2")
    assert refused.startswith(
        "you are looking at turn 0, and nothing is entered there: at alone comes back to now"
    )
    assert "(White to move)" in refused
    assert companion.summary.startswith("after turn 0 of 3")
    assert said(companion, "edit 1 h n1 y")[-1] == "Back to now."
    assert companion.summary.startswith("turn 4: White to move.")


def test_edit_insert_delete(companion: TableCompanion[Moment]) -> None:
    """What does not fit any more is told, at most twelve of it."""
    assert said(companion, "edit 3 a n1 y") == ["3. A-N1"]
    assert said(companion, "edit\t3\ta n1 n # no") == ["3. (A-N1) no"]
    assert said(companion, "insert 4 l s2") == ["4. L-S2", "Say: L two forward: yes"]
    assert said(companion, "delete 4") == ["Took out entry 4."]
    for number in range(16):
        companion.obey("l n1 n" if number % 2 else "l s1 n")
    rows = said(companion, "insert 1 c n1 n")
    assert rows[0] == "1. (C-N1)"
    assert rows[1] == "Careful: from entry 2 on, the turns are the other side's now."
    assert rows[2].startswith("Does not fit any more: entry 2 (row 1, right column")
    assert len(rows) == 15
    assert re.fullmatch(r"\.\.\. and \d+ more", rows[-1])


def test_notes(companion: TableCompanion[Moment]) -> None:
    """Apart from the facts."""
    assert said(companion, "notes") == ["There are no notes; note and some words makes one."]
    before = companion.summary
    assert said(companion, "note H is the  Crab") == ["Noted, apart from the facts."]
    companion.obey("note edit 1 h n1 y")
    assert said(companion, "notes") == ["H is the Crab", "edit 1 h n1 y"]
    assert companion.summary == before


def test_models(path: Path) -> None:
    """How the opponent answers for the double agent is chosen by name."""
    companion = TableCompanion(new_game(path, Rules.of("espionage")))
    for line in ("h n1 n", "h s1 y"):
        companion.obey(line)
    assert any(line.startswith("now: ") for line in said(companion, "model"))
    before = companion.look.sheets[0].chances
    assert said(companion, "model coin:0.25") == ["Chances are now by the model coin:0.25."]
    assert companion.look.sheets[0].chances != before
    assert said(companion, "model any") == ["Chances are now by the model any."]
    assert companion.look.sheets[0].chances is None
    for line in ("what-if k n1", "why a crab", "suspects", "reach", "answer a n1", "model what"):
        assert companion.obey(line).said
    assert companion.options["model"] == "any"


def test_contradictions_are_opened_for_correction(companion: TableCompanion[Moment]) -> None:
    """What clashes and the likeliest slip, with the line that corrects it."""
    companion.obey("l s2")
    rows = said(companion, "h n1 y")
    assert rows[0] == "5. H-N1"
    assert "What was noted of Yellow's pieces contradicts itself:" in rows
    correction = re.search(r"To reverse it: (edit \d+ .*)", rows[-1])
    assert correction is not None
    assert "no deal fits" in companion.summary
    for line in ("reach", "suspects", "why H crab", "what-if a s1", "sheet", "opp"):
        companion.obey(line)
    number = correction[1].split()[1]
    assert said(companion, f"edit {number} h n1 {'n' if number == '5' else 'y'}")[0].startswith(f"{number}. ")
    assert "no deal fits" not in companion.summary


def test_the_end_of_a_game(companion: TableCompanion[Moment]) -> None:
    """It is said, and the way back is named."""
    assert said(companion, "resign") == ["4. resigns", "White gives up; undo takes that back."]
    assert "Yellow has won" in companion.summary
    assert said(companion, "h n1 n") == ["the game is over; undo takes turns back"]
    assert companion.obey("what-if h s1").said
    companion.obey("undo")
    assert said(companion, "draw") == ["4. draws", "Both agree on a draw; undo takes that back."]
    assert "a draw" in companion.summary


def test_export(companion: TableCompanion[Moment], tmp_path: Path) -> None:
    """The record, everything as JSON, the board, or a page; of the moment that is looked at."""
    for kind in ("txt", "json", "svg", "html", "HTM"):
        file = tmp_path / f"my game.{kind}"
        assert said(companion, f'export "{file}"') == [f"Written to {file}."]
    assert (tmp_path / "my game.txt").read_text(encoding="utf-8") == companion.kept.record.text
    found = json.loads((tmp_path / "my game.json").read_text(encoding="utf-8"))
    assert (found["format"], found["plies"]) == ("deduce.confusion.replay/1", 3)
    assert ET.parse(tmp_path / "my game.svg").getroot().tag.endswith("svg")  # noqa: S314 - our own picture
    page = (tmp_path / "my game.html").read_text(encoding="utf-8")
    assert page.count("<table>") == 2
    assert "1. (H-N1)" in page
    companion.obey("at 1")
    companion.obey(f"export {tmp_path / 'past.json'}")
    assert json.loads((tmp_path / "past.json").read_text(encoding="utf-8"))["plies"] == 1
    assert len(read_record(companion.kept.path).steps) == 3


@pytest.mark.parametrize("word", ["quit", "exit", "q", "QUIT"])
def test_quit(word: str, companion: TableCompanion[Moment]) -> None:
    """Nothing is said; the loop ends."""
    assert said(companion, word) == []
    assert companion.is_over


# --- What a reviewer found ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1. A-N1\t(H-S1)\nGood game\n2. K-N1\tK-S1\n", ["edit 1 c n1 y"]),
        ("1. A-N1\t(H-S1)\nWhite Yellow\n2. K-N1\tK-S1\n", ["edit 1 c n1 y", "a n1 n"]),
        ("1. A-N1\nGood game\n", ["undo", "redo", "undo"]),
        ("1. A-N1\n2. K-N1\tK-S1\n", ["undo 2", "h n1 n"]),
        ("1. A-N1\n2. K-N1\tK-S1\n", ["delete 3", "delete 2"]),
        ("1. (A-N1)\t(L-S1)\nFrist = White\n", ["h n1 n", "h s1 n", "note hm"]),
        ("Title = x\nYellow\tWhite\n1. (A-N1)\t(L-S1)\nResult = 1-0\n", ["h n1 n", "note hm", "undo 3"]),
        ("First = Yellow\nYellow\tWhite\n1. (A-N1)\t(L-S1)\nThanks for the game\n", ["undo 2", "a n1 n"]),
    ],
)
def test_the_file_says_what_memory_says(text: str, lines: list[str], tmp_path: Path) -> None:
    """After each line: the same entries, misfits, seats and turn; and the record can be opened."""
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    companion = TableCompanion(opened(path))
    for line in lines:
        assert companion.obey(line).fits
        saved, record = opened(path).record, companion.kept.record
        assert (saved.texts, saved.misfits, saved.begun.skipped) == (
            record.texts,
            record.misfits,
            record.begun.skipped,
        )
        assert saved.now.position == record.now.position


def test_redo_brings_back_the_file_to_the_letter(tmp_path: Path) -> None:
    """Odd spacing, a turn that is missing, and a note that was made in between."""
    path = tmp_path / "game.txt"
    path.write_text("First = Yellow\nYellow\tWhite\n1. A-N1\n2.   K-N1   (H-S1)\n", encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    companion = TableCompanion(opened(path))
    companion.obey("undo")
    companion.obey("redo")
    assert path.read_text(encoding="utf-8") == before
    companion.obey("undo 2")
    companion.obey("note hm")
    companion.obey("redo")
    assert path.read_text(encoding="utf-8").replace("# Note: hm\n", "") == before


def test_misfits_behind_the_end_have_their_places() -> None:
    record = parse_record("First = Yellow\n1. resigns\n2. A-N1\tC-N1\n3. E-N1\tH-N1\n")
    places = [(misfit.text, misfit.row, misfit.column, misfit.line) for misfit in record.misfits]
    assert places == [("A-N1", 2, 1, 3), ("C-N1", 2, 2, 3), ("E-N1", 3, 1, 4), ("H-N1", 3, 2, 4)]


@pytest.mark.parametrize(
    "header", ["Limit", "Columns off", "X square", "Variants", "Yellow", "Placement Yellow"]
)
def test_numbers_of_thousands_of_digits_are_refused(header: str) -> None:
    """In one sentence, or as an unknown deal; never by a failure of Python."""
    letter = "A" if header.endswith("Yellow") else ""
    with contextlib.suppress(RecordError):
        record = parse_record(f"{header} = {letter}{'9' * 5000}\n1. A-N1\n")
        assert len(record.misfits) == 1
